"""The controller fetches the driver's program itself, by its External Control program."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from ur5_driver.driver import recovery
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.link_settings import LinkSettings
from ur5_driver.driver.motion import joints_of
from ur5_driver.driver.states import State
from ur5_driver.driver.worker import NOTHING_LOADED
from ur5_emulator.trials.faults import ended_program
from ur5_emulator.trials.rehearsal import LIMITS, STARTS_WITHIN, Controller, eventually

PORT = 50153
HOST = "127.0.0.53"


@pytest.fixture(scope="module")
def controller() -> Iterator[Controller]:
    made = Controller(HOST, 30153, "--no-gripper", "--external-control", f"127.0.0.1:{PORT}")
    yield made
    made.close()


@pytest.fixture
def link(controller: Controller) -> Iterator[ArmLink]:
    made = ArmLink(
        LinkSettings(controller.host, LIMITS, gripper=False, silence=3.0, watchdog=1.0, program_port=PORT)
    )
    made.start()
    yield made
    made.close()


def test_without_a_loaded_program_it_says_what_to_do(link: ArmLink) -> None:
    assert eventually(lambda: link.problem == NOTHING_LOADED, STARTS_WITHIN), link.problem
    assert "load_program" in link.available().message


def test_the_program_is_fetched_moves_the_arm_and_is_handed_back(controller: Controller, link: ArmLink) -> None:
    assert eventually(lambda: not link.held and link.problem == NOTHING_LOADED, STARTS_WITHIN), link.problem
    assert link.dashboard.ask("load external_control.urp").startswith("Loading program")
    assert recovery.recover(link), link.problem
    assert link.state is State.READY and controller.state()["program"] == "external_control"
    seen = link.snapshot
    assert seen is not None
    goal = seen.q.copy()
    goal[0] += 0.1
    command = LIMITS.joints(joints_of(seen.q), joints_of(goal), 0.5, 0.5)
    assert link.move(command, threading.Event())
    assert link.hand_back() and ended_program(controller)
    assert recovery.recover(link), link.problem


def test_a_port_that_is_taken_is_told(controller: Controller, link: ArmLink) -> None:
    assert eventually(lambda: link.state is State.READY, STARTS_WITHIN), link.problem
    assert link.hand_back() and ended_program(controller)
    with socket.create_server(("", PORT)):
        refused = recovery.recover(link)
    assert not refused and f"Port {PORT} of this machine cannot be used" in refused.message


def test_a_machine_that_does_not_answer_starts_nothing(controller: Controller) -> None:
    with socket.create_connection((controller.host, 29999), 5.0) as dashboard:
        lines = dashboard.makefile("rw")
        lines.readline()
        for line in ("load external_control.urp", "play"):
            lines.write(f"{line}\n")
            lines.flush()
            assert "program" in lines.readline()
    assert eventually(lambda: any("fetched no program" in note for note in controller.state()["notes"]))
    assert controller.state()["program"] is None
