"""What the gate lets through does not touch in MuJoCo, and its rods enclose the arm as it is drawn and felt."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from ur5_description.kinematics import HOME, JOINT_NAMES, UR5E, frames, frames_along, invert
from ur5_description.mount import read_mount
from ur5_driver.driver import separation
from ur5_driver.driver.body import Hand, arm_rods
from ur5_driver.driver.distances import box_distances, segment_distances
from ur5_driver.driver.separation import KeptOff, Separation
from ur5_driver.driver.solids import Solid, Solids, discs, rod, upright
from ur5_emulator.table import robot_model
from ur5_emulator.trials.gate import _model, measure

BODIES = (
    "base",
    "shoulder_link",
    "upper_arm_link",
    "forearm_link",
    "wrist_1_link",
    "wrist_2_link",
    "wrist_3_link",
)
GATE = Separation(UR5E, Hand(camera=read_mount().optical_in_tool), KeptOff(), 0.0)


def test_nothing_that_is_let_through_touches_and_few_free_ways_are_refused() -> None:
    figures = measure(450, seed=5)
    assert figures.touching == 0 and figures.goals_touching == 0
    assert figures.free > 150 and figures.drawn - figures.free > 50
    assert figures.refused_free < 0.05 * figures.free


def test_the_rods_of_each_link_enclose_the_link_as_it_is_drawn() -> None:
    model = robot_model.robot_spec(read_mount(), 55.0).compile()
    data = mujoco.MjData(model)
    data.qpos[[model.joint(name).qposadr[0] for name in JOINT_NAMES]] = HOME
    mujoco.mj_kinematics(model, data)
    chain, rods = frames(UR5E, HOME), arm_rods(UR5E)
    for geom in np.flatnonzero(model.geom_type == mujoco.mjtGeom.mjGEOM_MESH):
        body = model.body(model.geom_bodyid[geom]).name
        if body not in BODIES:
            continue
        frame = BODIES.index(body)
        mesh = model.geom_dataid[geom]
        first = model.mesh_vertadr[mesh]
        points = model.mesh_vert[first : first + model.mesh_vertnum[mesh]]
        points = points @ data.geom_xmat[geom].reshape(3, 3).T + data.geom_xpos[geom]
        back = invert(chain[frame])
        points = points @ back[:3, :3].T + back[:3, 3]
        mine = np.flatnonzero(np.array(rods.frame) == frame)
        at = points.T[:, :, None]
        ends = (at, at + 1e-9, rods.start[mine].T[:, None], rods.end[mine].T[:, None])
        of_rods = segment_distances(*ends) - rods.radius[mine]
        of_solids = np.stack([_beyond(rods.solid[k], points) for k in mine], axis=1)
        outside = np.maximum(of_rods, of_solids).min(axis=1)  # what a rod stands for is in its solid as well
        assert outside.max() < 0.0015, (body, outside.max())


def _beyond(solid: Solid, points: np.ndarray) -> np.ndarray:
    """Return by how much points (Nx3 m) are outside of a solid along the worst of many directions, N m."""
    ways = np.random.default_rng(0).normal(size=(600, 3))
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    wide = solid.flat * np.sqrt(1.0 - (ways @ solid.axis)[:, None] ** 2)
    reach = (ways @ solid.centre.T + wide).max(axis=1) + solid.grown
    worst = np.full(len(points), -np.inf)
    for way, far in zip(ways, reach, strict=True):  # one at a time: all of them fill 300 MB
        np.maximum(worst, points @ way - far, out=worst)
    return worst


def test_no_posture_has_what_is_felt_lower_than_the_gate_takes_it() -> None:
    """The shapes that MuJoCo feels are rounder than the arm: a link's end comes out of the next link's cap."""
    model = _model(drawn=True)
    data = mujoco.MjData(model)
    data.qpos[[model.joint(name).qposadr[0] for name in JOINT_NAMES]] = HOME
    mujoco.mj_kinematics(model, data)
    home = frames(UR5E, HOME)
    chain = frames_along(UR5E, np.random.default_rng(0).uniform(-np.pi, np.pi, (3000, 6)))
    felt = np.full(len(chain), np.inf)
    for geom in np.flatnonzero(model.geom_contype | model.geom_conaffinity):
        body = model.body(model.geom_bodyid[geom]).name
        if body not in BODIES[2:]:
            continue
        here = np.eye(4)
        here[:3, :3], here[:3, 3] = data.geom_xmat[geom].reshape(3, 3), data.geom_xpos[geom]
        frame = BODIES.index(body)
        placed = chain[:, frame] @ invert(home[frame]) @ here
        felt = np.minimum(felt, placed[:, 2, 3] - _reach_down(model, geom, placed[:, 2, :3]))
    taken = np.full(len(chain), np.inf)
    rods = arm_rods(UR5E) + Hand(camera=read_mount().optical_in_tool).rods()
    for k, solid in enumerate(rods.solid):
        up, height = chain[:, rods.frame[k], 2, :3], chain[:, rods.frame[k], 2, 3]
        of_rod = np.minimum(up @ rods.start[k], up @ rods.end[k]) - rods.radius[k]
        wide = solid.flat * np.sqrt(np.maximum(0.0, 1.0 - (up @ solid.axis)[:, None] ** 2))
        of_solid = (up @ solid.centre.T - wide).min(axis=1) - solid.grown
        taken = np.minimum(taken, height + np.maximum(of_rod, of_solid))
    assert (taken - felt).max() < 1e-5


def _reach_down(model: mujoco.MjModel, geom: int, up: np.ndarray) -> np.ndarray:
    """Return how far a geom reaches down from its middle, N m; ``up``: Nx3, the world's upward direction in it."""
    size = model.geom_size[geom]
    kind = mujoco.mjtGeom(model.geom_type[geom])
    if kind == mujoco.mjtGeom.mjGEOM_MESH:
        mesh = model.geom_dataid[geom]
        first = model.mesh_vertadr[mesh]
        return -(up @ model.mesh_vert[first : first + model.mesh_vertnum[mesh]].T).min(axis=1)
    if kind == mujoco.mjtGeom.mjGEOM_CYLINDER:
        return np.abs(up[:, 2]) * size[1] + np.hypot(up[:, 0], up[:, 1]) * size[0]
    assert kind == mujoco.mjtGeom.mjGEOM_CAPSULE
    return np.abs(up[:, 2]) * size[1] + size[0]


def test_solids_are_as_far_apart_as_shown() -> None:
    box = discs(
        (0.0, 0.0, 1.0), [((x, y, z), 0.0) for x in (-0.1, 0.1) for y in (-0.02, 0.02) for z in (0.0, 0.05)]
    )
    solids = Solids((upright(-0.05, 0.05, 0.04), box, rod((0.0, 0.0, 0.0), (0.2, 0.0, 0.0), 0.03)), (0, 1, 1))
    chain = np.tile(np.eye(4), (4, 7, 1, 1))
    chain[:, 1, :3, 3] = [[0.2, 0.0, 0.0], [0.0, 0.0, 0.08], [0.0, 0.1, 0.06], [0.03, 0.0, 0.0]]
    found = solids.apart(chain, np.arange(4), np.zeros(4, dtype=np.intp), np.array([1, 1, 2, 1]), 1.0)
    rim = np.hypot(0.1 - 0.04, 0.06 - 0.05) - 0.03  # the rod's axis over the cylinder's rim
    assert found[:3] == pytest.approx([0.06, 0.03, rim], abs=5e-4)
    assert found[3] < 0.0


def test_a_way_that_is_free_at_its_samples_only_is_refused() -> None:
    rng = np.random.default_rng(2)
    found = 0
    for _ in range(400):
        start, goal = np.array(HOME) + rng.uniform(-2.0, 2.0, (2, 6))
        ends = np.array([start, goal])
        stands = all(GATE.fault(np.tile(q, (3, 1))) is None for q in ends)
        if stands and GATE.fault(np.linspace(start, goal, 300)) is not None:
            found += 1
            assert GATE.fault(ends) is not None
    assert found > 4


def test_what_cannot_be_shown_to_keep_off_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    free = np.linspace(HOME, np.add(HOME, [1.0, 0.3, -0.3, 0.2, 0.2, 0.2]), 30)
    assert GATE.fault(free) is None and GATE.fault(free[[0, -1]]) is None
    monkeypatch.setattr(separation, "HALVINGS", 1)
    fault = GATE.fault(free[[0, -1]])
    assert fault is not None and not fault.shown
    monkeypatch.undo()
    monkeypatch.setattr(separation, "SAMPLES", 3)
    fault = GATE.fault(free[[0, -1]])
    assert fault is not None and not fault.shown


def test_distances_of_segments_and_boxes() -> None:
    rng = np.random.default_rng(0)
    a, b, c, d = rng.uniform(-1.0, 1.0, (4, 50, 3))
    shares = np.linspace(0.0, 1.0, 201)
    one = a[:, None] + shares[:, None] * (b - a)[:, None]
    other = c[:, None] + shares[:, None] * (d - c)[:, None]
    true = np.linalg.norm(one[:, :, None] - other[:, None], axis=-1).min(axis=(1, 2))
    assert segment_distances(a.T, b.T, c.T, d.T) == pytest.approx(true, abs=0.01)
    box = np.array([[-0.2, -0.3, 0.1], [0.3, 0.1, 0.4]])
    off = np.maximum(np.maximum(box[0] - one, one - box[1]), 0.0)
    assert box_distances(a.T, b.T, box) == pytest.approx(np.linalg.norm(off, axis=-1).min(axis=1), abs=0.01)


def test_walls_and_boxes_are_kept_off_and_named() -> None:
    left = [HOME[0] + 0.8, *HOME[1:]]
    way = np.linspace(HOME, left, 30)
    assert GATE.fault(way) is None
    camera = read_mount().optical_in_tool
    wall = Separation(UR5E, Hand(camera=camera), KeptOff(planes=((0.0, -1.0, 0.0, -0.3),)), 0.0).fault(way)
    assert wall is not None and wall.obstacle == "wall 1" and wall.gap < 0.0 and wall.place[1] > 0.25
    x, y = 0.35, 0.35
    boxes = KeptOff(boxes=((x - 0.05, y - 0.05, 0.0, x + 0.05, y + 0.05, 0.6),))
    box = Separation(UR5E, Hand(camera=camera), boxes, 0.0).fault(way)
    assert box is not None and box.obstacle == "keep-out box 1"
