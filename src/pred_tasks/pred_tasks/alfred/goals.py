"""ALFRED's seven goals as conditions on a world (Shridhar et al. 2020, section 3 and the goal checks of its simulator).

Objects are meant by type: a slice counts as its whole unless slices are asked for. Each definition counts its parts
and their conjunction, as ALFRED does, so that goal-condition scores compare.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pred_tasks.furniture import stand_ins
from pred_tasks.states import STATES
from pred_tasks.world import Entry, WorldState, contains


@dataclass(frozen=True)
class Condition:
    """One goal condition and whether the world meets it."""

    name: str
    met: bool


@dataclass(frozen=True)
class AlfredGoal:
    """ALFRED's parameters of a task; '' where a type of task has none. ``kind`` is one of :data:`DEFINITIONS`.

    ALFRED counts as cleaned, heated or cooled what the robot made so. With diverse initial states an object may be so
    from the start: ``by_state`` counts, too, what the simulator calls clean, hot or cold when the world is judged, and
    what was rinsed under a faucet that was on already.
    """

    kind: str
    object_target: str
    parent_target: str = ""
    mrecep_target: str = ""
    toggle_target: str = ""
    object_sliced: bool = False
    by_state: bool = False

    def conditions(self, state: WorldState) -> tuple[Condition, ...]:
        """Return the conditions of the goal in a world."""
        sliced = _sliced(self, state) if self.object_sliced else []
        return (*sliced, *DEFINITIONS[self.kind](self, state))


def furniture(name: str, state: WorldState) -> tuple[str, ...]:
    """Return the type(s) that stand for a receptacle's type in this build of the scene."""
    return stand_ins(name, state.types())


def _targets(goal: AlfredGoal, state: WorldState) -> list[Entry]:
    slices = f"{goal.object_target}Sliced"
    return state.of_types({slices} if goal.object_sliced else {goal.object_target, slices}, "pickupable")


def _places(goal: AlfredGoal, state: WorldState) -> list[Entry]:
    return state.of_types(furniture(goal.parent_target, state), "receptacle")


def _sliced(goal: AlfredGoal, state: WorldState) -> list[Condition]:
    wanted = 2 if goal.kind == "pick_two_obj_and_place" else 1
    found = min(len(_targets(goal, state)), wanted)
    return [Condition(f"{goal.object_target} sliced ({n + 1})", n < found) for n in range(wanted)]


def _simple(goal: AlfredGoal, state: WorldState) -> list[Condition]:
    placed = any(contains(r, o) for r in _places(goal, state) for o in _targets(goal, state))
    return [Condition(f"{goal.object_target} in {goal.parent_target}", placed)]


def _two(goal: AlfredGoal, state: WorldState) -> list[Condition]:
    objects = _targets(goal, state)
    most = max((sum(contains(r, o) for o in objects) for r in _places(goal, state)), default=0)
    return [
        Condition(f"{goal.object_target} in one {goal.parent_target} ({n + 1})", n < most) for n in range(2)
    ]


def _look(goal: AlfredGoal, state: WorldState) -> list[Condition]:
    held = any(o["objectId"] in state.held[:1] for o in _targets(goal, state))
    lit = any(o["isToggled"] and o["visible"] for o in state.of_types({goal.toggle_target}, "toggleable"))
    return [
        Condition(f"{goal.object_target} in the hand", held),
        Condition(f"{goal.toggle_target} on and in view", lit),
    ]


def _movable(goal: AlfredGoal, state: WorldState) -> list[Condition]:
    objects, places = _targets(goal, state), _places(goal, state)
    movables = state.of_types({goal.mrecep_target}, "pickupable")
    filled = [m for m in movables if any(contains(m, o) for o in objects)]
    placed = [m for m in movables if any(contains(r, m) for r in places)]
    both = any(m in filled for m in placed)
    return [
        Condition(f"{goal.object_target} in {goal.mrecep_target}", bool(filled)),
        Condition(f"{goal.mrecep_target} in {goal.parent_target}", bool(placed)),
        Condition(f"{goal.object_target} in {goal.mrecep_target} in {goal.parent_target}", both),
    ]


Definition = Callable[[AlfredGoal, WorldState], Sequence[Condition]]

TREATED: Mapping[str, str] = {
    "pick_clean_then_place_in_recep": "clean",
    "pick_heat_then_place_in_recep": "hot",
    "pick_cool_then_place_in_recep": "cold",
}
"""Which state each of ALFRED's task types asks for."""
_WORDS = {"clean": "cleaned", "hot": "heated", "cold": "cooled"}


def _treated(state: str) -> Definition:
    word = _WORDS[state]

    def definition(goal: AlfredGoal, world: WorldState) -> list[Condition]:
        objects, places = _targets(goal, world), _places(goal, world)
        placed = [o["objectId"] for o in objects if any(contains(r, o) for r in places)]
        treated = [
            o["objectId"]
            for o in objects
            if o["objectId"] in world.made(state) or (goal.by_state and _is(state, o, world))
        ]
        return [
            Condition(f"{goal.object_target} in {goal.parent_target}", bool(placed)),
            Condition(f"{goal.object_target} {word}", bool(treated)),
            Condition(
                f"{word} {goal.object_target} in {goal.parent_target}", bool(set(placed) & set(treated))
            ),
        ]

    return definition


def _is(state: str, entry: Entry, world: WorldState) -> bool:
    known = STATES[state]
    rinsed = state == "clean" and entry["objectId"] in world.rinsed
    return (known.may_be_of(entry) and known.of(entry)) or rinsed


DEFINITIONS: dict[str, Definition] = {
    "pick_and_place_simple": _simple,
    "pick_two_obj_and_place": _two,
    "look_at_obj_in_light": _look,
    **{kind: _treated(state) for kind, state in TREATED.items()},
    "pick_and_place_with_movable_recep": _movable,
}
"""Goal definitions by ALFRED's task type."""

NEEDS: dict[str, tuple[str, ...]] = {
    "look_at_obj_in_light": ("object_target", "toggle_target"),
    "pick_and_place_with_movable_recep": ("object_target", "mrecep_target", "parent_target"),
}
"""Which parameters a task type must give, where they are not object_target and parent_target."""
