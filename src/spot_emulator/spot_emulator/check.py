"""The self test, ``pred-spot-robot --check``: a robot in a process of its own, used through the real client library."""

from __future__ import annotations

import contextlib
import json
import math
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import bosdyn.client
import numpy as np
from bosdyn.api import basic_command_pb2
from bosdyn.api.graph_nav import graph_nav_pb2, map_pb2, nav_pb2
from bosdyn.client.estop import EstopClient, EstopEndpoint, EstopKeepAlive
from bosdyn.client.exceptions import Error
from bosdyn.client.graph_nav import GraphNavClient
from bosdyn.client.graph_nav_upload import upload_from_disk
from bosdyn.client.image import ImageClient
from bosdyn.client.lease import LeaseClient, LeaseKeepAlive
from bosdyn.client.robot_command import (
    RobotCommandBuilder,
    RobotCommandClient,
    block_for_trajectory_cmd,
    block_until_arm_arrives,
    blocking_stand,
)
from bosdyn.client.robot_state import RobotStateClient

CAMERAS = (
    "frontleft_fisheye_image", "frontleft_depth_in_visual_frame", "frontright_fisheye_image",
    "frontright_depth_in_visual_frame",
)  # fmt: skip
_PICTURES = 30
_LATENCY_SECONDS = 10.0
_WAIT = 40.0
_SETTLED = basic_command_pb2.SE2TrajectoryCommand.Feedback.BODY_STATUS_SETTLED


@dataclass(frozen=True)
class Result:
    """One line of the table."""

    name: str
    passed: bool
    detail: str


class Rig:
    """An emulator in a process of its own, and a client of it."""

    def __init__(self, folder: Path, arguments: list[str]) -> None:
        ca = folder / "ca.pem"
        self.walk = folder / "walk"
        command = [sys.executable, "-m", "spot_emulator.command", "--port", "0", "--fault-port", "0", "--ca-out",
                   str(ca), "--map-out", str(self.walk), "--stdin-guard", *arguments]  # fmt: skip
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        words = (self._process.stdout.readline() if self._process.stdout else "").split()
        if words[:1] != ["ready"]:
            raise RuntimeError("the emulator did not start")
        self.host, _, port = words[1].rpartition(":")
        self._faults = socket.create_connection((self.host, int(words[3].rpartition(":")[2])), timeout=_WAIT)
        self._lines = self._faults.makefile("rw")
        self.robot = bosdyn.client.create_standard_sdk("check", cert_resource_glob=str(ca)).create_robot(
            self.host
        )
        self.robot.update_secure_channel_port(int(port))
        self.keepers: list[Any] = []

    def ask(self, **request: Any) -> dict[str, Any]:
        """Ask the fault port."""
        self._lines.write(json.dumps(request) + "\n")
        self._lines.flush()
        answer: dict[str, Any] = json.loads(self._lines.readline())
        return answer

    def until(self, fact: Callable[[dict[str, Any]], bool], what: str) -> dict[str, Any]:
        """Wait until something is so."""
        end = time.monotonic() + _WAIT
        while time.monotonic() < end:
            state = self.ask(state=True)
            if fact(state):
                return state
            time.sleep(0.005)
        raise AssertionError(f"it never came to be that {what}")

    def client(self, kind: Any) -> Any:
        """Return a client of the robot."""
        return self.robot.ensure_client(kind.default_service_name)

    def close(self) -> None:
        """End both."""
        for keeper in self.keepers:
            keeper.shutdown()
        with contextlib.suppress(AttributeError):  # nobody started it
            self.robot.stop_time_sync()
        self._faults.close()
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait(timeout=_WAIT)


def run_checks(out: TextIO, arguments: list[str]) -> int:
    """Check a robot that is started with some arguments; print a table; return 0 when all is well."""
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as folder:
        rig = Rig(Path(folder), arguments)
        try:
            for name, check in _CHECKS:
                results.append(_guarded(name, check, rig))
                if not results[-1].passed and name in _NEEDED:
                    break
        finally:
            rig.close()
    width = max(len(r.name) for r in results)
    for result in results:
        print(f"{'ok  ' if result.passed else 'FAIL'}  {result.name:<{width}}  {result.detail}", file=out)
    failed = sum(not r.passed for r in results)
    print(f"{len(results) - failed} of {len(_CHECKS)} checks passed", file=out)
    return 0 if not failed and len(results) == len(_CHECKS) else 1


def _guarded(name: str, check: Callable[[Rig], str], rig: Rig) -> Result:
    try:
        return Result(name, True, check(rig))
    except (AssertionError, Error) as error:
        return Result(name, False, f"{type(error).__name__}: {error}")


def _expect(condition: bool, text: str) -> None:
    if not condition:
        raise AssertionError(text)


def _login(rig: Rig) -> str:
    rig.robot.authenticate("user", "password")
    return str(rig.robot.get_id().nickname)


def _time(rig: Rig) -> str:
    rig.robot.time_sync.wait_for_sync(timeout_sec=_WAIT)
    skew = rig.robot.time_sync.endpoint.clock_skew
    return f"its clock is {skew.seconds + skew.nanos / 1e9:.3f} s ahead"


def _lease(rig: Rig) -> str:
    rig.client(LeaseClient).acquire()
    rig.keepers.append(LeaseKeepAlive(rig.client(LeaseClient)))
    return f"{len(rig.client(LeaseClient).list_leases())} resources"


def _estop(rig: Rig) -> str:
    endpoint = EstopEndpoint(rig.client(EstopClient), "check", 9.0)
    endpoint.force_simple_setup()
    rig.keepers.append(EstopKeepAlive(endpoint))
    _expect(not rig.robot.is_estopped(), "it is stopped")
    return "our own endpoint, released"


def _stand(rig: Rig) -> str:
    rig.robot.power_on(timeout_sec=_WAIT, update_frequency=10.0)
    blocking_stand(rig.client(RobotCommandClient), timeout_sec=_WAIT, update_frequency=10.0)
    return f"body at {rig.ask(state=True)['height']:.2f} m"


def _walk(rig: Rig) -> str:
    before = rig.ask(state=True)["pose"]
    commands = rig.client(RobotCommandClient)
    tree = rig.client(RobotStateClient).get_robot_state().kinematic_state.transforms_snapshot
    goal = RobotCommandBuilder.synchro_trajectory_command_in_body_frame(0.3, 0.0, 0.5, tree)
    number = commands.robot_command(goal, end_time_secs=time.time() + _WAIT)
    arrived = block_for_trajectory_cmd(commands, number, body_movement_statuses={_SETTLED}, timeout_sec=_WAIT)
    after = rig.ask(state=True)["pose"]
    moved = math.hypot(after[0] - before[0], after[1] - before[1])
    _expect(arrived and abs(moved - 0.3) < 0.05, f"it walked {moved:.2f} m of 0.3")
    return f"{moved:.3f} m of 0.3"


def _pictures(rig: Rig) -> str:
    client = rig.client(ImageClient)
    for name in (s.name for s in client.list_image_sources()):
        client.get_image_from_sources([name])
    began = time.monotonic()
    with _turning(rig):
        for _ in range(_PICTURES):
            client.get_image_from_sources(CAMERAS)
    rate = _PICTURES / (time.monotonic() - began)
    return f"two cameras, colour and depth, while it turns: {rate:.1f} Hz"


@contextlib.contextmanager
def _turning(rig: Rig) -> Iterator[None]:
    """Let the robot turn on the spot meanwhile: every picture is a new one."""
    command = RobotCommandBuilder.synchro_velocity_command(0.0, 0.0, 0.5)
    commands = rig.client(RobotCommandClient)
    commands.robot_command(command, end_time_secs=time.time() + 3.0 * _WAIT)
    try:
        yield
    finally:
        commands.robot_command(RobotCommandBuilder.synchro_stand_command())


def _latency(rig: Rig) -> str:
    client, times = rig.client(RobotStateClient), []
    over = threading.Event()

    def draw() -> None:
        images = rig.client(ImageClient)
        while not over.is_set():
            images.get_image_from_sources(CAMERAS)

    artist = threading.Thread(target=draw)
    with _turning(rig):
        artist.start()
        end = time.monotonic() + _LATENCY_SECONDS
        while time.monotonic() < end:
            began = time.monotonic()
            client.get_robot_state()
            times.append(1000.0 * (time.monotonic() - began))
            time.sleep(0.01)
        over.set()
        artist.join()
    p50, p99 = np.percentile(times, [50, 99])
    return f"robot state while it draws: p50 {p50:.1f} ms, p99 {p99:.1f} ms, of {len(times)}"


def _arm(rig: Rig) -> str:
    commands = rig.client(RobotCommandClient)
    for command in (RobotCommandBuilder.arm_ready_command(), RobotCommandBuilder.arm_stow_command()):
        _expect(
            block_until_arm_arrives(commands, commands.robot_command(command), _WAIT),
            "the arm does not arrive",
        )
    return "ready, stowed"


def _graph(rig: Rig) -> str:
    client = rig.client(GraphNavClient)
    upload_from_disk(client, rig.walk)
    client.set_localization(
        nav_pb2.Localization(), fiducial_init=graph_nav_pb2.SetLocalizationRequest.FIDUCIAL_INIT_NEAREST
    )
    graph = map_pb2.Graph.FromString((rig.walk / "graph").read_bytes())
    goal = next(w.id for w in graph.waypoints if w.annotations.name not in ("", "start"))
    number = client.navigate_to(goal, _WAIT)
    end = time.monotonic() + _WAIT
    kind = graph_nav_pb2.NavigationFeedbackResponse
    status = kind.STATUS_FOLLOWING_ROUTE
    while status == kind.STATUS_FOLLOWING_ROUTE and time.monotonic() < end:
        time.sleep(0.1)
        status = client.navigation_feedback(number).status
    _expect(status == kind.STATUS_REACHED_GOAL, kind.Status.Name(status))
    return f"{len(graph.waypoints)} waypoints, {len(graph.edges)} edges; reached one"


def _stop(rig: Rig) -> str:
    command = RobotCommandBuilder.synchro_velocity_command(0.0, 0.0, 1.0)
    rig.client(RobotCommandClient).robot_command(command, end_time_secs=time.time() + _WAIT)
    rig.until(lambda s: s["velocity"][2] > 0.6, "it turns")
    before = rig.ask(state=True)["time"]
    rig.ask(fault="lease_taken")
    took = rig.until(lambda s: bool(s["still"]), "it stands still")["time"] - before
    _expect(took < 0.5, f"it took {took:.2f} s")
    return f"still {took:.2f} s after the tablet took the lease"


_NEEDED = frozenset({"login", "time", "lease", "stand"})
_CHECKS: tuple[tuple[str, Callable[[Rig], str]], ...] = (
    ("login", _login),
    ("time", _time),
    ("lease", _lease),
    ("e-stop", _estop),
    ("stand", _stand),
    ("walk", _walk),
    ("arm", _arm),
    ("pictures", _pictures),
    ("latency", _latency),
    ("graph_nav", _graph),
    ("stop", _stop),
)
