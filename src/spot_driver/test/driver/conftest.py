"""One emulated Spot for the tests of this folder that need a robot, and a link to it."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))  # what the tests share lies beside them

PATIENCE = 60.0
GLANCE = 0.01
"""How long the true state is left unasked, s: who asks without a pause takes the time that the robot moves in."""
WATCHDOG = 0.5
SCENE = "FloorPlan13"


@dataclass
class Emulator:
    """A running robot: its ports, and its port of faults and truths."""

    port: int
    certificate: str
    sim: Any

    def fault(self, name: str) -> None:
        self.sim.ask({"fault": name})

    @contextmanager
    def failing(self, name: str, end: str) -> Iterator[None]:
        """Put a fault in, and take it away by what ends it, if anything does: tests after a failed one need a robot."""
        self.fault(name)
        try:
            yield
        finally:
            if end:
                self.fault(end)

    @property
    def state(self) -> dict[str, Any]:
        answer: dict[str, Any] = self.sim.ask({"state": True})
        return answer

    def stays(self, fact: Callable[[dict[str, Any]], bool], seconds: float) -> bool:
        """Tell whether something is true of the true state for some seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not fact(self.state):
                return False
            time.sleep(GLANCE)
        return True

    def until(self, reached: Callable[[dict[str, Any]], bool], within: float = PATIENCE) -> float:
        """Wait for a true state; return how long that took, s of the robot's clock."""
        begun = self.state
        state, deadline = begun, time.monotonic() + within
        while not reached(state):
            assert time.monotonic() < deadline, f"not within {within} s: {state}"
            time.sleep(GLANCE)
            state = self.state
        return float(state["time"] - begun["time"])


@pytest.fixture(scope="module", autouse=True)
def login() -> Iterator[None]:
    """Give the driver a login while the tests of a file run, and take it back: other robots have other users."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOSDYN_CLIENT_USERNAME", "somebody")
        patch.setenv("BOSDYN_CLIENT_PASSWORD", "something")
        yield


@pytest.fixture(scope="module")
def speed(request) -> Iterator[float]:
    """Return how many times as fast as this machine's the module's robot and driver have their clocks."""
    from spot_driver.driver import clock

    rate = float(getattr(request.module, "SPEED", 1))
    if rate != 1.0:
        clock.run_at(rate)
    yield rate
    if rate != 1.0:
        clock.run_at(1.0)


@pytest.fixture(scope="module")
def emulator(request, login, speed, tmp_path_factory) -> Iterator[Emulator]:
    """Give the module's robot; it may name its SCENE, where it STARTs, as x,y,yaw, and its clock's SPEED."""
    pytest.importorskip("pred_msgs", reason="needs the built interfaces: run through ./pred test")
    from loaded_once import spot_robot

    from spot_driver.bridge.truth import SimPort

    certificate = tmp_path_factory.mktemp("spot") / "ca.pem"
    options = ("--port", "0", "--fault-port", "0", "--ca-out", str(certificate))
    options += ("--scene", getattr(request.module, "SCENE", SCENE))
    start = getattr(request.module, "START", "")
    options += ("--start", start) if start else ()
    options += ("--speed", str(speed))
    command = [*spot_robot(), sys.executable, "-m", "spot_emulator.command", *options, "--stdin-guard"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None and process.stdout is not None
    line = process.stdout.readline()
    ports = [int(p) for p in re.findall(r":(\d+)", line)]
    assert len(ports) == 2, f"the emulator did not start: {line!r}"
    yield Emulator(ports[0], str(certificate), SimPort("127.0.0.1", ports[1]))
    process.stdin.close()
    try:
        process.wait(20.0)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@pytest.fixture
def make_link(emulator) -> Iterator[Callable[..., Any]]:
    """Return what connects to the robot; every link is closed in the end."""
    from spot_driver.driver.limits import Limits
    from spot_driver.driver.link import SpotLink
    from spot_driver.driver.link_settings import LinkSettings
    from spot_driver.driver.session import Address

    made = []

    def make(**settings: Any) -> SpotLink:
        limits = settings.pop("limits", Limits())
        settings = {"patience": 4.0, "guard_silence": 4.0, **settings}
        link = SpotLink(
            LinkSettings(Address("127.0.0.1", emulator.port, emulator.certificate), limits, **settings)
        )
        made.append(link)
        link.start()
        deadline = time.monotonic() + PATIENCE
        while not link.connected:
            assert time.monotonic() < deadline, f"not connected: {link.ladder.trouble}"
            time.sleep(0.05)
        return link

    yield make
    for link in made:
        link.close()


@pytest.fixture
def ready_robot(make_link, speed):
    """Return a link with the lease to a standing robot, and its hands, told as often as without a faster clock."""
    from spot_driver.bridge.doing import ready
    from spot_driver.driver.manipulator import HandSettings, Manipulator

    link = make_link()
    hands = Manipulator(link, HandSettings(watchdog=speed * WATCHDOG))
    outcome = ready(link, hands, float(np.deg2rad(25.0)), threading.Event())
    assert outcome, outcome
    return link, hands
