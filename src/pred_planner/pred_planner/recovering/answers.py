"""Models' answers as steps of the plan: parsed, put on the plan's variables, and judged by what they do from here."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from pred_core.action_model.simulation import HELD, Simulation
from pred_core.plan_language import High, Level, Subgoal
from pred_core.vocabulary import one_place
from pred_planner.dialects.cleaning import clean, refuses
from pred_planner.plan.check import known_words
from pred_planner.plan.expansion import Hand, UnknownTreatment, expand
from pred_planner.plan.parsed import Parsed, ParsedStep, Rejected, Repairs
from pred_planner.recovering.by_search import after_step
from pred_planner.recovering.goal import lacking_parts
from pred_planner.recovering.situation import Situation, Stage


def importance_of(text: str) -> tuple[bool, str] | None:
    """Return whether a step matters and why, from a model's answer; None where it does not say."""
    try:
        cleaned = clean(text, Repairs())
        data = json.loads(cleaned[cleaned.index("{") : cleaned.rindex("}") + 1])
    except (Rejected, ValueError):
        return None
    if not isinstance(data, dict) or not isinstance(data.get("important"), bool) or refuses(text):
        return None
    return data["important"], str(data.get("why", ""))[:300]


def tuples_of(parsed: Parsed, situation: Situation) -> tuple[Subgoal, ...]:
    """Return an answer's steps as tuples on the variables of the plan.

    :raises UnknownTreatment: for an action that the domain has no appliance for
    """
    ids: dict[str, str] = {}
    name = f"{situation.step.id if situation.step else 'last'}m{situation.plan.revision + 1}"
    triplets = [_triplet(step, f"{name}_{n}", situation, ids) for n, step in enumerate(parsed.steps, 1)]
    parent = situation.step.parent if situation.step else ""
    made = expand(triplets, Hand(_held(situation)))
    return tuple(replace(s, parent=parent, object_id=ids.get(s.object_ref, "") or s.object_id) for s in made)


def _held(situation: Situation) -> str:
    held = situation.memory.held_id
    return next((ref for ref, known in situation.bound.items() if known == held), HELD) if held else ""


def _triplet(step: ParsedStep, name: str, situation: Situation, ids: dict[str, str]) -> Subgoal:
    thing, ref = _meant(step.object, step.object_ref, situation, ids)
    place, place_ref = _meant(step.receptacle, step.receptacle_ref, situation, ids)
    action = High.PUT if step.action == High.PUT and _held(situation) == ref else step.action
    return Subgoal(name, Level.TRIPLET, action, thing, place, object_ref=ref, receptacle_ref=place_ref)


def _meant(class_name: str, written: str, situation: Situation, ids: dict[str, str]) -> tuple[str, str]:
    """Return class and variable of a name in an answer: an id of the memory, else what the plan calls so."""
    if not class_name:
        return "", ""
    known = situation.memory.get(written)
    if known is not None:
        own = [ref for ref, bound in situation.bound.items() if bound == known.id]
        held = HELD if known.id == situation.memory.held_id else f"m_{known.id.lower()}"
        ref = own[0] if own else held
        if not own:
            ids[ref] = known.id
        return known.class_name, ref
    plan = (*situation.rest, *situation.wanted, *situation.plan.subgoals)
    names = one_place(class_name)
    own_step = next((s for name in names for s in plan if s.object == name and s.object_ref), None)
    if own_step is not None:
        return own_step.object, own_step.object_ref
    name = next((name for name in names if situation.memory.of_class(name)), class_name)
    return name, f"m_{name.lower()}"


def objection(situation: Situation, new: Sequence[Subgoal], rest: Sequence[Subgoal]) -> str:
    """Return why steps are not taken, for the one who wrote them; '' when they are.

    They have to be possible from here on, and to leave nothing lacking that the plan would have reached; what is done
    after the plan has to reach more.

    :param new: the steps that were proposed
    :param rest: all steps from the cursor on
    """
    known = known_words(new)
    if not known:
        return known.message
    here = situation.here_with(new)
    ended = here.run(rest)
    if ended.trouble is not None:
        step = rest[ended.trouble.index]
        return f"({step.object}, {step.action}): {ended.trouble.sentence}"
    left = lacking_parts(situation.conditions, here, ended)
    if situation.stage is Stage.LAST_LOOK:
        fewer = left < lacking_parts(situation.conditions, here, here.run(()))
        return "" if fewer or not rest else "These actions do not bring the task nearer."
    worse = sorted(left - _lacking_anyway(situation))
    told = next(
        (c.sentence() for c in situation.conditions if worse and worse[0].startswith(f"{c.ref}: ")), ""
    )
    return f"In the end it is not so that {told}." if worse else ""


def _lacking_anyway(situation: Situation) -> frozenset[str]:
    """Return what would be lacking after the plan even if the failed step were done."""
    here = situation.here
    ended = Simulation(here.plan_world).run(situation.rest[1:], after_step(situation) or here.state)
    return lacking_parts(situation.conditions, here, ended)


def steps_or_complaint(parsed: Parsed, situation: Situation) -> tuple[tuple[Subgoal, ...], str]:
    """Return an answer's tuples, or none and why it cannot be put into tuples."""
    if parsed.level is not Level.TRIPLET:
        return (), "Use the actions that are listed."
    try:
        return tuples_of(parsed, situation), ""
    except UnknownTreatment as action:
        return (), f"Nothing here can {str(action)!r}."
