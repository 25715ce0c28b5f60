"""A bag for every task of a stack that goes on: each begins with what was said since the task before."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pred_tools.bag.qos import as_text, is_latched
from pred_tools.bag.writer import BagWriter

LOGS = re.compile(r"(_events|/plan_revisions|/discrepancies|/llm_calls|/run_record|/run_kept|/_service_event)$")
"""Latched topics that tell what happened, not the latest value of something; discovery tells nothing of their depth."""
WAITING_BYTES = 8 << 20
"""Of each topic, what was said last between two tasks and may be kept in memory."""


@dataclass
class _Topic:
    """A topic as it was declared, and what was said between two tasks; latched ones keep their last message."""

    declared: tuple[str, str, str, Sequence[Mapping[str, Any]]]
    latched: bool
    waiting: deque[tuple[int, bytes]] = field(default_factory=deque)
    size: int = 0

    def take(self, when: int, data: bytes) -> None:
        self.waiting.append((when, data))
        self.size += len(data)
        while self.size > WAITING_BYTES and len(self.waiting) > 1:
            self.size -= len(self.waiting.popleft()[1])

    def only_last(self, last: tuple[int, bytes] | None) -> None:
        """Keep of a task that has ended what a latched topic goes on to say."""
        self.waiting = deque([last] if last is not None and self.latched else [])
        self.size = sum(len(data) for _, data in self.waiting)


class TaskBags:
    """Looks like one bag to a recorder. Not for several threads."""

    def __init__(self, make: Callable[[Path], BagWriter]) -> None:
        """Take what is said from now on.

        :param make: begins a bag in a folder; raises OSError when it cannot
        """
        self._make = make
        self._topics: dict[str, _Topic] = {}
        self._custom: dict[str, str] = {}
        self._last: dict[str, tuple[int, bytes]] = {}
        self._writer: BagWriter | None = None

    @property
    def size(self) -> int:
        """Bytes of the bag of the task under way."""
        return self._writer.size if self._writer is not None else 0

    @property
    def path(self) -> Path:
        """The file of the task under way."""
        return self._writer.path if self._writer is not None else Path()

    def begin(self, folder: Path) -> None:
        """Begin the bag of a task.

        :raises OSError: when the folder cannot be made or is in use
        """
        self._writer = writer = self._make(folder)
        writer.add_custom(self._custom)
        for name, topic in self._topics.items():
            writer.add_topic(name, *topic.declared)
        for when, name, data in sorted(self._said()):
            writer.write(name, when, data)
        for topic in self._topics.values():
            topic.only_last(None)

    def end(self) -> BagWriter | None:
        """Return the bag of the task that has ended, to be closed; None when it had none."""
        writer, self._writer = self._writer, None
        if writer is None:
            return None
        for name, topic in self._topics.items():
            topic.only_last(self._last.get(name))
        return writer

    def add_topic(
        self, name: str, kind: str, definition: str, type_hash: str, qos: Sequence[Mapping[str, Any]]
    ) -> None:
        """Declare a topic, for all bags."""
        self._topics[name] = _Topic((kind, definition, type_hash, qos), _says_last(name, qos))
        if self._writer is not None:
            self._writer.add_topic(name, kind, definition, type_hash, qos)

    def add_custom(self, data: Mapping[str, str]) -> None:
        """Add what is known besides messages, for all bags; later values win."""
        self._custom.update(data)
        if self._writer is not None:
            self._writer.add_custom(data)

    def write(self, topic: str, when: int, data: bytes) -> None:
        """Add a message to the bag of the task under way, or keep it for the next one's."""
        if self._topics[topic].latched:
            self._last[topic] = (when, data)
        if self._writer is not None:
            self._writer.write(topic, when, data)
        else:
            self._topics[topic].take(when, data)

    def _said(self) -> Iterator[tuple[int, str, bytes]]:
        for name, topic in self._topics.items():
            yield from ((when, name, data) for when, data in topic.waiting)


def _says_last(topic: str, qos: Sequence[Mapping[str, Any]]) -> bool:
    return is_latched(as_text(qos)) and LOGS.search(topic) is None
