"""Triplets while they are composed, and the things they are about."""

from __future__ import annotations

import copy

from pred_core.plan_language import Expectation, Level, Subgoal
from pred_core.vocabulary import sliced_of
from pred_language.meaning.context import Ranked


class Triplets:
    """Collects the triplets of one plan; ids are t1, t2, ... in order."""

    def __init__(self) -> None:
        self.made: list[Subgoal] = []

    def add(
        self,
        action: str,
        thing: TripletThing,
        place: TripletThing | None = None,
        *,
        expectation: Expectation | None = None,
    ) -> None:
        """Append (action, thing, place)."""
        self.made.append(
            Subgoal(
                id=f"t{len(self.made) + 1}",
                level=Level.TRIPLET,
                action=action,
                object=thing.name,
                object_ref=thing.ref,
                object_alternatives=thing.others,
                inside=thing.inside,
                receptacle=place.name if place else "",
                receptacle_ref=place.ref if place else "",
                receptacle_alternatives=place.others if place else (),
                relation=place.relation if place else "",
                expectation=expectation or Expectation(class_name=thing.name),
            )
        )


class TripletThing:
    """A class with its other meanings, the variable that stands for the instance, and where the text says it is."""

    def __init__(self, ranked: Ranked, ref: str, inside: tuple[str, ...] = ()) -> None:
        self.name = ranked.best
        self.others = ranked.others
        self.relation = ranked.relation
        self.ref = ref
        self.inside = inside

    @classmethod
    def of(cls, names: tuple[str, ...], ref: str) -> TripletThing:
        """Return a thing of the first class, with the others as alternatives."""
        return cls(Ranked(classes=names, weights=(1.0,) * len(names)), ref)

    def at(self, ref: str) -> TripletThing:
        """Return another instance of this thing."""
        other = copy.copy(self)
        other.ref = ref
        return other

    def slice(self, index: int) -> TripletThing:
        """Return the index-th slice of this thing."""
        names = tuple(s for s in (sliced_of(n) for n in (self.name, *self.others)) if s)
        return TripletThing.of(names, f"{self.ref}_slice{index}")
