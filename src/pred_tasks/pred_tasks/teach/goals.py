"""TEACh's goals as data (Padmakumar et al. 2022, section 3.1): components with a count, states and a place.

A component names how many objects of some types must be in some state, on or in something. Where other components
are to lie in one (a plate of toast), the same instance has to serve them all: the best choice counts.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pred_tasks.alfred.goals import Condition
from pred_tasks.world import Entry, WorldState, contains

ALL = "all"
STATES = (
    "isDirty",
    "isFilledWithLiquid",
    "fillLiquid",
    "isCooked",
    "isSliced",
    "isToggled",
    "isOpen",
    "boiled",
)


class GoalError(ValueError):
    """A goal that cannot be read, with a sentence that says why."""


@dataclass(frozen=True)
class Component:
    """``count`` objects (or 'all') of ``types`` in ``state``, in an object of ``in_types`` or in component ``in_part``.

    ``same``: all of them in one and the same receptacle.
    """

    name: str
    types: tuple[str, ...]
    count: int | str = 1
    state: Mapping[str, Any] = field(default_factory=dict)
    in_types: tuple[str, ...] = ()
    in_part: str = ""
    same: bool = False

    @classmethod
    def parse(cls, data: Any) -> Component:
        """Return the component of a JSON object.

        :raises GoalError: naming what is wrong
        """
        if not isinstance(data, dict) or not data.get("name") or not data.get("types"):
            raise GoalError(f"A goal component needs a name and types: {str(data)[:80]}.")
        unknown = sorted(set(data) - set(cls.__dataclass_fields__))
        states = sorted(set(data.get("state", {})) - set(STATES))
        count = data.get("count", 1)
        if unknown or states or not (count == ALL or (isinstance(count, int) and count > 0)):
            wrong = ", ".join([*unknown, *states]) or f"count {count!r}"
            raise GoalError(f"Goal component {data['name']!r} has what nobody knows: {wrong}.")
        return cls(
            name=str(data["name"]),
            types=tuple(data["types"]),
            count=count,
            state=dict(data.get("state", {})),
            in_types=tuple(data.get("in_types", ())),
            in_part=str(data.get("in_part", "")),
            same=bool(data.get("same", False)),
        )


@dataclass(frozen=True)
class GoalScene:
    """A world and the instances chosen for the components that others lie in."""

    state: WorldState
    chosen: Mapping[str, Entry | None]


@dataclass(frozen=True)
class TeachGoal:
    """All components of a task."""

    components: tuple[Component, ...]

    @classmethod
    def parse(cls, data: Iterable[Any]) -> TeachGoal:
        """Return the goal of a list of JSON objects.

        :raises GoalError: naming what is wrong
        """
        components = tuple(Component.parse(entry) for entry in data)
        names = [c.name for c in components]
        missing = sorted({c.in_part for c in components if c.in_part} - set(names))
        if not components or missing or len(set(names)) != len(names):
            wrong = f"in_part {missing[0]!r} is no component" if missing else "names must be there and unique"
            raise GoalError(f"The goal's components do not fit together: {wrong}.")
        return cls(components)

    def conditions(self, state: WorldState) -> tuple[Condition, ...]:
        """Return the conditions of the goal in a world, for the choice of instances that meets most."""
        parts = {c.in_part for c in self.components if c.in_part}
        shared = [c for c in self.components if c.name in parts]
        choices: list[list[Entry | None]] = [[*_candidates(c, state)] or [None] for c in shared]
        rated = (
            self._with(GoalScene(state, {c.name: entry for c, entry in zip(shared, chosen, strict=True)}))
            for chosen in itertools.product(*choices)
        )
        return max(rated, key=_met)

    def _with(self, scene: GoalScene) -> tuple[Condition, ...]:
        return tuple(itertools.chain.from_iterable(_component(c, scene) for c in self.components))


def _met(conditions: Iterable[Condition]) -> int:
    return sum(c.met for c in conditions)


def _candidates(component: Component, state: WorldState) -> list[Entry]:
    """Return the objects of a component's types; what was cut up is not there any more, only its slices are."""
    return [o for o in state.of_types(component.types) if not (o["isSliced"] and o["sliceable"])]


def _component(component: Component, scene: GoalScene) -> tuple[Condition, ...]:
    if component.name in scene.chosen:
        entry = scene.chosen[component.name]
        return _instances(component, [entry] if entry is not None else [], 1, scene)
    found = _candidates(component, scene.state)
    count = max(len(found), 1) if component.count == ALL else int(component.count)
    homes = scene.state.of_types(component.in_types) if component.same else []
    if not homes:
        return _instances(component, found, count, scene)
    return max((_instances(component, found, count, scene, home) for home in homes), key=_met)


def _instances(
    component: Component, found: list[Entry], count: int, scene: GoalScene, home: Entry | None = None
) -> tuple[Condition, ...]:
    """Return the conditions of the best ``count`` instances, absent ones included."""
    rated = sorted((_one(component, entry, scene, home) for entry in found), key=_met, reverse=True)[:count]
    rated += [_one(component, None, scene, home)] * (count - len(rated))
    return tuple(
        Condition(f"{component.name} {n + 1}: {c.name}", c.met) for n, one in enumerate(rated) for c in one
    )


def _one(
    component: Component, entry: Entry | None, scene: GoalScene, home: Entry | None
) -> tuple[Condition, ...]:
    conditions = [
        Condition(f"{key}={wanted}", entry is not None and _is(entry, key, wanted, scene.state))
        for key, wanted in component.state.items()
    ]
    place = component.in_part or "/".join(component.in_types)
    if place:
        conditions.append(
            Condition(f"in {place}", entry is not None and _placed(component, entry, scene, home))
        )
    return tuple(conditions) or (Condition("is there", entry is not None),)


def _is(entry: Entry, key: str, wanted: Any, state: WorldState) -> bool:
    if key == "boiled":
        return (entry["objectId"] in state.boiled) is bool(wanted)
    return bool(entry[key] == wanted)


def _placed(component: Component, entry: Entry, scene: GoalScene, home: Entry | None) -> bool:
    if component.in_part:
        part = scene.chosen[component.in_part]
        return part is not None and contains(part, entry)
    if home is not None:
        return contains(home, entry)
    return any(contains(place, entry) for place in scene.state.of_types(component.in_types))
