from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import get_type_hints

import pytest

from pred_core.described import UnfitError, fitted, parameter


@dataclasses.dataclass(frozen=True)
class Some:
    size: int = parameter(3, "How large.", low=1, high=9)
    reach: float = parameter(1.0, "How far.", low=0.1, high=5.0)
    whole: bool = parameter(True, "Whether all of it.")
    way: str = parameter("left", "Which way.", choices=("left", "right"))
    names: Sequence[str] = parameter([""], "What they are called.")
    angles: Sequence[float] = parameter([0.0], "How they are turned.")


def fit(name, value):
    field = next(f for f in dataclasses.fields(Some) if f.name == name)
    return fitted(field, get_type_hints(Some)[name], value)


def test_what_a_setting_may_be_is_kept_and_a_whole_number_stands_for_a_number():
    assert fit("size", 9) == 9 and fit("whole", False) is False and fit("way", "right") == "right"
    assert fit("reach", 2) == 2.0 and isinstance(fit("reach", 2), float)
    assert fit("names", ("a", "b")) == ["a", "b"] and fit("angles", [1, 2.5]) == [1.0, 2.5]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("size", "many", "'many' is not a whole number. How large. From 1 to 9."),
        ("size", True, "True is not a whole number"),
        ("size", 2.0, "2.0 is not a whole number"),
        ("size", 10, "10 is out of bounds. How large. From 1 to 9."),
        ("reach", False, "False is not a number"),
        ("reach", float("nan"), "nan is out of bounds"),
        ("whole", 1, "1 is not true or false"),
        ("way", "up", "'up' is not allowed. Which way. One of: left, right."),
        ("way", None, "None is not text"),
        ("names", "a", "'a' is not a list of texts"),
        ("names", ["a", 1], "is not a list of texts"),
        ("angles", 1.0, "1.0 is not a list of numbers"),
        ("angles", ["a"], "is not a list of numbers"),
    ],
)
def test_what_it_may_not_be_is_said_with_what_it_may(name, value, said):
    with pytest.raises(UnfitError) as raised:
        fit(name, value)
    assert said in str(raised.value)
