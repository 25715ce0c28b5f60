"""Persons as plans and memories know them: landmarks that stand somewhere, and to whom things are handed.

A person is no object type of a domain: nothing detects one, nothing is put on one, and no word of a thing means one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pred_core.geometry import Pose2D
from pred_core.objects import ObjectState
from pred_core.plan_language import Subgoal

PERSON = "Person"
"""What plans call a person where they name classes."""
SPEAKER = f"{PERSON}_1"
"""The id of the one who gives the task, in memories and bindings."""
WIDTH, HEIGHT = 0.5, 1.7
"""How much room a standing person takes, metres."""
NEAREST = 0.6
"""Nobody who hands something over comes nearer to a person's middle than this (m): a body's width between them."""
FARTHEST = 1.5
"""From farther away a person cannot take what is held out to them, and does not reach what was put down (m)."""


RECIPIENT = "recipient"
"""Under which key a plan's context says whom it brings things to, where that is another than the one who speaks."""


class PersonError(ValueError):
    """A text that says no place of a person."""


@dataclass(frozen=True)
class KnownPerson:
    """A person who was introduced: their name, where they are in map (x, y in metres; None: nobody said), in words."""

    name: str
    place: tuple[float, float] | None = None
    where: str = ""

    def as_mapping(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {"name": self.name, "place": list(self.place) if self.place else None, "where": self.where}

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> KnownPerson:
        """Return what :meth:`as_mapping` gave.

        :raises PersonError: when it is anything else
        """
        name, place = data.get("name"), data.get("place")
        if not isinstance(name, str) or not name.isalpha():
            raise PersonError(f"{name!r} is no name of a person; letters make one.")
        try:
            x, y = place if place is not None else (0.0, 0.0)
            return cls(name, (float(x), float(y)) if place is not None else None, str(data.get("where", "")))
        except (TypeError, ValueError) as error:
            raise PersonError(f"{place!r} is no place of {name}; two numbers are, in metres.") from error


def known_people(text: str) -> tuple[KnownPerson, ...]:
    """Return the people of a parameter: ``Anna=1.5,-0.2; Paul=0,2`` with places in map, or ``Anna`` without one.

    :raises PersonError: when it is none of these
    """
    found = []
    for part in filter(None, map(str.strip, text.split(";"))):
        name, equals, at = part.partition("=")
        pose = place_of(at) if equals else None
        if equals and pose is None:
            raise PersonError(f"people: {part!r} says no place; give {name.strip()}=x,y in metres.")
        found.append(KnownPerson.of({"name": name.strip(), "place": (pose.x, pose.y) if pose is not None else None}))
    return tuple(found)


def recipient_of(context: Mapping[str, Any]) -> KnownPerson | None:
    """Return whom a plan brings things to by name, None for the one who speaks."""
    data = context.get(RECIPIENT)
    return KnownPerson.of(data) if isinstance(data, Mapping) else None


def name_of_recipient(context: Mapping[str, Any]) -> str:
    """Return the name of whom a plan brings things to, '' for the one who speaks."""
    person = recipient_of(context)
    return person.name if person is not None else ""


def place_of(text: str) -> Pose2D | None:
    """Return where a text says that the person stands, in map: ``x,y`` or ``x,y,yaw`` (m, rad); None for ''.

    :raises PersonError: when it is none of these
    """
    if not text.strip():
        return None
    try:
        x, y, *yaw = (float(part) for part in text.split(","))
        (turned,) = yaw or [0.0]
    except ValueError as error:
        raise PersonError(f"person: {text!r} is no place; give x,y or x,y,yaw in metres and radians.") from error
    return Pose2D(x, y, turned)


def standing(pose: Pose2D) -> ObjectState:
    """Return the one who gives the task as an object of a memory, standing there."""
    return ObjectState(SPEAKER, PERSON, (pose.x, pose.y, HEIGHT / 2.0), (WIDTH, WIDTH, HEIGHT))


def names_person(steps: Iterable[Subgoal]) -> bool:
    """Tell whether any step of a plan is about a person."""
    return any(PERSON in (step.object, step.receptacle) for step in steps)
