"""Reads a run folder back: the plan, the decisions, the revisions, the recoveries and the result of one task."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from pred_core.model_calls import CALLS, Call, RecordError, read_calls
from pred_core.objects import Attribute, Truth
from pred_core.outcome import Code, Outcome
from pred_core.plain_text import ended_well
from pred_core.plan_language import Discrepancy, Expectation, Kind, Level, Plan, PlanRevision, Subgoal

RECORD = "events.jsonl"
"""The file of a run folder that is always there."""
RESULT = "result.json"
"""How the run ended; run_task adds what a model cost."""
CARDS = "cards"
"""Folder of the cards, one for each revision."""
TREE_PICTURE = "behaviour_tree.png"
"""The behaviour tree at the end of the run."""
TUPLES_OF_NAMES = ("object_alternatives", "receptacle_alternatives", "inside")


class RunError(ValueError):
    """A folder that holds no run, or a broken one; the text says which file and what is wrong."""


@dataclass(frozen=True)
class Event:
    """One decision: the robot's step, what kind, for which subgoal, in words, with data."""

    step: int
    kind: str
    subgoal: str
    text: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Recovery:
    """One attempt to recover from a failure."""

    step: int
    subgoal: str
    strategy: str
    attempt: int
    failure: Outcome
    outcome: Outcome

    @property
    def needless(self) -> bool:
        """Whether it was only the look after the last step, and nothing was found to be lacking."""
        return bool(self.failure) and self.outcome.code is Code.ALREADY_SO


@dataclass(frozen=True)
class PlanChange:
    """A revision of the plan and the step at which it was made."""

    step: int
    revision: PlanRevision


@dataclass(frozen=True)
class Run:
    """Everything a run folder tells. A run that was cut off has no result; one that was not understood has no plan."""

    folder: Path
    plan: Plan | None
    events: tuple[Event, ...]
    changes: tuple[PlanChange, ...]
    recoveries: tuple[Recovery, ...]
    result: Mapping[str, Any]
    calls: tuple[Call, ...] = ()


def card_name(number: int, trigger: str) -> str:
    """Return the file name of the card of a revision, counted from 0."""
    return f"{number + 1:02d}_{trigger}.png"


def read_run(folder: Path) -> Run:
    """Return what a run folder tells.

    :raises RunError: when the folder is not there, holds no run, or a file in it cannot be read
    """
    if not folder.is_dir():
        raise RunError(f"there is no folder {folder}.")
    if not (folder / RECORD).is_file():
        raise RunError(f"{folder} is not the folder of a run: it holds no {RECORD}.")
    plan = _json(folder / "plan.json")
    return Run(
        folder,
        _made(folder / "plan.json", plan_from, plan) if plan else None,
        tuple(_made(folder / RECORD, _event, line) for line in _lines(folder / RECORD)),
        tuple(_made(folder / "revisions.jsonl", _change, x) for x in _lines(folder / "revisions.jsonl")),
        tuple(r for r in _recoveries(folder / "recoveries.jsonl") if not r.needless),
        _json(folder / RESULT),
        _calls(folder / CALLS),
    )


def revision_from(entry: Mapping[str, Any]) -> PlanRevision:
    """Return the revision of an entry of revisions.jsonl.

    :raises KeyError, TypeError, ValueError, AttributeError: when it is none
    """
    return PlanRevision(
        trigger=entry["trigger"],
        source=entry["source"],
        reason=entry["reason"],
        before=plan_from(entry["before"]),
        after=plan_from(entry["after"]),
        discrepancies=tuple(_discrepancy(d) for d in entry.get("discrepancies", ())),
        outcome=_outcome(entry["outcome"]),
    )


def plan_from(entry: Mapping[str, Any]) -> Plan:
    """Return the plan of plan.json or of one side of a revision.

    :raises KeyError, TypeError, ValueError, AttributeError: when it is none
    """
    steps = {name: tuple(_subgoal(s) for s in entry[name]) for name in ("triplets", "subgoals")}
    return Plan(**{**_known(Plan, entry), **steps})


def _subgoal(entry: Mapping[str, Any]) -> Subgoal:
    given = _known(Subgoal, entry)
    given |= {name: tuple(given[name]) for name in TUPLES_OF_NAMES if name in given}
    given["level"] = Level(entry["level"])
    given["required"] = _attributes(entry.get("required", ()))
    expected = _known(Expectation, entry.get("expectation", {}))
    given["expectation"] = Expectation(
        **{**expected, "attributes": _attributes(expected.get("attributes", ()))}
    )
    return Subgoal(**given)


def _attributes(entries: Iterable[Mapping[str, Any]]) -> tuple[Attribute, ...]:
    return tuple(Attribute(e["name"], Truth(e["value"]), e["confidence"]) for e in entries)


def _discrepancy(entry: Mapping[str, Any]) -> Discrepancy:
    return Discrepancy(**{**_known(Discrepancy, entry), "kind": Kind(entry["kind"])})


def _known(made: type, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that this version knows: a folder of a later one may hold more."""
    names = {f.name for f in fields(made)}
    return {name: value for name, value in entry.items() if name in names}


def _outcome(entry: Mapping[str, Any]) -> Outcome:
    return Outcome(Code(entry["code"]), entry.get("message", ""))


def _event(entry: Mapping[str, Any]) -> Event:
    return Event(entry["step"], entry["kind"], entry["subgoal"], entry["text"], dict(entry["data"]))


def _change(entry: Mapping[str, Any]) -> PlanChange:
    return PlanChange(entry["step"], revision_from(entry))


def _recoveries(file: Path) -> Iterator[Recovery]:
    return (_made(file, _recovery, entry) for entry in _lines(file))


def _recovery(entry: Mapping[str, Any]) -> Recovery:
    failure, outcome = _outcome(entry["failure"]), _outcome(entry["outcome"])
    return Recovery(entry["step"], entry["subgoal"], entry["strategy"], entry["attempt"], failure, outcome)


def _calls(path: Path) -> tuple[Call, ...]:
    try:
        return tuple(read_calls(path)) if path.exists() else ()
    except RecordError as error:
        raise RunError(str(error)) from error


def _made[T](path: Path, make: Callable[[Mapping[str, Any]], T], entry: Mapping[str, Any]) -> T:
    try:
        return make(entry)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RunError(ended_well(f"{path} is not as a run leaves it: {type(error).__name__} {error}")) from error


def _lines(path: Path) -> list[dict[str, Any]]:
    return [_object(path, line) for line in _text(path).splitlines() if line.strip()]


def _json(path: Path) -> dict[str, Any]:
    text = _text(path)
    return _object(path, text) if text.strip() else {}


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8") if path.exists() else ""
    except (OSError, UnicodeDecodeError) as error:
        raise RunError(ended_well(f"{path} cannot be read: {error}")) from error


def _object(path: Path, text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise RunError(ended_well(f"{path} is broken: {error}")) from error
    if not isinstance(value, dict):
        raise RunError(f"{path} is broken: it holds {type(value).__name__} where an object is due.")
    return value
