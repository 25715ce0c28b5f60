"""Keeps what the robot has seen in the home's file while it works, and tells what was seen before."""

from __future__ import annotations

import time

from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from pred_core.home import Home, HomeError, LastSeen, merged
from pred_core.plain_text import ended_well
from pred_core.ros.conversions import memory_from_msg
from pred_core.ros.lazy_message import LazyMessage, Stamp
from pred_core.ros.qos import OBSERVATION
from pred_language.questions.answering import Earlier
from pred_msgs.msg import ObjectMemory

EVERY_SECONDS = 10.0
"""How much of what was seen an end without warning may cost, s."""


class HomeKeeper:
    """Hears the object memory. Each world that is loaded, and each launch, is added to what was known before."""

    def __init__(self, node: Node, home: Home) -> None:
        """Read the home and begin to listen; a file that cannot be used is put aside and told."""
        self._home, self._logger = home, node.get_logger()
        self._before = self._known = self._read()
        self._episode: int | None = None
        self._kept: Stamp | None = None
        self._latest = LazyMessage(node, ObjectMemory, "object_memory", OBSERVATION, _nothing)
        node.create_timer(EVERY_SECONDS, self.keep, clock=Clock(clock_type=ClockType.STEADY_TIME))

    def earlier(self) -> Earlier:
        """Return what was seen before this launch, and before the world was loaded again."""
        return Earlier(self._before.as_memory(), time.time())

    def keep(self) -> None:
        """Write what is known now, where anything was seen since the last time."""
        if self._latest.stamp is None or self._latest.stamp == self._kept:
            return
        memory = memory_from_msg(self._latest.message)
        if self._episode not in (None, memory.episode):
            self._before = self._known
        self._episode, self._kept = memory.episode, self._latest.stamp
        self._known = merged(self._before, memory, time.time())
        try:
            self._home.keep(self._known)
        except OSError as error:
            self._logger.warning(f"The home cannot be kept: {ended_well(str(error))}")

    def _read(self) -> LastSeen:
        try:
            return self._home.seen()
        except HomeError as error:
            self._logger.warning(f"{ended_well(str(error))} It is kept as {self._home.set_aside()}.")
            return LastSeen()


def _nothing() -> None:
    """Look at messages when they are wanted only."""
