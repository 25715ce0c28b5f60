"""Going to a person."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from pred_core.geometry import Pose2D, wrap_angle
from pred_core.goal_loop import End
from pred_core.outcome import Code
from pred_core.people import FARTHEST, NEAREST, WIDTH
from pred_nav.bodies import with_person
from pred_nav.goal import NavSettings
from pred_nav.grid import GridMap
from pred_nav.knowledge import Knowledge
from pred_nav.motions import FreeBase
from pred_nav.person_task import ASKEW, PersonTask

SETTINGS = NavSettings()


def task(x: float, y: float) -> PersonTask:
    return PersonTask(Pose2D(x, y, 0.0), FARTHEST, SETTINGS)


def stands_before(world, x: float, y: float) -> bool:
    away = math.hypot(world.pose.x - x, world.pose.y - y)
    off = wrap_angle(math.atan2(y - world.pose.y, x - world.pose.x) - world.pose.yaw)
    return NEAREST <= away <= FARTHEST and abs(off) <= ASKEW and abs(world.pitch) < 0.1


def test_the_robot_stands_a_body_s_width_before_a_person_in_the_other_room(make_world, two_rooms):
    world = make_world(two_rooms, 0.625, 0.625)
    report = world.pursue(task(0.625, 2.875))
    assert report.outcome, report
    assert stands_before(world, 0.625, 2.875) and world.blocked == 0


def test_it_makes_room_where_the_person_stands_just_where_it_was_asked(make_world, two_rooms):
    world = make_world(two_rooms, 0.625, 0.625, known=True)
    assert world.pursue(task(0.625, 0.625)).outcome
    assert stands_before(world, 0.625, 0.625)


def test_it_stays_where_it_already_stands_before_them(make_world, two_rooms):
    world = make_world(two_rooms, 0.625, 0.875, known=True)
    assert world.pursue(task(0.625 + 0.8, 0.875)).outcome
    assert all(motion.name.startswith("LOOK") for motion in world.log)


def test_nobody_is_walked_through(make_world):
    """The person stands between the robot and the wall side that is nearest to it, in a corridor with a way round."""
    hall = """
    ##########
    #........#
    #........#
    #........#
    #........#
    ##########
    """
    world = make_world(hall, 0.625, 1.125, known=True)
    person = Pose2D(2.125, 1.125, 0.0)
    places = []
    do = world.do
    world.do = lambda motion: (do(motion), places.append((world.pose.x, world.pose.y)))[0]
    assert world.pursue(task(person.x, person.y)).outcome
    gaps = np.hypot(*(np.array(places) - (person.x, person.y)).T)
    assert gaps.min() > WIDTH / 2.0


@pytest.mark.parametrize("place", [(20.0, 20.0)])
def test_who_is_nowhere_near_is_refused_with_a_sentence(make_world, two_rooms, place):
    world = make_world(two_rooms, 0.625, 0.625, known=True)
    report = world.pursue(task(*place))
    assert report.outcome.code is Code.UNREACHABLE and "before the person at (20.00, 20.00)" in report.outcome.message


@pytest.mark.parametrize("heading", [0.0, math.pi / 2.0])
@pytest.mark.parametrize("ahead", [0.0, 0.4])
@pytest.mark.parametrize("away", [2.0, 1.0, 0.56, 0.35, 0.1, 0.0])
def test_a_person_is_on_the_map_but_for_where_the_robot_stands_itself(away, ahead, heading):
    free = np.zeros((80, 80), np.int8)
    person, base = Pose2D(2.0, 2.0, 0.0), Pose2D(2.0 - away, 2.0, heading)
    grid = with_person(GridMap((0.0, 0.0), 0.05, free, free), person, base, ahead)
    rows, columns = np.nonzero(grid.occupancy)
    x, y = (columns + 0.5) * 0.05, (rows + 0.5) * 0.05
    assert (np.hypot(x - person.x, y - person.y) <= WIDTH / 2.0).all()
    for end in (-ahead, 0.0, ahead):
        assert (np.hypot(x - base.x - end * math.cos(heading), y - base.y - end * math.sin(heading)) > 0.2).all()
    if not away:
        assert not len(x), "it must be able to leave"
    if away > 0.5:
        begin = max(1.75, base.x + 0.2 + ahead * math.cos(heading))
        assert (x.min(), x.max()) == pytest.approx((begin, 2.25), abs=0.06), "nothing leads through them"


def test_a_long_body_stands_farther_from_a_person_than_a_small_one(make_world, two_rooms):
    long = replace(SETTINGS, base=replace(SETTINGS.base, free=FreeBase(ends=0.3)))
    world = make_world(two_rooms, 0.625, 0.875, known=True)
    near = Pose2D(0.625 + NEAREST + 0.2, 0.875, 0.0)
    small, large = (PersonTask(near, FARTHEST, settings) for settings in (SETTINGS, long))
    knowledge = Knowledge(SETTINGS.base)
    level = replace(world.world(), pitch=0.0)
    assert isinstance(small.decide(level, knowledge), End)
    assert not isinstance(large.decide(level, knowledge), End)
