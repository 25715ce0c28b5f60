"""Ways for the arm: inverse kinematics with limits, and joint paths that keep clear of what was seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from ur5_description import kinematics
from ur5_description.kinematics import Array, matrix_from_pose, pose_from_matrix
from ur5_driver.driver.commands import Joints
from ur5_driver.driver.limits import SAMPLE_TURN, Limits, joint_samples
from ur5_driver.driver.lines import line_of
from ur5_driver.driver.shapes import Spheres, link_spheres

MARGIN = 0.006
SLENDER = 0.015
"""Smaller spheres than this are fingers and what they hold, m; palm, knuckles and camera never touch anything."""
TABLE = 0.0
TREE_STEPS = 150
TREE_REACH = 0.5
COARSE = 2
SAMPLE_LENGTH = 0.01
ROOM = 1.3
"""How many times farther than needed planned lines keep from singular poses."""
WAYS_OUT = 60
LEAVING = 0.0005
"""By how much a way out may come nearer to what is too near within a sample, m."""
BACK = matrix_from_pose([0.0, 0.0, -0.06, 0.0, 0.0, 0.0])
"""Back along the tool's own axis."""
TRANSIT_HEIGHT = 0.42


def joints_of(values: Iterable[float]) -> Joints:
    """Return six numbers as plain joints."""
    a, b, c, d, e, f = (float(v) for v in values)
    return (a, b, c, d, e, f)


@dataclass(frozen=True)
class Burden:
    """What is at the flange: gripper, camera, held thing, as spheres in tool0."""

    spheres: Spheres


class Space:
    """The free space of one moment: limits, points seen, and what the arm carries."""

    def __init__(self, limits: Limits, points: Array, burden: Burden, table: float = TABLE) -> None:
        """Prepare.

        :param points: Nx3 in base, everything to keep clear of
        :param table: height of the plane below which nothing may go, m
        """
        self.limits = limits
        self.arm = limits.arm
        self.table = table
        high = points[points[:, 2] > table + 0.012] if len(points) else points
        self._tree = cKDTree(high) if len(high) else None
        self._burden = burden.spheres

    def solutions(self, tool: Array, near: Array) -> list[Array]:
        """Return joints that bring tool0 to a pose, within the limits, nearest to ``near`` first."""
        low, high = self.limits.joint_range
        found = kinematics.inverse(self.arm, tool, wrist_3=float(near[5]))
        if not found:
            damped = kinematics.inverse_damped(self.arm, tool, near)
            found = [] if damped is None else [damped]
        turned = (kinematics.nearest_turn(q, near, low, high) for q in found)
        weights = np.array([1.5, 1.5, 1.2, 0.7, 0.7, 0.5])
        return sorted(
            (q for q in turned if q is not None), key=lambda q: float(np.abs((q - near) * weights).sum())
        )

    def clear(self, path: Array, slack: float = 0.0) -> bool:
        """Return whether the arm keeps clear of everything seen at every sample of a path; of the rest see allowed.

        :param path: Nx6 joints, rad
        :param slack: by how much fingers and held thing may come nearer than the margin, m: for the last centimetres
        """
        return bool(np.all(self.depth(path, slack) <= 0.0))

    def depth(self, path: Array, slack: float = 0.0) -> Array:
        """Return by how much each sample of a path (Nx6 rad) is too near to what was seen, m; 0 or less: clear."""
        if self._tree is None:
            return np.zeros(len(path))
        links, radii = link_spheres(self.arm, path)
        tools = kinematics.frames_along(self.arm, path)[:, 6]
        own = self._burden.radii
        hand = np.einsum("nij,mj->nmi", tools[:, :3, :3], self._burden.centres) + tools[:, None, :3, 3]
        slacks = np.where(own < SLENDER, slack, min(slack, MARGIN))
        return np.maximum(self._into(links, radii + MARGIN), self._into(hand, own + MARGIN - slacks))

    def coming_nearer(self, path: Array) -> tuple[int, float] | None:
        """Return at which sample a path first goes into something seen, and how far at most, m; None for a free one.

        Where the arm is too near already it may leave, never nearer to it on the way.
        """
        depth = self.depth(path)
        nearer = np.flatnonzero(np.diff(np.maximum(depth, 0.0)) > LEAVING)
        return (int(nearer[0]) + 1, float(depth.max())) if len(nearer) else None

    def _into(self, centres: Array, radii: Array) -> Array:
        assert self._tree is not None
        reach = np.maximum(radii, 1e-4)
        distance, _ = self._tree.query(centres.reshape(-1, 3), distance_upper_bound=float(reach.max()))
        return np.asarray((reach - distance.reshape(centres.shape[:2])).max(axis=1))

    def line(self, start: Array, tool: Array) -> Array | None:
        """Return joints along the straight line to a flange pose; None where the arm cannot go it."""
        _, line = line_of(self.arm, joints_of(start), joints_of(pose_from_matrix(tool)), ROOM)
        return None if line is None else line.every(SAMPLE_LENGTH)

    def allowed(self, path: Array) -> bool:
        """Return whether a path passes the limits: workspace, joints, table and walls, and the arm itself."""
        return self.limits.allows(path)

    def way(self, start: Array, goal: Array, *, search: bool = True) -> list[Array] | None:
        """Return joint waypoints after ``start`` up to ``goal`` with free straight parts; None when none was found.

        :param search: look for a way around things as well when the usual via points do not do; takes seconds
        """
        if not self._ok(goal[None]):
            return None
        if not self.clear(start[None]):
            out = self._way_out(start)
            rest = None if out is None else self.way(out, goal, search=search)
            return None if out is None or rest is None else [out, *rest]
        for vias in self._guesses(start, goal):
            stops = [*vias, goal]
            if all(self._free(a, b) for a, b in zip([start, *vias], stops, strict=True)):
                return stops
        return self._grow(start, goal, np.random.default_rng(0)) if search else None

    def _way_out(self, start: Array) -> Array | None:
        """Return free joints to go to from where something is too near already, never nearer to it on the way."""
        raised = self._raised(start)
        tool = kinematics.forward(self.arm, start)
        back = self.solutions(tool @ BACK, start)[:1]
        rng = np.random.default_rng(0)
        spread = start + rng.uniform(-1.0, 1.0, (WAYS_OUT, 6)) * np.linspace(0.1, 0.5, WAYS_OUT)[:, None]
        for goal in [*([] if raised is None else [raised]), *back, *spread]:
            if not self._ok(goal[None]):
                continue
            path = joint_samples(start, goal)
            depth = np.maximum(self.depth(path), 0.0)
            if self.allowed(path) and bool(np.all(np.diff(depth) <= LEAVING)):
                return np.asarray(goal)
        return None

    def _ok(self, path: Array) -> bool:
        return self.allowed(path) and self.clear(path)

    def _free(self, start: Array, goal: Array) -> bool:
        path = joint_samples(start, goal)
        sparse = path[::COARSE] if len(path) > 2 * COARSE else path
        return self.allowed(path) and self.clear(np.concatenate([sparse, path[-1:]]))

    def _guesses(self, start: Array, goal: Array) -> Iterable[Sequence[Array]]:
        """Yield via points that usually do: none, up over the goal, up from the start, home."""
        yield ()
        over_goal, over_start = self._raised(goal), self._raised(start)
        if over_goal is not None:
            yield (over_goal,)
        if over_start is not None:
            yield (over_start,)
        if over_goal is not None and over_start is not None:
            yield (over_start, over_goal)
        home = self._home_near(start)
        yield (home,)
        if over_start is not None:
            yield (over_start, home)
        if over_goal is not None:
            yield (home, over_goal)

    def _raised(self, joints: Array) -> Array | None:
        tool = kinematics.forward(self.arm, joints)
        tool[2, 3] = max(tool[2, 3] + 0.05, TRANSIT_HEIGHT)
        found = self.solutions(tool, joints)
        return found[0] if found else None

    def _home_near(self, joints: Array) -> Array:
        low, high = self.limits.joint_range
        home = kinematics.nearest_turn(np.array(kinematics.HOME), joints, low, high)
        return np.array(kinematics.HOME) if home is None else home

    def _grow(self, start: Array, goal: Array, rng: np.random.Generator) -> list[Array] | None:
        """Search with two trees that grow towards each other (RRT-Connect)."""
        trees = ([start], [goal])
        parents: tuple[list[int], list[int]] = ([-1], [-1])
        low = np.minimum(start, goal) - 1.2
        high = np.maximum(start, goal) + 1.2
        for turn in range(TREE_STEPS):
            side = turn % 2
            new = self._extend(trees[side], parents[side], rng.uniform(low, high))
            if new is None:
                continue
            other = 1 - side
            met = self._extend(trees[other], parents[other], new, reach=10.0)
            if met is not None and np.allclose(met, new):
                halves = [_trace(t, p) for t, p in zip(trees, parents, strict=True)]
                return self._shortened([*halves[0][::-1], *halves[1][1:]])
        return None

    def _extend(
        self, tree: list[Array], parents: list[int], target: Array, reach: float = TREE_REACH
    ) -> Array | None:
        nearest = min(range(len(tree)), key=lambda k: float(np.linalg.norm(tree[k] - target)))
        gap = target - tree[nearest]
        size = float(np.abs(gap).max())
        new = target if size <= reach else tree[nearest] + gap * (reach / size)
        if size < 1e-6 or not self._free(tree[nearest], new):
            return None
        tree.append(new)
        parents.append(nearest)
        return new

    def _shortened(self, path: list[Array]) -> list[Array]:
        """Leave out waypoints that are not needed; without the first, which is the start."""
        short = [path[0]]
        at = 0
        while at < len(path) - 1:
            ahead = next(
                k for k in range(len(path) - 1, at, -1) if k == at + 1 or self._free(path[at], path[k])
            )
            short.append(path[ahead])
            at = ahead
        return short[1:]


def thinned(path: Array) -> NDArray[np.intp]:
    """Return the indices of a dense path's samples (Nx6 rad) that are a small turn apart, its ends among them."""
    turned = np.concatenate([[0.0], np.cumsum(np.abs(np.diff(path, axis=0)).max(axis=1))])
    marks = np.arange(0.0, turned[-1], SAMPLE_TURN)
    return np.asarray(np.unique([*np.searchsorted(turned, marks), len(path) - 1]))


def _trace(tree: list[Array], parents: list[int]) -> list[Array]:
    """Return the branch from a tree's newest node to its root."""
    branch, at = [], len(tree) - 1
    while at >= 0:
        branch.append(tree[at])
        at = parents[at]
    return branch


def look_pose(eye: Array, target: Array, up: Array | None = None) -> Array:
    """Return an optical frame at ``eye`` that looks at ``target``, the picture's top towards ``up`` (+z)."""
    forward = (target - eye) / np.linalg.norm(target - eye)
    hint = np.array([0.0, 0.0, 1.0]) if up is None else up
    if abs(float(forward @ hint)) > 0.99:
        hint = np.array([1.0, 0.0, 0.0])
    right = np.cross(forward, hint)
    right /= np.linalg.norm(right)
    result = matrix_from_pose([*eye, 0.0, 0.0, 0.0])
    result[:3, :3] = np.column_stack([right, np.cross(forward, right), forward])
    return result


def turned(optical: Array, left: float, down: float) -> Array:
    """Return a camera pose turned in its place: left in the picture, then down, rad."""
    about_y = matrix_from_pose([0.0, 0.0, 0.0, 0.0, -left, 0.0])
    about_x = matrix_from_pose([0.0, 0.0, 0.0, -down, 0.0, 0.0])
    return np.asarray(optical @ about_y @ about_x)
