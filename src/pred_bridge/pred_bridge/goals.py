"""What the bridges of real robots serve alike: skills, motions, looks, each observed when it has ended."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

from rclpy.action import ActionServer
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node

from pred_bridge.heartbeats import Heartbeats
from pred_bridge.turns import Turns, Work
from pred_core.outcome import Code, Outcome
from pred_core.ros.conversions import TargetError, outcome_to_msg, target_from_msg
from pred_core.targets import Target
from pred_msgs.action import ExecuteSkill, LookFrom, MoveBase
from pred_msgs.msg import BaseMotion

Say = Callable[[str], None]


class Body(Protocol):
    """What goals ask of a robot. Work ends early, as CANCELED, once its event is set."""

    def skill(self, skill: str, target: Target, event: threading.Event, say: Say) -> Outcome:
        """Do a skill, if a person allows it where one is asked; ``say`` tells its phases."""

    def motions_allowed(self, motions: Sequence[BaseMotion], event: threading.Event) -> Outcome:
        """Ask once whether these motions may be made."""

    def move(self, motion: BaseMotion, event: threading.Event) -> Outcome:
        """Make one motion of base or camera."""

    def look(self, goal: LookFrom.Goal, event: threading.Event) -> Outcome:
        """Bring the camera to a named view or to a pose."""


class Observing(Protocol):
    """What takes an observation after each motion. ``step`` is the number of the latest."""

    @property
    def step(self) -> int:
        """The number of the latest observation."""

    def observe(self, action: str, outcome: Outcome) -> int:
        """Publish an observation of how an action ended and return its number."""


class BridgeGoals:
    """Serves ``execute_skill``, ``move_base`` and ``look_from``, one goal at a time, and hears heartbeats."""

    def __init__(
        self, node: Node, turns: Turns, body: Body, observer: Observing, group: CallbackGroup
    ) -> None:
        self._turns = turns
        self._body = body
        self._observer = observer
        served: tuple[tuple[Any, str, Callable[[ServerGoalHandle], Any]], ...] = (
            (ExecuteSkill, "execute_skill", self._execute_skill),
            (MoveBase, "move_base", self._move_base),
            (LookFrom, "look_from", self._look_from),
        )
        serve = partial(ActionServer, node, callback_group=group, cancel_callback=turns.cancel)
        self._servers = [serve(kind, name, callback) for kind, name, callback in served]
        turns.hear(Heartbeats(node).ago)

    def _goal[R](self, handle: ServerGoalHandle, result: R, work: Work) -> R:
        """Do a goal's work, and complete its result and its end state with the outcome."""
        outcome = self._turns.goal(handle, work)
        told: Any = result
        told.outcome = outcome_to_msg(outcome)
        told.step = told.step or self._observer.step
        self._turns.end(handle, outcome)
        return result

    def _execute_skill(self, handle: ServerGoalHandle) -> ExecuteSkill.Result:
        result = ExecuteSkill.Result()
        skill = handle.request.skill

        def say(phase: str) -> None:
            handle.publish_feedback(ExecuteSkill.Feedback(phase=phase))

        def work(event: threading.Event) -> Outcome:
            try:
                target = target_from_msg(handle.request.target)
            except TargetError as error:
                outcome = Outcome(Code.BAD_INPUT, str(error))
            else:
                outcome = self._body.skill(skill, target, event, say)
            result.step = self._observer.observe(skill, outcome)
            return outcome

        return self._goal(handle, result, work)

    def _move_base(self, handle: ServerGoalHandle) -> MoveBase.Result:
        result = MoveBase.Result()

        def work(event: threading.Event) -> Outcome:
            outcome = self._body.motions_allowed(handle.request.motions, event)
            for motion in handle.request.motions if outcome else ():
                outcome = self._body.move(motion, event)
                result.step = self._observer.observe(motion.motion, outcome)
                if not outcome:
                    break
                result.completed += 1
                handle.publish_feedback(MoveBase.Feedback(completed=result.completed, step=result.step))
            return outcome

        return self._goal(handle, result, work)

    def _look_from(self, handle: ServerGoalHandle) -> LookFrom.Result:
        result = LookFrom.Result()

        def work(event: threading.Event) -> Outcome:
            outcome = self._body.look(handle.request, event)
            result.step = self._observer.observe(f"look_from {handle.request.view}".strip(), outcome)
            return outcome

        return self._goal(handle, result, work)
