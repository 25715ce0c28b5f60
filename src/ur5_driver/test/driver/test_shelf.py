"""Places under a ceiling: they are seen as such, and a grip from the side gets there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ur5_description import kinematics
from ur5_description.kinematics import HOME, Array
from ur5_description.mount import read_mount
from ur5_driver.driver import places
from ur5_driver.driver.grasps import candidates
from ur5_driver.driver.limits import Limits
from ur5_driver.driver.manipulation import PlanningScene, held_of, moved, plan_pick, plan_put
from ur5_driver.driver.regrip import plan_regrip
from ur5_driver.driver.shapes import PALM, tip_length
from ur5_driver.driver.things import Thing, thing_of

LIMITS = Limits()
CAMERA = read_mount().optical_in_tool[:3, 3]


def plane(x: tuple[float, float], y: tuple[float, float], z: float, step: float = 0.008) -> Array:
    u, v = np.meshgrid(np.arange(*x, step), np.arange(*y, step))
    return np.column_stack([u.ravel(), v.ravel(), np.full(u.size, z)])


TABLE = plane((0.2, 0.8), (-0.4, 0.4), 0.0)
CUPBOARD = np.concatenate(
    [plane((0.52, 0.68), (-0.1, 0.1), z, 0.005) for z in (0.1, 0.27)]
    + [plane((0.09, 0.27), (-0.1, 0.1), 0.0, 0.005)[:, [2, 1, 0]] + [0.68, 0.0, 0.0]]
)


def can() -> Thing:
    angles = np.linspace(0.0, 2 * np.pi, 40, endpoint=False)
    rings = [(0.027, z) for z in np.linspace(0.01, 0.105, 14)] + [
        (r, 0.105) for r in np.linspace(0, 0.027, 5)
    ]
    points = np.concatenate(
        [
            np.column_stack([0.4 + r * np.cos(angles), 0.1 + r * np.sin(angles), np.full(40, z)])
            for r, z in rings
        ]
    )
    thing = thing_of(points, TABLE)
    assert thing is not None
    return thing


def level_grasp(thing: Thing) -> Array:
    return next(g.tool for g in candidates(thing, TABLE) if g.side)


def test_a_surface_under_a_ceiling_is_a_shelf() -> None:
    assert places.has_shelf(CUPBOARD, TABLE)
    assert not places.has_shelf(CUPBOARD[CUPBOARD[:, 2] > 0.2], TABLE)
    assert not places.has_shelf(TABLE, TABLE)


def test_a_box_has_no_shelf_under_its_rim() -> None:
    bottom = plane((0.4, 0.66), (-0.09, 0.09), 0.005, 0.005)
    rim = [plane((0.4, 0.66), (y, y + 0.006), 0.075, 0.005) for y in (-0.09, 0.09)]
    rim += [plane((x, x + 0.006), (-0.09, 0.09), 0.075, 0.005) for x in (0.4, 0.66)]
    assert not places.has_shelf(np.concatenate([bottom, *rim]), TABLE)


def test_nothing_is_put_where_it_is_too_high_for_the_ceiling() -> None:
    low = plane((0.52, 0.68), (-0.1, 0.1), 0.0165, 0.005)
    thing = can()
    held = held_of(level_grasp(thing), thing, side=True)
    found = places.on_shelf(held, np.concatenate([CUPBOARD, low]), TABLE)
    assert found
    assert {round(p.level, 1) for p in found} == {0.1}
    assert not places.on_shelf(replace(held, height=0.16), CUPBOARD, TABLE)


def test_what_the_held_thing_hides_of_a_shelf_still_carries() -> None:
    thing = can()
    held = held_of(level_grasp(thing), thing, side=True)
    behind = (CUPBOARD[:, 2] < 0.2) & (CUPBOARD[:, 2] > 0.09) & (np.abs(CUPBOARD[:, 1]) < 0.06)
    assert places.on_shelf(held, CUPBOARD[~behind], np.concatenate([TABLE, CUPBOARD]))


def test_a_half_seen_can_is_gripped_in_its_middle_from_the_side() -> None:
    whole = can()
    seen = whole.points[(whole.points[:, 2] > 0.1) | (whole.points[:, 1] > whole.centre[1] + 0.015)]
    thing = thing_of(seen, TABLE)
    assert thing is not None
    for grasp in (g for g in candidates(thing, TABLE) if g.side):
        aside = (np.array([*whole.centre, 0.05]) - grasp.tool[:3, 3]) @ grasp.tool[:3, 0]
        assert abs(float(aside)) < 0.008


def test_what_was_gripped_from_above_is_gripped_again_for_a_shelf() -> None:
    around = np.concatenate([TABLE, CUPBOARD])
    thing = can()
    scene = PlanningScene(LIMITS, CAMERA, around, np.array(HOME))
    _, pick = plan_pick(thing, scene, "can")
    assert pick is not None and not pick.grasp.side
    held = held_of(pick.grasp.tool, thing, side=False)
    gripped = moved(thing.points, kinematics.invert(pick.grasp.tool))
    now = replace(scene, joints=pick.reach.after[-1])
    outcome, plan = plan_regrip(held, gripped, CUPBOARD, TABLE, now, "shelf")
    assert plan is not None, outcome
    assert plan.up.grasp.side
    stands = plan.down.place.tool[:3, :3] @ held.foot + plan.down.place.tool[:3, 3]
    assert np.linalg.norm(stands[:2] - plan.thing.centre) < 0.005
    assert 0.3 < np.linalg.norm(stands[:2]) < 0.6


def test_a_can_gripped_from_the_side_gets_onto_a_shelf() -> None:
    around = np.concatenate([TABLE, CUPBOARD])
    thing = can()
    scene = PlanningScene(LIMITS, CAMERA, around, np.array(HOME))
    outcome, pick = plan_pick(thing, scene, "can", level=True)
    assert pick is not None, outcome
    assert abs(float(pick.grasp.approach[2])) < 0.01
    held = held_of(pick.grasp.tool, thing, side=True)
    outcome, put = plan_put(
        held, CUPBOARD, PlanningScene(LIMITS, CAMERA, around, pick.reach.after[-1]), "shelf", "in"
    )
    assert put is not None, outcome
    foot = put.place.tool[:3, :3] @ held.foot + put.place.tool[:3, 3]
    assert 0.1 <= foot[2] < 0.12
    assert 0.52 < foot[0] < 0.68


def lemon(x: float = 0.4, y: float = 0.15) -> Thing:
    """Return what is seen from above of a fruit, 7 cm long and 5 cm high, that lies on the table."""
    u, v = np.meshgrid(np.linspace(0.0, np.pi / 2.0, 12), np.linspace(0.0, 2.0 * np.pi, 40, endpoint=False))
    flat = np.column_stack([(np.cos(u) * np.cos(v)).ravel(), (np.cos(u) * np.sin(v)).ravel(), np.sin(u).ravel()])
    thing = thing_of(flat * [0.035, 0.023, 0.026] + [x, y, 0.026], TABLE)
    assert thing is not None
    return thing


def test_what_is_low_is_gripped_from_the_side_only_where_it_has_to_be_and_in_its_middle() -> None:
    thing = lemon()
    assert not any(g.side for g in candidates(thing, TABLE))
    level = candidates(thing, TABLE, level=True)
    assert level and all(g.side for g in level)
    for grasp in level:
        tips = grasp.tool[:3, 3] + tip_length(grasp.width) * grasp.approach
        assert grasp.approach[2] < -0.3, "a horizontal hand would lie on the table"
        assert 0.005 < tips[2] < thing.height / 2.0 + 0.002


def test_what_was_gripped_aslant_is_put_down_by_a_horizontal_hand() -> None:
    thing = lemon()
    for grasp in candidates(thing, TABLE, level=True)[:6]:
        held = held_of(grasp.tool, thing, side=True)
        assert np.abs(held.up) == pytest.approx([0.0, 1.0, 0.0])
        assert (held.points @ held.up).min() > held.foot @ held.up, "nothing of it is lower than what it is to stand on"


def test_a_low_thing_gripped_from_above_gets_onto_a_shelf() -> None:
    thing = lemon()
    held = held_of(candidates(thing, TABLE)[0].tool, thing, side=False)
    gripped = moved(thing.points, kinematics.invert(candidates(thing, TABLE)[0].tool))
    scene = PlanningScene(LIMITS, CAMERA, np.concatenate([TABLE, CUPBOARD]), np.array(HOME))
    outcome, plan = plan_regrip(held, gripped, CUPBOARD, TABLE, scene, "cupboard")
    assert plan is not None, outcome
    taken = held_of(plan.up.grasp.tool, plan.thing, side=True)
    after = replace(scene, joints=plan.up.reach.after[-1])
    outcome, put = plan_put(taken, CUPBOARD, after, "cupboard", "in")
    assert put is not None and put.place.shelf, outcome
    assert abs(put.place.tool[2, 2]) < 0.01


def test_a_stalk_stays_clear_of_the_palm() -> None:
    thing = can()
    stalk = Thing(
        np.concatenate([thing.points, [[*thing.centre, thing.top + 0.008]] * 3]),
        *(getattr(thing, name) for name in ("support", "top", "centre", "major", "length", "breadth")),
    )
    grasps = [g for g in candidates(stalk, TABLE) if not g.side]
    assert grasps
    palm = kinematics.invert(grasps[0].tool) @ np.array([*thing.centre, thing.top + 0.008, 1.0])
    assert palm[2] > PALM
