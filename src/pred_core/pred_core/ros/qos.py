"""The one place for QoS profiles."""

from __future__ import annotations

from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

OBSERVATION = QoSProfile(
    depth=5, reliability=ReliabilityPolicy.RELIABLE, durability=DurabilityPolicy.TRANSIENT_LOCAL
)
"""Everything that belongs to one observation: images, robot state, detections, object memory.

Transient local, so that a node that starts late still gets the latest observation: the world does not
move by itself, and there may be no next one until that node acts.
"""

LATCHED = QoSProfile(
    depth=1, reliability=ReliabilityPolicy.RELIABLE, durability=DurabilityPolicy.TRANSIENT_LOCAL
)
"""Latest value only: maps, plans, markers."""

EVENTS = QoSProfile(
    depth=1000, reliability=ReliabilityPolicy.RELIABLE, durability=DurabilityPolicy.TRANSIENT_LOCAL
)
"""Logs of which nothing may be lost: task events, revisions, recovery events, LLM calls."""

RESULT_SECONDS = 3
"""How long action servers keep the results of ended goals. Every status message names all goals that are kept, and
clients ask for a result as soon as their goal is accepted."""
