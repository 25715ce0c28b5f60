"""Recording a GraphNav map while the robot is walked: a waypoint every so often, joined to the one before."""

from __future__ import annotations

import math
import secrets
from typing import TYPE_CHECKING, Any

from bosdyn.api.graph_nav import map_pb2, recording_pb2

from pred_core.geometry import Pose2D, wrap_angle
from spot_emulator.robot.base import relative
from spot_emulator.robot.clock import stamp
from spot_emulator.robot.hand_path import pose_of
from spot_emulator.robot.navigation import SESSION, Navigator, flat_proto
from spot_emulator.world.walk import snapshot_of

if TYPE_CHECKING:
    from spot_emulator.robot.body import Body

SPACING, BEND = 1.0, math.radians(60.0)
"""Metres and radians from the last waypoint after which a new one is made."""


class Recorder:
    """Makes waypoints where the robot walks. ``active`` between start and stop."""

    def __init__(self, navigator: Navigator) -> None:
        self._navigator = navigator
        self.active = False
        self.environment = recording_pb2.RecordingEnvironment()
        self._last: tuple[str, Pose2D] | None = None
        self._count = 0

    def start(self, robot: Body, environment: Any) -> Any:
        """Begin at a first waypoint, joined to the map where there is one; return it.

        None where there is a map and the robot does not know where in it it is.
        """
        navigator = self._navigator
        if navigator.map.graph.waypoints and (not navigator.localized or navigator.lost):
            return None
        near = navigator.nearest(robot.base.pose)
        place = None if near is None else navigator.place(near)
        self._last = None if near is None or place is None else (near, place)
        if near is None:
            navigator.origin = Pose2D(0.0, 0.0, 0.0)
        self.active, self._count = True, 0
        self.environment.CopyFrom(environment)
        return self.waypoint(robot)[0]

    def stop(self) -> None:
        """End."""
        self.active = False

    def step(self, robot: Body) -> None:
        """Make a waypoint where the robot has come far enough from the last one."""
        if not self.active or self._last is None:
            return
        before, here = self._last[1], robot.base.pose
        if before.distance_to(here) >= SPACING or abs(wrap_angle(here.yaw - before.yaw)) >= BEND:
            self.waypoint(robot)

    def waypoint(self, robot: Body, name: str = "") -> tuple[Any, Any]:
        """Make a waypoint where the robot stands; return it and the edge from the one before (None for the first)."""
        pose, navigator = robot.base.pose, self._navigator
        seed = relative(navigator.origin, pose)
        identity = f"{secrets.token_urlsafe(16)[:22]}=="
        made = map_pb2.Waypoint(id=identity, snapshot_id=f"snapshot_{identity}")
        made.annotations.CopyFrom(self.environment.waypoint_environment)
        made.annotations.name = name or f"{self.environment.name_prefix or 'waypoint_'}{self._count}"
        made.annotations.client_metadata.session_name = (
            made.annotations.client_metadata.session_name or SESSION + robot.house.scene
        )
        stamp(made.annotations.creation_time, robot.clock.now())
        odom = pose_of(flat_proto(robot.odom.pose))
        made.waypoint_tform_ko.CopyFrom(odom.inverse().to_proto())
        graph = map_pb2.Graph(waypoints=[made])
        graph.anchoring.anchors.add(id=identity).seed_tform_waypoint.CopyFrom(flat_proto(seed))
        edge = None if self._last is None else self._edge(graph, identity, relative(self._last[1], pose))
        navigator.map.add(graph)
        navigator.map.waypoint_snapshots[made.snapshot_id] = snapshot_of(robot.house, identity, pose, odom)
        if edge is not None:
            navigator.map.edge_snapshots[edge.snapshot_id] = map_pb2.EdgeSnapshot(id=edge.snapshot_id)
        navigator.map.recorded_in = robot.house.scene
        navigator.localized, navigator.lost = True, False
        self._last = (identity, pose)
        self._count += 1
        return made, edge

    def _edge(self, graph: Any, identity: str, step: Pose2D) -> Any:
        assert self._last is not None
        edge = graph.edges.add(snapshot_id=f"edge_snapshot_{identity}")
        edge.id.from_waypoint, edge.id.to_waypoint = self._last[0], identity
        edge.from_tform_to.CopyFrom(flat_proto(step))
        edge.annotations.CopyFrom(self.environment.edge_environment)
        edge.annotations.edge_source = map_pb2.Edge.EDGE_SOURCE_ODOMETRY
        return edge
