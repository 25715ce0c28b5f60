"""The state machine: what facts mean, what is dropped, and that nothing starts again unasked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ur5_description.rtde_numbers import RobotMode, SafetyBit
from ur5_driver.driver import states
from ur5_driver.driver.states import Activity, Control, Facts, State, advance, classify, why

GOOD = Facts(fresh=True, robot_mode=RobotMode.RUNNING, playing=True, remote=True, control=Control.READY)

facts = st.builds(
    Facts,
    fresh=st.booleans(),
    robot_mode=st.integers(-1, 8),
    safety_bits=st.integers(0, 2047),
    playing=st.booleans(),
    remote=st.sampled_from([True, False, None]),
    control=st.sampled_from(list(Control)),
    activity=st.sampled_from(list(Activity)),
    recovering=st.booleans(),
)


@pytest.mark.parametrize(
    ("change", "state"),
    [
        ({}, State.READY),
        ({"activity": Activity.MOVING}, State.MOVING),
        ({"activity": Activity.SERVO}, State.SERVO),
        ({"fresh": False}, State.DISCONNECTED),
        ({"remote": False}, State.LOCAL),
        ({"remote": None}, State.READY),
        ({"robot_mode": RobotMode.POWER_OFF}, State.POWERED_OFF),
        ({"robot_mode": RobotMode.BOOTING}, State.POWERED_OFF),
        ({"robot_mode": RobotMode.IDLE}, State.IDLE),
        ({"robot_mode": RobotMode.BACKDRIVE}, State.FREEDRIVE),
        ({"playing": False}, State.IDLE),
        ({"control": Control.NONE}, State.IDLE),
        ({"safety_bits": SafetyBit.PROTECTIVE}, State.PSTOP),
        ({"safety_bits": SafetyBit.SAFEGUARD}, State.PSTOP),
        ({"safety_bits": SafetyBit.ROBOT_ESTOP | SafetyBit.ANY_ESTOP | SafetyBit.STOPPED}, State.ESTOP),
        ({"safety_bits": SafetyBit.FAULT}, State.ESTOP),
        ({"safety_bits": SafetyBit.REDUCED | SafetyBit.NORMAL}, State.READY),
        ({"recovering": True}, State.RECOVERING),
    ],
)
def test_what_facts_mean(change: dict[str, object], state: State) -> None:
    assert classify(replace(GOOD, **change)) is state


@pytest.mark.parametrize(
    ("bits", "words"),
    [
        (SafetyBit.PROTECTIVE | SafetyBit.STOPPED, "protective stop"),
        (SafetyBit.SAFEGUARD | SafetyBit.STOPPED, "door, light curtain"),
        (SafetyBit.ROBOT_ESTOP | SafetyBit.ANY_ESTOP | SafetyBit.SAFEGUARD, "release the button"),
        (SafetyBit.RECOVERY_MODE, "beyond a safety limit"),
    ],
)
def test_what_stops_a_motion_is_told_by_what_a_person_has_to_do(bits: SafetyBit, words: str) -> None:
    assert words in states.stopped_by(bits).message
    step = advance(State.SERVO, True, replace(GOOD, safety_bits=bits, control=Control.NONE))
    assert step.drop and not step.armed and step.outcome is not None and words in step.outcome.message


def test_nothing_is_started_on_an_arm_that_stands_beyond_a_safety_limit() -> None:
    idle = replace(GOOD, control=Control.NONE, playing=False)
    assert advance(State.IDLE, True, idle).start
    assert not advance(State.IDLE, True, replace(idle, safety_bits=SafetyBit.RECOVERY_MODE)).start


def test_a_controller_that_is_well_stops_nothing() -> None:
    assert states.stopped_by(SafetyBit.NORMAL) and states.stopped_by(SafetyBit.REDUCED)


@given(state=st.sampled_from(list(State)), armed=st.booleans(), now=facts)
def test_control_that_was_lost_is_dropped_and_not_taken_again(state: State, armed: bool, now: Facts) -> None:
    step = advance(state, armed, now)
    lost = state in states.UNDER_CONTROL and step.state not in (*states.UNDER_CONTROL, State.RECOVERING)
    if lost:
        assert step.drop
        assert not step.armed
        assert step.outcome is not None and not step.outcome
    assert not (step.start and not armed)
    assert not (step.start and step.drop)
    assert not (step.armed and not armed)


@given(trail=st.lists(facts, max_size=8))
def test_once_disarmed_nothing_starts_by_itself(trail: list[Facts]) -> None:
    state, armed = State.IDLE, False
    for now in trail:
        step = advance(state, armed, replace(now, recovering=False))
        assert not step.start
        state, armed = step.state, step.armed


def test_every_state_says_what_to_do() -> None:
    for state in State:
        outcome = why(state)
        assert bool(outcome) is (state is State.READY)
        assert outcome or len(outcome.message) > 10


def test_a_driver_that_never_had_control_takes_it_when_it_can() -> None:
    step = advance(State.POWERED_OFF, True, replace(GOOD, control=Control.NONE, playing=False))
    assert step.start
