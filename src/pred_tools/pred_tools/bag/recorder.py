"""Records the topics of a robot into a bag: found as they appear, taken as they are, written in a thread of its own."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from rclpy.subscription import Subscription
from rosidl_runtime_py.utilities import get_message

from pred_core.ros.conversions import ImageError
from pred_core.ros.lazy_message import stamp_of_raw
from pred_tools.bag.known import ParameterWatch
from pred_tools.bag.live import COMPRESSED, IMAGE, SUFFIX, Live, compressed
from pred_tools.bag.qos import entry_of, to_record
from pred_tools.bag.schemas import SchemaError, definition, type_hash
from pred_tools.bag.thinning import PICTURES, Thinning

LOOK_SECONDS = 0.25
"""How often new topics are looked for."""
SERVICE_EVENTS = "_service_event"
"""Last part of the hidden topics on which servers tell of calls; other hidden topics are plumbing."""


@dataclass(frozen=True)
class Choice:
    """Which topics to record: all that are named, or match ``regex``, or all; but none that match ``exclude``.

    ``light``: pictures once a second. ``live``: pictures that are compressed, and so many a second.
    """

    topics: frozenset[str] = frozenset()
    regex: str = ""
    exclude: str = ""
    light: bool = False
    live: Live = field(default_factory=Live)

    def takes(self, topic: str) -> bool:
        """Return whether a topic is recorded."""
        parts = topic.split("/")
        if any(part.startswith("_") for part in parts[:-1]) or self._hidden(parts[-1]):
            return False
        if self.exclude and re.search(self.exclude, topic):
            return False
        if not self.topics and not self.regex:
            return True
        return topic in self.topics or bool(self.regex and re.search(self.regex, topic))

    @staticmethod
    def _hidden(name: str) -> bool:
        return name.startswith("_") and name != SERVICE_EVENTS


@dataclass
class _Taken:
    kind: str
    qos: QoSProfile
    subscription: Subscription
    publishers: int


class Sink(Protocol):
    """What a recorder needs of a bag."""

    @property
    def size(self) -> int:
        """Bytes that are written."""

    @property
    def path(self) -> Path:
        """The file."""

    def add_topic(
        self, name: str, kind: str, definition: str, type_hash: str, qos: Sequence[Mapping[str, Any]]
    ) -> None:
        """Declare a topic before its first message."""

    def add_custom(self, data: Mapping[str, str]) -> None:
        """Add what is known besides messages."""

    def write(self, topic: str, when: int, data: bytes) -> None:
        """Add a message."""


class Recorder:
    """Subscribes to what appears, and hands it to the writer."""

    def __init__(
        self, node: Node, writer: Sink, choice: Choice, facts: Mapping[str, str], half: int = 0
    ) -> None:
        """Begin to record.

        :param facts: what to note besides messages
        :param half: size (bytes) from which on pictures are kept once a second only, 0 for never
        """
        self._node = node
        self._writer = writer
        self._choice = choice
        self._half = half
        self._thinning = Thinning()
        self._live_thinning = Thinning(1.0 / choice.live.rate if choice.live.rate > 0.0 else 0.0)
        self._thinned = Path()
        self._taken: dict[str, _Taken] = {}
        self._left_out: set[str] = set()
        self._chosen: dict[str, bool] = {}
        self.known = ParameterWatch(node, writer, facts)
        self._over = False
        wall = Clock(
            clock_type=ClockType.STEADY_TIME
        )  # simulated time stands still before the robot is there
        node.create_timer(LOOK_SECONDS, self.look, clock=wall)
        self.look()

    def end(self) -> None:
        """Take nothing more: the recording has ended. Any thread may call it."""
        self._over = True

    def look(self) -> None:
        """Subscribe to the topics that are there now, and ask nodes that are new for their parameters."""
        if self._over:
            for taken in self._taken.values():
                self._node.destroy_subscription(taken.subscription)
            self._taken = {}
            return
        self.known.look()
        if self._full and self._thinned != self._writer.path:
            self._thinned = self._writer.path
            self._node.get_logger().warning(
                f"{self._writer.path} is half as large as it may get: pictures are kept once a second from now on."
            )
        for topic, kinds in self._node.get_topic_names_and_types():
            if topic not in self._left_out and self._takes(topic):
                known = self._taken[topic].publishers if topic in self._taken else 0
                # what they offer is asked only where that may be new: for all topics it takes a tenth of a core
                if self._publishers(topic) != known:
                    self._look_at(topic, kinds)

    def _takes(self, topic: str) -> bool:
        """Return what the choice says of a topic, which it is asked once."""
        if topic not in self._chosen:
            self._chosen[topic] = self._choice.takes(topic)
        return self._chosen[topic]

    def _publishers(self, topic: str) -> int:
        """Count the publishers of a topic of the graph, whose name is whole: rclpy's own way expands and checks it."""
        with self._node.handle:
            return int(self._node.handle.get_count_publishers(topic))

    @property
    def _full(self) -> bool:
        """Whether the bag is half as large as it may get."""
        return bool(self._half) and self._writer.size > self._half

    def _look_at(self, topic: str, kinds: list[str]) -> None:
        offered = [info.qos_profile for info in self._node.get_publishers_info_by_topic(topic)]
        if not offered:
            return
        qos, taken = to_record(offered), self._taken.get(topic)
        if taken is None:
            self._begin(topic, kinds, qos, offered)
            return
        taken.publishers = len(offered)
        if _asks_more(taken.qos, qos):  # another publisher came, which would not be heard
            self._node.destroy_subscription(taken.subscription)
            subscription = self._subscribe(topic, taken.kind, qos)
            self._taken[topic] = _Taken(taken.kind, qos, subscription, len(offered))

    def _begin(self, topic: str, kinds: list[str], qos: QoSProfile, offered: list[QoSProfile]) -> None:
        if len(kinds) != 1:
            self._leave_out(topic, f"it has several types: {', '.join(kinds)}.")
            return
        kind = kinds[0]
        name, stored = self._stored_as(topic, kind)
        if name != topic and self._node.count_publishers(name):
            self._left_out.add(topic)  # the camera's own driver compresses its pictures, which are recorded
            return
        try:
            text = definition(stored)
            self._taken[topic] = _Taken(kind, qos, self._subscribe(topic, kind, qos), len(offered))
        except (SchemaError, ImportError, AttributeError, ValueError) as error:
            self._leave_out(topic, str(error))
            return
        self._writer.add_topic(name, stored, text, type_hash(stored), [entry_of(p) for p in offered])

    def _stored_as(self, topic: str, kind: str) -> tuple[str, str]:
        """Return the name and the type that a topic has in the bag."""
        if kind == IMAGE and self._choice.live.takes(topic):
            return topic + SUFFIX, COMPRESSED
        return topic, kind

    def _leave_out(self, topic: str, reason: str) -> None:
        self._left_out.add(topic)
        self._node.get_logger().warning(f"{topic} is not recorded: {reason}")

    def _subscribe(self, topic: str, kind: str, qos: QoSProfile) -> Subscription:
        large: Any = self._take_picture if kind in PICTURES else self._take
        if kind in PICTURES and self._choice.live.takes(topic):
            large = partial(self._take_live, kind)
        return self._node.create_subscription(get_message(kind), topic, partial(large, topic), qos, raw=True)

    def _take(self, topic: str, data: bytes, name: str = "") -> None:
        if topic in self._taken:
            self._writer.write(name or topic, time.time_ns(), data)

    def _take_picture(self, topic: str, data: bytes, name: str = "") -> None:
        thin = self._choice.light or self._full
        if not thin or self._thinning.keep(stamp_of_raw(data), time.time_ns()):
            self._take(topic, data, name)

    def _take_live(self, kind: str, topic: str, data: bytes) -> None:
        if topic not in self._taken or not self._live_thinning.keep(stamp_of_raw(data), time.time_ns()):
            return
        if kind != IMAGE:
            self._take_picture(topic, data)
            return
        try:
            self._take_picture(topic, compressed(data), topic + SUFFIX)
        except (ImageError, ValueError) as error:
            self._node.destroy_subscription(self._taken.pop(topic).subscription)
            self._leave_out(topic, str(error))


def _asks_more(asked: QoSProfile, offered: QoSProfile) -> bool:
    reliable, kept = ReliabilityPolicy.RELIABLE, DurabilityPolicy.TRANSIENT_LOCAL
    unheard = asked.reliability == reliable != offered.reliability
    return bool(unheard or asked.durability == kept != offered.durability)
