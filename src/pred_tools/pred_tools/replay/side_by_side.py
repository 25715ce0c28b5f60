"""What was seen then and what the replay sees, in one bag for a viewer: topics below /old and /new."""

from __future__ import annotations

from pathlib import Path

import yaml

from pred_tools.bag.reader import Topic
from pred_tools.bag.writer import BagWriter
from pred_tools.replay.recorded import FIXED, MEMORY, TRANSFORMS, Recording

ANSWERS = (MEMORY, "detections", "map", "map/semantic", "objects/markers", "discrepancies")
"""What perception publishes."""


class SideBySide:
    """A bag of both. New messages get the time at which the old answer came."""

    def __init__(self, recording: Recording, folder: Path) -> None:
        """Begin the bag.

        :raises OSError: when the folder cannot be made or is in use
        """
        self._recording = recording
        self._writer = BagWriter(folder)
        self._time = recording.bag.start
        self._known: set[str] = set()

    def at(self, time: int) -> None:
        """Say when (ns) the observation was answered that comes next."""
        self._time = time

    def add(self, name: str, data: bytes) -> None:
        """Add what the replay's perception published on a relative topic."""
        topic = self._recording.bag.topics.get(self._recording.topic(name))
        if topic is not None:
            self._write(f"/new/{name}", topic, self._time, data)

    def close(self) -> None:
        """Add everything recorded, and end the bag.

        :raises BagError: when the recording cannot be read
        """
        namespace = self._recording.namespace
        for message in self._recording.bag.messages():
            topic, name = self._recording.bag.topics[message.topic], message.topic
            if name.startswith(f"{namespace}/"):
                self._write(f"/old{name.removeprefix(namespace)}", topic, message.time, message.data)
            elif name in (TRANSFORMS, FIXED):
                self._write(name, topic, message.time, message.data)
        self._writer.add_custom(self._recording.bag.custom)
        self._writer.close()

    def _write(self, name: str, topic: Topic, time: int, data: bytes) -> None:
        if name not in self._known:
            self._known.add(name)
            entries = yaml.safe_load(topic.qos) or []
            self._writer.add_topic(name, topic.kind, topic.definition, topic.type_hash, entries, topic.coding)
        self._writer.write(name, time, data, wait=True)
