"""An emulated robot in a process of its own, and a program over the real client library that uses it."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import bosdyn.client
from bosdyn.client.estop import EstopClient, EstopEndpoint, EstopKeepAlive
from bosdyn.client.lease import LeaseClient, LeaseKeepAlive
from bosdyn.client.robot_command import RobotCommandClient, blocking_stand
from bosdyn.client.robot_state import RobotStateClient
from loaded_once import spot_robot


def until(fact: Callable[[], Any], seconds: float) -> Any:
    """Poll until something holds and return it; fail when it does not come to hold."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = fact()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("never came to hold")


class Emulator:
    """A running `pred-spot-robot` and its fault port."""

    def __init__(self, folder: Path, *options: str, host: str = "127.0.0.1") -> None:
        self.host, self.ca = host, folder / "ca.pem"
        self.process = subprocess.Popen(
            [
                *spot_robot(), sys.executable, "-m", "spot_emulator.command", "--host", host, "--port", "0",
                "--fault-port", "0", "--ca-out", str(self.ca), "--stdin-guard", *options,
            ],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        words = self.process.stdout.readline().split()
        assert words[:1] == ["ready"], words
        self.port = int(words[1].rpartition(":")[2])
        self.web_port = int(words[5].rpartition(":")[2]) if "web" in words else None
        self._socket = socket.create_connection((host, int(words[3].rpartition(":")[2])), timeout=60)
        self._lines = self._socket.makefile("rw")

    def ask(self, **request: Any) -> dict[str, Any]:
        """Send a request to the fault port and return the reply."""
        self._lines.write(json.dumps(request) + "\n")
        self._lines.flush()
        return json.loads(self._lines.readline())

    def fault(self, name: str, **more: Any) -> None:
        assert self.ask(fault=name, **more) == {"ok": True}

    def state(self) -> dict[str, Any]:
        return self.ask(state=True)

    def objects(self, kind: str | None = None) -> list[dict[str, Any]]:
        return [o for o in self.ask(objects=True)["objects"] if kind in (None, o["type"])]

    def load(self, scene: str, **more: Any) -> None:
        answer = self.ask(load={"scene": scene, **more})
        assert answer == {"ok": True}, answer

    def until(self, fact: Callable[[dict[str, Any]], object], seconds: float = 30.0) -> dict[str, Any]:
        """Poll the state until a fact holds; fail when it does not come to hold."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            state = self.state()
            if fact(state):
                return state
            time.sleep(0.01)
        raise AssertionError(f"never came to hold; the last state: {self.state()}")

    def close(self) -> int:
        self._socket.close()
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(timeout=30)


class Program:
    """A client program: logged in; with the lease, the motors on and standing once it was asked to."""

    def __init__(self, emulator: Emulator, name: str = "test", clients: Sequence[Any] = ()) -> None:
        """:param clients: classes of further clients than those that bosdyn-client registers."""
        self.emulator = emulator
        self.sdk = bosdyn.client.create_standard_sdk(name, list(clients), cert_resource_glob=str(emulator.ca))
        self.robot = self.sdk.create_robot(emulator.host)
        self.robot.update_secure_channel_port(emulator.port)
        self.robot.authenticate("user", "password")
        self.keepers: list[Any] = []

    def client(self, kind: Any) -> Any:
        return self.robot.ensure_client(kind.default_service_name)

    @property
    def commands(self) -> Any:
        return self.client(RobotCommandClient)

    @property
    def states(self) -> Any:
        return self.client(RobotStateClient)

    def state(self) -> Any:
        return self.states.get_robot_state()

    def lease(self, *, keep: bool = True) -> Any:
        """Acquire the body's lease."""
        lease = self.client(LeaseClient).take()
        if keep:
            self.keepers.append(
                LeaseKeepAlive(self.client(LeaseClient), warnings=False, rpc_interval_seconds=1.0)
            )
        return lease

    def estop(self, timeout: float = 9.0) -> EstopKeepAlive:
        """Hold a released e-stop of our own."""
        endpoint = EstopEndpoint(self.client(EstopClient), "test", timeout)
        endpoint.force_simple_setup()
        keeper = EstopKeepAlive(endpoint)
        self.keepers.append(keeper)
        return keeper

    def stand(self) -> None:
        """Take the lease, sync the clock, power on and stand up."""
        self.robot.time_sync.wait_for_sync(timeout_sec=30)
        self.lease()
        self.robot.power_on(timeout_sec=40, update_frequency=10.0)
        blocking_stand(self.commands, timeout_sec=40, update_frequency=10.0)

    def close(self) -> None:
        for keeper in self.keepers:
            keeper.shutdown()
        if self.robot._time_sync_thread is not None:
            self.robot.stop_time_sync()
        self.robot._shutdown()
