"""The class of a topic's messages, where this machine has it."""

from __future__ import annotations

from typing import Any

from rosidl_runtime_py.utilities import get_message

from pred_tools.bag.reader import Topic
from pred_tools.bag.writer import CDR


class UnknownTypeError(ValueError):
    """A topic whose messages cannot be taken apart here, with a reason that ends without a mark."""


def class_of(topic: Topic) -> Any:
    """Return the class of a topic's messages.

    :raises UnknownTypeError: when it is not installed, or the messages are not written as ROS 2 does
    """
    if topic.coding.messages != CDR:
        raise UnknownTypeError(f"its messages are written in {topic.coding.messages!r}, not in {CDR}")
    if not topic.kind:
        raise UnknownTypeError("its type is not named")
    try:
        return get_message(topic.kind)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownTypeError(f"{topic.kind} is not installed here ({error})") from error
