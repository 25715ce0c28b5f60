from typing import Any

import numpy as np
import pytest

from thor_player.falling import landing_under
from thor_player.model import SimObject
from thor_player.opening import swing
from thor_player.state import load

ABOVE = np.array([0.0, 0.25, 0.0])
# Basins are let into counters, drawers lie under them: their tops are known as rectangles that go across.
HOLLOWS = [
    ("FloorPlan1", "Cup", "SinkBasin"), ("FloorPlan13", "Mug", "SinkBasin"), ("FloorPlan7", "Mug", "SinkBasin"),
    ("FloorPlan405", "SoapBar", "SinkBasin"), ("FloorPlan405", "SoapBar", "BathtubBasin"),
    ("FloorPlan1", "Cup", "Drawer"), ("FloorPlan203", "Pencil", "Box"), ("FloorPlan13", "Mug", "GarbageCan"),
]  # fmt: skip


def _of(world: Any, kind: str) -> SimObject:
    return next(o for o in world.active() if o.object_type == kind)


def _ground(receptacle: SimObject) -> np.ndarray:
    """Return the middle (3,) of the ground of a hollow, which is opened for it."""
    inside = next(s for s in receptacle.surfaces if s.inside)
    return np.asarray(receptacle.box.center + inside.center @ receptacle.box.axes())


@pytest.mark.parametrize(("scene", "thing", "hollow"), HOLLOWS)
def test_what_falls_into_a_hollow_rests_on_its_ground(scene: str, thing: str, hollow: str) -> None:
    world = load(scene).world
    receptacle = _of(world, hollow)
    if receptacle.can("openable"):
        swing(world, receptacle, 1.0)
    ground = _ground(receptacle)
    landing = landing_under(world, _of(world, thing), ground + ABOVE)
    assert landing.receptacle is receptacle
    assert landing.base[1] < receptacle.box.top
    assert np.abs(landing.base - ground)[[0, 2]].max() < 0.3


@pytest.mark.parametrize(
    ("scene", "thing"), [("FloorPlan1", "Cup"), ("FloorPlan13", "Mug"), ("FloorPlan7", "Mug")]
)
def test_what_falls_beside_the_basin_rests_on_the_counter(scene: str, thing: str) -> None:
    world = load(scene).world
    basin = _of(world, "SinkBasin")
    counter = next(
        o for o in world.active() if o.object_type == "CounterTop" and o.object_id in _under(world, basin)
    )
    surface = max(counter.surfaces, key=lambda s: float(np.prod(s.half)))
    middle = counter.box.center + surface.center @ counter.box.axes()
    along = 0 if surface.half[0] > surface.half[1] else 1
    shares = np.linspace(-0.9, 0.9, 19)
    for share in shares:
        local = np.zeros(3)
        local[2 * along] = share * surface.half[along]
        point = middle + local @ counter.box.axes()
        if np.abs((point - basin.box.center) @ basin.box.axes().T)[[0, 2]].max() > 0.5:
            break
    landing = landing_under(world, _of(world, thing), point + ABOVE)
    assert landing.base[1] > basin.box.top - 0.05
    assert landing.receptacle is not basin


def _under(world: Any, basin: SimObject) -> set[str]:
    """Return the counters whose tops go across a basin."""
    found = set()
    for counter in (o for o in world.active() if o.object_type == "CounterTop"):
        for surface in counter.surfaces:
            middle = counter.box.center + surface.center @ counter.box.axes()
            away = np.abs((basin.box.center - middle) @ counter.box.axes().T)[[0, 2]]
            if np.all(away < surface.half):
                found.add(counter.object_id)
    return found


def test_what_falls_onto_a_closed_drawer_is_not_in_it() -> None:
    world = load("FloorPlan1").world
    drawer = _of(world, "Drawer")
    landing = landing_under(world, _of(world, "Cup"), _ground(drawer) + ABOVE)
    assert landing.receptacle is not drawer


@pytest.mark.parametrize(
    ("scene", "thing"), [("FloorPlan204", "RemoteControl"), ("FloorPlan212", "KeyChain")]
)
def test_what_falls_onto_an_arm_or_the_back_of_a_sofa_rests_on_it(scene: str, thing: str) -> None:
    world = load(scene).world
    sofa = _of(world, "Sofa")
    for share in (np.array([-0.9, 0.0, 0.0]), np.array([0.0, 0.0, -0.85]), np.zeros(3)):
        above = sofa.box.center + (share * sofa.box.half) @ sofa.box.axes()
        above[1] = sofa.box.top + 0.1
        landing = landing_under(world, _of(world, thing), above)
        assert landing.receptacle is sofa and landing.base[1] < sofa.box.top


def test_what_is_let_go_in_an_open_fridge_before_its_shelves_rests_in_it_and_on_its_top_it_does_not() -> None:
    world = load("FloorPlan7").world
    fridge = _of(world, "Fridge")
    shelf = min(fridge.surfaces, key=lambda s: float(s.center[1]))
    ahead = fridge.box.center + shelf.center @ fridge.box.axes() - np.array([0.0, 0.2, 0.0])
    assert landing_under(world, _of(world, "Apple"), ahead).receptacle is not fridge, "it is shut"
    swing(world, fridge, 1.0)
    assert landing_under(world, _of(world, "Apple"), ahead).receptacle is fridge
    over = np.array([*fridge.box.center])
    over[1] = fridge.box.top + 0.2
    assert landing_under(world, _of(world, "Apple"), over).receptacle is not fridge
