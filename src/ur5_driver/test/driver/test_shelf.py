"""Places under a ceiling: they are seen as such, and a grip from the side gets there."""

from __future__ import annotations

import numpy as np

from ur5_driver import kinematics
from ur5_driver.driver import places
from ur5_driver.driver.grasps import candidates
from ur5_driver.driver.manipulation import Scene, held_of, plan_pick, plan_put
from ur5_driver.driver.things import Thing, thing_of
from ur5_driver.kinematics import HOME, Array
from ur5_driver.mount import read_mount
from ur5_driver.rehearsal import LIMITS

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


def test_a_surface_under_a_ceiling_is_a_shelf() -> None:
    assert places.has_shelf(CUPBOARD, TABLE)
    assert not places.has_shelf(CUPBOARD[CUPBOARD[:, 2] > 0.2], TABLE)
    assert not places.has_shelf(TABLE, TABLE)


def test_a_can_gripped_from_the_side_gets_onto_a_shelf() -> None:
    around = np.concatenate([TABLE, CUPBOARD])
    thing = can()
    scene = Scene(LIMITS, CAMERA, around, np.array(HOME))
    outcome, pick = plan_pick(thing, scene, "can", level=True)
    assert pick is not None, outcome
    assert abs(float(pick.grasp.approach[2])) < 0.01
    held = held_of(pick.grasp.tool, thing, side=True)
    outcome, put = plan_put(
        held, CUPBOARD, Scene(LIMITS, CAMERA, around, pick.reach.after[-1]), "shelf", "in"
    )
    assert put is not None, outcome
    foot = put.place.tool[:3, :3] @ held.foot + put.place.tool[:3, 3]
    assert 0.1 <= foot[2] < 0.12
    assert 0.52 < foot[0] < 0.68


def test_a_stalk_stays_clear_of_the_palm() -> None:
    thing = can()
    stalk = Thing(
        np.concatenate([thing.points, [[*thing.centre, thing.top + 0.008]] * 3]),
        *(getattr(thing, name) for name in ("support", "top", "centre", "major", "length", "breadth")),
    )
    grasps = [g for g in candidates(stalk, TABLE) if not g.side]
    assert grasps
    palm = kinematics.invert(grasps[0].tool) @ np.array([*thing.centre, thing.top + 0.008, 1.0])
    assert palm[2] > 0.115
