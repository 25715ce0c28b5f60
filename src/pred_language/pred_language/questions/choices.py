"""Questions that offer a choice: "which is nearer to the cup, the lemon or the can?", "which mug is clean, ...?"."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pred_core.objects import ObjectState
from pred_core.referring.description import Description
from pred_language.lexicon.shapes import PLACE

ALIKE = 0.02
"""What differs by less is told as about the same, m."""
_FAR = {"nearer": False, "closer": False, "closest": False, "nearest": False, "farther": True, "further": True}
_LENGTHS: Mapping[str, tuple[str, bool]] = {
    **dict.fromkeys(("bigger", "larger", "biggest", "largest"), ("big", True)),
    **dict.fromkeys(("smaller", "smallest"), ("big", False)),
    **dict.fromkeys(("taller", "higher", "tallest"), ("tall", True)),
    **dict.fromkeys(("longer", "longest"), ("long", True)),
    **dict.fromkeys(("shorter", "shortest"), ("long", False)),
}
_BY = "|".join((*_FAR, *_LENGTHS))
_OR = r"(?P<one>.+?),? or (?P<other>.+?)"
_NOUN = r"(?:(?: of)?(?: the| these| those| my)? (?P<noun>[a-z]+(?: [a-z]+)?)| one| thing)?"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"^(?:which|what){_NOUN} (?:is|are|stands|lies) (?:the )?(?P<by>{_BY}) (?:to|from) (?P<to>[^,:]+)[,:] {_OR}$",
        rf"^(?:which|what){_NOUN} (?:is|are) (?:the )?(?P<by>{_BY})[,:]? {_OR}$",
        rf"^(?:which|what){_NOUN} (?:is|are) (?:still )?(?P<state>[a-z]+)[,:] {_OR}$",
        rf"^(?:which|what){_NOUN} (?:is|are|lies|stands) (?P<at>{PLACE})[,:] {_OR}$",
        rf"^(?:is|are) {_OR} (?:the )?(?P<by>{_BY})(?: one)?(?: (?:to|from) (?P<to>.+))?$",
        rf"^(?:is|are) {_OR} (?P<at>{PLACE})$",
        rf"^(?:is|are) {_OR} (?:still )?(?P<state>on|off|open|closed|shut|clean|dirty|full|empty|lit|running)$",
    )
)


@dataclass(frozen=True)
class OfferedPair:
    """What two things are compared by: ``by`` a word of nearness or size, or '' for a state or place asked about."""

    offered: tuple[Description, Description]
    by: str = ""
    to: Description | None = None
    state: str = ""
    at: str = ""
    there: tuple[Description, ...] = ()
    """The two at the place that is asked about."""


def choice_in(text: str, describe: Callable[[str], Description]) -> OfferedPair | None:
    """Return the choice that a question offers, None where it offers none of things that are known.

    :param text: a question in lower case, without its sign
    :param describe: returns what the words of a thing mean
    """
    match = next((found for form in _FORMS if (found := form.match(text))), None)
    if match is None:
        return None
    groups = match.groupdict()
    one, other = (describe(_named(groups[name], groups.get("noun") or "")) for name in ("one", "other"))
    to = describe(groups["to"]) if groups.get("to") else None
    by = groups.get("by") or ""
    if not one.classes or not other.classes or (by in _FAR) is not (to is not None) or (to and not to.classes):
        return None
    at = groups.get("at") or ""
    noun = groups.get("noun") or ""
    there = tuple(describe(f"{_named(groups[name], noun)} {at}") for name in ("one", "other")) if at else ()
    return OfferedPair((one, other), by, to, groups.get("state") or "", at, there)


def _named(words: str, noun: str) -> str:
    """Return "the blue mug" of "the blue one", or of "the blue" beside "which mug"."""
    bare = re.sub(r" ones?$", "", words)
    lacks = bare != words or (len(bare.split()) < 3 and bare.split()[-1] != noun)
    return f"{bare} {noun}" if noun and lacks else words


def sizes_compared(choice: OfferedPair) -> bool:
    """Tell whether sizes are compared, which a look from near makes surer."""
    return choice.by in _LENGTHS


def lead(choice: OfferedPair, offered: Sequence[ObjectState], to: Sequence[ObjectState]) -> float:
    """Return by how much the first of two things is rather what is asked for than the second, m.

    :param to: the instances of what they are near to or far from; the nearest counts
    """
    if choice.by in _FAR:
        one, other = (min(_gap(thing, place) for place in to) for thing in offered)
        return one - other if _FAR[choice.by] else other - one
    kind, most = _LENGTHS[choice.by]
    one, other = (_length(thing, kind) for thing in offered)
    return one - other if most else other - one


def _length(state: ObjectState, kind: str) -> float:
    if kind == "tall":
        return state.size[2]
    return max(state.size) if kind == "long" else math.cbrt(math.prod(state.size))


def _gap(one: ObjectState, other: ObjectState) -> float:
    """Return how far two boxes are apart, m."""
    apart = (
        max(0.0, abs(a - b) - (s + t) / 2.0)
        for a, b, s, t in zip(one.center, other.center, one.size, other.size, strict=True)
    )
    return math.hypot(*apart)
