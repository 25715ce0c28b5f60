"""Services that decisions hang on: every call is told on the service's event topic, so that a bag holds it.

This is ROS 2's own service introspection; ``ros2 service echo`` and ``ros2 bag`` read the same topic.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from rclpy.service import Service
from rclpy.service_introspection import ServiceIntrospectionState

EVENT_SUFFIX = "/_service_event"
"""What the name of a service's event topic ends with."""
_TOLD = QoSProfile(
    depth=100, reliability=ReliabilityPolicy.RELIABLE, durability=DurabilityPolicy.TRANSIENT_LOCAL
)
"""So that a recorder that starts late still gets the calls."""


def serve_question(
    node: Node, kind: Any, name: str, answer: Callable[[Any, Any], Any], group: CallbackGroup | None = None
) -> Service:
    """Serve a service and tell of every request and response, with contents.

    :param kind: the service's type
    :param answer: fills in the response it is given, and returns it
    """
    service = node.create_service(kind, name, answer, callback_group=group)
    service.configure_introspection(node.get_clock(), _TOLD, ServiceIntrospectionState.CONTENTS)
    return service
