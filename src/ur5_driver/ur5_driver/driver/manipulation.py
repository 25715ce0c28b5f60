"""From a thing and its surroundings to checked motions: plans for gripping and for putting down."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from scipy.spatial import cKDTree

from pred_core.outcome import Code, Outcome
from pred_core.spots import IN_WORDS, Beside
from ur5_description import kinematics
from ur5_description.kinematics import Array
from ur5_driver.driver import places
from ur5_driver.driver.grasps import Grasp, candidates
from ur5_driver.driver.limits import Limits
from ur5_driver.driver.motion import Burden, Space
from ur5_driver.driver.places import Held, Placement
from ur5_driver.driver.shapes import OPEN_WIDTH, Spheres, gripper_spheres, held_spheres
from ur5_driver.driver.things import Thing, ceiling_over

APPROACH = 0.09
LIFT = 0.12
OUT = 0.17
SHELF_LIFT = 0.012
GRASPS_TRIED = 60
PLACES_TRIED = 40
SEARCHED = 3
QUICKLY_TRIED = 4
PLANNED_WITHIN = 10.0
"""How long planning may take, in seconds of processor time: what a busy computer leaves untried is not unreachable."""
GRIP_SLACK = 0.018
HELD_POINTS = 30
OVER_SUPPORT = 0.008
"""How far over what it stands on a gripped thing's outline ends, m."""
TABLE_LEVEL = 0.012


@dataclass(frozen=True)
class Reach:
    """Checked joints: free waypoints to ``before``, then straight to ``at``, then straight on through ``after``."""

    way: list[Array]
    before: Array
    at: Array
    after: list[Array]


@dataclass(frozen=True)
class PickPlan:
    """How to take a thing."""

    grasp: Grasp
    reach: Reach


@dataclass(frozen=True)
class PutPlan:
    """How to put a thing down."""

    place: Placement
    reach: Reach


@dataclass(frozen=True)
class PlanningScene:
    """What planning needs to know: limits, where the camera sits in tool0 (m), points in base (Nx3), joints (rad)."""

    limits: Limits
    camera: Array
    points: Array
    joints: Array

    def space(self, points: Array, width: float, held: Held | None = None) -> Space:
        """Return the free space among points with the fingers at an opening."""
        spheres: Spheres = gripper_spheres(width, self.camera)
        if held is not None:
            spheres += held_spheres(held.points)
        carried = replace(self.limits.hand, opening=width, held=None if held is None else held.points)
        return Space(replace(self.limits, hand=carried), points, Burden(spheres))

    @property
    def table(self) -> Array:
        """Return what was seen of the table, Nx3 in base."""
        return np.asarray(self.points[np.abs(self.points[:, 2]) < TABLE_LEVEL])

    def without(self, points: Array, radius: float = 0.012) -> Array:
        """Return the points of the surroundings that are not within a distance of these."""
        if not len(points) or not len(self.points):
            return self.points
        distance, _ = cKDTree(points).query(self.points, distance_upper_bound=radius)
        return np.asarray(self.points[~np.isfinite(distance)])


def shifted(tool: Array, direction: Array, distance: float) -> Array:
    """Return a transform moved along a direction of base, m."""
    result = tool.copy()
    result[:3, 3] += np.asarray(direction) * distance
    return result


def moved(points: Array, transform: Array) -> Array:
    """Return points (Nx3) under a transform (4x4)."""
    return np.asarray(points @ transform[:3, :3].T + transform[:3, 3])


UP = np.array([0.0, 0.0, 1.0])


def plan_pick(
    thing: Thing, scene: PlanningScene, what: str, *, level: bool = False
) -> tuple[Outcome, PickPlan | None]:
    """Return how to take a thing, or why it cannot be taken; ``level``: with the fingers horizontal only."""
    low, high = np.array(scene.limits.low[:2]) - 0.03, np.array(scene.limits.high[:2]) + 0.03
    if not bool(np.all((thing.centre > low) & (thing.centre < high))):
        x, y = thing.centre
        return Outcome(
            Code.TARGET_TOO_FAR, f"The {what} at ({x:.2f}, {y:.2f}) m is outside the workspace."
        ), None
    others = scene.without(thing.points)
    options = candidates(thing, others, level=level)
    if not options:
        return Outcome(
            Code.NOT_AFFORDED if thing.breadth > OPEN_WIDTH else Code.BLOCKED,
            f"No grip fits the {what}: it is {thing.breadth * 100:.0f} cm across and {thing.height * 100:.0f} cm high, "
            f"the fingers open {OPEN_WIDTH * 100:.1f} cm and need room beside it.",
        ), None
    covered = ceiling_over(thing, others) < thing.top + 0.3
    for grasp, search in _tries(options[:GRASPS_TRIED]):
        reach = _reach_grasp(grasp, thing, others, scene, covered=covered, search=search)
        if reach is not None:
            return Outcome.success(), PickPlan(grasp, reach)
    sentence = f"The {what} can be gripped in {len(options)} ways, but the arm can reach none of them freely."
    return Outcome(Code.UNREACHABLE, sentence), None


def _tries[T](options: list[T]) -> Iterator[tuple[T, bool]]:
    """Yield all options by quick ways, then the best few with a search for a way, as long as there is time."""
    deadline = time.thread_time() + PLANNED_WITHIN
    for option, search in [*((o, False) for o in options), *((o, True) for o in options[:SEARCHED])]:
        if time.thread_time() > deadline:
            return
        yield option, search


def _reach_grasp(
    grasp: Grasp, thing: Thing, others: Array, scene: PlanningScene, *, covered: bool, search: bool
) -> Reach | None:
    back = OUT if grasp.side else APPROACH
    before = shifted(grasp.tool, -grasp.approach, back)
    if covered:
        lift = [shifted(grasp.tool, UP, SHELF_LIFT)]
        lift.append(shifted(lift[0], -grasp.approach, OUT))
    else:
        lift = [shifted(grasp.tool, UP, max(LIFT, thing.height + 0.03))]
    away = scene.space(np.concatenate([others, thing.points]), grasp.opening)
    close = scene.space(others, grasp.opening)
    return _reach(scene, away, close, before, grasp.tool, lift, search=search)


def _reach(
    scene: PlanningScene, away: Space, close: Space, before: Array, at: Array, after: list[Array], *, search: bool
) -> Reach | None:
    """Return checked joints for one pose, with the first inverse solution for which everything is free."""
    for start in away.solutions(before, scene.joints)[: None if search else QUICKLY_TRIED]:
        if not away.allowed(start[None]) or not away.clear(start[None]):
            continue
        legs: list[Array] = []
        joints = start
        for index, pose in enumerate([at, *after]):
            line = close.line(joints, pose)
            if line is None or not close.allowed(line) or not close.clear(line[2:], GRIP_SLACK):
                break
            joints = line[-1]
            legs.append(joints)
            if index == len(after):
                way = away.way(scene.joints, start, search=search)
                if way is not None:
                    return Reach(way, start, legs[0], legs[1:])
    return None


def held_of(grasp_tool: Array, thing: Thing, side: bool) -> Held:
    """Return a gripped thing in tool0: its seen points, and the same outline down to its support.

    From the side it is put down by a horizontal hand, however that pointed when it was gripped: what is low leans then.
    """
    some = thing.points[:: max(1, len(thing.points) // HELD_POINTS)]
    levels = [some]
    for share in (0.0, 0.5):
        copy = some.copy()
        copy[:, 2] = np.minimum(copy[:, 2], thing.support + OVER_SUPPORT + share * thing.height)
        levels.append(copy)
    points = np.concatenate(levels)
    foot = np.array([*thing.centre, thing.support])
    back = kinematics.invert(grasp_tool)
    outline, foot, up = moved(points, back), moved(foot[None], back)[0], back[:3, :3] @ UP
    if side:
        up = np.array([0.0, math.copysign(1.0, up[1]), 0.0])
        foot = foot + up * (float((outline @ up).min()) - OVER_SUPPORT - float(foot @ up))
    return Held(outline, foot, up, side, thing.height)


def plan_put(
    held: Held,
    receptacle: Array,
    scene: PlanningScene,
    what: str,
    relation: str = "",
    spot: Beside | None = None,
) -> tuple[Outcome, PutPlan | None]:
    """Return how to put the held thing on or into a receptacle, or why it cannot be.

    :param receptacle: Nx3 in base, the points of its mask
    :param relation: "on" or "in": places of that kind only, if it has any; '' for whatever fits
    :param spot: where on it, also where an earlier picture showed it; None for anywhere
    """
    if spot is not None:
        receptacle = np.concatenate([receptacle, scene.table])
    if len(receptacle) < 30:
        return Outcome(
            Code.TARGET_NOT_VISIBLE, f"Too little of the {what} is seen: look at it from nearer."
        ), None
    tool = kinematics.forward(scene.limits.arm, scene.joints)
    spread = np.ptp(np.percentile(receptacle[:, :2], [2.0, 98.0], axis=0), axis=0)
    middle = np.median(receptacle[:, :2], axis=0)
    near = tool[:2, 3] if float(spread.max()) > 0.3 else middle
    if spot is not None:
        near = spot.ideal()
    reachable = receptacle[_inside(receptacle, scene.limits)]
    if len(reachable) < 30:
        return Outcome(Code.TARGET_TOO_FAR, f"The {what} is outside the workspace."), None
    above = places.on(held, reachable, scene.points, near, spot=spot)
    if spot is not None:
        return _first_reached(above, held, scene, f"{IN_WORDS[spot.relation]} what was named")
    inside = places.into(held, receptacle, scene.points) + places.on_shelf(held, receptacle, scene.points)
    options = {"on": above, "in": inside}.get(relation) or above + inside
    if relation == "in" and places.has_shelf(receptacle, scene.points):
        options = inside
    if not options:
        sentence = (
            f"There is no flat free patch on the {what} for what is held, and it is not open at the top."
        )
        return Outcome(Code.RECEPTACLE_FULL, sentence), None
    return _first_reached(options, held, scene, f"on the {what}")


def _first_reached(
    options: list[Placement], held: Held, scene: PlanningScene, where: str
) -> tuple[Outcome, PutPlan | None]:
    if not options:
        return Outcome(Code.RECEPTACLE_FULL, f"No free place {where} has room for what is held."), None
    for place, search in _tries(options[:PLACES_TRIED]):
        reach = reach_place(place, held, scene, search=search)
        if reach is not None:
            return Outcome.success(), PutPlan(place, reach)
    sentence = f"There are {len(options)} free places {where}, but the arm can reach none of them freely."
    return Outcome(Code.UNREACHABLE, sentence), None


def _inside(points: Array, limits: Limits) -> Array:
    low, high = np.array(limits.low[:2]), np.array(limits.high[:2])
    return np.asarray(np.all((points[:, :2] > low) & (points[:, :2] < high), axis=1))


def reach_place(place: Placement, held: Held, scene: PlanningScene, *, search: bool) -> Reach | None:
    """Return checked joints for putting the held thing at a place, or None; ``search``: for a way around things."""
    approach = place.tool[:3, 2]
    if place.shelf:
        above = shifted(place.tool, UP, SHELF_LIFT)
        before = shifted(above, -approach, OUT)
        after = [shifted(place.tool, -approach, OUT)]
    else:
        before = shifted(place.tool, UP, APPROACH)
        away = -approach if held.side else UP
        after = [shifted(place.tool, away, OUT if held.side else LIFT)]
    carrying = scene.space(scene.points, held_width(held), held)
    return _reach(scene, carrying, carrying, before, place.tool, after, search=search)


def held_width(held: Held) -> float:
    """Return about how wide the fingers are around the held thing, m."""
    return float(min(OPEN_WIDTH, max(0.02, 2.0 * np.percentile(np.abs(held.points[:, 0]), 80.0))))
