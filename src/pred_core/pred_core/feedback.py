"""Feedback without a model: a discrepancy in one sentence (PRED's P_f, the role of listing 8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pred_core.observed import Place, attribute, place, same_place
from pred_core.plan_language import Discrepancy, Kind
from pred_core.vocabulary import equipment, group, is_cover, object_types

_STATES: Mapping[tuple[str, bool], str] = {
    ("on", True): "switched on",
    ("on", False): "switched off",
    ("open", True): "open",
    ("open", False): "closed",
    ("sliced", True): "sliced",
    ("sliced", False): "whole",
}
_VOWELS = frozenset("AEIOUaeiou")


def describe(discrepancy: Discrepancy) -> str:
    """Return one sentence that says what was expected and what is the case."""
    return _SENTENCES[discrepancy.kind](discrepancy)


def state(text: str) -> str:
    """Return the attribute a text names as one says it: ``not clean`` is dirty; '' when it names none."""
    name, value = attribute(text)
    if not name:
        return ""
    lacking = "" if value else equipment().lacking(name)
    return _STATES.get((name, value)) or lacking or (name if value else f"not {name}")


def somewhere(where: Place) -> str:
    """Return a place with preposition and article: on the CounterTop; '' when it has no name."""
    if not where.name:
        return ""
    return f"{where.preposition or preposition(where.name)} the {where.name}"


def preposition(name: str) -> str:
    """Return how a thing lies at a place of this type: "in" the fridge, "on" the table."""
    if is_cover(name):
        return "under"
    known = object_types().get(name)
    if known is None:
        return "at"
    inner = ("fully_inside", "opened_to_use", "inside_bottom_four_corners", "hollow")
    return "in" if any(name in group(key) for key in inner) else "on"


def _thing(discrepancy: Discrepancy) -> str:
    return discrepancy.subject or "object"


def _a(name: str) -> str:
    return f"{'an' if name[:1] in _VOWELS else 'a'} {name}"


def _presence(d: Discrepancy) -> str:
    expected, observed = place(d.expected), place(d.observed)
    found = "" if observed.negated else somewhere(observed)
    if found and observed.there == expected.there:
        return f"The {_thing(d)} is {found}, as expected."
    wrong = f"not {somewhere(expected)}" if expected.there else ""
    known = f"The {_thing(d)} is directly visible or known from the map"
    if found:
        return f"{known}: it is {', '.join(part for part in (found, wrong) if part)}."
    return f"{known}, {wrong} where it was expected." if wrong else f"{known}."


def _appearance(d: Discrepancy) -> str:
    observed = place(d.observed).there
    wanted = place(d.expected).name or d.subject
    start = "Seen from another side, the picked up object is"
    if observed and observed == wanted:
        return f"{start} the {wanted} that was wanted."
    seen = f": it looks like {_a(observed)}" if observed else ""
    return f"{start} not {'the desired ' + wanted if wanted else 'the desired one'}{seen}."


def _attribute(d: Discrepancy) -> str:
    observed, expected = state(d.observed), state(d.expected)
    if not observed:
        return f"The picture of the {_thing(d)} does not show which state it is in."
    start = f"The picture of the {_thing(d)} shows that it is {observed}"
    if not expected:
        return f"{start}."
    if expected == observed:
        return f"{start}, as expected."
    to_be = (
        f"not to be {expected.removeprefix('not ')}" if expected.startswith("not ") else f"to be {expected}"
    )
    return f"{start}, although it was expected {to_be}."


def _relation(d: Discrepancy) -> str:
    expected, observed = place(d.expected), place(d.observed)
    start, shown = f"The {_thing(d)} is", "as the adjacent masks show"
    if observed.other or observed.negated:
        return f"{start} not in the desired place yet, {shown}."
    if not observed.name:
        return f"{start} already in the desired place, {shown}, so it need not be moved."
    where = somewhere(observed)
    if expected.other or (expected.negated and same_place(expected.name, observed.name)):
        return f"{start} already {where}, the desired place, {shown}, so it need not be moved."
    if expected.negated:
        return f"{start} {where}, not {somewhere(expected)} yet, {shown}."
    if expected.name == observed.name:
        return f"{start} {where}, as expected."
    surprise = f", although it was expected {somewhere(expected)}" if expected.name else ""
    return f"{start} {where}, {shown}{surprise}."


_SENTENCES: Mapping[Kind, Callable[[Discrepancy], str]] = {
    Kind.DTA: _presence,
    Kind.OHV: _appearance,
    Kind.APM: _attribute,
    Kind.ASR: _relation,
}
"""One for each kind of discrepancy."""
