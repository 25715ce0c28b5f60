"""What the nodes are given, held against what their parameters may be, before anything starts.

The classes of parameters, which say so, are loaded only for nodes that somebody gave something to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from launch_ros.parameter_descriptions import ParameterValue

from pred_bringup.arguments import ArgumentError
from pred_bringup.checking import ANY_NODE, OF_EVERY_NODE, OVERRIDES, sections
from pred_core.described import UnfitError
from pred_core.given import Given, read, values_of
from pred_core.plain_text import ended_well
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
        told[name] = read(given[name].text or "")
    for where in classes:
        module, _, name = where.partition(":")
        cls = getattr(import_module(module), name)
        try:
            values = {f: v for f, v in values_of(cls, given).items() if f in left}
        except UnfitError as error:
            raise ArgumentError(str(error)) from error
        _check(node, cls, values)
        told |= values
    return {name: for_launch(value) for name, value in told.items() if given[name].text is not None}


def _check(node: str, cls: type, values: Mapping[str, Any]) -> None:
    try:
        made(cls, values)
    except ParameterError as error:
        raise ArgumentError(ended_well(f"{node}: {error}")) from error


def for_launch(value: Any) -> Any:
    """Return a value as launch_ros passes it on: texts would be read as YAML once more."""
    return ParameterValue(value, value_type=str) if isinstance(value, str) else value
