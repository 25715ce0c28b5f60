"""What the thing in the hand looks like from several sides: what OHV compares (PRED section 3.1.2, C.2)."""

from __future__ import annotations

from pred_core.plan_language import Kind, Subgoal
from pred_core.views import lead_of_others
from pred_recovery.mission.mission import Mission
from pred_recovery.mission.requests import Asking, Move, MoveRobot

LOOKS = ((Move.LOOK_DOWN, Move.LOOK_UP), (Move.LOOK_UP, Move.LOOK_DOWN))
"""Each further view of what is held, and the motion that undoes it (C.2: lift or lower it)."""


DECIDED = 1.0
"""Lead of one class, in views, from which no further one is taken."""


def views_of_held(mission: Mission, picked: Subgoal) -> Asking[tuple[str, ...]]:
    """Return the classes the held thing looked like: when it was taken, then in the hand, once from each side.

    The view in the hand costs nothing, and those of an earlier time in the hand are remembered. Lifting and lowering is
    only worth it when another class leads, or when one view alone speaks for it in the hand and there is reason to
    doubt that; then until the matter is decided. Where a stand-in was taken for what the plan's words mean first, a
    view of that is as good as one of the stand-in.
    """
    seen = mission.beliefs.in_hand.setdefault(mission.memory.held_id, {})
    here = _take_view(mission, picked, seen)
    lead = lead_of_others(picked.object, seen.values())
    doubt = _reason_to_doubt(mission, picked) if lead < 0.0 and len(seen) == 1 else ""
    if (lead > 0.0 or doubt) and mission.settings.verify_views:
        looks = f"In the hand the {picked.object} looks like {here or 'nothing known'}"
        mission.note("verify", f"{looks}{doubt}: looking from other sides.")
        mission.trace.swayed_by.add(Kind.OHV)
        for look, back in LOOKS[: mission.settings.verify_views]:
            moved = yield MoveRobot(look)
            if moved.outcome:
                _take_view(mission, picked, seen)
                yield MoveRobot(back)
            lead = lead_of_others(picked.object, seen.values())
            if abs(lead) >= DECIDED:
                break
    return (picked.object, *seen.values())


def _reason_to_doubt(mission: Mission, picked: Subgoal) -> str:
    """Return in words why one view that agrees is not enough, '' when it is."""
    held = mission.memory.held
    if held is not None and held.rival_class and not _as_good(mission, picked, held.rival_class):
        return f", from afar it looked like {held.rival_class} too"
    if any(wanted == picked.object for wanted, _ in mission.bindings.turned_away):
        return ", but so did another thing that was none"
    return ""


def _as_good(mission: Mission, picked: Subgoal, name: str) -> bool:
    """Tell whether the plan's words mean that class first, for which a stand-in was taken."""
    steps = mission.plan.subgoals if mission.plan else ()
    return any(s.id == picked.id and s.object == name for s in steps)


def _take_view(mission: Mission, picked: Subgoal, seen: dict[int, str]) -> str:
    """Note the class that the held thing is seen as, by the camera's tilt, and return it; '' when it is not seen."""
    name = mission.world.held_view
    if _as_good(mission, picked, name):
        name = picked.object
    if name:
        seen[round(mission.robot.pitch / mission.settings.look_step)] = name
    return name
