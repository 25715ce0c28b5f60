"""What is said not to be meant: "any mug but the red one", "all but one", "not the green one"."""

from __future__ import annotations

import re

EVERYTHING = "everything"
ANYTHING = frozenset({"anything", EVERYTHING, "something"})
"""Words that mean whatever can be carried."""
NOT_HERE = frozenset(
    {"reading glasses", "reading glass", "sun glasses", "sunglasses", "eye glasses", "eyeglasses", "spectacles",
     "washing machine", "vacuum cleaner", "hair dryer", "laptop bag", "phone charger", "book mark"}
)  # fmt: skip
"""Things of a household that no type of any domain is, though their names have words of such types."""
ALL_BUT_ONE = "allbutone"
"""The word that "all but one of" becomes."""
NOT = "@not"
_COLOURS = "red|green|blue|yellow|white|black|brown|grey|gray|pink|purple|orange"
_ALL_THINGS = re.compile(
    r"\b(?:all|every|each)(?: of)?(?: the| these| those| my)?(?P<how> (?:dirty|clean|unwashed|wet|empty|full|open|"
    rf"{_COLOURS}))? (?:things?|objects?|items?|stuff)\b"
)
_NOUN = r"(?:the|a|an|any|my|your)"
_ALL_BUT_ONE = re.compile(r"\b(?:all|every one|each) but one(?: of)?\b")
_ALWAYS = re.compile(
    rf"(?: ,)? (?:and |but )?\b(?:except(?: for)?|excluding|other than|apart from|aside from|save for|rather than) "
    rf"(?={_NOUN} |(?!(?:this|it|one)s?\b)[a-z]+s(?: |$))"
)
_BUT_NO = re.compile(r"(?: ,)? but (?:no|not any|without any) (?!(?:need|longer|more|one|matter|other)\b)(?=[a-z])")
_BUT = re.compile(
    rf"(\b(?:any|all|every|each|{'|'.join(sorted(ANYTHING))})\b[^.]*?)(?: ,)? but (?:not )?(?={_NOUN} )"
)
_NOT = re.compile(rf"(?: ,)?(?: but| and)? not (?={_NOUN} (?:\w+ ){{0,2}}\w+(?: [.,]|$| that (?:is|are) (?:in|on) ))")


_IS_NOT = r"(?:that|which|who)(?: (?:is|are|was|were))?(?: not| no| isn t| aren t| wasn t| weren t|n t)"
_LYING = r"(?:currently |already )?(?:lying |sitting |standing |placed |located |kept )?"
_NOT_THERE = re.compile(
    rf"(?: ,)? \b{_IS_NOT} {_LYING}(on|in|inside|under|next to|near|beside|behind|by)(?: top of)? (?={_NOUN} )"
)
_NOT_ONE = re.compile(rf"(?: ,)? \b(?:{_IS_NOT} {_NOUN}|(?:that|which|who)(?: is| are)? no) (?=[a-z])")
_ALREADY = re.compile(
    r"\b(that|which|who)(?: is| are)? (?:already|currently) (?=(?:in|on|inside|under|at|next to|near|beside|behind)\b)"
)
_PLACES_NOT = {"inside": "in", "next to": "near", "beside": "near", "by": "near"}


def _not_there(match: re.Match[str]) -> str:
    return f" {NOT}_{_PLACES_NOT.get(match[1], match[1])} "


def marked(text: str) -> str:
    """Return a text in plain words with a preposition of its own before what is not meant, and one word for all."""
    text = _BUT_NO.sub(f" {NOT} a ", _ALREADY.sub(r"\1 is ", text))
    text = _NOT_ONE.sub(f" {NOT} a ", _NOT_THERE.sub(_not_there, text))
    text = _ALL_THINGS.sub(rf"{EVERYTHING}\g<how>", _ALL_BUT_ONE.sub(ALL_BUT_ONE, text))
    text = _BUT.sub(rf"\1 {NOT} ", _ALWAYS.sub(f" {NOT} ", text))
    return _NOT.sub(f" {NOT} ", text)
