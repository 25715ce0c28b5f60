"""The recorder node beside real publishers, a real service and other nodes' parameters."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

import rclpy
from rclpy.node import Node
from rclpy.publisher import Publisher
from rclpy.qos import QoSProfile, ReliabilityPolicy
from rclpy.serialization import deserialize_message
from sensor_msgs.msg import Image
from served_nodes import ServedNodes
from std_msgs.msg import Header, String

from pred_core.ros.conversions import image_to_msg, stamp_of
from pred_core.ros.qos import OBSERVATION
from pred_core.ros.questions import serve_question
from pred_msgs.srv import MakePlan
from pred_tools.bag.reader import Bag, open_bag
from pred_tools.bag.recorder import Choice
from pred_tools.bag.recorder_node import RecorderNode
from pred_tools.bag.thinning import Thinning

DOMAIN = 44


class Robot(Node):
    """Has said something before anybody listened, answers a service, and has a parameter."""

    def __init__(self) -> None:
        super().__init__("robot")
        self.declare_parameter("speed", 0.5)
        self.said = self.create_publisher(String, "said", OBSERVATION)
        self.said.publish(String(data="before"))
        fast = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)
        self.fast = self.create_publisher(String, "fast", fast)
        self.pictures = self.create_publisher(Image, "picture", OBSERVATION)
        serve_question(self, MakePlan, "make_plan", self._answer)
        self.asking = self.create_client(MakePlan, "make_plan")

    def _answer(self, request: MakePlan.Request, response: MakePlan.Response) -> MakePlan.Response:
        response.understood = f"to {request.instruction}"
        return response


def record(
    folder: Path, act: Callable[[ServedNodes, Robot, RecorderNode], None], **parameters: object
) -> Bag:
    given = {"folder": str(folder), "facts": json.dumps({"scene": "FloorPlan1"}), **parameters}
    options = [f"--param={key}:={json.dumps(value)}" for key, value in given.items()]
    pairs = [part for option in options for part in ("-p", option.removeprefix("--param="))]
    rclpy.init(args=["--ros-args", *pairs], domain_id=DOMAIN)
    robot = Robot()
    recorder = RecorderNode()
    nodes = ServedNodes(robot, recorder)
    try:
        act(nodes, robot, recorder)
        recorder.close()
    finally:
        nodes.close()
        rclpy.try_shutdown()
    return open_bag(folder)


def published(publisher: Publisher[String], text: str) -> bool:
    publisher.publish(String(data=text))
    return True


def words(bag: Bag, topic: str) -> list[str]:
    return [deserialize_message(m.data, String).data for m in bag.messages({topic})]


def test_what_was_said_before_is_recorded_and_calls_and_parameters_are(tmp_path: Path) -> None:
    def act(nodes: ServedNodes, robot: Robot, recorder: RecorderNode) -> None:
        nodes.until(
            lambda: robot.said.get_subscription_count() > 0 and robot.fast.get_subscription_count() > 0
        )
        robot.said.publish(String(data="after"))
        nodes.result(robot.asking.call_async(MakePlan.Request(instruction="tidy up")))
        assert recorder.recorder is not None and recorder.writer is not None
        # What was said before is delivered on the publisher's heartbeat, seconds later at times; what is
        # published best effort is lost until the recorder, too, knows the publisher.
        nodes.until(lambda: recorder.writer.written("/said") >= 2)
        nodes.until(lambda: published(robot.fast, "fast") and recorder.writer.written("/fast") >= 1)
        nodes.until(lambda: "/robot" in recorder.recorder.known.parameters)
        nodes.until(lambda: recorder.writer.written("/make_plan/_service_event") >= 2)

    bag = record(tmp_path / "bag", act)
    assert words(bag, "/said") == ["before", "after"] and set(words(bag, "/fast")) == {"fast"}
    events = [
        deserialize_message(m.data, MakePlan.Event) for m in bag.messages({"/make_plan/_service_event"})
    ]
    assert [e.request[0].instruction for e in events if e.request] == ["tidy up"]
    assert [e.response[0].understood for e in events if e.response] == ["to tidy up"]
    assert json.loads(bag.custom["parameters"])["/robot"]["speed"] == 0.5
    assert bag.custom["scene"] == "FloorPlan1" and "git" in bag.custom
    assert not any("_action" in name for name in bag.topics)


def test_a_light_recording_keeps_pictures_once_a_second(tmp_path: Path) -> None:
    def act(nodes: ServedNodes, robot: Robot, recorder: RecorderNode) -> None:
        nodes.until(lambda: robot.pictures.get_subscription_count() > 0)
        for n in range(5):
            robot.pictures.publish(Image(header=Header(stamp=stamp_of(float(n)))))
            robot.said.publish(String(data=str(n)))
            nodes.until(lambda n=n: recorder.writer.written("/said") >= n + 2)
        nodes.until(lambda: recorder.writer.written("/picture") >= 1)

    bag = record(tmp_path / "bag", act, light=True)
    assert bag.topics["/said"].count == 6
    seconds = (bag.end - bag.start) / 1e9
    assert 1 <= bag.topics["/picture"].count <= 1 + seconds, "one a second at most"


def test_a_live_camera_is_kept_compressed_and_some_pictures_a_second(tmp_path: Path) -> None:
    topic = "/pred/wrist_camera/color/image_raw"

    def act(nodes: ServedNodes, robot: Robot, recorder: RecorderNode) -> None:
        live = robot.create_publisher(Image, topic, OBSERVATION)
        nodes.until(lambda: live.get_subscription_count() > 0)
        for n in range(8):
            pixels = np.full((48, 64, 3), 20 * n, np.uint8)
            live.publish(image_to_msg(pixels, "rgb8", Header(stamp=stamp_of(float(n)))))
            robot.said.publish(String(data=str(n)))
            nodes.until(lambda n=n: recorder.writer.written("/said") >= n + 2)
        nodes.until(lambda: recorder.writer.written(f"{topic}/compressed") >= 1)

    bag = record(tmp_path / "bag", act)
    assert topic not in bag.topics
    kept = bag.topics[f"{topic}/compressed"]
    assert kept.kind == "sensor_msgs/msg/CompressedImage"
    assert 1 <= kept.count <= 1 + 2.0 * (bag.end - bag.start) / 1e9, "two a second at most"


def test_thinning_keeps_whole_observations() -> None:
    thinning, second = Thinning(), 10**9
    assert thinning.keep((1, 0), 0) and not thinning.keep((2, 0), second // 2)
    assert thinning.keep((1, 0), second // 2), "another picture of the same observation"
    assert thinning.keep((3, 0), second) and not thinning.keep((2, 0), second + 1)


@pytest.mark.parametrize(
    ("choice", "taken"),
    [
        (Choice(), {"/a/b", "/tf", "/a/ask/_service_event"}),
        (Choice(regex="^/a/"), {"/a/b", "/a/ask/_service_event"}),
        (Choice(topics=frozenset({"/tf"})), {"/tf"}),
        (Choice(exclude="tf|ask"), {"/a/b"}),
    ],
)
def test_topics_are_chosen_as_rosbag2_does(choice: Choice, taken: set[str]) -> None:
    there = ["/a/b", "/tf", "/a/ask/_service_event", "/a/go/_action/feedback", "/_hidden"]
    assert {topic for topic in there if choice.takes(topic)} == taken
