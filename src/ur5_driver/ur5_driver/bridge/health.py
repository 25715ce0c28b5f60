"""How the arm and the link to it are: a level, a sentence a user can act on, and figures for diagnostics."""

from __future__ import annotations

import time

import numpy as np

from ur5_description.kinematics import JOINT_NAMES, forward
from ur5_description.rtde_numbers import RobotMode, Runtime, SafetyBit
from ur5_driver.driver import states
from ur5_driver.driver.gripper import PORT
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.receive import STALE_AFTER
from ur5_driver.driver.states import State

FINE, IMPAIRED, STOPPED = 0, 1, 2
"""Levels; STALE is for the one who hears nothing from the driver: one that reports is never that."""
LATE = STALE_AFTER / 2.0
"""An older measurement (s) is worth a warning: twice that costs control of an arm that moves."""
_NO_GRIPPER = (
    f"The gripper does not answer on port {PORT}: check its power, cable and URCap, or set gripper:=false."
)
_LEFT = "The program on the controller could not be ended ({}): stop it at the teach pendant."
_TOO_LATE = "The last measurement is {:.1f} s old: are computer and network too busy?"
FLANGE_OFF = 3e-4
"""More is another calibration than the controller's, m: its own digits are ten times finer."""
_UNCALIBRATED = (
    "The flange is {:.1f} mm from where the controller takes it, as it is reckoned by the published lengths: let the "
    "controller tell its own (Primary Client, at the teach pendant under Settings > Security > Services), or give this "
    "arm's calibration (calibration:=FILE, as ur_calibration writes it)."
)
_MISCALIBRATED = (
    "The flange is {:.1f} mm from where the controller takes it: the calibration that is reckoned with is another "
    "arm's, or an old one. Let ur_calibration write it anew."
)
_OTHER_CALIBRATION = (
    "The calibration that was given is {}, the controller's is {}: the file is another arm's, or an old one. Let "
    "ur_calibration write it anew."
)
_OTHER_MAKE = "The controller's arm is no {}: its links have other lengths. Set arm to its make."
_MODES = {
    RobotMode.CONFIRM_SAFETY: "Confirm the safety settings at the teach pendant first.",
    RobotMode.BOOTING: "The controller still boots: wait first.",
}


def health(link: ArmLink, blind: str = "") -> tuple[int, dict[str, object]]:
    """Return a level (0 fine, 1 impaired or not under control, 2 stopped or lost) and figures for diagnostics.

    :param blind: why there is no picture, a sentence; '' when there is one
    """
    seen, stops = link.receiver.latest, link.stop_times
    figures: dict[str, object] = {
        "robot_mode": "?" if seen is None else states.name_of_mode(seen.robot_mode),
        "safety_bits": "?" if seen is None else _names(seen.safety_bits),
        "program_running": "?" if seen is None else seen.runtime_state == Runtime.PLAYING,
        "remote_control": "?" if link.remote is None else link.remote,
        "control": str(link.control),
        "speed_scaling": "?" if seen is None else round(seen.scaling, 3),
        "gripper": _gripper(link),
        "force on the tool, N": "?" if seen is None else round(float(np.linalg.norm(seen.force[:3])), 1),
        "flange off the controller's, mm": "?" if (off := flange_off(link)) is None else round(1e3 * off, 2),
        "calibration": _calibration(link),
        "PolyScope's joint limits": _own_limits(link),
        "PolyScope's planes, tool and force limits": "not known: the controller does not tell them",
        "last measurement, ms ago": "?" if seen is None else round(1e3 * (time.monotonic() - seen.time), 1),
        "connections": link.receiver.connections,
        "receive": link.receiver.error,
        "worker": link.worker_pid,
        "last problem": link.problem.message,
        "program not ended because": link.program.left,
        "last stop on the wire, ms": "" if stops is None else round(1e3 * stops.sent, 1),
        "last stop, joints still, ms": "" if stops is None else round(1e3 * stops.still, 1),
    }
    return max((level for level, _ in _troubles(link, blind)), default=FINE), figures


def advice(link: ArmLink, blind: str = "") -> str:
    """Return what is wrong and what a user can do about it; '' when all is well. ``blind``: as in :func:`health`."""
    return " ".join(sentence for _, sentence in _troubles(link, blind))


def flange_off(link: ArmLink) -> float | None:
    """Return how far the flange is from where the controller takes it, m; None while that is not known."""
    seen = link.receiver.latest
    if seen is None or seen.pose is None or link.state not in states.UNDER_CONTROL:
        return None
    return float(np.linalg.norm(forward(link.limits.arm, seen.q)[:3, 3] - seen.pose[:3]))


def _troubles(link: ArmLink, blind: str) -> list[tuple[int, str]]:
    """Return a level and a sentence for each thing that is wrong, what matters most first."""
    state, seen = link.state, link.receiver.latest
    found = list[tuple[int, str]]()
    if state in states.UNDER_CONTROL:
        if link.gripper is not None and link.fingers is None:
            found.append((IMPAIRED, _NO_GRIPPER))
        if blind:
            found.append((IMPAIRED, blind))
        off = flange_off(link)
        if off is not None and off > FLANGE_OFF:
            nominal = link.limits.arm.origins is None
            found.append((IMPAIRED, (_UNCALIBRATED if nominal else _MISCALIBRATED).format(1e3 * off)))
        found.extend((IMPAIRED, sentence) for sentence in _another_arm(link))
    else:
        level = STOPPED if state in (State.DISCONNECTED, State.ESTOP, State.PSTOP) else IMPAIRED
        found.append((level, link.available().message))
        if link.program.left:
            found.append((IMPAIRED, _LEFT.format(link.program.left)))
    if seen is not None:
        if seen.robot_mode in _MODES:
            found.append((IMPAIRED, _MODES[RobotMode(seen.robot_mode)]))
        age = time.monotonic() - seen.time
        if age > LATE:
            found.append((IMPAIRED, _TOO_LATE.format(age)))
    return found


def _another_arm(link: ArmLink) -> list[str]:
    """Return what says that the controller's arm is not the one that the driver was told of."""
    said, arm = link.itself.said, link.limits.arm
    if said is None:
        return []
    if not said.kinematics.is_a(arm):
        return [_OTHER_MAKE.format(arm.name)]
    if arm.calibration and arm.calibration != said.kinematics.hash:
        return [_OTHER_CALIBRATION.format(arm.calibration, said.kinematics.hash)]
    return []


def _calibration(link: ArmLink) -> str:
    """Return whose links the flange is reckoned by, and whether a calibration that was given is the controller's."""
    said, arm = link.itself.said, link.limits.arm
    if arm.origins is not None and not arm.calibration:
        return "not known: the file that was given has no hash"
    if said is None:
        nominal = "; the flange is nominal, by the published lengths" if arm.origins is None else ""
        return f"not known: {link.itself.problem}{nominal}"
    theirs = said.kinematics.hash
    if link.settings.limits.arm.origins is None:
        if arm.origins is None:
            return f"none: the flange is nominal, by the published lengths; the controller's is {theirs}"
        return f"the controller's, read from it, {theirs}"
    return f"the controller's, {theirs}" if arm.calibration == theirs else f"{arm.calibration} is not its {theirs}"


def _own_limits(link: ArmLink) -> str:
    """Return which joints PolyScope keeps more tightly than the driver does."""
    limits, ours = link.limits, link.settings.limits
    if limits.said is None:
        return f"not known: {link.itself.problem}"
    low, high = limits.joint_range
    tighter = [
        f"{name} {low[k]:.2f} to {high[k]:.2f} rad, {limits.joint_speeds[k]:.2f} rad/s"
        for k, name in enumerate(JOINT_NAMES)
        if low[k] > ours.joint_low[k] + 1e-6 or high[k] < ours.joint_high[k] - 1e-6
        or limits.joint_speeds[k] < ours.joint_speed
    ]  # fmt: skip
    return "; ".join(tighter) or "none tighter than the driver's"


def _names(bits: int) -> str:
    """Return the names of safety bits; a bit without one is a number."""
    known = [bit for bit in SafetyBit if bits & bit]
    rest = bits & ~sum(known)
    return ", ".join([*(str(bit.name) for bit in known), *([str(rest)] if rest else [])])


def _gripper(link: ArmLink) -> str:
    if link.gripper is None:
        return "none"
    fingers = link.fingers
    if fingers is None:
        return "does not answer"
    return f"{1e3 * fingers.width:.1f} mm, {'holding' if fingers.holding else fingers.contact.name.lower()}"
