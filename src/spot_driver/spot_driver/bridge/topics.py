"""What the driver publishes: joints, odometry and tf all the time, observations after motions, diagnostics."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from diagnostic_msgs.msg import DiagnosticArray
from nav_msgs.msg import OccupancyGrid, Odometry
from rclpy.event_handler import PublisherEventCallbacks
from rclpy.node import Node
from sensor_msgs.msg import BatteryState, JointState
from std_msgs.msg import Bool, Header, String
from tf2_msgs.msg import TFMessage

from pred_bridge.observation_topics import ObservationTopics, images_of
from pred_bridge.transforms import inverse
from pred_core.pictures import Picture
from pred_core.ros.conversions import stamp_of
from pred_core.ros.diagnostics import health_to_msg
from pred_core.ros.frames import MAP
from pred_core.ros.qos import LATCHED, OBSERVATION
from pred_msgs.msg import Detections, RobotState
from spot_driver.bridge import conversions
from spot_driver.driver.local_grid import OBSTACLE_DISTANCE, Around
from spot_driver.driver.snapshot import Array, Snapshot
from spot_driver.model import read_model

HAND_CAMERA = np.array(
    [[0.0, 0.0, 1.0, -0.06], [-1.0, 0.0, 0.0, 0.02], [0.0, -1.0, 0.0, 0.03], [0.0, 0.0, 0.0, 1.0]]
)
"""The hand camera's optical frame in the frame "hand" until a picture says it exactly, 4x4."""
STATUS_EVERY = 15


class Topics:
    """The publishers of the driver."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._model = read_model()
        self._camera = HAND_CAMERA
        self._joints = node.create_publisher(JointState, "joint_states", 10)
        self._odometry = node.create_publisher(Odometry, "odometry", 10)
        self._observations = ObservationTopics(node, conversions.fixed_transforms(self._now(), self._model))
        self._around = node.create_publisher(OccupancyGrid, f"local_grid/{OBSTACLE_DISTANCE}", OBSERVATION)
        self._sitting = node.create_publisher(Bool, "sitting", LATCHED)
        self._sits: bool | None = None
        self._diagnostics = node.create_publisher(DiagnosticArray, "diagnostics", 10)
        self._battery = node.create_publisher(BatteryState, "status/battery_states", 10)
        self._estop = node.create_publisher(Bool, "status/estop", 10)
        self._power = node.create_publisher(Bool, "status/power_states", 10)
        self._lease = node.create_publisher(String, "status/leases", 10)
        self._behavior = node.create_publisher(String, "status/behavior_faults", 10)
        self._system = node.create_publisher(String, "status/system_faults", 10)
        # no warning of who listens to kept transforms only
        quiet = PublisherEventCallbacks(use_default_callbacks=False)
        self._tf = node.create_publisher(TFMessage, "/tf", 100, event_callbacks=quiet)
        self._description = node.create_publisher(String, "robot_description", LATCHED)
        self._description.publish(String(data=self._model.urdf))
        self._count = 0

    def _now(self) -> float:
        return float(self._node.get_clock().now().nanoseconds) * 1e-9

    def measured(self, seen: Snapshot, lease: str) -> None:
        """Publish what was measured: joints, odometry and tf each time, the rest about once a second."""
        now = self._now()
        self._joints.publish(conversions.joint_state(now, seen))
        self._odometry.publish(conversions.odometry(now, seen))
        camera = np.eye(4) if seen.body_hand is None else seen.body_hand @ self._camera
        moving = conversions.body_transforms(now, seen, seen.map_body, camera)
        self._tf.publish(
            TFMessage(transforms=[*moving, *conversions.link_transforms(now, self._model, seen)])
        )
        self._count += 1
        if self._count % STATUS_EVERY == 1:
            self._status(now, seen, lease)

    def _status(self, now: float, seen: Snapshot, lease: str) -> None:
        self._battery.publish(conversions.battery(now, seen))
        self._estop.publish(Bool(data=bool(seen.estopped)))
        self._power.publish(Bool(data=seen.powered))
        self._lease.publish(String(data=lease))
        self._behavior.publish(String(data=", ".join(map(str, seen.behavior_faults))))
        self._system.publish(String(data=", ".join(seen.system_faults)))

    def sits(self, sits: bool) -> None:
        """Publish whether the robot sits, when that has changed: it comes before the observation it belongs to."""
        if sits is not self._sits:
            self._sits = sits
            self._sitting.publish(Bool(data=sits))

    def observation(
        self,
        picture: Picture | None,
        body: Array | None,
        seen: Snapshot | None,
        state: RobotState,
        truth: Detections | None,
        around: Around | None = None,
    ) -> None:
        """Publish one observation.

        :param body: in map when the picture was taken, 4x4
        :param around: the floor around it then; None: the robot was not asked
        """
        if picture is not None and body is not None and seen is not None:
            camera = inverse(body) @ picture.optical
            if seen.body_hand is not None:
                self._camera = inverse(seen.body_hand) @ camera
            self._observations.place(conversions.body_transforms(picture.stamp, seen, body, camera))
            if around is not None:
                header = Header(stamp=stamp_of(picture.stamp), frame_id=MAP)
                self._around.publish(conversions.local_grid(header, around))
            self._observations.publish(state, images_of(picture), truth)
        else:
            self._observations.publish(state, None)

    def health(self, state: str, level: bytes, message: str, figures: Mapping[str, object]) -> None:
        """Publish how the robot and the link to it are."""
        said = f"{state}: {message}" if message else state
        self._diagnostics.publish(
            health_to_msg(self._now(), "spot_driver: robot", "spot", level, said, figures)
        )
