"""The closed words of household instructions: verbs, states, units, quantities (``data/words.json``)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any


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


@cache
def _data() -> Mapping[str, Any]:
    text = resources.files("pred_planner").joinpath("data/words.json").read_text("utf-8")
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


def _forms(base: str) -> set[str]:
    stem = base[:-1] if base.endswith("e") else base
    forms = {base, base + "s", base + "es", stem + "ing"}
    if re.search(r"[^aeiou][aeiou][^aeiouwxy]$", base):
        forms |= {base + base[-1] + "ing"}
    return forms


@cache
def verb_forms() -> dict[str, Verb]:
    """Return every form of every verb that asks for an action (participles are adjectives, see STATES)."""
    verbs = {Verb[name]: bases for name, bases in _data()["verbs"].items()}
    forms = {form: verb for verb, bases in verbs.items() for base in bases for form in _forms(base)}
    forms.update({past: forms[base] for past, base in _IRREGULAR.items()})
    for base in _PASSIVE:
        past = base + "d" if base.endswith("e") else base[:-1] + "ied" if base.endswith("y") else base + "ed"
        forms[past] = forms[base]
    return forms
