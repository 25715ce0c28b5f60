"""Writes a bag in a thread of its own, so that neither compression nor a slow disk delays whoever hands messages in."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from mcap.writer import CompressionType, Writer

from pred_tools.bag.metadata import METADATA, Metadata, TopicEntry
from pred_tools.bag.qos import as_text
from pred_tools.bag.schemas import name_in_bag

CHUNK_BYTES = 4 << 20
"""Messages that are compressed together: what stands still between two observations is then stored once."""
FLUSH_SECONDS = 0.8
"""At most so much of the recording is lost when the process is killed."""
REFRESH_SECONDS = 10.0
"""How often metadata.yaml is brought up to date while recording."""
PENDING_BYTES = 512 << 20
"""What may wait to be written; a disk that is slower than the robot must not eat the memory."""
RECORD = "pred"
"""The MCAP metadata record with what the recorder knows besides messages; later ones win."""
LIBRARY = "pred_tools"
CDR, ROS2MSG = "cdr", "ros2msg"
"""How ROS 2 writes messages, and definitions of their types."""
NO_SCHEMA = 0
"""MCAP's number of the definition of what has none."""
ROS_TYPE = "ros_type"
"""In a channel's metadata: the type's own name, where it is not that of the schema."""


@dataclass(frozen=True)
class Coding:
    """How the messages of a topic and the definition of their type are written."""

    messages: str = CDR
    schema: str = ROS2MSG


OURS = Coding()


@dataclass(frozen=True)
class _Topic:
    name: str
    kind: str
    definition: str | bytes
    type_hash: str
    qos: Sequence[Mapping[str, Any]]
    coding: Coding


@dataclass(frozen=True)
class _Message:
    topic: str
    time: int
    data: bytes


@dataclass(frozen=True)
class _Custom:
    data: Mapping[str, str]


class BagWriter:
    """One bag: a folder with metadata.yaml and one MCAP file. Its methods return at once."""

    def __init__(
        self,
        folder: Path,
        *,
        limit: int = 0,
        failed: Callable[[str], None] = lambda _: None,
        compression: CompressionType = CompressionType.ZSTD,
    ) -> None:
        """Begin a bag.

        :param limit: bytes after which it ends, 0 for none
        :param failed: told, in the writing thread, why the recording has ended before it was closed
        :raises OSError: when the folder cannot be made or is in use
        """
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise FileExistsError(f"{folder} is not empty: two recordings must not mix.")
        self.folder = folder
        self.path = folder / f"{folder.name}_0.mcap"
        self.size = 0
        self.dropped = 0
        self._limit = limit
        self._failed = failed
        self._file = self.path.open("wb")
        self._mcap: Any = Writer(
            self._file, chunk_size=CHUNK_BYTES, compression=compression, enable_data_crcs=True
        )
        self._schemas: dict[str, int] = {}
        self._channels: dict[str, int] = {}
        self._metadata = Metadata([self.path.name], [], start=0, end=0, custom={})
        self._entries: dict[str, TopicEntry] = {}
        self._custom: dict[str, str] = {}
        self._todo: SimpleQueue[_Topic | _Message | _Custom | None] = SimpleQueue()
        self._pending = 0
        self._over = False
        self._thread = threading.Thread(target=self._work, name="bag", daemon=True)
        self._thread.start()

    def add_topic(
        self,
        name: str,
        kind: str,
        definition: str | bytes,
        type_hash: str,
        qos: Sequence[Mapping[str, Any]],
        coding: Coding = OURS,
    ) -> None:
        """Declare a topic before its first message.

        :param definition: of the type, as ``coding`` says
        :param qos: what its publishers offer, as :func:`pred_tools.bag.qos.entry_of` writes it
        """
        self._todo.put(_Topic(name, kind, definition, type_hash, qos, coding))

    def add_custom(self, data: Mapping[str, str]) -> None:
        """Add what is known besides messages; later values win."""
        self._todo.put(_Custom(dict(data)))

    def write(self, topic: str, when: int, data: bytes, *, wait: bool = False) -> None:
        """Add a serialized message (CDR) that came at a time (ns since the epoch).

        :param wait: for the disk when too much is pending, instead of dropping the message
        """
        while wait and self._pending > PENDING_BYTES and not self._over:
            time.sleep(0.01)
        if self._over:
            return
        if self._pending > PENDING_BYTES:
            self.dropped += 1
            return
        self._pending += len(data)
        self._todo.put(_Message(topic, when, data))

    def written(self, topic: str) -> int:
        """Return how many messages of a topic are in the bag by now."""
        entry = self._entries.get(topic)
        return entry.count if entry is not None else 0

    def close(self) -> Metadata:
        """Write what is left, and the index; return what the bag holds."""
        self._todo.put(None)
        self._thread.join()
        return self._current()

    def _work(self) -> None:
        try:
            self._mcap.start(profile="ros2", library=LIBRARY)
            self._serve()
            self._finish()
        except OSError as error:
            self._over = True
            with suppress(OSError):
                self._file.close()
            with suppress(OSError):
                self._current().write(self.folder)
            self._failed(
                f"The recording ends here, the task does not: {self.path} cannot be written: {error}"
            )
        self._over = True

    def _serve(self) -> None:
        flushed = refreshed = time.monotonic()
        while True:
            now = time.monotonic()
            if now - flushed >= FLUSH_SECONDS:
                self._flush()
                flushed = now
                if now - refreshed >= REFRESH_SECONDS or not (self.folder / METADATA).exists():
                    self._current().write(self.folder)
                    refreshed = now
                if self._limit and self.size >= self._limit:
                    self._over = True
                    text = (
                        f"The recording ends here, the task does not: {self.path} has reached its limit of "
                    )
                    self._failed(f"{text}{self._limit / 1e6:.0f} MB.")
                    return
            try:
                item = self._todo.get(timeout=max(0.01, flushed + FLUSH_SECONDS - now))
            except Empty:
                continue
            if item is None:
                return
            self._take(item)

    def _flush(self) -> None:
        self._mcap.flush()
        self.size = self._file.tell()

    def _take(self, item: _Topic | _Message | _Custom) -> None:
        if isinstance(item, _Message):
            self._pending -= len(item.data)
            entry = self._entries[item.topic]
            entry.count += 1
            self._mcap.add_message(
                self._channels[item.topic], item.time, item.data, item.time, entry.count % 2**32
            )
            self._metadata.start = min(self._metadata.start or item.time, item.time)
            self._metadata.end = max(self._metadata.end, item.time)
        elif isinstance(item, _Custom):
            self._custom.update(item.data)
            self._mcap.add_metadata(RECORD, dict(item.data))
        else:
            self._register(item)

    def _register(self, topic: _Topic) -> None:
        coding, text = topic.coding, topic.definition
        kind = name_in_bag(topic.kind) if coding == OURS else topic.kind
        if kind not in self._schemas:
            data = text.encode() if isinstance(text, str) else text
            self._schemas[kind] = self._mcap.register_schema(kind, coding.schema, data) if kind else NO_SCHEMA
        told = {"offered_qos_profiles": as_text(topic.qos), "topic_type_hash": topic.type_hash}
        if kind != topic.kind:
            told[ROS_TYPE] = topic.kind
        self._channels[topic.name] = self._mcap.register_channel(
            topic.name, coding.messages, self._schemas[kind], told
        )
        self._entries[topic.name] = TopicEntry(
            topic.name, kind, topic.qos, topic.type_hash, coding=coding.messages
        )

    def _finish(self) -> None:
        self._mcap.flush()
        self._mcap.add_metadata("rosbag2", {"serialized_metadata": self._current().as_yaml()})
        self._mcap.finish()
        self.size = self._file.tell()
        self._file.close()
        self._current().write(self.folder)

    def _current(self) -> Metadata:
        self._metadata.topics = list(self._entries.values())
        self._metadata.custom = dict(self._custom)
        return self._metadata
