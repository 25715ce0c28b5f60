"""What a robot remembers of a room, held against the room."""

import numpy as np
import pytest

from pred_core.objects import ObjectState
from pred_learning.detector.remembered import distance, hold_against, lookouts
from sim_bridge_thor.frames import point_to_map
from thor_player.reachability import reachable_positions
from thor_player.state import load


@pytest.fixture(scope="module")
def kitchen():
    return load("FloorPlan1").world


def entry(world, obj, class_name="", number=1, off=(0.0, 0.0, 0.0)):
    center = point_to_map(dict(zip("xyz", obj.box.center + off, strict=True)), world.floor)
    name = class_name or obj.object_type
    return ObjectState(id=f"{name}_{number}", class_name=name, center=center, size=(0.1, 0.1, 0.1))


def first(world, kind):
    return next(o for o in world.active() if o.object_type == kind)


def test_what_is_of_its_class_and_near_is_right_once(kitchen):
    mug, egg = first(kitchen, "Mug"), first(kitchen, "Egg")
    memory = [entry(kitchen, mug), entry(kitchen, mug, number=2, off=(0.1, 0.0, 0.0)), entry(kitchen, egg, "Apple")]
    shown = {mug.object_id: 200, egg.object_id: 200}
    found = hold_against(memory, kitchen.active(), shown, kitchen.floor)
    assert (found.entries["Mug"], found.right["Mug"], found.kept["Mug"]) == (2, 1, 1)
    assert (found.entries["Apple"], found.right["Apple"]) == (1, 0)
    assert (found.shown["Egg"], found.kept["Egg"]) == (1, 0)
    assert found.taken_for["Egg", "Apple"] == 1
    assert found.precision(carried=True) == pytest.approx(1 / 3)
    assert found.recall(carried=True) == pytest.approx(1 / 2)


def test_what_is_far_from_any_of_its_class_is_wrong(kitchen):
    fridge = first(kitchen, "Fridge")
    beside = entry(kitchen, fridge, off=(0.0, fridge.box.half[1] + 0.5, 0.0))
    found = hold_against([beside], kitchen.active(), {}, kitchen.floor)
    assert found.entries["Fridge"] == 1 and not found.right["Fridge"] and not found.shown["Fridge"]


def test_distance_is_from_the_box_of_a_turned_thing(kitchen):
    counter = max((o for o in kitchen.active() if o.object_type == "CounterTop"), key=lambda o: o.box.half[0])
    corner = counter.box.corners()[0]
    assert distance(corner, counter) == pytest.approx(0.0, abs=1e-9)
    away = corner + (corner - counter.box.center) / np.linalg.norm(corner - counter.box.center)
    assert 0.5 < distance(away, counter) <= 1.0


def test_lookouts_are_near_every_place(kitchen):
    places = reachable_positions(kitchen)
    chosen = lookouts(places, kitchen.agent.position)
    for place in places:
        assert min(np.linalg.norm((place - c)[[0, 2]]) for c in chosen) <= 1.5
