"""What a network is asked for, and which object type each of its answers means."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pred_core.vocabulary import object_types
from pred_perception.detector import DetectorError

MOST_WORDS = 3
"""Prompts taken of a type's words; more only compete with each other."""


@dataclass(frozen=True)
class Prompts:
    """Texts for the network, and for each the object type it means (several texts may mean one type)."""

    texts: tuple[str, ...]
    types: tuple[str, ...]

    def type_of(self, name: str) -> str:
        """Return the type a network's own class name means ('' if none), by text or by type, however it is spelt."""
        wanted = _plain(name)
        for text, kind in zip(self.texts, self.types, strict=True):
            if wanted in (_plain(text), _plain(kind)):
                return kind
        return ""


def read_prompts(classes: Sequence[str]) -> Prompts:
    """Return the prompts of a list of classes.

    :param classes: each ``FantaCan`` (its words in the domain) or ``FantaCan: orange soda can, Fanta`` (these words);
        a class the domain does not know may be named, too; none at all means every type of the domain
    :raises DetectorError: when one is not written so, or one text is to mean two types
    """
    meaning: dict[str, str] = {}
    for entry in [c for c in classes if c.strip()] or list(object_types()):
        name, colon, rest = (part.strip() for part in entry.partition(":"))
        texts = [t.strip() for t in rest.split(",") if t.strip()] if colon else _words(name, meaning)
        if not re.fullmatch(r"\w+", name) or not texts:
            raise DetectorError(
                f"class {entry!r} is not written as 'FantaCan' or 'FantaCan: orange soda can, Fanta'"
            )
        for text in texts:
            if meaning.setdefault(text, name) != name:
                raise DetectorError(
                    f"the words {text!r} are to mean {meaning[text]} and {name}: name one of them"
                )
    return Prompts(tuple(meaning), tuple(meaning.values()))


def _words(name: str, taken: Mapping[str, str]) -> list[str]:
    """Return the words people use most for a type, without those that mean another one already."""
    known = object_types()
    words = known[name].words if name in known else {}
    best = sorted((w for w in words if taken.get(w, name) == name), key=lambda w: -words[w])[:MOST_WORDS]
    return best or [_spaced(name)]


def _spaced(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ").lower()


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()
