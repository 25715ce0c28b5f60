"""What an action is: its name, the arguments it takes, the time it takes and the function that does it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import invalid_argument, missing_arguments, wrong_value
from ..model import Array
from ..state import PlayerState
from . import kinds, narrow, reading

ALWAYS_ALLOWED = frozenset(
    {
        "action",
        "agentId",
        "renderClassImage",
        "renderDepthImage",
        "renderImage",
        "renderInstanceSegmentation",
        "renderNormalsImage",
        "renderObjectImage",
        "renderSemanticSegmentation",
        "sequenceId",
        "visibilityDistance",
        # Clients written for older builds (ALFRED, TEACh) send these with anything. They ask that nothing stands in an
        # action's way, that it turns the agent as well, and that passes asked for are for this reply only.
        "forceAction",
        "rotateOnTeleport",
        "tempRenderChange",
    }
)


class Arguments:
    """The arguments of one call, read by type. A value of the wrong type is a failed action."""

    def __init__(self, action: Action, values: Mapping[str, Any]) -> None:
        self._action = action
        self._values = values

    def _bad(self, name: str) -> Exception:
        return wrong_value(self._action.name, name, self._values.get(name))

    def __contains__(self, name: str) -> bool:
        return self._values.get(name) is not None

    def raw(self, name: str) -> Any:
        """Return the value as sent, or None."""
        return self._values.get(name)

    def _read[T](self, name: str, read: Callable[[Any], T], default: T) -> T:
        value = self._values.get(name)
        if value is None:
            return default
        try:
            return read(value)
        except reading.WRONG:
            raise self._bad(name) from None

    def flag(self, name: str, default: bool = False) -> bool:
        """Return a truth value."""
        return self._read(name, reading.flag, default)

    def number(self, name: str, default: float) -> float:
        """Return a finite number."""
        return self._read(name, reading.number, default)

    def whole(self, name: str, default: int) -> int:
        """Return an integer."""
        value = self.number(name, float(default))
        if value != int(value):
            raise self._bad(name)
        return int(value)

    def text(self, name: str, default: str = "") -> str:
        """Return a string."""
        return self._read(name, reading.text, default)

    def several[T](self, name: str, read: Callable[[Any], T]) -> list[T] | None:
        """Return a list, or None when it was not given.

        :param read: reads one element and raises what ``reading`` raises for what it cannot read
        """
        value = self._values.get(name)
        if value is None:
            return None
        try:
            return [read(element) for element in _elements(value)]
        except reading.WRONG:
            raise self._bad(name) from None

    def vector(self, name: str, default: Array) -> Array:
        """Return {x, y, z} as (3,); a component that is missing keeps the default's."""
        return self._read(name, lambda value: reading.vector(value, default), default)

    def whole_vector(self, name: str) -> Array:
        """Return {x, y, z} as (3,); none of them may be missing."""
        return self._read(name, reading.vector, np.zeros(3))


def _elements(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError("not a list")
    return value


Handler = Callable[[PlayerState, Arguments], Any]


@dataclass(frozen=True)
class Action:
    """One action of the protocol.

    :param run: does it; what it returns is ``actionReturn``; it fails by raising ActionError
    :param parameters: names of the arguments it takes
    :param required: names of those that must be given
    :param seconds: simulated time it takes
    :param opens: whether it takes as long as opening does
    :param quick: whether it changes nothing, so that the answer may leave out the world and its pictures
    :param lenient: whether unknown arguments are ignored, as actions with a legacy signature do
    """

    name: str
    run: Handler
    parameters: frozenset[str] = frozenset()
    required: tuple[str, ...] = ()
    seconds: float = 0.04
    opens: bool = False
    lenient: bool = False
    quick: bool = False

    def bind(self, values: Mapping[str, Any]) -> Arguments:
        """Check the arguments' names, and what is not done whatever it is, and return the arguments.

        :raises ActionError: InvalidArgument, MissingArguments, or a value that would do nothing
        """
        if not self.lenient:
            for name in values:
                if name not in self.parameters and name not in ALWAYS_ALLOWED:
                    raise invalid_argument(self.name, name, sorted(self.parameters))
        missing = [name for name in self.required if values.get(name) is None]
        if missing:
            raise missing_arguments(self.name, missing)
        narrow.refuse_without_effect(self.name, values)
        if not self.lenient:
            kinds.refuse_other_types(self.name, values)
        return Arguments(self, values)


def action(
    name: str,
    run: Handler,
    parameters: str = "",
    *,
    required: str = "",
    seconds: float = 0.04,
    opens: bool = False,
    lenient: bool = False,
    quick: bool = False,
) -> Action:
    """Return an action; ``parameters`` and ``required`` are names separated by blanks."""
    needed = tuple(required.split())
    names = frozenset(parameters.split()) | set(needed)
    return Action(name, run, names, needed, seconds, opens, lenient, quick)
