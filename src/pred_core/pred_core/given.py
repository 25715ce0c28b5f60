"""What somebody gave for settings, typed or in a file, held against what the settings may be. No ROS."""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, get_args, get_origin, get_type_hints

import yaml

from pred_core.described import UnfitError, fitted


@dataclass(frozen=True)
class Given:
    """A value for a setting: as what it was given, such as ``seed:=3``, and what was typed or stands in a file.

    What is typed is read as its setting's type asks; of a file ROS itself reads the value, and converts nothing.
    """

    said: str
    text: str | None = None
    value: Any = None


def values_of(cls: type, given: Mapping[str, Given]) -> dict[str, Any]:
    """Return what was given for the fields of a class of described settings; other names are left out.

    :raises UnfitError: saying what was given, why it cannot be used and what can be
    """
    hints = get_type_hints(cls)
    values = {}
    for item in dataclasses.fields(cls):
        one = given.get(item.name)
        if one is None:
            continue
        kind = hints[item.name]
        try:
            values[item.name] = fitted(item, kind, _meant(kind, one))
        except UnfitError as error:
            raise UnfitError(f"{one.said}: {error}") from error
    return values


def _meant(kind: Any, one: Given) -> Any:
    """Return the value as its kind reads what was typed: as YAML, as ros2 does, but for texts.

    :raises UnfitError: for a whole number in a file where ROS wants a point
    """
    if one.text is None:
        numbers = one.value if isinstance(one.value, list) else [one.value]
        whole = [v for v in numbers if isinstance(v, int) and not isinstance(v, bool)]
        if whole and float in (kind, *get_args(kind)):
            raise UnfitError(f"{whole[0]} is a whole number; in a file ROS wants a point in it: {whole[0]}.0.")
        return one.value
    if kind is str:
        return one.text
    value = read(one.text)
    if kind is float and isinstance(value, str):
        return _number(value)
    if get_origin(kind) is not None and not isinstance(value, list):
        return [part.strip() for part in one.text.split(",")]
    return value


def read(text: str) -> Any:
    """Return what a text is as YAML, itself where it is none."""
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        return text


def _number(text: str) -> Any:
    """Return what YAML does not take for a number and everybody else does, as 1e3."""
    try:
        return float(text)
    except ValueError:
        return text


def near(name: str, known: Iterable[str]) -> str:
    """Return ' Did you mean ...?' with what comes near a name, '' when nothing does."""
    close = difflib.get_close_matches(name, sorted(known), 3, 0.55)
    return f" Did you mean {' or '.join(close)}?" if close else ""
