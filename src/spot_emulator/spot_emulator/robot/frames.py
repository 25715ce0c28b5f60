"""The robot's frames: the tree that goes with states and pictures, and where each is in the map."""

from __future__ import annotations

from typing import Any, Protocol

from bosdyn.api import geometry_pb2
from bosdyn.client.math_helpers import Quat, SE3Pose

from spot_emulator.robot.arm import Arm
from spot_emulator.robot.base import Base, Odometry, lifted
from spot_emulator.robot.cameras import WRIST, Sensor
from spot_emulator.robot.kinematics import PALM, body_to_wrist

ODOM, VISION, BODY, FLAT, GROUND, HAND = "odom", "vision", "body", "flat_body", "gpe", "hand"
FEET = "feet_center"
FOOT_AT = {"fl": (0.3, 0.165), "fr": (0.3, -0.165), "hl": (-0.3, 0.165), "hr": (-0.3, -0.165)}
"""Where the feet stand under the body, metres ahead and to the left."""
_TREE = {ODOM: BODY, VISION: BODY, FLAT: BODY, GROUND: BODY, FEET: BODY, WRIST: BODY, HAND: WRIST}
_ROOT = SE3Pose(0.0, 0.0, 0.0, Quat())


class Placed(Protocol):
    """What frames are told by. ``ground``: height of the body above the ground when odom and vision began."""

    base: Base
    arm: Arm
    odom: Odometry
    vision: Odometry
    ground: float


class Frames:
    """All frames at one moment, as poses in the map."""

    def __init__(self, robot: Placed) -> None:
        base = robot.base
        body = base.map_tform_body()
        flat = SE3Pose(body.x, body.y, body.z, Quat.from_yaw(base.pose.yaw))
        wrist = body * body_to_wrist(robot.arm.q)
        self._poses = {
            BODY: body,
            FLAT: flat,
            ODOM: flat * lifted(robot.odom.pose, base.height - robot.ground).inverse(),
            VISION: flat * lifted(robot.vision.pose, base.height - robot.ground).inverse(),
            GROUND: SE3Pose(body.x, body.y, 0.0, flat.rot),
            FEET: SE3Pose(body.x, body.y, 0.0, flat.rot),
            WRIST: wrist,
            HAND: wrist * SE3Pose(PALM, 0.0, 0.0, Quat()),
        }
        for name, (x, y) in FOOT_AT.items():
            self._poses[f"{name}_foot"] = self._poses[GROUND] * SE3Pose(x, y, 0.0, Quat())

    def map_tform(self, name: str) -> SE3Pose | None:
        """Return the pose of a frame in the map, None for a frame nobody knows."""
        return self._poses.get(name)

    def a_tform_b(self, a: str, b: str) -> SE3Pose | None:
        """Return the pose of one frame in another, None where one of them is unknown."""
        first, second = self._poses.get(a), self._poses.get(b)
        return None if first is None or second is None else first.inverse() * second

    def sensor(self, sensor: Sensor) -> SE3Pose:
        """Return the pose of a camera's optical frame in the map."""
        return self._poses[sensor.part] * sensor.pose

    def tree(self, *sensors: Sensor) -> Any:
        """Return the FrameTreeSnapshot, with the frames of some cameras."""
        snapshot = geometry_pb2.FrameTreeSnapshot()
        edges = snapshot.child_to_parent_edge_map
        edges[BODY].parent_frame_name = ""
        edges[BODY].parent_tform_child.CopyFrom(_ROOT.to_proto())
        for child, parent in _TREE.items():
            self._edge(edges, child, parent, self._poses[parent].inverse() * self._poses[child])
        for sensor in sensors:
            parent = sensor.part
            for child in sensor.chain[:-1]:
                # The last body of the chain carries the camera's pose; those before it are at the part's own place.
                pose = sensor.pose if child == sensor.chain[-2] and child != "head" else _ROOT
                self._edge(edges, child, parent, pose)
                parent = child
            done = len(sensor.chain) > 1 and sensor.chain[-2] != "head"
            self._edge(edges, sensor.frame, parent, _ROOT if done else sensor.pose)
        return snapshot

    @staticmethod
    def _edge(edges: Any, child: str, parent: str, pose: SE3Pose) -> None:
        edges[child].parent_frame_name = parent
        edges[child].parent_tform_child.CopyFrom(pose.to_proto())
