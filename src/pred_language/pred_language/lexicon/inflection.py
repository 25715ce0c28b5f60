"""Forms of English words: of nouns singular and plural, of verbs those that ask for an action, and participles."""

from __future__ import annotations

import re

from pred_core.domain_file import ObjectType
from pred_core.vocabulary import object_types, spoken
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.shapes import DET


def singular(word: str) -> str:
    """Return the singular of a plural noun by rule (the word itself if it is none)."""
    irregular = {"knives": "knife", "shelves": "shelf", "loaves": "loaf", "halves": "half", "leaves": "leaf"}
    if word in irregular:
        return irregular[word]
    if len(word) < 4 or word.endswith(("ss", "us", "is")) or not word.endswith("s"):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-1] if word[:-1] in nouns() else word[:-3] + "y"  # "veggies", "pastries"
    if word.endswith(("ches", "shes", "xes", "sses", "toes", "zzes")):
        return word[:-2]
    return word[:-1]


def is_called(name: str, words: str) -> bool:
    """Tell whether words are the name of a type, of one or of several."""
    return spoken(name) == singular(words)


def plural(noun: str) -> str:
    """Return the plural of a noun phrase by rule."""
    if noun.endswith(("knife", "shelf", "loaf", "leaf", "half")):
        return noun.removesuffix("e").removesuffix("f") + "ves"
    if noun.endswith(("s", "x", "ch", "sh", "tato", "mato")):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def names_several(phrase: str) -> bool:
    """Tell whether a noun phrase is a plural: "both apples" are whole ones, "two slices of apple" are of one."""
    last = phrase.lower().split()[-1:] or [""]
    return singular(last[0]) != last[0]


def forms(base: str) -> set[str]:
    """Return the forms of a verb that ask for an action."""
    stem = base[:-1] if base.endswith("e") else base
    found = {base, base + "s", base + "es", stem + "ing"}
    if re.search(r"[^aeiou][aeiou][^aeiouwxy]$", base):
        found |= {base + base[-1] + "ing"}
    return found


def participle(base: str) -> str:
    """Return the regular past participle of a verb: "autoclaved", "dried"."""
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ied"
    return base + ("d" if base.endswith("e") else "ed")


def with_article(phrase: str) -> str:
    """Return "the mug" of "mug"; what has an article or the like keeps it."""
    return phrase if re.match(rf"{DET}\b", phrase, re.IGNORECASE) else f"the {phrase}"


def known_noun(phrase: str) -> str:
    """Return the known noun that a phrase ends in, '' for none."""
    said = phrase.lower().split()
    tails = (" ".join((*said[i:-1], singular(said[-1]))) for i in range(len(said)))
    return next((tail for tail in tails if tail in nouns()), "")


def types_named(phrase: str) -> list[ObjectType]:
    """Return the types that the known noun at the end of a phrase may mean, none for no such noun."""
    return [object_types()[name] for name in nouns().get(known_noun(phrase), {})]


def named_can(phrase: str, flag: str) -> bool:
    """Tell whether something that the noun at the end of a phrase may mean has an affordance: "openable"."""
    return any(kind.can(flag) for kind in types_named(phrase))


def _no_can(match: re.Match[str]) -> str:
    """Return what stands before "can", which names no can in "you can"; "the can" and "watering can" stay."""
    before = match["before"] or ""
    return match.group() if before in ("the", "a", "my") or f"{before} can" in nouns() else before


def name_any(told: str) -> bool:
    """Tell whether words name a thing or place that is known."""
    plain = re.sub(r"\b(?:(?P<before>[a-z]+) )?can\b", _no_can, told.lower())
    said = re.findall(r"[a-z]+", plain)
    return any(" ".join(map(singular, said[i:j])) in nouns() for i in range(len(said)) for j in (i + 1, i + 2))
