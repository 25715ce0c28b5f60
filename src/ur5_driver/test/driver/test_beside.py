"""Where on the table a held thing is put down: beside what was named, or nowhere."""

from __future__ import annotations

import numpy as np
import pytest

from pred_core.outcome import Code
from pred_core.spots import Beside, Landmark
from ur5_description.kinematics import HOME, Array
from ur5_description.mount import read_mount
from ur5_driver.driver.limits import Limits
from ur5_driver.driver.manipulation import PlanningScene, held_of, plan_pick, plan_put
from ur5_driver.driver.places import Held
from ur5_driver.driver.things import Thing, thing_of

LIMITS = Limits()
CAMERA = read_mount().optical_in_tool[:3, 3]
HALF = 0.027


def plane(x: tuple[float, float], y: tuple[float, float], z: float, step: float = 0.008) -> Array:
    u, v = np.meshgrid(np.arange(*x, step), np.arange(*y, step))
    return np.column_stack([u.ravel(), v.ravel(), np.full(u.size, z)])


TABLE = plane((0.2, 0.8), (-0.4, 0.4), 0.0)


def can(x: float, y: float) -> Array:
    angles = np.linspace(0.0, 2 * np.pi, 40, endpoint=False)
    rings = [(0.027, z) for z in np.linspace(0.01, 0.105, 14)] + [(r, 0.105) for r in np.linspace(0, 0.027, 5)]
    return np.concatenate(
        [np.column_stack([x + r * np.cos(angles), y + r * np.sin(angles), np.full(40, z)]) for r, z in rings]
    )


def scene(*cans: Array) -> PlanningScene:
    return PlanningScene(LIMITS, CAMERA, np.concatenate([TABLE, *cans]), np.array(HOME))


def held() -> Held:
    thing: Thing | None = thing_of(can(0.4, -0.25), TABLE)
    assert thing is not None
    plan = plan_pick(thing, scene(), "can")[1]
    assert plan is not None
    return held_of(plan.grasp.tool, thing, plan.grasp.side)


IT = held()


def put(spot: Beside, *cans: Array) -> tuple[Code, Array | None]:
    around = scene(*cans)
    outcome, plan = plan_put(IT, around.table, around, "table", spot=spot)
    if plan is None:
        return outcome.code, None
    return outcome.code, (plan.place.tool[:3, :3] @ IT.foot + plan.place.tool[:3, 3])[:2]


@pytest.mark.parametrize("relation", ["near", "left", "right", "front", "behind"])
def test_it_comes_to_stand_on_the_side_that_was_said(relation: str) -> None:
    spot = Beside(relation, (Landmark((0.5, 0.05), (0.054, 0.054)),))
    code, at = put(spot, can(0.5, 0.05))
    assert code is Code.SUCCESS and at is not None and spot.holds(at[None], HALF)[0]
    assert np.linalg.norm(at - (0.5, 0.05)) > 2 * HALF


def test_between_is_in_the_middle_of_both() -> None:
    spot = Beside("between", (Landmark((0.5, 0.15), (0.054, 0.054)), Landmark((0.5, -0.15), (0.054, 0.054))))
    code, at = put(spot, can(0.5, 0.15), can(0.5, -0.15))
    assert code is Code.SUCCESS and at is not None and np.linalg.norm(at - (0.5, 0.0)) < 0.06


def test_where_there_is_no_room_that_is_told_and_nothing_else_taken() -> None:
    near = [can(0.5 + dx, 0.05 + dy) for dx in (-0.08, 0.0, 0.08) for dy in (-0.08, 0.0, 0.08)]
    spot = Beside("between", (Landmark((0.42, 0.05), (0.054, 0.054)), Landmark((0.58, 0.05), (0.054, 0.054))))
    assert put(spot, *near) == (Code.RECEPTACLE_FULL, None)
