"""Where to stand to act on an object."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pred_core.geometry import Pose2D, wrap_angle
from pred_core.objects import ObjectState
from pred_nav.grid import GridMap
from pred_nav.interaction import InteractionSettings, pick, stations
from pred_nav.lattice import reach_from
from pred_nav.motions import BaseSettings
from pred_nav.terrain import BodySettings, Terrain

BASE, CHOICE = BaseSettings(), InteractionSettings()


def room(tall: float = 0.9) -> GridMap:
    """Five metres square, a worktop along the right wall from x = 4.4, ``tall`` metres high."""
    occupancy = np.zeros((100, 100), np.int8)
    occupancy[[0, -1], :] = occupancy[:, [0, -1]] = 100
    occupancy[:, 88:] = 100
    height = np.where(occupancy == 100, round(tall / 0.02), 0).astype(np.int8)
    height[[0, -1], :] = height[:, [0, -1]] = 100
    return GridMap((0.0, 0.0), 0.05, occupancy, height)


def ranked(target: ObjectState, pose: Pose2D, grid: GridMap, distance: float = 1.35):
    terrain = Terrain.of(grid, np.zeros((0, 2)), BodySettings())
    reach = reach_from(pose, terrain, BASE)
    return stations(
        target, reach, terrain, pitch=math.radians(30), distance=distance, base=BASE, settings=CHOICE
    )


@settings(max_examples=25, deadline=None)
@given(st.floats(4.5, 4.8), st.floats(1.0, 4.0), st.floats(0.3, 1.7), st.integers(0, 3))
def test_from_every_station_the_object_is_near_and_in_view(x, y, z, quarter):
    mug = ObjectState("Mug_1", "Mug", (x, y, z), (0.1, 0.1, 0.1))
    found = ranked(mug, Pose2D(2.125, 2.125, quarter * math.pi / 2), room())
    assert found
    for station in found[:40]:
        dx, dy = x - station.pose.x, y - station.pose.y
        assert math.hypot(dx, dy) <= 1.35 + 0.08
        assert abs(wrap_angle(math.atan2(dy, dx) - station.pose.yaw)) <= math.radians(45)
        down = math.atan2(BASE.camera_height - z, math.hypot(dx, dy))
        assert abs(down - station.pitch) <= math.radians(42)
        assert -math.radians(31) <= station.pitch <= math.radians(61)


def test_a_basin_is_acted_on_from_where_its_rim_does_not_hide_it():
    """From 1.3 m beside it only its far wall was seen, out of reach."""
    place = Pose2D(2.125, 2.125, 0.0)
    shape = (4.6, 3.4, 0.83), (0.6, 0.4, 0.12)
    sink, basin = (ranked(ObjectState(f"{name}_1", name, *shape), place, room()) for name in ("Sink", "SinkBasin"))
    middle = np.array(shape[0][:2])

    def farthest(found):
        return max(float(np.hypot(*(middle - (s.pose.x, s.pose.y)))) for s in found)

    assert farthest(basin) < 1.56 < farthest(sink)


def test_a_counter_round_a_corner_is_reached_at_its_boards_and_not_in_its_box():
    grid = room()
    grid.occupancy[:12, :] = 100
    grid.height[:12, 1:88] = 45  # a second arm along the lower wall: the box of both is the room
    counter = ObjectState("CounterTop_1", "CounterTop", (2.5, 2.5, 0.85), (5.0, 5.0, 0.1))
    best = ranked(counter, Pose2D(1.125, 3.125, 0.0), grid)[0]
    assert 4.4 - best.pose.x <= 1.35 or best.pose.y - 0.6 <= 1.35


def test_the_object_that_is_already_in_reach_needs_no_motion():
    mug = ObjectState("Mug_1", "Mug", (4.5, 2.125, 0.95), (0.1, 0.1, 0.1))
    best = ranked(mug, Pose2D(3.875, 2.125, 0.0), room())[0]
    assert best.pose.distance_to(Pose2D(3.875, 2.125, 0.0)) < 1e-6 and best.pitch == math.radians(30)


def test_the_camera_looks_up_at_high_things_and_down_at_low_ones():
    high = ObjectState("Vase_1", "Vase", (4.5, 2.125, 2.0), (0.2, 0.2, 0.2))
    low = ObjectState("Mug_1", "Mug", (3.0, 3.5, 0.05), (0.1, 0.1, 0.1))
    assert ranked(high, Pose2D(2.125, 2.125, 0.0), room())[0].pitch < math.radians(15)
    assert ranked(low, Pose2D(2.125, 2.125, 0.0), room())[0].pitch >= math.radians(30)


def test_what_opens_gets_room_to_open():
    fridge = ObjectState("Fridge_1", "Fridge", (4.6, 2.1, 0.9), (0.4, 0.8, 1.8))
    best = ranked(fridge, Pose2D(3.875, 2.125, 0.0), room())[0]
    assert 4.4 - best.pose.x >= CHOICE.swing - 0.05


def test_next_attempts_are_other_places():
    mug = ObjectState("Mug_1", "Mug", (4.5, 2.125, 0.95), (0.1, 0.1, 0.1))
    found = ranked(mug, Pose2D(2.125, 2.125, 0.0), room())
    tried = []
    for _ in range(4):
        station = pick(found, tried, CHOICE)
        assert station is not None
        assert all(not station.is_like(t, CHOICE) for t in tried)
        tried.append(station)


def test_a_wall_in_between_is_walked_around():
    grid = room()
    grid.occupancy[40:70, 70] = 100
    grid.height[40:70, 70] = 100
    mug = ObjectState("Mug_1", "Mug", (3.8, 2.625, 0.75), (0.1, 0.1, 0.1))
    best = ranked(mug, Pose2D(2.875, 2.625, 0.0), grid)[0]
    assert best.pose.x > 3.5 or abs(best.pose.y - 2.625) > 0.7


def test_too_far_away_there_is_no_station():
    mug = ObjectState("Mug_1", "Mug", (40.0, 2.0, 0.9), (0.1, 0.1, 0.1))
    assert ranked(mug, Pose2D(2.125, 2.125, 0.0), room()) == []


@pytest.mark.parametrize("size", [(0.6, 3.0, 0.02), (1.5, 2.0, 0.5)])
def test_of_large_things_the_near_side_is_looked_at(size):
    thing = ObjectState("X_1", "CounterTop", (4.4 + size[0] / 2, 2.5, 0.9), size)
    best = ranked(thing, Pose2D(2.125, 1.375, 0.0), room())[0]
    assert abs(best.pose.y - 1.375) < 1.0
