"""How well remembered instances fit a description, as scores over all candidates.

Tests of the thing alone and relations are soft predicates that multiply; sizes and orders (largest, second from the
left) compare what is left with each other. Nothing known (a colour never seen) leaves an instance possible.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence

from pred_core.objects import ObjectMemory, ObjectState, Truth
from pred_core.referring.description import Description, Test, TestKind
from pred_core.referring.qualities import COLOUR
from pred_core.referring.relations import RELATIONS, Point, gap, lies_on_floor, related, surroundings
from pred_core.vocabulary import group, object_types, spoken

FITS = 0.25
"""Score from which an instance may be meant."""
UNKNOWN = 0.4
"""What an instance scores in a test that what is known of it says nothing about."""
NEVER = 0.02
"""What it scores in a test that it was seen to fail; perception may err."""
_FILLED = "filled"
BESIDE = 0.5
"""What is left of being near a landmark where another candidate is what it lies on."""
AHEAD = 0.7
"""Cosine of the angle within which things are ahead of the robot: there left and right are its own."""
AS_GOOD = 0.75
"""Instances whose score is this share of the best one's are as likely meant."""
FLAT = 0.005
"""Least length in metres that pictures tell: the size of a thinner thing, a card, is that of its face."""
TIE = 0.03
"""Share of the whole range within which two instances rank alike."""

Scores = dict[str, float]


def scores(
    description: Description,
    memory: ObjectMemory,
    view: Point,
    candidates: Sequence[ObjectState] | None = None,
) -> Scores:
    """Return how well each candidate fits, by id.

    :param view: where the robot stood when it was told, x and y in metres, frame map
    :param candidates: those to be judged; by default all remembered ones of the description's classes
    """
    judged = memory.of_class(description.classes) if candidates is None else list(candidates)
    found = {o.id: 1.0 for o in judged}
    compared = [t for t in description.tests if t.kind in (TestKind.SIZE, TestKind.ORDER)]
    for test in description.tests:
        if test not in compared:
            each = _PREDICATES[test.kind](test, judged, memory, view)
            found = {name: found[name] * each[name] for name in found}
    if compared:
        possible = _best(found)
        rest = [o for o in judged if o.id in possible]
        each = _compared(compared, rest, memory, view)
        found = {name: score * each.get(name, NEVER) for name, score in found.items()}
    return found


def _best(found: Mapping[str, float]) -> frozenset[str]:
    """Return those that are as likely meant as the best one."""
    best = max(found.values(), default=0.0)
    return frozenset(name for name, score in found.items() if score >= max(AS_GOOD * best, NEVER))


def fitting(
    description: Description,
    memory: ObjectMemory,
    view: Point,
    candidates: Sequence[ObjectState] | None = None,
) -> list[str]:
    """Return the ids of the candidates that may be meant, as likely as each other; none when none fits."""
    found = scores(description, memory, view, candidates)
    best = max(found.values(), default=0.0)
    if best < FITS:
        return []
    return [name for name, score in found.items() if score >= AS_GOOD * best]


# -- the thing alone -----------------------------------------------------------------------------------------------
def _each(judge: Callable[[Test, ObjectState], float]) -> Callable[..., Scores]:
    def judged(test: Test, states: Sequence[ObjectState], _: ObjectMemory, __: Point) -> Scores:
        return {o.id: judge(test, o) for o in states}

    return judged


def _colour(test: Test, state: ObjectState) -> float:
    seen = {name: a for name, a in state.attributes.items() if name.startswith(COLOUR)}
    shown = seen.get(f"{COLOUR}{test.value}")
    if shown is not None and shown.value is Truth.TRUE:
        return max(shown.confidence, UNKNOWN)
    if any(a.value is Truth.TRUE for a in seen.values()):
        return NEVER
    return 1.0 if test.value in spoken(state.class_name).split() else UNKNOWN  # a BlueCan is blue


def _material(test: Test, state: ObjectState) -> float:
    known = object_types().get(state.class_name)
    made_of = {m.lower() for m in known.materials} if known is not None else set()
    return 1.0 if test.value in made_of else NEVER if made_of else UNKNOWN


def _number(test: Test, state: ObjectState) -> float:
    return 1.0 if state.id.rpartition("_")[2] == test.value else NEVER


# -- landmarks -----------------------------------------------------------------------------------------------------
def _relation(test: Test, states: Sequence[ObjectState], memory: ObjectMemory, view: Point) -> Scores:
    if test.value not in RELATIONS:
        return {o.id: UNKNOWN for o in states}
    found = [_landmarks(one, memory, view) for one in test.landmarks]
    if test.value in ("on", "in") and not any(found) and _is_floor(test.landmarks):
        return {o.id: 1.0 if lies_on_floor(o, memory) else NEVER for o in states}
    if not all(found):  # nobody has seen the landmark yet: "the drawer with the spoon" is to be found by it
        return {o.id: NEVER if test.value == "with" else UNKNOWN for o in states}
    two_of_one = len(found) == 1 and test.value == "between"  # "between the two sinks"
    chosen = itertools.combinations(found[0], 2) if two_of_one else itertools.product(*found)
    pairs = [(tuple(o for o, _ in marks), math.prod(s for _, s in marks)) for marks in chosen]
    each = {
        o.id: max((s * related(test.value, o, marks, memory, view) for marks, s in pairs), default=NEVER)
        for o in states
    }
    if test.value != "near":
        return each
    under = {name for (mark, *_), s in pairs if s == 1.0 for name in surroundings(memory, mark)} & each.keys()
    # who says beside the plate means the table that the plate is on, not the shelf by it
    return {i: score if i in under else BESIDE * score for i, score in each.items()} if under else each


def _is_floor(landmarks: Sequence[Description]) -> bool:
    """Tell whether words mean the floor, which is under everything and seldom remembered as a thing."""
    return len(landmarks) == 1 and bool(group("floors") & set(landmarks[0].classes[:1]))


def _landmarks(
    description: Description, memory: ObjectMemory, view: Point
) -> list[tuple[ObjectState, float]]:
    """Return the instances that a landmark's words may mean, with how well each fits."""
    found = scores(description, memory, view)
    weighed = [
        (o, found[o.id] * description.weight(o.class_name)) for o in memory.of_class(description.classes)
    ]
    best = max((s for _, s in weighed), default=0.0)
    if best < NEVER:
        return []
    return [(o, s / best) for o, s in weighed if s >= FITS * best]


def _not(test: Test, states: Sequence[ObjectState], memory: ObjectMemory, view: Point) -> Scores:
    """Score what is not meant by 0: the thing itself, and what is in or on it, as that stays with it."""
    named = {name for one in test.landmarks for name in one.classes}
    seen = {o.id: o for o in (*states, *memory.of_class(tuple(named)))}
    excluded: dict[str, float] = {}
    for one in test.landmarks:
        kinds = [o for o in seen.values() if o.class_name in one.classes]
        for name, score in scores(one, memory, view, kinds).items():
            excluded[name] = max(excluded.get(name, 0.0), score)
    return {
        o.id: NEVER if max(excluded.get(o.id, 0.0), excluded.get(o.parent_id, 0.0)) > UNKNOWN else 1.0 for o in states
    }


def _other(test: Test, states: Sequence[ObjectState], memory: ObjectMemory, view: Point) -> Scores:
    """Score what the thing is at now as never meant: "to the other counter"."""
    here = {
        state.id: related("with", state, (thing,), memory, view)
        for state in states
        for one in test.landmarks
        for thing, score in _landmarks(one, memory, view)
        if score == 1.0
    }
    return {o.id: NEVER if here.get(o.id, 0.0) > 0.0 else 1.0 for o in states}


def _empty(test: Test, states: Sequence[ObjectState], memory: ObjectMemory, _: Point) -> Scores:
    holds = {o.parent_id for o in memory.objects} | {o.id for o in states if o.truth("filled") is Truth.TRUE}
    return {o.id: 1.0 if (o.id in holds) is (test.value == "full") else NEVER for o in states}


def _state(test: Test, states: Sequence[ObjectState], _: ObjectMemory, __: Point) -> Scores:
    """Score by an attribute, "not clean" for dirty; where none is seen to be so, any may be meant.

    But what was seen to be empty is not what has water in it: that is no state that comes by itself.
    """
    negated, name = test.value.startswith("not "), test.value.removeprefix("not ")
    wanted = Truth.FALSE if negated else Truth.TRUE
    seen = {o.id: o.truth(name) for o in states}
    if wanted not in seen.values():
        surely = name == _FILLED and not negated
        return {i: NEVER if surely and t is Truth.FALSE else UNKNOWN for i, t in seen.items()}
    return {i: 1.0 if t is wanted else UNKNOWN if t is Truth.UNKNOWN else NEVER for i, t in seen.items()}


_PREDICATES: Mapping[TestKind, Callable[..., Scores]] = {
    TestKind.COLOUR: _each(_colour),
    TestKind.MATERIAL: _each(_material),
    TestKind.NUMBER: _each(_number),
    TestKind.RELATION: _relation,
    TestKind.NOT: _not,
    TestKind.OTHER: _other,
    TestKind.EMPTY: _empty,
    TestKind.STATE: _state,
    TestKind.SPOT: _each(lambda *_: 1.0),
    TestKind.UNSEEN: _each(lambda *_: 1.0),
}


# -- comparing -----------------------------------------------------------------------------------------------------
def _compared(
    tests: Sequence[Test], states: Sequence[ObjectState], memory: ObjectMemory, view: Point
) -> Scores:
    """Score candidates against each other: one order alone picks its rank, several are weighed together."""
    if not states:
        return {}
    if len(tests) == 1:
        return _ranked(states, _measure(tests[0], states, memory, view), tests[0].rank)
    total = dict.fromkeys((o.id for o in states), 0.0)
    for test in tests:
        values = _measure(test, states, memory, view)
        low, high = min(values.values()), max(values.values())
        for name, value in values.items():
            total[name] += (value - low) / (high - low) if high > low else 0.0
    return _ranked(states, total, 1)


def _ranked(states: Sequence[ObjectState], values: Mapping[str, float], rank: int) -> Scores:
    """Return 1 for the rank-th from below (-1: the last) and what ties with it, NEVER for the others."""
    spread = max(values.values()) - min(values.values())
    steps: list[float] = []
    for value in sorted(values.values()):
        if not steps or value - steps[-1] > TIE * spread:
            steps.append(value)
    wanted = -1 if rank < 0 else rank - 1
    if wanted >= len(steps):
        return {o.id: NEVER for o in states}
    return {o.id: 1.0 if abs(values[o.id] - steps[wanted]) <= TIE * spread else NEVER for o in states}


def _measure(test: Test, states: Sequence[ObjectState], memory: ObjectMemory, view: Point) -> Scores:
    """Return a number for each candidate that is the smaller, the more the test's word fits."""
    marks = [o for one in test.landmarks for o, s in _landmarks(one, memory, view) if s == 1.0]
    if marks:
        away = {o.id: min(gap(o, mark) for mark in marks) for o in states}
        return {name: -d for name, d in away.items()} if test.value == "farthest" else away
    return {
        o.id: value for o, value in zip(states, _MEASURES[_axis(test, states)](states, view), strict=True)
    }


def _axis(test: Test, states: Sequence[ObjectState]) -> str:
    """Return along what candidates are ordered: where no end is said, from the top or, side by side, the left."""
    if test.value in _MEASURES:
        return test.value
    heights = [o.center[2] for o in states]
    widths = [math.dist(o.center[:2], states[0].center[:2]) for o in states]
    return "top" if max(heights) - min(heights) >= max(widths) else "left"


def _sideways(states: Sequence[ObjectState], view: Point) -> list[float]:
    """Return how far to the right of the line of sight to their middle each is, in metres."""
    sight = _sight(states, view)
    return [
        (o.center[0] - view[0]) * math.sin(sight) - (o.center[1] - view[1]) * math.cos(sight) for o in states
    ]


def _away(states: Sequence[ObjectState], view: Point) -> list[float]:
    """Return how far along the line of sight to their middle each is, in metres."""
    sight = _sight(states, view)
    return [
        (o.center[0] - view[0]) * math.cos(sight) + (o.center[1] - view[1]) * math.sin(sight) for o in states
    ]


def _sight(states: Sequence[ObjectState], view: Point) -> float:
    x = sum(o.center[0] for o in states) / len(states) - view[0]
    y = sum(o.center[1] for o in states) / len(states) - view[1]
    sight = math.atan2(y, x)
    if len(view) > 2 and math.cos(sight - view[2]) >= AHEAD:
        return view[2]
    return sight


def _middle(states: Sequence[ObjectState], view: Point) -> list[float]:
    """Return how far from the median place each is, along the axis they spread along most."""
    lines = ([o.center[2] for o in states], _sideways(states, view))
    line = max(lines, key=lambda values: max(values) - min(values))
    middle = sorted(line)[(len(line) - 1) // 2]
    return [abs(value - middle) for value in line]


def _largeness(state: ObjectState) -> float:
    """Return how large a thing is: beside a table a spoon is twice a pin, so that what counts are ratios of volumes.

    Its box is of what was seen of it, often one side, and along the map, so that a knife across it is wide. So what is
    usual for its kind counts as much: the mean of both, of ratios.
    """
    known = object_types().get(state.class_name)
    usual = known.size if known is not None and known.size is not None else state.size
    return sum(math.log(max(length, FLAT)) for length in (*state.size, *usual)) / 2.0


_MEASURES: Mapping[str, Callable[[Sequence[ObjectState], Point], list[float]]] = {
    "left": _sideways,
    "right": lambda states, view: [-value for value in _sideways(states, view)],
    "front": _away,
    "back": lambda states, view: [-value for value in _away(states, view)],
    "top": lambda states, _: [-o.center[2] for o in states],
    "bottom": lambda states, _: [o.center[2] for o in states],
    "middle": _middle,
    "nearest": lambda states, view: [math.dist(o.center[:2], view[:2]) for o in states],
    "farthest": lambda states, view: [-math.dist(o.center[:2], view[:2]) for o in states],
    "large": lambda states, _: [-_largeness(o) for o in states],
    "small": lambda states, _: [_largeness(o) for o in states],
    "tall": lambda states, _: [-o.size[2] for o in states],
    "long": lambda states, _: [-max(o.size) for o in states],
}
ORDERS = frozenset(_MEASURES)
"""The ends that candidates can be ordered from."""
