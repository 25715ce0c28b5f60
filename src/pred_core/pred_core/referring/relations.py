"""How well two remembered objects stand in a spatial relation, from 0 to 1, as seen from where the robot stood.

Directions follow the angle from the named axis and fade with distance (spatial templates: Logan and Sadler, 1996;
Regier and Carlson, 2001). Left, right, front and behind are the viewer's, facing the landmark.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.vocabulary import can_be_carried, equipment, group, part_of

Point = tuple[float, ...]
"""Where the robot stood when it was told: x, y in metres, and its yaw in radians where that is known; frame map."""

NEAR = 0.15
"""Gap in metres, beside the size of the two, at which near has faded to 1/e."""
FADE = 2.5
"""The same for directions."""
LOW = 0.15
"""Height in metres over the floor up to which the underside of what lies there is seen."""
MEETS = 0.1
"""Height in metres over or under a landmark up to which what nothing else carries is still on it."""
LIKELY_ON = 0.6
"""How well what meets a landmark, and lies on nothing else that was seen, is on it."""
ABOVE = 0.35
"""How far in metres beside a column something may be that is above or under it."""


def gap(one: ObjectState, other: ObjectState) -> float:
    """Return the free distance between two upright boxes, in metres, seen from above."""
    reach = [(a + b) / 2.0 for a, b in zip(one.size[:2], other.size[:2], strict=True)]
    apart = [abs(a - b) for a, b in zip(one.center[:2], other.center[:2], strict=True)]
    return math.hypot(*(max(0.0, d - r) for d, r in zip(apart, reach, strict=True)))


def surroundings(memory: ObjectMemory, state: ObjectState) -> Iterable[str]:
    """Yield the ids of what an object lies on or in, from the nearest outwards."""
    seen: set[str] = set()
    parent = state.parent_id
    while parent and parent not in seen:
        yield parent
        seen.add(parent)
        around = memory.get(parent)
        parent = around.parent_id if around is not None else ""


def lies_on_floor(state: ObjectState, memory: ObjectMemory) -> bool:
    """Tell whether a thing lies on the floor: on nothing else, and its underside as low as the floor."""
    around = next((one for name in surroundings(memory, state) if (one := memory.get(name)) is not None), None)
    if around is not None:
        return around.class_name in group("floors")
    return state.center[2] - state.size[2] / 2.0 <= LOW


def _on(state: ObjectState, landmark: ObjectState, memory: ObjectMemory, _: Point) -> float:
    if landmark.class_name in group("floors"):  # what stands on a sofa is on no floor
        return 1.0 if lies_on_floor(state, memory) else 0.0
    if not state.parent_id and not state.held:
        return LIKELY_ON if _meets(state, landmark) else 0.0
    drains, in_drain = equipment().drains(), False
    for name in surroundings(memory, state):
        around = memory.get(name)
        in_drain = in_drain or (around is not None and around.class_name in drains)
        # what lies in the sink is not on the counter that the sink is built into
        if name == landmark.id or _is_part_of(around, landmark):
            return 0.0 if in_drain and landmark.class_name not in drains else 1.0
    return 0.0


def _meets(state: ObjectState, landmark: ObjectState) -> bool:
    """Tell whether a thing that lies on nothing that was seen is where a landmark carries it: a towel on its hook."""
    bottom = state.center[2] - state.size[2] / 2.0
    low, high = (landmark.center[2] + sign * landmark.size[2] / 2.0 for sign in (-1.0, 1.0))
    hangs = bottom > LOW and can_be_carried(state.class_name)
    return hangs and gap(state, landmark) == 0.0 and low - state.size[2] - MEETS <= bottom <= high + MEETS


def _is_part_of(one: ObjectState | None, other: ObjectState) -> bool:
    """Tell whether one is the basin of the other, or the other way round: in the basin is in the sink."""
    if one is None or one.class_name == other.class_name:
        return False
    same = part_of().get(one.class_name, one.class_name) == part_of().get(other.class_name, other.class_name)
    return same and gap(one, other) == 0.0


def _with(state: ObjectState, landmark: ObjectState, memory: ObjectMemory, _: Point) -> float:
    return 1.0 if state.id in surroundings(memory, landmark) else 0.0


def _near(state: ObjectState, landmark: ObjectState, memory: ObjectMemory, _: Point) -> float:
    if state.class_name in group("floors") and not _is_loose_on(landmark, state):
        return 0.0  # the floor is under everything, and beside what lies on it alone
    touching = state.id in surroundings(memory, landmark) or landmark.id in surroundings(memory, state)
    large = (max(state.size[:2]) + max(landmark.size[:2])) / 2.0  # near a sofa is farther than near a can
    return 1.0 if touching else math.exp(-gap(state, landmark) / (NEAR + large))


def _is_loose_on(state: ObjectState, floor: ObjectState) -> bool:
    return can_be_carried(state.class_name) and state.parent_id in ("", floor.id)


def _column(state: ObjectState, landmark: ObjectState) -> float:
    return math.exp(-max(0.0, gap(state, landmark)) / ABOVE)


def _under(state: ObjectState, landmark: ObjectState, memory: ObjectMemory, _: Point) -> float:
    below = [one for name in surroundings(memory, landmark) if (one := memory.get(name)) is not None]
    if any(one.class_name == state.class_name for one in below):  # "the table under the lamp" is none beside it
        return 1.0 if state in below else 0.0
    return _column(state, landmark) if state.center[2] < landmark.center[2] else 0.0


def _over(state: ObjectState, landmark: ObjectState, memory: ObjectMemory, view: Point) -> float:
    return _under(landmark, state, memory, view)


def _direction(turn: float) -> Callable[[ObjectState, ObjectState, ObjectMemory, Point], float]:
    """Return the relation of lying in a direction from the landmark.

    :param turn: angle in radians, counter-clockwise, from the line of sight onwards
    """

    def lies(state: ObjectState, landmark: ObjectState, _: ObjectMemory, view: Point) -> float:
        sight = math.atan2(landmark.center[1] - view[1], landmark.center[0] - view[0])
        dx, dy = state.center[0] - landmark.center[0], state.center[1] - landmark.center[1]
        if state.id == landmark.id or math.hypot(dx, dy) < 1e-3:
            return 0.0
        along = math.cos(math.atan2(dy, dx) - sight - turn)
        return max(0.0, along) * math.exp(-gap(state, landmark) / FADE)

    return lies


_RELATIONS: Mapping[str, Callable[[ObjectState, ObjectState, ObjectMemory, Point], float]] = {
    "on": _on,
    "in": _on,
    "with": _with,
    "near": _near,
    "under": _under,
    "over": _over,
    "left": _direction(math.pi / 2.0),
    "right": _direction(-math.pi / 2.0),
    "behind": _direction(0.0),
    "front": _direction(math.pi),
}
SIDES = frozenset({"left", "right", "front", "behind"})
"""Relations that depend on where one stands."""
_BESIDE = SIDES | {"between"}
"""Relations in which nothing is to what it lies in."""
RELATIONS = frozenset({*_RELATIONS, "between"})
"""The relations that can be judged."""


def related(
    relation: str, state: ObjectState, landmarks: Sequence[ObjectState], memory: ObjectMemory, view: Point
) -> float:
    """Return how well an object stands in a relation to its landmarks: one, or two for between.

    :param view: where the robot stood when it was told, x and y in metres, frame map
    """
    if any(state.id == landmark.id for landmark in landmarks):
        return 0.0
    if relation in _BESIDE and any(landmark.id in surroundings(memory, state) for landmark in landmarks):
        return 0.0
    if relation == "between":
        return _between(state, landmarks)
    return _RELATIONS[relation](state, landmarks[0], memory, view)


def _between(state: ObjectState, landmarks: Sequence[ObjectState]) -> float:
    if len(landmarks) < 2:
        return 0.0
    here, one, other = (s.center[:2] for s in (state, *landmarks[:2]))
    apart = math.dist(one, other)
    detour = math.dist(here, one) + math.dist(here, other) - apart
    return math.exp(-detour / max(0.3 * apart, 1e-3))
