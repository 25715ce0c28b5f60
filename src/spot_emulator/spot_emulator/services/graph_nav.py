"""GraphNav over the wire."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bosdyn.api import lease_pb2
from bosdyn.api.graph_nav import graph_nav_pb2 as nav
from bosdyn.api.graph_nav import graph_nav_service_pb2_grpc, map_pb2
from bosdyn.api.robot_state_pb2 import RobotImpairedState

from pred_core.geometry import Pose2D
from spot_emulator.robot.activities import Part
from spot_emulator.robot.base import combined, relative
from spot_emulator.robot.clock import stamp
from spot_emulator.robot.hand_path import pose_of
from spot_emulator.robot.navigation import Navigation, flat_proto, planar
from spot_emulator.robot.orders import Answer, RefusedError, end_time
from spot_emulator.services.answering import InvalidRequest, Service, answers, fill_header, may_use_all
from spot_emulator.services.area_callbacks import AreaCallbacks
from spot_emulator.services.finding_the_way import gait_of, impaired, localized
from spot_emulator.services.states import robot_state

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.compute_workers import RegisteredServices
    from spot_emulator.services.logins import Logins

_CHUNK = 1 << 20
_LEASE_OK = lease_pb2.LeaseUseResult(status=lease_pb2.LeaseUseResult.STATUS_OK)
_REFUSALS = {
    Answer.STATUS_NO_TIMESYNC: "STATUS_NO_TIMESYNC",
    Answer.STATUS_EXPIRED: "STATUS_EXPIRED",
    Answer.STATUS_TOO_DISTANT: "STATUS_TOO_DISTANT",
}


class GraphNavService(Service, graph_nav_service_pb2_grpc.GraphNavServiceServicer):
    """Maps up and down, localization, and walking along them. Maps need no lease, as real robots have it."""

    def __init__(self, robot: Robot, logins: Logins, registered: RegisteredServices) -> None:
        super().__init__(robot, logins)
        self._areas = AreaCallbacks(robot, registered)
        self._numbers = itertools.count(1)

    # --- maps

    @answers(nav.ClearGraphResponse)
    def ClearGraph(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            self.robot.navigator.clear()
            self.robot.recorder.stop()
        return nav.ClearGraphResponse(status=nav.ClearGraphResponse.STATUS_OK, lease_use_result=_LEASE_OK)

    @answers(nav.UploadGraphResponse)
    def UploadGraph(self, request: Any, context: Any) -> Any:
        return self._uploaded(request)

    def UploadGraphStreaming(self, requests: Any, context: Any) -> Any:
        received = self.robot.clock.now()
        data, last = _gathered(requests)
        response = self._uploaded(nav.UploadGraphRequest.FromString(data))
        fill_header(self.robot, response, last, received)
        return response

    def _uploaded(self, request: Any) -> Any:
        kind = nav.UploadGraphResponse
        with self.robot.lock:
            navigator = self.robot.navigator
            if request.replace_graph:
                navigator.clear()
            navigator.map.add(request.graph)
            missing = navigator.map.missing()
            response = kind(
                status=kind.STATUS_INVALID_GRAPH if missing else kind.STATUS_OK, lease_use_result=_LEASE_OK
            )
            response.validation_status.missing_waypoint_ids_in_edges.extend(missing)
            if missing:
                navigator.clear()
                return response
            wanted = {w.snapshot_id for w in request.graph.waypoints if w.snapshot_id}
            known = wanted.intersection(navigator.map.waypoint_snapshots)
            response.loaded_waypoint_snapshot_ids.extend(sorted(known))
            response.unknown_waypoint_snapshot_ids.extend(sorted(wanted - known))
            wanted = {e.snapshot_id for e in request.graph.edges if e.snapshot_id}
            known = wanted.intersection(navigator.map.edge_snapshots)
            response.loaded_edge_snapshot_ids.extend(sorted(known))
            response.unknown_edge_snapshot_ids.extend(sorted(wanted - known))
        return response

    def UploadWaypointSnapshot(self, requests: Any, context: Any) -> Any:
        received = self.robot.clock.now()
        data, last = _gathered(requests)
        snapshot = map_pb2.WaypointSnapshot.FromString(data)
        with self.robot.lock:
            self.robot.navigator.map.waypoint_snapshots[snapshot.id] = snapshot
        kind = nav.UploadWaypointSnapshotResponse
        return self._done(kind(status=kind.STATUS_OK, lease_use_result=_LEASE_OK), last, received)

    def UploadEdgeSnapshot(self, requests: Any, context: Any) -> Any:
        received = self.robot.clock.now()
        data, last = _gathered(requests)
        snapshot = map_pb2.EdgeSnapshot.FromString(data)
        with self.robot.lock:
            self.robot.navigator.map.edge_snapshots[snapshot.id] = snapshot
        return self._done(nav.UploadEdgeSnapshotResponse(lease_use_result=_LEASE_OK), last, received)

    def UploadSnapshots(self, requests: Any, context: Any) -> Any:
        received = self.robot.clock.now()
        data, last = _gathered(requests)
        found = nav.UploadSnapshotsRequest.Snapshots.FromString(data)
        with self.robot.lock:
            graph = self.robot.navigator.map
            graph.waypoint_snapshots |= {s.id: s for s in found.waypoint_snapshots}
            graph.edge_snapshots |= {s.id: s for s in found.edge_snapshots}
        kind = nav.UploadSnapshotsResponse
        return self._done(kind(status=kind.STATUS_OK, lease_use_result=_LEASE_OK), last, received)

    def _done(self, response: Any, request: Any, received: int) -> Any:
        fill_header(self.robot, response, request, received)
        return response

    @answers(nav.DownloadGraphResponse)
    def DownloadGraph(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            return nav.DownloadGraphResponse(graph=self.robot.navigator.map.graph)

    def DownloadGraphStreaming(self, request: Any, context: Any) -> Iterator[Any]:
        with self.robot.lock:
            whole = nav.DownloadGraphResponse(graph=self.robot.navigator.map.graph)
        fill_header(self.robot, whole, request, self.robot.clock.now())
        yield from self._chunks(nav.DownloadGraphStreamingResponse, request, whole)

    def DownloadWaypointSnapshot(self, request: Any, context: Any) -> Iterator[Any]:
        kind = nav.DownloadWaypointSnapshotResponse
        found = self.robot.navigator.map.waypoint_snapshots.get(request.waypoint_snapshot_id)
        yield from self._snapshot(kind, request, found, "waypoint_snapshot_id")

    def DownloadEdgeSnapshot(self, request: Any, context: Any) -> Iterator[Any]:
        kind = nav.DownloadEdgeSnapshotResponse
        found = self.robot.navigator.map.edge_snapshots.get(request.edge_snapshot_id)
        yield from self._snapshot(kind, request, found, "edge_snapshot_id")

    def _snapshot(self, kind: Any, request: Any, found: Any, field: str) -> Iterator[Any]:
        name = {field: getattr(request, field)}
        if found is None:
            response = kind(status=kind.STATUS_SNAPSHOT_DOES_NOT_EXIST, **name)
            fill_header(self.robot, response, request, self.robot.clock.now())
            yield response
            return
        yield from self._chunks(kind, request, found, status=kind.STATUS_OK, **name)

    def _chunks(self, kind: Any, request: Any, whole: Any, **more: Any) -> Iterator[Any]:
        data = whole.SerializeToString()
        for start in range(0, max(1, len(data)), _CHUNK):
            response = kind(**more)
            response.chunk.total_size, response.chunk.data = len(data), data[start : start + _CHUNK]
            fill_header(self.robot, response, request, self.robot.clock.now())
            yield response

    @answers(nav.ValidateGraphResponse)
    def ValidateGraph(self, request: Any, context: Any) -> Any:
        response = nav.ValidateGraphResponse(status=nav.ValidateGraphResponse.STATUS_OK)
        with self.robot.lock:
            for edge in self.robot.navigator.map.graph.edges:
                missing = self._areas.missing([edge.id.from_waypoint, edge.id.to_waypoint])
                response.area_callback_error.missing_services.extend(missing)
        if response.HasField("area_callback_error"):
            response.status = nav.ValidateGraphResponse.STATUS_AREA_CALLBACK_ERROR
        return response

    # --- where the robot is

    @answers(nav.SetLocalizationResponse)
    def SetLocalization(self, request: Any, context: Any) -> Any:
        kind = nav.SetLocalizationResponse
        response = kind(lease_use_result=_LEASE_OK, quality_check_result=kind.QUALITY_CHECK_SUCCESS)
        with self.robot.lock:
            response.status, response.error_report = localized(self.robot, request)
            if response.status == kind.STATUS_OK:
                self._localization(response.localization)
        return response

    def _localization(self, target: Any) -> None:
        """Write where the robot is in its map, if it knows."""
        robot, navigator = self.robot, self.robot.navigator
        name = navigator.nearest(robot.base.pose)
        place = None if name is None else navigator.place(name)
        if not navigator.localized or place is None:
            return
        target.waypoint_id = name
        target.waypoint_tform_body.CopyFrom(flat_proto(relative(place, robot.base.pose)))
        target.seed_tform_body.CopyFrom(flat_proto(relative(navigator.origin, robot.base.pose)))
        stamp(target.timestamp, robot.clock.now())

    @answers(nav.GetLocalizationStateResponse)
    def GetLocalizationState(self, request: Any, context: Any) -> Any:
        response = nav.GetLocalizationStateResponse()
        with self.robot.lock:
            state = robot_state(self.robot)
            if not self.robot.navigator.lost:
                self._localization(response.localization)
            response.robot_kinematics.CopyFrom(state.kinematic_state)
            response.lost_detector_state.is_lost = self.robot.navigator.lost
            if request.request_live_robot_state:
                response.live_data.robot_state.CopyFrom(state)
        return response

    # --- walking

    @answers(nav.NavigateToResponse)
    def NavigateTo(self, request: Any, context: Any) -> Any:
        response = nav.NavigateToResponse()
        with self.robot.lock:
            navigator = self.robot.navigator
            known = request.destination_waypoint_id in navigator.map.seed_poses
            if not self._may_go(request, response):
                return response
            if not known:
                response.status = nav.NavigateToResponse.STATUS_UNKNOWN_WAYPOINT
                response.error_waypoint_ids.append(request.destination_waypoint_id)
                return response
            start = navigator.nearest(self.robot.base.pose) or ""
            ids = navigator.map.path(start, request.destination_waypoint_id)
            if ids is None:
                response.status = nav.NavigateToResponse.STATUS_NO_PATH
                return response
            self._go(request, response, ids, self._goal(request, ids[-1]))
        return response

    @answers(nav.NavigateRouteResponse)
    def NavigateRoute(self, request: Any, context: Any) -> Any:
        response = nav.NavigateRouteResponse()
        with self.robot.lock:
            if not self._may_go(request, response):
                return response
            navigator, ids = self.robot.navigator, list(request.route.waypoint_id)
            unknown = [name for name in ids if name not in navigator.map.seed_poses]
            if unknown or not ids:
                response.status = nav.NavigateRouteResponse.STATUS_UNKNOWN_ROUTE_ELEMENTS
                response.error_waypoint_ids.extend(unknown)
                return response
            start = navigator.map.path(navigator.nearest(self.robot.base.pose) or "", ids[0])
            if start is None:
                response.status = nav.NavigateRouteResponse.STATUS_NO_PATH
                return response
            self._go(request, response, [*start[:-1], *ids], self._goal(request, ids[-1]))
        return response

    @answers(nav.NavigateToAnchorResponse)
    def NavigateToAnchor(self, request: Any, context: Any) -> Any:
        response = nav.NavigateToAnchorResponse()
        with self.robot.lock:
            if not self._may_go(request, response):
                return response
            navigator = self.robot.navigator
            if not request.HasField("seed_tform_goal"):
                response.status = nav.NavigateToAnchorResponse.STATUS_INVALID_GPS_COMMAND
                return response
            goal = combined(navigator.origin, planar(pose_of(request.seed_tform_goal)))
            last, first = navigator.nearest(goal) or "", navigator.nearest(self.robot.base.pose) or ""
            ids = navigator.map.path(first, last)
            if ids is None:
                response.status = nav.NavigateToAnchorResponse.STATUS_NO_PATH
                return response
            self._go(request, response, ids, goal)
        return response

    def _goal(self, request: Any, last: str) -> Pose2D:
        """Return the last pose of a command in the room's map."""
        place = self.robot.navigator.place(last) or self.robot.base.pose
        if request.HasField("destination_waypoint_tform_body_goal"):
            asked = request.destination_waypoint_tform_body_goal
            return combined(place, Pose2D(asked.position.x, asked.position.y, asked.angle))
        return place

    def _may_go(self, request: Any, response: Any) -> bool:
        """Judge leases, times and state; write the status where it may not go."""
        robot, kind = self.robot, type(response)
        if self._goes_on(request, response):
            return False
        if not may_use_all(robot, request, response):
            response.status = kind.STATUS_ROBOT_IMPAIRED
            return False
        try:
            end_time(robot, request.end_time, request.clock_identifier)
        except RefusedError as error:
            response.status = kind.Status.Value(_REFUSALS[error.refusal.status])
            return False
        trouble = impaired(robot)
        if trouble is not None:
            response.status = kind.STATUS_ROBOT_IMPAIRED
            response.impaired_state.impaired_status = trouble
            response.impaired_state.behavior_faults.extend(robot.behavior_faults)
            response.impaired_state.system_faults.extend(robot.system_faults.values())
            return False
        if robot.navigator.lost:
            response.status = kind.STATUS_LOST
            return False
        if not robot.navigator.localized:
            response.status = kind.STATUS_NOT_LOCALIZED_TO_MAP
            return False
        return True

    def _goes_on(self, request: Any, response: Any) -> bool:
        """Let a walk go on for which a callback moves the robot, with a lease that is older than its client's."""
        walk = self._areas.lent(request.command_id)
        results = [] if walk is None else [self.robot.leases.retain(lease) for lease in request.leases]
        if walk is None or not results or any(result.status != _LEASE_OK.status for result in results):
            return False
        try:
            walk.expires = end_time(self.robot, request.end_time, request.clock_identifier)
        except RefusedError:
            return False
        response.lease_use_results.extend(results)
        response.status, response.command_id = type(response).STATUS_OK, walk.number
        return True

    def _go(self, request: Any, response: Any, ids: list[str], goal: Pose2D) -> None:
        """Begin a navigation, or go on with the one that is meant."""
        robot, kind = self.robot, type(response)
        until = end_time(robot, request.end_time, request.clock_identifier)
        now = robot.slots[Part.MOBILITY]
        same = isinstance(now, Navigation) and now.running and now.goal.distance_to(goal) < 0.01
        if isinstance(now, Navigation) and same and request.command_id in (0, now.number):
            now.expires, now.leases = until if not now.walk.done else math.inf, list(request.leases)
            response.status, response.command_id = kind.STATUS_OK, now.number
            return
        if request.command_id and request.command_id not in robot.navigator.commands:
            response.status = kind.STATUS_UNRECOGNIZED_COMMAND
            return
        route = robot.navigator.route(robot, ids)
        if route is None:
            response.status = kind.STATUS_NO_PATH
            return
        missing = self._areas.missing(ids)
        if missing:
            response.status = kind.STATUS_AREA_CALLBACK_ERROR
            response.area_callback_error.missing_services.extend(missing)
            return
        number = request.command_id or next(self._numbers)
        made = Navigation(number, robot, robot.navigator, route, goal, gait_of(request.travel_params), until)
        made.leases = list(request.leases)
        robot.navigator.commands[number] = made
        robot.assign({Part.MOBILITY: made})
        response.status, response.command_id = kind.STATUS_OK, number

    @answers(nav.NavigationFeedbackResponse)
    def NavigationFeedback(self, request: Any, context: Any) -> Any:
        response = nav.NavigationFeedbackResponse()
        with self.robot.lock:
            commands = self.robot.navigator.commands
            found = commands.get(request.command_id or max(commands, default=0))
            if found is None:
                response.status = nav.NavigationFeedbackResponse.STATUS_NO_ROUTE
            else:
                found.feedback(self.robot, response)
                self._areas.tell(found, response)
                response.impaired_state.impaired_status = (
                    impaired(self.robot) or RobotImpairedState.IMPAIRED_STATUS_OK
                )
        return response


def _gathered(requests: Any) -> tuple[bytes, Any]:
    """Return the data of a stream of chunks, and its last request."""
    parts: list[bytes] = []
    last = None
    for last in requests:
        parts.append(last.chunk.data)
    if last is None:
        raise InvalidRequest("the stream is empty")
    return b"".join(parts), last
