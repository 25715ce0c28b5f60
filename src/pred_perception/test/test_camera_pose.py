"""Where the camera was: from transforms as they come, and from those that the robot keeps for who starts late."""

from __future__ import annotations

import pytest

pytest.importorskip("rclpy", reason="needs ROS 2: run through ./pred test")

from geometry_msgs.msg import Transform, TransformStamped, Vector3
from rclpy.time import Time
from std_msgs.msg import Header
from tf2_msgs.msg import TFMessage

from pred_core.ros.conversions import stamp_of
from pred_perception.camera_pose import CameraPoses


def transform(stamp: float, x: float, parent: str = "map", child: str = "base_link") -> TFMessage:
    moved = Transform(translation=Vector3(x=x))
    header = Header(stamp=stamp_of(stamp), frame_id=parent)
    return TFMessage(transforms=[TransformStamped(header=header, child_frame_id=child, transform=moved)])


@pytest.fixture
def poses() -> CameraPoses:
    poses = CameraPoses("map")
    poses.take_fixed(transform(0.0, 0.5, "base_link", "camera"))
    return poses


def x_at(poses: CameraPoses, stamp: float) -> float | None:
    found = poses.at("camera", Time.from_msg(stamp_of(stamp)))
    return None if found is None else round(float(found[0, 3]), 6)


def test_the_pose_of_a_stamp_is_between_those_around_it(poses: CameraPoses) -> None:
    assert x_at(poses, 10.0) is None
    poses.take(transform(10.0, 1.0))
    poses.take(transform(10.2, 2.0))
    assert x_at(poses, 10.0) == 1.5
    assert x_at(poses, 10.1) == 2.0
    assert x_at(poses, 9.9) is None and x_at(poses, 10.3) is None


@pytest.mark.parametrize("age", [0.5, 5.0, 3600.0])
@pytest.mark.parametrize("kept_first", [True, False])
def test_who_starts_late_knows_where_the_last_observation_was_made(
    poses: CameraPoses, age: float, kept_first: bool
) -> None:
    """However long ago it was made, and whatever a robot that publishes all the time has told since."""
    if kept_first:
        poses.take_kept(transform(9000.0 - age, 7.0))
    for tick in range(100):
        poses.take(transform(9000.0 + 0.05 * tick, 1.0))
    if not kept_first:
        poses.take_kept(transform(9000.0 - age, 7.0))
    assert x_at(poses, 9000.0 - age) == 7.5
    assert x_at(poses, 9001.0) == 1.5, "what is old has not made the clock start again"


def test_a_clock_that_starts_anew_leaves_the_past_behind(poses: CameraPoses) -> None:
    for take in (poses.take, poses.take_kept):
        take(transform(50.0, 1.0))
        take(transform(2.0, 3.0))
    assert x_at(poses, 2.0) == 3.5
    assert x_at(poses, 50.0) is None


def test_what_comes_twice_counts_once(poses: CameraPoses) -> None:
    poses.take(transform(10.0, 1.0))
    poses.take(transform(10.0, 1.0))
    assert x_at(poses, 10.0) == 1.5
