"""The graph and its client, as one thing that can be started, started again, and ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

from pred_bench.episode.graph import Graph
from pred_bench.episode.robot import GraphLost, Listener, RobotUnderTest

START_SECONDS = 240.0


class Stack:
    """A running graph with a :class:`RobotUnderTest`; entering starts it, leaving ends it."""

    robot: RobotUnderTest

    def __init__(
        self,
        robot: str,
        arguments: Mapping[str, str],
        namespace: str,
        log: Path,
        domain: int,
        listeners: Sequence[Listener] = (),
    ) -> None:
        """Prepare; see :class:`Graph` for the arguments. ``listeners`` hear what else is told."""
        self._graph = Graph(robot, arguments, log, domain)
        self._namespace = namespace
        self._domain = domain
        self._listeners = tuple(listeners)
        self._running = False

    def __enter__(self) -> Stack:
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Launch the graph, after ending the one that was there, and wait for its servers.

        :raises GraphLost: when they do not come
        """
        self.stop()
        self._graph.start()
        self.robot = RobotUnderTest(self._namespace, self._domain, lambda: self._graph.alive, self._listeners)
        self._running = True
        try:
            self.robot.wait_until_ready(START_SECONDS)
        except TimeoutError as error:
            raise GraphLost(str(error)) from error

    def stop(self) -> None:
        """End graph and client. May be called twice."""
        if self._running:
            self.robot.close()
            self._running = False
        self._graph.stop()
