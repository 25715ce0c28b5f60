"""A goal sentence and step-by-step texts say the same task twice: what each leaves open the other may tell."""

from __future__ import annotations

from dataclasses import replace

from pred_core.vocabulary import object_types
from pred_language.lexicon.inflection import singular
from pred_language.lexicon.qualities import treated_states
from pred_language.lexicon.things import USUAL_PLACE
from pred_language.meaning.context import Ranked, Refusal, TaskContext, TaskType
from pred_language.meaning.grounding import rank
from pred_language.meaning.parts import in_order

UNCONFIRMED = 0.3
"""How much a meaning of the leading text counts that the other text does not name."""
TREATED = {"clean": TaskType.CLEAN_PLACE, "hot": TaskType.HEAT_PLACE, "cold": TaskType.COOL_PLACE}
PLAIN = frozenset({TaskType.PLACE, TaskType.PLACE_TWO, TaskType.DO})


def combine(goal: TaskContext | Refusal, steps: TaskContext | Refusal) -> TaskContext | Refusal:
    """Return the goal sentence's meaning, completed and made more certain by the steps'."""
    if isinstance(goal, Refusal):
        return goal if isinstance(steps, Refusal) else replace(steps, instruction=steps.instruction)
    if isinstance(steps, Refusal):
        return goal
    if TaskType.LOOK_AT in (goal.task_type, steps.task_type):
        return _lit(goal, steps)
    steps = _same_task(goal, steps)
    if not steps.destination or (goal.task_type is TaskType.DO and not _about(steps, goal.target)):
        return goal  # "cut the tomato": where the knife is left is no part of it
    if goal.task_type in TREATED.values() and not _says_where(goal):
        states = goal.states | _added(goal, steps)
        return replace(goal, destination=steps.destination, source=goal.source or steps.source, states=states)
    base = steps if _needs_steps(goal, steps) else goal
    other = goal if base is steps else steps
    states = base.states | (_added(base, other) if base is goal else goal.states)
    fused = replace(
        base,
        instruction=goal.instruction,
        target=fuse(base.target, other.target),
        destination=fuse(base.destination, other.destination),
        movable=fuse(base.movable, other.movable) if base.movable else Ranked(),
        source=base.source or other.source,
        states=states,
        also=tuple(part for part in goal.also if base is goal or not alike(part.thing, base.target)),
        count=_count(base, other, states),
        places=goal.places if goal.destination else steps.places,
    )
    return replace(fused, task_type=_type(fused))


def _same_task(goal: TaskContext, steps: TaskContext) -> TaskContext:
    """Return the last of several tasks in steps that brings what the goal sentence is about; the first where none does.

    Steps that begin with the knife are read as a task of the knife and one of what it cuts.
    """
    about = [one for one in (goal.target, goal.movable) if one]
    brought = (one for one in reversed(tuple(in_order(steps))) if one.destination)
    return next((one for one in brought if any(_about(one, other) for other in about)), steps)


def _about(task: TaskContext, thing: Ranked) -> bool:
    """Tell whether a task brings a thing, alone or with something in it."""
    return alike(task.target, thing) or (bool(task.movable) and alike(task.movable, thing))


def _lit(goal: TaskContext, steps: TaskContext) -> TaskContext:
    """Return the reading that has both the thing and the lamp, if only one of the two is about light."""
    if goal.task_type is not TaskType.LOOK_AT:
        return replace(steps, instruction=goal.instruction) if goal.task_type is TaskType.DO else goal
    if steps.task_type is not TaskType.LOOK_AT:
        return goal
    return replace(goal, target=fuse(goal.target, steps.target), toggle=fuse(goal.toggle, steps.toggle))


def _says_where(goal: TaskContext) -> bool:
    """Tell whether a goal sentence names the place where things go: "put it back" does not."""
    return goal.destination.words not in ("", USUAL_PLACE)


def _needs_steps(goal: TaskContext, steps: TaskContext) -> bool:
    """Tell whether the goal sentence leaves out where things go, or what is carried in what."""
    if not _says_where(goal):
        return True
    if goal.task_type not in PLAIN or goal.states & treated_states() or not steps.movable:
        return False
    same = any(alike(goal.target, other) for other in (steps.target, steps.movable))
    return steps.movable.best in goal.target.classes or (goal.count == 1 and same)


def alike(one: Ranked, other: Ranked) -> bool:
    """Tell whether two phrases mean the same: by their best meaning, or word by word."""
    return one.best == other.best or (bool(one.words) and singular(one.words) == singular(other.words))


def _added(base: TaskContext, other: TaskContext) -> frozenset[str]:
    """Return the states that only the other text names and that can be added."""
    if base.task_type not in PLAIN:
        return other.states & {"sliced"} if _can_slice(base) else frozenset()
    states = other.states if alike(base.target, other.target) and base.count == 1 else frozenset()
    return states if _can_slice(base) else states - {"sliced"}


def _can_slice(context: TaskContext) -> bool:
    kind = object_types().get(context.target.best)
    return kind is not None and kind.can("sliceable")


def _count(base: TaskContext, other: TaskContext, states: frozenset[str]) -> int:
    if 0 in (base.count, other.count):
        return 0
    return base.count if states & treated_states() else max(base.count, other.count)


def _type(context: TaskContext) -> TaskType:
    if context.movable:
        return TaskType.MOVABLE_PLACE
    if context.task_type not in PLAIN:
        return context.task_type
    treated = next((kind for state, kind in TREATED.items() if state in context.states), None)
    return treated or (TaskType.PLACE_TWO if context.count > 1 else TaskType.PLACE)


def fuse(leading: Ranked, other: Ranked) -> Ranked:
    """Return the leading text's meanings, weighed again by those of the other text if that has words for it."""
    if not leading or not other.words:
        return leading or other
    confirmed = dict(zip(other.classes, other.weights, strict=True))
    weights = {
        name: weight * (UNCONFIRMED + (1.0 - UNCONFIRMED) * confirmed.get(name, 0.0))
        for name, weight in zip(leading.classes, leading.weights, strict=True)
    }
    return replace(rank(leading.words, weights), relation=leading.relation or other.relation)
