"""What a gripper command makes the claw do, and what the claw holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bosdyn.api import gripper_command_pb2 as grippers

from spot_emulator.robot.activities import Activity

if TYPE_CHECKING:
    from spot_emulator.robot.body import Body


class Claw(Activity):
    """Move the claw to an angle."""

    def __init__(self, angle: float, fastest: float) -> None:
        super().__init__()
        self._angle, self._fastest = angle, fastest

    def step(self, robot: Body, seconds: float) -> None:
        robot.gripper.aim(self._angle, self._fastest)

    def feedback(self, robot: Body, target: Any) -> None:
        kind = grippers.ClawGripperCommand.Feedback
        found = target.claw_gripper_feedback
        if not self.begun:  # what the claw was told before may be where it is
            found.status = kind.STATUS_IN_PROGRESS
        elif robot.gripper.pressing:
            found.status = kind.STATUS_APPLYING_FORCE
        else:
            found.status = kind.STATUS_AT_GOAL if robot.gripper.at_goal else kind.STATUS_IN_PROGRESS


def claw(request: Any) -> Claw | None:
    """Return what a ClawGripperCommand asks for; None where it has no point."""
    if not request.trajectory.points:
        return None
    fastest = request.maximum_open_close_velocity.value
    return Claw(float(request.trajectory.points[-1].point), fastest if fastest > 0.0 else 5.0)
