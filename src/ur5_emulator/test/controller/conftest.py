"""An emulated controller in a process of its own, as clients meet it, and one without sockets for everything else."""

from __future__ import annotations

import itertools
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ur5_description.rtde_numbers import Runtime
from ur5_emulator.controller.arm import CYCLE
from ur5_emulator.controller.robot import ArmController

HOME = [0.0, -1.5708, 1.5708, -1.5708, -1.5708, 0.0]
FAULT_PORT = 30100
_addresses = itertools.count(1)


class Emulator:
    """A running `pred-ur-controller` and its fault port."""

    def __init__(self, *options: str) -> None:
        # Test processes that run at the same time have addresses of their own.
        self.host = f"127.{32 + os.getpid() % 200}.{next(_addresses)}.1"
        self.process = subprocess.Popen(
            [
                sys.executable, "-m", "ur5_emulator.controller.command", "--host", self.host,
                "--fault-port", str(FAULT_PORT), "--stdin-guard", *options,
            ],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        assert self.process.stdout.readline().strip() == "ready"
        self.port = socket.create_connection((self.host, FAULT_PORT), timeout=10)
        self.lines = self.port.makefile("rw")

    def ask(self, **request: Any) -> dict[str, Any]:
        """Send a request to the fault port and return the reply."""
        self.lines.write(json.dumps(request) + "\n")
        self.lines.flush()
        return json.loads(self.lines.readline())

    def fault(self, name: str, **more: Any) -> None:
        assert self.ask(fault=name, **more) == {"ok": True}

    def state(self) -> dict[str, Any]:
        return self.ask(state=True)

    def until(self, fact: Callable[[dict[str, Any]], bool], seconds: float = 20.0) -> dict[str, Any]:
        """Poll the state until a fact holds; fail when it does not come to hold."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            state = self.state()
            if fact(state):
                return state
            time.sleep(0.005)
        raise AssertionError(f"never came to hold; the last state: {self.state()}")

    def close(self) -> int:
        self.port.close()
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(timeout=10)


def _wait(fact: Callable[[], object], seconds: float = 10.0) -> None:
    """Wait until a fact holds; fail when it does not come to hold."""
    end = time.monotonic() + seconds
    while not fact():
        assert time.monotonic() < end, "never came to hold"
        time.sleep(0.002)


@pytest.fixture
def wait() -> Callable[..., None]:
    return _wait


@pytest.fixture(scope="module")
def emulator(request: pytest.FixtureRequest) -> Iterator[Emulator]:
    """Give the module's emulator; the module may name OPTIONS for it."""
    running = Emulator(*getattr(request.module, "OPTIONS", ()))
    yield running
    running.close()


@pytest.fixture(scope="module")
def control(emulator: Emulator) -> Iterator[Any]:
    client = pytest.importorskip("rtde_control").RTDEControlInterface(emulator.host)
    yield client
    client.disconnect()


@pytest.fixture(scope="module")
def receive(emulator: Emulator) -> Iterator[Any]:
    client = pytest.importorskip("rtde_receive").RTDEReceiveInterface(emulator.host)
    yield client
    client.disconnect()


@pytest.fixture(scope="module")
def dashboard(emulator: Emulator) -> Iterator[Any]:
    client = pytest.importorskip("dashboard_client").DashboardClient(emulator.host)
    client.connect()
    yield client
    client.disconnect()


@pytest.fixture
def home(control: Any) -> Any:
    """Give the control interface with its program running and the arm at HOME."""
    if not control.isProgramRunning():
        control.reuploadScript()
        _wait(control.isProgramRunning)
    assert control.moveJ(HOME, 3.0, 6.0)
    return control


@pytest.fixture
def stop_script(control: Any, receive: Any, dashboard: Any) -> Callable[[], None]:
    """Give a function that stops ur_rtde's script for good.

    On a busy machine ur_rtde may miss that its script ended, take that for a fault and start it again; its stopScript
    waits up to 300 s for an end that was.
    """

    def stopped() -> bool:
        if control.isProgramRunning():
            stops = threading.Thread(target=control.stopScript)
            stops.start()
            stops.join(5.0)
            if stops.is_alive():
                dashboard.stop()
                stops.join()
        return receive.getRuntimeState() == 1 and not control.isProgramRunning()

    return lambda: _wait(stopped, 60.0)


@pytest.fixture
def arrives(receive: Any) -> Callable[[list[float]], None]:
    """Give a function that waits for the arm to stand at six joint angles."""
    return lambda q: _wait(
        lambda: max(abs(a - b) for a, b in zip(receive.getActualQ(), q, strict=True)) < 1e-4
    )


class SteppedRobot(ArmController):
    """A robot without sockets or clock."""

    def go(self, seconds: float) -> None:
        """Let some seconds pass."""
        for _ in range(round(seconds / CYCLE)):
            self.step()

    def finish(self, seconds: float = 30.0) -> None:
        """Let time pass until the program has ended."""
        for _ in range(round(seconds / CYCLE)):
            self.step()
            if self.runtime is Runtime.STOPPED:
                return
        raise AssertionError("the program does not end")


@pytest.fixture
def robot() -> SteppedRobot:
    return SteppedRobot(HOME)
