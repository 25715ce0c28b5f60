"""What brings a robot back onto its feet: its faults cleared, and itself turned over."""

from __future__ import annotations

import threading

from bosdyn.api import basic_command_pb2
from bosdyn.client.robot_command import RobotCommandBuilder

from pred_core.outcome import Code, Outcome
from spot_driver.driver import clock
from spot_driver.driver.link import OFF_WITHIN, POLL, UP_WITHIN, SpotLink


def clear_faults(link: SpotLink) -> Outcome:
    """Clear behavior faults that can be cleared."""
    seen = link.fresh
    if seen is None:
        return link.available()

    def work() -> Outcome:
        for number in seen.behavior_faults:
            link.session.command.clear_behavior_fault(number, timeout=link.settings.patience)
        return Outcome.success()

    outcome = link.call(work)
    return outcome and link.until(
        lambda s: not s.behavior_faults, threading.Event(), OFF_WITHIN, "a fault could not be cleared"
    )


def right(link: SpotLink, event: threading.Event) -> Outcome:
    """Let a robot that fell turn itself onto its feet; it sits afterwards. Its faults must be cleared."""
    outcome = link.named("selfright", RobotCommandBuilder.selfright_command(), standing=False)
    number, deadline = link.gate.last_id, clock.steady() + UP_WITHIN
    while outcome and clock.steady() < deadline:
        if clock.wait(event, POLL * 4):
            link.stop()
            return Outcome(Code.CANCELED, "Cancelled.")
        outcome = link.call(lambda: _righted(link, number))
        if outcome.message:
            return Outcome.success()
    return outcome and Outcome(Code.POSTCONDITION_FAILURE, "The robot did not turn itself onto its feet.")


def _righted(link: SpotLink, number: int) -> Outcome:
    """Return success, with a message once the robot has righted itself."""
    feedback = link.session.command.robot_command_feedback(number, timeout=link.settings.patience).feedback
    kind = basic_command_pb2.SelfRightCommand.Feedback
    status = feedback.full_body_feedback.selfright_feedback.status
    return Outcome.success("righted" if status == kind.STATUS_COMPLETED else "")
