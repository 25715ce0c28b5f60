"""Why an action failed, worded as AI2-THOR words it, because clients match substrings of these texts."""

from __future__ import annotations

from collections.abc import Iterable

LOOK_LIMIT = "LookDownCantExceedMin"
"""The code of both look limits: Unity's code uses the same one for up and down."""


class ActionError(Exception):
    """An action that could not be done.

    :param message: the sentence for ``errorMessage``
    :param kind: the exception's name in Unity ('' for a plain failure); it is put before the sentence
    :param code: one of AI2-THOR's error codes, or None, which the protocol sends as null
    """

    def __init__(self, message: str, kind: str = "", code: str | None = None) -> None:
        super().__init__(f"{kind}: {message}. trace: embedded player" if kind else message)
        self.code = code


def invalid_action(name: str) -> ActionError:
    """Return the error for an action nobody knows."""
    return ActionError(f"Invalid action: {name}", code="InvalidAction")


def ambiguous_action(name: str, why: str) -> ActionError:
    """Return the error for an action that could mean several functions."""
    return ActionError(f"Ambiguous action: {name} {why}", code="AmbiguousAction")


def missing_arguments(action: str, names: list[str]) -> ActionError:
    """Return the error for required arguments that were not given."""
    listed = ",".join(names)
    return ActionError(
        f"action: {action} is missing the following arguments: {listed}", code="MissingArguments"
    )


def invalid_argument(action: str, name: str, expected: list[str]) -> ActionError:
    """Return the error for an argument the action does not have."""
    listed = ", ".join(expected)
    return ActionError(
        f"\n\tAction: \"{action}\" called with invalid argument: '{name}'\n\tExpected arguments: {listed}",
        code="InvalidArgument",
    )


def wrong_value(action: str, name: str, value: object) -> ActionError:
    """Return the error for an argument whose value is of another type than the action reads.

    It has no code: the client raises for arguments that an action lacks, and returns an event for what it cannot use.
    """
    return ActionError(f"Action: \"{action}\" called with invalid argument: '{name}' cannot be {value!r}")


def one_of(action: str, name: str, known: Iterable[str], value: object) -> ActionError:
    """Return the error for an argument whose value is none of those there are."""
    return ActionError(
        f"Action: \"{action}\" called with invalid argument: '{name}' must be one of {', '.join(known)}, not {value!r}"
    )


def invalid_operation(message: str) -> ActionError:
    """Return what Unity reports as InvalidOperationException."""
    return ActionError(message, kind="InvalidOperationException")


def argument(message: str) -> ActionError:
    """Return what Unity reports as ArgumentException."""
    return ActionError(message, kind="ArgumentException")


def out_of_range(message: str) -> ActionError:
    """Return what Unity reports as ArgumentOutOfRangeException."""
    return ActionError(message, kind="ArgumentOutOfRangeException")


def unknown_object(object_id: str) -> ActionError:
    """Return the error for an objectId that is not in the scene."""
    return argument(f"objectId: {object_id} is not the objectId on any object in the scene!")


def not_visible() -> ActionError:
    """Return the error for a target out of view or too far."""
    return ActionError(
        "Target object not found within the specified visibility", kind="NullReferenceException"
    )
