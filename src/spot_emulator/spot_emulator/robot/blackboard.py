"""A mission's variables."""

from __future__ import annotations

from typing import Any


class Unknown(LookupError):
    """A variable that nobody has written."""


class Blackboard:
    """Variables by name; those of an inner scope hide those of the ones around it."""

    def __init__(self) -> None:
        self._scopes: list[dict[str, Any]] = [{}]

    def enter(self, scope: dict[str, Any]) -> None:
        """Use variables of an inner scope."""
        self._scopes.append(scope)

    def leave(self) -> None:
        """Use them no longer."""
        self._scopes.pop()

    def write(self, name: str, value: object) -> None:
        """Write a variable where it is defined, or else where nothing is within anything."""
        scope = next((s for s in reversed(self._scopes) if name in s), self._scopes[0])
        scope[name] = value

    def read(self, name: str) -> Any:
        """Return a variable, or a field of one ("robot.power_state.motor_power_state").

        :raises Unknown: where there is none
        """
        first, *fields = name.split(".")
        found = next((s[first] for s in reversed(self._scopes) if first in s), None)
        for part in fields:
            found = getattr(found, part, None)
        if found is None:
            raise Unknown(f"there is no variable {name!r}")
        return found

    def formatted(self, form: str) -> str:
        """Return a text with variables in braces filled in.

        :raises Unknown: where one of them is not there
        """
        try:
            return form.format(**{name: value for scope in self._scopes for name, value in scope.items()})
        except (KeyError, IndexError, ValueError) as error:
            raise Unknown(f"{form!r} needs {error}") from None
