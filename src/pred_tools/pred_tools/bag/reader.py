"""Reads bags: by their index, or from the beginning to the last whole chunk; what is not as it was written is said."""

from __future__ import annotations

import heapq
import struct
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

import zstandard
from mcap.exceptions import McapError
from mcap.reader import SeekingReader
from mcap.records import Channel, Message, Metadata, Schema
from mcap.stream_reader import CRCValidationError, StreamReader

from pred_core.plain_text import ended_well
from pred_core.run_folder import BAG
from pred_tools.bag.checksums import data_differs, has_end, index_differs
from pred_tools.bag.metadata import METADATA, MetadataError, read_metadata
from pred_tools.bag.qos import is_latched
from pred_tools.bag.unpacked import PACKED, unpacked
from pred_tools.bag.writer import OURS, RECORD, ROS_TYPE, Coding

_BROKEN = (
    McapError,
    struct.error,
    zstandard.ZstdError,
    ValueError,
    EOFError,
    KeyError,
    StopIteration,
    RuntimeError,
    MemoryError,  # a length that is damaged
    OverflowError,
)
"""What reading a file raises that is damaged or no MCAP at all."""


class BagError(ValueError):
    """What is no bag that can be read; the text says why, and what can be done."""


class _DamageError(BagError):
    """A file that is not as it was written."""


@dataclass(frozen=True)
class Topic:
    """One topic of a bag. ``kind`` is its type, ``definition`` its text, ``qos`` what was offered (YAML)."""

    name: str
    kind: str
    definition: bytes = b""
    qos: str = ""
    type_hash: str = ""
    count: int = 0
    coding: Coding = OURS


@dataclass(frozen=True)
class Recorded:
    """One message: topic, time of arrival (ns since the epoch), CDR."""

    topic: str
    time: int
    data: bytes


@dataclass(frozen=True)
class Bag:
    """A bag that was found: its files, and what was read of their indexes.

    ``whole`` is False when the end of a file is missing or damaged: all before can be read.
    ``indexed`` is False when a file had to be read for what it holds. ``broken`` says where it could not be read on.
    """

    path: Path
    files: tuple[Path, ...]
    topics: Mapping[str, Topic]
    start: int
    end: int
    custom: Mapping[str, str] = field(default_factory=dict)
    whole: bool = True
    indexed: bool = True
    broken: tuple[str, ...] = ()

    def damage(self) -> Iterator[str]:
        """Yield a sentence for each file that is not as it was written, by the checksums kept in it; reads all of it.

        :raises BagError: when a file cannot be read
        """
        yield from self.broken
        for path in self.files:
            try:
                with path.open("rb") as file:
                    if data_differs(file) or index_differs(file):
                        yield f"{path} is not as it was written: its checksum differs."
            except OSError as error:
                raise BagError(ended_well(f"{path} cannot be read: {error}")) from error

    @property
    def count(self) -> int:
        """Number of messages."""
        return sum(topic.count for topic in self.topics.values())

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return sum(path.stat().st_size for path in self.files)

    def last_before(self, when: int, topics: Collection[str]) -> dict[str, Recorded]:
        """Return the last message of each of these topics that came before a time (ns).

        :raises BagError: when a file cannot be read
        """
        if not topics:
            return {}
        if not self.indexed:
            return {message.topic: message for message in self.messages(topics, None, when)}
        backwards = (
            next(_messages(file, {topic}, None, when, reverse=True), None)
            for topic in sorted(topics)
            for file in reversed(self.files)
        )
        found: dict[str, Recorded] = {}
        for message in backwards:
            if message is not None:
                found.setdefault(message.topic, message)
        return dict(sorted(found.items(), key=lambda item: item[1].time))

    @property
    def latched(self) -> frozenset[str]:
        """The topics whose last messages late subscribers get, too."""
        return frozenset(topic.name for topic in self.topics.values() if is_latched(topic.qos))

    def messages(
        self, topics: Collection[str] | None = None, start: int | None = None, end: int | None = None
    ) -> Iterator[Recorded]:
        """Yield messages in the order of their arrival, from ``start`` to before ``end`` (ns).

        :raises BagError: when a file cannot be read
        """
        per_file = (_messages(path, topics, start, end) for path in self.files)
        yield from heapq.merge(*per_file, key=lambda message: message.time)


def open_bag(path: Path) -> Bag:
    """Find a bag: its folder, the folder of a run that holds it, or an MCAP file.

    :raises BagError: when there is none, or it cannot be read
    """
    named, custom = _files(path)
    files = [_unpacked(file) for file in named]
    found = [_summary(file) for file in files]
    topics: dict[str, Topic] = {}
    for part in found:
        for name, topic in part.topics.items():
            before = topics.get(name)
            topics[name] = topic if before is None else replace(before, count=before.count + topic.count)
    filled = [part for part in found if part.count]
    return Bag(
        path,
        tuple(files),
        topics,
        min((part.start for part in filled), default=0),
        max((part.end for part in filled), default=0),
        {**custom, **{k: v for part in found for k, v in part.custom.items()}},
        all(part.whole for part in found),
        all(part.indexed for part in found),
        tuple(sentence for part in found for sentence in part.broken),
    )


def _files(path: Path) -> tuple[list[Path], Mapping[str, str]]:
    """Return the files of a bag in order, and the custom data of its metadata.yaml."""
    if path.is_file():
        _refuse_other_storage(path)
        return [path], {}
    if not path.is_dir():
        raise BagError(f"There is no bag {path}.")
    folder = path
    if not (path / METADATA).exists() and not _in(path) and (path / BAG).is_dir():
        folder = path / BAG
    try:
        metadata = read_metadata(folder)
    except MetadataError as error:
        raise BagError(str(error)) from error
    if metadata is None:
        here = _in(folder)
        if not here:
            for other in sorted(folder.glob("*.db3")):
                _refuse_other_storage(other)
            raise BagError(f"{path} holds no bag: neither {METADATA} nor a file *.mcap.")
        return here, {}
    if metadata.compression_mode == "message":
        raise BagError(
            f"{folder}: its messages were compressed one by one (rosbag2's --compression-mode message), which is not "
            "read here: 'ros2 bag convert' writes a bag without."
        )
    files = [folder / name for name in metadata.files]
    for file in files:
        _refuse_other_storage(file)
        if not file.is_file():
            raise BagError(f"{folder / METADATA} names {file.name}, which is not there.")
    return files, metadata.custom


def _in(folder: Path) -> list[Path]:
    """Return the MCAP files in a folder, a packed one only where its content is not beside it."""
    plain = {path.name: path for path in folder.glob("*.mcap")}
    packed = {path.stem: path for path in folder.glob(f"*.mcap{PACKED}")}
    return [path for _, path in sorted({**packed, **plain}.items())]


def _unpacked(path: Path) -> Path:
    try:
        return unpacked(path)
    except zstandard.ZstdError as error:
        raise BagError(ended_well(f"{path} cannot be unpacked: {error}")) from error
    except OSError as error:
        raise BagError(ended_well(f"{path} cannot be read: {error}")) from error


def _refuse_other_storage(path: Path) -> None:
    if path.suffix == ".db3":
        raise BagError(
            f"{path} is in rosbag2's SQLite format, only MCAP is read here: convert it with "
            "'ros2 bag convert', or with 'rosbags-convert' from PyPI."
        )
    if path.suffix == ".bag":
        raise BagError(f"{path} is a bag of ROS 1: convert it with 'rosbags-convert' from PyPI.")


def _summary(path: Path) -> Bag:
    """Return what one file holds, by its index, or by reading all of it where it has none."""
    try:
        with path.open("rb") as file:
            if path.stat().st_size == 0:
                raise BagError(f"{path} is empty: its recording was ended before anything was written.")
            try:
                return _by_index(path, file)
            except (*_BROKEN, OSError):  # in a file that is shorter than an index one cannot even seek to it
                file.seek(0)
                return _by_reading(path, file)
    except OSError as error:
        raise BagError(ended_well(f"{path} cannot be read: {error}")) from error


def _by_index(path: Path, file: IO[bytes]) -> Bag:
    if index_differs(file):
        raise McapError("damaged summary")
    file.seek(0)
    reader = SeekingReader(file)
    summary = reader.get_summary()
    if summary is None or summary.statistics is None:
        raise McapError("no summary")
    if len(summary.channels) < summary.statistics.channel_count:
        raise McapError("a summary without channels")
    counts = summary.statistics.channel_message_counts
    topics: dict[str, Topic] = {}
    for channel in summary.channels.values():
        topics[channel.topic] = _counted(topics, channel, summary.schemas, counts.get(channel.id, 0))
    custom: dict[str, str] = {}
    for record in reader.iter_metadata():
        if record.name == RECORD:
            custom.update(record.metadata)
    times = summary.statistics
    return Bag(path, (path,), topics, times.message_start_time, times.message_end_time, custom)


def _by_reading(path: Path, file: IO[bytes]) -> Bag:
    """Return what a file without summary holds, or one that is cut off or damaged: all that is before."""
    whole = has_end(file)
    file.seek(0)
    topics: dict[str, Topic] = {}
    custom: dict[str, str] = {}
    broken: tuple[str, ...] = ()
    start, end, channels = 0, 0, {}
    schemas: dict[int, Schema] = {}
    records = _records(path, file)
    while True:
        try:
            record = next(records, None)
        except _DamageError as error:  # is said again by the one who reads that far
            whole, broken = False, (str(error),)
            break
        if record is None:
            break
        if isinstance(record, Schema):
            schemas[record.id] = record
        elif isinstance(record, Channel):
            channels[record.id] = record
            topics[record.topic] = _counted(topics, record, schemas, 0)
        elif isinstance(record, Metadata) and record.name == RECORD:
            custom.update(record.metadata)
        elif isinstance(record, Message):
            channel = channels[record.channel_id]
            topics[channel.topic] = _counted(topics, channel, schemas, 1)
            start = min(start or record.log_time, record.log_time)
            end = max(end, record.log_time)
    return Bag(path, (path,), topics, start, end, custom, whole, indexed=False, broken=broken)


def _counted(
    topics: Mapping[str, Topic], channel: Channel, schemas: Mapping[int, Schema], more: int
) -> Topic:
    before = topics.get(channel.topic)
    if before is not None:
        return replace(before, count=before.count + more)
    schema = schemas.get(channel.schema_id)
    return Topic(
        channel.topic,
        channel.metadata.get(ROS_TYPE) or (schema.name if schema else ""),
        schema.data if schema else b"",
        channel.metadata.get("offered_qos_profiles", ""),
        channel.metadata.get("topic_type_hash", ""),
        more,
        Coding(channel.message_encoding, schema.encoding if schema else ""),
    )


def _records(path: Path, file: IO[bytes]) -> Iterator[object]:
    """Yield records up to where the file is cut off.

    :raises BagError: when it is no MCAP at all, or is damaged before its end
    """
    anything = False
    try:
        for record in StreamReader(file, validate_crcs=True).records:
            anything = True
            yield record
    except _BROKEN as error:
        if not anything:
            raise BagError(ended_well(f"{path} is no MCAP file: {error}")) from error
        if isinstance(error, CRCValidationError) or has_end(file):
            raise _damaged(path, error) from error


def _messages(
    path: Path, topics: Collection[str] | None, start: int | None, end: int | None, *, reverse: bool = False
) -> Iterator[Recorded]:
    try:
        with path.open("rb") as file:
            indexed = _indexed(file, topics, start, end, reverse=reverse)
            if indexed is not None:
                yield from indexed
            else:
                file.seek(0)
                yield from _streamed(path, file, topics, start, end)
    except BagError:
        raise
    except OSError as error:
        raise BagError(ended_well(f"{path} cannot be read: {error}")) from error
    except _BROKEN as error:
        raise _damaged(path, error) from error


def _damaged(path: Path, error: Exception) -> _DamageError:
    reason = str(error) or "what it says of a length cannot be"
    return _DamageError(
        f"{path} is damaged ({reason}): what is before can be read, and './pred bag trim' keeps it."
    )


def _indexed(
    file: IO[bytes], topics: Collection[str] | None, start: int | None, end: int | None, *, reverse: bool
) -> Iterator[Recorded] | None:
    try:
        if index_differs(file):
            return None
        file.seek(0)
        reader = SeekingReader(file, validate_crcs=True)
        summary = reader.get_summary()
        if summary is None or not summary.chunk_indexes or not summary.channels:
            return None
    except _BROKEN:
        return None
    found = reader.iter_messages(topics=topics, starting_at=start, ending_before=end, reverse=reverse)
    return (Recorded(channel.topic, message.log_time, message.data) for _, channel, message in found)


def _streamed(
    path: Path, file: IO[bytes], topics: Collection[str] | None, start: int | None, end: int | None
) -> Iterator[Recorded]:
    names: dict[int, str] = {}
    for record in _records(path, file):
        if isinstance(record, Channel):
            names[record.id] = record.topic
        elif isinstance(record, Message):
            topic, when = names[record.channel_id], record.log_time
            wanted = (topics is None or topic in topics) and (start is None or when >= start)
            if wanted and (end is None or when < end):
                yield Recorded(topic, when, record.data)
