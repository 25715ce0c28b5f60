"""What the claw's feedback says of a command that was taken a moment ago."""

from __future__ import annotations

from bosdyn.api import gripper_command_pb2

from spot_emulator.robot.activities import Part
from spot_emulator.robot.claw import Claw
from spot_emulator.robot.robot import Options, Robot
from spot_emulator.world.house import House, NoRoom

Feedback = gripper_command_pb2.ClawGripperCommand.Feedback
OPEN = -1.5


def test_a_claw_that_rests_where_it_was_told_before_is_not_where_it_is_told_now() -> None:
    """Between a command and the robot's next step a client may ask already: it is not there yet."""
    house = House("FloorPlan7")
    place = house.place_for_robot()
    assert not isinstance(place, NoRoom)
    robot = Robot(house, place, Options())
    robot.rise()
    opening = Claw(OPEN, 5.0)
    robot.accept(None, {Part.GRIPPER: opening})

    def told() -> int:
        target = gripper_command_pb2.GripperCommand.Feedback()
        opening.feedback(robot, target)
        return int(target.claw_gripper_feedback.status)

    assert robot.gripper.at_goal and told() == Feedback.STATUS_IN_PROGRESS
    for _ in range(100):
        robot.step(0.02)
    assert told() == Feedback.STATUS_AT_GOAL and abs(robot.gripper.angle - OPEN) < 0.02
