"""Feedback without a model: a discrepancy in one sentence (PRED's P_f, the role of listing 8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pred_planner.language import Discrepancy, Kind


def describe(discrepancy: Discrepancy) -> str:
    """Return one sentence that says what was expected and what is the case."""
    return _SENTENCES[discrepancy.kind](discrepancy)


def _presence(d: Discrepancy) -> str:
    where = f"on or in {d.observed}" if d.observed else "elsewhere"
    expected = f", not on or in {d.expected}" if d.expected else ""
    return f"{d.subject} is directly visible or remembered {where}{expected}."


def _appearance(d: Discrepancy) -> str:
    seen = f"looks like {d.observed}" if d.observed else "does not look like it"
    return f"Seen from another side, what was picked up as {d.subject} {seen}: it is not the object wanted."


def _attribute(d: Discrepancy) -> str:
    expected = f", although {d.expected} was expected" if d.expected else ""
    return f"The picture of {d.subject} shows that it is {d.observed or 'in another state'}{expected}."


def _relation(d: Discrepancy) -> str:
    where = d.observed or "the desired place"
    where = where if where.startswith(("on ", "in ", "the ")) else f"on or in {where}"
    return f"{d.subject} is already {where}, as the adjacent masks show: it need not be moved."


_SENTENCES: Mapping[Kind, Callable[[Discrepancy], str]] = {
    Kind.DTA: _presence,
    Kind.OHV: _appearance,
    Kind.APM: _attribute,
    Kind.ASR: _relation,
}
