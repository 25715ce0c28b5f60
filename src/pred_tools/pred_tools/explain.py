"""Tells the story of a run from its folder: ``./pred explain RUN``."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from pred_core.exit_codes import BAD_INPUT, DONE
from pred_core.feedback import describe
from pred_core.lines import until_unread
from pred_core.model_calls import Call, Spent
from pred_core.people import name_of_recipient
from pred_core.plain_text import one_line
from pred_core.plan_language import DECISION, Discrepancy, Level, Plan
from pred_tools import tree_text
from pred_tools.cards import look_of
from pred_tools.phrases import name, sentence, told, told_of_recovery, what_to_do
from pred_tools.plan_diff import Row, diff, shortened
from pred_tools.run_files import (
    CARDS,
    Event,
    PlanChange,
    Recovery,
    Run,
    RunError,
    card_name,
    read_run,
)
from pred_tools.tree_picture import draw_tree

STORY = "story.md"
COLUMNS = 100
APART = frozenset({"start", "plan", "subgoal", "end"})
"""Kinds of events that are told in places of their own."""


class StoryPart(StrEnum):
    """What a piece of a story is."""

    TITLE = "title"
    HEADING = "heading"
    CHAPTER = "chapter"
    TEXT = "text"
    ITEM = "item"
    CHANGE = "change"
    PICTURE = "picture"


@dataclass(frozen=True)
class Piece:
    """One piece of a story: its words (for a picture its path in the folder), and for a change of a plan its rows."""

    part: StoryPart
    text: str
    rows: tuple[Row, ...] = ()


def story(run: Run) -> list[Piece]:
    """Return the story of a run: what was asked and understood, the plan, what happened, how it ended."""
    asked = run.plan.instruction if run.plan else str(run.result.get("instruction") or _first(run, "start"))
    pieces = [Piece(StoryPart.TITLE, asked or "A task without words"), Piece(StoryPart.TEXT, _verdict(run))]
    pieces += [Piece(StoryPart.PICTURE, p) for p in ("map.png", "film.gif") if (run.folder / p).is_file()]
    pieces.append(Piece(StoryPart.HEADING, "What was understood"))
    pieces += [Piece(StoryPart.TEXT, line) for line in _understood(run)]
    if run.plan is not None:
        pieces += _plan(run.plan)
    pieces.append(Piece(StoryPart.HEADING, "What happened"))
    pieces += _happened(run)
    pieces += _asked(run.calls)
    pieces.append(Piece(StoryPart.HEADING, "How it ended"))
    pieces += [Piece(StoryPart.TEXT, line) for line in _ended(run)]
    return [_printable(piece) for piece in pieces]


def _printable(piece: Piece) -> Piece:
    """Return a piece whose words, some of them a model's, cannot break out of their line."""
    rows = tuple(replace(row, text=one_line(row.text), note=one_line(row.note)) for row in piece.rows)
    return replace(piece, text=one_line(piece.text), rows=rows)


def _first(run: Run, kind: str) -> str:
    return next((e.text for e in run.events if e.kind == kind), "")


def _verdict(run: Run) -> str:
    if not run.result:
        return "The run was cut off: there is no result."
    goals = f"{run.result['goal_conditions']} of {_counted(run.result['goal_conditions_total'], 'goal')}"
    done = "Done" if run.result["success"] else "Not done"
    notes = run.result.get("notes") if run.result["success"] else None
    but = f"{done}, but: {'; '.join(map(str, notes))}. " if notes else f"{done}: "
    actions = (
        f"{_counted(run.result['actions'], 'action')}, {run.result['failures'] or 'none'} of them failed"
    )
    return f"{but}{goals}, {actions}."


def _understood(run: Run) -> Iterator[str]:
    said = _first(run, "plan")
    if said:
        yield sentence(said)
    context: Mapping[str, Any] = run.plan.context if run.plan else {}
    if run.plan is None and not said:
        yield "Nothing: no plan was made."
    for role in ("target", "destination"):
        meant = context.get(role)
        if isinstance(meant, dict) and meant.get("classes"):
            classes = " or ".join(name(str(c)) for c in meant["classes"])
            yield f"{role.capitalize()}: \u201c{meant.get('words', '')}\u201d, which means {classes}."
    states = context.get("states")
    if isinstance(states, list) and states:
        yield f"It has to be {' and '.join(map(str, states))}."


def _plan(plan: Plan) -> Iterator[Piece]:
    steps = _counted(len(plan.triplets), "step")
    yield Piece(StoryPart.HEADING, "The plan")
    made = f"Made by {plan.source}: {steps} in {_counted(len(plan.subgoals), 'action')}."
    yield Piece(StoryPart.TEXT, f"{made} {sentence(str(plan.context.get(DECISION, '')))}".strip())
    who = name_of_recipient(plan.context)
    for number, triplet in enumerate(plan.triplets, 1):
        parts = "; ".join(what_to_do(s, who) for s in plan.subgoals if s.parent == triplet.id)
        yield Piece(StoryPart.ITEM, f"{number}. {sentence(what_to_do(triplet, who))} {sentence(parts)}".strip())



def _happened(run: Run) -> Iterator[Piece]:
    """Yield the events in chapters, one a subgoal, with revisions and recoveries where they were made."""
    words = {s.id: what_to_do(s, name_of_recipient(plan.context)) for plan in _plans(run) for s in plan.subgoals}
    after = _places(run)
    covered = {(c.step, d.kind, d.subject_id) for c in run.changes for d in c.revision.discrepancies}
    said: list[str] = []
    for index, event in enumerate(run.events):
        if event.kind == "subgoal":
            yield from _told(said)
            said = []
            yield Piece(StoryPart.CHAPTER, f"Step {event.step}: {words.get(event.subgoal, event.text)}")
        elif event.kind not in APART and not _is_told(event, covered):
            said.append(told(event))
        if index in after:
            yield from _told(said)
            said = []
            for entry in after[index]:
                yield from _interruption(run, entry)
    yield from _told(said)


def _is_told(event: Event, covered: set[tuple[int, Any, str]]) -> bool:
    """Tell whether the revision that follows a discrepancy says it better."""
    found = (event.step, event.data.get("module"), str(event.data.get("subject", "")))
    return event.kind == "discrepancy" and found in covered


def _told(said: Sequence[str]) -> Iterator[Piece]:
    text = " ".join(s for s in said if s)
    if text:
        yield Piece(StoryPart.TEXT, text)


def _plans(run: Run) -> Iterator[Plan]:
    if run.plan is not None:
        yield run.plan
    for change in run.changes:
        yield change.revision.after


def _places(run: Run) -> dict[int, list[PlanChange | Recovery]]:
    """Return after which event (its index) each revision and recovery comes: the files are apart."""
    places: dict[int, list[PlanChange | Recovery]] = {}
    entries: list[PlanChange | Recovery] = [*run.recoveries, *run.changes]
    for entry in entries:
        if isinstance(entry, PlanChange):
            current = entry.revision.before.current
            subgoal = current.id if current else ""
            begun = [i for i, e in enumerate(run.events) if e.kind == "discrepancy" and e.step == entry.step]
        else:
            subgoal, begun = entry.subgoal, []
        of_it = [i for i, e in enumerate(run.events) if e.subgoal == subgoal and e.kind != "end"]
        earlier = [i for i in of_it if run.events[i].step <= entry.step]
        index = max(begun or earlier or [0])
        places.setdefault(index, []).append(entry)
    return places


def _interruption(run: Run, entry: PlanChange | Recovery) -> Iterator[Piece]:
    if isinstance(entry, Recovery):
        yield Piece(StoryPart.ITEM, told_of_recovery(entry))
        return
    revision = entry.revision
    look = look_of(revision.trigger)
    badge = f"{look.badge} at step {entry.step}"
    yield Piece(StoryPart.ITEM, f"{badge}: {look.title}.")
    for found in revision.discrepancies:
        yield Piece(StoryPart.TEXT, _finding(found))
    verdict = (
        f"Decided by {revision.source}" if revision.accepted else f"Not followed (asked: {revision.source})"
    )
    why = revision.reason
    if not revision.accepted and revision.outcome.message not in ("", why):
        why = f"{sentence(why)} {revision.outcome.message}"
    yield Piece(StoryPart.TEXT, f"{verdict}: {sentence(why)}")
    change = diff(revision)
    if change.changed:
        level = "triplets" if change.level is Level.TRIPLET else "tuples"
        yield Piece(StoryPart.CHANGE, f"The plan, in {level}:", shortened(change.rows))
    card = Path(CARDS) / card_name(run.changes.index(entry), revision.trigger)
    if (run.folder / card).is_file():
        yield Piece(StoryPart.PICTURE, str(card))


def _finding(found: Discrepancy) -> str:
    who = found.subject_id or found.subject
    seen = f"Expected of {who}: {found.expected or 'nothing in particular'}. Observed: {found.observed or 'nothing'}"
    return f"{seen} ({found.confidence:.0%} sure). {sentence(found.sentence or describe(found))}"


def _asked(calls: Sequence[Call]) -> Iterator[Piece]:
    """Yield what a model was asked and how it answered; the words themselves are in the folder."""
    if not calls:
        return
    yield Piece(StoryPart.HEADING, "What the model was asked")
    for number, call in enumerate(calls, 1):
        if call.cached:
            how = "answered from the record"
        elif call.outcome:
            how = f"answered in {call.seconds:.1f} s, {call.prompt_tokens} + {call.completion_tokens} tokens"
        else:
            how = f"no answer at try {call.attempt}: {call.message}"
        yield Piece(StoryPart.ITEM, f"{number}. {sentence(f'{call.purpose} ({call.model}): {how}')}")
    yield Piece(StoryPart.TEXT, sentence(Spent.on(calls).report()))


def _ended(run: Run) -> Iterator[str]:
    if run.result:
        message = str(run.result.get("message") or "")
        done = "" if run.result.get("notes") else "Every step was done and measured as done."
        told = sentence(message) if message else done if run.result["success"] else f"{run.result['code']}."
        yield from filter(None, [told])
    last = run.events[-1].step if run.events else 0
    changed = [c for c in run.changes if c.revision.accepted]
    helped = [r for r in run.recoveries if r.outcome]
    parts = [_verdict(run), f"The last step was {last}."]
    if run.changes:
        parts.append(
            f"The plan was changed {_times(len(changed))}, of {_counted(len(run.changes), 'proposal')}."
        )
    if run.recoveries:
        parts.append(f"Recovery was tried {_times(len(run.recoveries))} and worked {_times(len(helped))}.")
    yield " ".join(parts)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _times(number: int) -> str:
    return {0: "0 times", 1: "once", 2: "twice"}.get(number, f"{number} times")


def as_text(pieces: Iterable[Piece]) -> str:
    """Return a story to read in a terminal."""
    lines: list[str] = []
    for piece in pieces:
        if piece.part is StoryPart.TITLE:
            lines += [*textwrap.wrap(piece.text, COLUMNS), ""]
        elif piece.part is StoryPart.HEADING:
            lines += ["", piece.text.upper()]
        elif piece.part is StoryPart.CHAPTER:
            lines += ["", piece.text]
        elif piece.part is StoryPart.CHANGE:
            lines += [f"    {piece.text}", *(f"      {line}" for line in _rows(piece.rows))]
        elif piece.part is not StoryPart.PICTURE:
            numbered = piece.part is StoryPart.TEXT or piece.text[:1].isdigit()
            indent = "    " if numbered else "  * "
            lines += textwrap.wrap(piece.text, COLUMNS, initial_indent=indent, subsequent_indent="    ")
    return "\n".join(lines).strip() + "\n"


def as_markdown(pieces: Iterable[Piece]) -> str:
    """Return a story as Markdown, with the pictures of the folder."""
    lines: list[str] = []
    for piece in pieces:
        if piece.part is StoryPart.CHANGE:
            lines.append("\n".join([piece.text, "", "```diff", *_rows(piece.rows), "```"]))
        elif piece.part is StoryPart.PICTURE:
            lines.append(f"![{Path(piece.text).stem}]({Path(piece.text).as_posix()})")
        elif piece.part is StoryPart.ITEM and piece.text[:1].isdigit():
            lines.append(piece.text)
        else:
            start = {StoryPart.TITLE: "# ", StoryPart.HEADING: "## ", StoryPart.CHAPTER: "### ", StoryPart.ITEM: "**"}
            end = "**" if piece.part is StoryPart.ITEM else ""
            lines.append(f"{start.get(piece.part, '')}{piece.text}{end}")
    return "\n\n".join(lines) + "\n"


def _rows(rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        aside = row.note or ("done" if row.done else "")
        yield f"{row.mark} {row.text}" + (f"   # {aside}" if aside else "")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the story of a run. Returns 0, or 2 when the folder holds none."""
    parser = argparse.ArgumentParser(
        prog="pred explain", description="Tell the story of a run from its folder."
    )
    parser.add_argument(
        "run", type=Path, metavar="RUN", help="folder of a run, e.g. runs/20261121-1530_FloorPlan1_mug"
    )
    parser.add_argument(
        "--format", choices=("text", "markdown"), default="text", help="how to write it (text)"
    )
    parser.add_argument("--tree", action="store_true", help="print the behaviour tree instead, at the end")
    parser.add_argument(
        "--step", type=int, metavar="N", help="with --tree: as it was when a subgoal last ended up to step N"
    )
    parser.add_argument("--picture", type=Path, metavar="FILE.png", help="with --tree: draw it, too")
    options = parser.parse_args(arguments)
    if not options.tree and (options.step is not None or options.picture is not None):
        parser.error("--step and --picture go with --tree")
    try:
        text = (
            _tree(options.run, options.step, options.picture)
            if options.tree
            else _written(options.run, options.format)
        )
    except (RunError, OSError, ValueError) as error:  # ValueError: no kind of picture is called so
        print(f"explain: {error}", file=sys.stderr)
        return BAD_INPUT
    with until_unread():
        print(text, end="")
    return DONE


def _tree(folder: Path, step: int | None, picture: Path | None) -> str:
    tree = tree_text.last_until(tree_text.read_trees(folder), step)
    if picture is not None:
        draw_tree(tree).save(picture)
    return tree_text.as_text(tree)


def _written(folder: Path, form: str) -> str:
    pieces = story(read_run(folder))
    return as_markdown(pieces) if form == "markdown" else as_text(pieces)


if __name__ == "__main__":
    sys.exit(main())
