"""What some words say of the instance they mean, beside its class: tests that an instance passes more or less.

A description is the logical form of a referring expression (Krishnamurthy and Kollar, 2013; Dale and Reiter, 1995):
classes, and predicates over the thing alone or over it and landmarks, each described in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class TestKind(StrEnum):
    """What a test is about."""

    __test__ = False  # no test of pytest's

    COLOUR = "colour"
    SIZE = "size"  # large or small, compared with the others of its kind
    MATERIAL = "material"
    NUMBER = "number"  # the number in its name: Mug_2 is "mug 2"
    RELATION = "relation"  # to landmarks: on, in, near, left of, between, ...
    ORDER = "order"  # leftmost, nearest, top, ...: the ``rank``-th from that end, -1 for the last
    NOT = "not"  # it is none of what the landmarks describe
    OTHER = "other"  # it is not where the landmark is now
    EMPTY = "empty"  # nothing is seen in or on it; full: something is
    SPOT = "spot"  # of a place: where on it something is to be put, beside landmarks; it tells no two places apart
    STATE = "state"  # what was seen of its attribute: "not clean" of a dirty one
    UNSEEN = "unseen"  # a word for what nothing here can see, such as "rotten": it tells no two apart


@dataclass(frozen=True)
class Test:
    """One thing that words say of an instance. ``words`` as they were said."""

    __test__ = False  # no test of pytest's

    kind: TestKind
    value: str = ""
    landmarks: tuple[Description, ...] = ()
    rank: int = 1
    words: str = ""

    def as_mapping(self) -> Mapping[str, Any]:
        """Return plain values for JSON."""
        values: dict[str, Any] = {"kind": str(self.kind), "value": self.value, "words": self.words}
        if self.landmarks:
            values["landmarks"] = [one.as_mapping() for one in self.landmarks]
        return values if self.rank == 1 else {**values, "rank": self.rank}


@dataclass(frozen=True)
class Description:
    """What words say of one instance: the classes it may be of, with their weights, and the tests it passes."""

    words: str = ""
    classes: tuple[str, ...] = ()
    weights: tuple[float, ...] = ()
    tests: tuple[Test, ...] = ()

    def __bool__(self) -> bool:
        return any(test.kind is not TestKind.UNSEEN for test in self.tests)

    def weight(self, class_name: str) -> float:
        """Return how likely the words mean a class, relative to the likeliest; 0 for others."""
        if class_name not in self.classes:
            return 0.0
        index = self.classes.index(class_name)
        return self.weights[index] if index < len(self.weights) else 1.0

    def sentence(self) -> str:
        """Return the words: "the mug (green, left stove)"; "the black table" says itself that it is black."""
        named = self.words.split()
        told = ", ".join(test.words for test in self.tests if test.words and test.words not in named)
        return f"the {self.words or 'one'} ({told})" if told else f"the {self.words}"

    def as_mapping(self) -> Mapping[str, Any]:
        """Return plain values for JSON."""
        return {
            "words": self.words,
            "classes": list(self.classes),
            "weights": list(self.weights),
            "tests": [test.as_mapping() for test in self.tests],
        }


def description_of(data: Any) -> Description:
    """Return the description of plain values; what is no description says nothing.

    Plans come from anywhere, so nothing here may fail.
    """
    if not isinstance(data, Mapping):
        return Description()
    tests = tuple(test for test in map(_test_of, _list(data.get("tests"))) if test is not None)
    weights = tuple(float(w) for w in _list(data.get("weights")) if isinstance(w, int | float))
    classes = tuple(name for name in _list(data.get("classes")) if isinstance(name, str))
    return Description(str(data.get("words", "")), classes, weights, tests)


def _test_of(data: Any) -> Test | None:
    if not isinstance(data, Mapping) or data.get("kind") not in tuple(TestKind):
        return None
    landmarks = tuple(description_of(one) for one in _list(data.get("landmarks")))
    rank = data.get("rank", 1)
    return Test(
        TestKind(data["kind"]),
        str(data.get("value", "")),
        landmarks,
        rank if isinstance(rank, int) else 1,
        str(data.get("words", "")),
    )


def _list(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else ()


def descriptions_of(context: Mapping[str, Any]) -> Mapping[str, Description]:
    """Return what the words say of the instances that a plan's variables stand for, from the plan's context."""
    return {ref: description for ref, description in _told(context).items() if description}


def unseen_of(context: Mapping[str, Any]) -> Mapping[str, Description]:
    """Return the descriptions of a plan's variables of which words say what nothing here can see."""
    told = _told(context).items()
    return {ref: one for ref, one in told if any(test.kind is TestKind.UNSEEN for test in one.tests)}


def _told(context: Mapping[str, Any]) -> Mapping[str, Description]:
    refers = context.get("refers", {})
    return {str(ref): description_of(data) for ref, data in refers.items()} if isinstance(refers, Mapping) else {}
