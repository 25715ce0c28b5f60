"""A part of a bag as a bag of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import yaml

from pred_tools.bag.reader import Bag, BagError
from pred_tools.bag.writer import BagWriter


def trim(
    bag: Bag,
    out: Path,
    start: int | None = None,
    end: int | None = None,
    takes: Callable[[str], bool] = lambda _: True,
) -> Bag:
    """Write the messages from ``start`` to before ``end`` (ns) of the topics that are taken.

    Latched topics are complete: the last message of each from before comes first. What was cut off becomes whole.

    :returns: the bag it was read from
    :raises BagError: when it cannot be read
    :raises OSError: when the new one cannot be written
    """
    topics = {name: topic for name, topic in bag.topics.items() if takes(name)}
    problems: list[str] = []
    writer = BagWriter(out, failed=problems.append)
    for topic in topics.values():
        entries = yaml.safe_load(topic.qos) or []
        writer.add_topic(topic.name, topic.kind, topic.definition, topic.type_hash, entries, topic.coding)
    writer.add_custom(bag.custom)
    try:
        if start is not None and start > bag.start:
            for before in bag.last_before(start, bag.latched & topics.keys()).values():
                writer.write(before.topic, start, before.data, wait=True)
        for message in bag.messages(topics.keys(), start, end):
            writer.write(message.topic, message.time, message.data, wait=True)
    except BagError as error:
        raise BagError(f"{error} {out} holds what is before.") from error
    finally:
        writer.close()
    if problems:
        raise BagError(problems[0])
    return bag
