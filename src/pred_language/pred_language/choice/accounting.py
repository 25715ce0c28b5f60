"""Every content word is used, known to be without effect, or reported.

Left out is what a person would miss: a thing, a place or an action that no part of the meaning comes from. Not used are
words that tell one thing from others of its kind in ways that nothing here can see.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pred_core.people import PERSON
from pred_core.referring.description import Description, Test, TestKind
from pred_core.vocabulary import equipment, group, is_cleaned_in_place, part_of
from pred_language.lexicon import words
from pred_language.lexicon.exceptions import ANYTHING, EVERYTHING
from pred_language.lexicon.phrases import Event, Mention
from pred_language.lexicon.qualities import TREATING
from pred_language.lexicon.tagger import Tag, Token
from pred_language.lexicon.things import ACTION_STATES, IGNORED_WORDS, WISHES
from pred_language.lexicon.words import SWITCHES, TURNING, Prep, Verb
from pred_language.meaning.context import Ranked, TaskContext, TaskType
from pred_language.meaning.parts import wipes
from pred_language.meaning.qualifiers import not_known, state_told

_ON_THE_WAY = frozenset({Verb.GO, Verb.LOOK, Verb.OPEN, Verb.CLOSE})
"""Actions that are means of others: what only they name is used when anything is."""
A_FEW = 5
"""Most actions of a sentence that says what is to be so in the end, not each step on the way."""
_CARRYING = frozenset({None, Verb.PUT, Verb.GET, Verb.SLICE})
"""What ends with a thing in some place."""
_COOKING = frozenset(
    {TaskType.COFFEE, TaskType.BOIL, TaskType.TOAST, TaskType.SALAD, TaskType.SANDWICH, TaskType.BREAKFAST}
)


def left_out(
    tokens: Sequence[Token], events: Iterable[Event], context: TaskContext, earlier: Iterable[Mention] = ()
) -> tuple[str, ...]:
    """Return the things, places and actions of a text that have no part in its meaning, in their order.

    :param earlier: what the text before it named
    """
    said, classes = _used(context)
    found = [token.text for index, token in enumerate(tokens) if is_unknown_action(tokens, index)]
    events = list(events)
    found += [
        *unserved_actions(events, context),
        *_on_what_is_closed(context),
        *_other_than_what(context, earlier),
        *others_of_a_kind(events, context),
        *_states_of_places(events, context),
        *_made_otherwise(events, context),
    ]
    for event in events:
        if event.verb in _ON_THE_WAY and event.objects and not context.states & {"open", "closed"}:
            continue
        for mention in _mentions(event):
            if mention.text in ANYTHING:  # "something soft": no other word says what it is
                found += [word for word in _not_told(mention) if word not in WISHES]
            if not mention.pronoun and mention.text not in IGNORED_WORDS and mention.known:
                known = mention.text in said or not classes.isdisjoint(_likely(mention))
                found += [] if known else [mention.text]
        found += _unknown_things(event, said)
    return tuple(dict.fromkeys(found))


def _states_of_places(events: Iterable[Event], context: TaskContext) -> Iterator[str]:
    """Yield "clean" of "put the apple on a clean plate" where none was seen to be so: nothing washes where it goes."""
    made = {(name, state) for one in (context, *context.then) for name in one.target.classes for state in one.states}
    for event in events:
        places = [m for prep, m in event.attached if event.verb in _CARRYING and prep in (Prep.IN, Prep.ON)]
        for mention in places:
            yield from sorted(s for s in mention.states & {"clean"} if (mention.best, s) not in made)


def _made_otherwise(events: Iterable[Event], context: TaskContext) -> Iterator[str]:
    """Yield "make it" where that is to be made somehow that no word tells: "make it nice and put it back"."""
    if context.task_type in _COOKING or any(one.task_type in _COOKING for one in context.then):
        return
    for event in events:
        plainly = all(mention.pronoun and not mention.states for mention in event.objects)
        if event.verb is Verb.MAKE and event.objects and plainly and not event.makes:
            yield "make it"


def _unknown_things(event: Event, said: set[str]) -> Iterator[str]:
    """Yield the things and places beside one that is known that no lexicon has: "the apple and the gizmo"."""
    if event.verb in (None, Verb.LOOK, Verb.GO) or not any(m.known for m in event.objects):
        return
    places = [
        m for prep, m in event.attached if event.verb is Verb.PUT and prep in (Prep.IN, Prep.ON, Prep.TO)
    ]
    for mention in (*event.objects, *places):
        if not mention.known and not mention.pronoun and mention.text not in said | IGNORED_WORDS:
            yield mention.text


def not_used(events: Iterable[Event], context: TaskContext) -> tuple[str, ...]:
    """Return the words that say which thing is meant in ways that are not understood, in their order."""
    found: list[str] = []
    for event in events:
        for mention in _mentions(event):
            found += _not_told(mention)
            if not mention.known and not mention.pronoun and mention.text not in words_of(context):
                found.append(mention.text)
    plain = IGNORED_WORDS | (WISHES if context.destination.best == PERSON else frozenset())
    return tuple(dict.fromkeys(word for word in found if word not in plain))


def _not_told(mention: Mention) -> list[str]:
    """Return the words before a noun that say which one is meant in ways that are not understood."""
    return [word for word in not_known(mention) if not state_told(word, mention)]


def unserved_actions(events: Sequence[Event], context: TaskContext) -> Iterator[str]:
    """Yield what is opened, closed or switched for its own sake and is not done: "put it in and open the fridge".

    Opening is a means of what follows with that place, closing of what was done there, switching of a treatment.
    """
    near_you = any(PERSON in one.target.classes for one in (context, *context.then))
    for index, event in enumerate(events):
        if event.verb is Verb.GO and event.to_me and not near_you:
            yield "come"
        boils = context.task_type is TaskType.BOIL and context.destination.best != PERSON
        if boils and event.to_me and event.verb in (Verb.PUT, Verb.GET):
            yield "bring"
        state = ACTION_STATES.get(event.verb, "") if event.verb is not None else ""
        if event.verb is Verb.CLEAN:
            yield from (f"clean {m.text}" for m in event.objects if _is_uncleaned_in_place(m, context))
        if event.verb not in TURNING | {Verb.POUR}:
            continue
        if event.verb is Verb.POUR and _pours_for_somebody(event) and context.task_type not in _COOKING:
            yield f"{event.verb} {' '.join(mention.text for mention in event.objects)}".strip()
            continue
        if event.verb is Verb.CLOSE and _closes_what_is_not_told(events, index, context):
            yield f"{event.verb} it"
        for mention in event.objects:
            named = not mention.pronoun and (mention.known or event.verb is Verb.POUR)
            if named and not _is_served(events, index, mention, state, context):
                yield f"{event.verb} {mention.text}"


def _is_uncleaned_in_place(mention: Mention, context: TaskContext) -> bool:
    """Tell whether a bed that is to be made is only where something goes: "make the bed and put the pillow on it"."""
    made = {name for one in (context, *context.then) if "clean" in one.states for name in one.target.classes}
    return is_cleaned_in_place(mention.best) and made.isdisjoint(mention.classes)


def _pours_for_somebody(event: Event) -> bool:
    """Tell whether something is poured to be drunk: that empties a vessel, but brings nobody anything."""
    return event.to_me or event.for_me


def others_of_a_kind(events: Sequence[Event], context: TaskContext) -> Iterator[str]:
    """Yield "other mug" where something is done to one mug and something else to the other: that is no one task.

    "A mug" after "the mug" to which something was done is another one as well.
    """
    before: dict[str, tuple[Mention, str]] = {}  # what things were done something to, and where they went
    for event in events:
        place = next((m.best for prep, m in event.attached if prep in (Prep.IN, Prep.ON, Prep.TO)), "")
        place = PERSON if event.to_me else place
        for mention in event.objects:
            if (event.verb is Verb.GET and not event.to_me) or mention.best not in before:
                continue
            first, went = before[mention.best]
            apart = bool(place) and bool(went) and place != went
            other = "other" in mention.adjectives and context.count == 1
            new = first.is_single and mention.indefinite and not mention.plural and mention.states <= first.states
            if other or new or (apart and (mention.another or "other" in mention.adjectives)):
                yield f"other {mention.text}"
        if event.verb is not Verb.GET or event.to_me:
            before |= {m.best: (m, place) for m in event.objects if m.known and not m.pronoun}


def _closes_what_is_not_told(events: Sequence[Event], index: int, context: TaskContext) -> bool:
    """Tell whether "it" is to be closed, and nothing is: "take the keys out of the safe, give them to me, shut it"."""
    pronoun = any(mention.pronoun for mention in events[index].objects)
    closes = any("closed" in one.states for one in (context, *context.then))
    taken = any(prep is Prep.FROM for event in events[:index] for prep, _ in event.attached)
    return pronoun and taken and not closes


def _is_served(
    events: Sequence[Event], index: int, mention: Mention, state: str, context: TaskContext
) -> bool:
    likely = _likely(mention)
    if mention.text == EVERYTHING and state in context.states:
        return True
    if any(state in one.states and likely & set(one.target.classes) for one in (context, *context.then)):
        return True
    verb = events[index].verb
    if events[index].kept or verb is Verb.POUR:
        return verb is Verb.POUR and context.task_type in _COOKING
    if verb is Verb.TURN_OFF and (_is_turned_off_first(events, index) or _is_turned_off_last(events, index)):
        return False
    if verb in SWITCHES:
        return bool(likely & _switched(context)) and (
            verb is Verb.TURN_ON or context.task_type is not TaskType.LOOK_AT
        )
    used = {name for ranked in _rankeds(context) for name in ranked.classes if ranked is not context.target}
    used |= _treating(context)
    acting = [
        e for e in (events[index + 1 :] if verb is Verb.OPEN else events[:index]) if e.verb not in _ON_THE_WAY
    ]
    if not any(one.verb not in SWITCHES for one in acting):
        return False
    if verb is Verb.CLOSE and _is_wanted(events, index):
        return False
    takes_out = verb is Verb.OPEN and acting[0].verb is Verb.GET and not acting[0].attached
    return takes_out or bool(likely & used)


def _is_turned_off_first(events: Sequence[Event], index: int) -> bool:
    """Tell whether something is turned off before anything else is done: that is no end of a treatment."""
    begun = any(event.verb in TREATING or event.verb is Verb.TURN_ON for event in events[:index])
    return not begun and any(event.verb not in _ON_THE_WAY for event in events[index + 1 :])


def _is_turned_off_last(events: Sequence[Event], index: int) -> bool:
    """Tell whether something is turned off when all is done: "wash the mug, put it away, turn the tap off"."""
    since = max((i for i, event in enumerate(events) if event.verb in TREATING), default=index)
    switched = any(event.verb is Verb.TURN_ON for event in events)
    puts = any(event.verb is Verb.PUT and event.attached for event in events[since + 1 : index])
    return puts and not switched and index == len(events) - 1 and len(events) <= A_FEW


def _is_wanted(events: Sequence[Event], index: int) -> bool:
    """Tell whether a door is to be closed in the end, as a sentence says last: "put it in and close the box".

    Or as it says in a few words: "take the watch out of the safe, close the safe and put it on the shelf".
    """
    closed = {name for mention in events[index].objects for name in _likely(mention)}
    taken = [mention for event in events[:index] for prep, mention in event.attached if prep is Prep.FROM]
    if len(events) <= A_FEW and any(closed & _likely(mention) for mention in taken):
        return True
    if len(events) <= A_FEW and _is_closed_before_other_work(events, index, closed):
        return True
    puts = sum(event.verb is Verb.PUT or (event.verb is Verb.GET and event.to_me) for event in events)
    return index == len(events) - 1 and 1 <= puts <= 2 and len(events) <= puts + 2


def _is_closed_before_other_work(events: Sequence[Event], index: int, closed: set[str]) -> bool:
    """Tell whether a door is closed after what was put behind it, and what comes then has nothing to do with it."""
    puts = index > 0 and events[index - 1].verb is Verb.PUT
    into = puts and any(closed & _likely(mention) for _, mention in events[index - 1].attached)
    later = events[index + 1 :]
    again = any(closed & _likely(mention) for event in later for mention in _mentions(event))
    pointed = any(mention.pronoun for event in later for mention in event.objects)
    return into and not again and not pointed and any(event.verb not in _ON_THE_WAY for event in later)


def _treating(context: TaskContext) -> set[str]:
    """Return the appliances that a meaning is made with, and their switches."""
    if context.task_type in _COOKING:
        known = equipment()
        at = {treatment.place for treatment in known.treatments.values()} | group("coffee_machines")
        return at | {known.appliances[name].switch for name in at if name in known.appliances}
    states = context.states.union(*(part.states for part in context.also))
    givers = [appliance for state in states for appliance in equipment().giving(state)]
    return {name for appliance in givers for name in (appliance.place, appliance.switch)}


def _switched(context: TaskContext) -> set[str]:
    lit = group("lamps") if context.task_type is TaskType.LOOK_AT else frozenset[str]()
    return _treating(context) | lit


def _on_what_is_closed(context: TaskContext) -> Iterator[str]:
    """Yield "on top of the fridge": what is opened to be used takes things only inside."""
    for ranked in dict.fromkeys((context.destination, *(part.destination for part in context.also))):
        noun = ranked.words.split()[-1:]
        if noun and ranked.best in group("opened_to_use"):
            loose = "|upon|on" if ranked.best in group("shelved") else ""  # "on the cabinet" is often in it
            top = re.search(
                rf"\b(?:on top of|atop|on top{loose}) (?:of )?(?:the|a|my) (?:\w+ )??{re.escape(noun[0])}\b",
                context.instruction.lower(),
            )
            if top:
                yield top.group()


def _other_than_what(context: TaskContext, earlier: Iterable[Mention]) -> Iterator[str]:
    """Yield "other" of a thing for a person: no thing that is where it goes is the one it is not.

    Where one of its kind was named before, it is other than that.
    """
    tests = context.said.get("target", ()) if context.destination.best == PERSON else ()
    if any(mention.best in context.target.classes for mention in earlier):
        return
    if any(test.kind is TestKind.OTHER and not test.landmarks for test in tests):
        yield "other"


def is_unknown_action(tokens: Sequence[Token], index: int) -> bool:
    """Tell whether a word stands where a verb stands and is none that is known: "fold the newspaper", "and wait"."""
    word = tokens[index]
    unknown = word.tag is Tag.UNKNOWN or word.text in words.UNSERVED_VERBS
    if not unknown or word.text in words.CLAUSE_OPENERS:
        return False
    before = tokens[index - 1] if index else None
    joined = before is not None and before.tag in (Tag.STOP, Tag.CONJ)
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if after is None or after.tag in (Tag.STOP, Tag.CONJ):
        return joined
    starts = before is None or joined or before.text in words.CLAUSE_OPENERS
    return starts and after.tag in (Tag.DET, Tag.PRONOUN, Tag.EVERY)


def _mentions(event: Event) -> Iterator[Mention]:
    yield from event.objects
    yield from (mention for _, mention in event.attached)


def _likely(mention: Mention) -> set[str]:
    return {name for name, weight in mention.classes.items() if weight >= 0.5}


def _rankeds(context: TaskContext) -> Iterator[Ranked]:
    for one in (context, *context.then):
        yield from (one.target, one.movable, one.destination, one.toggle, one.source)
        for part in (*one.parts, *one.also):
            yield from (part.thing, part.source, part.destination)


def words_of(context: TaskContext) -> set[str]:
    """Return the words of all things, places and landmarks of a meaning, each as they were said."""
    found = {ranked.words.removeprefix("under ") for ranked in _rankeds(context)}
    return found | {said for said, _ in context.evidence} | {mark.words for mark in _landmarks(context)}


def meant_by(context: TaskContext) -> Iterator[tuple[str, str]]:
    """Yield the words of all things, places and landmarks of a meaning, each with the class it means first."""
    for ranked in _rankeds(context):
        yield ranked.words.removeprefix("under "), ranked.best
    for mark in _landmarks(context):
        yield mark.words, next(iter(mark.classes), "")


def _landmarks(context: TaskContext) -> Iterator[Description]:
    for tests in context.said.values():
        yield from _of_tests(tests)


def _of_tests(tests: Iterable[Test]) -> Iterator[Description]:
    for test in tests:
        for one in test.landmarks:
            yield one
            yield from _of_tests(one.tests)


def _used(context: TaskContext) -> tuple[set[str], set[str]]:
    """Return the words and the classes that the meaning comes from, and what it takes to make its states."""
    classes = {ranked.best for ranked in _rankeds(context)}
    classes |= {part_of().get(name, name) for name in classes}
    known = equipment()
    for state in context.states | {s for part in context.also for s in part.states}:
        for appliance in known.giving(state):
            classes |= {appliance.place, appliance.switch}
    sliced = any("sliced" in states for states in (context.states, *(p.states for p in context.parts)))
    classes |= group("wipers") if wipes(context) else set()
    classes |= set(known.drains()) if "empty" in context.states else set()
    classes |= group("knives") if sliced or "sliced" in context.states else set()
    if context.task_type in _COOKING:
        classes |= set(known.appliances) | group("coffee_machines") | group("dishes")
        classes |= group("boiling_pots") | group("coffee_vessels") | group("knives")
    if context.task_type is TaskType.LOOK_AT:
        classes |= group("lamps")
    if context.destination.best in group("shelved"):  # "open the fridge and put it on the middle shelf"
        classes |= group("inner_parts")
    return words_of(context), classes - {""}
