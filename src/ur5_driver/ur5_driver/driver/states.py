"""The driver's states as a pure machine: facts in, state and what must be done about it out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pred_core.outcome import Code, Outcome
from ur5_description.rtde_numbers import RobotMode, SafetyBit


class State(StrEnum):
    """What the arm can do right now."""

    DISCONNECTED = "DISCONNECTED"  # nothing fresh is received
    LOCAL = "LOCAL"  # a person has it, at the teach pendant
    POWERED_OFF = "POWERED_OFF"
    IDLE = "IDLE"  # powered, but brakes on or no control program
    READY = "READY"
    MOVING = "MOVING"
    SERVO = "SERVO"
    FREEDRIVE = "FREEDRIVE"
    PSTOP = "PSTOP"
    ESTOP = "ESTOP"
    RECOVERING = "RECOVERING"


def name_of_mode(mode: int) -> str:
    """Return a robot_mode's name, or its number where it is a new one."""
    return RobotMode(mode).name if mode in RobotMode else str(mode)


class Control(StrEnum):
    """How the control program (our script in the controller) is."""

    NONE = "none"
    STARTING = "starting"
    READY = "ready"


class Activity(StrEnum):
    """What the control program was asked to do and has not ended."""

    NONE = "none"
    MOVING = "moving"
    SERVO = "servo"


EMERGENCY = (
    SafetyBit.SYSTEM_ESTOP
    | SafetyBit.ROBOT_ESTOP
    | SafetyBit.ANY_ESTOP
    | SafetyBit.VIOLATION
    | SafetyBit.FAULT
)
STOPS = SafetyBit.PROTECTIVE | SafetyBit.SAFEGUARD
UNDER_CONTROL = (State.READY, State.MOVING, State.SERVO)


@dataclass(frozen=True)
class Facts:
    """What is known of the arm at one moment, all of it measured.

    ``fresh``: data came within the last moments; ``remote``: None where the controller does not tell;
    ``playing``: a program runs on the controller.
    """

    fresh: bool
    robot_mode: int = RobotMode.NO_CONTROLLER
    safety_bits: int = 0
    playing: bool = False
    remote: bool | None = None
    control: Control = Control.NONE
    activity: Activity = Activity.NONE
    recovering: bool = False


@dataclass(frozen=True)
class Transition:
    """One step of the machine.

    ``drop``: end the control program and fail what runs with ``outcome``; ``start``: start the control program
    (which moves nothing); ``armed``: it may be started without anybody asking, as at the first start.
    """

    state: State
    armed: bool
    drop: bool = False
    start: bool = False
    outcome: Outcome | None = None


def classify(facts: Facts) -> State:
    """Return the state that facts mean."""
    if not facts.fresh:
        return State.RECOVERING if facts.recovering else State.DISCONNECTED
    if facts.recovering:
        return State.RECOVERING
    if facts.safety_bits & EMERGENCY:
        return State.ESTOP
    if facts.safety_bits & STOPS:
        return State.PSTOP
    if facts.robot_mode <= RobotMode.POWER_OFF:
        return State.POWERED_OFF
    if facts.remote is False:
        return State.LOCAL
    if facts.robot_mode == RobotMode.BACKDRIVE:
        return State.FREEDRIVE
    if facts.robot_mode != RobotMode.RUNNING or facts.control is not Control.READY or not facts.playing:
        return State.IDLE
    return {Activity.MOVING: State.MOVING, Activity.SERVO: State.SERVO}.get(facts.activity, State.READY)


def advance(state: State, armed: bool, facts: Facts) -> Transition:
    """Return the next step of the machine.

    Whoever was under control and is not any more has lost it for good: the program is dropped, what ran fails,
    and nothing starts again before somebody asks (``armed`` False). A driver that never had control takes it
    when it can.
    """
    now = classify(facts)
    had = state in UNDER_CONTROL
    if had and now not in UNDER_CONTROL and now is not State.RECOVERING:
        stopped = stopped_by(facts.safety_bits)
        return Transition(now, armed=False, drop=True, outcome=lost(now) if stopped else stopped)
    stray = facts.control is not Control.NONE and now not in (*UNDER_CONTROL, State.IDLE, State.RECOVERING)
    if stray:
        stopped = stopped_by(facts.safety_bits)
        return Transition(now, armed=armed, drop=True, outcome=why(now) if stopped else stopped)
    start = (
        armed
        and now is State.IDLE
        and facts.control is Control.NONE
        and facts.robot_mode == RobotMode.RUNNING
        and not facts.safety_bits & SafetyBit.RECOVERY_MODE
    )
    return Transition(now, armed=armed, start=start)


_SENTENCES = {
    State.DISCONNECTED: (
        Code.ROBOT_LOST,
        (
            "Nothing comes from the arm: check cable, address and power, and whether RTDE is enabled at the teach "
            "pendant (Settings > Security > Services), then call recover."
        ),
    ),
    State.LOCAL: (
        Code.UNAVAILABLE,
        "The arm is in local mode: switch it to remote control at the teach pendant, then call recover.",
    ),
    State.POWERED_OFF: (
        Code.UNAVAILABLE,
        "The arm is powered off: call recover to power it on and release the brakes.",
    ),
    State.IDLE: (Code.UNAVAILABLE, "The control program does not run: call recover to start it."),
    State.FREEDRIVE: (Code.UNAVAILABLE, "A person guides the arm by hand (freedrive): end that first."),
    State.PSTOP: (
        Code.UNAVAILABLE,
        "The arm is in a protective stop: look what it touched, then call recover.",
    ),
    State.ESTOP: (
        Code.UNAVAILABLE,
        "Emergency stop or safety fault: make the place safe, release the button, then call recover.",
    ),
    State.RECOVERING: (Code.BUSY, "The arm is being recovered: wait."),
    State.MOVING: (Code.BUSY, "The arm is moving: wait or cancel."),
    State.SERVO: (Code.BUSY, "The arm follows a trajectory: wait or cancel."),
}


BEGINS = Outcome(Code.BUSY, "The driver takes control of the arm at this moment: wait until it is READY.")
PRESSED = Outcome(
    Code.UNAVAILABLE,
    "The arm is pressed against something and cannot free itself: its protective stop came back when it was unlocked. "
    "A person has to free it: unlock it at the teach pendant, move it away by hand with the Freedrive button, then "
    "call recover.",
)
SAFEGUARD = Outcome(
    Code.UNAVAILABLE,
    "Safeguard stop: close what guards the arm's cell (door, light curtain, mat), reset it where needed, then call "
    "recover.",
)
OUTSIDE = Outcome(
    Code.UNAVAILABLE,
    "Recovery mode: the arm stands beyond a safety limit that is set at the controller. A person has to move it back "
    "inside at the teach pendant (Move tab or Freedrive), then call recover.",
)
UNMEASURED = Outcome(
    Code.UNAVAILABLE,
    "The controller tells joints or a force that are no numbers: nothing moves on that. See to the tool's force sensor "
    "and its settings at the teach pendant, or restart the controller, then call recover.",
)
FOREIGN = Outcome(
    Code.UNAVAILABLE,
    "A program that is not the driver's is on the controller, and it was left alone: end it at the teach pendant and "
    "call recover, or set take_over:=always.",
)


def stopped_by(safety_bits: int) -> Outcome:
    """Return why nothing moves with these safety bits, and what a person has to do; success where something may."""
    for bits, outcome in (
        (EMERGENCY, why(State.ESTOP)),
        (SafetyBit.PROTECTIVE, why(State.PSTOP)),
        (SafetyBit.SAFEGUARD, SAFEGUARD),
        (SafetyBit.RECOVERY_MODE, OUTSIDE),
    ):
        if safety_bits & bits:
            return outcome
    return Outcome.success()


def lost(now: State) -> Outcome:
    """Return what ended a motion under way, by the state that it ended in."""
    if now is State.IDLE:
        return Outcome(
            Code.ROBOT_LOST, "The control program on the controller ended: call recover to start it again."
        )
    return why(now)


def halted(state: State) -> Outcome | None:
    """Return what ends whatever is under way in a state; None where it may go on."""
    return None if state in UNDER_CONTROL else lost(state)


def why(state: State) -> Outcome:
    """Return why the arm cannot begin a motion in a state; success when it can."""
    if state is State.READY:
        return Outcome.success()
    code, message = _SENTENCES[state]
    return Outcome(code, message)
