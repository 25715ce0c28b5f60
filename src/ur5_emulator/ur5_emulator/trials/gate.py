"""The driver's gate against MuJoCo: random goals and the ways to them, what it lets through and what truly touches.

What is true here is not the gate's rods but MuJoCo's contacts: of the shapes that the emulated table feels, and of the
links' ends as the manufacturer draws them, where those of the table are rounder.

``python -m ur5_emulator.trials.gate --n 100000`` prints the figures as JSON.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

import mujoco
import numpy as np
from numpy.typing import NDArray

from ur5_description.kinematics import HOME, JOINT_NAMES, UR5E
from ur5_description.mount import read_mount
from ur5_driver.driver.body import Hand
from ur5_driver.driver.separation import KeptOff, Separation
from ur5_driver.driver.shapes import OPEN_WIDTH
from ur5_emulator.table import robot_model
from ur5_emulator.table.kinds import TABLE

Array = NDArray[np.float64]

POINTS = 50
"""Samples of a path as they are given to the gate."""
FINE = 0.004
"""How far the joints turn between two looks for true contacts, rad."""
OPENINGS = (1.0, 0.5, 0.0)
"""Of the fingers, in shares of the widest."""
SETTLING = 1500
END = 0.09
"""A drawn part of a link that is no longer is the cap at an end of it, m: as thick as its hull."""


class TrueContacts:
    """Contacts of the emulated robot at joints, without any driver."""

    def __init__(self, opening: float, *, drawn: bool) -> None:
        """Put the robot at home with its fingers at a share of the widest opening.

        :param drawn: the links' ends touch as they are drawn, too, not only what the emulated table feels
        """
        self._model = _model(drawn=drawn)
        self._data = mujoco.MjData(self._model)
        self._joints = np.array([self._model.joint(name).qposadr[0] for name in JOINT_NAMES])
        self._bodies = [self._model.body(k).name for k in self._model.geom_bodyid]
        self.opening = OPEN_WIDTH * (1.0 - self._grip(255.0 * (1.0 - opening)) / 255.0)
        self._always = frozenset[tuple[str, str]]()
        self._always = frozenset(self.touching(HOME))

    def _grip(self, position: float) -> float:
        """Let the fingers move, the arm at home; return where they end, 0 open to 255."""
        motors = [self._model.actuator(name).id for name in robot_model.ACTUATORS]
        self._data.qpos[self._joints] = self._data.ctrl[motors] = HOME
        self._data.ctrl[self._model.actuator(robot_model.FINGERS).id] = position
        mujoco.mj_step(self._model, self._data, SETTLING)
        angle = self._data.qpos[self._model.joint(robot_model.DRIVER_JOINT).qposadr[0]]
        return float(angle) / robot_model.CLOSED_ANGLE * 255.0

    def touching(self, joints: Array | tuple[float, ...]) -> set[tuple[str, str]]:
        """Return the bodies that touch at joints (rad); without those that touch however the arm stands."""
        self._data.qpos[self._joints] = joints
        mujoco.mj_kinematics(self._model, self._data)
        mujoco.mj_collision(self._model, self._data)
        pairs = {(self._bodies[a], self._bodies[b]) for a, b in self._data.contact.geom[: self._data.ncon]}
        return {p for p in pairs if not all(n.startswith(robot_model.GRIPPER) for n in p)} - self._always

    def on_the_way(self, start: Array, goal: Array) -> set[tuple[str, str]]:
        """Return the bodies that touch first on a straight joint-space path; none: it is free."""
        count = 2 + int(float(np.abs(goal - start).max()) / FINE)
        for share in _coarse_first(count):
            found = self.touching(start + share * (goal - start))
            if found:
                return found
        return set()


def _model(*, drawn: bool) -> mujoco.MjModel:
    """Return the robot over a table that has no end, its base as drawn: the emulated table has none to feel."""
    spec = robot_model.robot_spec(read_mount(), 55.0)
    table = spec.worldbody.add_body(name=TABLE)
    table.add_geom(type=mujoco.mjtGeom.mjGEOM_PLANE, size=[1.0, 1.0, 0.1])
    for geom in spec.body("base").geoms:
        geom.contype = geom.conaffinity = 1
    spec.add_exclude(bodyname1="base", bodyname2="shoulder_link")  # it stands on it
    spec.add_exclude(bodyname1="base", bodyname2=TABLE)
    if drawn:
        ends = _drawn_ends(spec.compile())
        geoms = [geom for body in spec.bodies for geom in body.geoms]
        for end in ends:
            geoms[end].contype = geoms[end].conaffinity = 1
    return spec.compile()


def _drawn_ends(model: mujoco.MjModel) -> list[int]:
    """Return the geoms that draw the ends of the arm's links."""
    drawn = (model.geom_type == mujoco.mjtGeom.mjGEOM_MESH) & (model.geom_contype == 0)
    ends = []
    for geom in np.flatnonzero(drawn):
        mesh = model.geom_dataid[geom]
        first = model.mesh_vertadr[mesh]
        size = np.ptp(model.mesh_vert[first : first + model.mesh_vertnum[mesh]], axis=0).max()
        if size < END and not model.body(model.geom_bodyid[geom]).name.startswith(robot_model.GRIPPER):
            ends.append(int(geom))
    return ends


def _coarse_first(count: int) -> list[float]:
    """Return shares of a path, those far apart first: what touches is found sooner."""
    order = sorted(range(count), key=lambda k: (k % 16 != 0, k % 4 != 0, k))
    return [k / (count - 1) for k in order]


@dataclass
class Figures:
    """What came of the draws: paths, and of single goals the same."""

    drawn: int = 0
    let_through: int = 0
    touching: int = 0
    free: int = 0
    refused_free: int = 0
    felt_free: int = 0
    refused_felt_free: int = 0
    goals_let_through: int = 0
    goals_touching: int = 0
    goals_free: int = 0
    goals_refused_free: int = 0
    milliseconds: list[float] = field(default_factory=list)
    touches: Counter[str] = field(default_factory=Counter)
    refused_for: Counter[str] = field(default_factory=Counter)

    def summary(self) -> dict[str, object]:
        """Return the figures by name, shares in per cent, times in ms of processor."""
        return {
            "paths": self.drawn,
            "let through": self.let_through,
            "let through and touching": self.touching,
            "free": self.free,
            "free and refused, %": _share(self.refused_free, self.free),
            "free of what the table feels": self.felt_free,
            "free of what the table feels and refused, %": _share(self.refused_felt_free, self.felt_free),
            "goals let through": self.goals_let_through,
            "goals let through and touching": self.goals_touching,
            "goals free": self.goals_free,
            "goals free and refused, %": _share(self.goals_refused_free, self.goals_free),
            "ms a path, mean": round(float(np.mean(self.milliseconds or [0.0])), 2),
            "ms a path, p99": round(float(np.percentile(self.milliseconds or [0.0], 99)), 2),
            "touching": dict(self.touches.most_common(8)),
            "free and refused for": dict(self.refused_for.most_common(8)),
        }


def _share(some: int, of: int) -> float:
    return round(100.0 * some / max(1, of), 2)


def measure(count: int, seed: int = 0) -> Figures:
    """Draw goals and ways to them, long and short ones, and hold the gate against the truth.

    Every way begins where the last that was let through ended, so that all free places are begun from.
    """
    rng = np.random.default_rng(seed)
    figures = Figures()
    camera = read_mount().optical_in_tool
    for share in OPENINGS:
        truth, felt = TrueContacts(share, drawn=True), TrueContacts(share, drawn=False)
        gate = Separation(UR5E, Hand(truth.opening, camera=camera), KeptOff(), 0.0)
        start = np.array(HOME)
        for _ in range(count // len(OPENINGS)):
            reach = rng.choice([0.3, 1.0, np.pi])
            goal = np.clip(start + rng.uniform(-reach, reach, 6), -np.pi, np.pi)
            if _one(figures, truth, felt, gate, start, goal):
                start = goal
    return figures


def _one(
    figures: Figures, truth: TrueContacts, felt: TrueContacts, gate: Separation, start: Array, goal: Array
) -> bool:
    """Hold one way against the truth; return whether it was let through and is free."""
    before = time.thread_time()
    fault = gate.fault(np.asarray(np.linspace(start, goal, POINTS), dtype=np.float64))
    figures.milliseconds.append(1e3 * (time.thread_time() - before))
    touched = truth.on_the_way(start, goal)
    figures.drawn += 1
    figures.let_through += fault is None
    figures.free += not touched
    felt_free = not touched or not felt.on_the_way(start, goal)
    figures.felt_free += felt_free
    figures.refused_felt_free += felt_free and fault is not None
    if fault is None and touched:
        figures.touching += 1
        figures.touches.update(" ".join(pair) for pair in touched)
    if fault is not None and not touched:
        figures.refused_free += 1
        figures.refused_for[f"{fault.part}, {fault.obstacle}"] += 1
    stands, touches = gate.fault(np.tile(goal, (3, 1))) is None, bool(truth.touching(goal))
    figures.goals_let_through += stands
    figures.goals_touching += stands and touches
    figures.goals_free += not touches
    figures.goals_refused_free += not stands and not touches
    return fault is None and not touched


def main(args: list[str] | None = None) -> int:
    """Run the command. Returns 1 when something that was let through touches."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=int, default=3000, help="how many goals")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(args)
    figures = measure(chosen.n, chosen.seed)
    print(json.dumps(figures.summary(), indent=1))
    return 1 if figures.touching or figures.goals_touching else 0


if __name__ == "__main__":
    sys.exit(main())
