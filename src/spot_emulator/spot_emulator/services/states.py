"""The robot's state over the wire."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bosdyn.api import parameter_pb2, robot_state_pb2, robot_state_service_pb2_grpc

from spot_emulator.robot import estop
from spot_emulator.robot.base import Posture
from spot_emulator.robot.clock import set_seconds, stamp
from spot_emulator.robot.frames import FOOT_AT, ODOM, VISION
from spot_emulator.robot.kinematics import NAMES, STOWED
from spot_emulator.robot.legs import LEG_JOINTS, leg_angles
from spot_emulator.robot.power import motor_state
from spot_emulator.services.answering import Service, answers, fill_header
from spot_emulator.services.skeleton import URDF

if TYPE_CHECKING:
    from spot_emulator.robot.robot import Robot

State = robot_state_pb2
_STREAM_PERIOD = 0.02
_VOLTS = 52.0
_STOWED_WITHIN = 0.1  # rad


class RobotStateService(Service, robot_state_service_pb2_grpc.RobotStateServiceServicer):
    """State, metrics and build of the robot."""

    @answers(State.RobotStateResponse)
    def GetRobotState(self, request: Any, context: Any) -> Any:
        with self.robot.lock:
            return State.RobotStateResponse(robot_state=robot_state(self.robot))

    @answers(State.RobotMetricsResponse)
    def GetRobotMetrics(self, request: Any, context: Any) -> Any:
        response = State.RobotMetricsResponse()
        with self.robot.lock:
            stamp(response.robot_metrics.timestamp, self.robot.clock.now())
            walked = parameter_pb2.Parameter(label="distance", units="m", float_value=self.robot.base.walked)
            powered = parameter_pb2.Parameter(
                label="electric power", units="", bool_value=self.robot.power.on
            )
            response.robot_metrics.metrics.extend([walked, powered])
        return response

    @answers(State.RobotHardwareConfigurationResponse)
    def GetRobotHardwareConfiguration(self, request: Any, context: Any) -> Any:
        response = State.RobotHardwareConfigurationResponse()
        skeleton = response.hardware_configuration.skeleton
        skeleton.urdf = URDF
        for name in ("body", *(f"arm0.link_{joint}" for joint in NAMES)):
            skeleton.links.add(name=name)
        return response

    @answers(State.RobotLinkModelResponse)
    def GetRobotLinkModel(self, request: Any, context: Any) -> Any:
        """Return an empty model: the emulated robot has no meshes of its own."""
        return State.RobotLinkModelResponse()


class RobotStateStreamingService(Service, robot_state_service_pb2_grpc.RobotStateStreamingServiceServicer):
    """A stream of joint and body states, 50 a second."""

    def GetRobotStateStream(self, request: Any, context: Any) -> Iterator[Any]:
        while context.is_active():
            received = self.robot.clock.now()
            response = State.RobotStateStreamResponse()
            with self.robot.lock:
                _stream(self.robot, response)
            fill_header(self.robot, response, request, received)
            yield response
            time.sleep(_STREAM_PERIOD)


def robot_state(robot: Robot) -> Any:
    """Return the whole RobotState as it is now."""
    found = State.RobotState()
    now = robot.clock.now()
    _power(robot, found, now)
    _stops(robot, found, now)
    _kinematics(robot, found.kinematic_state, now)
    found.behavior_fault_state.faults.extend(robot.behavior_faults)
    found.system_fault_state.faults.extend(robot.system_faults.values())
    found.service_fault_state.faults.extend(robot.service_faults)
    _feet(robot, found)
    _manipulator(robot, found.manipulator_state)
    found.behavior_state.state = _behavior(robot)
    comms = found.comms_states.add()
    stamp(comms.timestamp, now)
    comms.wifi_state.current_mode = State.WiFiState.MODE_ACCESS_POINT
    comms.wifi_state.essid = "emulated"
    return found


def _power(robot: Robot, found: Any, now: int) -> None:
    power, state = robot.power, found.power_state
    stamp(state.timestamp, now)
    state.motor_power_state = motor_state(power)
    kind = State.PowerState
    state.shore_power_state = kind.STATE_OFF_SHORE_POWER
    state.robot_power_state = kind.ROBOT_POWER_STATE_ON
    state.payload_ports_power_state = (
        kind.PAYLOAD_PORTS_POWER_STATE_ON if power.ports else kind.PAYLOAD_PORTS_POWER_STATE_OFF
    )
    state.wifi_radio_power_state = (
        kind.WIFI_RADIO_POWER_STATE_ON if power.radio else kind.WIFI_RADIO_POWER_STATE_OFF
    )
    state.locomotion_charge_percentage.value = power.charge
    set_seconds(state.locomotion_estimated_runtime, power.runtime())
    battery = found.battery_states.add(
        identifier="emulated-battery", status=State.BatteryState.STATUS_DISCHARGING
    )
    stamp(battery.timestamp, now)
    battery.charge_percentage.value = power.charge
    set_seconds(battery.estimated_runtime, power.runtime())
    battery.voltage.value = _VOLTS
    battery.current.value = -8.0 if power.on else -2.5
    battery.temperatures.extend([28.0, 29.0])


def _stops(robot: Robot, found: Any, now: int) -> None:
    kind = State.EStopState
    software = robot.estop.software_level() != estop.NONE
    for name, sort, stopped in (
        ("hardware_estop", kind.TYPE_HARDWARE, robot.estop.button),
        ("payload_estop", kind.TYPE_HARDWARE, False),
        ("software_estop", kind.TYPE_SOFTWARE, software),
    ):
        state = kind.STATE_ESTOPPED if stopped else kind.STATE_NOT_ESTOPPED
        entry = found.estop_states.add(name=name, type=sort, state=state)
        stamp(entry.timestamp, now)
        if stopped:
            entry.state_description = robot.estop.details()


def _kinematics(robot: Robot, found: Any, now: int) -> None:
    stamp(found.acquisition_timestamp, now)
    for name, position, speed in joint_values(robot):
        joint = found.joint_states.add(name=name)
        joint.position.value, joint.velocity.value = position, speed
        joint.acceleration.value = joint.load.value = 0.0
    found.transforms_snapshot.CopyFrom(robot.frames().tree())
    _velocity(robot, ODOM, found.velocity_of_body_in_odom)
    _velocity(robot, VISION, found.velocity_of_body_in_vision)


def joint_values(robot: Robot) -> list[tuple[str, float, float]]:
    """Return name, position (rad) and velocity (rad/s) of every joint, in the SDK's names."""
    legs = [(name, angle, 0.0) for name, angle in zip(LEG_JOINTS, leg_angles(robot.base.height), strict=True)]
    arm = [
        (f"arm0.{name}", float(q), float(speed))
        for name, q, speed in zip(NAMES, robot.arm.q, robot.arm.speed, strict=True)
    ]
    return [*legs, *arm, ("arm0.f1x", robot.gripper.angle, robot.gripper.speed)]


def _velocity(robot: Robot, frame: str, target: Any) -> None:
    """Write the measured velocity of the body, in the axes of a frame."""
    x, y, turn = robot.velocity_in(frame)
    target.linear.x, target.linear.y, target.angular.z = x, y, turn


def _feet(robot: Robot, found: Any) -> None:
    down = robot.base.posture is not Posture.FALLEN
    for x, y in FOOT_AT.values():
        foot = found.foot_state.add()
        foot.foot_position_rt_body.x, foot.foot_position_rt_body.y = x, y
        foot.foot_position_rt_body.z = -robot.base.height
        foot.contact = State.FootState.CONTACT_MADE if down else State.FootState.CONTACT_LOST


def _manipulator(robot: Robot, found: Any) -> None:
    kind = State.ManipulatorState
    found.gripper_open_percentage = 100.0 * robot.gripper.opening
    found.is_gripper_holding_item = robot.grip.holding
    acting = robot.grip.force - (0.0, 0.0, 9.81 * robot.grip.mass)
    force = found.estimated_end_effector_force_in_hand
    force.x, force.y, force.z = robot.hand_in_map().rot.inverse().transform_point(*acting)
    stowed = all(abs(float(a) - float(b)) < _STOWED_WITHIN for a, b in zip(robot.arm.q, STOWED, strict=True))
    found.stow_state = kind.STOWSTATE_STOWED if stowed else kind.STOWSTATE_DEPLOYED
    found.carry_state = robot.grip.carry_state()
    for frame, target in ((ODOM, found.velocity_of_hand_in_odom), (VISION, found.velocity_of_hand_in_vision)):
        _velocity(robot, frame, target)


def _behavior(robot: Robot) -> int:
    kind = State.BehaviorState
    if not robot.power.on:
        return int(kind.STATE_NOT_READY)
    if robot.base.standing:
        return int(kind.STATE_STANDING if robot.base.velocity.still() else kind.STATE_STEPPING)
    return int(kind.STATE_NOT_READY if robot.base.sitting else kind.STATE_TRANSITION)


def _stream(robot: Robot, response: Any) -> None:
    now = robot.clock.now()
    stamp(response.joint_states.acquisition_timestamp, now)
    stamp(response.kinematic_state.acquisition_timestamp, now)
    for _, position, speed in joint_values(robot):
        response.joint_states.position.append(position)
        response.joint_states.velocity.append(speed)
        response.joint_states.load.append(0.0)
    frames = robot.frames()
    for frame, target in (
        (ODOM, response.kinematic_state.odom_tform_body),
        (VISION, response.kinematic_state.vision_tform_body),
    ):
        pose = frames.a_tform_b(frame, "body")
        if pose is not None:
            target.CopyFrom(pose.to_proto())
    _velocity(robot, ODOM, response.kinematic_state.velocity_of_body_in_odom)
    _velocity(robot, VISION, response.kinematic_state.velocity_of_body_in_vision)
    if robot.joints.count:
        response.last_command.user_command_key = robot.joints.key
        stamp(response.last_command.received_timestamp, robot.joints.received)
    response.contact_states.extend([State.FootState.CONTACT_MADE] * 4)
