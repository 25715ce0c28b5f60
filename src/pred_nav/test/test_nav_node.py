"""The node itself, against a small robot made of messages."""

from __future__ import annotations

import math
import os

import numpy as np
import pytest

rclpy = pytest.importorskip("rclpy", reason="needs ROS 2: run through ./pred test")
pytest.importorskip("pred_msgs", reason="needs the built interfaces: run through ./pred test")

from nav_msgs.msg import MapMetaData, OccupancyGrid  # noqa: E402
from rclpy.action import ActionClient, ActionServer, CancelResponse  # noqa: E402
from served_nodes import ServedNodes  # noqa: E402
from std_msgs.msg import Header  # noqa: E402

from pred_core.geometry import Pose2D  # noqa: E402
from pred_core.outcome import Code, Outcome  # noqa: E402
from pred_core.people import WIDTH  # noqa: E402
from pred_core.ros.conversions import memory_to_msg, outcome_to_msg, pose_to_msg, stamp_of  # noqa: E402
from pred_core.ros.qos import OBSERVATION  # noqa: E402
from pred_msgs.action import MoveBase, NavigateTo  # noqa: E402
from pred_msgs.msg import ObjectMemory as ObjectMemoryMsg  # noqa: E402
from pred_msgs.msg import RobotState  # noqa: E402
from pred_nav.motions import Motion  # noqa: E402
from pred_nav.node import NavNode  # noqa: E402


class FakeRobot:
    """Publishes what bridge and perception would, and serves move_base, from a world of cells."""

    def __init__(self, node, world, ground=None):
        self.world, self.node, self.ground = world, node, ground
        self.silent = False
        self.publishers = {
            topic: node.create_publisher(kind, topic, OBSERVATION)
            for topic, kind in (
                ("map", OccupancyGrid),
                ("map/height", OccupancyGrid),
                ("object_memory", ObjectMemoryMsg),
                ("robot_state", RobotState),
                *((("local_grid", OccupancyGrid),) if ground is not None else ()),
            )
        }
        self.server = ActionServer(
            node, MoveBase, "move_base", self.move, cancel_callback=lambda _: CancelResponse.ACCEPT
        )

    def publish(self):
        seen = self.world.world()
        header = Header(stamp=stamp_of(0.25 * seen.step), frame_id="map")
        rows, columns = seen.grid.shape
        info = MapMetaData(resolution=seen.grid.cell, width=columns, height=rows)
        for topic, layer in (("map", seen.grid.occupancy), ("map/height", seen.grid.height)):
            data = np.ascontiguousarray(layer).ravel().tolist()
            self.publishers[topic].publish(OccupancyGrid(header=header, info=info, data=data))
        if self.ground is not None:
            data = np.where(self.ground, 100, 0).astype(np.int8).ravel().tolist()
            self.publishers["local_grid"].publish(OccupancyGrid(header=header, info=info, data=data))
        memory = memory_to_msg(seen.memory)
        memory.header = header
        self.publishers["object_memory"].publish(memory)
        self.publishers["robot_state"].publish(
            RobotState(
                header=header,
                step=seen.step,
                episode=seen.episode,
                base_pose=pose_to_msg(seen.base),
                camera_pitch=seen.pitch,
            )
        )

    async def move(self, handle):
        outcome, done = Outcome.success(), 0
        for wanted in handle.request.motions:
            if not self.world.do(Motion(wanted.motion)):
                outcome = Outcome(Code.BLOCKED, "a wall")
                break
            done += 1
            if not self.silent:
                self.publish()
        (handle.succeed if outcome else handle.abort)()
        return MoveBase.Result(outcome=outcome_to_msg(outcome), completed=done, step=self.world.step)


@pytest.fixture
def patience():
    """Seconds for perception's answer: more than a machine that others use takes to find and to serve nodes."""
    return 60.0


@pytest.fixture
def person():
    """Where a person stands: nowhere that is known."""
    return ""


@pytest.fixture
def ground():
    """What the body's own sensors see of the floor: the robot has none."""


@pytest.fixture
def stage(make_world, two_rooms, patience, person, ground):
    """Yield a function that pursues one goal with the real node, and the fake robot."""
    os.environ["ROS_DOMAIN_ID"] = "83"
    known = ["-p", f"person:={person}"] if person else []
    known += ["-p", "ground_topic:=local_grid"] if ground is not None else []
    rclpy.init(args=["--ros-args", "-p", f"patience:={patience}", *known])
    robot_node, nav = rclpy.create_node("robot"), NavNode()
    robot = FakeRobot(robot_node, make_world(two_rooms, 0.625, 0.625), ground)
    client = ActionClient(robot_node, NavigateTo, "navigate_to")
    served = ServedNodes(nav, robot_node)

    def pursue(goal, **more):
        # what is published before the node is found would be lost
        served.until(
            lambda: (
                nav.move_base.server_is_ready()
                and all(p.get_subscription_count() > 0 for p in robot.publishers.values())
            )
        )
        robot.publish()
        return served.pursue(client, goal, **more)

    yield pursue, robot
    served.close()
    rclpy.shutdown()


def test_goals_end_with_codes_feedback_and_counts(stage):
    pursue, robot = stage
    heard = []
    goal = NavigateTo.Goal(mode=NavigateTo.Goal.EXPLORE)
    result = pursue(goal, feedback=lambda message: heard.append(message.feedback))
    assert result.outcome.code == "EXPLORED"
    assert result.motions == len(robot.world.log) and result.step == robot.world.step
    assert heard and all(f.reason for f in heard)
    assert pursue(NavigateTo.Goal(mode="dance")).outcome.code == "BAD_INPUT"
    assert pursue(NavigateTo.Goal(mode="object", object_id="Mug_1")).outcome.code == "NOT_FOUND"


def test_a_cancelled_goal_ends_between_steps(stage):
    pursue, robot = stage
    result = pursue(
        NavigateTo.Goal(mode=NavigateTo.Goal.EXPLORE), cancel_when=lambda: len(robot.world.log) >= 3
    )
    assert result.outcome.code == "CANCELED"
    moved = len(robot.world.log)
    assert moved < 12
    assert pursue(NavigateTo.Goal(mode="look_around")).outcome.code == "SUCCESS"
    assert len(robot.world.log) == moved + 3


@pytest.mark.parametrize("patience", [3.0])
def test_when_perception_is_silent_the_goal_says_so(stage):
    pursue, robot = stage
    robot.silent = True
    result = pursue(NavigateTo.Goal(mode=NavigateTo.Goal.EXPLORE))
    assert result.outcome.code == "UNAVAILABLE" and "perception" in result.outcome.message


HALL = """
##############
#............#
#............#
#............#
#............#
#............#
#............#
##############
"""


@pytest.mark.parametrize(("two_rooms", "person", "passes"), [(HALL, "1.625,0.625", False), (HALL, "", True)])
def test_every_walk_goes_around_a_person(stage, person, passes):
    pursue, robot = stage
    do, gaps = robot.world.do, []

    def noted(motion):
        done = do(motion)
        gaps.append(math.hypot(robot.world.pose.x - 1.625, robot.world.pose.y - 0.625))
        return done

    robot.world.do = noted
    goal = NavigateTo.Goal(mode=NavigateTo.Goal.POSE, pose=pose_to_msg(Pose2D(2.875, 0.625, 0.0)))
    assert pursue(goal).outcome.code == "SUCCESS"
    assert robot.world.pose.x > 2.5 and (min(gaps) < WIDTH / 2.0) is passes


THRESHOLD = np.zeros((40, 70), np.bool_)
THRESHOLD[5:23, 30] = True


@pytest.mark.parametrize(("two_rooms", "ground"), [(HALL, THRESHOLD)])
def test_what_only_the_body_sees_is_walked_around(stage):
    """A low ledge that the camera takes for floor: without the body's own eyes the robot would meet it."""
    pursue, robot = stage
    robot.world.hidden = THRESHOLD
    robot.world.__post_init__()
    goal = NavigateTo.Goal(mode=NavigateTo.Goal.POSE, pose=pose_to_msg(Pose2D(2.875, 0.625, 0.0)))
    assert pursue(goal).outcome.code == "SUCCESS"
    assert robot.world.blocked == 0 and robot.world.pose.x > 2.5
