"""Launch arguments: declared with a description, and read with a sentence when they make no sense."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass

from launch.actions import DeclareLaunchArgument
from launch.substitutions import LaunchConfiguration

from launch import LaunchContext
from pred_core.given import Given

TRUE, FALSE = "true", "false"
_HOST = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9_-]{1,63}(?<!-))*\.?")
_DOTTED = re.compile(r"[0-9.]+")


class ArgumentError(ValueError):
    """A launch argument that cannot be used."""


@dataclass(frozen=True)
class Argument:
    """One launch argument. A default of '' mostly means: as the parameter file says."""

    name: str
    default: str
    description: str
    choices: tuple[str, ...] = ()


def declare(arguments: Iterable[Argument]) -> list[DeclareLaunchArgument]:
    """Return the declarations."""
    return [
        DeclareLaunchArgument(
            a.name, default_value=a.default, description=a.description, choices=list(a.choices) or None
        )
        for a in arguments
    ]


def text(context: LaunchContext, name: str) -> str:
    """Return an argument's value."""
    return str(LaunchConfiguration(name).perform(context)).strip()


def flag(context: LaunchContext, name: str) -> bool:
    """Return a truth value.

    :raises ArgumentError: when it is neither true nor false
    """
    value = text(context, name).lower()
    if value not in (TRUE, FALSE):
        raise ArgumentError(f"{name}:={value} must be true or false.")
    return value == TRUE


def whole_number(context: LaunchContext, name: str) -> int | None:
    """Return a number, or None for ''.

    :raises ArgumentError: when it is no whole number
    """
    value = text(context, name)
    if not value:
        return None
    try:
        return int(value)
    except ValueError as error:
        raise ArgumentError(f"{name}:={value} must be a whole number.") from error


def host(context: LaunchContext, name: str) -> str:
    """Return the name or address of a robot, '' for none given.

    :raises ArgumentError: for what can be neither
    """
    value = text(context, name)
    try:
        ipaddress.ip_address(value)
    except ValueError as error:
        if value and (not _HOST.fullmatch(value) or _DOTTED.fullmatch(value)):
            raise ArgumentError(f"{name}:={value} is no address and no name of a host.") from error
    return value


def argument(context: LaunchContext, name: str) -> Given | None:
    """Return what was given as an argument that is a parameter, None for '': as the parameter file says."""
    value = text(context, name)
    return Given(f"{name}:={value}", value) if value else None


def parameters_of(context: LaunchContext, node: str) -> dict[str, Given]:
    """Return the parameters given as ``NODE.PARAMETER:=VALUE``."""
    prefix = f"{node}."
    return {
        name.removeprefix(prefix): Given(f"{name}:={value}", value)
        for name, value in context.launch_configurations.items()
        if name.startswith(prefix)
    }
