"""Answers to questions, from what was seen and remembered; what was not seen is not known."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pred_core.action_history import ActionHistory
from pred_core.objects import ObjectMemory, ObjectState, Truth
from pred_core.referring.description import Description, TestKind
from pred_core.referring.qualities import COLOUR
from pred_core.referring.relations import surroundings
from pred_core.vocabulary import domain, group, spoken
from pred_language.lexicon.inflection import is_called, plural, singular
from pred_language.questions.abilities import told_abilities
from pred_language.questions.asks import Ask, What
from pred_language.questions.choices import ALIKE, lead, sizes_compared
from pred_language.questions.coloured import Told, has_colour, which_colour
from pred_language.questions.contents import asks_contents, by_contents, filled_vessels, whether_empty
from pred_language.questions.done import known_of
from pred_language.questions.in_hand import what_is_held
from pred_language.questions.meant import (
    likely_classes,
    meant_by,
    places_of,
    told_by_colour,
    uncoloured,
    unjudged,
    unplaced,
    unseen_place,
    without_spared,
)
from pred_language.questions.times import at_what_time
from pred_language.questions.unknowable import SIDES, UNSEEN
from pred_language.questions.wording import (
    be,
    but_said,
    capital,
    coloured,
    counted,
    doubt,
    listed,
    name_of,
    number,
    place_said,
    state_word,
    subject_of,
    told_apart,
    where_it_is,
    words_with_qualities,
)

CONTENDERS = 3
"""Things that are looked at from near where sizes are compared."""
_FROM_HERE = frozenset({"left", "right", "front", "behind", "nearest", "farthest", "back"})


@dataclass(frozen=True)
class Answer:
    """What is answered: a sentence, and as data ``value`` (a number, yes or no, a colour; None for what is not known).

    ``things`` are the ids of what the answer names: those counted, those that are so, or the places where it is.
    ``look_at`` are the classes and ids of what a look from near would make the answer surer by.
    """

    asked: str
    sentence: str
    value: bool | int | str | None = None
    things: tuple[str, ...] = ()
    look_at: tuple[str, ...] = ()

    def as_mapping(self) -> Mapping[str, Any]:
        """Return plain values for JSON."""
        return {"asked": self.asked, "sentence": self.sentence, "value": self.value, "things": list(self.things)}


@dataclass(frozen=True)
class Earlier:
    """What earlier launches saw in this home, with ``last_seen`` in seconds since 1970, and what time it is now."""

    memory: ObjectMemory
    now: float


def answer(
    ask: Ask, memory: ObjectMemory, earlier: Earlier | None = None, history: ActionHistory | None = None
) -> Answer:
    """Return the answer to a question, as far as memory knows; where a thing is that it knows nothing of, as it was.

    :param history: what was done since the robot was started, None where nobody kept count
    """
    if ask.what is What.ABILITIES:
        return Answer(str(ask.what), told_abilities())
    if ask.what is What.DONE:
        return _what_was_done(ask, memory, history)
    if ask.what is What.UNKNOWABLE:
        return _unknown(ask, ask.reason or UNSEEN)
    if _needs_a_view(ask.of):
        return _unknown(ask, SIDES)
    unsure = uncoloured(ask, memory)
    if unsure:
        return _unknown(ask, f"I don't know: I have not seen the colour of {counted(unsure)} well.")
    found = replace(_ANSWERS[ask.what](ask, memory), look_at=_worth_a_look(ask, memory))
    if found.value is None and ask.what is What.WHERE and earlier is not None:
        return _where_it_was(ask, earlier) or found
    return found


def _worth_a_look(ask: Ask, memory: ObjectMemory) -> tuple[str, ...]:
    """Return the classes of the places that are asked about; else of the thing, where it or its state was not seen.

    Of things whose sizes are compared also the ids of those that may come first: from afar only a part is seen.
    """
    if ask.choice is not None:
        near = sizes_compared(ask.choice) or bool(ask.state)
        return _ids(o for one in ask.choice.offered for o in meant_by(one, memory)) if near else ()
    floors = group("floors")
    places = [name for mark in places_of(ask.of) for name in likely_classes(mark) if name not in floors]
    if places:
        return tuple(dict.fromkeys([*places, *_compared(ask.of, memory)]))
    known = meant_by(ask.of, memory)
    seen = [o for o in known if (o.truth(ask.state) is not Truth.UNKNOWN if ask.state else where_it_is(o, memory))]
    unsure = ask.what in (What.WHERE, What.IS_SO, What.COLOUR, What.IS_THERE) and not seen
    return tuple(likely_classes(ask.of)) if unsure else ()


def _compared(description: Description, memory: ObjectMemory) -> list[str]:
    """Return the ids of the things among which the largest or smallest is asked for, the likeliest first."""
    sizes = [test for test in description.tests if test.kind is TestKind.SIZE]
    others = replace(description, tests=tuple(test for test in description.tests if test not in sizes))
    known = meant_by(others, memory) if sizes else []
    sign = 1.0 if sizes and sizes[0].value == "small" else -1.0
    known.sort(key=lambda o: (sign * math.prod(o.size), o.id))
    return [o.id for o in known[:CONTENDERS]] if len(known) > 1 else []


def _what_was_done(ask: Ask, memory: ObjectMemory, history: ActionHistory | None) -> Answer:
    if history is None:
        return _unknown(ask, "I don't know: I keep no count of what I do.")
    value, sentence, things = known_of(replace(ask.past, ids=told_by_colour(ask.past.thing, memory)), history)
    return Answer(str(ask.what), sentence, value, things)


def _where_it_was(ask: Ask, earlier: Earlier) -> Answer | None:
    """Return where a thing was seen last before this launch, with when; None where it never was."""
    placed = [(o.last_seen, where_it_is(o, earlier.memory)) for o in meant_by(ask.of, earlier.memory)]
    when, where = max(((when, where) for when, where in placed if where), default=(0.0, ""))
    if not where:
        return None
    told = f"I have seen no {ask.of.words} since I was started. The last time was {at_what_time(when, earlier.now)}"
    return Answer(str(ask.what), f"{told}, {where}.", where)


def _unknown(ask: Ask, sentence: str) -> Answer:
    return Answer(str(ask.what), sentence)


def _needs_a_view(description: Description) -> bool:
    """Tell whether words depend on where the robot stood, which no memory has; an arm stands where the map begins."""
    if domain().stands:
        return False
    return any(
        test.value in _FROM_HERE or any(_needs_a_view(mark) for mark in test.landmarks) for test in description.tests
    )


# -- answers ---------------------------------------------------------------------------------------------------------
def _count(ask: Ask, memory: ObjectMemory) -> Answer:
    missing = unseen_place(ask.of, memory) or unseen_place(ask.spared, memory)
    if missing:
        return _unknown(ask, f"I don't know: I have seen no {missing} so far.")
    found = without_spared(ask, memory)
    name = words_with_qualities(ask.of) if ask.of.words else "things"
    where = f"{place_said(ask.of)}{but_said(ask)}"
    name = singular(name) if len(found) == 1 else plural(name) if found and singular(name) == name else name
    told = f"I have seen {number(len(found))} {name}{where}"
    elsewhere = unplaced(ask.of, memory) or unplaced(ask.spared, memory)
    if elsewhere:
        return _unknown(ask, f"I don't know: {told}, and {counted(elsewhere)} at a place that I cannot say.")
    unsure = unjudged(ask.of, memory)
    if unsure:
        return _unknown(ask, f"I don't know: {told}, and {counted(unsure)} of which I did not see whether that is so.")
    if found and not place_said(ask.of):
        places = Counter(where_it_is(o, memory) or "elsewhere" for o in found)
        told += f": {listed([f'{number(n)} {where}' for where, n in places.items()])}"
    return Answer(str(ask.what), f"{told}.", len(found), _ids(found))


def _ids(states: Iterable[ObjectState]) -> tuple[str, ...]:
    return tuple(sorted(o.id for o in states))


def _where_is(ask: Ask, memory: ObjectMemory) -> Answer:
    found = without_spared(ask, memory)
    if not found:
        return _unknown(ask, f"I don't know: I have seen no {words_with_qualities(ask.of)} so far.")
    places = [where_it_is(o, memory) for o in found]
    known = [where for where in dict.fromkeys(places) if where]
    if not known:
        return _unknown(ask, f"I have seen the {ask.of.words}, but I cannot say at what place.")
    alone = len(found) == 1 or (ask.many and len(known) == 1)
    subject = capital(subject_of(ask, found)) if alone else f"I have seen {number(len(found))}:"
    around = tuple(sorted({o.parent_id for o in found if o.parent_id}))
    return Answer(str(ask.what), f"{subject} {listed(known)}.", known[0], around)


def _is_there(ask: Ask, memory: ObjectMemory) -> Answer:
    missing = unseen_place(ask.of, memory) or unseen_place(ask.spared, memory)
    if missing:
        return _unknown(ask, f"I don't know: I have seen no {missing} so far.")
    found = without_spared(ask, memory)
    if found:
        places = {where_it_is(o, memory) for o in found}
        where = place_said(ask.of) or (f" {places.pop()}".rstrip() if len(places) == 1 else "")
        named = next((name for name in ask.of.classes if is_called(name, ask.of.words)), "")
        if named and all(name_of(o) != spoken(named) for o in found):  # a mug is no cup to who asks for one
            told = f"I have seen no {ask.of.words}, but {counted(found)}{where}."
            return Answer(str(ask.what), told, False, _ids(found))
        return Answer(str(ask.what), f"Yes: I have seen {counted(found)}{where}.", True, _ids(found))
    if not ask.of.classes and (full := filled_vessels(ask, memory)):
        return Answer(str(ask.what), f"Yes: there is something in the {name_of(full[0])}.", True, _ids(full))
    elsewhere = unplaced(ask.of, memory)
    if elsewhere:
        return _unknown(ask, f"I don't know: I have seen {counted(elsewhere)}, but I cannot say at what place.")
    unsure = unjudged(ask.of, memory)
    if unsure:
        seen = f"{counted(unsure)}{place_said(ask.of)}"
        return _unknown(ask, f"I don't know: I have seen {seen}, but not whether that is so.")
    else_ = " else" if ask.spared.classes else ""
    seen = f"no {words_with_qualities(ask.of)}" if ask.of.classes else f"nothing{else_}"
    return Answer(str(ask.what), f"No, I have seen {seen}{place_said(ask.of)}.", False)


def _is_so(ask: Ask, memory: ObjectMemory) -> Answer:
    if not ask.state:
        return _is_at(ask, memory)
    found = meant_by(ask.of, memory)
    if not found:
        return _unknown(ask, f"I don't know: I have seen no {words_with_qualities(ask.of)} so far.")
    if asks_contents(ask, found):
        return _told_so(ask, whether_empty(ask, memory, found))
    if ask.state.startswith(COLOUR):
        return _told_so(ask, has_colour(ask, found))
    so, not_so, unknown = _by_truth(found, ask)
    if ask.state == "on" and any(o.truth("on") is Truth.TRUE for o in found):  # of a stove one burner says it
        unknown = []
    subject, state = subject_of(ask, found), state_word(ask.state, ask.value)
    if unknown and not (so and not_so):
        return _unknown(ask, f"I don't know whether {subject} {state}.")
    if so and not_so:
        told = f"{number(len(so)).capitalize()} of {number(len(found))} {be(so)} {state}."
        holds = not ask.many and (ask.value or ask.state not in ("on", "open"))  # what is off has nothing on
        return Answer(str(ask.what), told, holds, _ids(so))
    if so:
        return Answer(str(ask.what), f"Yes, {subject} {state}.", True, _ids(so))
    return Answer(str(ask.what), f"No, {subject} {state_word(ask.state, not ask.value)}.", False)


def _by_truth(
    found: Iterable[ObjectState], ask: Ask
) -> tuple[list[ObjectState], list[ObjectState], list[ObjectState]]:
    """Return those that are in the state asked about, those that are not, and those of which it is not known."""
    sorted_: dict[Truth, list[ObjectState]] = {Truth.TRUE: [], Truth.FALSE: [], Truth.UNKNOWN: []}
    for state in found:
        truth = state.truth(ask.state)
        if truth is Truth.UNKNOWN or ask.value:
            sorted_[truth].append(state)
        else:
            sorted_[Truth.FALSE if truth is Truth.TRUE else Truth.TRUE].append(state)
    return sorted_[Truth.TRUE], sorted_[Truth.FALSE], sorted_[Truth.UNKNOWN]


def _is_at(ask: Ask, memory: ObjectMemory) -> Answer:
    own = Description(ask.of.words, ask.of.classes, ask.of.weights)
    seen = [o for o in meant_by(own, memory) if where_it_is(o, memory)]
    missing = "" if seen else unseen_place(ask.of, memory)  # what is in the fridge is on no shelf, seen or not
    if missing or not meant_by(own, memory):
        return _unknown(ask, f"I don't know: I have seen no {missing or ask.of.words} so far.")
    found = meant_by(ask.of, memory)
    if found and ask.every and len(found) < len(meant_by(own, memory)):
        of_all = number(len(meant_by(own, memory)))
        told = f"No, only {number(len(found))} of {of_all} {be(found)}{place_said(ask.of)}."
        return Answer(str(ask.what), told, False, _ids(found))
    if found:
        return Answer(str(ask.what), f"Yes, {subject_of(ask, found)}{place_said(ask.of)}.", True, _ids(found))
    elsewhere = list(dict.fromkeys(where_it_is(o, memory) for o in seen))
    told = f": I have seen it {listed(elsewhere)}" if elsewhere else ""
    return Answer(str(ask.what), f"No, not{place_said(ask.of)}{told}.", False)


def _contents(ask: Ask, memory: ObjectMemory) -> Answer:
    missing = unseen_place(ask.of, memory) or unseen_place(ask.spared, memory)
    if missing:
        return _unknown(ask, f"I don't know: I have seen no {missing} so far.")
    found = without_spared(ask, memory)
    if not found and any(test.value == "near" for test in ask.of.tests):
        return _unknown(ask, f"I don't know: I have seen nothing{place_said(ask.of)}.")
    if not found and (full := filled_vessels(ask, memory)):
        return _unknown(ask, f"There is something in the {name_of(full[0])}, but I don't know what.")
    but = but_said(ask) if found else ""
    seen = counted(found) if found else f"nothing{' else' if ask.spared.classes else ''}"
    told = f"I have seen {seen}{place_said(ask.of)}{but}."
    return Answer(str(ask.what), told, len(found), _ids(found))


def _which(ask: Ask, memory: ObjectMemory) -> Answer:
    missing = unseen_place(ask.of, memory) or unseen_place(ask.spared, memory)
    found = [] if missing else without_spared(ask, memory)
    unknown: list[ObjectState] = []
    if asks_contents(ask, found):
        found, unknown = by_contents(found, ask, memory)
    elif ask.state:
        found, _, unknown = _by_truth(found, ask)
    if missing or (unknown and not found):
        return _unknown(ask, f"I don't know: I have seen no {missing or ask.of.words} of which I know that.")
    elsewhere = [] if found else unplaced(ask.of, memory) or unplaced(ask.spared, memory)
    if elsewhere:
        return _unknown(ask, f"I don't know: I have seen {counted(elsewhere)}, but I cannot say at what place.")
    if not found:
        return Answer(str(ask.what), f"None that I have seen.{doubt(unknown)}", 0)
    each = [f"the {coloured(o)} ({o.id}) {where_it_is(o, memory)}".rstrip() for o in found]
    told = f"{number(len(found))}: {listed(each)}" if ask.state and ask.many else listed(each)
    return Answer(str(ask.what), f"{capital(told)}.{doubt(unknown)}", len(found), _ids(found))


def _holds(ask: Ask, memory: ObjectMemory) -> Answer:
    inside = meant_by(ask.inside, memory)
    if not inside:
        return _unknown(ask, f"I don't know: I have seen no {ask.inside.words} so far.")
    around = {name for o in inside for name in surroundings(memory, o)}
    found = [o for o in meant_by(ask.of, memory) if o.id in around]
    if not found:
        where = where_it_is(inside[0], memory)
        seen = f" I have seen the {ask.inside.words} {where}." if where else ""
        return Answer(str(ask.what), f"None that I have seen.{seen}", 0)
    return Answer(str(ask.what), f"The {told_apart(found[0], memory)} ({found[0].id}).", len(found), _ids(found))


def _choice(ask: Ask, memory: ObjectMemory) -> Answer:
    choice = ask.choice
    assert choice is not None, "of this kind an ask has one"
    wanted = (*choice.offered, *((choice.to,) if choice.to is not None else ()))
    found = [meant_by(one, memory) for one in wanted]
    missing = next((one.words for one, seen in zip(wanted, found, strict=True) if not seen), "")
    if missing:
        return _unknown(ask, f"I don't know: I have seen no {missing} so far.")
    several = next((one.words for one, seen in zip(choice.offered, found, strict=False) if len(seen) > 1), "")
    if several:
        return _unknown(ask, f"I don't know: I have seen more than one {several}.")
    pair = [seen[0] for seen in found[:2]]
    if ask.state or choice.at:
        here = [o for o, there in zip(pair, choice.there, strict=False) if o in meant_by(there, memory)]
        so, _, unknown = _by_truth(pair, ask) if ask.state else (here, [], [])
        asked = choice.state or choice.at
        if unknown:
            return _unknown(ask, f"I don't know of both whether they are {asked}.")
        if len(so) != 1:
            return Answer(str(ask.what), f"{'Both are' if so else 'Neither is'} {asked}.", len(so), _ids(so))
        chosen = pair.index(so[0])
    else:
        ahead = lead(choice, pair, found[2] if choice.to is not None else [])
        if abs(ahead) < ALIKE:
            return Answer(str(ask.what), "They are about the same in that.", "the same", _ids(pair))
        chosen = 0 if ahead > 0.0 else 1
    words = words_with_qualities(choice.offered[chosen])
    where = place_said(choice.offered[chosen])
    return Answer(str(ask.what), f"The {words}{where} ({pair[chosen].id}).", words, (pair[chosen].id,))


def _held(ask: Ask, memory: ObjectMemory) -> Answer:
    return _told_so(ask, what_is_held(ask, memory))


def _colour(ask: Ask, memory: ObjectMemory) -> Answer:
    return _told_so(ask, which_colour(ask, meant_by(ask.of, memory)))


def _told_so(ask: Ask, told: Told) -> Answer:
    value, sentence, things = told
    return Answer(str(ask.what), sentence, value, _ids(things))


_ANSWERS: Mapping[What, Callable[[Ask, ObjectMemory], Answer]] = {
    What.COUNT: _count,
    What.WHERE: _where_is,
    What.IS_THERE: _is_there,
    What.IS_SO: _is_so,
    What.CONTENTS: _contents,
    What.WHICH: _which,
    What.HOLDS: _holds,
    What.COLOUR: _colour,
    What.CHOICE: _choice,
    What.HELD: _held,
}
