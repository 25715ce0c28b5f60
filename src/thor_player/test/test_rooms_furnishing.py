"""Furniture follows what was recorded on it; panes stay at their walls; basins own what is inside them."""

from __future__ import annotations

import numpy as np
import pytest

from thor_player import rooms, state
from thor_player.collision import stands_on
from thor_player.containment import carry_onto, detach
from thor_player.model import Agent, Box, SimObject, World
from thor_player.render import Renderer
from thor_player.rooms_counters import set_back
from thor_player.rooms_shelves import BOARD, under_counter
from thor_player.settling import settle
from thor_player.shapes import build
from thor_player.solids_carve import extent
from thor_player.solids_pose import to_local
from thor_player.surfaces import first_parent
from thor_player.visibility import agent_camera, cast_ray


def _heights(obj: SimObject) -> list[float]:
    return sorted(obj.box.center[1] + float(s.center[1]) for s in obj.surfaces)


def _only(world: World, start: str) -> SimObject:
    return next(o for o in world.objects.values() if o.object_id.startswith(start))


@pytest.mark.parametrize("scene", ["FloorPlan320", "FloorPlan203", "FloorPlan6"])
def test_no_pane_reaches_deep_into_the_room(scene: str) -> None:
    world = rooms.load_world(scene)
    for obj in world.objects.values():
        if obj.object_type in ("Window", "Painting", "Mirror", "Blinds", "Curtains"):
            assert 2.0 * min(obj.box.half[0], obj.box.half[2]) < 0.5, obj.object_id


def test_a_window_round_a_corner_hides_nothing_in_the_room() -> None:
    world = rooms.load_world("FloorPlan320")
    eye = world.bounds.center + np.array([0.0, 0.1, 0.0])
    bed = _only(world, "Bed")
    hit, _ = cast_ray(world, eye, bed.box.center - eye)
    assert hit is not None and not hit.startswith("Window")


def test_a_glass_corner_is_hollow() -> None:
    world = rooms.load_world("FloorPlan412")
    glass = _only(world, "ShowerGlass")
    assert glass.parts and all(min(p.half[0], p.half[2]) < 0.01 for p in glass.parts)


@pytest.mark.parametrize(
    ("scene", "start", "heights"),
    [
        ("FloorPlan310", "Desk|", [0.837, 1.774]),
        ("FloorPlan309", "Desk|", [1.104]),
        ("FloorPlan209", "Sofa|", [0.326]),
        ("FloorPlan209", "ArmChair|", [0.319]),
        ("FloorPlan401", "SideTable|", [0.229, 0.857]),
    ],
)
def test_surfaces_are_where_recorded_objects_rest(scene: str, start: str, heights: list[float]) -> None:
    assert _heights(_only(rooms.load_world(scene), start)) == pytest.approx(heights, abs=0.01)


@pytest.mark.parametrize("scene", ["FloorPlan22", "FloorPlan16", "FloorPlan6"])
def test_recorded_loads_lie_over_their_counter(scene: str) -> None:
    world = rooms.load_world(scene)
    for obj in world.objects.values():
        for counter in (world.objects[p] for p in obj.parents if p.startswith("CounterTop|")):
            if obj.can("pickupable"):
                local = counter.box.axes() @ (obj.box.center - counter.box.center)
                off = [np.abs(local - s.center)[[0, 2]] - s.half for s in counter.surfaces]
                assert min(float(o.max()) for o in off) < 0.05, obj.object_id


@pytest.mark.parametrize("scene", ["FloorPlan1", "FloorPlan5", "FloorPlan415"])
def test_the_inside_of_a_sink_is_its_basin(scene: str) -> None:
    world = state.load(scene).world
    basin = next(o for o in world.objects.values() if o.object_type == "SinkBasin")
    sink = world.objects[basin.object_id.rsplit("|", 1)[0]]
    eye = basin.box.center + np.array([0.0, 0.6, 0.0])
    for share in (0.0, 0.7):
        aim = (
            basin.box.center
            - [0.0, basin.box.half[1], 0.0]
            + share * basin.box.half * [1, 0, 1] @ basin.box.axes()
        )
        hit, _ = cast_ray(world, eye, aim - eye)
        assert hit == basin.object_id or (hit is not None and world.objects[hit].can("pickupable"))
    assert all(s.center[1] > 0.0 for s in sink.surfaces)


def test_the_middle_of_a_tub_is_seen_over_its_rim() -> None:
    """Unity's agent saw cloths and soap in this one from 30 cm before it; its recorded basin is half as wide."""
    world = rooms.load_world("FloorPlan420")
    tub, basin = _only(world, "Bathtub"), _only(world, "Bathtub|-01.28|+00.28|-02.53|SinkBasin")
    eye, aim = tub.box.center.copy(), basin.box.center.copy()
    eye[1:] = 1.576, tub.box.center[2] + float(tub.box.half[2]) + 0.3
    aim[1] = basin.box.bottom + 0.01
    hit, _ = cast_ray(world, eye, aim - eye)
    assert hit == basin.object_id


def test_a_basin_is_well_seen_from_a_metre_away() -> None:
    world = state.load("FloorPlan5").world
    basin = next(o for o in world.objects.values() if o.object_type == "SinkBasin")
    agent = Agent(np.array([0.5, stands_on(world), -1.5]), 270.0, 45.0)
    frame = Renderer(world).render(agent_camera(agent))
    assert int((frame.ids == frame.names.index(basin.object_id)).sum()) > 100


def test_what_is_dropped_into_a_sink_is_in_the_basin() -> None:
    player = state.load("FloorPlan5")
    basin = next(o for o in player.world.objects.values() if o.object_type == "SinkBasin")
    item = next(o for o in player.world.objects.values() if o.object_type == "Fork")
    detach(player.world, item)
    carry_onto(player.world, item, basin.box.center - [0.0, basin.box.half[1] - 0.02, 0.0], item.rotation)
    settle(player.world, item)
    assert item.parents[0] == basin.object_id


def test_a_fridge_stands_on_the_floor_whatever_a_stale_list_says() -> None:
    world = state.load("FloorPlan19").world
    assert world.objects[_only(world, "Fridge").parents[0]].object_type == "Floor"


def test_a_small_plate_under_it_does_not_hold_a_pan() -> None:
    world = state.load("FloorPlan5").world
    pan, plate = _only(world, "Pan"), _only(world, "Plate")
    plate.box.center[[0, 2]] = pan.box.center[[0, 2]]
    settle(world, pan)
    assert pan.parents[0].startswith("CounterTop")


def _made(world: World, kind: str, center: list[float], size: list[float]) -> SimObject:
    obj = rooms.make_object(world, kind, np.array(center), np.zeros(3), f"{kind}_made")
    obj.box, obj.front = Box(np.array(center), np.array(size) / 2.0), 0.0
    return obj


def _pixels(world: World, x: float, z: float, yaw: float, horizon: float) -> dict[str, int]:
    frame = Renderer(world).render(agent_camera(Agent(np.array([x, stands_on(world), z]), yaw, horizon)))
    return {name: int((frame.ids == i).sum()) for i, name in enumerate(frame.names)}


def test_boards_under_a_counter_are_open_to_the_front_and_up_to_the_next() -> None:
    world = rooms.load_world("FloorPlan415")
    counter = _made(world, "CounterTop", [0.0, 1.0, 0.0], [2.0, 0.02, 0.8])
    low = _made(world, "Shelf", [0.0, 0.1, 0.0], [1.8, 0.02, 0.7])
    high = _made(world, "Shelf", [0.0, 0.5, 0.0], [1.8, 0.02, 0.7])
    aside = _made(world, "Shelf", [3.0, 0.5, 0.0], [1.8, 0.02, 0.7])
    under, over = under_counter(counter, -0.05, [counter, low, high, aside])
    assert under[1, 1] == pytest.approx(high.box.bottom - BOARD - 1.0)
    assert over[1, 1] == pytest.approx(-0.05)
    for space, shelf in ((under, low), (over, high)):
        assert space[0, 1] == pytest.approx(shelf.box.bottom - BOARD - 1.0)
        assert space[1, 2] > 0.4


def test_the_boards_of_an_open_wash_stand_are_seen_from_before_it() -> None:
    world = rooms.load_world("FloorPlan415")
    seen = _pixels(world, -1.25, -2.75, 270.0, 45.0)
    shelves = [o.object_id for o in world.objects.values() if o.object_type == "Shelf" and o.box.top < 0.5]
    assert len(shelves) == 2 and all(seen[name] > 500 for name in shelves)


@pytest.mark.parametrize("scene", ["FloorPlan7", "FloorPlan20", "FloorPlan302", "FloorPlan306", "FloorPlan330"])
def test_a_board_is_under_what_is_recorded_on_its_shelf(scene: str) -> None:
    world = rooms.load_world(scene)
    carried = 0
    for shelf in (o for o in world.objects.values() if o.object_type == "Shelf"):
        board = shelf.solids[0]
        for thing in (o for o in world.objects.values() if first_parent(o) == shelf.object_id):
            if thing.can("pickupable"):
                inside = np.abs(to_local(board, thing.box).center[[0, 2]]) <= board.half[[0, 2]]
                assert inside.all() and abs(thing.box.bottom - board.top) < 0.06, thing.object_id
                carried += 1
    assert carried > 0


def test_a_board_is_drawn_as_it_blocks_whatever_side_is_the_shelfs_front() -> None:
    shelves = [o for o in rooms.load_world("FloorPlan305").objects.values() if o.object_type == "Shelf"]
    assert any(shelf.front for shelf in shelves)
    for shelf in shelves:
        assert np.allclose(build(shelf).extent(), extent(shelf.parts[0]), atol=0.002), shelf.object_id


def test_a_shelf_that_is_recorded_as_its_back_takes_things_on_its_board() -> None:
    world = rooms.load_world("FloorPlan306")
    shelf, clock = _only(world, "Shelf"), _only(world, "AlarmClock")
    surface = shelf.surfaces[0]
    assert abs(shelf.box.center[1] + surface.center[1] - clock.box.bottom) < 0.02 and surface.half.min() > 0.05


@pytest.mark.parametrize(
    ("scene", "start", "rise"),
    [
        ("FloorPlan14", "Spoon", 0.036),  # in the basin
        ("FloorPlan316", "CreditCard", 0.027),  # on a desk whose board is recorded over it
        ("FloorPlan316", "Lamp", 0.0),
        ("FloorPlan306", "AlarmClock", 0.0),
    ],
)
def test_what_is_sunk_into_its_furniture_is_brought_up(scene: str, start: str, rise: float) -> None:
    things = [o for o in rooms.load_world(scene).objects.values() if o.object_type.endswith(start)]
    assert things
    for thing in things:
        recorded = thing.record["position"]["y"]
        assert abs(float(thing.position[1]) - recorded - rise) < 0.002, thing.object_id


def test_a_counter_is_no_deeper_than_its_drawers_below_its_top() -> None:
    world = rooms.load_world("FloorPlan415")
    counter = _made(world, "CounterTop", [0.0, 1.0, 0.0], [2.0, 0.02, 0.8])
    drawer = _made(world, "Drawer", [0.0, 0.8, 0.0], [0.5, 0.2, 0.6])
    body = np.array([[-1.0, -1.0, -0.4], [1.0, -0.05, 0.4]])
    kept = set_back(counter, body, [drawer])
    assert kept[1, 2] == pytest.approx(0.3)
    kept[1, 2] = body[1, 2]
    assert kept == pytest.approx(body)
    drawer.box.center[2] = -0.3  # far behind the edge: what is before it is more than an overhang
    assert set_back(counter, body, [drawer]) == pytest.approx(body)


@pytest.mark.parametrize(
    ("scene", "start"),
    [("FloorPlan324", "Dresser|"), ("FloorPlan415", "Dresser|"), ("FloorPlan308", "Desk|-00.64")],
)
def test_drawers_open_to_the_front_of_their_furniture(scene: str, start: str) -> None:
    world = rooms.load_world(scene)
    holder = _only(world, start)
    drawers = [
        o
        for o in world.objects.values()
        if o.object_type == "Drawer"
        and np.all(np.abs(holder.box.axes() @ (o.box.center - holder.box.center)) < holder.box.half)
    ]
    assert drawers
    for drawer in drawers:
        turn = np.radians((drawer.front or 0.0) + drawer.box.yaw - holder.box.yaw)
        assert np.cos(turn) > 0.99


def test_what_stands_under_a_high_bed_is_seen() -> None:
    seen = _pixels(rooms.load_world("FloorPlan318"), 0.5, 0.75, 300.0, 30.0)
    assert seen["Desk|-00.66|+00.01|+01.81"] > 500


def test_a_cabinet_of_which_the_leaf_alone_was_recorded_holds_what_was_recorded_behind_it() -> None:
    world = rooms.load_world("FloorPlan407")
    bottle = _only(world, "SprayBottle|")
    cabinet = world.objects[bottle.parents[0]]
    assert 0.4 < 2.0 * cabinet.box.half[2] < 0.6, "as deep as the counter over it"
    away = np.abs(cabinet.box.axes() @ (bottle.box.center - cabinet.box.center))
    assert np.all(away <= cabinet.box.half) and bottle.box.bottom == pytest.approx(_heights(cabinet)[0], abs=0.01)
    around = [f for f in world.structure.fixtures if f.spans(bottle.box.center)]
    assert all(f.bottom > bottle.box.top for f in around), "nothing of the counter fills it"
    assert len(world.structure.fixture_stand_off) == len(world.structure.fixtures), "a distance for each body"
