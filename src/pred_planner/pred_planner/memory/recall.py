"""Plans for routines: that of a new one comes from the words, that of a known one from memory, changed as asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pred_core.action_model.goals import conditions_of
from pred_core.feedback import preposition
from pred_core.objects import ObjectMemory
from pred_core.outcome import Code, Outcome
from pred_core.plain_text import ended_well
from pred_core.plan_language import Plan, Subgoal
from pred_core.vocabulary import spoken
from pred_language.lexicon.inflection import plural
from pred_language.meaning.context import TaskType
from pred_language.reader import Texts, said_to_robot
from pred_planner.memory.changes import Unread, changed, changes_in
from pred_planner.memory.composing import compose
from pred_planner.memory.names import Named, defined, meant, plain
from pred_planner.memory.order import NotAnOrder, Order, order_of
from pred_planner.memory.phrases import listed, order_of_list
from pred_planner.memory.program import ProgramError, read
from pred_planner.memory.store import Pair
from pred_planner.plan.appliances import NoAppliance
from pred_planner.plan.check import check
from pred_planner.plan.expansion import UnknownTreatment, expand
from pred_planner.plan.judging import shortfall
from pred_planner.rules.reasoner import Planned, plan_id
from pred_planner.rules.revision import SOURCE


@dataclass(frozen=True)
class Naming:
    """A text that names a routine: the name, and the order it gives, empty where the words are an ordinary task."""

    name: str
    order: Order


def naming(texts: Texts) -> Naming | Planned | None:
    """Return the routine that a text names, None when it names none; a refusal for words that nobody knows."""
    named = defined(_all(texts))
    if named is None:
        return None
    found = listed(f"{named.before} . {named.after}")
    own = set(named.name.split())
    strange = [word for word in found.nameless if word not in own]
    if strange and found.items:
        return _refusal(f"I do not know {' or '.join(map(repr, strange))} of {named.name!r}.")
    return Naming(named.name, order_of_list(found))


def named_plan(texts: Texts, given: Naming, memory: ObjectMemory) -> Planned:
    """Return the plan of a routine whose order the words give."""
    return _composed(texts, memory, given.order, f"{given.name}: ")


def recalled(texts: Texts, routines: Mapping[str, Pair], memory: ObjectMemory) -> Planned | None:
    """Return the plan of the known routine that a text asks for, with its changes; None when it asks for none."""
    named = meant(_all(texts), routines)
    if named is None:
        return None
    try:
        triplets = read(routines[named.name].program)
    except ProgramError as error:
        return _refusal(f"What I remember of {named.name!r} is no plan. {error}")
    return _with_changes(texts, named, triplets, memory)


def _with_changes(texts: Texts, named: Named, triplets: tuple[Subgoal, ...], memory: ObjectMemory) -> Planned:
    try:
        changes = changes_in(named.before, named.after)
        if not changes and memory.held is None:
            return checked(texts, memory, triplets, f"{named.name}, as remembered")
        order = changed(order_of(triplets), changes)
    except Unread as words:
        return _refusal(f"I know {named.name!r}, but not what {str(words)!r} is to change in it.")
    except NotAnOrder as step:
        return _refusal(ended_well(f"I know {named.name!r}, but cannot change a plan with {step}"))
    return _composed(texts, memory, order, f"{named.name}, changed: " if changes else f"{named.name}: ")


def _composed(texts: Texts, memory: ObjectMemory, order: Order, told: str) -> Planned:
    if not order:
        return _refusal("Nothing would be left of it.")
    try:
        triplets = compose(order, memory, texts.instruction)
    except NoAppliance as why:
        return Planned(Outcome(Code.PLAN_REJECTED, str(why)), understood=told + sentence(order))
    return checked(texts, memory, triplets, told + sentence(order))


def checked(texts: Texts, memory: ObjectMemory, triplets: tuple[Subgoal, ...], told: str) -> Planned:
    """Return the plan of triplets that came from memory or words, if the checker and the judge pass it."""
    try:
        subgoals = expand(triplets)
    except UnknownTreatment as action:
        return Planned(Outcome(Code.PLAN_REJECTED, f"Nothing here can {str(action)!r}."), understood=told)
    plan = Plan(
        plan_id=plan_id(texts, memory),
        instruction=texts.instruction,
        task_type=TaskType.DO,
        source=SOURCE,
        triplets=triplets,
        subgoals=subgoals,
        context={"instruction": texts.instruction, "task_type": str(TaskType.DO)},
    )
    verdict = check(plan)
    against = "" if not verdict else _objection(triplets, memory)
    if against:
        verdict = Outcome(Code.PLAN_REJECTED, against)
    return Planned(verdict, plan if verdict else None, told)


def _objection(triplets: tuple[Subgoal, ...], memory: ObjectMemory) -> str:
    held = memory.held.class_name if memory.held is not None else ""
    return shortfall(triplets, conditions_of(triplets), memory, held)


def sentence(order: Order) -> str:
    """Return an order in words: "2 clean plates, 1 cooked sliced potato on the plate"."""
    parts = []
    for item in order.items:
        place = next(iter(order.place_of(item)), "")
        states = "".join(f"{state} " for state in sorted(item.states))
        name = spoken(item.name)
        on = f" {preposition(place)} the {spoken(place)}" if place else ""
        parts.append(f"{item.count} {states}{plural(name) if item.count > 1 else name}{on}")
    return ", ".join(parts)


def _all(texts: Texts) -> str:
    return plain(". ".join(said_to_robot(texts)))


def _refusal(why: str) -> Planned:
    return Planned(Outcome(Code.NOT_UNDERSTOOD, why), understood=why)
