"""Ways along a recorded walk that a path through the map may take: where waypoints are, and which of them it passes.

A real robot keeps to its recorded walk by what it sees, where a path in the map drifts with its odometry.
"""

from __future__ import annotations

import heapq
import math
import threading
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from bosdyn.client.math_helpers import SE3Pose
from numpy.typing import NDArray

from pred_core.geometry import Pose2D
from pred_core.outcome import Code, Outcome
from spot_driver.driver.graph_nav import walk_along
from spot_driver.driver.link import SpotLink
from spot_driver.driver.snapshot import planar

Array = NDArray[np.float64]

PASSES = 0.3
"""A path passes a waypoint that is so near to it, m."""
LEAST = 0.8
"""A shorter piece of a path, m, is walked without the recorded walk."""
DETOUR = 1.4
"""The recorded walk may be so many times as long as the path that it stands for."""

STAYED = 0.1
"""Who is so near to where they stood, m, has not walked."""


@dataclass(frozen=True)
class Leg:
    """The waypoint that a path is followed to along the recorded walk, and what is left of the path after it."""

    waypoint: str
    rest: tuple[Pose2D, ...]


@dataclass(frozen=True)
class Reached:
    """A waypoint of the graph: where it is in map, and how long the recorded walk there is, m."""

    pose: Pose2D
    length: float


def reached(graph: Any, waypoint: str, map_waypoint: Array) -> Mapping[str, Reached]:
    """Return the waypoints that the recorded walk leads to from one of them.

    :param graph: GraphNav's
    :param waypoint: the id of the one that the robot is localized by
    :param map_waypoint: its pose in map, 4x4
    """
    ways: dict[str, list[tuple[str, Array]]] = defaultdict(list)
    for edge in graph.edges:
        step = np.asarray(SE3Pose.from_proto(edge.from_tform_to).to_matrix())
        ways[edge.id.from_waypoint].append((edge.id.to_waypoint, step))
        ways[edge.id.to_waypoint].append((edge.id.from_waypoint, np.linalg.inv(step)))
    found: dict[str, Reached] = {}
    poses, queue = {waypoint: map_waypoint}, [(0.0, waypoint)]
    lengths = {waypoint: 0.0}
    while queue:
        length, here = heapq.heappop(queue)
        if here in found:
            continue
        found[here] = Reached(planar(poses[here]), length)
        for there, step in ways[here]:
            along = length + float(np.linalg.norm(step[:3, 3]))
            if along < lengths.get(there, math.inf):
                lengths[there], poses[there] = along, poses[here] @ step
                heapq.heappush(queue, (along, there))
    return found


def leg_along(here: Pose2D, path: Sequence[Pose2D], waypoints: Mapping[str, Reached]) -> Leg | None:
    """Return how far a path (poses in map) may be walked along the recorded walk; None where that is no use."""
    along, last, best = 0.0, here, None
    for index, pose in enumerate(path):
        along, last = along + last.distance_to(pose), pose
        if along < LEAST or not waypoints:
            continue
        name = min(waypoints, key=lambda one: waypoints[one].pose.distance_to(pose))
        passed = waypoints[name].pose.distance_to(pose) <= PASSES
        if passed and waypoints[name].length <= DETOUR * along + PASSES:
            best = Leg(name, tuple(path[index:]))
    return best


class Routes:
    """The recorded walk on the robot, used for paths that go its way. Nothing is used before it is known."""

    def __init__(self, link: SpotLink, watchdog: float) -> None:
        """Prepare; each command to walk is good for ``watchdog`` seconds."""
        self._link, self._watchdog = link, watchdog
        self._graph: Any = None
        self._failed: set[str] = set()

    def know(self) -> Outcome:
        """Learn what walk is on the robot now; where a way along the one before failed is forgotten."""
        self._graph, self._failed = None, set()

        def work() -> Outcome:
            self._graph = self._link.session.graph_nav.download_graph(timeout=self._link.settings.patience)
            return Outcome.success()

        return self._link.call(work)

    def follow(self, path: Sequence[Pose2D], event: threading.Event) -> tuple[Outcome, Sequence[Pose2D]]:
        """Walk along the recorded walk as far as a path in map goes its way.

        :returns: how that ended, and the rest of the path: all of it where the recorded walk does not lead there, the
            robot is not localized on it, a person is near whom it knows nothing of, or there are areas to keep out of
        """
        seen = self._link.fresh
        if seen is None or self._graph is None or not self._graph.edges or self._link.person is not None:
            return Outcome.success(), path
        if not self._link.settings.limits.own_way():
            return Outcome.success(), path
        chosen: Leg | None = None

        def work() -> Outcome:
            nonlocal chosen
            client = self._link.session.graph_nav
            known = client.get_localization_state(timeout=self._link.settings.patience).localization
            if known.waypoint_id:
                body = np.asarray(SE3Pose.from_proto(known.waypoint_tform_body).to_matrix())
                found = reached(self._graph, known.waypoint_id, seen.map_body @ np.linalg.inv(body))
                chosen = leg_along(seen.pose, path, {k: v for k, v in found.items() if k not in self._failed})
            return Outcome.success()

        outcome = self._link.call(work)
        if not outcome or chosen is None:
            return outcome, path
        outcome = walk_along(self._link, chosen.waypoint, event, self._watchdog)
        if outcome or outcome.code is Code.CANCELED:
            return outcome, chosen.rest
        self._failed.add(chosen.waypoint)  # the next path is walked without it
        now = self._link.fresh
        stayed = now is not None and now.pose.distance_to(seen.pose) < STAYED
        return (self._link.available(), path) if stayed else (outcome, chosen.rest)
