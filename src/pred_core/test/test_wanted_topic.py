"""Messages are made for those who listen, and who comes later gets the latest."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

rclpy = pytest.importorskip("rclpy", reason="needs a ROS environment")

from served_nodes import ServedNodes  # noqa: E402
from std_msgs.msg import String  # noqa: E402

from pred_core.ros.qos import LATCHED  # noqa: E402
from pred_core.ros.wanted_topic import WantedTopic  # noqa: E402

DOMAIN = 57


class Hall:
    """One who speaks, and those who come to listen."""

    def __init__(self, context: object) -> None:
        self._context = context
        self.node = rclpy.create_node("speaker", context=context)
        self.topic = WantedTopic(self.node, String, "said")
        self.made: list[str] = []
        self.served = ServedNodes(self.node, context=context)

    def say(self, text: str) -> None:
        def make() -> String:
            self.made.append(text)
            return String(data=text)

        self.topic.publish(make)

    def listener(self) -> list[str]:
        heard: list[str] = []
        self.node.create_subscription(String, "said", lambda m: heard.append(m.data), LATCHED)
        return heard


@pytest.fixture
def hall() -> Iterator[Hall]:
    context = rclpy.Context()
    rclpy.init(context=context, domain_id=DOMAIN)
    made = Hall(context)
    yield made
    made.served.close()
    rclpy.shutdown(context=context)


def test_what_nobody_hears_is_not_made_and_who_comes_gets_the_latest(hall: Hall) -> None:
    hall.say("one")
    hall.say("two")
    assert not hall.made
    heard = hall.listener()
    hall.served.until(lambda: heard == ["two"])
    hall.say("three")
    hall.served.until(lambda: heard == ["two", "three"])
    late = hall.listener()
    hall.served.until(lambda: late == ["three"])
    assert hall.made == ["two", "three"], "each once"
