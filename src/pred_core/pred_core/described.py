"""Settings that are described where they are defined: default, bounds and words in one place. No ROS."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, get_args


def parameter(
    default: Any,
    description: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
    live: bool = False,
) -> Any:
    """Return a dataclass field that declares one parameter.

    :param default: also fixes the type
    :param low: smallest value of a number, inclusive (``high`` must be given too)
    :param choices: the only values a string may have
    :param live: whether it may be set while the node runs, which then has to look it up
    """
    metadata = {
        "description": description,
        "low": low,
        "high": high,
        "choices": choices,
        "live": live,
    }
    if isinstance(default, list):
        return dataclasses.field(default_factory=lambda: list(default), metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


class UnfitError(ValueError):
    """A value that a setting cannot have, with a sentence that says why and what it may be."""


_KINDS: Mapping[Any, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text",
    Sequence[str]: "a list of texts, as ['a', 'b']",
    Sequence[float]: "a list of numbers, as [0.1, 2.0]",
}


def fitted(item: dataclasses.Field[Any], kind: Any, value: Any) -> Any:
    """Return a value as its setting has it: a whole number may stand for a number, nothing else for anything else.

    :param kind: the setting's type
    :raises UnfitError: for another type, a word that is no choice, or a number out of bounds
    """
    many = get_args(kind)
    parts = list(value) if many and isinstance(value, (list, tuple)) else [value]
    one = many[0] if many else kind
    if (many and not isinstance(value, (list, tuple))) or not all(_of(one, part) for part in parts):
        raise UnfitError(f"{value!r} is not {_KINDS[kind]}. {rule(item)}")
    if item.metadata["choices"] and value not in item.metadata["choices"]:
        raise UnfitError(f"{value!r} is not allowed. {rule(item)}")
    low, high = item.metadata["low"], item.metadata["high"]
    if low is not None and high is not None and not low <= value <= high:
        raise UnfitError(f"{value!r} is out of bounds. {rule(item)}")
    fit = [one(part) for part in parts]
    return fit if many else fit[0]


def _of(kind: Any, value: Any) -> bool:
    if kind is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    return type(value) is kind


def rule(item: dataclasses.Field[Any]) -> str:
    """Return what a setting is for and may be, in sentences."""
    said = str(item.metadata["description"])
    if item.metadata["choices"]:
        said += f" One of: {', '.join(item.metadata['choices'])}."
    if item.metadata["low"] is not None:
        said += f" From {item.metadata['low']} to {item.metadata['high']}."
    return said
