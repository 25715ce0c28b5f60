"""Rooms load as recorded: ids, boxes, fronts, counters, copies."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thor_player import reachability, rooms, rooms_data
from thor_player.model import Array, Box, World
from thor_player.solids_carve import carve
from thor_player.solids_pose import move, posed_box, set_openness, to_local, to_world


@pytest.fixture
def kitchen() -> World:
    return rooms.load_world("FloorPlan1")


def test_scenes_are_the_120_rooms() -> None:
    names = rooms.scenes()
    assert len(names) == len(set(names)) == 120
    assert {"FloorPlan1", "FloorPlan230", "FloorPlan301", "FloorPlan430"} <= set(names)


@pytest.mark.parametrize("scene", ["FloorPlan31", "FloorPlan0", "kitchen", "", "FloorPlan1_physics_physics"])
def test_unknown_scene_says_which_there_are(scene: str) -> None:
    with pytest.raises(rooms_data.UnknownScene, match="FloorPlan201-230"):
        rooms.load_world(scene)


def test_physics_suffix_is_the_same_room(kitchen: World) -> None:
    other = rooms.load_world("FloorPlan1_physics")
    assert list(other.objects) == list(kitchen.objects)
    assert other.scene == kitchen.scene == "FloorPlan1"
    assert other.room_kind == "Kitchen"


def test_cache_folder_is_made_once_and_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = rooms_data.records("FloorPlan7")
    files = list(tmp_path.rglob("FloorPlan*.json"))
    assert len(files) == 120 and not list(tmp_path.rglob("*.part"))
    stamp = files[0].stat().st_mtime_ns
    assert rooms_data.records("FloorPlan7") == first
    assert files[0].stat().st_mtime_ns == stamp


def test_start_pose_is_solved_from_the_recorded_distances(kitchen: World) -> None:
    assert kitchen.agent.position == pytest.approx([-1.0, 0.9009992, 1.0])
    for obj in kitchen.objects.values():
        distance = float(np.linalg.norm(obj.position - kitchen.agent.position))
        assert distance == pytest.approx(obj.record["distance"], abs=0.01)


@pytest.mark.parametrize(
    ("scene", "height"),  # at which ALFRED's agent stood, in another build
    [("FloorPlan12", 0.901), ("FloorPlan30", 0.9305), ("FloorPlan214", 0.9204), ("FloorPlan224", 0.9168)],
)
def test_the_agent_stands_as_high_as_unitys(scene: str, height: float) -> None:
    assert rooms.load_world(scene).agent.position[1] == pytest.approx(height, abs=0.012)


def test_ids_of_most_objects_follow_from_their_positions() -> None:
    wrong = total = 0
    for scene in rooms.scenes()[::10]:
        for obj in rooms.load_world(scene).objects.values():
            if not obj.can("pickupable") and obj.object_id.count("|") == 3:
                total += 1
                wrong += rooms.object_id(obj.object_type, obj.position) != obj.object_id
    assert wrong / total < 0.05  # physics moved a few after they were named


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ([-0.04, 0.9, 2.0], "Mug|-00.04|+00.90|+02.00"),
        ([0.0, 1.005, -12.345], "Mug|+00.00|+01.01|-12.35"),
        ([-0.001, 0.001, -0.0], "Mug|00.00|+00.00|+00.00"),
    ],
)
def test_object_id_is_written_as_thor_writes_it(position: list[float], expected: str) -> None:
    assert rooms.object_id("Mug", np.array(position)) == expected


def test_bent_counter_leaves_its_inner_corner_free(kitchen: World) -> None:
    counter = kitchen.objects["CounterTop|-01.87|+00.95|-01.21"]
    assert len(counter.surfaces) == 2
    inner_corner = np.array([-0.9, counter.box.bottom - 0.01, -1.2])
    assert not any(_holds(solid, inner_corner) for solid in (*counter.solids, *kitchen.structure.fixtures))
    for child in counter.children:
        foot = kitchen.objects[child].box.center.copy()
        foot[1] = counter.box.bottom - 0.01
        assert any(_holds(solid, foot) for solid in counter.solids), child


def test_doors_open_away_from_the_wall(kitchen: World) -> None:
    for obj in kitchen.objects.values():
        if obj.object_type in ("Cabinet", "Drawer", "Fridge"):
            yaw = np.radians(obj.front_yaw())
            ahead = obj.box.center + 0.6 * np.array([np.sin(yaw), 0.0, np.cos(yaw)])
            inside = np.abs(ahead - kitchen.bounds.center)[[0, 2]] < kitchen.bounds.half[[0, 2]]
            assert inside.all(), obj.object_id


def test_drawer_slides_out_and_back(kitchen: World) -> None:
    drawer = kitchen.objects["Drawer|+00.95|+00.83|-02.20"]
    before = drawer.box.center.copy()
    set_openness(drawer, 1.0)
    assert drawer.box.center[2] - before[2] == pytest.approx(1.6 * drawer.box.half[2])
    assert len(drawer.solids) > 1
    set_openness(drawer, 0.0)
    assert drawer.box.center == pytest.approx(before)


def test_open_fridge_is_hollow_and_closed_is_not(kitchen: World) -> None:
    fridge = next(o for o in kitchen.objects.values() if o.object_type == "Fridge")
    middle = fridge.box.center + np.array([0.0, 0.013, 0.0])
    assert any(_holds(solid, middle) for solid in fridge.solids)
    set_openness(fridge, 1.0)
    assert not any(_holds(solid, middle) for solid in fridge.solids)
    assert len([s for s in fridge.surfaces if s.inside]) >= 3


def test_made_object_has_the_types_size_and_flags(kitchen: World) -> None:
    obj = rooms.make_object(kitchen, "Newspaper", np.array([1.0, 0.5, 1.0]), np.zeros(3), "Newspaper_x")
    assert kitchen.objects[obj.object_id] is obj
    assert obj.can("pickupable")
    assert obj.box.bottom == pytest.approx(0.5)
    with pytest.raises(KeyError):
        rooms.make_object(kitchen, "Unicorn", np.zeros(3), np.zeros(3), "x")


def test_copies_get_ids_of_their_own(kitchen: World) -> None:
    mug = next(o for o in kitchen.objects.values() if o.object_type == "Mug")
    copies = [rooms.copy_object(kitchen, mug, mug.position, mug.rotation, f"Mug_{i}") for i in range(3)]
    assert len({mug.object_id, *(c.object_id for c in copies)}) == 4


def test_same_seed_same_world() -> None:
    first, second = rooms.built("FloorPlan301", 3), rooms.built("FloorPlan301", 3)
    assert [o.variant for o in first.objects.values()] == [o.variant for o in second.objects.values()]
    assert [o.variant for o in first.objects.values()] != [
        o.variant for o in rooms.built("FloorPlan301", 4).objects.values()
    ]


@pytest.mark.parametrize("scene", ["FloorPlan1", "FloorPlan210", "FloorPlan301"])
def test_a_room_that_is_kept_is_as_it_was_built_whatever_became_of_the_one_before(scene: str) -> None:
    changed = rooms.load_world(scene)
    for obj in changed.objects.values():
        obj.position += 1.0
        obj.status.is_dirty = True
        obj.record["visible"] = None
    changed.objects.clear()
    np.testing.assert_equal(asdict(rooms.load_world(scene)), asdict(rooms.built(scene)))


def test_only_so_many_rooms_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[tuple[str, int], bytes] = {}
    monkeypatch.setattr(rooms, "_kept", kept)
    monkeypatch.setattr(rooms, "KEPT", 2)
    for seed in (0, 1, 2, 1):
        rooms.load_world("FloorPlan415", seed)
    assert list(kept) == [("FloorPlan415", 1), ("FloorPlan415", 2)]


def test_loading_and_flooding_take_under_a_second() -> None:
    reachability.reachable_positions(rooms.built("FloorPlan16"))  # compiles, fills the cache
    started = time.process_time()  # what others do on the machine meanwhile does not count
    world = rooms.built("FloorPlan16")
    reachability.reachable_positions(world)
    assert time.process_time() - started < 1.0


@settings(deadline=None)
@given(st.floats(-180, 180), st.floats(-1, 1), st.floats(0.05, 1), st.floats(0.05, 1))
def test_upright_pose_keeps_the_size(yaw: float, x: float, wide: float, deep: float) -> None:
    bounds = np.array([[-wide, 0.0, -deep], [wide, 1.0, deep]])
    box = posed_box(bounds, np.array([x, 0.0, 0.0]), np.array([0.0, yaw, 0.0]))
    assert box.half == pytest.approx([wide, 0.5, deep], abs=1e-6)


@settings(deadline=None)
@given(st.floats(-180, 180), st.floats(-180, 180), st.floats(-180, 180))
def test_box_of_any_rotation_holds_the_body(x: float, y: float, z: float) -> None:
    bounds = np.array([[-0.1, 0.0, -0.3], [0.1, 0.5, 0.3]])
    rotation = np.array([x, y, z])
    box = posed_box(bounds, np.zeros(3), rotation)
    assert np.linalg.norm(box.half) <= np.sqrt(3) * np.linalg.norm([0.1, 0.25, 0.3]) + 1e-6
    assert np.prod(box.half) >= 0.1 * 0.25 * 0.3 - 1e-9


@settings(deadline=None)
@given(st.floats(0, 360), st.floats(0, 360), st.floats(-2, 2))
def test_local_and_world_are_inverse(frame_yaw: float, yaw: float, x: float) -> None:
    frame = Box(np.array([x, 1.0, -x]), np.ones(3), frame_yaw)
    box = Box(np.array([0.3, x, 0.1]), np.array([0.1, 0.2, 0.3]), yaw)
    back = to_world(frame, to_local(frame, box))
    assert back.center == pytest.approx(box.center, abs=1e-9)
    assert np.cos(np.radians(back.yaw - box.yaw)) == pytest.approx(1.0)


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.tuples(*[st.floats(-1, 1)] * 3, *[st.floats(0.1, 1)] * 3), max_size=4), st.integers(0, 2**31)
)
def test_carving_leaves_the_body_less_the_holes(holes: list[tuple[float, ...]], seed: int) -> None:
    body = np.array([[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]])
    bounds = [np.array([h[:3], np.array(h[:3]) + np.array(h[3:])]) for h in holes]
    parts = carve([body], bounds)
    points = np.random.default_rng(seed).uniform(-1, 1, (80, 3))
    for point in points:
        in_hole = any(np.all(point >= b[0]) and np.all(point <= b[1]) for b in bounds)
        count = sum(_holds(part, point) for part in parts)
        near_edge = any(np.min(np.abs(point - edge)) < 0.01 for b in bounds for edge in b)
        assert count == (0 if in_hole else 1) or near_edge


def test_moving_takes_the_solids_along(kitchen: World) -> None:
    chair = next(o for o in rooms.load_world("FloorPlan2").objects.values() if o.object_type == "Chair")
    before = [solid.center - chair.box.center for solid in chair.solids]
    version = chair.version
    move(chair, chair.position + np.array([1.0, 0.0, 0.0]), chair.rotation)
    after = [solid.center - chair.box.center for solid in chair.solids]
    assert np.allclose(before, after)
    assert chair.version > version


def _holds(box: Box, point: Array) -> bool:
    return bool(np.all(np.abs(box.axes() @ (point - box.center)) < box.half))
