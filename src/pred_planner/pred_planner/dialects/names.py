"""From a name as a model wrote it to a class of the vocabulary, or to none."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field

from pred_planner.plan.parsed import Rejected, RejectionCode, Repairs

Nearest = Callable[[str], str | None]
"""Given words, the class nearest in meaning, or None when nothing is near."""

NOTHING = frozenset({"", "none", "null", "nil", "0", "na", "n/a", "-", "x", "nothing"})
CLOSE = 0.84  # difflib ratio: "Microwve" passes, "Mug" for "Rug" does not
SHORTEST_PREFIX = 4
MOST_LOST = 2
"""Letters that a misspelt name may lack at its end."""

LONGEST_NAME = 80

_SUFFIX = re.compile(r"(?:[_\s|-]*\d)+$|\s*\([^()]*\)$|\|[-+|.\d]+$")
_LEADING = re.compile(
    r"^(?:(?:on|in|into|onto|inside|at|to|from|under|near|next to|on top of)\s+)?(?:(?:the|an?|my|your|some)\s+)?",
    re.IGNORECASE,
)
_CUT_SLICE = re.compile(r"[a-z]S$")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def normalise(name: str) -> str:
    """Return a name without case, spaces and punctuation."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def words_of(name: str) -> str:
    """Return ``KitchenIsland`` or ``kitchen_island`` as ``kitchen island``."""
    return " ".join(w.lower() for w in _WORD.findall(name))


@dataclass(frozen=True)
class Language:
    """What is known of words besides the vocabulary's own."""

    aliases: Mapping[str, str] = field(default_factory=dict)
    """Everyday words (any spelling) and the class each means."""
    no_objects: frozenset[str] = frozenset()
    """Words (lower case, no spaces) that mean no object, however near one they come."""
    words: Container[str] = ()
    """English words (lower case): none of them is a class name cut short or misspelt."""
    nearest: Nearest | None = None
    """Meaning, asked last."""


class Names:
    """Repairs names against a vocabulary.

    Order: as it is; spelling (case, spaces, plural, instance number, article); alias; unique beginning (an answer cut
    short); close spelling; near meaning. With or without a preposition the way is the same.
    """

    def __init__(self, vocabulary: Iterable[str], language: Language | None = None) -> None:
        """Make a repairer.

        :param vocabulary: the class names that may come out
        """
        self._language = language or Language()
        self._classes = {normalise(name): name for name in vocabulary}
        known = set(self._classes.values())
        self._aliases = {normalise(k): v for k, v in self._language.aliases.items() if v in known}
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
        if found != _bare(raw):
            repairs.add(f"{raw.strip()} -> {found}")
        return found

    def is_class(self, raw: str) -> bool:
        """Tell whether a name is written exactly as a class is, but for an instance number."""
        base = _bare(raw)
        return self._classes.get(normalise(base)) == base

    def spelled(self, raw: str) -> str | None:
        """Return the class a name means by its spelling or as an alias, without any guess."""
        base = _base(raw)
        for key in _spellings(base):
            if key in self._classes:
                return self._classes[key]
            if key in self._language.no_objects:
                return None
            if key in self._aliases:
                return self._aliases[key]
        return None

    def is_cut(self, raw: str) -> bool:
        """Tell whether a name that ends an answer may be the beginning of another one than it is read as.

        An everyday word for a class stays it where others only begin with the same word: "stove" is no StoveKnob.
        """
        base = _base(raw)
        key = normalise(base)
        longer = {name for known, name in self._classes.items() if known.startswith(key)}
        if not key or key in self._classes or not longer:
            return False
        found = self.spelled(raw)
        within = (name for name in longer if not words_of(name).startswith(f"{words_of(base)} "))
        return found is None or any(name != found for name in within)

    def begins_another(self, raw: str) -> bool:
        """Tell whether a longer name begins like this one, and means something else."""
        key = normalise(_base(raw))
        longer = {name for known, name in self._classes.items() if known.startswith(key) and known != key}
        return bool(key and longer) and longer != {self.spelled(raw)}

    def _find(self, raw: str) -> str | None:
        base = _base(raw)
        keys = _spellings(base)
        if not keys[0]:
            return None
        found = self.spelled(raw)
        if found or not self._language.no_objects.isdisjoint(keys):
            return found
        guessed = (
            None if base.lower() in self._language.words else self._completed(base) or self._close(keys[0])
        )
        return guessed or (None if self._stops(base) else self._meant(base))

    def _completed(self, base: str) -> str | None:
        """Return the one class that goes on where a name was cut; a name that ends with a word was not cut."""
        key = normalise(base)
        if len(key) < SHORTEST_PREFIX:
            return None
        hits = [name for known, name in self._classes.items() if known.startswith(key)]
        if len(hits) != 1 or words_of(hits[0]).startswith(words_of(base) + " "):
            return None
        return hits[0]

    def _stops(self, base: str) -> bool:
        """Tell whether a name stops within a word of longer ones: its beginning says nothing of its meaning."""
        key = normalise(base)
        longer = [name for known, name in self._classes.items() if known.startswith(key)]
        whole = {normalise(" ".join(words_of(name).split()[:n])) for name in longer for n in range(1, 5)}
        return len(key) >= SHORTEST_PREFIX and bool(longer) and key not in whole

    def _close(self, key: str) -> str | None:
        longer = [known for known in self._classes if known.startswith(key)]
        if longer and len(min(longer, key=len)) > len(key) + MOST_LOST:
            return None  # "ToiletP" is one of two names cut short, not a misspelt Toilet
        hits = difflib.get_close_matches(key, self._classes, n=1, cutoff=CLOSE)
        return self._classes[hits[0]] if hits else None

    def _meant(self, base: str) -> str | None:
        if self._language.nearest is None:
            return None
        found = self._language.nearest(words_of(base))
        return found if found in self._classes.values() else None


def _bare(raw: str) -> str:
    """Return a name without instance number and remark in brackets; what is too long for a name as it is."""
    name = raw.strip()
    return _SUFFIX.sub("", name) if len(name) <= LONGEST_NAME else name


def _base(raw: str) -> str:
    """Return a name that is bare, and without preposition and article."""
    name = _bare(raw)
    return _LEADING.sub("", name) or name


def _spellings(base: str) -> list[str]:
    key = normalise(base)
    spellings = [key]
    if _CUT_SLICE.search(base):
        return spellings  # "LettuceS" is LettuceSliced cut short, not a plural
    for ending, replacement in (("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", ""), ("s", "")):
        if key.endswith(ending) and len(key) > len(ending) + 2:
            spellings.append(key[: -len(ending)] + replacement)
    match = re.fullmatch(r"(?:sliced|sliceof|slicesof)(.+)", key)
    if match:
        spellings.append(match.group(1) + "sliced")
    match = re.fullmatch(r"(.+?)slices?", key)
    if match:
        spellings.append(match.group(1) + "sliced")
    return spellings
