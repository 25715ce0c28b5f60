"""Questions about what the robot did, answered from its own log: did you, what did you do, why did you."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pred_core.action_history import ActionHistory, DoneAction
from pred_core.feedback import preposition
from pred_core.people import PERSON
from pred_core.plan_language import Primitive
from pred_core.referring.description import Description
from pred_core.vocabulary import part_of, spoken

ALL = frozenset(Primitive)
_MOVES = frozenset({Primitive.PUT, Primitive.HAND_OVER})
_VERBS: tuple[tuple[str, frozenset[Primitive]], ...] = (
    (r"(?:pick(?:ed)? up|take|took|taken|grab(?:bed)?|grasp(?:ed)?|get|got|fetch(?:ed)?|hold|held|pick(?:ed)?)",
     frozenset({Primitive.PICKUP})),
    (r"(?:give|gave|given|bring|brought|hand(?:ed)?(?: over)?|deliver(?:ed)?)", _MOVES),
    (r"(?:put|placed?|moved?|carry|carried|stored?|set|lay|laid|leave|left|drop(?:ped)?|throw|threw|thrown)",
     _MOVES),
    (r"open(?:ed)?", frozenset({Primitive.OPEN})),
    (r"(?:close[d]?|shut)", frozenset({Primitive.CLOSE})),
    (r"(?:turn(?:ed)?|switch(?:ed)?) on", frozenset({Primitive.TOGGLE_ON})),
    (r"(?:turn(?:ed)?|switch(?:ed)?) off", frozenset({Primitive.TOGGLE_OFF})),
    (r"(?:slice[d]?|cut)", frozenset({Primitive.SLICE})),
)  # fmt: skip
_ALREADY = r"(?:already |just |ever |also )?"
_ANY_VERB = "|".join(f"(?P<v{n}>{verb})" for n, (verb, _) in enumerate(_VERBS))
_DID = re.compile(
    rf"^(?P<why>why )?(?:did|have|had) you {_ALREADY}(?:{_ANY_VERB}) "
    r"(?P<thing>(?:(?!\b(?:in|on|into|onto|to|from|away|back)\b).)+?)"
    r"(?: (?:in|on|into|onto|to) (?P<place>.+?)| away| back)?(?: (?:yet|already|before|today|just now))?$"
)
_WHAT = re.compile(r"^what (?:did you do|have you (?:done|been doing))(?: (?:last|so far|before|just now|today))*$")
_LAST = re.compile(r"^(?:what (?:was|is) )?the last thing (?:that )?you (?:did|have done)$")
_TO_ME = frozenset({"me", "us"})
_SAID: Mapping[str, str] = {
    Primitive.PICKUP: "picked up {thing}", Primitive.OPEN: "opened {thing}", Primitive.CLOSE: "closed {thing}",
    Primitive.TOGGLE_ON: "switched {thing} on", Primitive.TOGGLE_OFF: "switched {thing} off",
    Primitive.SLICE: "sliced {thing}", Primitive.POUR: "poured out {thing}", Primitive.TOUCH: "touched {thing}",
}  # fmt: skip


@dataclass(frozen=True)
class Past:
    """What is asked about: actions, what they were done to and where it went (None: anything), and whether why."""

    actions: frozenset[Primitive] = ALL
    thing: Description | None = None
    place: Description | None = None
    to_me: bool = False
    why: bool = False
    last: bool = False


def asked_of_past(text: str, describe: Callable[[str], Description]) -> Past | None:
    """Return what a question asks about what was done, None where it asks for something else or in other words.

    :param text: one question in lower case, without its sign
    :param describe: returns what the words of a thing mean
    """
    if _WHAT.match(text) or _LAST.match(text):
        return Past(last=True)
    match = _DID.match(text)
    if match is None:
        return None
    actions = next(found for n, (_, found) in enumerate(_VERBS) if match[f"v{n}"])
    place = match["place"]
    to_me = place in _TO_ME
    thing = describe(match["thing"])
    where = describe(place) if place and not to_me else None
    if not thing.classes or (where is not None and not where.classes):
        return None
    return Past(actions, thing, where, to_me, bool(match["why"]))


def in_past(past: Past, history: ActionHistory) -> list[DoneAction]:
    """Return what was done of that, in order."""
    return [one for one in history.done if _is_meant(past, one)]


def _is_meant(past: Past, one: DoneAction) -> bool:
    return (
        one.action in past.actions
        and _is(past.thing, one.thing)
        and _is(past.place, one.place)
        and (not past.to_me or _class_of(one.place) == PERSON)
    )


def _is(meant: Description | None, name: str) -> bool:
    return meant is None or _class_of(name) in meant.classes


def _class_of(name: str) -> str:
    return name.rpartition("_")[0]


def told(history: Sequence[DoneAction]) -> str:
    """Return what was done in words: "picked up the apple and put it on the table"."""
    parts = [_told(one) for one in _in_short(history)]
    *before, last = parts
    return f"{', '.join(before)} and {last}" if before else last


def _in_short(history: Sequence[DoneAction]) -> list[DoneAction]:
    """Return the history without the picking up of what was put somewhere right after."""
    following = [*history[1:], None]
    moved = [n is not None and d.action == Primitive.PICKUP and n.place != "" and n.thing == d.thing
             for d, n in zip(history, following, strict=True)]  # fmt: skip
    return [one for one, short in zip(history, moved, strict=True) if not short]


def _told(one: DoneAction) -> str:
    thing = f"the {_name(one.thing)}"
    if one.action == Primitive.HAND_OVER:
        return f"gave {thing} to you"
    if one.action == Primitive.PUT:
        return f"put {thing} {preposition(_class_of(one.place))} the {_name(one.place)}"
    return _SAID.get(one.action, f"did {spoken(one.action)} with {{thing}}").format(thing=thing)


def _name(name: str) -> str:
    kind = _class_of(name)
    return spoken(part_of().get(kind, kind))
