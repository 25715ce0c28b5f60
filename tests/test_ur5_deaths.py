"""A program of the arm's stack is killed in the middle of a motion: the arm stands, and stays where it is.

Of the programs that a launch needs (launch_end.needed) it is one of those that have no arm, and the one that has it.
The emulated controller is a process of its own here, as the real one is: it outlives the stack.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import launched
import numpy as np
import psutil
import pytest
from loaded_once import real_time, running
from test_ur5_launch import GLANCE, MOVING, STANDING, ArmClient

from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.link_settings import LinkSettings
from ur5_driver.driver.states import State
from ur5_emulator.trials.faults import stands_within
from ur5_emulator.trials.rehearsal import LIMITS, Controller, eventually

ADDRESS, FAULT_PORT = "127.0.0.65", 30165
UP_SECONDS = 200.0
ATTEMPTS = 3
"""How often it is tried on a machine whose time others take: launch, too, has to be told that a program ended."""


@pytest.fixture
def controller() -> Iterator[Controller]:
    made = Controller(ADDRESS, FAULT_PORT)
    yield made
    made.close()


def _stands_after(controller: Controller) -> float:
    """Return the seconds of the controller's clock until its joints stand."""
    first = now = controller.state()
    while np.abs(now["actual_qd"]).max() > STANDING:
        assert now["time"] < first["time"] + 10.0, "the arm does not stand"
        time.sleep(GLANCE)
        now = controller.state()
    return float(now["time"] - first["time"])


def _killed(name: str, domain: int, controller: Controller, folder: Path) -> float:
    """Kill a program of a stack whose arm moves; return how long the arm took to stand, s.

    :param domain: one where no program was killed yet: a dead one's services are still offered for a while
    """
    arguments = (f"robot_ip:={ADDRESS}", "run_dir:=none")
    stack = launched.launch(domain, "ur5.launch.py", *arguments, cwd=folder, start=real_time())
    client = ArmClient(domain)
    try:
        _set_out(client, stack)
        os.kill(_program(name), signal.SIGKILL)
        took = _stands_after(controller)
        launched.ended(stack)
    finally:
        client.close()
        if stack.poll() is None:
            os.killpg(stack.pid, signal.SIGKILL)
    return took


def _set_out(client: ArmClient, stack: subprocess.Popen[str]) -> None:
    """Send the camera to a view until the arm moves: before it is under control goals end at once."""

    def there() -> bool:
        if stack.poll() is not None:
            pytest.fail(f"the stack ended while it started: {launched.ended(stack)}")
        return bool(client.look_from.server_is_ready())

    client.until(there, UP_SECONDS)
    deadline = time.monotonic() + UP_SECONDS
    while client.speed <= MOVING:
        assert time.monotonic() < deadline, "the arm does not move"
        ended = client.look("survey_left").get_result_async()
        client.until(lambda ended=ended: client.speed > MOVING or ended.done(), UP_SECONDS)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "domain"), [("executive", 63), ("bridge", 66)])
def test_the_arm_stands_when_a_program_is_killed(
    name: str, domain: int, controller: Controller, tmp_path: Path
) -> None:
    took: list[float] = []
    while not took or (took[-1] > stands_within() and len(took) < ATTEMPTS):
        took.append(_killed(name, domain + len(took), controller, tmp_path))
    assert min(took) <= stands_within(), took
    before = np.array(controller.state()["actual_q"])
    link = ArmLink(LinkSettings(ADDRESS, LIMITS, gripper=False))
    link.start()
    try:  # whoever takes the arm next finds it where it stopped
        assert eventually(lambda: link.state is State.READY, 20.0), link.problem
    finally:
        link.close()
    assert np.abs(np.array(controller.state()["actual_q"]) - before).max() < 0.002


def _program(name: str) -> int:
    """Return the process of one of the stack's programs, as the launch knows it."""
    found = []
    for process in running():
        try:
            if any(part.endswith(f"/{name}") for part in psutil.Process(process).cmdline()):
                found.append(process)
        except psutil.NoSuchProcess:  # it has ended
            continue
    assert len(found) == 1, found
    return found[0]
