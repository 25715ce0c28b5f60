"""Shortest motion sequences."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from pred_core.geometry import Pose2D
from pred_nav.grid import GridMap
from pred_nav.lattice import _edges, reach_from
from pred_nav.motions import BaseSettings, Motion, path_of
from pred_nav.terrain import BodySettings, Terrain


def survey(world, base=None):
    terrain = Terrain.of(world.world().grid, np.zeros((0, 2)), BodySettings())
    return reach_from(world.pose, terrain, base or BaseSettings())


def test_straight_ahead_is_only_forward(make_world, two_rooms):
    world = make_world(two_rooms, 1.125, 0.875, known=True)
    reach = survey(world)
    way = reach.motions_to(reach.nearest_state(Pose2D(2.125, 0.875, 0.0)))
    assert way == [Motion.FORWARD] * 4


def test_a_step_aside_needs_no_turn_and_without_sideways_steps_it_does(make_world, two_rooms):
    world = make_world(two_rooms, 1.125, 0.875, known=True)
    goal = Pose2D(1.125, 1.125, 0.0)
    reach = survey(world)
    assert reach.motions_to(reach.nearest_state(goal)) == [Motion.LEFT]
    reach = survey(world, BaseSettings(sideways=False))
    assert len(reach.motions_to(reach.nearest_state(goal))) == 3


def test_the_robot_looks_where_it_goes_when_the_floor_is_unknown(make_world, two_rooms):
    world = make_world(two_rooms, 1.125, 0.875)
    world.seen[:, :40] = True
    world.seen[:, 40:] = False
    reach = survey(world)
    way = reach.motions_to(reach.nearest_state(Pose2D(3.125, 0.875, np.pi / 2)))
    assert way.count(Motion.FORWARD) >= 4


@pytest.mark.parametrize("target", [(4.125, 2.875, 0.0), (0.625, 2.875, np.pi), (2.375, 2.375, np.pi / 2)])
def test_no_shorter_sequence_exists(make_world, two_rooms, target):
    world = make_world(two_rooms, 2.375, 0.875, np.pi / 2, known=True)
    reach = survey(world)
    state = reach.nearest_state(Pose2D(*target))
    way = reach.motions_to(state)
    end = path_of(world.pose, way, BaseSettings())[-1]
    assert end.distance_to(reach.pose(state)) < 1e-6
    assert len(way) <= breadth_first(world, reach.pose(state))


def breadth_first(world, goal) -> int:
    """Return the least number of motions with as much room as the soft clearance, by exhaustive search."""
    base, body = BaseSettings(), BodySettings()
    clearance = Terrain.of(world.world().grid, np.zeros((0, 2)), body).clearance
    moves = [m for m in Motion if not m.value.startswith("look")]
    front, seen = [world.pose], set()
    for count in itertools.count():
        following = []
        for pose in front:
            key = (round(pose.x, 2), round(pose.y, 2), round(np.cos(pose.yaw)), round(np.sin(pose.yaw)))
            if key in seen:
                continue
            seen.add(key)
            if pose.distance_to(goal) < 0.01 and np.cos(pose.yaw - goal.yaw) > 0.9:
                return count
            for motion in moves:
                a, b = path_of(pose, [motion], base)
                ways = [(a.x + s * (b.x - a.x), a.y + s * (b.y - a.y)) for s in (0.2, 0.4, 0.6, 0.8, 1.0)]
                if all(clearance[world.world().grid.index(x, y)] >= body.soft for x, y in ways):
                    following.append(b)
        if not following:
            raise AssertionError("the goal cannot be reached")
        front = following
    raise AssertionError


def test_a_narrow_passage_is_taken_and_a_crack_is_not(make_world):
    plan = """
        ############
        #....##....#
        #....##....#
        #..........#
        #..........#
        #....##....#
        #....##....#
        ############
    """
    open_way = make_world(plan, 0.625, 0.875, known=True)
    assert survey(open_way).nearest_state(Pose2D(2.375, 0.875, 0.0)) is not None
    closed = make_world(plan.replace("#..........#", "#....##....#", 1), 0.625, 0.875, known=True)
    reach = survey(closed)
    assert reach.pose(reach.nearest_state(Pose2D(2.375, 0.875, 0.0))).x < 1.5


@pytest.mark.parametrize("seed", range(6))
def test_steps_cost_what_the_terrain_says_along_them(seed):
    random = np.random.default_rng(seed)
    occupancy = random.choice(np.array([-1, 0, 0, 0, 0, 100], np.int8), (60, 70))
    grid = GridMap((-1.3, 0.4), 0.05, occupancy, np.maximum(occupancy, 0))
    suspected = np.column_stack([random.uniform(-1.0, 3.0, (9, 2)), random.integers(1, 4, 9)])
    terrain = Terrain.of(grid, random.uniform(-1.0, 3.0, (5, 2)), BodySettings(), suspected)
    positions = random.uniform(-1.6, 3.6, (12, 15, 2))  # some of them beyond the map
    yaw, base = random.uniform(-4.0, 4.0), BaseSettings()
    costs, known = _edges(positions, yaw, terrain, base)
    samples = max(2, int(np.ceil(base.step / grid.cell - 1e-6)))
    for direction in range(4):
        unit = np.array([np.cos(yaw + direction * np.pi / 2), np.sin(yaw + direction * np.pi / 2)])
        looks = [terrain.sample(positions + unit * (base.step * k / samples)) for k in range(samples + 1)]
        rooms = np.array([look[0] for look in looks])
        unseen = sum(look[1] / samples for look in looks[1:])
        tight = np.clip((terrain.body.soft - rooms[1:].min(axis=0)) / (terrain.body.soft - terrain.body.hard), 0.0, 1.0)
        cost = 1.0 + terrain.body.tight_cost * tight + (terrain.body.unknown_cost - 1.0) * unseen
        cost += terrain.body.suspect_cost * sum(look[2] / samples for look in looks[1:])
        deeper = ((rooms[1:] < terrain.body.hard) & (rooms[1:] <= rooms[:-1])).any(axis=0)
        assert np.array_equal(costs[..., direction], np.where(deeper, np.inf, cost)), "to the bit"
        assert np.array_equal(known[..., direction], unseen == 0.0)
