"""The node itself, with a scripted robot."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

rclpy = pytest.importorskip("rclpy", reason="needs ROS 2: run through ./pred test")
pytest.importorskip("pred_msgs", reason="needs the built interfaces: run through ./pred test")

from sensor_msgs.msg import CameraInfo, Image  # noqa: E402
from served_nodes import ServedNodes  # noqa: E402
from std_msgs.msg import UInt32  # noqa: E402

from pred_core.ros.conversions import image_from_msg  # noqa: E402
from pred_core.ros.qos import LATCHED, OBSERVATION  # noqa: E402
from pred_msgs.msg import Detections  # noqa: E402
from pred_msgs.srv import GetWorldState, LoadWorld  # noqa: E402
from ur5_emulator.table.node import TableNode  # noqa: E402
from ur5_emulator.table.rendering import RenderingError  # noqa: E402

TOPICS: dict[str, tuple[Any, Any]] = {
    "wrist_camera/color/image_raw": (Image, OBSERVATION),
    "wrist_camera/depth/image_raw": (Image, OBSERVATION),
    "wrist_camera/color/camera_info": (CameraInfo, OBSERVATION),
    "wrist_camera/ground_truth": (Detections, OBSERVATION),
    "sim/episode": (UInt32, LATCHED),
}


class Listener:
    """The table and one node that listens to it, spun together."""

    def __init__(self, table: TableNode) -> None:
        self.table = table
        self.node = rclpy.create_node("listener")
        self.served = ServedNodes(table, self.node)
        self.latest: dict[str, Any] = {}
        for topic, (kind, qos) in TOPICS.items():
            self.node.create_subscription(kind, topic, self._keeper(topic), qos)
        self.load = self.node.create_client(LoadWorld, "sim/load_world")
        self.state = self.node.create_client(GetWorldState, "sim/get_world_state")

    def _keeper(self, topic: str) -> Callable[[Any], None]:
        return lambda message: self.latest.update({topic: message})

    def until(self, condition: Callable[[], bool]) -> None:
        try:
            self.served.until(condition)
        except RenderingError as error:
            pytest.skip(str(error))

    def call(self, client: Any, request: Any) -> Any:
        self.until(client.service_is_ready)
        future = client.call_async(request)
        self.until(future.done)
        return future.result()


@pytest.fixture
def listener(source):
    os.environ["ROS_DOMAIN_ID"] = "32"
    rclpy.init()
    table = TableNode(source)
    made = Listener(table)
    yield made
    table.close()
    made.served.close()
    rclpy.shutdown()


def test_pictures_truth_and_episodes_are_published_and_worlds_loaded(listener: Listener, source) -> None:
    listener.until(lambda: len(listener.latest) == len(TOPICS))
    info, truth = (listener.latest[f"wrist_camera/{name}"] for name in ("color/camera_info", "ground_truth"))
    assert (info.width, info.height) == (640, 480) and info.k[0] == pytest.approx(
        240 / np.tan(np.radians(27.5))
    )
    assert truth.header.frame_id == "camera_color_optical_frame"
    labels = image_from_msg(truth.labels)
    named = {d.id: d for d in truth.detections}
    assert named["can_1"].class_name == "FantaCan" and np.any(labels == named["can_1"].label)
    depth = image_from_msg(listener.latest["wrist_camera/depth/image_raw"])
    assert 0.05 < float(depth.min()) < float(np.median(depth)) < 1.0
    assert listener.latest["sim/episode"].data == 1

    state = json.loads(listener.call(listener.state, GetWorldState.Request()).metadata)
    assert {o["id"]: o["type"] for o in state["objects"]}["can_1"] == "PepsiCan"

    refused = listener.call(listener.load, LoadWorld.Request(scene="kitchen"))
    assert refused.outcome.code == "BAD_INPUT" and "lab" in refused.outcome.message
    refused = listener.call(listener.load, LoadWorld.Request(scene="lab", layout="{}"))
    assert refused.outcome.code == "BAD_INPUT"
    loaded = listener.call(listener.load, LoadWorld.Request(scene="pepsi_hidden", seed=4))
    assert loaded.outcome.code == "SUCCESS"
    listener.until(lambda: listener.latest["sim/episode"].data == 2)
    listener.until(
        lambda: any(d.id == "cup" for d in listener.latest["wrist_camera/ground_truth"].detections)
    )
    assert not any(d.id == "can_hidden" for d in listener.latest["wrist_camera/ground_truth"].detections)


def test_two_pictures_a_second_will_do_for_a_recorder_alone(listener: Listener) -> None:
    listener.until(lambda: listener.table._wanted().listeners == 3)
    assert not listener.table._wanted().patient
    recorder = rclpy.create_node("recorder")
    for subscription in list(listener.node.subscriptions):
        listener.node.destroy_subscription(subscription)
    for topic in ("color", "depth"):
        recorder.create_subscription(Image, f"wrist_camera/{topic}/image_raw", lambda _: None, OBSERVATION)
    listener.until(lambda: listener.table._wanted() == (2, False, True))
    recorder.destroy_node()


def test_a_closed_node_lets_go_of_its_source(listener: Listener, source) -> None:
    listener.table.close()
    assert source.closed
