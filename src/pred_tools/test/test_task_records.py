"""The recorder of a stack that goes on: every task has its whole record, however the goal came."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

import rclpy
from rclpy.node import Node
from sensor_msgs.msg import Image
from served_nodes import ServedNodes
from std_msgs.msg import Header, String

from pred_core.ros.conversions import image_to_msg, stamp_of
from pred_core.ros.qos import EVENTS, LATCHED, OBSERVATION
from pred_core.run_folder import RecordNews
from pred_msgs.msg import RobotState, TaskEvent
from pred_tools.bag.reader import open_bag
from pred_tools.bag.recorder_node import RecorderNode
from pred_tools.run_files import read_run

DOMAIN = 226


class Stack(Node):
    """Stands for robot and executive."""

    def __init__(self) -> None:
        super().__init__("stack")
        self._step = 0
        self.place = self.create_publisher(String, "run_record", LATCHED)
        self.room = self.create_publisher(String, "room", LATCHED)
        self._image = self.create_publisher(Image, "camera/color/image_raw", OBSERVATION)
        self._state = self.create_publisher(RobotState, "robot_state", OBSERVATION)
        self._events = self.create_publisher(TaskEvent, "task_events", EVENTS)
        self.kept: list[str] = []
        self.create_subscription(String, "run_kept", lambda m: self.kept.append(m.data), LATCHED)
        self.room.publish(String(data="kitchen"))
        self.observe()

    def observe(self) -> None:
        self._step += 1
        header = Header(stamp=stamp_of(float(self._step)))
        pixels = np.full((30, 40, 3), self._step, np.uint8)
        self._image.publish(image_to_msg(pixels, "rgb8", header))
        self._state.publish(RobotState(header=header, step=self._step))

    def begin(self, folder: Path, words: str) -> None:
        folder.mkdir()
        start = {"step": self._step, "kind": "start", "subgoal": "", "text": words, "data": {}}
        (folder / "events.jsonl").write_text(json.dumps(start) + "\n")
        self.place.publish(String(data=RecordNews(str(folder), whole=False).to_text()))
        self._events.publish(TaskEvent(kind="start", text=words))

    def end(self, folder: Path) -> None:
        ended = {"success": True, "code": "SUCCESS", "message": "", "actions": 3, "failures": 0}
        goals = {"goal_conditions": 1, "goal_conditions_total": 1}
        (folder / "result.json").write_text(json.dumps(ended | goals))
        self.place.publish(String(data=RecordNews(str(folder), whole=True).to_text()))


@pytest.fixture
def stack() -> Iterator[Stack]:
    rclpy.init(args=["--ros-args", "-p", 'facts:="{\\"scene\\": \\"FloorPlan1\\"}"'], domain_id=DOMAIN)
    yield Stack()
    rclpy.try_shutdown()


def heard(nodes: ServedNodes, stack: Stack) -> None:
    """Wait until all that the recorder makes of a topic hears it: the bag, pictures, cards, sights, the record."""
    listeners = {"run_record": 2, "room": 1, "camera/color/image_raw": 4, "robot_state": 3, "task_events": 2}
    nodes.until(lambda: all(stack.count_subscribers(name) >= count for name, count in listeners.items()))


def test_each_task_has_story_film_and_a_bag_of_its_own(stack: Stack, tmp_path: Path) -> None:
    recorder = RecorderNode()
    nodes = ServedNodes(stack, recorder)
    heard(nodes, stack)
    runs = [tmp_path / "first", tmp_path / "second"]
    for folder in runs:
        stack.begin(folder, f"the {folder.name} task")
        for _ in range(3):
            stack.observe()
        stack.end(folder)
        nodes.until(lambda folder=folder: str(folder) in stack.kept)
    recorder.close()
    nodes.close()
    for folder in runs:
        assert {"film.gif", "story.md", "frames", "bag"} <= {path.name for path in folder.iterdir()}
        bag = open_bag(folder)
        assert bag.whole and bag.custom["scene"] == "FloorPlan1"
        assert bag.custom["instruction"] == f"the {folder.name} task"
        assert bag.topics["/robot_state"].count == bag.topics["/camera/color/image_raw"].count == 4
        assert bag.topics["/room"].count == 1, "what is latched is in every bag"
        assert bag.topics["/task_events"].count == 1, "what happened in another task is in none"
        assert read_run(folder).result["success"]
    assert "the second task" in (runs[1] / "story.md").read_text()


def test_a_stack_that_ends_leaves_the_record_of_its_task(stack: Stack, tmp_path: Path) -> None:
    recorder = RecorderNode()
    nodes = ServedNodes(stack, recorder)
    heard(nodes, stack)
    folder = tmp_path / "run"
    stack.begin(folder, "tidy up")
    nodes.until((folder / "bag").is_dir)
    stack.observe()
    nodes.until(lambda: recorder.records is not None and recorder.records.actions == 1)
    recorder.close()
    nodes.close()
    result = read_run(folder).result
    assert (result["code"], result["instruction"], result["actions"]) == ("CANCELED", "tidy up", 1)
    assert (folder / "story.md").is_file() and open_bag(folder).whole


def test_a_record_that_is_broken_is_told_and_the_next_is_kept(stack: Stack, tmp_path: Path) -> None:
    recorder = RecorderNode()
    nodes = ServedNodes(stack, recorder)
    heard(nodes, stack)
    stack.begin(tmp_path / "broken", "tidy up")
    (tmp_path / "broken" / "events.jsonl").write_text("{")
    stack.end(tmp_path / "broken")
    stack.begin(tmp_path / "whole", "tidy up")
    stack.end(tmp_path / "whole")
    nodes.until(lambda: stack.kept)
    recorder.close()
    nodes.close()
    assert stack.kept == [str(tmp_path / "whole")]
