"""Small bags for tests: messages of two topics, written as the recorder writes them."""

from __future__ import annotations

from pathlib import Path

from rclpy.qos import DurabilityPolicy, QoSProfile
from rclpy.serialization import serialize_message
from std_msgs.msg import String

from pred_tools.bag.qos import entry_of
from pred_tools.bag.schemas import definition, type_hash
from pred_tools.bag.writer import BagWriter

KIND = "std_msgs/msg/String"
SECOND = 1_000_000_000
START = 1_700_000_000 * SECOND
LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)


def text(words: str) -> bytes:
    return bytes(serialize_message(String(data=words)))


def begin(folder: Path, **options: object) -> BagWriter:
    """Begin a bag with the topics /said and /latched."""
    writer = BagWriter(folder, **options)  # type: ignore[arg-type]
    for name, qos in (("/said", QoSProfile(depth=10)), ("/latched", LATCHED)):
        writer.add_topic(name, KIND, definition(KIND), type_hash(KIND), [entry_of(qos)])
    return writer


def make_bag(folder: Path, seconds: int = 10) -> Path:
    """Write a word a second on /said, and one on /latched at the seconds 0 and 5; return the folder."""
    writer = begin(folder)
    writer.add_custom({"git": "abc", "seed": "3"})
    for second in range(seconds):
        writer.write("/said", START + second * SECOND, text(f"word {second}"))
        if second in (0, 5):
            writer.write("/latched", START + second * SECOND + 1, text(f"kept {second}"))
    writer.close()
    return folder
