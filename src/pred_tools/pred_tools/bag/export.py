"""A bag for programs that know no ROS: JSON lines and PNG, or a LeRobot dataset."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from rclpy.serialization import deserialize_message
from sensor_msgs.msg import Image as ImageMsg

from pred_core.ros.conversions import ImageError
from pred_tools.bag.lerobot import write_dataset
from pred_tools.bag.message_classes import UnknownTypeError, class_of
from pred_tools.bag.plain import as_plain, picture_of
from pred_tools.bag.reader import Bag, BagError

LEROBOT = "lerobot"


def export(
    bag: Bag,
    out: Path,
    to: str,
    start: int | None = None,
    end: int | None = None,
    takes: Callable[[str], bool] = lambda _: True,
) -> Iterator[str]:
    """Write a bag into a folder, and yield lines about it.

    :param to: ``jsonl`` or ``lerobot``
    :raises BagError: when the folder is in use, or the bag cannot be read
    :raises ExportError: when a dataset cannot be made of it
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BagError(f"{out} is there and not empty: give another folder.")
    out.mkdir(parents=True, exist_ok=True)
    if to == LEROBOT:
        yield write_dataset(bag, out, start, end)
    else:
        yield from _lines(bag, out, start, end, takes)


@dataclass
class _Folder:
    """Where the rows of each topic go, and its pictures."""

    out: Path
    files: dict[str, IO[str]] = field(default_factory=dict)
    pictures: int = 0
    unwritten: int = 0

    def add(self, topic: str, row: dict[str, Any]) -> None:
        """Write one row."""
        if topic not in self.files:
            self.files[topic] = (self.out / f"{_name(topic)}.jsonl").open("w", encoding="utf-8")
        self.files[topic].write(json.dumps(row, ensure_ascii=False) + "\n")

    def keep(self, topic: str, msg: ImageMsg) -> str:
        """Write a picture and return its path from the folder, '' when it is none that PNG can hold."""
        path = Path("pictures") / _name(topic) / f"{self.pictures:06d}.png"
        try:
            picture = picture_of(msg)
        except (ImageError, ValueError, TypeError):
            self.unwritten += 1
            return ""
        (self.out / path).parent.mkdir(parents=True, exist_ok=True)
        picture.save(self.out / path)
        self.pictures += 1
        return str(path)

    def close(self) -> None:
        """End all files."""
        for file in self.files.values():
            file.close()


def _lines(
    bag: Bag, out: Path, start: int | None, end: int | None, takes: Callable[[str], bool]
) -> Iterator[str]:
    folder, rows = _Folder(out), 0
    kinds: dict[str, Any] = {}
    for name in filter(takes, bag.topics):
        topic = bag.topics[name]
        try:
            kinds[name] = class_of(topic)
        except UnknownTypeError as error:
            kinds[name] = None
            yield f"kept as bytes: {name}: {error}"
            if topic.definition:
                (out / f"{_name(name)}.{topic.coding.schema}").write_bytes(topic.definition)
    try:
        for message in bag.messages(kinds.keys(), start, end):
            kind = kinds[message.topic]
            if kind is None:
                kept = {"type": bag.topics[message.topic].kind, "base64": base64.b64encode(message.data).decode()}
                folder.add(message.topic, {"time_ns": message.time, **kept})
            else:
                content = deserialize_message(message.data, kind)
                keep = lambda msg, topic=message.topic: folder.keep(topic, msg)  # noqa: E731
                folder.add(message.topic, {"time_ns": message.time, "message": as_plain(content, keep)})
            rows += 1
    finally:
        folder.close()
    (out / "custom.json").write_text(json.dumps(dict(bag.custom), indent=2, sort_keys=True) + "\n", "utf-8")
    yield f"{rows} messages of {len(folder.files)} topics and {folder.pictures} pictures: {out}"
    if folder.unwritten:
        yield f"{folder.unwritten} pictures have encodings that PNG does not know; they are left out"


def _name(topic: str) -> str:
    return topic.strip("/").replace("/", ".") or "root"
