"""Away from what stopped the arm: back along the way it came, slowly, and no harder pressed than it was."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np

from pred_core.outcome import Code, Outcome
from ur5_description.kinematics import Array
from ur5_driver.driver.commands import MoveJoints
from ur5_driver.driver.limits import Limits
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.motion import joints_of
from ur5_driver.driver.receive import Snapshot

TOOL_SPEED = 0.05
"""m/s, or the joints' own limit where that is less."""
JOINT_SPEED = 0.2
ACCELERATION = 0.3
"""rad/s²."""
MORE_FORCE = 20.0
"""How much more than at its begin the tool may feel on the way, N: twice the error of an arm without a sensor."""
TOUCHES_FROM = 0.5
"""An arm whose tool feels more than this share of the contact force touches something."""


def touching(link: ArmLink) -> bool:
    """Return whether the tool is pressed against something, as far as it can be felt."""
    seen = link.snapshot
    return seen is not None and _force(seen) > TOUCHES_FROM * link.limits.contact_force


def way_back(link: ArmLink, length: float) -> list[Array]:
    """Return the waypoints (rad) of the way back, so many m of the flange; empty where none is known."""
    seen = link.snapshot
    return [] if seen is None or length <= 0.0 else link.trail.back(link.limits.arm, seen.q, length)


def move_away(link: ArmLink, way: Sequence[Array], cancel: threading.Event) -> Outcome:
    """Go a way back. Ends where the tool feels more than when it began; nothing is tried again."""
    began = link.snapshot
    if began is None:
        return link.available()
    most = _force(began) + MORE_FORCE

    def watch(seen: Snapshot) -> Outcome | None:
        if _force(seen) <= most:
            return None
        return Outcome(
            Code.EXECUTION_FAILURE,
            f"Moving back was stopped: the tool met {_force(seen):.0f} N. A person has to free the arm: switch to "
            "local control at the teach pendant, move it away by hand with the Freedrive button, then call recover.",
        )

    link.trail.hold()
    try:
        outcome = Outcome.success("There was no way to go back.")
        for goal in way:
            seen = link.snapshot
            if seen is None:
                return link.available()
            limits = link.limits
            outcome = link.move(_slow(limits, seen.q, goal), cancel, watch, within=limits)
            if not outcome:
                return outcome
        return outcome
    finally:
        ended = link.snapshot
        link.trail.rewind(None if ended is None else ended.q)


def _slow(limits: Limits, start: Array, goal: Array) -> MoveJoints:
    fastest = limits.joints(joints_of(start), joints_of(goal), 1.0, 1.0)
    share = TOOL_SPEED / limits.tool_speed
    speed = min(JOINT_SPEED, fastest.speed * min(1.0, share))
    return MoveJoints(fastest.start, fastest.goal, speed, min(ACCELERATION, fastest.acceleration))


def _force(seen: Snapshot) -> float:
    return float(np.linalg.norm(seen.force[:3]))
