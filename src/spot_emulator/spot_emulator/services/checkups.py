"""SpotCheck over the wire: what it finds is always well; a camera's calibration finds no target in a room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bosdyn.api.spot import spot_check_pb2, spot_check_service_pb2_grpc

from spot_emulator.robot.checkup import Checkup
from spot_emulator.robot.clock import stamp
from spot_emulator.robot.estop import NONE
from spot_emulator.robot.kinematics import NAMES as ARM_JOINTS
from spot_emulator.robot.legs import LEG_JOINTS
from spot_emulator.services.answering import Service, answers, may_use

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins

Command, Told = spot_check_pb2.SpotCheckCommandRequest, spot_check_pb2.SpotCheckFeedbackResponse
Done = spot_check_pb2.SpotCheckCommandResponse
Calibrate, Calibrated = (
    spot_check_pb2.CameraCalibrationCommandRequest,
    spot_check_pb2.CameraCalibrationFeedbackResponse,
)
CAMERAS = ("frontleft", "frontright", "left", "right", "back")


class SpotCheckService(Service, spot_check_service_pb2_grpc.SpotCheckServiceServicer):
    """Begins and ends it, and tells how far it is; results are there once it is finished."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        super().__init__(robot, logins)
        self._last: int = Command.COMMAND_UNKNOWN
        self._calibration: int = Calibrated.STATUS_NEVER_RUN

    @answers(Done)
    def SpotCheckCommand(self, request: Any, context: Any) -> Any:
        response = Done(status=Done.STATUS_ERROR)
        with self.robot.lock:
            if not may_use(self.robot, request, response, "body"):
                return response
            checkup: Checkup = self.robot.checkup
            if request.command == Command.COMMAND_START:
                response.message = self._refusal()
                if response.message:
                    return response
                checkup.start(self.robot)
            elif request.command == Command.COMMAND_ABORT:
                checkup.abort(self.robot)
            elif request.command != Command.COMMAND_REVERT_CAL:
                response.message = "the command is unknown"
                return response
            self._last, response.status = request.command, Done.STATUS_OK
        return response

    def _refusal(self) -> str:
        if self.robot.checkup.running:
            return "it goes on already"
        if self.robot.estop.level() != NONE:
            return "the robot is e-stopped"
        return "the robot has a fault" if self.robot.system_faults or self.robot.behavior_faults else ""

    @answers(Told)
    def SpotCheckFeedback(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            checkup: Checkup = self.robot.checkup
            told = Told(
                state=checkup.state, error=checkup.error, last_command=self._last, progress=checkup.progress
            )
            if checkup.finished:
                stamp(told.last_cal_timestamp, checkup.finished)
        if told.state == Told.STATE_FINISHED:
            _all_well(told)
        return told

    @answers(spot_check_pb2.CameraCalibrationCommandResponse)
    def CameraCalibrationCommand(self, request: Any, context: Any) -> Any:
        response = spot_check_pb2.CameraCalibrationCommandResponse()
        with self.robot.lock:
            if may_use(self.robot, request, response, "body"):
                cancels = request.command == Calibrate.COMMAND_CANCEL
                if cancels:
                    self._calibration = Calibrated.STATUS_USER_CANCELED
                elif not self.robot.power.on:
                    self._calibration = Calibrated.STATUS_POWER_ERROR
                else:
                    self._calibration = Calibrated.STATUS_TARGET_NOT_IN_VIEW
        return response

    @answers(Calibrated)
    def CameraCalibrationFeedback(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            return Calibrated(status=self._calibration)


def _all_well(told: Any) -> None:
    """Fill in that cameras, load cells, joints, hips and payloads are as they should be."""
    for camera in CAMERAS:
        told.camera_results[camera].status = spot_check_pb2.DepthPlaneSpotCheckResult.STATUS_OK
    for joint in LEG_JOINTS:
        told.load_cell_results[joint].error = spot_check_pb2.LoadCellSpotCheckResult.ERROR_NONE
    for joint in (*LEG_JOINTS, *ARM_JOINTS):
        told.kinematic_cal_results[joint].error = spot_check_pb2.JointKinematicCheckResult.ERROR_NONE
    for leg in dict.fromkeys(joint.partition(".")[0] for joint in LEG_JOINTS):
        told.hip_range_of_motion_results[leg].error = spot_check_pb2.HipRangeOfMotionResult.ERROR_NONE
    told.payload_result.error = spot_check_pb2.PayloadCheckResult.ERROR_NONE
