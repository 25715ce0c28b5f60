"""What the nodes are given, held against what their parameters may be, before anything starts.

The classes of parameters, which say so, are loaded only for nodes that somebody gave something to.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import yaml
from launch_ros.parameter_descriptions import ParameterValue

from pred_bringup.arguments import ArgumentError, Given
from pred_bringup.checking import ANY_NODE, OF_EVERY_NODE, OVERRIDES, sections
from pred_core.described import UnfitError, fitted
from pred_core.ros.parameters import ParameterError, made


def of_files(node: str, files: Iterable[Path]) -> dict[str, Given]:
    """Return what parameter files say to a node; later sections win.

    :raises ArgumentError: for a file without parameters
    """
    found = {}
    for file in files:
        for section in sections(file):
            if section.node in (node, ANY_NODE):
                for name, value in section.parameters.items():
                    found[name] = Given(f"{file}: {section.node}.{name}", None, value)
    return found


def checked(node: str, classes: Sequence[str], given: Mapping[str, Given]) -> dict[str, Any]:
    """Return what was typed as the parameters have it, for launch_ros.

    :param classes: of the node's parameters, as ``module:Class``
    :param given: everything the node is given
    :raises ArgumentError: naming what was given, why it cannot be used and what can be
    """
    told: dict[str, Any] = {}
    left = {name for name in given if not (name in OF_EVERY_NODE or name.startswith(OVERRIDES))}
    for name in given.keys() - left:
        told[name] = _read(given[name].text or "")
    for where in classes:
        module, _, name = where.partition(":")
        cls = getattr(import_module(module), name)
        values = {f: v for f, v in _values(cls, given).items() if f in left}
        _check(node, cls, values)
        told |= values
    return {name: for_launch(value) for name, value in told.items() if given[name].text is not None}


def _values(cls: type, given: Mapping[str, Given]) -> dict[str, Any]:
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
            raise ArgumentError(f"{one.said}: {error}") from error
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
    value = _read(one.text)
    if kind is float and isinstance(value, str):
        return _number(value)
    if get_origin(kind) is not None and not isinstance(value, list):
        return [part.strip() for part in one.text.split(",")]
    return value


def _read(text: str) -> Any:
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


def _check(node: str, cls: type, values: Mapping[str, Any]) -> None:
    try:
        made(cls, values)
    except ParameterError as error:
        raise ArgumentError(f"{node}: {error}") from error


def for_launch(value: Any) -> Any:
    """Return a value as launch_ros passes it on: texts would be read as YAML once more."""
    return ParameterValue(value, value_type=str) if isinstance(value, str) else value
