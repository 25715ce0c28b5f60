"""One line of ``./pred revise`` as a discrepancy and rows: its types checked, its names and actions repaired."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pred_core.observed import LONGEST_NAME, known, named, place
from pred_core.plan_language import Discrepancy, High, Kind, Level
from pred_planner.dialects import actions
from pred_planner.dialects.name_repair import repairer
from pred_planner.dialects.names import NOTHING
from pred_planner.plan.parsed import MAX_STEPS, Rejected, RejectionCode, Repairs
from pred_planner.rows.guides import Row

LONGEST_TEXT = 1000
_ANYTHING = frozenset({"", "object", "target object", "thing", "it", "one", "second object", "first object"})
"""Subjects that leave it to the plan what is meant."""
_AS_WANTED = re.compile(
    r"\b(?:the same|same (?:class|object|one)|as expected|match(?:es|ing)?|confirmed|correct)\b", re.I
)
"""What is said of a thing that looks like what was wanted, without naming that."""


class LineError(ValueError):
    """A line that is no revision request, with a sentence that says what is wrong."""


class UnknownName(LineError):
    """A line that names an object which the domain in use does not have."""


@dataclass(frozen=True)
class Request:
    """What a line asks for. ``repairs`` says what was written in other words than the plan language's."""

    discrepancy: Discrepancy
    level: Level
    rows: list[Row]
    repairs: tuple[str, ...] = ()


def read_line(line: str) -> Request:
    """Return the request a line holds.

    :raises LineError: naming what is wrong
    """
    if not line.strip("\ufeff \t\r\n"):
        raise LineError("The line is empty.")
    try:
        values = json.loads(line.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise LineError(f"The line is not JSON: {error}") from error
    if not isinstance(values, dict):
        raise LineError("The line is not a JSON object.")
    kind = Kind(_one_of(values, "kind", list(Kind)))
    level = Level(_one_of(values, "level", list(Level)))
    repairs = Repairs()
    rows = _rows(values.get("plan"), level, repairs)
    subject = _subject(_text(values, "subject"), repairs)
    expected, observed = (_said(_text(values, key), kind) for key in ("expected", "observed"))
    if kind is Kind.OHV and _AS_WANTED.search(observed) and not place(observed).negated:
        observed = expected or subject
    discrepancy = Discrepancy(kind, "", subject, expected=expected, observed=observed)
    return Request(discrepancy, level, rows, tuple(repairs.notes))


def _one_of(values: Mapping[str, Any], key: str, allowed: list[str]) -> str:
    given = values.get(key)
    if not isinstance(given, str) or given.strip().lower() not in allowed:
        raise LineError(f"{key!r} must be one of {', '.join(allowed)}.")
    return given.strip().lower()


def _text(values: Mapping[str, Any], key: str) -> str:
    given = values.get(key)
    if given is None:
        return ""
    if not isinstance(given, str):
        raise LineError(f"{key!r} must be a text.")
    return _words(given, repr(key))


def _words(given: str, where: str) -> str:
    text = " ".join(given.split())
    if len(text) > LONGEST_TEXT or not text.isprintable():
        raise LineError(f"{where} must be at most {LONGEST_TEXT} printable characters.")
    return text


def _rows(given: Any, level: Level, repairs: Repairs) -> list[Row]:
    if not isinstance(given, list):
        raise LineError(f"'plan' must be a list of {level}s.")
    if len(given) > MAX_STEPS:
        raise LineError(f"The plan has {len(given)} steps, more than {MAX_STEPS}.")
    return [_row(row, level, repairs, f"Step {number}") for number, row in enumerate(given, 1)]


def _row(given: Any, level: Level, repairs: Repairs, where: str) -> Row:
    form = '["Object", "Action"]' if level is Level.TUPLE else '["Action", "Object", "Receptacle"]'
    if not isinstance(given, list) or not all(word is None or isinstance(word, str) for word in given):
        raise LineError(f"{where} is not written as {form}.")
    words = [_words(word or "", where) for word in given]
    if level is Level.TRIPLET and len(words) == 2:
        words.append("")
    if len(words) != len(form.split()):
        raise LineError(f"{where} is not written as {form}.")
    try:
        return _tuple(words, repairs) if level is Level.TUPLE else _triplet(words, repairs)
    except Rejected as rejected:
        error = UnknownName if rejected.rejection.code is RejectionCode.UNKNOWN_OBJECT else LineError
        raise error(f"{where}: {rejected.rejection.message}") from rejected


def _tuple(words: list[str], repairs: Repairs) -> Row:
    name, action = words
    if actions.primitive_or_none(action) is None and actions.primitive_or_none(name) is not None:
        repairs.add(f"swapped {name} and {action}")
        name, action = action, name
    done = actions.primitive(action, repairs)
    return (_name(name, repairs), str(done))


def _triplet(words: list[str], repairs: Repairs) -> Row:
    action = actions.high(words[0], repairs)
    thing, where = (_name(word, repairs) if word.lower() not in NOTHING else "None" for word in words[1:])
    if thing == "None" and action is not High.PASS:
        raise Rejected(RejectionCode.UNKNOWN_OBJECT, f"{action} needs an object.")
    return (str(action), thing, where)


def _name(raw: str, repairs: Repairs) -> str:
    return known(raw) or repairer().resolve(raw, repairs)


def _subject(text: str, repairs: Repairs) -> str:
    phrase = named(text)
    if phrase.lower() in _ANYTHING:
        return ""
    try:
        return _name(phrase, repairs)
    except Rejected as rejected:
        inside = place(text).name
        if not inside:
            raise UnknownName(f"'subject': {rejected.rejection.message}") from rejected
        return inside


def _said(text: str, kind: Kind) -> str:
    """Return a place, or a class, in the words of the domain; a text that names none, or an attribute, as it is."""
    if kind is Kind.APM:
        return text
    said = place(text, _looked_like if kind is Kind.OHV else _found)
    return (
        " ".join(part for part in ("not" * said.negated, said.preposition, said.name) if part)
        if said.name
        else text
    )


def _looked_like(phrase: str) -> str:
    """Return the class that a phrase means or, where that is a sentence ("object is indeed mug"), names last."""
    words = phrase.split()
    spans = (
        (end - size, end) for end in range(len(words), 0, -1) for size in range(min(LONGEST_NAME, end), 0, -1)
    )
    named_last = (repairer().spelled(" ".join(words[start:end])) for start, end in spans)
    return _found(phrase) or next((name for name in named_last if name), "")


def _found(phrase: str) -> str:
    """Return the class or placeholder that a phrase means, '' for none."""
    if len(phrase.split()) > LONGEST_NAME or phrase in _ANYTHING | {"target"}:
        return ""
    try:
        return _name(phrase, Repairs())
    except Rejected:
        return ""
