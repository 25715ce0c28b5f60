"""The hand camera's settings and the infrared emitters over the wire: kept and told, without effect on pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bosdyn.api import gripper_camera_param_pb2 as params
from bosdyn.api import (
    gripper_camera_param_service_pb2_grpc,
    ir_enable_disable_pb2,
    ir_enable_disable_service_pb2_grpc,
)

from spot_emulator.services.answering import InvalidRequest, Service, answers

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot
    from spot_emulator.services.logins import Logins

Emitters = ir_enable_disable_pb2.IREnableDisableRequest


class GripperCameraParamService(
    Service, gripper_camera_param_service_pb2_grpc.GripperCameraParamServiceServicer
):
    """What a client does not set stays."""

    def __init__(self, robot: Robot, logins: Logins) -> None:
        super().__init__(robot, logins)
        self._params = params.GripperCameraParams(camera_mode=params.GripperCameraParams.MODE_640_480)
        self._params.focus_auto.value = self._params.exposure_auto.value = True
        self._calibration = params.GripperCameraCalibrationProto()

    @answers(params.GripperCameraParamResponse)
    def SetParams(self, request: Any, context: Any) -> None:
        self._params.MergeFrom(request.params)

    @answers(params.GripperCameraGetParamResponse)
    def GetParams(self, request: Any, context: Any) -> Any:
        return params.GripperCameraGetParamResponse(params=self._params)

    @answers(params.SetGripperCameraCalibrationResponse)
    def SetCamCalib(self, request: Any, context: Any) -> None:
        self._calibration.CopyFrom(request.gripper_cam_cal)

    @answers(params.GetGripperCameraCalibrationResponse)
    def GetCamCalib(self, request: Any, context: Any) -> Any:
        return params.GetGripperCameraCalibrationResponse(gripper_cam_cal=self._calibration)


class EmitterService(Service, ir_enable_disable_service_pb2_grpc.IREnableDisableServiceServicer):
    """Switches the emitters on and off."""

    @answers(ir_enable_disable_pb2.IREnableDisableResponse)
    def IREnableDisable(self, request: Any, context: Any) -> None:
        if request.request not in (Emitters.REQUEST_ON, Emitters.REQUEST_OFF):
            raise InvalidRequest("say on or off")
