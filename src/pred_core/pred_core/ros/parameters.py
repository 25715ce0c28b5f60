"""A node's parameters as one frozen dataclass: declared once, with bounds and a description."""

from __future__ import annotations

import dataclasses
from typing import Any, get_type_hints

from rcl_interfaces.msg import FloatingPointRange, IntegerRange, ParameterDescriptor
from rclpy.exceptions import InvalidParameterTypeException, InvalidParameterValueException
from rclpy.node import Node

from pred_core.described import parameter
from pred_core.domain_file import HOUSEHOLD, DomainError
from pred_core.vocabulary import choose_domain

__all__ = ["ParameterError", "declare", "domain_parameter", "parameter", "use_domain"]


class ParameterError(ValueError):
    """A parameter that cannot be used, with a sentence that says which and why."""


def domain_parameter() -> Any:
    """Return the field ``domain`` of a node that works with object types; see :func:`use_domain`."""
    return parameter(
        HOUSEHOLD, "Object types: household, table, or the path of a JSON file (docs/domains.md)."
    )


def use_domain(name: str) -> None:
    """Let this process work in the domain that the parameter ``domain`` names.

    :raises ParameterError: when it cannot be read, or another one is in use already
    """
    try:
        choose_domain(name)
    except DomainError as error:
        raise ParameterError(f"parameter {error}") from error


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
            raise ParameterError(f"parameter {item.name}: {error}. {_rule(item)}") from error
        value = list(declared.value) if isinstance(default, list) else declared.value  # not array.array
        values[item.name] = _checked(item, value)
    return cls(**values)


def _rule(item: dataclasses.Field[Any]) -> str:
    rule = str(item.metadata["description"])
    if item.metadata["choices"]:
        rule += f" One of: {', '.join(item.metadata['choices'])}."
    if item.metadata["low"] is not None:
        rule += f" From {item.metadata['low']} to {item.metadata['high']}."
    return rule


def _checked(item: dataclasses.Field[Any], value: Any) -> Any:
    choices = item.metadata["choices"]
    if choices and value not in choices:
        raise ParameterError(f"parameter {item.name}: {value!r} is not allowed. {_rule(item)}")
    return value


def _descriptor(item: dataclasses.Field[Any], hint: Any) -> ParameterDescriptor:
    descriptor = ParameterDescriptor(description=item.metadata["description"], read_only=True)
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
