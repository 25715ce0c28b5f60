"""Passes a robot's topics on to browsers as they are, over the websocket server of foxglove-sdk.

Only what somebody looks at is passed on. The server keeps no messages, so whoever subscribes gets the latest one of the
topic again: maps, plans and transforms of a robot that stands still come but once. Each message goes with the time at
which it was heard here, those of one topic in their order.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from operator import itemgetter
from queue import Empty, SimpleQueue
from typing import Any

import foxglove
from foxglove.websocket import ChannelView, Client, ServerListener
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from rclpy.qos import QoSProfile
from rclpy.subscription import Subscription
from rosidl_runtime_py.utilities import get_message

from pred_tools.bag.qos import to_record
from pred_tools.bag.recorder import Choice
from pred_tools.bag.schemas import SchemaError, definition

LOOK_SECONDS = 0.5
REPEAT_SECONDS = 0.2
DEPTH = 20
KEPT_OF = {"/tf": 20, "/tf_static": 20, "/rosout": 200}
"""How many messages are repeated of topics whose messages add up; of others the last one."""
KEPT_OF_EVENTS = 500
EVENTS = ("task_events", "plan_revisions", "recovery_events", "llm_calls", "robot_state")
"""Last parts of topics whose history makes the timeline."""
LOOPBACK = "127.0.0.1"
PLUMBING = r"(/heartbeat|/parameter_events|/clock)$"
"""What nobody looks at."""


def wall() -> int:
    """Return the time of this machine's clock, ns since 1970."""
    return time.time_ns()


class ViewError(RuntimeError):
    """The view cannot be served, with a sentence."""


@dataclass
class _Topic:
    channel: foxglove.Channel
    subscription: Subscription
    most: int
    kept: list[tuple[int, bytes]] = field(default_factory=list)

    def keep(self, when: int, data: bytes) -> None:
        self.kept.append((when, data))
        del self.kept[: -self.most]


class _Subscribed(ServerListener):
    """Hears in the server's thread what browsers want to see."""

    def __init__(self) -> None:
        self.topics: SimpleQueue[str] = SimpleQueue()

    def on_subscribe(self, client: Client, channel: ChannelView) -> None:  # noqa: ARG002
        self.topics.put(channel.topic)


class LiveBridge:
    """Serves the topics of a node's graph to browsers on this machine."""

    def __init__(self, node: Node, port: int) -> None:
        """Begin to serve; ``port`` 0 takes a free one.

        :raises ViewError: when the port is taken
        """
        self._node = node
        self._choice = Choice(exclude=PLUMBING)
        self._context = foxglove.Context()
        self._wanted = _Subscribed()
        try:
            self._server = foxglove.start_server(
                name="PRED", host=LOOPBACK, port=port, server_listener=self._wanted, context=self._context
            )
        except (OSError, RuntimeError) as error:
            raise ViewError(f"the live view cannot listen on port {port} of this machine: {error}") from error
        self.port = int(self._server.port)
        self._topics: dict[str, _Topic] = {}
        self._left_out: set[str] = set()
        self._latest = 0
        steady = Clock(clock_type=ClockType.STEADY_TIME)
        node.create_timer(LOOK_SECONDS, self.look, clock=steady)
        node.create_timer(REPEAT_SECONDS, self._repeat, clock=steady)

    def close(self) -> None:
        """Let go of all browsers."""
        self._server.stop()

    def look(self) -> None:
        """Take the topics that have appeared."""
        for topic, kinds in self._node.get_topic_names_and_types():
            if topic in self._topics or topic in self._left_out or not self._choice.takes(topic):
                continue
            offered = [info.qos_profile for info in self._node.get_publishers_info_by_topic(topic)]
            if offered:
                self._take(topic, kinds, to_record(offered, DEPTH))

    def _take(self, topic: str, kinds: Iterable[str], qos: QoSProfile) -> None:
        kind = next(iter(kinds))
        try:
            schema = foxglove.Schema(name=kind, encoding="ros2msg", data=definition(kind).encode())
            message = get_message(kind)
        except (SchemaError, ImportError, AttributeError, ValueError) as error:
            self._left_out.add(topic)
            self._node.get_logger().warning(f"{topic} is not shown: {error}")
            return
        channel = foxglove.Channel(topic, schema=schema, message_encoding="cdr", context=self._context)
        hear: Any = partial(self._hear, topic)
        subscription = self._node.create_subscription(message, topic, hear, qos, raw=True)
        most = KEPT_OF.get(topic, KEPT_OF_EVENTS if topic.rsplit("/", 1)[-1] in EVENTS else 1)
        self._topics[topic] = _Topic(channel, subscription, most)

    def _hear(self, topic: str, data: bytes) -> None:
        taken = self._topics.get(topic)
        if taken is None:
            return
        self._repeat()  # what was before goes first
        now = self._latest = max(wall(), self._latest + 1)  # a clock that is set back must not hide what comes
        taken.keep(now, data)
        if taken.channel.has_sinks():
            taken.channel.log(data, log_time=now)

    def _repeat(self) -> None:
        """Send what is kept of the topics that somebody has just begun to look at."""
        fresh: set[str] = set()
        try:
            while True:
                fresh.add(self._wanted.topics.get_nowait())
        except Empty:
            pass
        taken = [self._topics[topic] for topic in fresh & self._topics.keys()]
        kept = [(when, data, topic.channel) for topic in taken for when, data in topic.kept]
        for when, data, channel in sorted(kept, key=itemgetter(0)):
            channel.log(data, log_time=when)
