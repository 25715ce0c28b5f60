"""The closed words of household instructions: verbs, states, prepositions, quantities, units."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache


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


_VERBS: dict[Verb, str] = {
    Verb.PUT: "put place set move bring carry transfer relocate lay leave store drop deposit return stick insert "
    "sit position arrange stack throw toss shift transport deliver rest stow keep replace send hang serve drag "
    "push slide dump display relocating reposition plop stash",
    Verb.GET: "take get grab pick fetch retrieve find collect gather remove obtain choose hold lift select locate "
    "acquire snatch use clutch",
    Verb.GO: "go walk turn head face step proceed stand approach cross stop continue",
    Verb.CLEAN: "clean wash rinse scrub wipe soak wet dampen sanitize moisten",
    Verb.HEAT: "heat warm cook microwave nuke bake roast reheat fry",
    Verb.COOL: "chill cool refrigerate freeze",
    Verb.SLICE: "slice cut chop dice halve carve",
    Verb.LOOK: "look examine inspect view see read study check observe show illuminate scan watch",
    Verb.TURN_ON: "activate ignite",
    Verb.TURN_OFF: "deactivate extinguish",
    Verb.OPEN: "open",
    Verb.CLOSE: "close shut",
    Verb.DISCARD: "discard trash dispose",
    Verb.FILL: "fill refill",
    Verb.POUR: "pour empty spill",
    Verb.BOIL: "boil",
    Verb.TOAST: "toast",
    Verb.MAKE: "make prepare fix brew create assemble",
    Verb.WATER: "water",
}

_IRREGULAR = {
    "brought": "bring", "took": "take", "taken": "take", "got": "get", "found": "find", "held": "hold",
    "laid": "lay", "left": "", "threw": "throw", "thrown": "throw", "chose": "choose", "made": "make",
    "went": "go", "saw": "see", "kept": "keep", "stuck": "stick", "hung": "hang",
}  # fmt: skip

STATES: dict[str, str] = {
    **dict.fromkeys(("clean", "cleaned", "washed", "rinsed", "wet", "scrubbed", "moist", "damp", "soaked"), "clean"),
    **dict.fromkeys(("wiped", "dampened", "moistened", "sanitized", "spotless", "soapy"), "clean"),
    **dict.fromkeys(("hot", "heated", "warm", "warmed", "cooked", "microwaved", "baked", "roasted"), "hot"),
    **dict.fromkeys(("reheated", "steaming", "nuked", "fried", "browned", "grilled", "crisp"), "hot"),
    **dict.fromkeys(("cold", "chilled", "cool", "cooled", "refrigerated", "frozen", "icy", "chilly"), "cold"),
    **dict.fromkeys(("filled",), "filled"),
    **dict.fromkeys(("sliced", "cut", "chopped", "diced", "halved"), "sliced"),
}
"""Adjectives that ask for a state of the object."""

ADJECTIVE_OR_VERB = frozenset({"clean", "wet", "warm", "cool", "cut", "empty", "cold", "open", "heat", "chill"})
"""Words that are an adjective before a noun and a verb at the start of a clause."""

SLICE_UNITS = frozenset({"slice", "piece", "chunk", "wedge", "half", "sliver", "portion", "segment", "section"})
WHOLE_UNITS = frozenset(
    {"loaf", "head", "bar", "set", "pair", "couple", "sheet", "bunch", "ring", "pack", "stack", "kind", "type"}
    | {"container", "pile", "block", "cake", "stick", "cup"}
)
"""Words before "of" that do not change what the thing is."""

PARTS = (
    "top|back|front|side|edge|end|corner|middle|center|centre|bottom|lid|seat|tank|surface|rim|ledge|cushion|"
    "back end|far end|left side|right side|inside|interior|base|rear|upper part|lower part|rack|arm|tray"
)

NUMBERS: dict[str, int] = {
    "one": 1, "single": 1, "another": 1, "two": 2, "both": 2, "couple": 2, "pair": 2, "three": 3, "four": 4,
    "five": 5, "six": 6, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "1": 1,
}  # fmt: skip

EVERY = frozenset({"all", "every", "each"})
DETERMINERS = frozenset({"a", "an", "the", "this", "that", "these", "those", "some", "its", "your", "my", "their", "any"})
CLAUSE_CONJUNCTIONS = frozenset({"after", "before", "while", "when", "then", "so"})
PRONOUNS = frozenset({"it", "them", "one", "ones", "itself", "this", "they", "those", "these"})
CONJUNCTIONS = frozenset({"and", "or", "plus", "then", "while", "before", "after", "as", "so", "but", "&", "when"})
CLAUSE_OPENERS = frozenset({"please", "you", "can", "will", "should", "to", "by", "could", "just", "i", "we", "need", "want", "let"})

FILLERS = frozenset(
    "is are be was were has have had do does will would could should must may which who where there here of for "
    "up down out back away over off again well also together too very well now same other different new old "
    "left right upper lower first second third last next top bottom middle far near close closest nearest side "
    "front inside outside white black red green blue brown gray grey yellow purple pink orange silver gold golden "
    "dark light bright colored wooden wood metal plastic glass small little big large tall short long round square "
    "thin thick tiny empty full dirty fresh used lit lighted turned plaid striped single whole room kitchen bathroom "
    "bedroom living house home area way order time stuff else i we you he she they please kindly just make sure "
    "oven nice more less half rest purpose use not no if because with without into onto left hand inner outer "
    "leftmost rightmost corner wall door good shiny wire cushion place position spot location end edge rim lid surface ledge eat drink backtier metallic stainless steel ceramic dining main central various closest decorative nearby original designated".split()
)
"""Words that never name an object by themselves."""

_PREPS: tuple[tuple[str, Prep], ...] = (
    (rf"(?!in front)(?:from )?(?:on|to|onto|at|in|into|along|by)(?: the| its| a)?(?: (?:very|far|upper|lower|left|right))*"
     rf" (?:{PARTS})(?: part| end| side| corner| edge| surface| section| shelf)? of", Prep.ON),
    (r"(?:to|on|at|from)? ?(?:the )?(?:immediate )?(?:left|right|other side|opposite side|side|front|rear|foot)"
     r"(?: hand)?(?: side)? of", Prep.NEAR),
    (r"in front of|across from|next to|close to|adjacent to|closest to|nearest to|nearest|alongside|along side(?: of)?|"
     r"opposite(?: of| from| to)?|besides?|near(?: to)?|behind|between|in between|against|around|across", Prep.NEAR),
    (r"(?:that|which|who)? ?(?:is|are|was|were)? ?(?:found|located|sitting|lying|laying|resting|located|stored|kept)"
     r" (?:on|in|at|inside)(?: top of)?", Prep.AT),
    (r"(?:is|are) (?:on|in|inside|at|under)(?: top of)?", Prep.AT),
    (r"(?:that|which)(?: is| are| s)? (?:on|in|inside|at)(?: top of)?", Prep.AT),
    (r"out of|off of|from off(?: of)?|from on(?: top of)?|from in|from inside(?: of)?|from under|from the top of|from|off", Prep.FROM),
    (r"on top of|on to|onto|upon|atop|on top|on|over|above", Prep.ON),
    (r"inside of|in to|into|inside|within|in", Prep.IN),
    (r"underneath|beneath|under|below", Prep.UNDER),
    (r"by the light of|in the light of|using the light of|by using|making use of", Prep.WITH),
    (r"which (?:has|contains|holds)|that (?:has|contains|holds)|containing|contains|having|holding|along with|together with|"
     r"filled with|full of|with|using|via", Prep.WITH),
    (r"towards?|back to|over to|at|to", Prep.TO),
    (r"by", Prep.NEAR),
    (r"of", Prep.OF),
)  # fmt: skip

PREPOSITIONS = tuple((re.compile(rf"(?<![@\w])(?:{pattern})\b"), prep) for pattern, prep in _PREPS)
"""Patterns of prepositions, longest meaning first; each is replaced by ``@prep``."""

PHRASES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\b(?:throw|toss|chuck)(?:ing|s|n)?((?: \w+){0,5}?) (?:away|out)\b", r"discard\1"),
        (r"\b(?:get rid|dispose|disposing)(?: of)?\b", "discard"),
        (r"\b(?:turn|switch|flip|power|flick|click)(?:ing|ed|s)?\b(?= on\b)(?: on)", "activate"),
        (r"\b(?:turn|switch|flip|power|flick)(?:ing|ed|s)?\b( (?:the |a |that |this |it)?(?:\w+ ){0,3}?)on\b(?! (?:the|a|top)\b)",
         r"activate\1"),
        (r"\b(?:turn|switch|flip|power)(?:ing|ed|s)? off\b", "deactivate"),
        (r"\b(?:turn|switch|flip|power)(?:ing|ed|s)?\b( (?:the |a |that |this |it)?(?:\w+ ){0,3}?)off\b", r"deactivate\1"),
        (r"\bpick(?:ing|ed|s)? ?up\b", "pick"),
        (r"\b(?:put|putting|puts|place|placing) (?:it |them )?(?:back )?away\b", "store"),
        (r"\b(?:put|set|place)(?:ting|ing|s)? (?:it |them )?down\b", "put"),
        (r"\b(wash|rins|clean|wip)(e|es|ing|s)? off\b", r"\1\2"),
        (r"\b(?:one|a) (?:place|spot|location) to another(?: place| spot)?\b", ""),
        (r"\bheat(?:ing|ed|s)? up\b", "heat"),
        (r"\bwarm(?:ing|ed|s)? up\b", "warm"),
        (r"\bcool(?:ing|ed|s)? (?:down|off)\b", "cool"),
        (r"\b(?:light|lighting|lights) up\b", "activate"),
        (r"\bas well as\b", "and"),
        (r"\bin order to\b", "to"),
        (r"\binto? the light\b", "under the lamp"),
    )
)  # fmt: skip
"""Phrasal verbs and fixed phrases, rewritten before tagging."""


def _forms(base: str) -> set[str]:
    stem = base[:-1] if base.endswith("e") else base
    forms = {base, base + "s", base + "es", stem + "ing"}
    if re.search(r"[^aeiou][aeiou][^aeiouwxy]$", base):
        forms |= {base + base[-1] + "ing"}
    return forms


@cache
def verb_forms() -> dict[str, Verb]:
    """Return every form of every verb that asks for an action (participles are adjectives, see STATES)."""
    forms = {form: verb for verb, words in _VERBS.items() for base in words.split() for form in _forms(base)}
    forms.update({past: forms[base] for past, base in _IRREGULAR.items() if base})
    for base in ("place", "move", "carry", "pick", "turn", "activate", "examine", "remove", "return"):
        past = base + "d" if base.endswith("e") else base[:-1] + "ied" if base.endswith("y") else base + "ed"
        forms[past] = forms[base]
    return forms
