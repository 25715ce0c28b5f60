"""Fresh nodes in a namespace of their own, given one recorded observation at a time."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

import rclpy
import yaml
from ament_index_python.packages import get_package_prefix
from rclpy.context import Context
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rosidl_runtime_py.utilities import get_message

from pred_core.ros.lazy_message import Stamp, stamp_of_raw
from pred_core.ros.qos import OBSERVATION
from pred_msgs.msg import ObjectMemory
from pred_msgs.srv import CheckExpectations, MakePlan, RegroundPlan, RevisePlan
from pred_tools.bag.qos import to_play
from pred_tools.replay.recorded import (
    CHECK,
    FIXED,
    MAKE,
    MEMORY,
    NEEDED,
    PARTS,
    REGROUND,
    REVISE,
    TRANSFORMS,
    RecordedObservation,
    Recording,
    Transform,
)
from pred_tools.replay.side_by_side import ANSWERS, SideBySide

PACKAGES = {"perception": "pred_perception", "planner": "pred_planner"}
"""The nodes that are replayed, and the packages they are in; each has a program of the node's name."""
START_SECONDS = 120.0
ANSWER_SECONDS = 120.0
"""How long a node may take on a busy machine."""
STOP_SECONDS = 5.0
SETTLE_SECONDS = 0.5
LOOK = 0.05
SERVICES = {CHECK: CheckExpectations, MAKE: MakePlan, REVISE: RevisePlan, REGROUND: RegroundPlan}


class ReplayError(RuntimeError):
    """A replay that cannot go on; the text says which node failed, with its last words."""


class FreshNodes:
    """The processes; entering starts them, leaving ends them."""

    def __init__(self, namespace: str, parameters: Mapping[str, Mapping[str, Any]]) -> None:
        self._namespace = namespace
        self._parameters = parameters
        self._folder = tempfile.TemporaryDirectory(prefix="pred_replay_")
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> FreshNodes:
        folder = Path(self._folder.name)
        for name, package in PACKAGES.items():
            values = {k: v for k, v in self._parameters.get(name, {}).items() if v is not None and v != []}
            file = folder / f"{name}.yaml"
            file.write_text(yaml.safe_dump({"/**": {"ros__parameters": values}}), "utf-8")
            program = Path(get_package_prefix(package)) / "lib" / package / name
            remaps = (f"__ns:={self._namespace}", f"__node:={name}", "/tf:=tf", "/tf_static:=tf_static")
            command = [str(program), "--ros-args", "--params-file", str(file)]
            with (folder / f"{name}.log").open("wb") as log:
                self._running[name] = subprocess.Popen(
                    [*command, *(part for rule in remaps for part in ("-r", rule))],
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    env={**os.environ, "RCUTILS_LOGGING_USE_STDOUT": "1"},
                )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._running.values():
            process.terminate()
        for process in self._running.values():
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._folder.cleanup()

    def check(self) -> None:
        """Do nothing while all run.

        :raises ReplayError: when one has ended
        """
        for name, process in self._running.items():
            if process.poll() is not None:
                said = (Path(self._folder.name) / f"{name}.log").read_text("utf-8", "replace").strip()
                words = said.splitlines()[-1] if said else "it said nothing"
                raise ReplayError(f"{name} ended with code {process.returncode}: {words}")


class Lockstep:
    """Publishes an observation and waits for the object memory of its stamp; asks questions in between."""

    def __init__(
        self,
        recording: Recording,
        namespace: str,
        check: Callable[[], None],
        beside: SideBySide | None = None,
    ) -> None:
        """Announce the topics.

        :param check: raises when a node has ended
        :param beside: keeps what perception publishes
        """
        self._context = Context()
        rclpy.init(args=[], context=self._context)
        self._node = Node("replay", namespace=namespace, context=self._context)
        self._executor = SingleThreadedExecutor(context=self._context)
        self._executor.add_node(self._node)
        self._check = check
        self._outlets = {name: self._outlet(recording, recording.topic(name), name) for name in PARTS}
        for name in (TRANSFORMS, FIXED):
            self._outlets[name] = self._outlet(recording, name, name.removeprefix("/"))
        self._memories: dict[Stamp, bytes] = {}
        self._node.create_subscription(ObjectMemory, MEMORY, self._take, OBSERVATION, raw=True)
        self._beside = beside
        if beside is not None:
            self._listen(recording, beside)
        self._clients = {name: self._node.create_client(kind, name) for name, kind in SERVICES.items()}

    def close(self) -> None:
        """Leave the graph."""
        self._executor.shutdown()
        self._node.destroy_node()
        rclpy.try_shutdown(context=self._context)

    def wait_until_ready(self) -> None:
        """Return when the nodes hear and answer.

        :raises ReplayError: when they do not in time, or one has ended
        """
        needed = [outlet for name in (*NEEDED, FIXED) if (outlet := self._outlets[name]) is not None]

        def ready() -> bool:
            heard = all(outlet.get_subscription_count() > 0 for outlet in needed)
            return heard and all(client.service_is_ready() for client in self._clients.values())

        self._until(ready, START_SECONDS, "perception and planner did not start")

    def observe(self, observation: RecordedObservation, transforms: Iterable[Transform]) -> bytes:
        """Return the object memory that perception answers an observation with.

        :raises ReplayError: when none comes
        """
        for transform in transforms:
            self._publish(transform.topic, transform.data)
        for name, data in observation.parts.items():
            self._publish(name, data)
        self._until(
            lambda: observation.stamp in self._memories,
            ANSWER_SECONDS,
            f"perception did not answer the observation of {observation.stamp[0]}.{observation.stamp[1]:09d} s",
        )
        return self._memories.pop(observation.stamp)

    def settle(self) -> None:
        """Hear what was published with the last answer and is still on its way."""
        deadline = time.monotonic() + SETTLE_SECONDS
        while time.monotonic() < deadline:
            self._executor.spin_once(timeout_sec=LOOK)

    def ask(self, service: str, request: Any) -> Any:
        """Return the response to a question.

        :raises ReplayError: when none comes
        """
        future = self._clients[service].call_async(request)
        self._until(future.done, ANSWER_SECONDS, f"{service} was not answered")
        return future.result()

    def _outlet(self, recording: Recording, recorded: str, name: str) -> Any:
        topic = recording.bag.topics.get(recorded)
        if topic is None:
            return None
        return self._node.create_publisher(get_message(topic.kind), name, to_play(topic.qos))

    def _listen(self, recording: Recording, beside: SideBySide) -> None:
        for name in set(ANSWERS) - {MEMORY}:
            topic = recording.bag.topics.get(recording.topic(name))
            if topic is not None:
                heard = partial(beside.add, name)
                kind, qos = get_message(topic.kind), to_play(topic.qos)
                self._node.create_subscription(kind, name, heard, qos, raw=True)

    def _publish(self, name: str, data: bytes) -> None:
        outlet = self._outlets[name]
        if outlet is not None:
            outlet.publish(data)

    def _take(self, data: bytes) -> None:
        self._memories[stamp_of_raw(data)] = data
        if self._beside is not None:
            self._beside.add(MEMORY, data)

    def _until(self, fact: Callable[[], bool], seconds: float, otherwise: str) -> None:
        deadline = time.monotonic() + seconds
        while not fact():
            self._check()
            if time.monotonic() > deadline:
                raise ReplayError(f"{otherwise} within {seconds:.0f} s.")
            self._executor.spin_once(timeout_sec=LOOK)
