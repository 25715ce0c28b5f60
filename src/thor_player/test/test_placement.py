from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thor_player.containment import attach, carry_onto
from thor_player.model import Box
from thor_player.placement import find_spot
from thor_player.rectangles import overlaps
from thor_player.state import load


def _first(world: Any, kind: Any) -> Any:
    return next(o for o in world.active() if o.object_type == kind)


def _put(world: Any, obj: Any, receptacle: Any, near: Any = None) -> Any:
    spot = find_spot(
        world, obj, receptacle, receptacle.box.center if near is None else near, through_doors=True
    )
    assert spot is not None, f"{obj.object_type} does not fit {receptacle.object_type}"
    carry_onto(world, obj, spot.base, spot.rotation)
    attach(world, obj, receptacle)
    return spot


@pytest.mark.parametrize(
    ("thing", "place"),
    [
        ("Mug", "CounterTop"), ("Mug", "CoffeeMachine"), ("Pan", "StoveBurner"), ("Potato", "Microwave"),
        ("Bread", "Fridge"), ("Lettuce", "Fridge"), ("Fork", "Drawer"), ("Spatula", "Drawer"), ("Plate", "Cabinet"),
        ("Bowl", "Cabinet"), ("Pot", "SinkBasin"), ("Spoon", "Mug"), ("ButterKnife", "Cup"), ("Apple", "Bowl"),
        ("Lettuce", "Pan"), ("Tomato", "GarbageCan"), ("Knife", "Plate"), ("Bottle", "Shelf"), ("Book", "Floor"),
    ],
)  # fmt: skip
def test_everyday_things_find_a_place(thing: Any, place: Any) -> None:
    world = load("FloorPlan1").world
    obj, receptacle = _first(world, thing), _first(world, place)
    spot = _put(world, obj, receptacle)
    assert obj.box.bottom == pytest.approx(float(spot.base[1]), abs=1e-6)
    assert obj.box.bottom > receptacle.box.bottom - 0.03
    assert receptacle.object_id in obj.parents


def test_the_nearest_free_place_is_taken() -> None:
    world = load("FloorPlan1").world
    counter, mug = _first(world, "CounterTop"), _first(world, "Mug")
    corner = counter.box.center + (counter.box.half * [0.9, 1.0, 0.9]) @ counter.box.axes()
    spot = find_spot(world, mug, counter, corner)
    assert spot is not None
    assert np.linalg.norm((spot.base - corner)[[0, 2]]) < 0.3


def test_what_may_touch_is_rather_put_into_view_than_clear_of_things_out_of_it() -> None:
    """Unity's agent puts things where it looks: on a crowded part of a counter rather than at the other end of it."""
    world = load("FloorPlan1").world
    counter, mug = _first(world, "CounterTop"), _first(world, "Mug")
    spot = find_spot(world, mug, counter, counter.box.center)
    assert spot is not None
    here = spot.base

    def far_away(points: np.ndarray) -> np.ndarray:
        return np.linalg.norm((points - here)[:, [0, 2]], axis=1) > 0.5

    there = find_spot(world, mug, counter, counter.box.center, rather=far_away)
    assert there is not None and far_away(there.base[None])[0]
    nowhere = find_spot(world, mug, counter, counter.box.center, rather=lambda p: np.zeros(len(p), bool))
    assert nowhere is not None and np.allclose(nowhere.base, here), "anywhere is better than not at all"


def test_things_do_not_overlap_while_there_is_room() -> None:
    world = load("FloorPlan1").world
    counter = _first(world, "CounterTop")
    placed = [
        o
        for o in world.active()
        if o.object_type in ("Mug", "Cup", "Pot", "Pan", "Kettle", "Toaster", "Lettuce")
    ]
    for obj in placed:
        _put(world, obj, counter)
    on_it = [world.objects[c] for c in counter.children]
    for obj in placed:
        for other in on_it:
            if (
                other is not obj
                and abs(other.box.center[1] - obj.box.center[1]) < other.box.half[1] + obj.box.half[1]
            ):
                hit = overlaps(
                    obj.box.center[None, [0, 2]], obj.box.half[[0, 2]], obj.box.yaw, other.box, -0.001
                )
                assert not hit[0], f"{obj.object_id} in {other.object_id}"


def test_what_is_too_big_does_not_fit() -> None:
    world = load("FloorPlan301").world
    bat = (
        _first(world, "BaseballBat") if any(o.object_type == "BaseballBat" for o in world.active()) else None
    )
    big = bat or max(
        (o for o in world.active() if o.can("pickupable")), key=lambda o: float(o.box.half.max())
    )
    drawer = min(
        (o for o in world.active() if o.object_type == "Drawer"), key=lambda o: float(np.prod(o.box.half))
    )
    big.bounds = np.array([[-0.5, 0.0, -0.5], [0.5, 0.6, 0.5]])
    assert find_spot(world, big, drawer, drawer.box.center, through_doors=True) is None


def test_containers_pile_up_but_not_for_ever() -> None:
    world = load("FloorPlan1").world
    can = _first(world, "GarbageCan")
    food = [o for o in world.active() if o.can("pickupable") and o.box.half.max() < 0.2][:12]
    heights = [float(_put(world, obj, can).base[1]) for obj in food[:6]]
    assert max(heights) > min(heights)
    assert max(heights) < can.box.top + 0.6


def test_a_towel_hangs_from_its_holder() -> None:
    world = load("FloorPlan401").world
    towel = _first(world, "Towel")
    holder = world.objects[towel.parents[0]]
    hung = towel.box.center.copy()
    _put(world, towel, _first(world, "Floor"))
    _put(world, towel, holder)
    assert np.linalg.norm(towel.box.center - hung) < 0.12


def test_a_closed_receptacle_takes_nothing() -> None:
    world = load("FloorPlan1").world
    fridge, apple = _first(world, "Fridge"), _first(world, "Apple")
    assert find_spot(world, apple, fridge, fridge.box.center) is None
    assert find_spot(world, apple, fridge, fridge.box.center, through_doors=True) is not None


numbers = st.floats(-2.0, 2.0)
sizes = st.floats(0.01, 1.0)
angles = st.floats(0.0, 360.0)


@given(numbers, numbers, sizes, sizes, angles, numbers, numbers, sizes, sizes, angles)
@settings(max_examples=200, deadline=None)
def test_overlap_agrees_with_sampled_points(
    ax: Any, az: Any, ahx: Any, ahz: Any, ayaw: Any, bx: Any, bz: Any, bhx: Any, bhz: Any, byaw: Any
) -> None:
    first = Box(np.array([ax, 0.0, az]), np.array([ahx, 1.0, ahz]), ayaw)
    second = Box(np.array([bx, 0.0, bz]), np.array([bhx, 1.0, bhz]), byaw)
    touching = overlaps(first.center[None, [0, 2]], first.half[[0, 2]], ayaw, second)[0]
    grid = np.stack(np.meshgrid(*[np.linspace(-0.99, 0.99, 15)] * 2), axis=-1).reshape(-1, 2)
    points = (
        first.center
        + np.stack([grid[:, 0] * ahx, np.zeros(len(grid)), grid[:, 1] * ahz], axis=1) @ first.axes()
    )
    inside = np.all(np.abs((points - second.center) @ second.axes().T) <= second.half, axis=1)
    if inside.any():
        assert touching
    reverse = overlaps(second.center[None, [0, 2]], second.half[[0, 2]], byaw, first)[0]
    assert touching == reverse


def test_leaves_give_way_to_what_is_put_beside_the_plant() -> None:
    """A recorded task puts a CD into this bowl, which stands under the leaves of a house plant (FloorPlan330)."""
    world = load("FloorPlan330").world
    bowl, plant, disc = (_first(world, kind) for kind in ("Bowl", "HousePlant", "CD"))
    carry_onto(world, bowl, np.array([-1.583, plant.box.bottom, 0.464]), np.zeros(3))
    carry_onto(world, disc, np.array([0.0, 0.5, 0.0]), np.zeros(3))  # flat, as the hand holds it
    assert abs(plant.box.center[0] - bowl.box.center[0]) < plant.box.half[0] + bowl.box.half[0]
    assert find_spot(world, disc, bowl, bowl.box.center) is not None
