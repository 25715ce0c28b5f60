"""Whether the robot can be given a task, by what its bridge tells, and in its words why not; whether it is recorded."""

from __future__ import annotations

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from rclpy.node import Node

from pred_core.outcome import Code, Outcome
from pred_core.ros.qos import OBSERVATION
from pred_msgs.msg import RobotState

OBSERVED = ("robot_state", "camera/color/image_raw", "object_memory")
"""What a record of a task is not whole without."""


def heard_by(node: Node, listener: str) -> bool:
    """Tell whether another node of the namespace listens to what is published of an observation."""
    topics = [topic for topic in map(node.resolve_topic_name, OBSERVED) if node.count_publishers(topic)]
    mine = node.get_namespace()
    return all(
        any(
            (info.node_name, info.node_namespace) == (listener, mine)
            for info in node.get_subscriptions_info_by_topic(topic)
        )
        for topic in topics
    )


class Readiness:
    """Hears the bridge: ``ready`` once the latest observation says so."""

    def __init__(self, node: Node) -> None:
        self.ready = False
        self._trouble = ""
        node.create_subscription(RobotState, "robot_state", self._hear_state, OBSERVATION)
        node.create_subscription(DiagnosticArray, "diagnostics", self._hear_health, 10)

    def late(self, seconds: float) -> Outcome:
        """Return what there is to say of a robot that was not ready within some seconds."""
        why = self._trouble or "Its bridge told of no observation: does it run?"
        return Outcome(Code.UNAVAILABLE, f"The robot was not ready within {seconds:.0f} s. {why}")

    def _hear_state(self, message: RobotState) -> None:
        self.ready = message.ready

    def _hear_health(self, message: DiagnosticArray) -> None:
        wrong = [status.message for status in message.status if status.level != DiagnosticStatus.OK]
        self._trouble = " ".join(filter(None, wrong))
