"""Sequences of tuples that give an object an attribute: left out as a whole when it has it (as listing 4 does)."""

from __future__ import annotations

from dataclasses import dataclass

from pred_core.observed import same, same_stuff
from pred_core.plan_language import Primitive
from pred_core.vocabulary import equipment, group, is_cleaned_in_place, object_types, per_domain, single_slot
from pred_planner.rows.guides import Row, Rows


@dataclass(frozen=True)
class Treatment:
    """Where an object is put for an attribute, and what is switched on there ('' in the fridge, which runs always)."""

    places: frozenset[str]
    switches: frozenset[str] = frozenset()


@per_domain
def treatments_giving(attribute: str) -> tuple[Treatment, ...]:
    """Return how the domain's appliances give an attribute: those of one switch are one treatment."""
    known = equipment()
    vessels = {t.place for t in known.treatments.values() if t.vessel}
    places: dict[str, set[str]] = {}
    for appliance in known.giving(attribute):
        held = {v for v in single_slot(appliance.place) if appliance.place in vessels and _is_vessel(v)}
        places.setdefault(appliance.switch, set()).update({appliance.place}, held)
    return tuple(
        Treatment(frozenset(at), frozenset({switch} | {p for p in at if switch and _has_switch(p)}) - {""})
        for switch, at in places.items()
    )


def _is_vessel(name: str) -> bool:
    known = object_types().get(name)
    return known is not None and known.can("receptacle")


def _has_switch(name: str) -> bool:
    known = object_types().get(name)
    return known is not None and known.can("toggleable")


def without_treatment(rows: Rows, subject: str, name: str) -> list[Row] | None:
    """Return the rows without the treatment at their beginning that gives the subject an attribute; None without one.

    The treatment may come after the rows that pick the subject up.
    """
    if name == "sliced":
        return _untreated(rows, subject, "knives", Primitive.SLICE)
    if is_cleaned_in_place(subject):
        return _untreated(rows, subject, "wipers", Primitive.CLEAN) if name == "clean" else None
    start = _fetched(rows, subject)
    for treatment in treatments_giving(name):
        if subject not in treatment.places | treatment.switches:
            left = _Reader(rows, start).without(treatment, subject, name)
            if left is not None:
                return left
    return None


def _fetched(rows: Rows, subject: str) -> int:
    """Return how many rows only pick the subject up, out of a closed place or not."""
    opened = 1 if rows and rows[0][1] == Primitive.OPEN else 0
    if opened >= len(rows) or rows[opened][1] != Primitive.PICKUP or not same(subject, rows[opened][0]):
        return 0
    end = opened + 1
    return end + 1 if opened and rows[end : end + 1] == [(rows[0][0], Primitive.CLOSE)] else end


def _untreated(rows: Rows, subject: str, tools: str, primitive: Primitive) -> list[Row] | None:
    """Leave out taking a tool, using it and putting it down; or its use alone where the tool is kept."""
    if len(rows) < 2 or rows[0][0] not in group(tools) or rows[0][1] != Primitive.PICKUP:
        return None
    if rows[1][1] != primitive or not same_stuff(subject, rows[1][0]):
        return None
    put_down = len(rows) > 2 and rows[2][1] == Primitive.PUT
    return list(rows[3:]) if put_down else [rows[0], *rows[2:]]


class _Reader:
    """Reads a treatment off rows, one expected row after the other."""

    def __init__(self, rows: Rows, start: int) -> None:
        self.rows = rows
        self.start = self.at = start

    def take(self, primitive: Primitive, names: frozenset[str]) -> bool:
        """Go past the row here when it is that; tell whether it was."""
        here = self.rows[self.at : self.at + 1]
        found = bool(here) and here[0][1] == primitive and here[0][0] in names
        self.at += found
        return found

    def without(self, treatment: Treatment, subject: str, name: str) -> list[Row] | None:
        self.at = self.start
        self.take(Primitive.OPEN, treatment.places)
        if not self.take(Primitive.PUT, treatment.places):
            return None
        self.take(Primitive.CLOSE, treatment.places)
        switching = self.at
        if treatment.switches and not self.take(Primitive.TOGGLE_ON, treatment.switches):
            return None
        self.take(Primitive.TOGGLE_OFF, treatment.switches)
        switched = self.at
        back = self._taken_back(treatment, subject)
        if back and not self._pours_as_meant(name):
            return None
        if back or (switched == len(self.rows) and not self.start and treatment.switches):
            return [*self.rows[: self.start], *self.rows[self.at :]]  # it never left the hand
        if not treatment.switches or self._other_taken_out(switched):
            return None
        return [*self.rows[:switching], *self.rows[switched:]]  # it stays where it is put

    def _taken_back(self, treatment: Treatment, subject: str) -> bool:
        before = self.at
        self.take(Primitive.OPEN, treatment.places)
        here = self.rows[self.at][0] if self.at < len(self.rows) else ""
        if here and same(subject, here) and self.take(Primitive.PICKUP, frozenset({here})):
            self.take(Primitive.CLOSE, treatment.places)
            return True
        self.at = before
        return False

    def _other_taken_out(self, at: int) -> bool:
        """Tell whether what comes out next is another thing: then that was treated, not the subject."""
        following = [row for row in self.rows[at : at + 2] if row[1] != Primitive.OPEN]
        return bool(following) and following[0][1] == Primitive.PICKUP

    def _pours_as_meant(self, name: str) -> bool:
        """Tell whether pouring fits: water is poured out after washing, and not after filling."""
        if self.at == len(self.rows) or self.rows[self.at][1] != Primitive.POUR:
            return True
        if name != "clean":
            return self.rows[self.at][0] not in equipment().drains()
        return self.take(Primitive.POUR, frozenset(equipment().drains()))
