"""The way back after a lost connection, with the errors that bosdyn-client really raises."""

from __future__ import annotations

import pytest
from bosdyn.api import lease_pb2, robot_command_pb2
from bosdyn.client import exceptions
from bosdyn.client.auth import InvalidLoginError
from bosdyn.client.robot_command import NoTimeSyncError, NotPoweredOnError
from bosdyn.client.time_sync import NotEstablishedError

from pred_core.outcome import Code
from spot_driver.driver.errors import Rung, outcome_of, rung_lost
from spot_driver.driver.ladder import LONGEST, SHORTEST, Ladder

RESPONSE = robot_command_pb2.RobotCommandResponse()
RESET = exceptions.ConnectionResetError(None, "reset")
PROXY = exceptions.ProxyConnectionError(None, "proxy")
STRANGER = exceptions.UnauthenticatedError(None, "who are you")
NO_LEASE = exceptions.LeaseUseError(RESPONSE, lease_pb2.LeaseUseResult())
NO_TIME = NoTimeSyncError(RESPONSE)


class Robot:
    """Steps that fail as they are told to, in order."""

    def __init__(self, **fails):
        self.fails = {Rung[name]: list(errors) for name, errors in fails.items()}
        self.done = []

    def step(self, rung):
        def do():
            if self.fails.get(rung):
                raise self.fails[rung].pop(0)
            self.done.append(rung)

        return do

    def ladder(self) -> Ladder:
        return Ladder({rung: self.step(rung) for rung in Rung})


def test_all_rungs_are_climbed_in_order():
    robot = Robot()
    ladder = robot.ladder()
    assert not ladder.complete and not ladder.stands(Rung.REACHED)
    assert ladder.climb() and ladder.complete
    assert robot.done == list(Rung) and ladder.trouble


def test_the_restart_of_a_robot_is_walked_through_error_by_error():
    robot = Robot(REACHED=[RESET, PROXY], LOGGED_IN=[STRANGER], IN_TIME=[NotEstablishedError()])
    ladder = robot.ladder()
    codes = []
    while not ladder.climb():
        codes.append(ladder.trouble.code)
        assert ladder.wait > 0.0
    assert codes == [Code.ROBOT_LOST] * 4
    assert robot.done == [Rung.REACHED, Rung.LOGGED_IN, Rung.IN_TIME, Rung.LEASED]


@pytest.mark.parametrize(
    ("error", "rung"),
    [
        (RESET, Rung.REACHED),
        (PROXY, Rung.REACHED),
        (exceptions.TimedOutError(None, "late"), Rung.REACHED),
        (exceptions.UnableToConnectToRobotError(None, "gone"), Rung.REACHED),
        (STRANGER, Rung.LOGGED_IN),
        (NO_TIME, Rung.IN_TIME),
        (NO_LEASE, Rung.LEASED),
    ],
)
def test_an_error_from_any_call_leads_back_to_its_rung(error, rung):
    robot = Robot()
    ladder = robot.ladder()
    ladder.climb()
    robot.done.clear()
    assert rung_lost(error) is rung
    assert ladder.fell(error) and not ladder.stands(rung)
    assert not ladder.trouble
    assert ladder.climb()
    assert robot.done == [r for r in Rung if r >= rung]


def test_an_error_that_says_nothing_of_the_link_leaves_it():
    ladder = Robot().ladder()
    ladder.climb()
    assert not ladder.fell(NotPoweredOnError(RESPONSE)) and ladder.complete


def test_a_lower_rung_found_lost_while_climbing_is_climbed_first():
    robot = Robot(IN_TIME=[STRANGER])
    ladder = robot.ladder()
    assert not ladder.climb()
    assert not ladder.stands(Rung.LOGGED_IN) and ladder.stands(Rung.REACHED)
    assert ladder.climb()
    assert robot.done == [Rung.REACHED, Rung.LOGGED_IN, Rung.LOGGED_IN, Rung.IN_TIME, Rung.LEASED]


def test_waits_between_tries_grow_to_a_bound_and_begin_anew():
    robot = Robot(REACHED=[RESET] * 8)
    ladder = robot.ladder()
    waits = []
    while not ladder.climb():
        waits.append(ladder.wait)
    assert waits[0] == SHORTEST and waits == sorted(waits) and waits[-1] == LONGEST
    assert ladder.wait == 0.0


def test_a_wrong_password_says_what_to_set():
    outcome = outcome_of(InvalidLoginError(None, "no"))
    assert outcome.code is Code.UNAVAILABLE and "BOSDYN_CLIENT_PASSWORD" in outcome.message


def test_every_outcome_of_an_error_is_a_failure_with_a_sentence():
    for error in (RESET, STRANGER, NO_LEASE, NO_TIME, NotPoweredOnError(RESPONSE), exceptions.Error("x")):
        outcome = outcome_of(error)
        assert not outcome and len(outcome.message) > 10
