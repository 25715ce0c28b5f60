"""Plans spoiled on purpose, in the ways that a model's unjudged plans are: for measuring what recovery is worth.

Nothing here is on the way of a plan unless the parameter ``plan_faults`` asks for it. A spoiled plan says so in its
source, and what was done to it in its context.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from pred_core.plan_language import Plan, Primitive, Subgoal
from pred_core.vocabulary import object_types, spoken
from pred_language.lexicon.nouns import nouns

SOURCE = "spoiled"
CONTEXT_KEY = "plan_faults"
SEED_PARAMETER = "plan_faults_seed"
"""The planner's parameter that draws the faults; the only one that may be set while it runs."""
FORGOTTEN_SHARE = 0.3
"""How likely each step that a later one needs is forgotten."""


class SpoilingError(ValueError):
    """Kinds of plan faults that do not exist, with a sentence that says which do."""


@dataclass(frozen=True)
class Spoiling:
    """Which kinds of faults plans get, drawn with which seed, and in which share of the tasks."""

    kinds: tuple[str, ...]
    seed: int = 0
    share: float = 1.0

    @classmethod
    def parse(cls, text: str, seed: int, share: float) -> Spoiling | None:
        """Return the spoiling of a comma-separated list of kinds, None for ''.

        :raises SpoilingError: naming what is no kind
        """
        kinds = tuple(word.strip() for word in text.split(",") if word.strip())
        unknown = [kind for kind in kinds if kind not in KINDS]
        if unknown:
            raise SpoilingError(f"there is no plan fault {unknown[0]!r}; there is: {', '.join(KINDS)}.")
        return cls(kinds, seed, share) if kinds else None


def spoiled(plan: Plan, how: Spoiling) -> Plan:
    """Return the plan with one fault of one of the kinds, drawn by seed and instruction; as it is where none fits."""
    random = Random(f"{how.seed}|{plan.instruction}")
    if random.random() >= how.share:
        return plan
    kinds = random.sample(how.kinds, len(how.kinds))
    for kind in kinds:
        after, what = KINDS[kind](plan, random)
        if what:
            told = [{"kind": kind, "what": what}]
            return replace(after, source=SOURCE, context={**plan.context, CONTEXT_KEY: told})
    return plan


def _missing(plan: Plan, random: Random) -> tuple[Plan, str]:
    """Leave a step out: one tuple, or all of a triplet, where more than that is planned."""
    if len(plan.triplets) > 1 and random.random() < 0.5:
        gone = random.choice(plan.triplets)
        rest = tuple(s for s in plan.subgoals if s.parent != gone.id)
        if rest:
            triplets = tuple(t for t in plan.triplets if t is not gone)
            return replace(plan, triplets=triplets, subgoals=rest), _said(gone.as_triplet())
    index = random.randrange(len(plan.subgoals))
    rest = (*plan.subgoals[:index], *plan.subgoals[index + 1 :])
    return (replace(plan, subgoals=rest), _said(plan.subgoals[index].as_tuple())) if rest else (plan, "")


def _forgotten(plan: Plan, random: Random) -> tuple[Plan, str]:
    """Leave out one or more steps that a later one needs: a door opened, a thing taken, the hand emptied."""
    needed = [i for i, step in enumerate(plan.subgoals) if _is_needed(step, plan.subgoals[i + 1 :])]
    if not needed:
        return plan, ""
    gone = {i for i in needed if random.random() < FORGOTTEN_SHARE} or {random.choice(needed)}
    rest = tuple(step for i, step in enumerate(plan.subgoals) if i not in gone)
    told = ", ".join(_said(plan.subgoals[i].as_tuple()) for i in sorted(gone))
    return replace(plan, subgoals=rest), told


def _is_needed(step: Subgoal, later: Sequence[Subgoal]) -> bool:
    following = [s for s in later if s.action != Primitive.GOTO]
    if step.action == Primitive.OPEN:
        return any(s.action == Primitive.PUT and s.object_ref == step.object_ref for s in following)
    if step.action == Primitive.PICKUP:
        return any(s.action == Primitive.PUT for s in following)
    return step.action == Primitive.PUT and any(s.action == Primitive.PICKUP for s in following)


def _doubled(plan: Plan, random: Random) -> tuple[Plan, str]:
    """Have a step done twice."""
    index = random.randrange(len(plan.subgoals))
    step = plan.subgoals[index]
    again = replace(step, id=f"{step.id}again")
    steps = (*plan.subgoals[: index + 1], again, *plan.subgoals[index + 1 :])
    return replace(plan, subgoals=steps), _said(step.as_tuple())


def _wrong(plan: Plan, random: Random) -> tuple[Plan, str]:
    """Swap two steps that follow one another."""
    pairs = [
        i for i in range(len(plan.subgoals) - 1) if plan.subgoals[i].action != plan.subgoals[i + 1].action
    ]
    if not pairs:
        return plan, ""
    index = random.choice(pairs)
    one, other = plan.subgoals[index : index + 2]
    steps = (*plan.subgoals[:index], other, one, *plan.subgoals[index + 2 :])
    return replace(plan, subgoals=steps), f"{_said(other.as_tuple())} before {_said(one.as_tuple())}"


def _misnamed(plan: Plan, random: Random) -> tuple[Plan, str]:
    """Call a class by a name that people use and the domain does not."""
    used = sorted({s.object for s in plan.subgoals if s.action != Primitive.GOTO})
    options = [(name, other) for name in used for other in other_names(name)]
    if not options:
        return plan, ""
    name, other = random.choice(options)
    triplets = tuple(_called(t, name, other) for t in plan.triplets)
    subgoals = tuple(_called(s, name, other) for s in plan.subgoals)
    return replace(plan, triplets=triplets, subgoals=subgoals), f"{name} as {other}"


def _called(step: Subgoal, name: str, other: str) -> Subgoal:
    if name not in (step.object, step.receptacle):
        return step
    expectation = replace(
        step.expectation,
        class_name=other if step.expectation.class_name == name else step.expectation.class_name,
    )
    return replace(
        step,
        object=other if step.object == name else step.object,
        receptacle=other if step.receptacle == name else step.receptacle,
        object_alternatives=() if step.object == name else step.object_alternatives,
        receptacle_alternatives=() if step.receptacle == name else step.receptacle_alternatives,
        expectation=expectation,
    )


def other_names(class_name: str) -> list[str]:
    """Return names for a class that the domain does not know, made of words that mean it first."""
    types = object_types()
    found = set()
    for phrase, classes in nouns().items():
        best = max(classes, key=lambda name: classes[name], default="")
        written = "".join(word.capitalize() for word in phrase.split())
        if best == class_name and phrase != spoken(class_name) and written.isalpha() and written not in types:
            found.add(written)
    return sorted(found)


def _said(row: tuple[str, ...]) -> str:
    return f"({', '.join(row)})"


KINDS: Mapping[str, Callable[[Plan, Random], tuple[Plan, str]]] = {
    "missing": _missing,
    "forgotten": _forgotten,
    "doubled": _doubled,
    "wrong": _wrong,
    "misnamed": _misnamed,
}
"""Kinds of plan faults, and what puts them in; each returns the plan and what was done to it, '' for nothing."""
MIXED_KINDS = tuple(kind for kind in KINDS if kind != "forgotten")
"""The kinds that a mix of faults draws from: the figures of mixes were measured with these."""
