"""What was understood, told as a person would: that one clean mug will be put on the coffee machine."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

from pred_core.feedback import preposition
from pred_core.itself import ROBOT
from pred_core.people import PERSON
from pred_core.referring.description import Description, Test, TestKind
from pred_core.spots import IN_WORDS
from pred_core.vocabulary import is_cleaned_in_place, is_wiped, object_types, part_of, spoken
from pred_language.lexicon.exceptions import ANYTHING
from pred_language.lexicon.inflection import plural, singular
from pred_language.meaning.context import (
    FOUND,
    LOCALIZED,
    NEAR,
    SEEN,
    SITTING,
    STANDING,
    TOUCHED,
    Ranked,
    TaskContext,
    TaskType,
)
from pred_language.meaning.parts import tool_of

_NUMBERS = ("every", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_ACTIONS: Mapping[str, str] = {
    "clean": "clean",
    "hot": "heat",
    "cold": "cool",
    "cooked": "cook",
    "sliced": "slice",
    "filled": "fill",
    "empty": "empty",
    "open": "open",
    "closed": "close",
    "on": "switch on",
    "off": "switch off",
    NEAR: "go to",
    FOUND: "find",
    TOUCHED: "touch",
    SEEN: "look at",
}
_OF_ROBOT: Mapping[str, str] = {
    SITTING: "sit down",
    STANDING: "stand up",
    LOCALIZED: "find out where I am",
}
"""What brings a state about; where there are several, in the order in which one says them."""
_ADJECTIVES: Mapping[str, str] = {"filled": "full", "on": "switched-on", "off": "switched-off"}
_ADJECTIVAL = (TestKind.ORDER, TestKind.SIZE, TestKind.COLOUR, TestKind.MATERIAL)
"""Tests that stand before the noun, in the order of English."""
_RELATIONS: Mapping[str, str] = {
    "near": "next to",
    "left": "to the left of",
    "right": "to the right of",
    "front": "in front of",
    "over": "above",
    "nearest": "nearest to",
    "farthest": "farthest from",
}
_DISHES: Mapping[TaskType, str] = {
    TaskType.TOAST: "make a plate of toast",
    TaskType.SALAD: "make a salad",
    TaskType.SANDWICH: "make a sandwich",
    TaskType.BREAKFAST: "make breakfast",
}
_TO_YOU = "to you"
_TREATED: Mapping[TaskType, str] = {
    TaskType.CLEAN_PLACE: "clean",
    TaskType.HEAT_PLACE: "hot",
    TaskType.COOL_PLACE: "cold",
}


def promise(context: TaskContext) -> str:
    """Return what will be done as sentences of the robot, with the words that have no say in it."""
    actions = _actions(context)
    tool = tool_of(context)
    using = f" with the {tool.words}" if tool is not None else ""
    text = f"I'll {', then '.join(actions)}{using}."
    dish = _DISHES.get(context.task_type, "").split()
    dropped = [w for w in dict.fromkeys((*context.left_out, *context.not_used)) if w not in dish]
    note = f" Not used: {', '.join(dropped)}." if dropped else ""
    taken = "".join(f" I take {word!r} for {guess!r}." for word, guess in context.guessed)
    later = "".join(f" Then {promise(one)}" for one in context.then)
    return text + taken + note + later


def _actions(context: TaskContext) -> list[str]:
    """Return what is done in order: what is moved first, then the action; what goes to one place together."""
    moved = list(_moved(context))
    action = _action(context)
    own = _target(context, context.said.get("target", ())), _place_of(context)
    if action == _bring(*own):  # nothing but a move
        moved, action = [*moved, (context.places, *own)], ""
    moved.sort(key=lambda one: one[0] != 1)  # several places get their shares after those that get one thing
    goes = [
        (_listed([thing for _, thing, _ in alike]), place)
        for place, alike in itertools.groupby(moved, key=lambda one: one[2])
    ]
    return [*(_bring(things, place) for things, place in goes), *([action] if action else [])]


def _moved(context: TaskContext) -> Iterator[tuple[int, str, str]]:
    """Yield what is moved before the target, and where to, after how many places that is."""
    for number, part in enumerate(context.also, 1):
        said, of_place = (context.said.get(f"also{number}{slot}", ()) for slot in ("", "_place"))
        place = _place(part.destination, of_place, part.places)
        yield part.places, _things(part.thing, part.count, part.states, said), place


def _place_of(context: TaskContext) -> str:
    """Return where the target goes, '' for nowhere."""
    if not context.destination:
        return ""
    tests = context.said.get("destination", ())
    return _place(context.destination, tests, context.places, context.destination_states)


def _action(context: TaskContext) -> str:
    """Return the action of a task's type as a phrase without subject."""
    said = context.said.get("target", ())
    kind = context.task_type
    if kind in _DISHES:
        return _dish(context)
    if kind is TaskType.WATER_PLANT:
        return f"water {_target(context, said)}"
    if kind is TaskType.COFFEE:
        return f"make coffee in {_target(context, said)}"
    if kind is TaskType.BOIL:
        return f"boil {_target(context, said)}"
    if kind is TaskType.LOOK_AT:
        lamp = _the(context.toggle, frozenset(), context.said.get("toggle", ()))
        return f"look at {_target(context, said)} in the light of {lamp}"
    if not context.destination:
        return _treated(context, said)
    return _placed(context, said)


def _placed(context: TaskContext, said: tuple[Test, ...]) -> str:
    """Return what goes where."""
    where = _place_of(context)
    if context.movable:
        carrier = _things(context.movable, 1, frozenset(), context.said.get("movable", ()))
        into = preposition(context.movable.best)
        return f"put {_target(context, said)} {into} {carrier} and {_bring('both', where)}"
    if not context.destination.words and context.task_type in _TREATED:  # it goes somewhere afterwards
        treated = _TREATED[context.task_type]
        thing = _target(context, said, context.states - {treated})
        return f"{_ACTIONS[treated]} {thing} and put {'it' if context.count == 1 else 'them'} {where}"
    return _bring(_target(context, said), where)


def _bring(things: str, where: str) -> str:
    """Return that things are put at a place, or brought to whom they are for."""
    return f"{'bring' if where == _TO_YOU else 'put'} {things} {where}"


def _treated(context: TaskContext, said: tuple[Test, ...]) -> str:
    if context.target.best == PERSON:
        return f"come {_TO_YOU}"
    if context.target.best == ROBOT:
        return " and ".join(action for state, action in _OF_ROBOT.items() if state in context.states)
    actions = [_verb(state, context) for state in _ACTIONS if state in context.states] or ["pick up"]
    return f"{' and '.join(actions)} {_target(context, said, frozenset())}"


def _verb(state: str, context: TaskContext) -> str:
    """Return the verb that brings a state about: what cannot be carried to a sink is wiped, and a bed is made."""
    if state == "clean" and is_cleaned_in_place(context.target.best):
        return "wipe" if is_wiped(context.target.best) else "make"
    return _ACTIONS[state]


def _dish(context: TaskContext) -> str:
    parts = [_things(part.thing, part.count, part.states) for part in context.parts]
    text = f"{_DISHES[context.task_type]} with {_listed(parts)}" if parts else _DISHES[context.task_type]
    if context.destination:
        text += f" {_place(context.destination, context.said.get('destination', ()))}"
    if context.task_type is TaskType.BREAKFAST and context.target:
        text += f", and coffee in {_target(context, context.said.get('target', ()))}"
    return text


def _target(context: TaskContext, said: tuple[Test, ...], states: frozenset[str] | None = None) -> str:
    wanted = context.states if states is None else states
    if context.task_type is TaskType.COOKED_SLICES:
        wanted = wanted - {"hot"} | {"cooked"}
    text = _things(context.target, context.count, wanted, said)
    if context.spared:
        text += f" except {_number(context.spared)}"
    if "target2" in context.said:
        rivals = (
            context.said[slot] for slot in sorted(context.said) if slot[:6] == "target" and slot[6:].isdigit()
        )
        return _listed([_the(context.target, wanted, tests) for tests in (said, *rivals)])
    return text


def _things(
    ranked: Ranked, count: int, states: frozenset[str] = frozenset(), said: tuple[Test, ...] = ()
) -> str:
    """Return so many of a thing: "two clean plates", "three slices of hot bread", "the green mug next to the stove"."""
    told_apart = any(test.kind is not TestKind.UNSEEN for test in said)
    if count == 1 and (told_apart or not _is_carried(ranked)):
        return _the(ranked, states, said)
    if ranked.words in ANYTHING:
        return _noun(ranked, states, said, many=False)
    return f"{_number(count)} {_noun(ranked, states, said, many=count > 1)}"


def _is_carried(ranked: Ranked) -> bool:
    known = object_types().get(ranked.best)
    return known is not None and known.can("pickupable")


def _the(ranked: Ranked, states: frozenset[str], said: tuple[Test, ...]) -> str:
    return f"the {_noun(ranked, states, said)}"


def _noun(ranked: Ranked, states: frozenset[str], said: tuple[Test, ...], many: bool = False) -> str:
    """Return the thing with its states and all that tells it from others, without number or article."""
    name = _name(ranked)
    other = ["other"] if any(test.kind is TestKind.OTHER for test in said) else []
    like = [_ADJECTIVES.get(state, state) for state in _ACTIONS if state in states and state != "sliced"]
    words = [*other, *_adjectives(said, name), *like]
    if "sliced" in states:
        noun = " ".join(("slices of" if many else "slice of", *words, name))
    else:
        noun = " ".join((*words, plural(singular(name)) if many else name))
    rest = [clause for test in said if (clause := _clause(test, many))]
    return f"{noun} {' and '.join(rest)}" if rest else noun


def _adjectives(said: tuple[Test, ...], name: str) -> list[str]:
    """Return what stands before a noun, in the order of English, without what its name says already."""
    words = [t.words for kind in _ADJECTIVAL for t in said if t.kind is kind and not t.landmarks]
    return [word for word in dict.fromkeys(words) if word and word not in name.split()]


def _clause(test: Test, many: bool) -> str:
    """Return what a test with landmarks says, after the noun."""
    marks = [_landmark(mark) for mark in test.landmarks]
    if test.kind is TestKind.NOT:
        return f"but not {test.words.removeprefix('not ')}"
    if test.kind is TestKind.SPOT:
        return f"{IN_WORDS[test.value]} {_listed(marks)}"
    if not marks or test.kind not in (TestKind.RELATION, TestKind.ORDER):
        return ""
    named = next(iter(test.landmarks[0].classes), "")
    how = preposition(named) if test.value == "on" and named else _RELATIONS.get(test.value, test.value)
    return f"that {'are' if many else 'is'} {how} {_listed(marks)}"


def _landmark(mark: Description) -> str:
    name = mark.words or spoken(next(iter(mark.classes), "it"))
    clauses = [clause for test in mark.tests if (clause := _clause(test, many=False))]
    return " ".join(("the", *_adjectives(mark.tests, name), name, *clauses))


def _place(
    ranked: Ranked, said: tuple[Test, ...], places: int = 1, states: frozenset[str] = frozenset()
) -> str:
    """Return a place with its preposition: "on the coffee machine", "in each of two drawers", "to you"."""
    if ranked.best == PERSON:
        return _TO_YOU
    how = ranked.relation or preposition(ranked.best)
    if places != 1:
        number = "each" if places == 0 else f"each of {_number(places)}"
        return f"{how} {number} {_noun(ranked, states, said, many=places > 1)}"
    return f"{how} the {_noun(ranked, states, said)}"


def _name(ranked: Ranked) -> str:
    """Return what the words mean as one says it: a sink for its basin; the words of a kind of which any will do."""
    if ranked.any_will_do:
        return ranked.words
    return spoken(part_of().get(ranked.best, ranked.best))


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def _listed(parts: list[str]) -> str:
    *before, last = parts
    return f"{', '.join(before)} and {last}" if before else last
