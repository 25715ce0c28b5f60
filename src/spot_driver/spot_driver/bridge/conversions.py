"""The driver's values <-> messages."""

from __future__ import annotations

import array

import numpy as np
from geometry_msgs.msg import Pose, TransformStamped, Twist, TwistWithCovariance, Vector3
from nav_msgs.msg import MapMetaData, OccupancyGrid, Odometry
from sensor_msgs.msg import BatteryState, JointState
from std_msgs.msg import Header

from pred_bridge.transforms import OPTICAL_IN_CAMERA, flat, inverse, pitch_of, pose_to_msg, transform_to_msg
from pred_core.outcome import Outcome
from pred_core.robot_model import RobotModel
from pred_core.ros.conversions import outcome_to_msg, stamp_of
from pred_core.ros.conversions import pose_to_msg as planar_to_msg
from pred_core.ros.frames import BASE, CAMERA, MAP, ODOM, OPTICAL
from pred_msgs.msg import RobotState
from spot_driver.driver.local_grid import Around
from spot_driver.driver.snapshot import Array, Snapshot, planar
from spot_driver.model import joint_names

BODY = "body"
ROBOT = "spot"
FINGERS_AHEAD = 0.06
"""From the frame "hand" to between the finger tips, m."""


def body_transforms(stamp: float, seen: Snapshot, body: Array, camera: Array) -> list[TransformStamped]:
    """Return map -> odom -> base_link -> body -> camera_link.

    odom drifts as the robot's own does; base_link is below the body, on the floor.

    :param body: in map, 4x4
    :param camera: the hand camera's optical frame in the body, 4x4
    """
    base, odom = flat(planar(body)), flat(planar(seen.odom_body))
    return [
        transform_to_msg(stamp, MAP, ODOM, base @ inverse(odom)),
        transform_to_msg(stamp, ODOM, BASE, odom),
        transform_to_msg(stamp, BASE, BODY, inverse(base) @ body),
        transform_to_msg(stamp, BODY, CAMERA, camera @ inverse(OPTICAL_IN_CAMERA)),
    ]


def fixed_transforms(stamp: float, model: RobotModel) -> list[TransformStamped]:
    """Return what never moves."""
    own = [transform_to_msg(stamp, j.parent, j.child, j.origin) for j in model.joints if j.kind == "fixed"]
    return [*own, transform_to_msg(stamp, CAMERA, OPTICAL, OPTICAL_IN_CAMERA)]


def link_transforms(stamp: float, model: RobotModel, seen: Snapshot) -> list[TransformStamped]:
    """Return the legs' and the arm's links in their parents."""
    positions = dict(zip(joint_names(seen.names), map(float, seen.positions), strict=True))
    links = model.transforms(positions)
    return [
        transform_to_msg(stamp, joint.parent, joint.child, links[joint.child][1])
        for joint in model.joints
        if joint.kind != "fixed"
    ]


def joint_state(stamp: float, seen: Snapshot) -> JointState:
    """Return the joints as measured."""
    return JointState(
        header=Header(stamp=stamp_of(stamp), frame_id=BODY),
        name=joint_names(seen.names),
        position=[float(v) for v in seen.positions],
        velocity=[float(v) for v in seen.speeds],
    )


def odometry(stamp: float, seen: Snapshot) -> Odometry:
    """Return where base_link is in odom, and how it moves in itself."""
    message = Odometry(header=Header(stamp=stamp_of(stamp), frame_id=ODOM), child_frame_id=BASE)
    message.pose.pose = planar_to_msg(planar(seen.odom_body))
    turned = seen.vision_body[:3, :3].T
    x, y, _ = (float(v) for v in turned @ seen.linear)
    message.twist = TwistWithCovariance(
        twist=Twist(linear=Vector3(x=x, y=y), angular=Vector3(z=float(seen.angular[2])))
    )
    return message


def local_grid(header: Header, around: Around) -> OccupancyGrid:
    """Return the floor around the robot as an occupancy grid; its origin may be turned."""
    rows, columns = around.cells.shape
    info = MapMetaData(
        resolution=around.cell, width=columns, height=rows, origin=planar_to_msg(around.corner)
    )
    return OccupancyGrid(header=header, info=info, data=array.array("b", around.cells.tobytes()))


def battery(stamp: float, seen: Snapshot) -> BatteryState:
    """Return the battery's charge; what is not known is NaN."""
    unknown = float("nan")
    return BatteryState(
        header=Header(stamp=stamp_of(stamp), frame_id=BODY),
        percentage=seen.battery / 100.0,
        voltage=unknown,
        current=unknown,
        temperature=unknown,
        charge=unknown,
        capacity=unknown,
        design_capacity=unknown,
        present=True,
    )


def robot_state(
    *,
    stamp: float,
    step: int,
    episode: int,
    seen: Snapshot | None,
    optical: Array | None,
    holding: bool,
    action: tuple[str, Outcome],
    ready: bool,
    counts: tuple[int, int],
) -> RobotState:
    """Return what the robot measures of itself at an observation; ``optical`` is the camera in map."""
    body = np.eye(4) if seen is None else seen.map_body
    tool = Pose()
    if seen is not None and seen.body_hand is not None:
        tip = body @ seen.body_hand
        tip[:3, 3] += FINGERS_AHEAD * tip[:3, 0]
        tool = pose_to_msg(tip)
    pitch = 0.0 if optical is None else pitch_of(optical)
    return RobotState(
        header=Header(stamp=stamp_of(stamp), frame_id=MAP),
        step=step,
        episode=episode,
        robot=ROBOT,
        base_pose=planar_to_msg(planar(body)),
        camera_pitch=pitch,
        tool_pose=tool,
        holding=holding,
        last_action=action[0],
        last_outcome=outcome_to_msg(action[1]),
        ready=ready,
        actions=counts[0],
        failures=counts[1],
    )
