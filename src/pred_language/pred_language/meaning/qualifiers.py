"""From the words around a noun to tests: which thing of its kind is meant, and which words are not known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pred_core.referring.description import Description, Test, TestKind
from pred_core.vocabulary import object_types
from pred_language.lexicon import words
from pred_language.lexicon.exceptions import ALL_BUT_ONE
from pred_language.lexicon.inflection import singular
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.phrases import AS_SEEN, LABEL, Mention
from pred_language.lexicon.qualities import verb_forms
from pred_language.lexicon.things import WISHES
from pred_language.meaning.grounding import Grounder, named_only, rank

_PLAIN = (
    (words.COLOURS, TestKind.COLOUR),
    (words.SIZES, TestKind.SIZE),
    (words.MATERIALS, TestKind.MATERIAL),
)
_HOLDING = {"empty": "full", "full": "empty", "free": "full", "unoccupied": "full"}
"""What is said of a dish by what is in it, with the contrary."""
_LIQUID = {"empty": "not filled", "full": "filled"}
"""What a bottle is that is empty or full."""
_DOORS = {"open": "open", "opened": "open", "closed": "not open", "shut": "not open"}
"""What is said of what has a door by how that stands."""
_SIDES = frozenset({"left", "right"})
_OPPOSITE = tuple(
    (a, b) for one in (("left", "right"), ("top", "bottom"), ("nearest", "farthest")) for a, b in (one, one[::-1])
)
_AHEAD = {"nearest": "front", "farthest": "back"}
"""What near and far mean beside a side: "the far left corner"."""


def told_apart(one: Mention, other: Mention) -> None:
    """Take over what a second naming of a thing says of it; what contradicts the first is a rival of it."""
    mine, theirs = (set(_identity([*_within(m.text), *m.adjectives])) for m in (one, other))
    if mine and theirs and not mine & theirs and other is not one and other.known:
        one.rivals.append(other)
        return
    one.adjectives += [word for word in other.adjectives if word not in one.adjectives]
    one.relations += [relation for relation in other.relations if relation not in one.relations]
    one.excluded += [mention for mention in other.excluded if mention not in one.excluded]
    one.unknown += [word for word in other.unknown if word not in one.unknown]
    one.introduced |= other.definite and not one.definite
    one.definite |= other.definite
    one.spared = max(one.spared, other.spared)


def tell_by_states(mention: Mention) -> None:
    """Take the states of a thing and its landmarks for what tells them from others: "next to the clean fork".

    So in questions, and of landmarks, of which none is to be made clean.
    """
    mention.adjectives += [f"{AS_SEEN}{state}" for state in sorted(mention.states) if state not in mention.text.split()]
    mention.states.clear()
    tell_landmarks_by_states(mention)


def tell_landmarks_by_states(mention: Mention) -> None:
    """Do so with the landmarks of a thing that may itself be brought into a state."""
    for _, marks in mention.relations:
        for mark in marks:
            tell_by_states(mark)


def contradict(one: Mention, other: Mention) -> bool:
    """Tell whether two namings cannot be of one thing: another colour, size, number, state or end is said of each."""
    said = [[*_within(m.text), *m.adjectives] for m in (one, other)]
    kinds = (words.COLOURS.get, words.SIZES.get, lambda word: word if word.startswith(LABEL) else None)
    for kind in kinds:
        mine, theirs = ({meant for word in those if (meant := kind(word))} for those in said)
        if mine and theirs and not mine & theirs:
            return True
    mine, theirs = (_states_said(one), _states_said(other))
    if any(f"not {state}" in theirs for state in mine) or any(f"not {state}" in mine for state in theirs):
        return True
    mine, theirs = ({words.ENDS[word] for word in those if word in words.ENDS} for those in said)
    return any(end in mine and other in theirs and len(mine) == len(theirs) == 1 for end, other in _OPPOSITE)


def _states_said(mention: Mention) -> set[str]:
    """Return the states that words say a thing is in or is to be in: the dirty plate is not the clean one."""
    told = {word.removeprefix(AS_SEEN) if word.startswith(AS_SEEN) else words.SEEN_STATES.get(word, "")
            for word in mention.adjectives}
    shown = {_DOORS.get(word, "") for word in (*mention.adjectives, *mention.unknown)}
    return (told | shown | mention.states) - {""}


def _identity(adjectives: Iterable[str]) -> Iterator[str]:
    for word in adjectives:
        if word in words.COLOURS or word in words.SIZES:
            yield words.COLOURS.get(word) or words.SIZES[word]
        elif word.startswith(LABEL):
            yield word


def said_of(mention: Mention, grounder: Grounder, of: tuple[Mention, ...] = ()) -> tuple[Test, ...]:
    """Return what the words around a noun say of the thing.

    :param of: what the thing is a landmark of; that one is told by the other is nothing new ("the cup beside the
        plate", and later "the plate beside the cup")
    """
    chain = (*of, mention)
    relations = [
        (relation, told)
        for relation, marks in mention.relations
        if (told := [mark for mark in marks if not any(mark is one for one in chain)])
    ]
    return (
        *_adjectives(mention),
        *(_relation(relation, marks, grounder, chain) for relation, marks in relations),
        *(_excluded(other, mention, grounder) for other in mention.excluded),
    )


def described(mention: Mention, grounder: Grounder, of: tuple[Mention, ...] = ()) -> Description:
    """Return what a mention says of a landmark: its classes and its own tests."""
    ranked = named_only(rank(mention.text, grounder.meanings(mention.text, mention.classes, "")), grounder)
    return Description(mention.text, ranked.classes, ranked.weights, said_of(mention, grounder, of))


def where(relation: str, mention: Mention, grounder: Grounder) -> Test:
    """Return the test of being in a relation to a place."""
    return Test(
        TestKind.RELATION, relation, (described(mention, grounder),), words=f"{relation} {mention.text}"
    )


def _relation(relation: str, marks: list[Mention], grounder: Grounder, of: tuple[Mention, ...]) -> Test:
    landmarks = tuple(described(mark, grounder, of) for mark in marks)
    said = f"{relation} {' and '.join(mark.text for mark in marks)}"
    if relation in ("nearest", "farthest"):
        return Test(TestKind.ORDER, relation, landmarks, words=said)
    return Test(TestKind.RELATION, relation, landmarks, words=said)


def _excluded(other: Mention, mention: Mention, grounder: Grounder) -> Test:
    tell_by_states(other)
    classes = mention.classes if other.pronoun else other.classes
    if other.known and not other.pronoun:  # "except the statues" spares no vase, where the robot goes by the words
        ranked = named_only(rank(other.text, grounder.meanings(other.text, classes, "")), grounder)
        classes = dict(zip(ranked.classes, ranked.weights, strict=True)) or classes
    landmark = Description(
        other.text, tuple(classes), tuple(float(w) for w in classes.values()), said_of(other, grounder)
    )
    said = " ".join((*(word.removeprefix(AS_SEEN) for word in other.adjectives), other.text))
    return Test(TestKind.NOT, "", (landmark,), words=f"not {said}")


def _adjectives(mention: Mention) -> Iterator[Test]:
    """Yield the tests of words like "green", "second ... from the left", "other"."""
    shown = [word for word in mention.unknown if word in _DOORS]
    around = [word for word in mention.adjectives if word not in mention.text.split()]
    recoloured = any(word in words.COLOURS for word in around)  # "the black table ... the white one"
    within = [word for word in _within(mention.text) if not (recoloured and word in words.COLOURS)]
    said = [*within, *around, *shown]
    negated = False
    for word in said:
        if word == "not":
            negated = True
            continue
        for meanings, kind in _PLAIN:
            if word in meanings:
                yield (
                    _negated(Test(kind, meanings[word], words=word), mention)
                    if negated
                    else Test(kind, meanings[word], words=word)
                )
        if word == "other":
            yield Test(TestKind.OTHER, words=word)
        if word in _HOLDING and _may_be_full(mention):
            contrary = _HOLDING[word]
            meant = contrary if negated else _HOLDING[contrary]
            kind, value = (TestKind.EMPTY, meant) if _holds(mention) else (TestKind.STATE, _LIQUID[meant])
            yield Test(kind, value, words=f"not {word}" if negated else word)
        state = state_told(word, mention)
        if state:
            yield Test(TestKind.STATE, state, words=word.removeprefix(AS_SEEN))
        if word.startswith(LABEL):
            yield Test(TestKind.NUMBER, word.removeprefix(LABEL), words=word)
    yield from _orders(said, mention)
    for word in not_known(mention)[mention.apart :]:
        if word not in verb_forms() and word not in WISHES and word not in (ALL_BUT_ONE, *_DOORS):
            yield Test(TestKind.UNSEEN, word, words=word)


def state_told(word: str, mention: Mention) -> str:
    """Return the state by which a word before a noun tells which thing is meant, '' where it is another word."""
    if word.startswith(AS_SEEN):
        return word.removeprefix(AS_SEEN)
    if word in _DOORS and any(object_types()[name].can("openable") for name in mention.classes):
        return _DOORS[word]
    return words.SEEN_STATES.get(word, "")


def _within(text: str) -> list[str]:
    """Return the words of a known phrase that its class does not come from: "green apple" is an apple like others.

    A colour that makes one kind of table likelier than another still tells a black one from a white one.
    """
    *before, noun = text.split() or [""]
    if len(before) > 1 and " ".join(before) in nouns():
        return []  # a toilet paper holder is not of paper
    plain = nouns().get(singular(noun), {})
    phrase = nouns().get(" ".join((*before, singular(noun))), {})
    same = max(plain, key=plain.__getitem__, default="") == max(phrase, key=phrase.__getitem__, default="-")
    hinted = len(phrase) > 1 and phrase.keys() <= plain.keys()
    tells = [word for word in before if same and word in words.CHOOSING]
    return tells or [word for word in before[-1:] if hinted and word in words.COLOURS]


def _negated(test: Test, mention: Mention) -> Test:
    landmark = Description(mention.text, tuple(mention.classes), tuple(mention.classes.values()), (test,))
    return Test(TestKind.NOT, "", (landmark,), words=f"not {test.words}")


def _orders(said: list[str], mention: Mention) -> Iterator[Test]:
    """Yield which place in a row is said: by one end, by two at once, or counted from an end."""
    ends = list(dict.fromkeys(words.ENDS[word] for word in said if word in words.ENDS))
    rank_ = next((words.RANKS[word] for word in said if word in words.RANKS), 0)
    if any(end in _SIDES for end in ends) and len(ends) > 1:
        ends = [_AHEAD.get(end, end) for end in ends]
    text = " ".join(word for word in said if word in words.ENDS or word in words.RANKS)
    if rank_ and (ends or not _is_carried(mention)):
        if rank_ < 0 and ends:  # "the last one on the right" is the rightmost
            yield Test(TestKind.ORDER, ends[0], words=text)
        else:
            yield Test(TestKind.ORDER, ends[0] if ends else "", rank=rank_, words=text)
        return
    for end in ends:
        yield Test(TestKind.ORDER, end, words=text)


def _is_carried(mention: Mention) -> bool:
    """Tell whether words name what is carried about: "the second pen" is one more pen."""
    best = object_types().get(mention.best)
    return best is not None and best.can("pickupable")


def not_known(mention: Mention) -> list[str]:
    """Return the words before a noun that say which one is meant in ways we do not know."""
    known = _HOLDING if _may_be_full(mention) else {}
    unseen = (word for word in mention.adjectives if word in words.UNGROUNDED and word not in known)
    return [*mention.unknown, *unseen]


def _holds(mention: Mention) -> bool:
    """Tell whether words name what things are put in or on, of which it is seen whether it is empty."""
    best = object_types().get(mention.best)
    return best is not None and best.can("receptacle")


def _may_be_full(mention: Mention) -> bool:
    """Tell whether words name what may be full: of things, or, where it holds none, of a liquid."""
    kinds = (object_types()[name] for name in mention.classes if name in object_types())
    return _holds(mention) or any(kind.can("canFillWithLiquid") for kind in kinds)
