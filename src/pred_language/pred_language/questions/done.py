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
from pred_language.questions.treated import can_be_given, treatments_in

ALL = frozenset(Primitive)
_MOVES = frozenset({Primitive.PUT, Primitive.HAND_OVER})
_VERBS: tuple[tuple[str, frozenset[Primitive], str], ...] = (
    (r"(?:pick(?:ed)? up|take|took|taken|grab(?:bed)?|grasp(?:ed)?|get|got|fetch(?:ed)?|hold|held|pick(?:ed)?)",
     frozenset({Primitive.PICKUP}), ""),
    (r"(?:give|gave|given|bring|brought|hand(?:ed)?(?: over)?|deliver(?:ed)?|pass(?:ed)?)", _MOVES, ""),
    (r"(?:put|placed?|moved?|carry|carried|stored?|set|lay|laid|leave|left|drop(?:ped)?|throw|threw|thrown)",
     _MOVES, ""),
    (r"open(?:ed)?", frozenset({Primitive.OPEN}), ""),
    (r"(?:close[d]?|shut)", frozenset({Primitive.CLOSE}), ""),
    (r"(?:turn(?:ed)?|switch(?:ed)?) on", frozenset({Primitive.TOGGLE_ON}), ""),
    (r"(?:turn(?:ed)?|switch(?:ed)?) off", frozenset({Primitive.TOGGLE_OFF}), ""),
    (r"(?:slice[d]?|cut|chop(?:ped)?)", frozenset({Primitive.SLICE}), ""),
    (r"(?:touch(?:ed)?|used?|do anything (?:to|with)|done anything (?:to|with))", ALL, ""),
    (r"(?:empty|emptied|pour(?:ed)?(?: out| away)?)", frozenset({Primitive.POUR}), ""),
    ((r"(?:wash(?:ed)?(?: up)?|clean(?:ed)?(?: up)?|rinsed?(?: off)?|scrub(?:bed)?|"
      r"wiped?(?: down)?|polish(?:ed)?)"), frozenset(), "clean"),
    (r"(?:heat(?:ed)?(?: up)?|warm(?:ed)?(?: up)?|microwaved?)", frozenset(), "hot"),
    (r"(?:cook(?:ed)?|boil(?:ed)?|toast(?:ed)?|bake[d]?|fry|fried)", frozenset(), "cooked"),
    (r"(?:cool(?:ed)?(?: down)?|chill(?:ed)?)", frozenset(), "cold"),
    (r"(?:re)?fill(?:ed)?(?: up)?", frozenset(), "filled"),
)  # fmt: skip
"""Verbs with the actions that they name, or with the attribute that what is treated so gets."""
_ALREADY = r"(?:already |just |ever |also |really |actually )?"
_ANY_VERB = "|".join(f"(?P<v{n}>{verb})" for n, (verb, _, _) in enumerate(_VERBS))
_TAIL = r"(?: (?:yet|already|before|today|just now|so far|at all|again|properly|for me|myself|yourself))*$"
_DID = re.compile(
    rf"^(?P<why>why )?(?:did|have|had) you {_ALREADY}(?:{_ANY_VERB}) "
    r"(?P<thing>(?:(?!\b(?:in|on|into|onto|to|from|away|back|yet|already|so far|at all)\b).)+?)"
    rf"(?: (?:in|on|into|onto|to) (?P<place>(?!all).+?)| away| back)?{_TAIL}"
)
_WHAT = re.compile(r"^what (?:did you do|have you (?:done|been doing))(?: (?:last|so far|before|just now|today))*$")
_DONE_WITH = re.compile(
    r"^what (?:did you (?:just |last )?do|have you (?:just )?(?:done|been doing)|were you doing) (?:with|to) "
    r"(?P<thing>(?!that$|this$|it$).+?)(?: (?:just now|before|earlier|last|so far|today|then))*$"
)
_LAST = re.compile(r"^(?:what (?:was|is) )?the last thing (?:that )?you (?:did|have done)$")
_ANYTHING = re.compile(
    rf"^(?:did|have) you {_ALREADY}(?:do|done|touch|touched|move|moved) (?:anything|something)(?: here| else)?{_TAIL}"
)
_ING = {
    "washing": "wash", "cleaning": "clean", "rinsing": "rinse", "heating": "heat", "warming": "warm", "filling": "fill",
    "cooking": "cook", "cooling": "cool", "moving": "move", "slicing": "slice", "cutting": "cut", "opening": "open",
    "closing": "close", "emptying": "empty", "putting": "put", "bringing": "bring",
}  # fmt: skip
_SAID_ELSE: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = tuple(
    (re.compile(pattern), plainly)
    for pattern, plainly in (
        (r"^(?P<did>did|have|had)(?:n't you| you not) ", r"\g<did> you "),
        (r"^have you (?:already )?washed up$", "have you washed anything"),
        (r"^(?:was|is) it you (?:who|that)(?: has| had)? ", "did you "),
        ((r"^(?:was|were|has|have|is|are) (?P<np>(?:the|my|our|any) .+?) (?:already )?"
         r"(?:been )?(?P<verb>[a-z]+(?: on| off)?) by you\b"), r"did you \g<verb> \g<np>"),
        (rf"^(?P<did>did|have) you {_ALREADY}(?:finish|finished|start|started|done|begun) (?P<ing>{'|'.join(_ING)}) ",
         lambda match: f"{match['did']} you {_ING[match['ing']]} "),
        (rf"^(?P<did>(?:did|have) you {_ALREADY})water(?:ed)? ", r"\g<did>pour water into "),
        ((r"\b(?P<verb>turn(?:ed)?|switch(?:ed)?|pick(?:ed)?) (?P<np>(?!on |off |up ).+?) (?P<how>on|off|up)"
         rf"(?={_TAIL})"), r"\g<verb> \g<how> \g<np>"),
        ((rf"\b(?P<verb>heat(?:ed)?|warm(?:ed)?|cool(?:ed)?|fill(?:ed)?|wash(?:ed)?) (?P<np>(?!up |down ).+?) "
         rf"(?:up|down)(?={_TAIL})"), r"\g<verb> \g<np>"),
        ((r"\b(?:give|gave|given|bring|brought|hand|handed|pass|passed|fetch|fetched|get|got) (?P<to>me|us) "
         rf"(?P<np>(?:the|my|our|a|an|any|some) .+?)(?P<tail>{_TAIL})"), r"brought \g<np> to \g<to>\g<tail>"),
    )
)
_ANY = frozenset({"anything", "something", "water"})
_TO_ME = frozenset({"me", "us"})
_SAID: Mapping[str, str] = {
    Primitive.PICKUP: "picked up {thing}", Primitive.OPEN: "opened {thing}", Primitive.CLOSE: "closed {thing}",
    Primitive.TOGGLE_ON: "switched {thing} on", Primitive.TOGGLE_OFF: "switched {thing} off",
    Primitive.SLICE: "sliced {thing}", Primitive.POUR: "poured out {thing}", Primitive.TOUCH: "touched {thing}",
    Primitive.CLEAN: "cleaned {thing}",
}  # fmt: skip


@dataclass(frozen=True)
class Past:
    """What is asked about: actions, what they were done to and where it went (None: anything), and whether why.

    ``attribute`` is what a thing is asked to have been given: washed, heated. ``ids`` are the instances that its words
    mean by their colour, None where they tell none apart. ``ever``: of a treatment at any time, also before the robot
    was started ("did you wash it", not "have you washed it yet"). ``what``: it is asked what was done, not whether.
    """

    actions: frozenset[Primitive] = ALL
    thing: Description | None = None
    place: Description | None = None
    to_me: bool = False
    why: bool = False
    last: bool = False
    attribute: str = ""
    ids: frozenset[str] | None = None
    ever: bool = False
    what: bool = False


def asked_of_past(text: str, describe: Callable[[str], Description]) -> Past | None:
    """Return what a question asks about what was done, None where it asks for something else or in other words.

    :param text: one question in lower case, without its sign
    :param describe: returns what the words of a thing mean
    """
    if _WHAT.match(text) or _LAST.match(text):
        return Past(last=True)
    done_with = _DONE_WITH.match(text)
    if done_with is not None:
        treated = describe(done_with["thing"])
        return Past(thing=treated, what=True) if treated.classes else None
    for pattern, plainly in _SAID_ELSE:
        text = pattern.sub(plainly, text)
    if _ANYTHING.match(text):
        return Past()
    match = _DID.match(text)
    if match is None:
        return None
    _, actions, attribute = next(verb for n, verb in enumerate(_VERBS) if match[f"v{n}"])
    if attribute and not can_be_given(attribute):
        return None
    place = match["place"]
    to_me = place in _TO_ME
    thing = None if match["thing"] in _ANY else describe(match["thing"])
    where = describe(place) if place and not to_me else None
    if (thing is not None and not thing.classes) or (where is not None and not where.classes):
        return None
    ever = attribute != "" and text.startswith("did ")
    return Past(actions, thing, where, to_me, bool(match["why"]), attribute=attribute, ever=ever)


def known_of(past: Past, history: ActionHistory) -> tuple[bool | None, str, tuple[str, ...]]:
    """Return whether that was done (None: not known), a sentence that tells it, and the things it was done to."""
    surely, perhaps = _in_past(past, history)
    if past.last:
        surely = [one for one in surely if surely and one.asked == surely[-1].asked]
    if perhaps and not surely:
        return None, f"I don't know: I {told(perhaps)}.", ()
    if not surely and past.ever:
        return None, "I don't know: I have done nothing of that kind since I was started.", ()
    if not surely and past.why:
        return False, "I did not: I have done nothing of that kind since I was started.", ()
    if not surely and past.what and past.thing is not None:
        return False, f"I have done nothing with the {past.thing.words} since I was started.", ()
    if not surely:
        kind = " of that kind" if past != Past() else ""
        return False, f"No: I have done nothing{kind} since I was started.", ()
    asked = f" You said: {surely[-1].asked!r}." if surely[-1].asked and (past.last or past.why) else ""
    begin = "" if past.last or past.why or past.what else "Yes: "
    things = tuple(dict.fromkeys(one.thing for one in surely))
    return True, f"{begin}I {told(surely)}.{asked}", things


def _in_past(past: Past, history: ActionHistory) -> tuple[list[DoneAction], list[DoneAction]]:
    """Return what was done of that, in order, and what may have been."""
    if past.attribute:
        found = treatments_in(history.done, past.attribute, lambda name: _is_its(past, name))
        return found.surely, found.perhaps
    return [one for one in history.done if _is_meant(past, one)], []


def _is_meant(past: Past, one: DoneAction) -> bool:
    used = past.actions == ALL and _is_its(past, one.place)
    return (
        one.action in past.actions
        and (_is_its(past, one.thing) or used)
        and _is(past.place, one.place)
        and (not past.to_me or _class_of(one.place) == PERSON)
    )


def _is_its(past: Past, name: str) -> bool:
    return _is(past.thing, name) and (past.ids is None or name in past.ids)


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
    if one.action == Primitive.POUR and one.place:
        return f"poured out {thing} into the {_name(one.place)}"
    if one.action == Primitive.PUT:
        return f"put {thing} {preposition(_class_of(one.place))} the {_name(one.place)}"
    return _SAID.get(one.action, f"did {spoken(one.action)} with {{thing}}").format(thing=thing)


def _name(name: str) -> str:
    kind = _class_of(name)
    return spoken(part_of().get(kind, kind))
