"""Whose program is on the controller, while its state and the worker's word come in any order."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ur5_description.rtde_numbers import Runtime, SafetyBit
from ur5_driver.driver import program as programs
from ur5_driver.driver.program import Program


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "OUTLIVES_WATCHDOG", 0.2)


class Controller:
    """What the receiver last heard; each look may be followed by another state, and the dashboard counts its stops."""

    def __init__(self, *heard: tuple[int, int] | None) -> None:
        self._heard = list(heard)
        self.stops = 0

    @property
    def latest(self) -> SimpleNamespace | None:
        heard = self._heard.pop(0) if len(self._heard) > 1 else self._heard[0]
        return None if heard is None else SimpleNamespace(runtime_state=heard[0], safety_bits=heard[1])

    def end_program(self) -> None:
        self.stops += 1
        self._heard = [(Runtime.STOPPED, 0)]


def after_its_end(controller: Controller, *, take_over: bool = False) -> Program:
    """Return the driver's program after its worker told that it ended by itself."""
    program = Program(controller, controller, 0.0, take_over=take_over)  # type: ignore[arg-type]
    program.started()
    program.end(by_itself=True)
    program.wait_ended()
    return program


PLAYS, PAUSED = (Runtime.PLAYING, 0), (Runtime.PAUSED, 0)
STOPPED_BY_SAFETY = (Runtime.PLAYING, SafetyBit.PROTECTIVE)


@pytest.mark.parametrize("held", [PAUSED, STOPPED_BY_SAFETY])
def test_the_drivers_own_that_a_stop_holds_is_ended_though_its_worker_told_of_it_first(
    held: tuple[int, int],
) -> None:
    controller = Controller(PLAYS, PLAYS, PLAYS, PLAYS, held)
    program = after_its_end(controller)
    assert controller.stops == 1
    assert program.ended and not program.foreign


def test_what_goes_on_playing_in_its_place_is_somebody_elses_and_left_alone() -> None:
    controller = Controller(PLAYS)
    program = after_its_end(controller)
    assert controller.stops == 0
    assert program.foreign
    program.permit(program.which)
    assert not program.foreign


def test_what_has_ended_is_nobodys() -> None:
    controller = Controller(PLAYS, (Runtime.STOPPED, 0))
    program = after_its_end(controller)
    assert controller.stops == 0 and not program.foreign


def test_what_takes_its_place_is_ended_where_the_driver_may_always_take_over() -> None:
    controller = Controller(PLAYS)
    program = after_its_end(controller, take_over=True)
    assert controller.stops == 1 and not program.foreign


def test_what_nothing_is_heard_of_is_ended_and_not_taken_for_somebody_elses() -> None:
    controller = Controller(None)
    program = after_its_end(controller)
    assert controller.stops == 1 and not program.replaced()


def test_a_moment_of_silence_does_not_end_what_took_its_place() -> None:
    controller = Controller(PLAYS, None, PLAYS)
    program = after_its_end(controller)
    assert controller.stops == 0 and program.replaced()
