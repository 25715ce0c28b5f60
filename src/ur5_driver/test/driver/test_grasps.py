"""Grips and places from made-up points: cans, fruit, tools, bowls, neighbours, shelves."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from ur5_description.kinematics import HOME
from ur5_description.mount import read_mount
from ur5_driver.driver import places
from ur5_driver.driver.grasps import candidates
from ur5_driver.driver.limits import Limits
from ur5_driver.driver.manipulation import PlanningScene, held_of, plan_pick, plan_put
from ur5_driver.driver.motion import Burden, Space
from ur5_driver.driver.shapes import OPEN_WIDTH, TIP_CLOSED, TIP_OPEN, gripper_spheres, tip_length
from ur5_driver.driver.things import ball_of, thing_of

LIMITS = Limits()
CAMERA = read_mount().optical_in_tool[:3, 3]


def table(low: float = 0.2, high: float = 0.8, half: float = 0.4) -> np.ndarray:
    x, y = np.meshgrid(np.arange(low, high, 0.008), np.arange(-half, half, 0.008))
    return np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)])


def can(x: float, y: float, radius: float = 0.027, height: float = 0.105, base: float = 0.0) -> np.ndarray:
    """Return the top and the side of an upright can."""
    angles = np.linspace(0.0, 2 * np.pi, 40, endpoint=False)
    side = [
        np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles), np.full(40, base + z)])
        for z in np.linspace(0.01, height, 14)
    ]
    top = [
        np.column_stack([x + r * np.cos(angles), y + r * np.sin(angles), np.full(40, base + height)])
        for r in np.linspace(0.0, radius, 5)
    ]
    return np.concatenate([*side, *top])


def box(x: float, y: float, size: tuple[float, float, float], yaw: float) -> np.ndarray:
    """Return the upper face and the sides of a box that stands on the table."""
    u, v, w = np.meshgrid(*(np.arange(-s / 2, s / 2 + 1e-9, 0.004) for s in size), indexing="ij")
    points = np.column_stack([u.ravel(), v.ravel(), w.ravel() + size[2] / 2])
    skin = (np.abs(np.abs(points[:, :2]) - np.array(size[:2]) / 2) < 0.003).any(axis=1)
    skin |= points[:, 2] > size[2] - 0.003
    c, s = np.cos(yaw), np.sin(yaw)
    points = points[skin]
    points[:, :2] = points[:, :2] @ np.array([[c, -s], [s, c]]).T + [x, y]
    return points


def scene(points: np.ndarray) -> PlanningScene:
    return PlanningScene(LIMITS, CAMERA, points, np.array(HOME))


def test_tips_reach_farther_the_more_the_fingers_close() -> None:
    widths = np.linspace(0.0, OPEN_WIDTH, 20)
    lengths = [tip_length(w) for w in widths]
    assert lengths == sorted(lengths, reverse=True)
    assert (lengths[0], lengths[-1]) == pytest.approx((TIP_CLOSED, TIP_OPEN))


def test_a_can_is_understood_and_gripped_from_above() -> None:
    thing = thing_of(can(0.5, 0.1), table())
    assert thing is not None
    assert thing.centre == pytest.approx([0.5, 0.1], abs=0.004)
    assert (thing.support, thing.height) == pytest.approx((0.0, 0.105), abs=0.006)
    best = candidates(thing, table())[0]
    assert not best.side
    assert best.width == pytest.approx(0.054, abs=0.006)
    assert best.tool[:2, 3] == pytest.approx([0.5, 0.1], abs=0.005)
    assert best.approach == pytest.approx([0.0, 0.0, -1.0], abs=1e-9)


@pytest.mark.parametrize("yaw", [0.0, 0.5, 1.2, 2.2])
def test_a_long_thing_is_gripped_across(yaw: float) -> None:
    thing = thing_of(box(0.5, 0.0, (0.18, 0.03, 0.03), yaw), table())
    assert thing is not None
    best = candidates(thing, table())[0]
    along = np.array([np.cos(yaw), np.sin(yaw), 0.0])
    assert abs(float(best.tool[:3, 0] @ along)) < 0.2
    assert best.width < 0.045


def cone(x: float, y: float, low: tuple[float, float], high: tuple[float, float]) -> np.ndarray:
    """Return the inside of a bowl's wall, from radius and height at its foot to those at its rim."""
    angles = np.linspace(0.0, 2 * np.pi, 90, endpoint=False)
    rings = (np.array(low) + share * (np.array(high) - low) for share in np.linspace(0.0, 1.0, 14))
    return np.concatenate(
        [np.column_stack([x + r * np.cos(angles), y + r * np.sin(angles), np.full(90, z)]) for r, z in rings]
    )


def ball(x: float, y: float, z: float, radius: float) -> np.ndarray:
    """Return what the camera sees of a ball from above."""
    turns, slopes = np.meshgrid(np.linspace(0, 2 * np.pi, 50), np.linspace(0.0, 1.35, 20))
    flat = radius * np.sin(slopes.ravel())
    return np.column_stack(
        [
            x + flat * np.cos(turns.ravel()),
            y + flat * np.sin(turns.ravel()),
            z + radius * np.cos(slopes.ravel()),
        ]
    )


def test_a_ball_in_a_bowl_is_gripped_below_its_middle_and_stands_on_the_bottom() -> None:
    bowl = cone(0.5, 0.0, (0.045, 0.004), (0.074, 0.055))
    around = np.concatenate([table(), bowl])
    thing = thing_of(ball(0.5, 0.0, 0.039, 0.035), around)
    assert thing is not None
    assert thing.support == pytest.approx(0.004, abs=0.003)
    found = candidates(thing, around)
    assert found
    tips = [g.tool[2, 3] - tip_length(g.width) for g in found]
    assert max(tips) < 0.04, "above its middle the fingers squeeze a ball out"


def test_an_open_cup_is_taken_as_a_whole_by_its_middle() -> None:
    cup = np.concatenate([cone(0.4, 0.1, (0.032, 0.003), (0.036, 0.118)), can(0.4, 0.1, 0.032, 0.004)])
    thing = thing_of(cup, table())
    assert thing is not None
    best = candidates(thing, table())[0]
    assert best.width == pytest.approx(0.072, abs=0.006)
    assert best.tool[:2, 3] == pytest.approx([0.4, 0.1], abs=0.004)


def test_what_is_no_ball_is_not_taken_for_one() -> None:
    assert ball_of(can(0.5, 0.0)) is None
    assert ball_of(box(0.5, 0.0, (0.06, 0.06, 0.06), 0.3)) is None
    assert ball_of(cone(0.5, 0.0, (0.0335, 0.118), (0.0375, 0.0))) is None, "an upturned cup"


def test_what_is_too_wide_is_not_gripped() -> None:
    points = box(0.5, 0.0, (0.15, 0.15, 0.08), 0.3)
    outcome, plan = plan_pick(thing_of(points, table()), scene(np.concatenate([table(), points])), "box")  # type: ignore[arg-type]
    assert plan is None
    assert "fingers open" in outcome.message


def test_fingers_keep_clear_of_neighbours() -> None:
    neighbour = can(0.5, 0.065)
    around = np.concatenate([table(), neighbour])
    thing = thing_of(can(0.5, 0.0), around)
    assert thing is not None
    for grasp in candidates(thing, around):
        if grasp.side:
            continue
        closing = np.abs(grasp.tool[:3, 0])
        assert closing[1] < 0.95, "a finger would go straight between the two cans"


def test_a_pick_is_reached_without_touching_anything() -> None:
    points = can(0.5, -0.1)
    everything = np.concatenate([table(), points, can(0.42, 0.1)])
    thing = thing_of(points, table())
    assert thing is not None
    outcome, plan = plan_pick(thing, scene(everything), "can")
    assert outcome, outcome
    assert plan is not None
    space = Space(LIMITS, everything, Burden(gripper_spheres(plan.grasp.opening, CAMERA)))
    path = np.linspace(plan.reach.way[-1], plan.reach.before, 3)
    assert space.clear(path)
    assert space.allowed(path)


def test_a_pick_is_found_however_long_a_busy_computer_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    minutes = itertools.count(0.0, 60.0)
    monkeypatch.setattr("time.monotonic", lambda: next(minutes))
    points = can(0.45, 0.1)
    thing = thing_of(points, table())
    assert thing is not None
    outcome, plan = plan_pick(thing, scene(np.concatenate([table(), points])), "can")
    assert outcome and plan is not None


def test_a_can_under_a_ceiling_is_gripped_from_the_side() -> None:
    ceiling = box(0.55, 0.0, (0.2, 0.2, 0.01), 0.0) + np.array([0.0, 0.0, 0.2])
    around = np.concatenate([table(), ceiling])
    thing = thing_of(can(0.5, 0.0), around)
    assert thing is not None
    assert candidates(thing, around)
    assert all(g.side for g in candidates(thing, around))


def held_can() -> places.Held:
    thing = thing_of(can(0.5, 0.0), table())
    assert thing is not None
    return held_of(candidates(thing, table())[0].tool, thing, side=False)


def test_a_can_is_put_on_a_free_patch_of_the_table() -> None:
    others = np.concatenate([can(0.45, y) for y in (-0.1, 0.0, 0.1)])
    everything = np.concatenate([table(), others])
    found = places.on(held_can(), table(), everything, np.array([0.45, 0.0]))
    assert found
    for place in found[:10]:
        foot = place.tool[:3, :3] @ held_can().foot + place.tool[:3, 3]
        gap = np.linalg.norm(others[:, :2] - foot[:2], axis=1).min() - 0.027
        assert gap > 0.005
        assert foot[2] == pytest.approx(places.DROP, abs=0.01)


def test_a_can_goes_on_top_of_a_cupboard() -> None:
    top = box(0.6, -0.2, (0.16, 0.2, 0.27), 0.2)
    outcome, plan = plan_put(held_can(), top, scene(np.concatenate([table(), top])), "cupboard", "on")
    assert outcome, outcome
    assert plan is not None
    assert plan.place.level == pytest.approx(0.27, abs=0.02)


def test_something_open_is_filled_from_above_its_middle() -> None:
    rim = can(0.5, 0.1, radius=0.075, height=0.055)
    wall = rim[np.linalg.norm(rim[:, :2] - [0.5, 0.1], axis=1) > 0.07]
    angles = np.linspace(0.0, 2 * np.pi, 30)
    floor = np.concatenate(
        [
            np.column_stack([0.5 + r * np.cos(angles), 0.1 + r * np.sin(angles), np.full(30, 0.005)])
            for r in (0.0, 0.02, 0.04)
        ]
    )
    found = places.into(held_can(), np.concatenate([wall, floor]), floor)
    assert found
    foot = found[0].tool[:3, :3] @ held_can().foot + found[0].tool[:3, 3]
    assert foot[:2] == pytest.approx([0.5, 0.1], abs=0.01)
    assert places.into(held_can(), can(0.5, 0.1), can(0.5, 0.1)) == []


def test_what_lies_in_a_box_is_not_pressed_and_a_long_thing_is_turned_along_it() -> None:
    floor = np.add(table(0.37, 0.63, 0.09), [0.0, 0.0, 0.005])
    ends = [table(*span, 0.09) for span in ((0.37, 0.375), (0.625, 0.63))]
    box = np.concatenate(
        [floor, *(np.add(e, [0.0, 0.0, z]) for e in ends for z in np.arange(0.0, 0.076, 0.01))]
    )
    narrow = held_can()
    long = replace(narrow, points=narrow.points * [0.5, 3.8, 1.0])
    empty, full = (places.into(long, box, np.add(floor, [0.0, 0.0, z]))[0] for z in (0.0, 0.07))
    assert full.level > empty.level + 0.02
    along = empty.tool[:3, :3] @ [0.0, 1.0, 0.0]
    assert abs(float(along[0])) > 0.5


def test_a_full_table_has_no_place() -> None:
    crowd = np.concatenate([can(x, y) for x in np.arange(0.3, 0.5, 0.05) for y in np.arange(-0.1, 0.1, 0.05)])
    patch = table(0.28, 0.5, 0.12)
    outcome, plan = plan_put(held_can(), patch, scene(np.concatenate([table(), crowd])), "table")
    assert plan is None
    assert not outcome
