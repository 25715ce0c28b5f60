"""What is told of a command that the robot refused: what keeps it from moving, whichever consequence is met first."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from bosdyn.client.exceptions import TimedOutError
from bosdyn.client.robot_command import ExpiredError, NotPoweredOnError

from pred_core.outcome import Code, Outcome
from spot_driver.driver import clock
from spot_driver.driver.commands import Drive
from spot_driver.driver.lease import Hold
from spot_driver.driver.link import SpotLink
from spot_driver.driver.link_settings import LinkSettings
from spot_driver.driver.session import Address


def measured(*estopped: str) -> Any:
    return SimpleNamespace(
        time=clock.steady(), estopped=estopped, behavior_faults=(), powered=not estopped, ready=not estopped
    )


class Refusing(SpotLink):
    """A link to a robot that raises what it is told to; ``then``: what is measured after that, one after the other."""

    def __init__(self, error: Exception, *then: Any) -> None:
        super().__init__(LinkSettings(Address("127.0.0.1", 1)))
        self.ladder: Any = SimpleNamespace(stands=lambda _: True, fell=lambda _: False)
        self.lease.hold = Hold.OURS
        self.latest, self.then, self.stops = measured(), list(then), 0
        self.gate: Any = SimpleNamespace(send=self._refuse, stop=self._stops)
        self._error = error

    def _refuse(self, *_: Any) -> Outcome:
        raise self._error

    def _stops(self) -> Outcome:
        self.stops += 1
        return Outcome.success()

    def wait_newer(self, *_: Any) -> Any:
        if self.then:
            self.latest = self.then.pop(0)
        return self.latest


@pytest.mark.parametrize("error", [ExpiredError(None, "late"), NotPoweredOnError(None, "off")])
def test_an_e_stop_is_named_however_its_command_was_refused(error):
    asked_for_before = measured()
    link = Refusing(error, asked_for_before, measured("hardware_estop"))
    told = link.send(Drive(0.1, 0.0, 0.0, 0.5))
    assert told.code is Code.UNAVAILABLE and "e-stop" in told.message and "hardware_estop" in told.message
    assert link.stops == 1


def test_a_robot_that_could_move_is_told_with_its_own_refusal():
    told = Refusing(ExpiredError(None, "late"), measured(), measured()).send(Drive(0.1, 0.0, 0.0, 0.5))
    assert told.code is Code.EXECUTION_FAILURE and "no end in the future" in told.message


def test_a_robot_that_does_not_answer_is_not_waited_for():
    link = Refusing(TimedOutError(None), measured("hardware_estop"))
    assert link.send(Drive(0.1, 0.0, 0.0, 0.5)).code is Code.ROBOT_LOST
    assert link.then and not link.stops
