"""Messages made of values, and values of messages, by a table of their fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from pred_core.ros.message_table import NUMBER, WORDS, MessageTable, Pair, many


@dataclass(frozen=True)
class Value:
    """Stands for a value of pred_core."""

    name: str
    share: float = 0.0
    words: tuple[str, ...] = ()
    parts: tuple[int, ...] = ()


@dataclass
class Message:
    """Stands for a message."""

    name: str
    share: float
    words: list[str]
    parts: list[str]
    header: str = ""


TABLE = MessageTable(Value, Message, share=NUMBER, words=WORDS, parts=many(str, int))


def test_fields_are_converted_both_ways_and_others_stay():
    value = Value("mug", 1, ("a", "b"), (1, 2))
    message = TABLE.to_msg(value, header="map")
    assert message == Message("mug", 1.0, ["a", "b"], ["1", "2"], "map")
    assert isinstance(message.share, float)
    assert TABLE.from_msg(message) == value


@dataclass(frozen=True)
class Known:
    """Stands for a value with entries."""

    name: str
    entries: Mapping[str, int]


def test_a_message_is_made_that_of_another_value_by_what_differs():
    told: list[str] = []

    def tell(entries: Mapping[str, int]) -> list[str]:
        told.append("converted")
        return list(entries)

    table = MessageTable(Known, SimpleNamespace, entries=Pair(tell, tuple))
    before = Known("mug", {"a": 1, "b": 2})
    message = table.to_msg(before)
    table.renew(message, before, Known("cup", {"a": 1, "b": 2}))
    assert (message.name, len(told)) == ("cup", 1), "entries that are the same are not converted again"
    table.renew(message, before, Known("cup", {"b": 2, "a": 1}))
    assert message.entries == ["b", "a"], "the same in another order"


def test_what_a_field_cannot_hold_is_an_error():
    with pytest.raises(ValueError, match="x"):
        TABLE.from_msg(Message("mug", 1.0, [], ["x"]))


def test_a_table_for_a_field_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="Value has no field colour"):
        MessageTable(Value, Message, colour=NUMBER)
