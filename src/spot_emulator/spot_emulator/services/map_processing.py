"""Working on GraphNav maps over the wire: loops closed between near waypoints, anchors told."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

from bosdyn.api.graph_nav import map_pb2, map_processing_service_pb2_grpc
from bosdyn.api.graph_nav import map_processing_pb2 as work

from pred_core.geometry import Pose2D
from spot_emulator.robot.base import relative
from spot_emulator.robot.navigation import GraphMap, flat_proto
from spot_emulator.services.answering import Service, fill_header
from spot_emulator.world.house import House

_CLOSED_LOOP, _LOOP_TURN = 1.5, math.radians(60.0)
"""Metres and radians within which waypoints of different ways are joined."""


class MapProcessingService(Service, map_processing_service_pb2_grpc.MapProcessingServiceServicer):
    """The emulated robot knows where its waypoints are: anchors are what was recorded."""

    def ProcessTopology(self, request: Any, context: Any) -> Iterator[Any]:
        received, kind = self.robot.clock.now(), work.ProcessTopologyResponse
        response = kind(status=kind.STATUS_OK)
        with self.robot.lock:
            known = self.robot.navigator.map
            if known.missing():
                response.status = kind.STATUS_INVALID_GRAPH
                response.missing_waypoint_ids.extend(known.missing())
            else:
                edges = _loops(known, self.robot.house)
                response.new_subgraph.edges.extend(edges)
                response.map_on_server_was_modified = bool(edges) and request.modify_map_on_server
                if response.map_on_server_was_modified:
                    known.add(map_pb2.Graph(edges=edges))
        fill_header(self.robot, response, request, received)
        yield response

    def ProcessAnchoring(self, request: Any, context: Any) -> Iterator[Any]:
        received, kind = self.robot.clock.now(), work.ProcessAnchoringResponse
        response = kind(status=kind.STATUS_OK, final_iteration=True, iteration=1)
        with self.robot.lock:
            known = self.robot.navigator.map
            if known.missing():
                response.status = kind.STATUS_INVALID_GRAPH
            for name, pose in known.seed_poses.items():
                response.waypoint_results.add(id=name).seed_tform_waypoint.CopyFrom(flat_proto(pose))
            if request.modify_anchoring_on_server and response.status == kind.STATUS_OK:
                graph = map_pb2.Graph()
                graph.anchoring.anchors.extend(response.waypoint_results)
                known.add(graph)
                response.anchoring_on_server_was_modified = True
        fill_header(self.robot, response, request, received)
        yield response


def _loops(known: GraphMap, house: House) -> list[Any]:
    """Return edges between near waypoints that none joins yet and the body gets between."""
    joined = {frozenset((e.id.from_waypoint, e.id.to_waypoint)) for e in known.graph.edges}
    made = []
    for (a, first), (b, second) in itertools.combinations(known.seed_poses.items(), 2):
        step = relative(first, second)
        near = math.hypot(step.x, step.y) < _CLOSED_LOOP and abs(step.yaw) < _LOOP_TURN
        if not near or frozenset((a, b)) in joined or not _fits(house, first, second):
            continue
        edge = map_pb2.Edge()
        edge.id.from_waypoint, edge.id.to_waypoint = a, b
        edge.from_tform_to.CopyFrom(flat_proto(step))
        edge.annotations.edge_source = map_pb2.Edge.EDGE_SOURCE_SMALL_LOOP_CLOSURE
        made.append(edge)
    return made


def _fits(house: House, first: Pose2D, second: Pose2D) -> bool:
    middle = Pose2D((first.x + second.x) / 2.0, (first.y + second.y) / 2.0, second.yaw)
    return house.clearance(middle) > 0.0
