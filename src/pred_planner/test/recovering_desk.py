"""What tests of recovery share: a small kitchen, a plan in it, and how it failed."""

from __future__ import annotations

from dataclasses import replace

from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_language.reader import Texts
from pred_planner.recovering.situation import Situation
from pred_planner.rules.reasoner import RulesReasoner

TEXTS = Texts("Put a clean mug in the garbage can.")


def thing(name, parent="", **attributes):
    known = {k: Attribute(k, Truth.of(v)) for k, v in attributes.items()}
    return ObjectState(
        name, name.split("_")[0], (0, 0, 0), (0.1, 0.1, 0.1), parent_id=parent, attributes=known
    )


def kitchen(*more, held=""):
    things = [
        thing("CounterTop_1"),
        thing("SinkBasin_1"),
        thing("Faucet_1", on=False),
        thing("GarbageCan_1"),
        thing("Mug_1", "" if held == "Mug_1" else "CounterTop_1", clean=False),
    ]
    names = {o.id for o in more}
    listed = [o for o in things if o.id not in names] + list(more)
    return ObjectMemory(objects=tuple(replace(o, held=o.id == held) for o in listed), held_id=held)


def planned(texts=TEXTS):
    return RulesReasoner().make_plan(texts, kitchen()).plan


def situation(stage, plan, cursor, memory, code=Code.PRECONDITION_FAILURE, target="", done=None, texts=TEXTS):
    plan = replace(plan, cursor=cursor)
    finished = frozenset(s.id for s in plan.subgoals[:cursor]) if done is None else done
    bound = {"x1": "Mug_1", "sinkbasin": "SinkBasin_1", "faucet": "Faucet_1"}
    return Situation(
        "cmfr", stage, plan, Outcome(code, "It failed."), memory, texts, target, "", bound, finished
    )


def rows(proposal):
    return [s.as_tuple() for s in proposal.rest]


def at(plan, name, action):
    return next(i for i, s in enumerate(plan.subgoals) if s.as_tuple() == (name, action))
