"""Publishes what a playback hands out, with the QoS that was recorded, and follows the keyboard."""

from __future__ import annotations

import os
import select
import sys
import termios
import threading
import time
import tty
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from queue import Empty, SimpleQueue

from rclpy.node import Node
from rclpy.publisher import Publisher
from rclpy.qos import QoSProfile
from rosgraph_msgs.msg import Clock
from std_srvs.srv import Trigger

from pred_core.plain_text import ended_well
from pred_tools.bag.message_classes import UnknownTypeError, class_of
from pred_tools.bag.playback import Playback
from pred_tools.bag.qos import to_play
from pred_tools.bag.reader import Bag, Recorded

CLOCK = "/clock"
JUMP = 5.0
"""How far the keys for it go back and forward, s."""
NAP = 0.05
"""How late a key or a service is heard at most, s."""
FASTER = 1.1
KEYS = (
    "space: pause; right arrow or s: next message; up, down: faster, slower; b, f: 5 s back, forward; q: end"
)


class Player(Node):
    """Plays until the bag is over, or ``end`` is called."""

    def __init__(
        self,
        bag: Bag,
        playback: Playback,
        *,
        clock: float = 0.0,
        overrides: Mapping[str, QoSProfile] | None = None,
    ) -> None:
        """Announce the topics.

        :param clock: rate at which /clock is published, Hz; 0 for never
        :param overrides: QoS by topic that wins over what was recorded
        :raises QosError: when the bag's QoS cannot be read
        """
        super().__init__("player")
        self.playback = playback
        self._ticker = self.create_publisher(Clock, CLOCK, 10) if clock else None
        self._gap = int(1e9 / clock) if clock else 0
        self._ticked = 0
        self._asked: SimpleQueue[str] = SimpleQueue()
        self._over = False
        self._outlets = self._announce(bag, overrides or {})
        for name in ("pause", "resume", "toggle_paused", "play_next"):
            self.create_service(Trigger, f"~/{name}", self._asks(name))

    def end(self) -> None:
        """Stop playing; any thread may call it."""
        self._over = True

    def press(self, key: str) -> None:
        """Take a key, or the name of a service; any thread may call it."""
        self._asked.put(key)

    def play(self, linger: float = 0.5) -> None:
        """Play to the end, and wait a little (s) for the last messages to arrive.

        :raises BagError: when the bag cannot be read
        """
        while not (self._over or self.playback.over):
            self.serve()
            now = time.monotonic()
            self._publish(self.playback.due(now))
            self._tick(now)
            time.sleep(self.playback.wait(now, NAP))
        if not self._over:
            time.sleep(linger)

    def _announce(self, bag: Bag, overrides: Mapping[str, QoSProfile]) -> dict[str, Publisher]:
        made = {}
        for topic in bag.topics.values():
            if self._ticker is not None and topic.name == CLOCK:
                continue
            try:
                kind = class_of(topic)
            except UnknownTypeError as error:
                self.get_logger().warning(ended_well(f"{topic.name} is not played: {error}"))
                continue
            qos = overrides.get(topic.name) or to_play(topic.qos)
            made[topic.name] = self.create_publisher(kind, topic.name, qos)
        return made

    def _publish(self, messages: list[Recorded]) -> None:
        for message in messages:
            publisher = self._outlets.get(message.topic)
            if publisher is not None:
                publisher.publish(message.data)

    def _tick(self, now: float) -> None:
        position = self.playback.position(now)
        if self._ticker is not None and not 0 <= position - self._ticked < self._gap:
            message = Clock()
            message.clock.sec, message.clock.nanosec = divmod(position, 10**9)
            self._ticker.publish(message)
            self._ticked = position

    def serve(self) -> None:
        """Do what keys and services asked for since the last time."""
        while True:
            try:
                key = self._asked.get_nowait()
            except Empty:
                return
            self._obey(key, time.monotonic())

    def _obey(self, key: str, now: float) -> None:
        playback = self.playback
        if key in ("pause", "resume") or key in (" ", "toggle_paused"):
            pausing = key == "pause" or (key != "resume" and not playback.paused)
            (playback.pause if pausing else playback.resume)(now)
        elif key in ("s", "\x1b[C", "play_next"):
            self._publish(playback.step(now))
        elif key in ("\x1b[A", "\x1b[B"):
            playback.set_rate(playback.rate * (FASTER if key == "\x1b[A" else 1 / FASTER), now)
        elif key in ("b", "f"):
            playback.seek(playback.position(now) + int((JUMP if key == "f" else -JUMP) * 1e9), now)
        elif key == "q":
            self.end()

    def _asks(self, name: str) -> Callable[[Trigger.Request, Trigger.Response], Trigger.Response]:
        def answer(_: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
            self.press(name)
            response.success = True
            return response

        return answer


@contextmanager
def keyboard(press: Callable[[str], None]) -> Iterator[bool]:
    """Hand keys to ``press`` while the block runs; yields False where there is no terminal."""
    if not sys.stdin.isatty():
        yield False
        return
    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    over = threading.Event()

    def read() -> None:
        while not over.is_set():
            if select.select([number], [], [], NAP)[0]:
                press(os.read(number, 8).decode("utf-8", "replace"))

    tty.setcbreak(number)
    thread = threading.Thread(target=read, name="keyboard", daemon=True)
    thread.start()
    try:
        yield True
    finally:
        over.set()
        thread.join()
        termios.tcsetattr(number, termios.TCSADRAIN, before)
