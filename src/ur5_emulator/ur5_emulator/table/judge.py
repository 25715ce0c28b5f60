"""Whether a scene's goal is reached: a pure function of the world's state as ``sim/get_world_state`` gives it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ur5_emulator.table.scenes import SceneCondition

_RELATIONS = {"on": ("on",), "in": ("in",), "under": ("under",), "at": ("on", "in")}


@dataclass(frozen=True)
class TableVerdict:
    """The judgement: how many of the conditions hold, and a sentence for each that does not."""

    met: int
    total: int
    missing: tuple[str, ...]

    @property
    def success(self) -> bool:
        """Whether the whole goal is reached."""
        return self.met == self.total


def judge(state: Mapping[str, Any], goal: Sequence[SceneCondition] | None = None) -> TableVerdict:
    """Judge a state.

    :param state: decoded JSON of ``sim/get_world_state``: keys ``objects`` and ``goal``
    :param goal: the conditions; the state's own when None
    :raises KeyError: when the state lacks what every state has
    """
    conditions = [condition_from(item) for item in state["goal"]] if goal is None else list(goal)
    missing = [text for condition in conditions if (text := _shortcoming(condition, state["objects"]))]
    return TableVerdict(len(conditions) - len(missing), len(conditions), tuple(missing))


def condition_to(condition: SceneCondition) -> dict[str, Any]:
    """Return a condition as JSON has it."""
    return asdict(condition)


def condition_from(data: Mapping[str, Any]) -> SceneCondition:
    """Return the condition that :func:`condition_to` wrote."""
    return SceneCondition(**{**data, "kinds": tuple(data["kinds"])})


def _shortcoming(condition: SceneCondition, objects: Sequence[Mapping[str, Any]]) -> str:
    holders = {o["id"] for o in objects if condition.receptacle in {o["type"], o["id"]}}
    things = [
        o
        for o in objects
        if o["type"] in condition.kinds
        and o["relation"] in _RELATIONS[condition.relation]
        and (o["parent"] in holders or o["parent"] == condition.receptacle)
    ]
    if not condition.each:
        return _count(condition, len(things), condition.receptacle)
    if not holders:
        return f"there is no {condition.receptacle}"
    counts = {holder: sum(o["parent"] == holder for o in things) for holder in sorted(holders)}
    return "; ".join(text for holder, count in counts.items() if (text := _count(condition, count, holder)))


def _count(condition: SceneCondition, count: int, where: str) -> str:
    what = f"{' or '.join(condition.kinds)} {condition.relation} {where}"
    if count < condition.at_least:
        return f"{count} of {condition.at_least} {what}"
    if condition.at_most is not None and count > condition.at_most:
        return f"{count} {what}, at most {condition.at_most} wanted"
    return ""
