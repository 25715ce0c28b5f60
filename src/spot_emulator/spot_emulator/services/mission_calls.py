"""A mission's nodes that ask other services, the robot's own and clients': pictures, callbacks, the hand's camera."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bosdyn.api import data_acquisition_pb2, gripper_camera_param_pb2
from bosdyn.api.mission import remote_pb2, remote_service_pb2_grpc, util_pb2
from bosdyn.api.spot_cam import LED_pb2, ptz_pb2
from bosdyn.client.lease import Lease
from google.protobuf import any_pb2

from spot_emulator.robot.clock import stamp
from spot_emulator.robot.mission_tree import FAILURE, RUNNING, SUCCESS, Node, Run, Value
from spot_emulator.services.answering import Code
from spot_emulator.services.compute_workers import (
    LongCall,
    NotRegisteredError,
    RegisteredServices,
    WorkerError,
)

if TYPE_CHECKING:
    from spot_emulator.services.captures import AcquisitionService
    from spot_emulator.services.hand_camera import GripperCameraParamService
    from spot_emulator.services.spot_cam import LightingService
    from spot_emulator.services.spot_cam_views import PtzService

Established, Ticked = remote_pb2.EstablishSessionResponse, remote_pb2.TickResponse
Got = data_acquisition_pb2.GetStatusResponse
_NO_CAMERA = "the robot carries no Spot CAM"
_USUAL = 60.0  # seconds that one call to a client's service may take where the mission does not say


@dataclass(frozen=True)
class Beside:
    """The services that a mission's nodes ask. ``lamps``, ``turning``: a Spot CAM's, where the robot carries one."""

    acquisition: AcquisitionService
    hand_camera: GripperCameraParamService
    registered: RegisteredServices
    lamps: LightingService | None = None
    turning: PtzService | None = None


class AcquireNode(Node):
    """Data that are acquired and kept, under names that may have variables in them."""

    def __init__(self, number: int, name: str, wanted: Any) -> None:
        super().__init__(number, name)
        self._wanted = wanted
        self._call: LongCall | None = None

    def begin(self, run: Run) -> None:
        wanted, request = self._wanted, data_acquisition_pb2.AcquireDataRequest()
        request.CopyFrom(wanted.request)
        action = request.action_id
        for form, field in ((wanted.group_name_format, "group_name"), (wanted.action_name_format, "action_name")):
            if form:
                setattr(action, field, run.blackboard.formatted(form))
        if not action.HasField("timestamp"):
            stamp(action.timestamp, run.robot.clock.now())
        if wanted.request_name_in_blackboard:
            run.blackboard.write(wanted.request_name_in_blackboard, request)
        acquisition = run.beside.acquisition

        def acquire() -> Any:
            begun = acquisition.AcquireData(request, None)
            if begun.status != begun.STATUS_OK:
                return begun
            asked = data_acquisition_pb2.GetStatusRequest(request_id=begun.request_id)
            return acquisition.GetStatus(asked, None)

        self._call = LongCall(acquire)

    def go_on(self, run: Run) -> int:
        if self._call is None or not self._call.over:
            return RUNNING
        answer, self._call = self._call.answer, None
        if isinstance(answer, Got) and answer.status == Got.STATUS_COMPLETE:
            return SUCCESS
        why = "" if answer is None else f": {type(answer).Status.Name(answer.status)}"
        self.error = f"no data were acquired{why}"
        return FAILURE


class CameraNode(Node):
    """Settings of the hand's camera."""

    def __init__(self, number: int, name: str, params: Any) -> None:
        super().__init__(number, name)
        self._request = gripper_camera_param_pb2.GripperCameraParamRequest(params=params)

    def go_on(self, run: Run) -> int:
        run.beside.hand_camera.SetParams(self._request, None)
        return SUCCESS


class LampsNode(Node):
    """A Spot CAM's lamps."""

    def __init__(self, number: int, name: str, brightnesses: Any) -> None:
        super().__init__(number, name)
        self._request = LED_pb2.SetLEDBrightnessRequest(brightnesses=brightnesses)

    def prepare(self, beside: Beside, leases: Sequence[Any]) -> str:
        return "" if beside.lamps is not None else _NO_CAMERA

    def go_on(self, run: Run) -> int:
        answer = run.beside.lamps.SetLEDBrightness(self._request, None)
        self.error = answer.header.error.message
        return SUCCESS if answer.header.error.code == Code.CODE_OK else FAILURE


class TurnNode(Node):
    """A Spot CAM's camera, until it looks where it shall."""

    def __init__(self, number: int, name: str, position: Any) -> None:
        super().__init__(number, name)
        self._request = ptz_pb2.SetPtzPositionRequest(position=position)

    def prepare(self, beside: Beside, leases: Sequence[Any]) -> str:
        return "" if beside.turning is not None else _NO_CAMERA

    def begin(self, run: Run) -> None:
        answer = run.beside.turning.SetPtzPosition(self._request, None)
        self.error = answer.header.error.message

    def go_on(self, run: Run) -> int:
        if self.error:
            return FAILURE
        return SUCCESS if run.beside.turning.eye.there else RUNNING


class RemoteNode(Node):
    """A client's service that is ticked until it has come to something; a tick without an answer is sent again."""

    def __init__(self, number: int, name: str, wanted: Any, inputs: dict[str, Value]) -> None:
        super().__init__(number, name)
        self._wanted, self._inputs, self._seconds = wanted, inputs, wanted.timeout or _USUAL
        self._registered: RegisteredServices | None = None
        self._session = ""
        self._lent = 0
        self._call: LongCall | None = None

    def prepare(self, beside: Beside, leases: Sequence[Any]) -> str:
        self._registered = beside.registered
        request = remote_pb2.EstablishSessionRequest(leases=self._sub_leases(leases))
        request.inputs.extend(util_pb2.VariableDeclaration(name=name) for name in self._inputs)
        try:
            answer = self._ask("EstablishSession", request)
        except (NotRegisteredError, WorkerError) as error:
            return str(error)
        if answer.status != Established.STATUS_OK:
            return f"{self._wanted.service_name}: {Established.Status.Name(answer.status)}"
        self._session = answer.session_id
        return ""

    def dismiss(self) -> None:
        if self._session:
            request = remote_pb2.TeardownSessionRequest(session_id=self._session)
            LongCall(lambda: self._ask("TeardownSession", request))

    def _ask(self, method: str, request: Any) -> Any:
        assert self._registered is not None
        stub = remote_service_pb2_grpc.RemoteMissionServiceStub
        return self._registered.call(self._wanted.service_name, stub, method, request, self._seconds)

    def _sub_leases(self, leases: Sequence[Any]) -> list[Any]:
        """Return leases under the mission's on what the service needs, newer ones each time."""
        made = []
        for resource in self._wanted.lease_resources if leases else ():
            self._lent += 1
            lease = Lease(leases[0]).create_sublease("mission").lease_proto
            lease.resource, lease.sequence[-1] = resource, self._lent
            made.append(lease)
        return made

    def begin(self, run: Run) -> None:
        self._call = None

    def go_on(self, run: Run) -> int:
        if self._call is None:
            request = remote_pb2.TickRequest(
                session_id=self._session, leases=self._sub_leases(run.leases), params=self._wanted.params,
                group_name=run.blackboard.formatted(self._wanted.group_name_format),
                inputs=[_input(name, value(run)) for name, value in self._inputs.items()],
            )  # fmt: skip
            self._call = LongCall(lambda: self._ask("Tick", request))
        if not self._call.over:
            return RUNNING
        answer, self._call = self._call.answer, None
        return RUNNING if answer is None else self._judge(answer)

    def _judge(self, answer: Any) -> int:
        if answer.header.error.code not in (Code.CODE_UNSPECIFIED, Code.CODE_OK):
            self.error = answer.header.error.message or Code.Code.Name(answer.header.error.code)
            return FAILURE
        if answer.status in (Ticked.STATUS_RUNNING, Ticked.STATUS_SUCCESS):
            return RUNNING if answer.status == Ticked.STATUS_RUNNING else SUCCESS
        self.error = answer.error_message or f"{self._wanted.service_name}: {Ticked.Status.Name(answer.status)}"
        return FAILURE

    def pause(self, run: Run) -> None:
        """Tell the service that it is ticked no longer, for now or for good."""
        if self.begun:
            self._stop()

    def end(self, run: Run) -> None:
        if self.begun:
            self._stop()
        self.begun = False

    def _stop(self) -> None:
        request = remote_pb2.StopRequest(session_id=self._session)
        self._call = None
        LongCall(lambda: self._ask("Stop", request))


def _input(name: str, value: object) -> Any:
    """Return a value under its name as a client's service is given it."""
    kinds = {bool: "bool_value", int: "int_value", float: "float_value", str: "string_value"}
    made = util_pb2.KeyValue(key=name)
    constant, kind = made.value.constant, kinds.get(type(value))
    if kind is not None:
        setattr(constant, kind, value)
    elif isinstance(value, any_pb2.Any):
        constant.msg_value.CopyFrom(value)
    else:
        constant.msg_value.Pack(value)
    return made
