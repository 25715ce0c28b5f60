"""Control is handed back when somebody asks, and taken again only when somebody asks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ur5_driver.driver import recovery, states
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.states import State
from ur5_driver.driver.supervision import HANDED_BACK
from ur5_emulator.trials.faults import UnderWay, ended_program, speed, turn
from ur5_emulator.trials.rehearsal import Controller, eventually, linked


@pytest.fixture(scope="module")
def pair() -> Iterator[tuple[Controller, ArmLink]]:
    with linked("127.0.0.52", 30152) as (controller, link):
        yield controller, link


@pytest.fixture
def both(pair: tuple[Controller, ArmLink]) -> tuple[Controller, ArmLink]:
    """Give them with the arm under control."""
    controller, link = pair
    assert link.state is State.READY or recovery.recover(link), link.problem
    return controller, link


def test_the_drivers_program_is_ended_and_no_other_begun(both: tuple[Controller, ArmLink]) -> None:
    controller, link = both
    assert link.hand_back(), link.problem
    assert ended_program(controller)
    assert eventually(lambda: link.state is State.IDLE)
    assert link.available() == HANDED_BACK and not link.armed
    looks = iter(range(60))
    assert eventually(lambda: link.held or next(looks, None) is None, 20.0) and not link.held  # nobody asked for it
    assert link.hand_back().message.startswith("The driver has no control")
    assert recovery.recover(link), link.problem
    assert link.state is State.READY and not link.handed_back


def test_the_controllers_own_program_takes_the_drivers_place(both: tuple[Controller, ArmLink]) -> None:
    controller, link = both
    assert link.hand_back(), link.problem
    assert link.dashboard.ask("load demo.urp").startswith("Loading program")
    assert link.dashboard.ask("play") == "Starting program"
    assert eventually(lambda: link.program.foreign)
    assert recovery.recover(link) == states.FOREIGN
    assert controller.state()["program"] == "loaded_program"
    assert link.dashboard.ask("stop") == "Stopped"
    assert eventually(lambda: not link.program.foreign)
    assert recovery.recover(link), link.problem


def test_what_moves_ends_and_says_so(both: tuple[Controller, ArmLink]) -> None:
    controller, link = both
    motion = UnderWay(link, turn)
    assert eventually(lambda: speed(controller) > 0.1)
    assert link.stop(), link.problem
    assert link.hand_back(), link.problem
    assert not motion.join()
    assert eventually(lambda: speed(controller) < 1e-3) and ended_program(controller)
