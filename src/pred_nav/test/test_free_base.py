"""A base that turns as it goes: what it costs, where it leads, and whole goals with it."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from pred_core.geometry import Pose2D, wrap_angle
from pred_core.objects import ObjectMemory, ObjectState
from pred_core.outcome import Code
from pred_nav.exploration import ExplorationSettings
from pred_nav.explore_task import ExploreTask
from pred_nav.free_base import reach_freely
from pred_nav.goal import NavSettings, survey
from pred_nav.grid import GridMap
from pred_nav.interaction import InteractionSettings, stations
from pred_nav.knowledge import Knowledge, NavWorld
from pred_nav.motions import ArmReach, BaseSettings, FreeBase, Motion, Walk
from pred_nav.navigator import Navigator
from pred_nav.tasks import LookAroundTask, ObjectTask, PoseTask
from pred_nav.terrain import BodySettings, Terrain

FREE = FreeBase.of(0.3, 1.0, 0.25)
BASE = BaseSettings(
    free=FREE, turn=math.pi / 4.0, field_of_view=math.radians(60.0), camera_height=1.25, camera_ahead=0.4
)
BODY = BodySettings(hard=0.25, squeeze=0.22, soft=0.35)
SETTINGS = NavSettings(
    base=BASE, body=BODY, chunk=1, exploration=ExplorationSettings(farthest_candidates=3000)
)


def terrain_of(free, body=BODY) -> Terrain:
    occupancy = np.where(free, 0, 100).astype(np.int8)
    grid = GridMap((0.0, 0.0), 0.05, occupancy, occupancy)
    return Terrain.of(grid, np.zeros((0, 2)), body)


def corridor(width: float, length: float = 4.0) -> Terrain:
    """Return free floor along x, between walls."""
    free = np.zeros((round(width / 0.05) + 2, round(length / 0.05)), np.bool_)
    free[1:-1] = True
    return terrain_of(free)


def test_in_the_open_the_way_costs_what_the_line_in_place_and_heading_is_long():
    reach = reach_freely(Pose2D(2.0, 2.0, 0.0), terrain_of(np.ones((160, 160), np.bool_)), FREE, 1.0)
    for x, y, yaw in ((3.0, 2.0, 0.0), (3.0, 3.5, math.pi / 2.0), (4.5, 2.5, -math.pi / 3.0)):
        state = reach.nearest_state(Pose2D(x, y, yaw))
        pose = reach.pose(state)
        line = math.hypot(pose.x - 2.0, pose.y - 2.0, FREE.turning * wrap_angle(pose.yaw))
        assert line <= reach.cost[state] * 1.02 and reach.cost[state] <= 1.12 * line


def test_it_goes_through_a_gap_lengthwise_that_is_too_narrow_to_turn_in():
    terrain = corridor(0.7)
    reach = reach_freely(Pose2D(0.8, 0.4, 0.0), terrain, FREE, 0.25)
    along = reach.nearest_state(Pose2D(3.0, 0.4, 0.0))
    assert reach.pose(along).distance_to(Pose2D(3.0, 0.4, 0.0)) < 0.1
    across = reach.nearest_state(Pose2D(3.0, 0.4, math.pi / 2.0))
    assert abs(wrap_angle(reach.pose(across).yaw)) < 0.5, "there is no room to stand across"


@pytest.mark.parametrize("seed", range(8))
def test_the_footprint_has_room_all_along_a_way(seed):
    rng = np.random.default_rng(seed)
    free = np.ones((100, 100), np.bool_)
    for _ in range(6):
        row, column = rng.integers(10, 90, 2)
        free[row : row + 8, column : column + 8] = False
    start = Pose2D(2.5, 2.5, float(rng.uniform(-3, 3)))
    free[35:65, 35:65] = True
    terrain = terrain_of(free)
    reach = reach_freely(start, terrain, FREE, 0.25)
    states = np.argwhere(np.isfinite(reach.cost) & (reach.cost > 4.0))
    for i, j, h in states[rng.integers(0, len(states), 10)]:
        walks = reach.motions_to((int(i), int(j), int(h)))
        assert walks[-1].path[-1].distance_to(reach.pose((i, j, h))) < 1e-6
        before = start
        for pose in (p for walk in walks for p in walk.path):
            for share in np.linspace(0.0, 1.0, 5):
                x, y = before.x + share * (pose.x - before.x), before.y + share * (pose.y - before.y)
                yaw = before.yaw + share * wrap_angle(pose.yaw - before.yaw)
                for end in (-FREE.ends, 0.0, FREE.ends):
                    part = Pose2D(x, y, yaw).ahead(end)
                    row, column = terrain.grid.index(part.x, part.y)
                    assert terrain.clearance[row, column] >= BODY.hard - 0.08
            before = pose


def test_walks_are_no_longer_than_a_stride_and_end_where_the_known_floor_does():
    free = np.ones((60, 120), np.bool_)
    terrain = terrain_of(free)
    unknown = np.zeros(terrain.grid.shape, np.bool_)
    unknown[:, 60:] = True
    terrain = replace(terrain, unknown=unknown)
    reach = reach_freely(Pose2D(1.0, 1.5, 0.0), terrain, FREE, 0.25)
    walks = reach.motions_to(reach.nearest_state(Pose2D(5.0, 1.5, 0.0)))
    before = Pose2D(1.0, 1.5, 0.0)
    for walk in walks:
        length = 0.0
        for pose in walk.path:
            length += before.distance_to(pose)
            before = pose
        assert length <= FREE.stride + 0.21
    ends = [walk.path[-1].x for walk in walks]
    assert any(2.7 <= x <= 3.05 for x in ends), "it stops where the unexplored begins"


def test_who_stands_too_near_to_a_wall_gets_away_from_it():
    reach = reach_freely(Pose2D(0.5, 0.27, 0.0), corridor(1.5), FREE, 0.25)
    state = reach.nearest_state(Pose2D(2.0, 0.75, 0.0))
    assert reach.pose(state).distance_to(Pose2D(2.0, 0.75, 0.0)) < 0.1


def test_a_cell_beside_is_taken_rather_than_a_heading_that_looks_aside():
    """On its way to a mug the robot's goal became, cell by cell, a place from where it looked past it."""
    reach = reach_freely(Pose2D(2.0, 2.0, 0.0), terrain_of(np.ones((80, 80), np.bool_)), FREE, 0.25)
    wanted = reach.pose((10, 10, 4))
    reach.cost[10, 10, 3:6] = math.inf  # no room to stand there so
    found = reach.pose(reach.nearest_state(wanted))
    assert 0.0 < found.distance_to(wanted) <= FREE.cell + 1e-6 and abs(wrap_angle(found.yaw - wanted.yaw)) < 1e-6


@pytest.mark.parametrize("ahead", [0.0, 0.5])
def test_from_every_station_a_camera_ahead_of_the_base_has_the_object_in_its_picture(ahead):
    base = replace(BASE, camera_ahead=ahead)
    terrain = terrain_of(np.ones((100, 100), np.bool_))
    reach = reach_freely(Pose2D(2.5, 1.0, 0.0), terrain, FREE, 0.25)
    mug = ObjectState("Mug_1", "Mug", (2.5, 2.5, 1.0), (0.1, 0.1, 0.1))
    wide = InteractionSettings(widest=math.radians(44.0))
    found = stations(mug, reach, terrain, pitch=0.4, distance=1.4, base=base, settings=wide)
    assert len(found) > 100
    for station in found:
        eye = station.pose.ahead(ahead)
        aside = wrap_angle(math.atan2(2.5 - eye.y, 2.5 - eye.x) - station.pose.yaw)
        assert abs(aside) < base.field_of_view / 2.0


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_what_stops_a_turn_is_marked_beside_the_bodys_ends(make_world, two_rooms, side):
    """It was marked somewhere along x: the same turn was tried until the search was given up."""
    world = make_world(two_rooms, 1.5, 1.5, base=BASE)
    knowledge = Knowledge(BASE, episode=world.world().episode)
    here = world.pose
    knowledge.collide(here, Walk((Pose2D(here.x, here.y, here.yaw + side * 0.7),)), 0)
    knowledge.observe(world.world())
    marked = {(round(float(x), 2), round(float(y), 2)) for x, y in knowledge.collision_points()}
    beside = [Pose2D(here.x, here.y, here.yaw).ahead(end) for end in (FREE.ends, -FREE.ends)]
    turned = here.yaw + side * math.pi / 2.0
    expected = [Pose2D(p.x, p.y, turned).ahead(s * FREE.beside) for p, s in zip(beside, (1.0, -1.0), strict=True)]
    assert marked == {(round(p.x, 2), round(p.y, 2)) for p in expected}


def test_an_arm_reaches_less_far_above_and_below_its_shoulder():
    arm = ArmReach(ahead=0.3, height=0.7, length=0.9)
    assert arm.across(0.7, 0.7) == pytest.approx(1.2)
    assert 0.8 < arm.across(0.0, 0.1) < arm.across(0.9, 1.0) < 1.2
    assert arm.across(1.7, 1.9) == 0.0


def test_a_pose_in_the_other_room_is_reached_without_a_collision(make_world, two_rooms):
    world = make_world(two_rooms, 0.8, 0.8, base=BASE)
    report = world.pursue(PoseTask(Pose2D(0.8, 2.8, math.pi), SETTINGS), navigator=Navigator(SETTINGS))
    assert report.outcome, report
    assert world.pose.distance_to(Pose2D(0.8, 2.8, 0.0)) < 0.2 and world.blocked == 0
    assert abs(wrap_angle(world.pose.yaw - math.pi)) < 0.3
    assert all(isinstance(m, Walk) for m in world.log) and len(world.log) < 20


def test_glass_that_no_map_shows_is_walked_around(make_world, two_rooms):
    hidden = np.zeros((70, 100), bool)
    hidden[13:19, 35:38] = True
    world = make_world(two_rooms, 0.8, 0.8, known=True, hidden=hidden, base=BASE)
    report = world.pursue(PoseTask(Pose2D(3.6, 0.8, 0.0), SETTINGS), navigator=Navigator(SETTINGS))
    assert report.outcome, report
    assert 1 <= world.blocked <= 5


def test_everything_is_seen_by_exploring(make_world, two_rooms):
    world = make_world(two_rooms, 0.8, 0.8, base=BASE)
    report = world.pursue(ExploreTask(["Fridge"], [], SETTINGS), navigator=Navigator(SETTINGS))
    assert report.outcome.code is Code.EXPLORED, report
    assert world.seen[~world.walls].mean() > 0.9 and world.blocked == 0


def test_all_sides_are_looked_at_in_turns_of_its_own(make_world, two_rooms):
    world = make_world(two_rooms, 0.8, 0.8, known=True, base=BASE)
    assert world.pursue(LookAroundTask(SETTINGS), navigator=Navigator(SETTINGS)).outcome
    assert len(world.log) == 7


def test_it_stands_where_the_arm_reaches_the_object_and_faces_it(make_world, two_rooms):
    arm = ArmReach(ahead=0.3, height=0.7, length=0.9)
    settings = replace(SETTINGS, base=replace(BASE, arm=arm))
    mug = ObjectState("Mug_1", "Mug", (4.4, 0.8, 0.4), (0.1, 0.1, 0.1), visible=True)
    world = make_world(two_rooms, 0.8, 0.8, known=True, base=settings.base, objects=[mug])
    report = world.pursue(ObjectTask("Mug_1", 0, 0.0, settings), navigator=Navigator(settings))
    assert report.outcome, report
    gap = math.hypot(4.4 - world.pose.x, 0.8 - world.pose.y)
    assert gap <= arm.across(0.35, 0.45) + 0.1
    bearing = math.atan2(0.8 - world.pose.y, 4.4 - world.pose.x)
    assert abs(wrap_angle(bearing - world.pose.yaw)) < math.radians(30.0)


@pytest.mark.parametrize(("closer", "stands"), [(0.0, False), (0.6, True)])
def test_where_no_place_is_near_enough_the_robot_that_comes_closer_by_itself_stands_near(
    make_world, two_rooms, closer, stands
):
    short = ArmReach(ahead=0.3, height=0.7, length=0.3, closer=closer)
    settings = replace(SETTINGS, base=replace(BASE, arm=short))
    high = ObjectState("Mug_1", "Mug", (4.9, 0.8, 1.0), (0.1, 0.1, 0.1), visible=True)
    world = make_world(two_rooms, 0.8, 0.8, known=True, base=settings.base, objects=[high])
    report = world.pursue(ObjectTask("Mug_1", 0, 0.0, settings), navigator=Navigator(settings))
    assert bool(report.outcome) is stands, report


def test_in_an_alley_hardly_wider_than_the_body_it_keeps_to_the_middle(make_world):
    """A thing at the end of an alley: with the usual distance to obstacles no way led there."""
    settings = replace(SETTINGS, body=replace(BODY, hard=0.4, squeeze=0.25))
    blocks = 2 * "#....###########\n"
    hall = 2 * "#..............#\n"
    alley = "#..............#\n" + hall
    plan = f"################\n{hall}{blocks}{alley}{blocks}{hall}################"
    clock = ObjectState("AlarmClock_1", "AlarmClock", (3.5, 1.625, 0.6), (0.1, 0.1, 0.1), visible=True)
    world = make_world(plan, 0.7, 1.6, known=True, base=BASE, objects=[clock])
    report = world.pursue(ObjectTask(clock.id, 0, 0.0, settings), navigator=Navigator(settings))
    assert report.outcome, report
    assert world.pose.x > 2.0 and abs(world.pose.y - 1.625) < 0.15 and world.blocked == 0


@pytest.mark.parametrize("yaw", np.linspace(-math.pi, math.pi, 12, endpoint=False))
def test_an_alley_hardly_wider_than_the_body_is_found_from_wherever_the_robot_looks(yaw):
    """Places and headings are counted from where it stands: an alley of 54 cm lay between them as often as not."""
    cell, across = 0.05, 0.0125 * (round(math.degrees(yaw)) % 4)
    occupancy = np.zeros((80, 110), np.int8)
    middles = (np.arange(80) + 0.5) * cell
    occupancy[np.abs(middles - 2.0 - across) > 0.27, 60:] = 100
    occupancy[[0, -1]] = occupancy[:, [0, -1]] = 100
    body = replace(BODY, hard=0.27, squeeze=0.24, soft=0.38)
    settings = replace(SETTINGS, body=body, base=replace(BASE, free=FreeBase(ends=0.3)))
    pose = Pose2D(1.2, 1.4, float(yaw))
    world = NavWorld(1, 1, GridMap((0.0, 0.0), cell, occupancy, occupancy), ObjectMemory(), pose, 0.0)
    knowledge = Knowledge(settings.base, episode=1)
    for squeezes in (False, True):
        _, reach = survey(world, knowledge, settings, squeezes=squeezes)
        inside = reach.positions[..., 0] > 4.0
        assert bool(np.isfinite(reach.cost[inside]).any()) is squeezes


def test_who_has_no_room_to_turn_turns_elsewhere(make_world):
    """It tried the same turn seven times, and the search was given up as blocked."""
    plan = "################\n" + 10 * "#..............#\n" + "################"
    hidden = np.zeros((60, 80), bool)
    hidden[18:22, 40:80] = hidden[34:38, 40:80] = True  # glass to both sides
    world = make_world(plan, 3.0, 1.4, known=True, hidden=hidden, base=BASE)
    report = world.pursue(ExploreTask(["Fridge"], [], SETTINGS), navigator=Navigator(SETTINGS))
    assert report.outcome.code is Code.EXPLORED, report
    assert 1 <= world.blocked <= 5 and sum(m is Motion.TURN_LEFT for m in world.log) >= 7


def test_a_turn_that_was_stopped_is_not_tried_again_by_who_stands_too_near_to_a_wall(make_world):
    """Nearer to the wall behind it than allowed it could turn to wherever it was no nearer to that: always again."""
    plan = "################\n" + 10 * "#..............#\n" + "################"
    world = make_world(plan, 0.6, 1.4, 0.0, known=True, base=BASE)
    knowledge = Knowledge(BASE, episode=world.world().episode)
    knowledge.collide(world.pose, Motion.TURN_LEFT, 0)
    knowledge.observe(world.world())
    _, reach = survey(world.world(), knowledge, SETTINGS)
    i, j, _ = reach.start
    left = [h for h in range(FREE.headings) if 0.6 < reach.yaw(h) < 0.9]
    assert left and not np.isfinite(reach.cost[i, j, left]).any()
    assert np.isfinite(reach.cost).any(axis=2).sum() > 100, "it gets away by another way"


def test_where_the_body_stands_there_is_nothing_that_stops_it(make_world):
    """What had stopped a turn was marked where the body stood after the next ones: then it could turn to anywhere."""
    plan = "################\n" + 10 * "#..............#\n" + "################"
    world = make_world(plan, 2.0, 1.4, 0.0, known=True, base=BASE)
    knowledge = Knowledge(BASE, episode=world.world().episode)
    knowledge.collide(world.pose, Motion.TURN_LEFT, 0)
    knowledge.observe(world.world())
    assert len(knowledge.collision_points()) == 2
    world.pose = Pose2D(2.0, 1.4, 0.8)
    world.step += 1
    knowledge.observe(world.world())
    assert not len(knowledge.collision_points())


def _marked(base: BaseSettings, body: BodySettings, headings: tuple[float, ...]) -> int:
    """Return how many places are reached from the last heading (degrees), turns to both sides having been stopped."""
    free = np.zeros((160, 160), np.int8)
    grid, settings = GridMap((-4.0, -4.0), 0.05, free, free), replace(SETTINGS, base=base, body=body)
    knowledge = Knowledge(base, episode=1)
    for step, degrees in enumerate(headings):
        world = NavWorld(step, 1, grid, ObjectMemory(), Pose2D(0.1, 0.235, math.radians(degrees)), 0.0)
        knowledge.observe(world)
        if step + 1 < len(headings):
            knowledge.collide(world.base, Motion.TURN_LEFT if step % 2 else Motion.TURN_RIGHT, step)
    return int(np.isfinite(survey(world, knowledge, settings)[1].cost).any(axis=2).sum())


@pytest.mark.parametrize("degrees", range(0, 90, 15))
def test_turns_that_were_stopped_to_both_sides_do_not_shut_the_body_in(degrees):
    """Their marks were nearer than it keeps from obstacles, and a search ended before it began: nothing left to see."""
    body = BodySettings(hard=0.27, squeeze=0.24, soft=0.38)
    base = replace(BASE, free=FreeBase.of(0.3, 1.5, body.hard))
    assert _marked(base, body, (degrees,) * 3) > 1000


def test_marks_all_around_are_taken_for_suspicions():
    body = BodySettings(hard=0.27, squeeze=0.24, soft=0.38)
    base = replace(BASE, free=FreeBase.of(0.3, 1.5, body.hard))
    assert _marked(base, body, (*range(0, 180, 20), 180)) > 1000


def test_a_walk_after_which_the_robot_stands_as_before_is_not_made_for_ever(make_world, two_rooms):
    """What was left to go was less than the robot's own idea of being there: the same walk was made 120 times."""
    mug = ObjectState("Mug_1", "Mug", (4.4, 0.8, 0.4), (0.1, 0.1, 0.1), visible=True)
    world = make_world(two_rooms, 0.8, 0.8, known=True, base=BASE, objects=[mug])
    world.numb = 2.0
    report = world.pursue(ObjectTask("Mug_1", 0, 0.0, SETTINGS), navigator=Navigator(SETTINGS))
    assert report.outcome.code in (Code.SUCCESS, Code.UNREACHABLE) and len(world.log) < 20


@pytest.mark.parametrize(("corners", "fits"), [(None, True), ((0.5, 0.2), False)])
def test_the_corners_of_a_body_meet_what_its_round_ends_pass(corners, fits):
    """Askew in a corridor of 0.95 m."""
    reach = reach_freely(Pose2D(2.0, 0.525, math.pi / 4.0), corridor(0.95), replace(FREE, corners=corners), 0.25)
    askew = [h for h in range(FREE.headings) if abs(abs(math.sin(2.0 * reach.yaw(h))) - 1.0) < 0.05]
    row = int(np.argmin(np.abs(reach.positions[0, :, 1] - 0.525)))
    away = int(np.argmin(np.abs(reach.positions[:, 0, 0] - 3.5)))
    assert bool(np.isfinite(reach.cost[away, row, askew]).any()) is fits
