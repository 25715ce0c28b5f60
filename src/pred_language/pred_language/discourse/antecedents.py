"""What is opened, closed or switched by words that do not name it: "... and switch it off", "keep the door open"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pred_core.vocabulary import equipment, object_types, spoken
from pred_language.discourse.grammar import parse
from pred_language.lexicon.inflection import plural, singular
from pred_language.lexicon.phrases import Event, Mention
from pred_language.lexicon.tagger import tag
from pred_language.lexicon.words import DOORS, SWITCHES, TELLING_WORD, TURNING, Verb

_BACK = re.compile(r"\b(?:it|them|door|lid|other)\b")
_IT = re.compile(r"\b(?:it|them)\b", re.IGNORECASE)
_OUT_OF_IT = re.compile(r"\b(out of|from inside|from) (?:it|there)\b", re.IGNORECASE)
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
            meant = _meant(event.verb, reversed(named)) or _meant(event.verb, later)
            event = told if meant is None else replace(told, objects=[meant])
        named += mentions(event)
        found.append(event)
    return found


_ANOTHER = re.compile(
    r"\b(the other|another|(?:the|a) (?:other|second|third|remaining|last)) (one|ones)\b"
    r"|\b(the other)(?= (?:away|back|in|into|inside|on|onto|to|at|under|next|near)\b| ?[.,;!?]| and\b| then\b|$)",
    re.IGNORECASE,
)


_LAST_VERB = re.compile(r"\b(?:switch|light|microwave|freeze|clean|empty|open|close|shut)\s*$", re.IGNORECASE)
"""What "the other one" is done to is no noun: "switch the other one on"."""
_LANDMARK_ONE = re.compile(
    rf"\b(?:with|next to|beside|near|by|behind|under) (?:the|a) (?:{TELLING_WORD}) (?P<one>one)\b", re.IGNORECASE
)


def with_nouns(text: str) -> str:
    """Return a text in which "the other one" has its noun, what was acted on last, and "beside the red one", too."""
    done = ""
    rest = _LANDMARK_ONE.sub(
        lambda m: f"{m.group()[: -len(m['one'])]}{singular(_last_object(text[: m.start()])) or m['one']}", text
    )
    while match := _ANOTHER.search(rest):
        before = done + rest[: match.start()]
        last = _place_of_one(before) if match[3] else ""
        last = last or _last_object(_LAST_VERB.sub("", before))
        noun = singular(last) or match[2] or ""
        many = match[2] is not None and match[2].lower() == "ones" and bool(last)
        done = f"{before}{match[1] or match[3]} {plural(noun) if many else noun}".rstrip()
        rest = rest[match.end() :]
    return done + rest


_ONE_PLACE = re.compile(r"\b(?:in|on|into|onto|under) one (?:of (?:the|my) )?([a-z]+)\b", re.IGNORECASE)
_AT = re.compile(r"\b(?:in|on|into|onto|under)\s*$", re.IGNORECASE)


def _place_of_one(before: str) -> str:
    """Return the noun of "in one sink" for "in the other" after it, '' where no place is meant."""
    places = _ONE_PLACE.findall(before) if _AT.search(before) else []
    return str(places[-1]) if places else ""


def with_antecedent(part: str, before: str) -> str:
    """Return a part of an instruction in which the first "it" has its noun, unless that is opened or switched.

    :param before: the parts before it
    """
    events = parse(tag(part))
    named = next((m for event in events for m in event.objects), None)
    if not before or named is None or events[0].verb in TURNING:
        return part
    if not named.pronoun:
        place = _last_place(before) if _OUT_OF_IT.search(part) else ""
        return _OUT_OF_IT.sub(rf"\1 the {place}", part, count=1) if place else part
    last = _last_object(before)
    return _IT.sub(f"the {last}", part, count=1) if last else part


def _last_place(text: str) -> str:
    """Return the words for where something was put or taken from last in a text, '' for nowhere."""
    attached = [m.text for event in parse(tag(text)) for m in mentions(event) if m not in event.objects]
    return attached[-1] if attached else ""


def _last_object(text: str) -> str:
    """Return the words for what was acted on last in a text, '' for nothing."""
    objects = [m.text for event in parse(tag(text)) for m in event.objects if m.known and not m.pronoun]
    return objects[-1] if objects else ""


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
        return not event.attached
    return all(mention.pronoun and not mention.plural for mention in event.objects)


def _meant(verb: Verb | None, named: Iterable[Mention]) -> Mention | None:
    """Return the first that can be opened or switched, or what switches it: the faucet of a sink."""
    if verb is None:
        return None
    need, known = _NEEDS[verb], equipment().appliances
    for mention in named:
        if object_types()[mention.best].can(need):
            told = list(mention.adjectives), list(mention.unknown)
            return Mention(mention.text, mention.classes, adjectives=told[0], unknown=told[1], definite=True)
        appliance = known.get(mention.best)
        if verb in SWITCHES and appliance is not None and appliance.switch in object_types():
            return Mention(spoken(appliance.switch), {appliance.switch: 1.0}, definite=True)
    return None
