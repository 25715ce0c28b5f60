"""The manipulation service over the wire."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from bosdyn.api import manipulation_api_pb2 as manip
from bosdyn.api import manipulation_api_service_pb2_grpc
from bosdyn.api.robot_state_pb2 import ManipulatorState
from bosdyn.client import frame_helpers
from bosdyn.client.math_helpers import Quat, SE3Pose, Vec3

from spot_emulator.robot.frames import BODY, ODOM, VISION
from spot_emulator.robot.grasp_plan import constraint
from spot_emulator.robot.manipulation import Manipulation, Pick, Target, WalkTo
from spot_emulator.services.answering import InvalidRequest, Service, answers, may_use
from spot_emulator.services.commands import unable
from spot_emulator.services.pointing import Pointing
from spot_emulator.world.eyes import Eyes
from spot_emulator.world.view import View

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins

_OFFSET = 0.6  # metres between the body's front and what it walks up to
_WALKS = frozenset({manip.PICK_WALK_GAZE_UNKNOWN, manip.PICK_AUTO_WALK_AND_GAZE})
_SMALLEST_FOCAL = 1.0
_REMEMBERED = 500


class ManipulationService(Service, manipulation_api_service_pb2_grpc.ManipulationApiServiceServicer):
    """Picks and walks to what pixels and rays show. What they show is looked up before the robot is held up."""

    def __init__(self, robot: Robot, logins: Logins, eyes: Eyes) -> None:
        super().__init__(robot, logins)
        self._pointing = Pointing(robot, eyes)
        self._numbers = itertools.count(1)

    @answers(manip.ManipulationApiResponse)
    def ManipulationApi(self, request: Any, context: Any) -> Any:
        response = manip.ManipulationApiResponse()
        with self.robot.lock:
            if not may_use(self.robot, request, response, "body"):
                return response
            refusal = unable(self.robot, "")
            if refusal is not None:
                raise InvalidRequest(refusal.message)
        kind = request.WhichOneof("manipulation_cmd")
        if kind is None:
            raise InvalidRequest("the request has no manipulation command")
        command = getattr(request, kind)
        if kind == "pick_object_execute_plan":
            response.manipulation_cmd_id = self._execute()
            return response
        made = self._made(kind, command, self._target(kind, command))
        with self.robot.lock:
            self.robot.manipulations[made.number] = made
            self.robot.manipulations.pop(made.number - _REMEMBERED, None)
            self.robot.assign_all(made)
        response.manipulation_cmd_id = made.number
        return response

    def _execute(self) -> int:
        with self.robot.lock:
            planned = next((a for a in self.robot.slots.values() if isinstance(a, Pick)), None)
            if planned is None or not planned.execute():
                raise InvalidRequest("no grasp is planned")
            return planned.number

    def _made(self, kind: str, command: Any, target: Target) -> Manipulation:
        number = next(self._numbers)
        if kind.startswith("walk_to"):
            offset = command.offset_distance.value if command.HasField("offset_distance") else _OFFSET
            return WalkTo(number, target, offset)
        with self.robot.lock:
            allowed = constraint(command.grasp_params, self.robot.frames().map_tform)
        if isinstance(allowed, str):
            raise InvalidRequest(allowed)
        mode = getattr(command, "walk_gaze_mode", manip.PICK_WALK_GAZE_UNKNOWN)
        return Pick(number, target, allowed, may_walk=mode in _WALKS, plan_only=mode == manip.PICK_PLAN_ONLY)

    def _target(self, kind: str, command: Any) -> Target:
        """Return what a command points at."""
        with self.robot.lock:
            frames = self.robot.frames()
        if kind.endswith("in_image"):
            view, x, y = _image_view(command, frames)
            return self._pointing.seen(view, x, y)
        frame = frames.map_tform(command.frame_name)
        if frame is None:
            raise InvalidRequest(f"no frame {command.frame_name!r}")
        if kind == "pick_object":
            end = frame.transform_vec3(Vec3.from_proto(command.object_rt_frame))
            body = frames.map_tform(BODY)
            # From where the robot could see it: the front of its body, or above where that is nearer.
            start = body.transform_vec3(Vec3(0.4, 0.0, 0.5)) if body is not None else Vec3(0.0, 0.0, 1.0)
        else:
            start = frame.transform_vec3(Vec3.from_proto(command.ray_start_rt_frame))
            end = frame.transform_vec3(Vec3.from_proto(command.ray_end_rt_frame))
        return self._pointing.along(start, end)

    @answers(manip.ManipulationApiFeedbackResponse)
    def ManipulationApiFeedback(self, request: Any, context: Any) -> Any:
        response = manip.ManipulationApiFeedbackResponse(manipulation_cmd_id=request.manipulation_cmd_id)
        with self.robot.lock:
            found = self.robot.manipulations.get(request.manipulation_cmd_id)
            if found is None:
                raise InvalidRequest(f"no manipulation command {request.manipulation_cmd_id}")
            # Overridden in the middle: it has failed, unless it was over.
            over = not found.running and not found.over
            response.current_state = manip.MANIP_STATE_GRASP_FAILED if over else found.state
            self._hit_point(found, response.transforms_snapshot_manipulation_data)
        return response

    def _hit_point(self, found: Manipulation, snapshot: Any) -> None:
        """Write the robot's frames and the point that the pixel hit."""
        frames = self.robot.frames()
        snapshot.CopyFrom(frames.tree())
        vision = frames.map_tform(VISION)
        if found.target.point is None or vision is None:
            return
        hit = vision.inverse() * SE3Pose(*found.target.point, Quat())
        edge = snapshot.child_to_parent_edge_map[frame_helpers.RAYCAST_FRAME_NAME]
        edge.parent_frame_name = VISION
        edge.parent_tform_child.CopyFrom(hit.to_proto())

    @answers(manip.ApiGraspOverrideResponse)
    def OverrideGrasp(self, request: Any, context: Any) -> Any:
        kind = manip.ApiGraspOverride
        with self.robot.lock:
            grip = self.robot.grip
            asked = request.api_grasp_override.override_request
            if asked in (kind.OVERRIDE_HOLDING, kind.OVERRIDE_NOT_HOLDING):
                grip.believed = asked == kind.OVERRIDE_HOLDING
            if request.HasField("carry_state_override"):
                wanted = request.carry_state_override.override_request
                grip.carried_as = None if wanted == ManipulatorState.CARRY_STATE_UNKNOWN else wanted


def _image_view(command: Any, frames: Any) -> tuple[View, float, float]:
    """Return the view in which a pixel was chosen, as the camera stood then, and the pixel."""
    snapshot, sensor = command.transforms_snapshot_for_camera, command.frame_name_image_sensor
    lens = command.camera_model.intrinsics
    if lens.focal_length.x < _SMALLEST_FOCAL or lens.principal_point.x <= 0.0:
        raise InvalidRequest("the camera model has no intrinsics")
    for world in (ODOM, VISION, BODY):
        try:
            seen = frame_helpers.get_a_tform_b(snapshot, world, sensor)
        except frame_helpers.ValidateFrameTreeError as error:
            raise InvalidRequest(f"the camera's frames are no tree: {type(error).__name__}") from error
        if seen is not None:
            pose = frames.map_tform(world) * seen
            width, height = round(2.0 * lens.principal_point.x), round(2.0 * lens.principal_point.y)
            view = View(pose, width, height, float(lens.focal_length.y))
            return view, float(command.pixel_xy.x), float(command.pixel_xy.y)
    raise InvalidRequest(f"the snapshot does not connect {sensor!r} with odom, vision or body")
