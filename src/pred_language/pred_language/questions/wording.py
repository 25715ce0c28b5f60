"""The words of answers: places, things with their numbers, states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from pred_core.feedback import preposition
from pred_core.objects import ObjectMemory, ObjectState, Truth
from pred_core.referring.description import Description, Test, TestKind
from pred_core.referring.qualities import COLOUR
from pred_core.referring.relations import lies_on_floor
from pred_core.referring.scoring import scores
from pred_core.vocabulary import can_be_carried, group, object_types, part_of, spoken
from pred_language.lexicon.inflection import plural, singular
from pred_language.questions.asks import STATES, Ask

_TOLD = (TestKind.COLOUR, TestKind.STATE, TestKind.EMPTY)
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(count: int) -> str:
    """Return a number in letters up to ten."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def capital(text: str) -> str:
    """Return a sentence with a capital first letter."""
    return f"{text[:1].upper()}{text[1:]}"


def listed(parts: Sequence[str]) -> str:
    """Return parts with commas and an "and"."""
    *before, last = parts
    return f"{', '.join(before)} and {last}" if before else last


def name_of(state: ObjectState) -> str:
    """Return what a thing is called; of a basin that is its sink."""
    return spoken(part_of().get(state.class_name, state.class_name))


def coloured(state: ObjectState) -> str:
    """Return a thing's name with the colours that were seen of it, where it says none: "red corner"."""
    name = name_of(state)
    return " ".join((*(one for one in colours(state) if one not in name.split()), name))


def told_apart(state: ObjectState, memory: ObjectMemory) -> str:
    """Return a thing's name with its colours, and its side of two that look alike where the robot stands still."""
    name = coloured(state)
    alike = [o for o in memory.objects if coloured(o) == name]
    if len(alike) != 2 or not group("resting_places"):
        return name
    for side in ("left", "right"):
        at_end = Description(classes=(state.class_name,), tests=(Test(TestKind.ORDER, side),))
        found = scores(at_end, memory, (0.0, 0.0, 0.0), alike)
        if all(found[state.id] > found[o.id] for o in alike if o.id != state.id):
            return f"{side} {name}"
    return name


def colours(state: ObjectState) -> list[str]:
    """Return the colours that were seen of a thing."""
    shown = (name for name, a in state.attributes.items() if name.startswith(COLOUR) and a.value is Truth.TRUE)
    return [name.removeprefix(COLOUR) for name in shown]


def where_it_is(state: ObjectState, memory: ObjectMemory) -> str:
    """Return where a thing is, in words: "on the table", "on the red corner" of several; '' for nothing known."""
    if state.held or state.id == memory.held_id:
        return "in my hand"
    around = memory.get(state.parent_id)
    if around is not None:
        alike = any(o.id != around.id and name_of(o) == name_of(around) for o in memory.objects)
        return f"{preposition(around.class_name)} the {coloured(around) if alike else name_of(around)}"
    return "on the floor" if lies_on_floor(state, memory) and can_be_carried(state.class_name) else ""


def counted(states: Iterable[ObjectState]) -> str:
    """Return things by their names: "two mugs and a plate"."""
    counts = Counter(name_of(o) for o in states)
    return listed([with_article(name) if n == 1 else f"{number(n)} {plural(name)}" for name, n in counts.items()])


def with_article(name: str) -> str:
    """Return a name with "a" or "an"."""
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def subject_of(ask: Ask, found: Sequence[ObjectState]) -> str:
    """Return the words with an article and their verb: "the lamp is", of several "the lamps are"."""
    words = ask.of.words
    noun = singular(words) if len(found) == 1 else words if ask.many else plural(words)
    return f"the {noun} {be(found)}"


def place_said(description: Description) -> str:
    """Return the words for a place of a question: " on the table"."""
    places = [test for test in description.tests if test.kind is TestKind.RELATION and test.landmarks]
    told = list(dict.fromkeys(map(_said_test, places)))
    return f" {' and '.join(told)}" if told else ""


def but_said(ask: Ask) -> str:
    """Return the words for what a question leaves out: " that are not on the shelf", " besides the cup"."""
    if not ask.spared.classes:
        return ""
    at = place_said(ask.spared)
    return f", leaving out those{at}" if at else f" besides the {words_with_qualities(ask.spared)}"


def words_with_qualities(description: Description) -> str:
    """Return the words of a thing, with colours and states said of it that these leave out: "clean blue mug"."""
    said = description.words.split()
    told = (one.value if one.kind is TestKind.COLOUR else one.words for one in description.tests if one.kind in _TOLD)
    return " ".join((*(word for word in told if word not in said), description.words))


def _said_test(test: Test) -> str:
    mark = test.landmarks[0]
    how = test.value
    if how in ("on", "in") and mark.classes:
        kind = object_types().get(mark.classes[0])
        how = "in" if kind is not None and kind.can("canFillWithLiquid") else preposition(mark.classes[0])
    return f"{'next to' if how == 'near' else how} the {words_with_qualities(mark)}"


def be(found: Sequence[ObjectState]) -> str:
    """Return "is" or "are"."""
    return "is" if len(found) == 1 else "are"


def state_word(attribute: str, value: bool) -> str:
    """Return the first word for an attribute's value: open, closed; "not hot" where there is no word."""
    words = [word for word, (name, is_so) in STATES.items() if name == attribute and is_so is value]
    return words[0] if words else f"{'' if value else 'not '}{attribute}"


def doubt(unknown: Sequence[ObjectState]) -> str:
    """Return a sentence on those of which an answer is not known; '' for none."""
    return f" Of {number(len(unknown))} I don't know." if unknown else ""
