"""From a name as a model wrote it to a class of the vocabulary, or to none."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping

from pred_planner.dialects.parsed import Rejected, RejectionCode, Repairs

Nearest = Callable[[str], str | None]
"""Given words, the class nearest in meaning, or None when nothing is near."""

NOTHING = frozenset({"", "none", "null", "nil", "0", "na", "n/a", "-"})
CLOSE = 0.84  # difflib ratio: "Microvawe" passes, "Mug" for "Rug" does not
SHORTEST_PREFIX = 4

_SUFFIX = re.compile(r"(?:[_\s|-]*\d+)+$")
_CUT_SLICE = re.compile(r"[a-z]S$")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def normalise(name: str) -> str:
    """Return a name without case, spaces and punctuation."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def words_of(name: str) -> str:
    """Return ``KitchenIsland`` or ``kitchen_island`` as ``kitchen island``."""
    return " ".join(w.lower() for w in _WORD.findall(name))


class Names:
    """Repairs names against a vocabulary.

    Order: as it is; spelling (case, spaces, plural, instance number); alias; unique beginning (an answer cut short);
    close spelling; near meaning.
    """

    def __init__(
        self,
        vocabulary: Iterable[str],
        aliases: Mapping[str, str] | None = None,
        nearest: Nearest | None = None,
    ) -> None:
        """Make a repairer.

        :param vocabulary: the class names that may come out
        :param aliases: everyday words (any spelling) and the class each means
        :param nearest: meaning, asked last
        """
        self._classes = {normalise(name): name for name in vocabulary}
        known = set(self._classes.values())
        self._aliases = {normalise(k): v for k, v in (aliases or {}).items() if v in known}
        self._nearest = nearest
        self._cache: dict[str, str | None] = {}

    def resolve(self, raw: str, repairs: Repairs) -> str:
        """Return the class a name means, noting a repair when it was not written so.

        :raises Rejected: UNKNOWN_OBJECT
        """
        if raw not in self._cache:
            self._cache[raw] = self._find(raw)
        found = self._cache[raw]
        if found is None:
            raise Rejected(RejectionCode.UNKNOWN_OBJECT, f"{raw!r} is not an object I know.")
        if found != _SUFFIX.sub("", raw.strip()):
            repairs.add(f"{raw.strip()} -> {found}")
        return found

    def _find(self, raw: str) -> str | None:
        base = _SUFFIX.sub("", raw.strip())
        for key in _spellings(base):
            if key in self._classes:
                return self._classes[key]
            if key in self._aliases:
                return self._aliases[key]
        key = normalise(base)
        if not key:
            return None
        return self._completed(key) or self._close(key) or self._meant(base)

    def _completed(self, key: str) -> str | None:
        if len(key) < SHORTEST_PREFIX:
            return None
        hits = [name for known, name in self._classes.items() if known.startswith(key)]
        return hits[0] if len(hits) == 1 else None

    def _close(self, key: str) -> str | None:
        hits = difflib.get_close_matches(key, self._classes, n=1, cutoff=CLOSE)
        return self._classes[hits[0]] if hits else None

    def _meant(self, base: str) -> str | None:
        if self._nearest is None:
            return None
        found = self._nearest(words_of(base))
        return found if found in self._classes.values() else None


def _spellings(base: str) -> list[str]:
    key = normalise(base)
    spellings = [key]
    if _CUT_SLICE.search(base):
        return spellings  # "LettuceS" is LettuceSliced cut short, not a plural
    for ending, replacement in (("ies", "y"), ("ves", "f"), ("es", ""), ("s", "")):
        if key.endswith(ending) and len(key) > len(ending) + 2:
            spellings.append(key[: -len(ending)] + replacement)
    match = re.fullmatch(r"(?:sliced|sliceof|slicesof)(.+)", key)
    if match:
        spellings.append(match.group(1) + "sliced")
    match = re.fullmatch(r"(.+?)slices?", key)
    if match:
        spellings.append(match.group(1) + "sliced")
    return spellings
