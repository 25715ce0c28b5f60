"""An emulated controller in a process of its own, as clients meet it, and one without sockets for everything else."""

from __future__ import annotations

import itertools
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ur5_driver.controller.arm import CYCLE
from ur5_driver.controller.robot import Robot
from ur5_driver.rtde_numbers import Runtime

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
                sys.executable, "-m", "ur5_driver.controller.command", "--host", self.host,
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


@pytest.fixture(scope="module")
def emulator(request: pytest.FixtureRequest) -> Iterator[Emulator]:
    """Give the module's emulator; the module may name OPTIONS for it."""
    running = Emulator(*getattr(request.module, "OPTIONS", ()))
    yield running
    running.close()


class SteppedRobot(Robot):
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
