"""What a domain's appliances do: which qualities they give, where, and by which switch (docs/domains.md)."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

KEYS: Mapping[str, frozenset[str]] = {
    "qualities": frozenset(
        ("attribute", "takers", "liquid", "ends", "hinders", "invisible", "words", "verbs", "lacking")
    ),
    "appliances": frozenset(("switch", "gives", "gives_shut", "runs_shut", "drain", "left_in", "never")),
    "treatments": frozenset(("gives", "at", "vessel")),
}
"""What an entry of each section may say."""
_STEPS = frozenset(
    {
        *(
            "Move",
            "Pickup",
            "Put",
            "Slice",
            "Pour",
            "ToggleOn",
            "ToggleOff",
            "Open",
            "Close",
            "LookAt",
            "Goto",
            "Pass",
        ),
    }
)
"""Actions of the plan language that are no treatments."""
_OWN_STATES = frozenset({"open", "closed", "on", "off", "sliced", "empty"})
"""States that doors, switches, knives and pouring make."""


class EquipmentError(ValueError):
    """Entries that do not go together; ``section`` and ``entry`` say where they stand in the file."""

    def __init__(self, section: str, entry: str, reason: str) -> None:
        """:param reason: what is wrong with the entry, without its name."""
        super().__init__(f"{section} {entry}: {reason}")
        self.section, self.entry = section, entry


@dataclass(frozen=True)
class Quality:
    """A property that an appliance can give: clean, hot, water, sterile, ...

    ``attribute`` is what perception calls it. ``takers`` are the flags and types of what can have it, empty for
    everything. ``ends`` are qualities that it takes away, ``hinders`` those that what has it cannot become.
    ``invisible``: no camera sees it. ``words`` are what people call a thing that has it, ``verbs`` what they say to get
    it; ``lacking`` is what a thing without it is called.
    """

    name: str
    attribute: str
    takers: frozenset[str] = frozenset()
    liquid: bool = False
    ends: frozenset[str] = frozenset()
    hinders: frozenset[str] = frozenset()
    invisible: bool = False
    words: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    lacking: str = ""


@dataclass(frozen=True)
class Appliance:
    """A place that gives qualities: while its ``switch`` runs, or when it is shut (``gives_shut``).

    ``runs_shut``: it only runs shut. ``drain``: what is poured into it is gone. ``left_in``: what is treated stays
    there unless the next step needs it. ``never`` are types that must not be in it when it runs.
    """

    place: str
    switch: str = ""
    gives: tuple[str, ...] = ()
    gives_shut: tuple[str, ...] = ()
    runs_shut: bool = False
    drain: bool = False
    left_in: bool = False
    never: frozenset[str] = frozenset()

    @property
    def all_given(self) -> tuple[str, ...]:
        """Return every quality it gives."""
        return (*self.gives, *self.gives_shut)


@dataclass(frozen=True)
class Treatment:
    """An action of plans that gives a thing a quality at an appliance; ``vessel``: in a vessel that stands there."""

    action: str
    quality: str
    place: str
    vessel: bool = False


@dataclass(frozen=True)
class Equipment:
    """All that a domain says of qualities, appliances and treatments."""

    qualities: Mapping[str, Quality]
    appliances: Mapping[str, Appliance]
    treatments: Mapping[str, Treatment]

    def attribute_of(self, action: str) -> str:
        """Return the attribute that a treatment is there for; '' for what is no treatment."""
        treatment = self.treatments.get(action)
        return self.qualities[treatment.quality].attribute if treatment else ""

    def lacking(self, attribute: str) -> str:
        """Return what a thing without an attribute is called: dirty, empty; '' where the domain has no word for it."""
        words = (q.lacking for q in self.qualities.values() if q.attribute == attribute and q.lacking)
        return next(words, "")

    @property
    def invisible(self) -> frozenset[str]:
        """The attributes that no camera sees."""
        return frozenset(q.attribute for q in self.qualities.values() if q.invisible)

    def giving(self, attribute: str) -> tuple[Appliance, ...]:
        """Return the appliances that give an attribute, in the domain's order."""
        wanted = {q.name for q in self.qualities.values() if q.attribute == attribute}
        return tuple(a for a in self.appliances.values() if wanted & set(a.all_given))

    def first_giving(self, attribute: str) -> str:
        """Return the place of the first treatment that gives an attribute; '' where nothing does."""
        for treatment in self.treatments.values():
            if self.qualities[treatment.quality].attribute == attribute and not treatment.vessel:
                return treatment.place
        return ""

    def drains(self) -> tuple[str, ...]:
        """Return the places that what is poured into is gone from, the first for preference."""
        return tuple(a.place for a in self.appliances.values() if a.drain)


def read_equipment(data: Mapping[str, Any], types: Iterable[str]) -> Equipment:
    """Return the equipment of a domain file.

    :param types: the names of the domain's types
    :raises EquipmentError: naming the entry and what is wrong with it
    """
    names = frozenset(types)
    qualities = {
        name: Quality(
            name,
            entry.get("attribute", name),
            frozenset(entry.get("takers", ())),
            bool(entry.get("liquid", False)),
            frozenset(entry.get("ends", ())),
            frozenset(entry.get("hinders", ())),
            bool(entry.get("invisible", False)),
            _phrases("qualities", name, entry.get("words", ())),
            _phrases("qualities", name, entry.get("verbs", ())),
            str(entry.get("lacking", "")),
        )
        for name, entry in data.get("qualities", {}).items()
    }
    appliances = {
        place: Appliance(
            place,
            entry.get("switch", ""),
            tuple(entry.get("gives", ())),
            tuple(entry.get("gives_shut", ())),
            bool(entry.get("runs_shut", False)),
            bool(entry.get("drain", False)),
            bool(entry.get("left_in", False)),
            frozenset(entry.get("never", ())),
        )
        for place, entry in data.get("appliances", {}).items()
    }
    treatments = {
        action: Treatment(action, entry["gives"], entry["at"], bool(entry.get("vessel", False)))
        for action, entry in data.get("treatments", {}).items()
    }
    equipment = Equipment(qualities, appliances, treatments)
    _check(equipment, names)
    return equipment


def _phrases(section: str, entry: str, given: object) -> tuple[str, ...]:
    if (
        isinstance(given, str)
        or not isinstance(given, Iterable)
        or not all(isinstance(w, str) for w in given)
    ):
        raise EquipmentError(section, entry, "words and verbs are lists of words")
    wrong = next((word for word in given if not word.replace("-", "").isalpha()), None)
    if wrong is not None:
        raise EquipmentError(section, entry, f"{wrong!r} is not one word of letters")
    return tuple(word.lower() for word in given)


def _check(equipment: Equipment, names: frozenset[str]) -> None:
    for quality in equipment.qualities.values():
        _known("qualities", quality.name, quality.ends | quality.hinders, equipment.qualities, "quality")
        if quality.name in quality.ends | quality.hinders:
            raise EquipmentError("qualities", quality.name, "it ends or hinders itself")
        if {quality.name, quality.attribute} & _OWN_STATES:
            reason = "that is a state of doors, switches or slices, which no appliance gives"
            raise EquipmentError("qualities", quality.name, reason)
    for place, appliance in equipment.appliances.items():
        used = {place, *appliance.never} | ({appliance.switch} - {""})
        _known("appliances", place, used, names, "type")
        _known("appliances", place, appliance.all_given, equipment.qualities, "quality")
        _agree(equipment, appliance)
    for action, treatment in equipment.treatments.items():
        if action in _STEPS or not action.isidentifier():
            reason = "the plan language has that action" if action in _STEPS else "an action is one word"
            raise EquipmentError("treatments", action, reason)
        _known("treatments", action, (treatment.quality,), equipment.qualities, "quality")
        at = equipment.appliances.get(treatment.place)
        if at is None:
            raise EquipmentError("treatments", action, f"{treatment.place} is no appliance")
        if treatment.quality not in at.all_given:
            raise EquipmentError("treatments", action, f"{at.place} does not give {treatment.quality}")


def _agree(equipment: Equipment, appliance: Appliance) -> None:
    """Refuse an appliance that contradicts itself."""
    if appliance.gives and not appliance.switch:
        reason = f"it gives {appliance.gives[0]}, but has no switch"
        raise EquipmentError("appliances", appliance.place, reason)
    for one in appliance.all_given:
        for other in equipment.qualities[one].ends & set(appliance.all_given):
            reason = f"it gives {one} and {other}, but {one} ends {other}"
            raise EquipmentError("appliances", appliance.place, reason)


def _known(section: str, entry: str, used: Iterable[str], allowed: Iterable[str], what: str) -> None:
    wrong = sorted(set(used) - set(allowed))
    if wrong:
        reason = f"there is no {what} {', '.join(wrong)}{meant(wrong[0], allowed)}"
        raise EquipmentError(section, entry, reason)


def meant(word: str, allowed: Iterable[str]) -> str:
    """Return " (did you mean ...?)" for a word that is nearly one of those allowed, else ''."""
    close = difflib.get_close_matches(word, sorted(allowed), n=1, cutoff=0.7)
    return f" (did you mean {close[0]!r}?)" if close else ""
