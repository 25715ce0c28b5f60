"""A node's parameters as one frozen dataclass: declared once, with bounds and a description."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Protocol, get_type_hints, runtime_checkable

from rcl_interfaces.msg import FloatingPointRange, IntegerRange, ParameterDescriptor
from rclpy.exceptions import InvalidParameterTypeException, InvalidParameterValueException
from rclpy.node import Node

from pred_core.described import UnfitError, fitted, parameter, rule
from pred_core.domain_file import HOUSEHOLD, DomainError
from pred_core.people import PersonError, place_of
from pred_core.plain_text import ended_well
from pred_core.robots import domain_of
from pred_core.vocabulary import choose_domain

__all__ = [
    "Checked",
    "ParameterError",
    "check_domain",
    "check_person",
    "declare",
    "domain_parameter",
    "made",
    "parameter",
    "robot_parameter",
    "use_domain",
]


class ParameterError(ValueError):
    """A parameter that cannot be used, with a sentence that says which and why."""


def domain_parameter() -> Any:
    """Return the field ``domain`` of a node that works with object types; see :func:`use_domain`."""
    return parameter(
        HOUSEHOLD, "Object types: household, table, or the path of a JSON file (docs/domains.md)."
    )


def robot_parameter() -> Any:
    """Return the field ``robot`` of a node that plans or acts; see :func:`use_domain`."""
    return parameter(
        "",
        "What the robot can do: spot, thor, ur5, or the path of a JSON file (docs/action_model.md); "
        "'' = all that the domain knows.",
    )


def check_domain(name: str, robot: str = "") -> None:
    """Make sure that domain and robot can be read, without working in them.

    :raises ParameterError: when they cannot
    """
    try:
        domain_of(name, robot)
    except DomainError as error:
        raise ParameterError(f"parameter {error}") from error


def check_person(text: str) -> None:
    """Make sure that a person's place can be read.

    :raises ParameterError: when it is none
    """
    try:
        place_of(text)
    except PersonError as error:
        raise ParameterError(f"parameter {error}") from error


def use_domain(name: str, robot: str = "") -> None:
    """Let this process work in the domain, and as the robot, that the parameters of these names name.

    :raises ParameterError: when one cannot be read, or another one is in use already
    """
    try:
        choose_domain(name, robot)
    except DomainError as error:
        raise ParameterError(f"parameter {error}") from error


@runtime_checkable
class Checked(Protocol):
    """Parameters that are held against each other as well, and against what there is on this machine."""

    def check(self) -> None:
        """Do nothing where the parameters can be used together.

        :raises ParameterError: naming the parameter, and what to do
        """


def declare[T](node: Node, cls: type[T]) -> T:
    """Declare every field of a parameter dataclass on a node and return the values it was given.

    :raises ParameterError: naming the parameter, its value and what is allowed
    """
    values: dict[str, Any] = {}
    hints = get_type_hints(cls)
    defaults = cls()
    for item in dataclasses.fields(cls):  # type: ignore[arg-type]
        default = getattr(defaults, item.name)
        try:
            declared = node.declare_parameter(item.name, default, _descriptor(item, hints[item.name]))
        except (InvalidParameterTypeException, InvalidParameterValueException) as error:
            raise ParameterError(f"parameter {item.name}: {ended_well(str(error))} {rule(item)}") from error
        values[item.name] = list(declared.value) if isinstance(default, list) else declared.value
    return made(cls, values)


def made[T](cls: type[T], values: Mapping[str, Any]) -> T:
    """Return parameters with these values, the others as they are by default.

    :raises ParameterError: naming the parameter that cannot be used, its value and what is allowed
    """
    hints = get_type_hints(cls)
    fields = {item.name: item for item in dataclasses.fields(cls)}  # type: ignore[arg-type]
    fit = {}
    for name, value in values.items():
        try:
            fit[name] = fitted(fields[name], hints[name], value)
        except UnfitError as error:
            raise ParameterError(f"parameter {name}: {error}") from error
    result = cls(**fit)
    if isinstance(result, Checked):
        result.check()
    return result


def _descriptor(item: dataclasses.Field[Any], hint: Any) -> ParameterDescriptor:
    descriptor = ParameterDescriptor(
        description=item.metadata["description"], read_only=not item.metadata["live"]
    )
    if item.metadata["choices"]:
        descriptor.additional_constraints = "one of " + ", ".join(item.metadata["choices"])
    low, high = item.metadata["low"], item.metadata["high"]
    if low is not None and high is not None:
        if hint is int:
            descriptor.integer_range = [IntegerRange(from_value=int(low), to_value=int(high), step=0)]
        else:
            descriptor.floating_point_range = [
                FloatingPointRange(from_value=float(low), to_value=float(high), step=0.0)
            ]
    return descriptor
