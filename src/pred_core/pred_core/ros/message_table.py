"""Values whose messages have the same fields: one table says how each field is converted, both ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Any, NamedTuple


class Pair(NamedTuple):
    """How a field becomes that of the message, and back."""

    to_msg: Callable[[Any], Any]
    from_msg: Callable[[Any], Any]


def same(value: Any) -> Any:
    """Return the value."""
    return value


SAME = Pair(same, same)
TEXT = Pair(str, same)
"""For enumerations of strings that come back as what they say."""
NUMBER, WHOLE = Pair(float, same), Pair(int, same)
WORDS = Pair(list, tuple)


def many(to_msg: Callable[[Any], Any], from_msg: Callable[[Any], Any]) -> Pair:
    """Return the pair for a tuple of values whose items are converted so."""
    return Pair(lambda items: [to_msg(i) for i in items], lambda items: tuple(from_msg(i) for i in items))


class MessageTable[T, M]:
    """Converts values of a dataclass whose fields, two or more, have the names of the message's."""

    def __init__(self, own: type[T], message: type[M], **converted: Pair) -> None:
        """Make the table; fields that are not named stay as they are.

        :raises ValueError: for a name that is no field
        """
        names = [item.name for item in fields(own)]  # type: ignore[arg-type]
        if not set(converted) <= set(names):
            raise ValueError(f"{own.__name__} has no field {', '.join(sorted(set(converted) - set(names)))}")
        self._own = own
        self._message = message
        self._to = [(name, converted.get(name, SAME).to_msg) for name in names]
        self._all_of = attrgetter(*names)
        self._from = [(name, converted.get(name, SAME).from_msg) for name in names]

    def to_msg(self, value: T, **more: Any) -> M:
        """Return the message of a value; ``more`` are fields that only the message has."""
        return self._message(**{name: to(getattr(value, name)) for name, to in self._to}, **more)

    def renew(self, msg: M, before: T, value: T) -> None:
        """Make the message of one value that of another: only what differs is converted."""
        for (name, to), now, old in zip(self._to, self._all_of(value), self._all_of(before), strict=True):
            if now is not old and not _equal(now, old):
                setattr(msg, name, to(now))

    def from_msg(self, msg: M) -> T:
        """Return the value of a message.

        :raises ValueError: where a field of the message holds what the value cannot
        """
        return self._own(**{name: back(getattr(msg, name)) for name, back in self._from})


def _equal(one: Any, other: Any) -> bool:
    """Tell whether two values give the same message; entries in another order do not."""
    return bool(one == other) and (not isinstance(one, Mapping) or list(one) == list(other))
