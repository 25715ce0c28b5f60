"""Whole goals in a world that is discovered by looking."""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace

import numpy as np
import pytest

from pred_core.geometry import Pose2D
from pred_core.goal_loop import End
from pred_core.navigation import NOTHING, Watch
from pred_core.objects import ObjectState
from pred_core.outcome import Code
from pred_nav.exploration import View, best_view, close_reach, for_detector
from pred_nav.explore_task import ExploreTask
from pred_nav.goal import NavSettings, Step, survey
from pred_nav.knowledge import Knowledge
from pred_nav.motions import Motion
from pred_nav.navigator import Navigator
from pred_nav.tasks import LookAroundTask, ObjectTask, PoseTask

SETTINGS = NavSettings()


def chair(number: int, x: float, y: float, **more) -> ObjectState:
    return ObjectState(f"Chair_{number}", "Chair", (x, y, 0.45), (0.4, 0.4, 0.9), visible=True, **more)


def test_a_pose_in_the_other_room_is_reached_without_a_collision(make_world, two_rooms):
    world = make_world(two_rooms, 0.625, 0.625)
    report = world.pursue(PoseTask(Pose2D(0.625, 2.875, math.pi), SETTINGS))
    assert report.outcome, report
    assert world.pose.distance_to(Pose2D(0.625, 2.875, 0.0)) < 0.2 and world.blocked == 0
    assert report.motions == len(world.log) < 30


def test_a_place_inside_a_wall_is_refused_with_a_sentence(make_world, two_rooms):
    world = make_world(two_rooms, 0.625, 0.625, known=True)
    report = world.pursue(PoseTask(Pose2D(20.0, 20.0, 0.0), SETTINGS))
    assert report.outcome.code is Code.UNREACHABLE and "(20.00, 20.00)" in report.outcome.message


def test_a_blocked_step_is_remembered_and_walked_around(make_world, two_rooms):
    hidden = np.zeros((70, 100), bool)
    hidden[15:20, 35:38] = True  # glass
    world = make_world(two_rooms, 0.625, 0.875, known=True, hidden=hidden)
    report = world.pursue(PoseTask(Pose2D(3.625, 0.875, 0.0), SETTINGS))
    assert report.outcome and 1 <= world.blocked <= 4


def test_a_wall_that_cannot_be_seen_is_not_tried_again_at_every_place_beside(make_world):
    """The map shows the wall of a hall half a metre too far off; beyond it there is more to see, round its end."""
    plan = """
    ####################
    #..................#
    #..................#
    #..................#
    #..................#
    #..................#
    #..................#
    ####################
    """
    hidden = np.zeros((40, 100), bool)
    hidden[20:22, 5:75] = True
    world = make_world(plan, 0.625, 0.625, known=True, hidden=hidden)
    report = world.pursue(PoseTask(Pose2D(0.625, 1.375, 0.0), SETTINGS))
    assert report.outcome and world.blocked <= 5, (report, world.blocked)


def test_what_bumps_side_by_side_met_is_taken_to_go_on():
    knowledge = Knowledge(SETTINGS.base)
    north = math.pi / 2.0
    for k in range(3):
        knowledge.collide(Pose2D(1.0 + 0.25 * k, 1.0, north), Motion.FORWARD, k)
    points = knowledge.suspected_points()
    assert points[:, 2].max() == 3
    assert points[:, 1] == pytest.approx(1.3) and len(knowledge.collision_points()) == 3
    assert points[:, 0].min() == pytest.approx(-0.2) and points[:, 0].max() == pytest.approx(2.7)
    knowledge.collide(Pose2D(1.0, 3.0, north), Motion.FORWARD, 4)
    alone = knowledge.suspected_points()
    assert np.ptp(alone[alone[:, 1] > 2.0][:, 0]) == pytest.approx(0.6), "one bump tells of 30 cm to each side"


def test_exploring_ends_as_soon_as_the_wanted_thing_is_seen(make_world, two_rooms):
    world = make_world(two_rooms, 0.625, 0.625, objects=[chair(1, 0.6, 2.9)])
    report = world.pursue(ExploreTask(["Chair"], [], SETTINGS))
    assert report.outcome and report.found_id == "Chair_1"
    assert not world.seen.all()


def test_ignored_things_do_not_end_it_and_everything_reachable_is_seen(make_world, two_rooms):
    world = make_world(two_rooms, 0.625, 0.625, objects=[chair(1, 0.6, 2.9)])
    report = world.pursue(ExploreTask(["Chair"], ["Chair_1"], SETTINGS))
    assert report.outcome.code is Code.EXPLORED and "Chair" in report.outcome.message
    free = ~world.walls
    assert (world.seen & free).sum() > 0.97 * free.sum()
    assert world.blocked == 0 and report.motions < 75


def test_views_that_outbid_each_other_in_turn_come_to_an_end(make_world, two_rooms, monkeypatch):
    """From near each of two views the other one looks better: a thing in the hand hides what lies there."""
    places = [(0.625, 0.625), (2.125, 0.625)]

    def farther(worth, reach, terrain, *, spent, **_):
        ends = [reach.nearest_state(Pose2D(x, y, math.pi)) for x, y in places]
        left = [state for state in ends if state is not None and state not in spent and reach.cost[state] > 1.0]
        best = max(left, key=lambda state: reach.cost[state], default=None)
        return None if best is None else View(best, 30.0, float(reach.cost[best]))

    monkeypatch.setattr("pred_nav.explore_task.best_view", farther)
    world = make_world(two_rooms, 1.375, 0.625, known=True)
    report = world.pursue(ExploreTask(["Chair"], [], SETTINGS))
    assert report.outcome.code is Code.EXPLORED and report.motions < 60, report


def test_with_a_learned_detector_things_are_looked_for_from_nearer(make_world, two_rooms):
    usual = SETTINGS.exploration
    erring = for_detector("rgbd", usual)
    assert for_detector("oracle", usual) is usual
    assert close_reach(["Apple"], erring) < close_reach(["Apple"], usual)
    table = ObjectState("CounterTop_1", "CounterTop", (3.9, 0.1, 0.45), (1.6, 0.5, 0.9))  # along the wall

    def motions(settings):
        world = make_world(two_rooms, 0.625, 0.625, known=True, objects=[table])
        return world.pursue(ExploreTask(["Fridge"], [], settings)).motions

    assert motions(replace(SETTINGS, exploration=erring)) > motions(SETTINGS), "a table is looked at from close by"


def test_the_limit_of_motions_is_kept(make_world, two_rooms):
    world = make_world(two_rooms, 0.625, 0.625)
    report = world.pursue(ExploreTask([], [], SETTINGS), limit=5)
    assert report.outcome.code is Code.STEP_LIMIT and report.motions == 5 == len(world.log)


def test_a_cancelled_goal_stops_after_the_motions_under_way(make_world, two_rooms):
    world = make_world(two_rooms, 0.625, 0.625, cancel_after=3)
    report = world.pursue(ExploreTask([], [], SETTINGS))
    assert report.outcome.code is Code.CANCELED
    assert len(world.log) <= 3 + SETTINGS.explore_chunk


def test_an_object_is_approached_until_it_can_be_acted_on(make_world, two_rooms):
    world = make_world(two_rooms, 0.625, 0.625, known=True, objects=[chair(1, 3.9, 0.9)])
    report = world.pursue(ObjectTask("Chair_1", 0, 0.0, SETTINGS))
    assert report.outcome and report.found_id == "Chair_1"
    assert math.hypot(3.9 - world.pose.x, 0.9 - world.pose.y) < 1.6
    bearing = math.atan2(0.9 - world.pose.y, 3.9 - world.pose.x)
    assert math.cos(bearing - world.pose.yaw) > math.cos(math.radians(45))


def test_an_object_that_does_not_show_up_is_reported_and_the_next_attempt_goes_elsewhere(
    make_world, two_rooms
):
    lost = ObjectState("Chair_1", "Chair", (3.9, 0.9, 0.45), (0.4, 0.4, 0.9), visible=False)
    world = make_world(two_rooms, 0.625, 0.625, known=True, objects=[lost])
    navigator = Navigator(SETTINGS)
    first = world.pursue(ObjectTask("Chair_1", 0, 0.0, SETTINGS), navigator=navigator)
    place = world.pose
    second = world.pursue(ObjectTask("Chair_1", 1, 0.0, SETTINGS), navigator=navigator)
    assert first.outcome.code is second.outcome.code is Code.TARGET_NOT_VISIBLE
    assert world.pose.distance_to(place) > 0.3 or math.cos(world.pose.yaw - place.yaw) < 0.5


def test_unknown_and_held_objects_are_no_places(make_world, two_rooms):
    world = make_world(two_rooms, 0.625, 0.625, known=True, objects=[chair(1, 3.9, 0.9, held=True)])
    assert world.pursue(ObjectTask("Mug_7", 0, 0.0, SETTINGS)).outcome.code is Code.NOT_FOUND
    assert world.pursue(ObjectTask("Chair_1", 0, 0.0, SETTINGS)).outcome.code is Code.BAD_INPUT
    assert world.log == []


def test_looking_around_shows_all_four_sides(make_world, two_rooms):
    world = make_world(two_rooms, 2.375, 1.125)
    assert world.pursue(LookAroundTask(SETTINGS)).outcome
    assert world.log == [Motion.TURN_LEFT] * 3


def test_a_view_that_was_reached_is_not_taken_again(make_world, two_rooms):
    world = make_world(two_rooms, 0.625, 0.625).world()
    terrain, reach = survey(world, Knowledge(SETTINGS.base), SETTINGS)
    settings = SETTINGS.exploration

    def view(spent):
        worth = terrain.unknown.astype(float)
        return best_view(
            worth,
            reach,
            terrain,
            eye_height=1.5,
            view_reach=3.0,
            min_gain=1.0,
            settings=settings,
            spent=spent,
        )

    first = view([])
    second = view([first.state])
    assert second.state != first.state and second.gain / (second.cost + 2.0) <= first.gain / (
        first.cost + 2.0
    )


def test_what_lies_behind_tall_cells_that_stay_unknown_loses_its_hope(make_world, two_rooms):
    world = make_world(two_rooms, 0.625, 0.625).world()
    grid = world.grid
    grid.occupancy[:, 20:40] = -1
    grid.height[:, 20:40] = 100
    knowledge = Knowledge(SETTINGS.base)
    behind = grid.index(1.7, 0.625)
    assert knowledge.settings.patience == 2
    for step in (1, 2):
        knowledge.observe(replace(world, step=step))
    assert not knowledge.hopeful(grid)[behind]


def test_a_map_that_begins_anew_is_taken_as_it_is(make_world, two_rooms):
    world = make_world(two_rooms, 0.625, 0.625).world()
    knowledge = Knowledge(SETTINGS.base)
    knowledge.observe(world)
    rows, columns = world.grid.shape
    part = replace(
        world.grid, occupancy=world.grid.occupancy[: rows // 2], height=world.grid.height[: rows // 2]
    )
    knowledge.observe(replace(world, step=2, grid=part))
    assert knowledge.hopeful(part).shape == (rows // 2, columns)
    knowledge.observe(replace(world, step=3))
    assert knowledge.hopeful(world.grid).shape == (rows, columns)


def test_what_cannot_be_stood_next_to_is_acted_on_from_as_far_as_one_may(make_world):
    plan = """
        ################
        #..........#####
        #..........#####
        #..........#####
        #..........#####
        ################
    """
    far = ObjectState("Book_1", "Book", (3.85, 0.9, 0.9), (0.1, 0.1, 0.1), visible=True)
    world = make_world(plan, 0.625, 0.875, known=True, objects=[far])
    report = world.pursue(ObjectTask("Book_1", 0, 0.0, SETTINGS))
    assert report.outcome
    assert 1.35 < 3.8 - world.pose.x <= 1.5


def test_a_robot_that_can_go_next_to_nowhere_squeezes_past_what_looks_too_near(make_world):
    plan = """
        ##########
        #...##...#
        #........#
        #...##...#
        ##########
    """  # a lane of one letter: 12 cm from the middle to either side
    far = chair(1, 2.1, 0.625)
    world = make_world(plan, 0.625, 0.625, known=True, objects=[far]).world()
    for narrow, end in ((SETTINGS.body.squeeze, Step), (SETTINGS.body.hard, End)):
        body = replace(SETTINGS.body, squeeze=narrow)
        task = ObjectTask("Chair_1", 0, 0.4, replace(SETTINGS, body=body))
        assert isinstance(task.decide(world, Knowledge(SETTINGS.base)), end)


def far_chair_and_mug(make_world, two_rooms, **more):
    """Return a world with a chair in the other room, and a mug that shows only once the robot is on its way there."""
    mug = ObjectState("Mug_1", "Mug", (3.6, 1.1, 0.9), (0.1, 0.1, 0.1), visible=True)
    return make_world(two_rooms, 0.625, 0.625, objects=[chair(1, 4.2, 2.9), mug], **more)


def to_chair(world, watch):
    world.seen[int(2.9 / 0.05), int(4.2 / 0.05)] = True  # it was seen before
    navigator = Navigator(SETTINGS)
    task = ObjectTask("Chair_1", 0, 0.0, SETTINGS)
    return asyncio.run(navigator.pursue(task, world, 300, watch))


def test_a_way_ends_at_the_very_observation_that_shows_what_is_watched_for(make_world, two_rooms):
    world = far_chair_and_mug(make_world, two_rooms, yaw=math.pi / 2)
    assert not world.memory().of_class("Mug")
    report = to_chair(world, Watch(("Plate", "Mug")))
    assert report.outcome.code is Code.SIGHTED and report.found_id == "Mug_1"
    assert "Mug_1" in report.outcome.message and report.step == world.step
    again = far_chair_and_mug(make_world, two_rooms, yaw=math.pi / 2)
    for motion in world.log[:-1]:
        again.do(motion)
        assert not again.memory().of_class("Mug"), "it was not in the memory one motion before"


@pytest.mark.parametrize("watch", [Watch(("Plate",)), Watch(("Mug",), frozenset({"Mug_1"}))])
def test_a_way_on_which_nothing_watched_for_shows_is_the_same_as_without(make_world, two_rooms, watch):
    plain, watched = (far_chair_and_mug(make_world, two_rooms, yaw=math.pi / 2) for _ in range(2))
    assert to_chair(plain, NOTHING) == to_chair(watched, watch)
    assert plain.log == watched.log and plain.step == watched.step


def test_what_is_watched_for_and_known_already_ends_the_goal_before_a_motion(make_world, two_rooms):
    world = far_chair_and_mug(make_world, two_rooms, known=True)
    report = to_chair(world, Watch(("Mug",)))
    assert report.outcome.code is Code.SIGHTED and report.motions == 0 == len(world.log)


def test_a_block_while_watching_is_learned_from_like_any_other(make_world, two_rooms):
    hidden = np.zeros((70, 100), bool)
    hidden[15:20, 35:38] = True  # glass
    worlds = [make_world(two_rooms, 0.625, 0.875, known=True, hidden=hidden) for _ in range(2)]
    reports = [
        asyncio.run(
            Navigator(SETTINGS).pursue(PoseTask(Pose2D(3.625, 0.875, 0.0), SETTINGS), world, 300, watch)
        )
        for world, watch in zip(worlds, (NOTHING, Watch(("Mug",))), strict=True)
    ]
    assert reports[0] == reports[1] and worlds[0].log == worlds[1].log and worlds[0].blocked >= 1


def test_a_cancel_is_heard_after_each_motion_while_watching(make_world, two_rooms):
    world = far_chair_and_mug(make_world, two_rooms, yaw=math.pi / 2, cancel_after=2)
    report = to_chair(world, Watch(("Plate",)))
    assert report.outcome.code is Code.CANCELED and len(world.log) == 2


def test_who_has_no_room_to_turn_turns_the_other_way_and_then_lets_it_be(make_world, two_rooms):
    """A legged robot beside a counter: one turn is blocked, then every turn; it must not try for ever."""
    world = make_world(two_rooms, 0.625, 0.625).world()
    task, done, way = LookAroundTask(SETTINGS), Knowledge(SETTINGS.base), []
    turns = round(2.0 * math.pi / SETTINGS.base.turn) - 1
    task.decide(world, done)
    task.blocked()
    while isinstance(step := task.decide(world, done), Step):
        way.extend(step.motions)
        assert len(way) <= turns
    assert step.outcome and len(way) == turns and len(set(way)) == 1

    stuck = LookAroundTask(SETTINGS)
    for _ in range(2):
        assert isinstance(stuck.decide(world, done), Step)
        stuck.blocked()
    end = stuck.decide(world, done)
    assert isinstance(end, End) and end.outcome and "no room to turn" in end.outcome.message


HIDDEN = [("Mug_1", True, True), ("", True, False), ("Mug_1", False, False)]


@pytest.mark.parametrize(("held", "hides", "arrives"), HIDDEN)
def test_what_the_hand_holds_may_hide_what_is_gone_to_where_that_can_be(make_world, two_rooms, held, hides, arrives):
    hidden = ObjectState("Chair_1", "Chair", (3.9, 0.9, 0.45), (0.4, 0.4, 0.9), visible=False)
    world = make_world(two_rooms, 0.625, 0.625, known=True, objects=[hidden], held=held)
    report = world.pursue(ObjectTask("Chair_1", 0, 0.0, replace(SETTINGS, hand_hides=hides)))
    assert bool(report.outcome) is arrives
    assert math.hypot(3.9 - world.pose.x, 0.9 - world.pose.y) < 1.6
