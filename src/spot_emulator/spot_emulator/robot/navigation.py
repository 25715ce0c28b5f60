"""GraphNav: a map of waypoints and edges, where the robot is in it, and walking along it."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bosdyn.api import basic_command_pb2 as basic
from bosdyn.api.graph_nav import graph_nav_pb2, map_pb2, nav_pb2
from bosdyn.client.math_helpers import Quat, SE3Pose

from pred_core.geometry import Pose2D
from spot_emulator.robot.activities import Activity
from spot_emulator.robot.base import REST, combined, relative
from spot_emulator.robot.hand_path import pose_of
from spot_emulator.robot.mobility import Gait, Walk

if TYPE_CHECKING:
    from spot_emulator.robot.body import Body

SESSION = "emulated:"
"""Session names of maps that the emulator recorded begin so; the room's name follows, and seed is the room's map."""
Feedback = graph_nav_pb2.NavigationFeedbackResponse
_NEAR_START = 0.5  # metres from a route's first waypoint within which it is not walked to
_NEAREST = 3.0  # metres from the nearest waypoint within which a fiducial localizes


@dataclass(frozen=True)
class Route:
    """Waypoints to pass, by id, and where each is in the map."""

    ids: list[str]
    poses: list[Pose2D]


class GraphMap:
    """The uploaded graph and what came with it."""

    def __init__(self) -> None:
        self.graph = map_pb2.Graph()
        self.waypoint_snapshots: dict[str, Any] = {}
        self.edge_snapshots: dict[str, Any] = {}
        self.seed_poses: dict[str, Pose2D] = {}  # waypoints in the seed frame
        self.recorded_in = ""  # the room where a client had it recorded

    def clear(self) -> None:
        """Forget everything."""
        self.graph.Clear()
        self.waypoint_snapshots.clear()
        self.edge_snapshots.clear()
        self.seed_poses.clear()
        self.recorded_in = ""

    def add(self, graph: Any) -> None:
        """Add waypoints and edges; those known already are replaced."""
        new = {w.id for w in graph.waypoints}
        kept = [w for w in self.graph.waypoints if w.id not in new]
        edges = {(e.id.from_waypoint, e.id.to_waypoint): e for e in [*self.graph.edges, *graph.edges]}
        anchors = {a.id: a for a in [*self.graph.anchoring.anchors, *graph.anchoring.anchors]}
        merged = map_pb2.Graph(waypoints=[*kept, *graph.waypoints], edges=edges.values())
        merged.anchoring.anchors.extend(anchors.values())
        self.graph = merged
        self.seed_poses = _anchored(merged) or _chained(merged)

    def missing(self) -> list[str]:
        """Return waypoints that edges name and the graph lacks."""
        known = {w.id for w in self.graph.waypoints}
        ends = {end for e in self.graph.edges for end in (e.id.from_waypoint, e.id.to_waypoint)}
        return sorted(ends - known)

    def scene(self) -> str | None:
        """Return the room that an emulator recorded the map in, None for a map from elsewhere."""
        for waypoint in self.graph.waypoints:
            name = waypoint.annotations.client_metadata.session_name
            if name.startswith(SESSION):
                return str(name[len(SESSION) :])
        return self.recorded_in or None

    def path(self, start: str, goal: str) -> list[str] | None:
        """Return the shortest way over edges, both ends included, or None."""
        near: dict[str, list[tuple[str, float]]] = {}
        for edge in self.graph.edges:
            a, b = edge.id.from_waypoint, edge.id.to_waypoint
            pose = edge.from_tform_to.position
            length = math.hypot(pose.x, pose.y)
            near.setdefault(a, []).append((b, length))
            near.setdefault(b, []).append((a, length))
        done: set[str] = set()
        queue: list[tuple[float, str, list[str]]] = [(0.0, start, [start])]
        while queue:
            spent, here, way = heapq.heappop(queue)
            if here == goal:
                return way
            if here in done:
                continue
            done.add(here)
            for there, length in near.get(here, []):
                if there not in done:
                    heapq.heappush(queue, (spent + length, there, [*way, there]))
        return None


def planar(pose: SE3Pose) -> Pose2D:
    """Return a pose seen from above."""
    return Pose2D(float(pose.x), float(pose.y), float(pose.rot.to_yaw()))


def flat_proto(pose: Pose2D) -> Any:
    """Return a planar pose as the robot's message."""
    return SE3Pose(pose.x, pose.y, 0.0, Quat.from_yaw(pose.yaw)).to_proto()


def _anchored(graph: Any) -> dict[str, Pose2D]:
    return {a.id: planar(pose_of(a.seed_tform_waypoint)) for a in graph.anchoring.anchors}


def _chained(graph: Any) -> dict[str, Pose2D]:
    """Return where waypoints are when edges are followed from the first one."""
    if not graph.waypoints:
        return {}
    found = {graph.waypoints[0].id: Pose2D(0.0, 0.0, 0.0)}
    grew = True
    while grew:
        grew = False
        for edge in graph.edges:
            a, b, step = edge.id.from_waypoint, edge.id.to_waypoint, planar(pose_of(edge.from_tform_to))
            if a in found and b not in found:
                found[b], grew = combined(found[a], step), True
            elif b in found and a not in found:
                found[a], grew = combined(found[b], relative(step, Pose2D(0.0, 0.0, 0.0))), True
    return found


class Navigator:
    """Where the robot is in its map. ``lost``: it does not know any more."""

    def __init__(self) -> None:
        self.map = GraphMap()
        self.localized = self.lost = False
        self.origin = Pose2D(0.0, 0.0, 0.0)  # the seed frame in the room's map
        self.commands: dict[int, Navigation] = {}

    def clear(self) -> None:
        """Forget the map."""
        self.map.clear()
        self.localized = self.lost = False

    def place(self, waypoint: str) -> Pose2D | None:
        """Return where a waypoint is in the room's map."""
        seed = self.map.seed_poses.get(waypoint)
        return None if seed is None else combined(self.origin, seed)

    def nearest(self, pose: Pose2D) -> str | None:
        """Return the waypoint nearest to a place in the room's map."""
        ids = list(self.map.seed_poses)
        if not ids:
            return None
        return min(ids, key=lambda w: combined(self.origin, self.map.seed_poses[w]).distance_to(pose))

    def by_fiducial(self, robot: Body) -> bool:
        """Localize by a tag in sight; True where the map is of this room and near."""
        if self.map.scene() != robot.house.scene or not robot.sees_fiducial():
            return False
        self.origin = Pose2D(0.0, 0.0, 0.0)
        nearest = self.nearest(robot.base.pose)
        place = None if nearest is None else self.place(nearest)
        if place is None or place.distance_to(robot.base.pose) > _NEAREST:
            return False
        self.localized, self.lost = True, False
        return True

    def by_guess(
        self, robot: Body, waypoint: str, waypoint_to_body: Pose2D, reach: float, turn: float
    ) -> bool:
        """Localize by somebody's guess; False where it is further off than it may be (m, rad).

        A map from elsewhere is laid into the room so that the guess is right.
        """
        seed = self.map.seed_poses[waypoint]
        if self.map.scene() == robot.house.scene:
            self.origin = Pose2D(0.0, 0.0, 0.0)
            guessed = combined(combined(self.origin, seed), waypoint_to_body)
            off = relative(guessed, robot.base.pose)
            if math.hypot(off.x, off.y) > reach or abs(off.yaw) > turn:
                return False
        else:
            inside = combined(seed, waypoint_to_body)
            self.origin = combined(robot.base.pose, relative(inside, Pose2D(0.0, 0.0, 0.0)))
        self.localized, self.lost = True, False
        return True

    def lose(self) -> None:
        """Be lost."""
        self.lost = True

    def route(self, robot: Body, ids: list[str]) -> Route | None:
        """Return a route over waypoints; None where one of them is nowhere."""
        poses = [self.place(name) for name in ids]
        if not ids or any(pose is None for pose in poses):
            return None
        return Route(list(ids), [pose for pose in poses if pose is not None])


class Navigation(Activity):
    """Walk along a route. ``goal``: the last pose in the room's map.

    ``hold``: the waypoint of the route, by its place in it, beyond which it does not go for now.
    ``lent``: somebody else moves the robot for now, and it goes on afterwards.
    ``trouble``: the status and the reason to be stuck with which it goes no farther.
    ``leases``: those of whoever sent it, as they were heard last
    """

    def __init__(
        self,
        number: int,
        robot: Body,
        navigator: Navigator,
        route: Route,
        goal: Pose2D,
        gait: Gait,
        expires: float,
    ) -> None:
        super().__init__(expires)
        self._navigator = navigator
        self.number, self.route, self.goal, self._gait = number, route, goal, gait
        self.hold: int | None = None
        self.lent = False
        self.leases: Sequence[Any] = ()
        self.trouble: tuple[int, int] | None = None
        near = route.poses[0].distance_to(robot.base.pose) < _NEAR_START
        self._skipped = 1 if near and len(route.poses) > 1 else 0
        points = [*route.poses[self._skipped : -1], goal]
        self.walk = Walk("map", points, gait)

    @property
    def passed(self) -> int:
        """How many waypoints of the route are behind."""
        return min(len(self.route.ids), self._skipped + self.walk.passed + (1 if self.walk.done else 0))

    def reached(self, index: int) -> bool:
        """Tell whether a waypoint of the route is reached, or behind."""
        last = index >= len(self.route.ids) - 1
        return self.walk.done if last else self._skipped + self.walk.passed > index

    def go_on_after(self, index: int) -> None:
        """Go on to what comes after a waypoint of the route, from wherever the robot is."""
        self._skipped = min(index + 1, len(self.route.ids) - 1)
        self.walk = Walk("map", [*self.route.poses[self._skipped : -1], self.goal], self._gait)
        self.status = basic.RobotCommandFeedbackStatus.STATUS_PROCESSING

    def step(self, robot: Body, seconds: float) -> None:
        held = self.hold is not None and self.reached(self.hold)
        if self._navigator.lost or held or self.trouble is not None:
            robot.base.aim = REST
            return
        self.walk.step(robot, seconds)
        if self.walk.done and self.hold is None:
            self.expires = math.inf

    def feedback(self, robot: Body, target: Any) -> None:
        target.status = self._told(robot)
        target.command_id = self.number
        left = self.route.ids[self.passed :]
        target.remaining_route.CopyFrom(route_proto(left))
        target.completed_route.waypoint_ids.extend(self.route.ids[: self.passed])
        target.remaining_route_length = self._length(robot)
        moving = not robot.base.velocity.still()
        kind = basic.SE2TrajectoryCommand.Feedback
        target.body_movement_status = kind.BODY_STATUS_MOVING if moving else kind.BODY_STATUS_SETTLED
        goal = combined(robot.odom.pose, relative(robot.base.pose, self.goal))
        target.last_ko_tform_goal.CopyFrom(SE3Pose(goal.x, goal.y, 0.0, Quat.from_yaw(goal.yaw)).to_proto())
        target.blockage_status = (
            Feedback.BLOCKAGE_STATUS_STUCK if self.walk.blocked else Feedback.BLOCKAGE_STATUS_ROUTE_CLEAR
        )
        target.goal_status = (
            Feedback.GOAL_STATUS_STANDING_AT_GOAL if self.walk.done else Feedback.GOAL_STATUS_NOT_REACHED
        )
        if self.trouble is not None:
            target.stuck_reason = self.trouble[1]
        elif self.walk.blocked:
            target.stuck_reason = Feedback.STUCK_REASON_OBSTACLE

    def _told(self, robot: Body) -> int:
        if self.trouble is not None:
            return self.trouble[0]
        if self.lent:
            return int(Feedback.STATUS_FOLLOWING_ROUTE)
        if self.walk.done and self.hold is None:
            return int(Feedback.STATUS_REACHED_GOAL)
        if not robot.power.on or robot.behavior_faults:
            return int(Feedback.STATUS_ROBOT_IMPAIRED)
        if not self.running:
            timed_out = self.status == basic.RobotCommandFeedbackStatus.STATUS_COMMAND_TIMED_OUT
            return int(Feedback.STATUS_COMMAND_TIMED_OUT if timed_out else Feedback.STATUS_COMMAND_OVERRIDDEN)
        if self._navigator.lost:
            return int(Feedback.STATUS_LOST)
        return int(Feedback.STATUS_STUCK if self.walk.blocked else Feedback.STATUS_FOLLOWING_ROUTE)

    def _length(self, robot: Body) -> float:
        points = [robot.base.pose, *self.walk.points[self.walk.passed :]]
        return sum(a.distance_to(b) for a, b in itertools.pairwise(points))


def route_proto(ids: list[str]) -> Any:
    """Return a Route over waypoints."""
    edges = [map_pb2.Edge.Id(from_waypoint=a, to_waypoint=b) for a, b in itertools.pairwise(ids)]
    return nav_pb2.Route(waypoint_id=ids, edge_id=edges)
