"""Looking for what fell out of the hand where the robot's own body hides it: at its feet, under it and behind it."""

from __future__ import annotations

import math
from collections.abc import Callable

from pred_core.objects import ObjectState
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Asking, Move, MoveRobot

BEFORE_FEET = 0.5
"""What fell lies no nearer to where the camera is than this, seen from above, m."""
STEP_OFF = 1.25
"""So far it goes back from where it stood: over what lay under it, m."""

Found = Callable[[], ObjectState | None]


def look_down(mission: Mission, found: Found) -> Asking[ObjectState | None]:
    """Return the thing once it is seen, with the camera as it is, else down to the floor at the robot's feet."""
    steepest = math.atan2(mission.settings.camera_height, BEFORE_FEET)
    seen = found()
    while seen is None and mission.robot.pitch + mission.settings.field_of_view / 2.0 < steepest:
        reply = yield MoveRobot(Move.LOOK_DOWN)
        seen = found()  # a camera that comes to its limit on the way shows more of the floor, too
        if not reply.outcome:
            break
    return seen


def look_at_the_feet(mission: Mission, lost: ObjectState) -> Asking[None]:
    """Look for what the hand lost on the way: down, then stepping back, then half turned around stepping back again.

    A camera that looks ahead over a long body does not see what lies under that, or where it has just walked.
    """
    before = {o.id for o in mission.memory.objects if o.id != lost.id}

    def found() -> ObjectState | None:
        alike = mission.memory.of_class(lost.class_name)
        return next((o for o in alike if o.visible and o.id not in before), None)

    mission.note("look_at_feet", f"{lost.id} fell on the way: looking for it on the floor.", id=lost.id)
    for half_turns in (0, 1):
        turns = half_turns * max(1, round(math.pi / mission.settings.turn_step))
        backs = max(1, math.ceil(STEP_OFF / mission.settings.move_step))
        for motion, times in ((Move.TURN_LEFT, turns), (Move.BACK, backs)):
            for _ in range(times):
                if (yield from look_down(mission, found)) is not None:
                    return
                if not (yield MoveRobot(motion)).outcome:
                    break
    yield from look_down(mission, found)
