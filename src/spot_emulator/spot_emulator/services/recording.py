"""Recording GraphNav maps over the wire. As on the robot, recording needs no lease: somebody else may drive."""

from __future__ import annotations

from typing import Any

from bosdyn.api import lease_pb2
from bosdyn.api.graph_nav import map_pb2, recording_service_pb2_grpc
from bosdyn.api.graph_nav import recording_pb2 as rec

from spot_emulator.robot.navigation import GraphMap
from spot_emulator.services.answering import Service, answers

_LEASE_OK = lease_pb2.LeaseUseResult(status=lease_pb2.LeaseUseResult.STATUS_OK)


class RecordingService(Service, recording_service_pb2_grpc.GraphNavRecordingServiceServicer):
    """Starts and stops recording, and makes waypoints and edges by hand."""

    @answers(rec.StartRecordingResponse)
    def StartRecording(self, request: Any, context: Any) -> Any:
        kind = rec.StartRecordingResponse
        response = kind(lease_use_result=_LEASE_OK, status=kind.STATUS_OK)
        with self.robot.lock:
            made = self.robot.recorder.start(self.robot, request.recording_environment)
            if made is None:
                response.status = kind.STATUS_NOT_LOCALIZED_TO_EXISTING_MAP
                return response
            response.created_waypoint.CopyFrom(made)
            response.map_stats.CopyFrom(_stats(self.robot.navigator.map))
        return response

    @answers(rec.StopRecordingResponse)
    def StopRecording(self, request: Any, context: Any) -> Any:
        kind = rec.StopRecordingResponse
        with self.robot.lock:
            self.robot.recorder.stop()
            stats = _stats(self.robot.navigator.map)
        return kind(lease_use_result=_LEASE_OK, status=kind.STATUS_OK, map_stats=stats)

    @answers(rec.GetRecordStatusResponse)
    def GetRecordStatus(self, request: Any, context: Any) -> Any:
        kind = rec.GetRecordStatusResponse
        with self.robot.lock:
            recorder = self.robot.recorder
            return kind(
                is_recording=recorder.active, recording_environment=recorder.environment,
                map_state=kind.MAP_STATE_OK, status=kind.STATUS_OK, map_stats=_stats(self.robot.navigator.map),
            )  # fmt: skip

    @answers(rec.SetRecordingEnvironmentResponse)
    def SetRecordingEnvironment(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            self.robot.recorder.environment.CopyFrom(request.environment)
        return rec.SetRecordingEnvironmentResponse(lease_use_result=_LEASE_OK)

    @answers(rec.CreateWaypointResponse)
    def CreateWaypoint(self, request: Any, context: Any) -> Any:
        kind = rec.CreateWaypointResponse
        with self.robot.lock:
            if not self.robot.recorder.active:
                return kind(lease_use_result=_LEASE_OK, status=kind.STATUS_NOT_RECORDING)
            made, edge = self.robot.recorder.waypoint(self.robot, request.waypoint_name)
            stats = _stats(self.robot.navigator.map)
        return kind(
            lease_use_result=_LEASE_OK, status=kind.STATUS_OK, created_waypoint=made, created_edge=edge, map_stats=stats
        )  # fmt: skip

    @answers(rec.CreateEdgeResponse)
    def CreateEdge(self, request: Any, context: Any) -> Any:
        kind, edge = rec.CreateEdgeResponse, request.edge
        response = kind(lease_use_result=_LEASE_OK, status=kind.STATUS_OK)
        with self.robot.lock:
            known = self.robot.navigator.map
            ends = {edge.id.from_waypoint, edge.id.to_waypoint}
            same = [e for e in known.graph.edges if {e.id.from_waypoint, e.id.to_waypoint} == ends]
            if not self.robot.recorder.active:
                response.status = kind.STATUS_NOT_RECORDING
            elif not ends <= set(known.seed_poses):
                response.status = kind.STATUS_UNKNOWN_WAYPOINT
            elif not edge.HasField("from_tform_to"):
                response.status = kind.STATUS_MISSING_TRANSFORM
            elif same:
                response.status = kind.STATUS_EXISTS
                response.error_existing_edge.CopyFrom(same[0])
            else:
                known.add(map_pb2.Graph(edges=[edge]))
                response.map_stats.CopyFrom(_stats(known))
        return response


def _stats(known: GraphMap) -> Any:
    """Return how large a map is."""
    stats = map_pb2.MapStats()
    stats.waypoints.count, stats.edges.count = len(known.graph.waypoints), len(known.graph.edges)
    stats.waypoint_snapshots.count = len(known.waypoint_snapshots)
    stats.edge_snapshots.count = len(known.edge_snapshots)
    stats.waypoint_anchors.count = len(known.graph.anchoring.anchors)
    return stats
