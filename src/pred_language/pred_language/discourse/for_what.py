"""What a thing is for, said of what somebody is about to do: "I must blow my nose, bring me something for it"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.uses import named_by_kind
from pred_language.discourse.wrapping import base_of_gerund
from pred_language.lexicon.shapes import LAST


def _for_it(match: re.Match[str]) -> str:
    """Return "bring me something to blow my nose with" of "I must blow my nose, bring me something for it"."""
    return f"{match['order']} something to {match['does']} with"


def _thing_for(match: re.Match[str]) -> str:
    """Return "something to flip the pancakes with" of "the thing we flip the pancakes with"."""
    if match["does"].lower() == "water":
        return "the watering can"
    return f"something to {match['does']} {match['what']} with"


_ORDER_FOR = (
    r"(?:(?:please|so|just|(?:can|could|would|will) you)\b[\s,]*)*"
    r"(?P<order>(?:bring|get|fetch|give|hand|find)(?: to)? me|bring|get)"
)


_THING_FOR = r"(?:something|the thing|the tool|what i need|whatever i need|the right thing|a tool|anything)"


_WANTS_SOMETHING = (
    r"(?P<asks>(?:(?:bring|get|fetch|give|hand|find)(?: to)?(?: me| us)?|(?:i|we)(?:'d| would)? (?:need|want|like))) "
    r"(?:please )?(?:something|anything|the thing|the stuff|the tool|a tool|the right thing|what i need|whatever i "
    r"need)"
    r"(?: for (?:it|that|this|the job)| to do (?:it|that|this) with| to help| that (?:helps|works)| suitable)?"
)
_DOING = re.compile(
    r"\b(?:to|must|gotta|'ll|will|can|should|for|by|am|are|is|i|we|he|she|and|'m|'s|'re) (?:just |now )?"
    r"(?P<verb>[a-z]+)(?P<rest>(?: (?!with\b|and\b|so\b|but\b)[a-z']+){0,3})",
    re.IGNORECASE,
)


def _of_the_story(match: re.Match[str]) -> str:
    """Return "bring me a spatula" of a story of pancakes to be flipped, and of "bring me what I need"."""
    found = {kind for use in _uses(match["story"]) if (kind := _named(use))}
    return f"bring me {found.pop()}" if len(found) == 1 else match.group()


def _uses(story: str) -> Iterator[str]:
    """Yield what is done in a story, each with as many words behind it as may belong to it."""
    for doing in _DOING.finditer(story):
        verb = base_of_gerund(doing["verb"].lower()) or doing["verb"].lower()
        rest = doing["rest"].split()
        for many in range(len(rest), -1, -1):
            yield " ".join((verb, *rest[:many]))


def _named(use: str) -> str:
    """Return what serves a use, '' where none is known."""
    told = named_by_kind(f"bring me something to {use} with")
    return "" if "something" in told else told.removeprefix("bring me ").rstrip(".")


_FORMS: tuple[tuple[str, Change], ...] = (
    ((rf"^(?P<story>[^?]+?[a-z])[,.;!]+ (?:(?:please|so|just|and|(?:can|could|would|will) you)\b[\s,]*)"
     rf"*{_WANTS_SOMETHING}\W*$"), _of_the_story),
    ((r"\b(?:the thing|the stuff|the tool|what|whatever) (?:we|i|you|one|people|mum|dad|they) (?:always |usually "
      r")?(?P<does>[a-z]+) (?P<what>it|them|(?:the|my) [a-z]+) "
      r"with\b"), _thing_for),
    ((rf"^\W*(?:i|we)(?:'ve| have)? (?:got to|have to|must|need to) (?P<does>[a-z]+ [^,.;!?]*?)(?: right now| "
      rf"now)?[,.;]+ {_ORDER_FOR} (?:what i need|what(?:ever)? (?:it|that) takes)"
      rf"(?: for (?:it|that))?{LAST}"), _for_it),
    (r"\bsomething for (?:to )?(?P<does>play|eat|drink|write|read|clean|wipe|cut)(?:ing)?(?=\s*(?:[.,;!?]|$))",
     r"something to \g<does> with"),
    ((r"(?P<told>\b(?P<of>soup|stew|cereal|porridge|steak|salad|pasta|spaghetti|yoghurt|ice cream)\b.*\bsomething to "
     r"eat )it(?= with\b)"), r"\g<told>\g<of>"),
    (r"\bsomething to (?:dry|rub) (?:myself|me)(?: off)?(?: with)?, (?=the one that)", "the towel, "),
    (r"\bsomething to (?:put|wear) on my feet\b", "my boots"),
    ((rf"^\W*(?:i|we)(?:'d| would)? (?:must|have to|need to|want to|should like to|like to|love to|would like to|am "
      rf"going to|gotta) (?P<does>[a-z]+ "
      rf"[^,.;!?]*?)(?: myself| now)?[,.;]+ {_ORDER_FOR} {_THING_FOR} (?:for (?:it|that|this)|to do (?:it|that|this) "
      rf"with|that does it|i can do it with)"
      rf"{LAST}"), _for_it),
    ((rf"^\W*(?:the |my )?(?:toilet|loo|drain|sink)(?: is|'s) (?:blocked|clogged|stopped up)(?: "
      rf"again)?[,.;!]+ {_ORDER_FOR} {_THING_FOR} for (?:it|that|this)"
      rf"{LAST}"), "bring me something to unblock the toilet with"),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
