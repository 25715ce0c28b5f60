"""Remembered objects, as perception publishes them and every decision reads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum

Vector = tuple[float, float, float]


class Truth(IntEnum):
    """Three-valued truth of an attribute; the values are those of pred_msgs/Attribute."""

    UNKNOWN = 0
    FALSE = 1
    TRUE = 2

    @classmethod
    def of(cls, value: bool | None) -> Truth:
        """Return the truth value of a bool, or UNKNOWN of None."""
        return cls.UNKNOWN if value is None else cls.TRUE if value else cls.FALSE


SURE = 0.95
"""Confidence from which a picture is believed against a switch's or a door's own answer."""


@dataclass(frozen=True)
class Attribute:
    """One observed or expected attribute: clean, filled, on, open, sliced, cooked, hot, cold, ..."""

    name: str
    value: Truth
    confidence: float = 1.0


@dataclass(frozen=True)
class ObjectState:
    """One remembered object. Lengths in metres, map frame (REP-103: x forward, y left, z up).

    ``score`` is how likely it is there and of its class, where a detector knows how likely it errs, else the mean of
    its scores. ``rival_class`` is the look-alike that most of the views which did not agree took it for, '' where all
    agreed.
    """

    id: str
    class_name: str
    center: Vector
    size: Vector
    score: float = 1.0
    attributes: Mapping[str, Attribute] = field(default_factory=dict)
    parent_id: str = ""
    held: bool = False
    visible: bool = False
    detection_id: str = ""
    pixels: int = 0
    distance: float = 0.0
    last_seen: float = 0.0
    last_seen_step: int = 0
    observations: int = 1
    rival_class: str = ""

    def truth(self, attribute: str) -> Truth:
        """Return what is known of an attribute (UNKNOWN if it was never seen)."""
        known = self.attributes.get(attribute)
        return known.value if known else Truth.UNKNOWN

    def surely(self, attribute: str) -> Truth:
        """Return what is known of an attribute beyond doubt, UNKNOWN where it is only likely."""
        known = self.attributes.get(attribute)
        return known.value if known and known.confidence >= SURE else Truth.UNKNOWN


@dataclass(frozen=True)
class ObjectMemory:
    """Everything remembered after observation ``step`` of ``episode``.

    ``doubtful`` is what may be there or may be that, too unsure to be used or told of: worth a look from near.
    """

    step: int = 0
    episode: int = 0
    stamp: float = 0.0
    objects: tuple[ObjectState, ...] = ()
    held_id: str = ""
    doubtful: tuple[ObjectState, ...] = ()

    def get(self, object_id: str) -> ObjectState | None:
        """Return the object of that id, or None."""
        return next((o for o in self.objects if o.id == object_id), None)

    def get_even_doubtful(self, object_id: str) -> ObjectState | None:
        """Return the object of that id, however unsure it is, or None."""
        return next((o for o in (*self.objects, *self.doubtful) if o.id == object_id), None)

    def of_class(self, names: str | Iterable[str]) -> list[ObjectState]:
        """Return the objects of one class or of several, in memory order."""
        wanted = {names} if isinstance(names, str) else set(names)
        return [o for o in self.objects if o.class_name in wanted]

    def inside(self, parent_id: str) -> list[ObjectState]:
        """Return the objects that lie directly on or in an object."""
        return [o for o in self.objects if o.parent_id == parent_id]

    @property
    def held(self) -> ObjectState | None:
        """The object in the hand, or None."""
        return self.get(self.held_id) if self.held_id else None
