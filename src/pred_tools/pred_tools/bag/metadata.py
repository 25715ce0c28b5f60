"""metadata.yaml of a bag, as rosbag2 of Jazzy writes it (version 9), and what older versions say in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from pred_core.plain_text import ended_well

try:  # libyaml writes the same text in a fifth of the time; not every PyYAML has it
    from yaml import CSafeDumper as SafeDumper
except ImportError:
    from yaml import SafeDumper  # type: ignore[assignment]

METADATA = "metadata.yaml"
ROOT = "rosbag2_bagfile_information"
VERSION = 9


class MetadataError(ValueError):
    """A metadata.yaml that cannot be read, with the reason."""


@dataclass
class TopicEntry:
    """One topic of a bag: name, type, the QoS its publishers offered, how many messages there are, how written."""

    name: str
    kind: str
    qos: Sequence[Mapping[str, Any]] = ()
    type_hash: str = ""
    count: int = 0
    coding: str = "cdr"


@dataclass
class Metadata:
    """What a bag says of itself. Times are nanoseconds; ``custom`` is what its recorder added."""

    files: Sequence[str]
    topics: Sequence[TopicEntry] = ()
    start: int = 0
    end: int = 0
    custom: Mapping[str, str] = field(default_factory=dict)
    storage: str = "mcap"
    version: int = VERSION
    compression_mode: str = ""

    @property
    def count(self) -> int:
        """Number of messages."""
        return sum(topic.count for topic in self.topics)

    def as_mapping(self) -> dict[str, Any]:
        """Return the content of metadata.yaml below its root."""
        start = {"nanoseconds_since_epoch": self.start}
        duration = {"nanoseconds": max(0, self.end - self.start)}
        whole = {"starting_time": start, "duration": duration, "message_count": self.count}
        return {
            "version": VERSION,
            "storage_identifier": self.storage,
            "duration": duration,
            "starting_time": start,
            "message_count": self.count,
            "topics_with_message_count": [_topic(topic) for topic in self.topics],
            "compression_format": "",
            "compression_mode": "",
            "relative_file_paths": list(self.files),
            "files": [{"path": name, **whole} for name in self.files],
            "custom_data": dict(self.custom),
            "ros_distro": "jazzy",
        }

    def as_yaml(self) -> str:
        """Return the text that the MCAP record ``rosbag2`` holds."""
        return _dump(self.as_mapping())

    def write(self, folder: Path) -> None:
        """Write metadata.yaml; whoever reads it meanwhile gets the old one.

        :raises OSError: when it cannot be written
        """
        part = folder / f"{METADATA}.part"
        part.write_text(_dump({ROOT: self.as_mapping()}), "utf-8")
        part.replace(folder / METADATA)


def read_metadata(folder: Path) -> Metadata | None:
    """Return what metadata.yaml of a bag's folder says, None where there is none or nothing in it.

    :raises MetadataError: when it is not as any version writes it
    """
    path = folder / METADATA
    try:
        content = path.read_bytes()  # YAML itself knows UTF-8, UTF-16 and their marks
    except FileNotFoundError:
        return None
    except OSError as error:
        raise MetadataError(ended_well(f"{path} cannot be read: {error}")) from error
    try:
        said = yaml.safe_load(content)
        if said is None:  # a recorder that was killed, or a full disk
            return None
        info = said[ROOT]
        start = int(info["starting_time"]["nanoseconds_since_epoch"])
        return Metadata(
            files=[Path(name).name for name in info["relative_file_paths"]],
            topics=[_read_topic(entry) for entry in info["topics_with_message_count"]],
            start=start,
            end=start + int(info["duration"]["nanoseconds"]),
            custom={str(k): str(v) for k, v in (info.get("custom_data") or {}).items()},
            storage=str(info["storage_identifier"]),
            version=int(info["version"]),
            compression_mode=str(info.get("compression_mode") or "").lower(),
        )
    except (yaml.YAMLError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise MetadataError(ended_well(f"{path} is not a bag's metadata: {type(error).__name__} {error}")) from error


def _topic(topic: TopicEntry) -> dict[str, Any]:
    return {
        "topic_metadata": {
            "name": topic.name,
            "type": topic.kind,
            "serialization_format": topic.coding,
            "offered_qos_profiles": [dict(entry) for entry in topic.qos],
            "type_description_hash": topic.type_hash,
        },
        "message_count": topic.count,
    }


def _read_topic(entry: Mapping[str, Any]) -> TopicEntry:
    said = entry["topic_metadata"]
    qos = said.get("offered_qos_profiles") or []
    if isinstance(qos, str):  # up to version 8 it is YAML within YAML
        qos = yaml.safe_load(qos) or []
    return TopicEntry(
        said["name"], said["type"], qos, said.get("type_description_hash", ""), int(entry["message_count"])
    )


class _Plain(SafeDumper):
    """Writes what occurs twice twice: rosbag2 reads no aliases."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002, the signature is yaml's
        return True


def _dump(content: Mapping[str, Any]) -> str:
    return str(yaml.dump(dict(content), Dumper=_Plain, sort_keys=False, allow_unicode=True))
