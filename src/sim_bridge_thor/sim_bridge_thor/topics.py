"""What the bridge publishes: one observation a step, all parts with one stamp, and how the player is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from geometry_msgs.msg import TransformStamped
from rclpy.node import Node
from rclpy.qos import QoSProfile
from rosgraph_msgs.msg import Clock

from pred_bridge.observation_topics import Images, ObservationTopics
from pred_core.ros.conversions import stamp_of
from pred_core.ros.diagnostics import health_to_msg
from sim_bridge_thor import conversions
from sim_bridge_thor.observation import Observation


@dataclass(frozen=True)
class Health:
    """Whether the player runs, which one it is, simulated time (s), and figures by name."""

    alive: bool
    player: str
    stamp: float
    figures: Mapping[str, object]


class ThorTopics:
    """The publishers of a bridge."""

    def __init__(self, node: Node, *, ground_truth: bool, clock: bool) -> None:
        """Make the publishers; ``ground_truth`` and ``clock`` say whether these two are published."""
        self._observations = ObservationTopics(node, truth=ground_truth)
        self._ground_truth = ground_truth
        self._diagnostics = node.create_publisher(DiagnosticArray, "diagnostics", 10)
        self._clock = node.create_publisher(Clock, "/clock", QoSProfile(depth=1)) if clock else None
        self._first = True
        self._moving: Sequence[TransformStamped] = ()

    def publish(self, seen: Observation) -> None:
        """Publish one observation."""
        if self._clock is not None:
            self._clock.publish(Clock(clock=stamp_of(seen.stamp)))
        if self._first:
            self._observations.fix(conversions.fixed_transforms(seen))
            self._first = False
        self._moving = conversions.moving_transforms(seen)
        self._observations.place(self._moving)
        truth = conversions.detections(seen) if self._ground_truth else None
        images = Images(*conversions.images_to_msgs(seen))
        self._observations.publish(conversions.robot_state(seen), images, truth)

    def publish_health(self, health: Health) -> None:
        """Publish how the player is, and the latest transforms again: /tf keeps nothing for nodes that start late."""
        if self._moving:
            self._observations.place(self._moving)
        level = DiagnosticStatus.OK if health.alive else DiagnosticStatus.ERROR
        said = "running" if health.alive else "not running"
        name = "sim_bridge_thor: player"
        self._diagnostics.publish(
            health_to_msg(health.stamp, name, health.player, level, said, health.figures)
        )
