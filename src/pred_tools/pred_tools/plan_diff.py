"""What a revision changed in a plan, row by row, at the level where it was changed (PRED's triplets or tuples)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from pred_core.plan_language import Level, Plan, PlanRevision, Subgoal

CONTEXT = 2
"""Unchanged rows shown around a change."""


class Mark(StrEnum):
    """What became of a row."""

    KEPT = " "
    REMOVED = "-"
    ADDED = "+"
    LEFT_OUT = "…"  # stands for unchanged rows far from any change


@dataclass(frozen=True)
class Row:
    """One row: the step as PRED writes it, whether it was done before the revision, and what else changed about it."""

    mark: Mark
    text: str
    done: bool = False
    note: str = ""


@dataclass(frozen=True)
class PlanDiff:
    """The rows of both plans in one list, and the level they are of."""

    level: Level
    rows: tuple[Row, ...]

    @property
    def changed(self) -> bool:
        """Whether any row changed."""
        return any(row.mark in (Mark.REMOVED, Mark.ADDED) or row.note for row in self.rows)


def diff(revision: PlanRevision) -> PlanDiff:
    """Return what changed: in the triplets when these differ, else in the tuples."""
    before, after = revision.before, revision.after
    level = Level.TRIPLET if _words(before.triplets) != _words(after.triplets) else Level.TUPLE
    old, new = _steps(before, level), _steps(after, level)
    done = _done(before, level) | _done(after, level)
    rows: list[Row] = []
    for tag, a, b, c, d in _opcodes(_words(old), _words(new)):
        if tag == "equal":
            rows += [
                Row(Mark.KEPT, in_words(was), was.id in done, _aside(was, now))
                for was, now in zip(old[a:b], new[c:d], strict=True)
            ]
        else:
            rows += [Row(Mark.REMOVED, in_words(s), s.id in done) for s in old[a:b]]
            rows += [Row(Mark.ADDED, in_words(s), note=s.note) for s in new[c:d]]
    return PlanDiff(level, tuple(rows))


def shortened(rows: Sequence[Row], context: int = CONTEXT) -> tuple[Row, ...]:
    """Return the rows with those far from any change counted instead of shown."""
    changes = [i for i, row in enumerate(rows) if row.mark is not Mark.KEPT or row.note]
    near = {i for change in changes for i in range(change - context, change + context + 1)}
    return tuple(_shortened(rows, near))


def _shortened(rows: Sequence[Row], near: set[int]) -> Iterator[Row]:
    hidden: list[Row] = []
    for index, row in enumerate(rows):
        if index not in near:
            hidden.append(row)
            continue
        yield from _counted(hidden)
        hidden = []
        yield row
    yield from _counted(hidden)


def _counted(hidden: Sequence[Row]) -> Iterator[Row]:
    if len(hidden) == 1:
        yield hidden[0]
    elif hidden:
        yield Row(Mark.LEFT_OUT, f"{len(hidden)} more steps", all(row.done for row in hidden))


def in_words(step: Subgoal) -> str:
    """Return a step as PRED writes it: ``(Move, Mug, CoffeeMachine)`` or ``(Mug, PickupObject)``."""
    return f"({', '.join(step.as_triplet() if step.level is Level.TRIPLET else step.as_tuple())})"


def _steps(plan: Plan, level: Level) -> tuple[Subgoal, ...]:
    return plan.triplets if level is Level.TRIPLET else plan.subgoals


def _words(steps: Sequence[Subgoal]) -> list[str]:
    return [in_words(step) for step in steps]


def _opcodes(old: list[str], new: list[str]) -> Iterator[tuple[str, int, int, int, int]]:
    """Yield difflib's opcodes with the common beginning kept whole: what is done already is never "added" again."""
    same = next(
        (i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
    )
    if same:
        yield "equal", 0, same, 0, same
    for tag, a, b, c, d in SequenceMatcher(a=old[same:], b=new[same:], autojunk=False).get_opcodes():
        yield tag, a + same, b + same, c + same, d + same


def _done(plan: Plan, level: Level) -> set[str]:
    """Return the ids of the steps that are done."""
    if level is Level.TUPLE:
        return {s.id for s in plan.subgoals[: plan.cursor]}
    return {t.id for t in plan.triplets} - {s.parent for s in plan.subgoals[plan.cursor :]}


def _aside(was: Subgoal, now: Subgoal) -> str:
    """Return what changed about a step of the same words."""
    if now.object_id and now.object_id != was.object_id:
        return f"now {now.object_id}"
    if was.object_id and not now.object_id:
        return f"another than {was.object_id}"
    return ""
