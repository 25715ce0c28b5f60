"""The lab table with one or two of everything on it, and what the rules plan there."""

from __future__ import annotations

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.plan_language import Plan
from pred_language.reader import Texts
from pred_planner.rules.reasoner import Planned, RulesReasoner

BOX = ((0.5, 0.0, 0.0), (0.1, 0.1, 0.1))
EVERYTHING = (
    *(
        "FantaCan_1",
        "PepsiCan_1",
        "BlueCan_1",
        "BlueCan_2",
        "RedCup_1",
        "YellowCupboard_1",
        "YellowCupboard_2",
    ),
    *(
        "Lemon_1",
        "Lemon_2",
        "Apple_1",
        "Hammer_1",
        "Wrench_1",
        "Corner_1",
        "Corner_2",
        "Bowl_1",
        "Box_1",
        "Table_1",
    ),
)


def seen(*names: str) -> ObjectMemory:
    return ObjectMemory(objects=tuple(ObjectState(name, name.split("_")[0], *BOX) for name in names))


def planned(text: str, memory: ObjectMemory | None = None) -> Planned:
    return RulesReasoner().make_plan(Texts(text), memory or seen(*EVERYTHING))


def plan_of(text: str, memory: ObjectMemory | None = None) -> Plan:
    made = planned(text, memory)
    assert made.outcome and made.plan is not None, made.outcome
    return made.plan
