"""The person at the emulated table takes what is held out still at their place, and has it once it is let go."""

from __future__ import annotations

import numpy as np
import pytest

from ur5_description import hand_over
from ur5_description.mount import read_mount
from ur5_emulator.table import contacts
from ur5_emulator.table.person import GIVEN, NO_PULL, PERSON, TableStandIn
from ur5_emulator.table.state import world_state
from ur5_emulator.table.world import CameraModel, Placed, TableWorld

HERE = np.array(hand_over.PLACE)
TURN = 0.008


def held_out(person: TableStandIn, tip: np.ndarray, seconds: float, *, speed: float = 0.0) -> float:
    """Hold an apple out for some seconds; return the strongest pull, N."""
    most, apple = 0.0, ("apple",)
    for k in range(round(seconds / TURN)):
        at = tip + np.array([0.0, 0.0, speed * k * TURN])
        pull, taken = person.sees(at, apple, TURN, k * TURN)
        most = max(most, float(np.linalg.norm(pull[:3])))
        assert not taken
    return most


def test_it_pulls_harder_than_the_driver_asks_and_has_what_is_let_go():
    person = TableStandIn(after=1.0)
    assert held_out(person, HERE, 0.9) == 0.0
    person = TableStandIn(after=1.0)
    assert held_out(person, HERE, 1.2) > hand_over.PULL
    assert person.given == set()
    assert person.sees(HERE, (), TURN, 2.0) == (NO_PULL, {"apple"})
    assert person.given == {"apple"}
    assert person.sees(HERE, (), TURN, 2.1) == (NO_PULL, frozenset())


@pytest.mark.parametrize(
    ("after", "off", "speed"), [(0.0, 0.0, 0.0), (1.0, 0.2, 0.0), (1.0, 0.0, 0.05)], ids=["never", "far", "moving"]
)
def test_it_takes_nothing_that_is_not_held_out_to_it(after: float, off: float, speed: float):
    person = TableStandIn(after=after)
    assert held_out(person, HERE + np.array([off, 0.0, 0.0]), 1.5, speed=speed) == 0.0
    assert person.sees(HERE, (), TURN, 9.0)[1] == frozenset()


def test_what_was_taken_is_out_of_the_world_and_stays_so():
    things = [Placed("apple", "Apple", (0.4, 0.0, 0.04)), Placed("box", "Box", (0.5, -0.3, 0.06))]
    world = TableWorld(things, CameraModel(read_mount()))
    world.step(100)
    world.take_away("apple")
    away = world.pose("apple")[:3, 3]
    world.step(500)
    assert np.linalg.norm(world.pose("apple")[:3, 3] - away) < 0.01
    owners = contacts.Owners.of(world.model, ("apple", "box"))
    state = world_state(world, owners, frozenset({"apple"}))
    assert (state.given, state.held) == ({"apple"}, frozenset())
    told = state._object(things[0], state)
    assert (told["relation"], told["parent"], told["off_table"]) == (GIVEN, PERSON, False)
