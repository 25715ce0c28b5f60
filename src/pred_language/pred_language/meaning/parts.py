"""The parts of one instruction as tasks one after the other, and which of them are about the same thing or place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pred_core.referring.description import Description, Test, TestKind
from pred_core.vocabulary import group, is_wiped, ordered_group, spoken
from pred_language.lexicon.inflection import singular
from pred_language.meaning.context import Ranked, TaskContext, TaskType

TOOL = "tool"
"""The slot of what a task cuts or wipes with, which no words need to name."""
_OPPOSITES = ({"open", "closed"}, {"on", "off"})


def in_order(context: TaskContext) -> Iterator[TaskContext]:
    """Yield the tasks of a reading one by one, each without those after it."""
    yield replace(context, then=())
    for later in context.then:
        yield from in_order(later)


def joined(contexts: Sequence[TaskContext]) -> TaskContext:
    """Return the tasks as one reading; what a later one calls "the drawer" again is the drawer of an earlier one."""
    tasks: list[TaskContext] = []
    for context in contexts:
        before = len(tasks)
        for task in in_order(context):
            again = {slot: _origin(tasks, part + before, of) for slot, (part, of) in task.again.items()}
            tasks.append(_named_again(replace(task, again=again), tasks))
    for number, task in enumerate(tasks, 1):
        if "source" in task.definite:
            _take_from(task, number, tasks)
    first, *later = tasks
    return replace(first, then=tuple(later))


def _take_from(task: TaskContext, number: int, tasks: list[TaskContext]) -> None:
    """Note that what was put somewhere before went to where something is taken from: "the drawer" is one.

    :param number: that of the task, from 1
    """
    for index, earlier in enumerate(tasks[: number - 1]):
        same = alike(earlier.destination, task.source) and earlier.destination.best == task.source.best
        if not same or "destination" not in earlier.definite or "destination" in earlier.again:
            continue
        tests, told = earlier.said.get("destination", ()), source_of(task)
        if told is None or (tests and told.tests not in ((), tests)):
            continue
        if tests:
            tasks[number - 1] = _told_by(task, told, tests)
        else:
            thing = Description(task.target.words, task.target.classes, task.target.weights)
            tests = (*told.tests, Test(TestKind.RELATION, "with", (thing,), words=f"with {thing.words}"))
        said = {**earlier.said, "destination": tests}
        tasks[index] = replace(earlier, said=said, again={**earlier.again, "destination": (number, "source")})


def _told_by(task: TaskContext, place: Description, tests: tuple[Test, ...]) -> TaskContext:
    """Return a task in which the place that its thing is taken from is told by some tests."""
    mark = replace(place, tests=tests)
    taken = tuple(
        replace(test, landmarks=tuple(mark if one == place else one for one in test.landmarks))
        for test in task.said["target"]
    )
    return replace(task, said={**task.said, "target": taken})


def sets_apart(task: TaskContext) -> TaskContext:
    """Return a task that moves more than one set as one task after the other, each counted by itself.

    "All the cups and all the bowls in the sink" are as many cups, and as many bowls, as there turn out to be.
    """
    sets = [number for number, part in enumerate(task.also, 1) if part.count == 0 and part.places == 1]
    if not sets or task.places != 1:
        return task
    others = [number for number in range(1, len(task.also) + 1) if number not in sets]
    kept = {slot: tests for slot, tests in task.said.items() if not slot.startswith("also")}
    definite = {slot for slot in task.definite if not slot.startswith("also")}
    for new, old in enumerate(others, 1):
        kept |= {f"also{new}{end}": task.said.get(f"also{old}{end}", ()) for end in ("", "_place")}
        definite |= {f"also{new}"} if f"also{old}" in task.definite else set()
    also = tuple(task.also[number - 1] for number in others)
    rest = replace(task, also=also, said=kept, definite=frozenset(definite))
    return joined([*(_as_task(task, number) for number in sets), rest])


def _as_task(task: TaskContext, number: int) -> TaskContext:
    """Return a further set of a task as a task of its own."""
    part = task.also[number - 1]
    said = {"target": task.said.get(f"also{number}", ()), "destination": task.said.get(f"also{number}_place", ())}
    kind = TaskType.CLEAN_ALL if "clean" in part.states else TaskType.PUT_ALL_ON
    return replace(
        task, task_type=kind, target=part.thing, count=0, spared=0, states=part.states, source=part.source,
        destination=part.destination, movable=Ranked(), also=(), said=said, definite=task.definite - {"source"},
    )


def source_of(task: TaskContext, number: int = 0) -> Description | None:
    """Return what the words say of where a task's thing is, None where they name no such place.

    :param number: that of a further thing, from 1; 0 for the task's own
    """
    source = task.also[number - 1].source if number else task.source
    marks = (
        test.landmarks[0]
        for test in task.said.get(f"also{number}" if number else "target", ())
        if test.kind is TestKind.RELATION and test.value in ("on", "in") and len(test.landmarks) == 1
    )
    return next((mark for mark in marks if source and mark.words == source.words), None)


def tool_of(task: TaskContext) -> Description | None:
    """Return what the words say of what a task cuts or wipes with, None where they name none."""
    tests = task.said.get(TOOL, ())
    others = {name for test in tests if test.kind is TestKind.NOT for mark in test.landmarks for name in mark.classes}
    tools = tuple(name for name in ordered_group(tool_group(task)) if name not in others)
    return Description(spoken(tools[0]), tools, tests=tests) if tests else None


def tool_group(task: TaskContext) -> str:
    """Return the group of what a task is done with: one that wipes something is done with a cloth or the like."""
    return "wipers" if wipes(task) else "knives"


def wipes(task: TaskContext) -> bool:
    """Tell whether a task wipes something where it is."""
    return "clean" in task.states and is_wiped(task.target.best)


def one_after_the_other(action: TaskContext, turned: Sequence[str]) -> TaskContext:
    """Return an action in which a door or switch is brought to one state and then to another: "on and off again"."""
    if not any(states <= action.states for states in _OPPOSITES):
        return action
    order = [*turned[:1], *(after for before, after in pairwise(turned) if after != before)]
    rest = action.states - set(order)
    first, *later = (replace(action, states=frozenset({state})) for state in order)
    same = [replace(one, definite=one.definite | {"target"}) for one in later]
    return joined([replace(first, states=first.states | rest), *same])


def slots(context: TaskContext) -> Iterator[tuple[str, Ranked]]:
    """Yield what a task names one of, by slot."""
    if context.count == 1 and "sliced" not in context.states:  # its slices are other things
        yield "target", context.target
    if context.places == 1:
        yield "destination", context.destination
    yield "movable", context.movable
    yield "toggle", context.toggle
    yield "source", context.source
    for number, part in enumerate(context.also, 1):
        if part.count == 1:
            yield f"also{number}", part.thing


def _named_again(task: TaskContext, before: Sequence[TaskContext]) -> TaskContext:
    again = dict(task.again)
    for slot, ranked in slots(task):
        if slot in task.definite - {"source"} and slot not in again:
            found = _first_named(task, slot, ranked, before)
            if found is not None:
                number, of, meant = found
                again[slot] = (number, of)
                task = _with(task, slot, replace(meant, relation=ranked.relation))
            elif slot == "target" and (used := [n for n, earlier in enumerate(before, 1) if _may_serve(task, earlier)]):
                again[slot] = (used[-1], TOOL)
    return replace(task, again=again)


def alike(one: Ranked, other: Ranked) -> bool:
    """Tell whether two things are named by the same words."""
    return bool(one) and singular(one.words) == singular(other.words)


def cuts(task: TaskContext) -> bool:
    """Tell whether a task takes up what it cuts with."""
    return "sliced" in task.states or any("sliced" in part.states for part in (*task.also, *task.parts))


def _may_serve(task: TaskContext, earlier: TaskContext) -> bool:
    """Tell whether a task is about what an earlier one cut or wiped with: "the knife", "the cloth", told by no more."""
    meant, told = task.target, tool_of(earlier)
    if task.said.get("target"):
        return False
    if wipes(earlier):
        return meant.best in (told.classes if told is not None else group("wipers"))
    knives = ordered_group("knives")
    return cuts(earlier) and meant.best in knives and knives[0] in meant.classes


def _with(task: TaskContext, slot: str, meant: Ranked) -> TaskContext:
    if not slot.startswith("also"):
        return replace(task, target=meant) if slot == "target" else replace(task, destination=meant)
    number = int(slot.removeprefix("also"))
    also = (replace(part, thing=meant) if i == number else part for i, part in enumerate(task.also, 1))
    return replace(task, also=tuple(also))


def _origin(tasks: Sequence[TaskContext], part: int, slot: str) -> tuple[int, str]:
    """Return where what a slot of a part names was named first; what only a later part names has its own."""
    return tasks[part - 1].again.get(slot, (part, slot)) if part <= len(tasks) else (part, slot)


def _first_named(
    task: TaskContext, slot: str, ranked: Ranked, before: Sequence[TaskContext]
) -> tuple[int, str, Ranked] | None:
    """Return the part and the slot where the same words named it last, told apart by nothing, and what they meant."""
    tests = tuple(t for t in task.said.get(slot, ()) if t.words or t.kind is not TestKind.STATE)  # what no words say
    for number, earlier in reversed(list(enumerate(before, 1))):
        for of, meant in slots(earlier):
            if alike(meant, ranked) and tests in ((), earlier.said.get(of, ())):
                return *_origin(before, number, of), meant
    return None
