"""The closed words of household instructions: verbs, states, units, quantities (``data/words.json``)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any

from pred_language.lexicon.inflection import forms, participle


class Verb(StrEnum):
    """What a verb asks for."""

    PUT = "put"
    GET = "get"
    GO = "go"
    CLEAN = "clean"
    HEAT = "heat"
    COOL = "cool"
    SLICE = "slice"
    LOOK = "look"
    TURN_ON = "turn on"
    TURN_OFF = "turn off"
    OPEN = "open"
    CLOSE = "close"
    DISCARD = "discard"
    FILL = "fill"
    POUR = "pour"
    BOIL = "boil"
    TOAST = "toast"
    MAKE = "make"
    WATER = "water"
    TREAT = "treat"  # a verb of the domain's own: what it makes of a thing is with its event


DOORS = frozenset({Verb.OPEN, Verb.CLOSE})
SWITCHES = frozenset({Verb.TURN_ON, Verb.TURN_OFF})
TURNING = DOORS | SWITCHES
"""What is done to doors, lids and switches."""


class Prep(StrEnum):
    """How a place is attached to an action."""

    IN = "in"
    ON = "on"
    TO = "to"
    UNDER = "under"
    NEAR = "near"
    FROM = "from"
    AT = "at"  # where a thing is said to be: "the pen that is in the cup"
    WITH = "with"
    OF = "of"
    NOT = "not"  # what is not meant: "any but the red one"
    ME = "me"  # to the one who speaks: "bring me", "to me"; no noun follows
    FOR_ME = "forme"  # for the one who speaks, to whom it is brought where no place is named


@cache
def _data() -> Mapping[str, Any]:
    text = resources.files("pred_language").joinpath("data/words.json").read_text("utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


def _words(name: str) -> frozenset[str]:
    return frozenset(_data()[name])


STATES: Mapping[str, str] = {word: state for state, words in _data()["states"].items() for word in words}
"""Adjectives that ask for a state of the object."""

ADJECTIVE_OR_VERB = frozenset(
    ["clean", "wet", "warm", "cool", "cut", "empty", "cold", "open", "heat", "chill"]
)
"""Words that are an adjective before a noun and a verb at the start of a clause."""

NOUN_OR_VERB = frozenset(["watch", "microwave", "water", "toast", "stand", "trash"])
"""Words that are a verb only where a clause starts and an object follows."""

NOUN_OR_MOTION = frozenset(["head", "turn", "face", "step", "walk", "cross", "stop"])
"""Words that are a way of going where a clause starts."""

SLICE_UNITS = _words("slice_units")
WHOLE_UNITS = _words("whole_units")
"""Words before "of" that do not change what the thing is."""

NUMBERS: Mapping[str, int] = {
    **dict.fromkeys(("one", "single", "another"), 1),
    **dict.fromkeys(("two", "both", "couple", "pair"), 2),
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    **{str(number): number for number in range(1, 10)},
}
EVERY = _words("every")
DETERMINERS = _words("determiners")
PRONOUNS = _words("pronouns")
CONJUNCTIONS = _words("conjunctions")
CLAUSE_CONJUNCTIONS = frozenset(["after", "before", "while", "when", "then", "so"])
CLAUSE_OPENERS = _words("clause_openers")
FILLERS = _words("fillers")
"""Words that never name an object by themselves."""

UNSERVED_VERBS = _words("unserved_verbs")
"""What people do and no robot here does, of the words that say nothing elsewhere."""
AROUND_LISTS = _words("around_lists")
"""Words around a list of things that name none of them: "all ingredients directly on the counter"."""


def _meanings(name: str) -> Mapping[str, str]:
    """Return which meaning each word of a table has."""
    return {word: meaning for meaning, listed in _data()[name].items() for word in listed}


COLOURS = _meanings("colours")
SIZES = _meanings("sizes")
MATERIALS = _meanings("materials")
ENDS = _meanings("ends")
"""Words for the end of a row that something is at: top, leftmost, nearest."""
RANKS: Mapping[str, int] = {word: int(rank) for word, rank in _meanings("ranks").items()}
ROOM_NAMES = _meanings("rooms")
"""Words for rooms, each with the kind of room that types are found in; '' for one that no kind here is called."""
UNGROUNDED = _words("ungrounded")
"""Words that tell one thing from others in ways that cannot be seen to."""
SEEN_STATES: Mapping[str, str] = {
    **dict.fromkeys(
        ("dirty", "filthy", "unwashed", "soiled", "grubby", "mucky", "grimy", "manky", "stained"), "not clean"
    ),
    **dict.fromkeys(("running", "burning", "lit", "glowing"), "on"),
    **dict.fromkeys(("unlit",), "not on"),
}
"""Words that say which one is meant by a state it is in, and which state that is."""
TELLING = frozenset({*COLOURS, *SIZES, *SEEN_STATES, "clean", "empty", "full", "open", "closed"})
"""Words before "one" that tell it from others by how it is."""
TELLING_WORD = "|".join(sorted(TELLING))
"""A pattern for one of these."""
CHOOSING = frozenset({*COLOURS, *SIZES, *MATERIALS, *ENDS, *RANKS, *UNGROUNDED, "other", *SEEN_STATES})
"""Words that say which thing of a kind is meant."""
MANNERS: tuple[str, ...] = tuple(_data()["manners"])
"""Ways of doing things that no robot of these can keep to."""

_IRREGULAR = {
    past: base
    for base, pasts in {
        "bring": "brought", "take": "took taken", "get": "got", "find": "found", "hold": "held", "lay": "laid",
        "throw": "threw thrown", "choose": "chose chosen", "make": "made", "go": "went", "see": "saw",
        "keep": "kept", "stick": "stuck", "hang": "hung",
    }.items()
    for past in pasts.split()
}  # fmt: skip
_PASSIVE = ("place", "move", "carry", "pick", "turn", "activate", "examine", "remove", "return")
"""Verbs whose past form asks for the action too: "a plate placed in the sink"."""


def _verb_forms() -> dict[str, Verb]:
    verbs = {Verb[name]: bases for name, bases in _data()["verbs"].items()}
    found = {form: verb for verb, bases in verbs.items() for base in bases for form in forms(base)}
    found.update({past: found[base] for past, base in _IRREGULAR.items()})
    for base in _PASSIVE:
        found[participle(base)] = found[base]
    return found


VERB_BASES = frozenset(base for bases in _data()["verbs"].values() for base in bases)
"""The verbs as an order begins with them."""
VERB_FORMS: Mapping[str, Verb] = _verb_forms()
"""Every form of every verb that asks for an action (participles are adjectives, see STATES)."""
