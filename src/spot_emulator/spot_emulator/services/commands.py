"""RobotCommand over the wire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bosdyn.api import robot_command_pb2, robot_command_service_pb2_grpc

from spot_emulator.robot.activities import Activity, Command, Part
from spot_emulator.robot.base import Posture
from spot_emulator.robot.orders import Order, Refused, understand
from spot_emulator.services.answering import Service, answers, may_use

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot

Answer = robot_command_pb2.RobotCommandResponse
_RIGHTING = "selfright_request"
_NEEDS = {Part.MOBILITY: "mobility", Part.ARM: "arm", Part.GRIPPER: "gripper"}


class RobotCommandService(Service, robot_command_service_pb2_grpc.RobotCommandServiceServicer):
    """Commands, their feedback, and clearing behavior faults."""

    @answers(Answer)
    def RobotCommand(self, request: Any, context: Any) -> Any:
        response = Answer()
        with self.robot.lock:
            if not may_use(self.robot, request, response, *_needed(request)):
                response.status = Answer.STATUS_INVALID_REQUEST
                return response
            refusal = unable(self.robot, request.command.full_body_command.WhichOneof("command") or "")
            order = refusal or understand(self.robot, request)
            if isinstance(order, Order):
                response.robot_command_id = self.robot.accept(order.full, order.parts)
                response.status = Answer.STATUS_OK
            else:
                response.status, response.message = order.status, order.message
        return response

    @answers(robot_command_pb2.RobotCommandFeedbackResponse)
    def RobotCommandFeedback(self, request: Any, context: Any) -> Any:
        response = robot_command_pb2.RobotCommandFeedbackResponse()
        with self.robot.lock:
            commands = self.robot.commands
            number = request.robot_command_id or max(commands, default=0)
            command = commands.get(number)
            if command is not None:
                tell(self.robot, command, response.feedback)
        return response

    @answers(robot_command_pb2.ClearBehaviorFaultResponse)
    def ClearBehaviorFault(self, request: Any, context: Any) -> Any:
        kind = robot_command_pb2.ClearBehaviorFaultResponse
        response = kind(status=kind.STATUS_NOT_CLEARED)
        with self.robot.lock:
            if not may_use(self.robot, request, response, "body"):
                return response
            fault = self.robot.clear_behavior_fault(request.behavior_fault_id)
            if fault is not None:
                response.status = kind.STATUS_CLEARED
                response.behavior_fault.CopyFrom(fault)
        return response


def _needed(request: Any) -> list[str]:
    """Return the resources that a command needs."""
    command = request.command
    if command.WhichOneof("command") != "synchronized_command":
        return ["body"]
    synchronized = command.synchronized_command
    fields = {Part.MOBILITY: "mobility_command", Part.ARM: "arm_command", Part.GRIPPER: "gripper_command"}
    return [_NEEDS[part] for part, name in fields.items() if synchronized.HasField(name)] or ["body"]


def unable(robot: Robot, command: str) -> Refused | None:
    """Say why the robot cannot obey now, or None. ``command``: the name of a full-body command, or ""."""
    if command == "safe_power_off_request":
        return None
    if not robot.power.on:
        return Refused(Answer.STATUS_NOT_POWERED_ON, "the motors are off")
    if robot.behavior_faults:
        return Refused(Answer.STATUS_BEHAVIOR_FAULT, "a behavior fault has to be cleared first")
    if robot.base.posture is Posture.FALLEN and command != _RIGHTING:
        return Refused(
            Answer.STATUS_BEHAVIOR_FAULT, "the robot lies on its side: it has to right itself first"
        )
    if robot.settling():
        return Refused(Answer.STATUS_NOT_POWERED_ON, "the robot sits down and switches its motors off")
    return None


def tell(robot: Robot, command: Command, found: Any) -> None:
    """Write into a RobotCommandFeedback what has become of a command."""
    if command.full is not None:
        target = found.full_body_feedback
        target.status = command.full.status
        command.full.feedback(robot, target)
        return
    target = found.synchronized_feedback
    target.SetInParent()
    fields = {
        Part.MOBILITY: target.mobility_command_feedback,
        Part.ARM: target.arm_command_feedback,
        Part.GRIPPER: target.gripper_command_feedback,
    }
    for part, activity in command.parts.items():
        _tell(robot, activity, fields[part])


def _tell(robot: Robot, activity: Activity, target: Any) -> None:
    target.status = activity.status
    activity.feedback(robot, target)
