"""The node that looks, against a driver made of messages."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

rclpy = pytest.importorskip("rclpy", reason="needs ROS 2: run through ./pred test")
pytest.importorskip("pred_msgs", reason="needs the built interfaces: run through ./pred test")

from rclpy.action import ActionClient, ActionServer, CancelResponse  # noqa: E402
from rclpy.task import Future  # noqa: E402
from served_nodes import ServedNodes  # noqa: E402

from pred_core.objects import ObjectMemory, ObjectState  # noqa: E402
from pred_core.outcome import Code, Outcome  # noqa: E402
from pred_core.ros.conversions import memory_to_msg, outcome_to_msg  # noqa: E402
from pred_core.ros.qos import OBSERVATION  # noqa: E402
from pred_msgs.action import LookFrom, NavigateTo  # noqa: E402
from pred_msgs.msg import ObjectMemory as ObjectMemoryMsg  # noqa: E402
from ur5_driver.bridge.parameters import DriverParameters  # noqa: E402
from ur5_driver.gaze.node import GazeNode, GazeParameters  # noqa: E402

CAN = ObjectState("Mug_1", "Mug", (0.5, 0.1, 0.05), (0.07, 0.07, 0.1))


class FakeDriver:
    """Serves look_from and answers with object memories, as driver and perception together would."""

    def __init__(self, node):
        self.step, self.goals = 1, []
        self.objects, self.hangs, self.silent = [], False, False
        self.publisher = node.create_publisher(ObjectMemoryMsg, "object_memory", OBSERVATION)
        self.stopped = Future()
        self.server = ActionServer(node, LookFrom, "look_from", self.look, cancel_callback=self.stop)

    def publish(self):
        self.publisher.publish(memory_to_msg(ObjectMemory(self.step, 1, 0.0, tuple(self.objects))))

    def stop(self, _):
        self.stopped.set_result(True)
        return CancelResponse.ACCEPT

    async def look(self, handle):
        self.goals.append(handle.request)
        if self.hangs:
            await self.stopped
            handle.canceled()
            outcome = Outcome(Code.CANCELED, "stopped")
            return LookFrom.Result(outcome=outcome_to_msg(outcome), step=self.step)
        self.step += 1
        self.objects = [replace(o, visible=True) for o in self.objects]
        if not self.silent:
            self.publish()
        handle.succeed()
        return LookFrom.Result(outcome=outcome_to_msg(Outcome.success()), step=self.step)


@pytest.fixture
def patience():
    """Seconds for perception's answer: more than a machine that others use takes to find and to serve nodes."""
    return 60.0


@pytest.fixture
def stage(patience):
    """Yield a function that pursues one goal with the real node, and the fake driver."""
    os.environ["ROS_DOMAIN_ID"] = "35"
    rclpy.init(args=["--ros-args", "-p", f"patience:={patience}", "-p", "views:=['left','right']"])
    other, nav = rclpy.create_node("other"), GazeNode()
    driver = FakeDriver(other)
    client = ActionClient(other, NavigateTo, "navigate_to")
    served = ServedNodes(nav, other)

    def pursue(cancel_when=None, feedback=None, **goal):
        # what is published before the node is found would be lost
        served.until(
            lambda: nav.look_from.server_is_ready() and driver.publisher.get_subscription_count() > 0
        )
        driver.publish()
        return served.pursue(client, NavigateTo.Goal(**goal), cancel_when, feedback)

    yield pursue, driver
    served.close()
    rclpy.shutdown()


def test_goals_end_with_codes_feedback_and_counts(stage):
    pursue, driver = stage
    heard = []
    result = pursue(mode="explore", feedback=lambda m: heard.append(m.feedback.reason))
    assert result.outcome.code == "EXPLORED" and result.motions == 2 and result.step == driver.step
    assert [g.view for g in driver.goals] == ["left", "right"] and len(heard) == 2
    assert pursue(mode="look_around").outcome.code == "SUCCESS"
    assert pursue(mode="pose").outcome.code == "NOT_AFFORDED"
    assert pursue(mode="dance").outcome.code == "BAD_INPUT"
    assert pursue(mode="object", object_id="Mug_1").outcome.code == "NOT_FOUND"


def test_an_object_is_looked_at_from_a_pose_in_map(stage):
    pursue, driver = stage
    driver.objects = [CAN]
    result = pursue(mode="object", object_id="Mug_1")
    assert result.outcome.code == "SUCCESS" and result.found_id == "Mug_1"
    goal = driver.goals[0]
    assert goal.view == "" and goal.camera.header.frame_id == "map"
    p, q = goal.camera.pose.position, goal.camera.pose.orientation
    assert p.z > 0.25 and abs(q.x**2 + q.y**2 + q.z**2 + q.w**2 - 1.0) < 1e-9


def test_a_cancelled_goal_stops_the_camera(stage):
    pursue, driver = stage
    driver.hangs = True
    result = pursue(mode="look_around", cancel_when=lambda: len(driver.goals) == 1)
    assert result.outcome.code == "CANCELED"
    assert driver.stopped.done() and len(driver.goals) == 1


@pytest.mark.parametrize("patience", [1.0])
def test_when_perception_is_silent_the_goal_says_so(stage):
    pursue, driver = stage
    driver.silent = True
    result = pursue(mode="explore")
    assert result.outcome.code == "UNAVAILABLE" and "perception" in result.outcome.message


def test_the_views_it_explores_are_the_drivers():
    assert set(GazeParameters().views) == set(DriverParameters().views)
