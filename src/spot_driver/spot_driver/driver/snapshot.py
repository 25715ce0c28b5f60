"""What the robot says of itself at one moment, taken apart once."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from bosdyn.api import robot_state_pb2 as pb
from bosdyn.client import frame_helpers
from numpy.typing import NDArray

from pred_core.geometry import Pose2D
from spot_driver.driver import clock

Array = NDArray[np.float64]

STILL_SPEED, STILL_TURN, STILL_JOINT = 0.03, 0.05, 0.05
"""Below these (m/s, rad/s, rad/s) base and arm stand still: a standing robot sways a little."""
HOLDING_FRACTION = 3.0
"""A closed empty gripper is less open than this, %."""


class Posture(StrEnum):
    """How the robot is."""

    OFF = "POWERED_OFF"
    SITTING = "SITTING"
    STANDING = "STANDING"
    STEPPING = "STEPPING"
    FALLEN = "FALLEN"
    UNKNOWN = "UNKNOWN"


@dataclass(frozen=True)
class Snapshot:
    """Measured state. Transforms are 4x4; joints in the order of ``names``; ``time`` of this process's clock, s."""

    time: float
    proto: pb.RobotState
    vision_body: Array
    odom_body: Array
    body_hand: Array | None
    floor: float
    names: tuple[str, ...]
    positions: Array
    speeds: Array
    linear: Array
    angular: Array
    powered: bool
    estopped: tuple[str, ...]
    posture: Posture
    behavior_faults: tuple[int, ...] = ()
    system_faults: tuple[str, ...] = ()
    battery: float = float("nan")
    gripper: float = 0.0
    holding: bool = False
    stowed: bool = False
    hand_force: Array = field(default_factory=lambda: np.zeros(3))
    """That the hand is estimated to feel, in the frame "hand", N."""
    stamp: float = field(default=0.0)

    @property
    def pose(self) -> Pose2D:
        """The body in vision, seen from above."""
        return planar(self.vision_body)

    @property
    def map_body(self) -> Array:
        """The body in map: vision, raised so that the floor is at 0."""
        raised = self.vision_body.copy()
        raised[2, 3] -= self.floor
        return raised

    @property
    def still(self) -> bool:
        """Whether base and arm are measured to stand still."""
        return self.base_still and self.arm_still

    @property
    def base_still(self) -> bool:
        """Whether the base is measured to stand still."""
        slow = float(np.linalg.norm(self.linear)) < STILL_SPEED
        return slow and float(np.linalg.norm(self.angular)) < STILL_TURN

    @property
    def arm_still(self) -> bool:
        """Whether the arm's joints are measured to stand still."""
        arm = [k for k, name in enumerate(self.names) if name.startswith("arm0.")]
        return not arm or float(np.abs(self.speeds[arm]).max()) < STILL_JOINT

    @property
    def ready(self) -> bool:
        """Whether the robot stands under power and nothing keeps it from moving."""
        up = self.posture in (Posture.STANDING, Posture.STEPPING)
        return up and self.powered and not self.estopped and not self.behavior_faults


def planar(transform: Array) -> Pose2D:
    """Return a transform as seen from above: place and heading of its x axis."""
    yaw = float(np.arctan2(transform[1, 0], transform[0, 0]))
    return Pose2D(float(transform[0, 3]), float(transform[1, 3]), yaw)


def matrix(pose: object) -> Array:
    """Return an SE3Pose of bosdyn's math_helpers as a 4x4 matrix."""
    return np.asarray(pose.to_matrix(), dtype=np.float64)  # type: ignore[attr-defined]


def snapshot_of(proto: pb.RobotState, stamp: float) -> Snapshot:
    """Return what a state says.

    :param stamp: its acquisition time on this computer's clock, s
    """
    kinematic = proto.kinematic_state
    tree = kinematic.transforms_snapshot
    vision_body = _between(tree, frame_helpers.VISION_FRAME_NAME, frame_helpers.BODY_FRAME_NAME)
    ground = frame_helpers.get_a_tform_b(
        tree, frame_helpers.VISION_FRAME_NAME, frame_helpers.GROUND_PLANE_FRAME_NAME
    )
    velocity = kinematic.velocity_of_body_in_vision
    joints = kinematic.joint_states
    power = proto.power_state
    hand = frame_helpers.get_a_tform_b(tree, frame_helpers.BODY_FRAME_NAME, frame_helpers.HAND_FRAME_NAME)
    return Snapshot(
        time=clock.steady(),
        proto=proto,
        vision_body=np.eye(4) if vision_body is None else vision_body,
        odom_body=_or_eye(_between(tree, frame_helpers.ODOM_FRAME_NAME, frame_helpers.BODY_FRAME_NAME)),
        body_hand=None if hand is None else matrix(hand),
        floor=0.0 if ground is None else float(ground.z),
        names=tuple(j.name for j in joints),
        positions=np.array([j.position.value for j in joints], dtype=np.float64),
        speeds=np.array([j.velocity.value for j in joints], dtype=np.float64),
        linear=_vector(velocity.linear),
        angular=_vector(velocity.angular),
        powered=power.motor_power_state == pb.PowerState.MOTOR_POWER_STATE_ON,
        estopped=tuple(e.name for e in proto.estop_states if e.state == pb.EStopState.STATE_ESTOPPED),
        posture=_posture(proto),
        behavior_faults=tuple(f.behavior_fault_id for f in proto.behavior_fault_state.faults),
        system_faults=tuple(f.name for f in proto.system_fault_state.faults),
        battery=float(proto.battery_states[0].charge_percentage.value)
        if proto.battery_states
        else float("nan"),
        gripper=float(proto.manipulator_state.gripper_open_percentage),
        holding=_holding(proto.manipulator_state),
        stowed=proto.manipulator_state.stow_state == pb.ManipulatorState.STOWSTATE_STOWED,
        hand_force=_vector(proto.manipulator_state.estimated_end_effector_force_in_hand),
        stamp=stamp,
    )


def _holding(manipulator: pb.ManipulatorState) -> bool:
    """Tell whether something is in the gripper: the robot says so, and the fingers are not shut."""
    return (
        bool(manipulator.is_gripper_holding_item) and manipulator.gripper_open_percentage > HOLDING_FRACTION
    )


def _posture(proto: pb.RobotState) -> Posture:
    faults = proto.behavior_fault_state.faults
    if any(f.cause == pb.BehaviorFault.CAUSE_FALL for f in faults):
        return Posture.FALLEN
    if proto.power_state.motor_power_state != pb.PowerState.MOTOR_POWER_STATE_ON:
        return Posture.OFF
    states = {
        pb.BehaviorState.STATE_NOT_READY: Posture.SITTING,
        pb.BehaviorState.STATE_TRANSITION: Posture.STEPPING,
        pb.BehaviorState.STATE_STANDING: Posture.STANDING,
        pb.BehaviorState.STATE_STEPPING: Posture.STEPPING,
    }
    return states.get(proto.behavior_state.state, Posture.UNKNOWN)


def _between(tree: object, a: str, b: str) -> Array | None:
    pose = frame_helpers.get_a_tform_b(tree, a, b)
    return None if pose is None else matrix(pose)


def _or_eye(transform: Array | None) -> Array:
    return np.eye(4) if transform is None else transform


def _vector(v: object) -> Array:
    return np.array([v.x, v.y, v.z], dtype=np.float64)  # type: ignore[attr-defined]
