"""What is opened, closed or switched by words that do not name it: "... and switch it off", "keep the door open"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pred_core.vocabulary import equipment, object_types, spoken
from pred_planner.understanding.grammar import Event, Mention
from pred_planner.understanding.words import Verb

_BACK = re.compile(r"\b(?:it|door|lid)\b")
DOORS = frozenset({Verb.OPEN, Verb.CLOSE})
SWITCHES = frozenset({Verb.TURN_ON, Verb.TURN_OFF})
_NEEDS = {**dict.fromkeys(DOORS, "openable"), **dict.fromkeys(SWITCHES, "toggleable")}


def resolved(events: Sequence[Event], before: Iterable[Mention] = ()) -> list[Event]:
    """Return events whose "it" stands for what can be opened or switched, not for the thing that was carried.

    :param before: what was named earlier, the latest last
    """
    named = list(before)
    found: list[Event] = []
    for index, told in enumerate(events):
        event = told
        if event.verb in _NEEDS and _names_nothing(event):
            later = (m for after in events[index + 1 :] for m in mentions(after))
            meant = _meant(event.verb, reversed(named)) or (
                _meant(event.verb, later) if event.verb in DOORS else None
            )
            event = told if meant is None else replace(told, objects=[meant])
        named += mentions(event)
        found.append(event)
    return found


def points_back(text: str) -> bool:
    """Tell whether a text speaks of what was named before it."""
    return _BACK.search(text.lower()) is not None


def mentions(event: Event) -> Iterator[Mention]:
    """Yield what an event names, pronouns not."""
    for mention in (*event.objects, *(m for _, m in event.attached)):
        if mention.known and not mention.pronoun:
            yield mention


def _names_nothing(event: Event) -> bool:
    if not event.objects:
        return event.verb in DOORS and not event.attached
    return all(mention.pronoun and not mention.plural for mention in event.objects)


def _meant(verb: Verb | None, named: Iterable[Mention]) -> Mention | None:
    """Return the first that can be opened or switched, or what switches it: the faucet of a sink."""
    if verb is None:
        return None
    need, known = _NEEDS[verb], equipment().appliances
    for mention in named:
        if object_types()[mention.best].can(need):
            return Mention(mention.text, mention.classes, adjectives=list(mention.adjectives), definite=True)
        appliance = known.get(mention.best)
        if verb in SWITCHES and appliance is not None and appliance.switch in object_types():
            return Mention(spoken(appliance.switch), {appliance.switch: 1.0}, definite=True)
    return None
