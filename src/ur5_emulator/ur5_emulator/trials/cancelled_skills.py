"""`python -m ur5_emulator.trials.cancelled_skills --n 100`: cancel skills over ROS at random, count what is left.

Needs the running stack of an emulated arm (`./pred launch ur5 mock:=true`) in the same ROS domain. Prints one JSON
object; the exit code is 1 when a goal leaked: it did not end, the arm moved on after its end, or the driver has taken
more goals than it ended. `python -m ur5_emulator.trials.cancelled_motions` does the same one level below, without ROS.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import rclpy
from action_msgs.msg import GoalStatus
from diagnostic_msgs.msg import DiagnosticArray
from rclpy.action import ActionClient
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.node import Node
from sensor_msgs.msg import JointState
from std_srvs.srv import Trigger

from pred_core.exit_codes import BAD_INPUT, DONE, NOT_DONE
from pred_core.outcome import Code
from pred_core.ros.qos import OBSERVATION
from pred_msgs.action import ExecuteSkill, LookFrom
from pred_msgs.msg import Detections, RobotState, SkillTarget

MOVING, STANDING = 0.05, 0.01
LATEST = 6.0
"""A skill takes about ten seconds: it is cancelled at any moment of the first of them, s."""
ENDS_WITHIN = 30.0
PATIENCE = 90.0
THINGS = ("Can", "Lemon", "Apple", "Orange", "Banana", "Cup")
Until = Callable[[Callable[[], Any], float], None]


class TrialError(RuntimeError):
    """The stack is not as it has to be; says what to do."""


@dataclass
class SkillTally:
    """What came of the goals: counts, and seconds from the cancel to the standing arm and to the goal's end."""

    trials: int = 0
    leaked: int = 0
    recovered: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    stood: list[float] = field(default_factory=list)
    ended: list[float] = field(default_factory=list)

    def figures(self) -> dict[str, Any]:
        """Return everything as JSON has it; times in ms, null where there is none."""
        times = {}
        for name, values in (("arm still", self.stood), ("goal ended", self.ended)):
            for q in (50, 99):
                times[f"{name} p{q}, ms"] = (
                    round(1e3 * float(np.percentile(values, q)), 1) if values else None
                )
        counts = {"trials": self.trials, "leaked": self.leaked, "recovered": self.recovered}
        return {
            **counts,
            "statuses": dict(self.statuses),
            "codes": dict(self.codes),
            "stopped in motion": len(self.stood),
            **times,
        }


class CancelTrial:
    """Sends goals to a driver and cancels them."""

    def __init__(self, node: Node, until: Until) -> None:
        """Make the clients.

        :param until: serves the node until a fact holds, for so many seconds at most; raises when it does not
        """
        self._until = until
        self.tally = SkillTally()
        self._skill = ActionClient(node, ExecuteSkill, "execute_skill")
        self._look = ActionClient(node, LookFrom, "look_from")
        self._recover = node.create_client(Trigger, "recover")
        self._robot, self._seen = RobotState(), Detections()
        self._speed, self._measured = 0.0, 0
        self._goals: tuple[int, int] | None = None
        node.create_subscription(RobotState, "robot_state", self._on_robot, OBSERVATION)
        node.create_subscription(Detections, "ground_truth/detections", self._on_seen, OBSERVATION)
        node.create_subscription(JointState, "joint_states", self._on_joints, 10)
        node.create_subscription(DiagnosticArray, "diagnostics", self._on_diagnostics, 10)

    def _on_robot(self, msg: RobotState) -> None:
        self._robot = msg

    def _on_seen(self, msg: Detections) -> None:
        self._seen = msg

    def _on_joints(self, msg: JointState) -> None:
        self._speed = float(np.abs(msg.velocity).max())
        self._measured += 1

    def _on_diagnostics(self, msg: DiagnosticArray) -> None:
        figures = {pair.key: pair.value for status in msg.status for pair in status.values}
        if "goals taken" in figures:
            self._goals = int(figures["goals taken"]), int(figures["goals ended"])

    def run(self, count: int, seed: int = 0, latest: float = LATEST) -> SkillTally:
        """Cancel ``count`` skills, each a random time (s, at most ``latest``) after it was accepted.

        :raises TrialError: when there is no emulated arm
        """
        self.tally = tally = SkillTally()
        random = np.random.default_rng(seed)
        up = self._within(lambda: self._skill.server_is_ready() and self._look.server_is_ready(), PATIENCE)
        if not up or not self._sees_things():
            raise TrialError("no emulated arm sees its table here: start ./pred launch ur5 mock:=true first")
        before = self._counts()
        for _ in range(count):
            self._trial(random, latest, tally)
        if not self._within(lambda: self._balance(before) == 0, PATIENCE):
            tally.leaked += self._balance(before)
        return tally

    def _trial(self, random: np.random.Generator, latest: float, tally: SkillTally) -> None:
        if not self._robot.holding and not self._things():
            self._sees_things()
        handle = self._answer(self._skill.send_goal_async(self._goal(random)))
        delay = float(random.uniform(0.0, latest))
        ended = handle.get_result_async()
        self._within(ended.done, delay)
        tally.trials += 1
        moving, begun = self._speed > MOVING and not ended.done(), time.monotonic()
        cancelled = handle.cancel_goal_async()
        if moving and self._within(lambda: self._speed < STANDING, ENDS_WITHIN):
            tally.stood.append(time.monotonic() - begun)
        if not self._within(lambda: ended.done() and cancelled.done(), ENDS_WITHIN):
            tally.leaked += 1
            return
        tally.ended.append(time.monotonic() - begun)
        answer = ended.result()
        if not self._rests():
            tally.leaked += 1
        self._told(answer, tally)
        step = answer.result.step
        self._within(lambda: self._robot.step >= step and self._seen.step >= step, 5.0)

    def _told(self, answer: Any, tally: SkillTally) -> None:
        names = {
            GoalStatus.STATUS_CANCELED: "canceled",
            GoalStatus.STATUS_SUCCEEDED: "succeeded",
            GoalStatus.STATUS_ABORTED: "aborted",
        }
        tally.statuses[names.get(answer.status, "other")] += 1
        code = answer.result.outcome.code
        tally.codes[code] += 1
        if code in (
            Code.ROBOT_LOST,
            Code.UNAVAILABLE,
        ):  # as where the emulator's watchdog had no time to be fed
            tally.recovered += 1
            self._answer(self._recover.call_async(Trigger.Request()))

    def _goal(self, random: np.random.Generator) -> ExecuteSkill.Goal:
        things = self._things()
        if self._robot.holding or not things:
            return ExecuteSkill.Goal(skill="DropObject", target=SkillTarget(kind=SkillTarget.NONE))
        thing = things[int(random.integers(len(things)))]
        target = SkillTarget(kind=SkillTarget.INSTANCE, step=self._seen.step, detection_id=thing.id)
        target.class_name = thing.class_name
        return ExecuteSkill.Goal(skill="PickupObject", target=target)

    def _things(self) -> list[Any]:
        """Return what the latest picture has that an arm can pick up."""
        if self._seen.step != self._robot.step:
            return []
        return [found for found in self._seen.detections if found.class_name.endswith(THINGS)]

    def _sees_things(self) -> bool:
        """Look from home; return whether something can be picked up there."""
        looked = self._answer(
            self._answer(self._look.send_goal_async(LookFrom.Goal(view="home"))).get_result_async()
        )
        step = looked.result.step
        self._within(lambda: self._robot.step >= step and self._seen.step >= step, 10.0)
        return self._robot.holding or bool(self._things())

    def _rests(self) -> bool:
        """Return whether the next measurements find the arm at rest."""
        last = self._measured + 3
        return self._within(lambda: self._measured >= last, 5.0) and self._speed < STANDING

    def _counts(self) -> tuple[int, int]:
        """Return how many goals the driver took and ended, as its next diagnostics say."""
        self._goals = None
        if not self._within(lambda: self._goals is not None, PATIENCE) or self._goals is None:
            raise TrialError("the driver publishes no diagnostics")
        return self._goals

    def _balance(self, before: tuple[int, int]) -> int:
        """Return how many goals were taken since, less how many ended."""
        taken, ended = self._counts()
        return (taken - before[0]) - (ended - before[1])

    def _answer(self, future: Any) -> Any:
        if not self._within(future.done, PATIENCE):
            raise TrialError("the driver does not answer")
        return future.result()

    def _within(self, fact: Callable[[], Any], seconds: float) -> bool:
        """Serve the node until a fact holds; False when it does not in time."""
        deadline = time.monotonic() + seconds
        self._until(lambda: fact() or time.monotonic() > deadline, seconds + PATIENCE)
        return bool(fact())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the trials and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=int, default=1000, help="number of cancels")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--latest", type=float, default=LATEST, help="latest moment of a cancel, s")
    parser.add_argument("--namespace", default="pred", help="the stack's namespace")
    options = parser.parse_args(arguments)
    rclpy.init()
    node = rclpy.create_node("cancel_trial", namespace=options.namespace)
    executor = SingleThreadedExecutor()
    executor.add_node(node)

    def until(fact: Callable[[], Any], seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while not fact() and time.monotonic() < deadline:
            executor.spin_once(timeout_sec=0.05)

    trial = CancelTrial(node, until)
    try:
        trial.run(options.n, options.seed, options.latest)
    except TrialError as error:
        print(f"cancel_trial: {error}", file=sys.stderr)
        return BAD_INPUT
    except (KeyboardInterrupt, ExternalShutdownException):
        print("cancel_trial: ended early; these are the figures until then", file=sys.stderr)
    finally:
        executor.shutdown()
        node.destroy_node()
        rclpy.try_shutdown()
    print(json.dumps(trial.tally.figures()))
    return NOT_DONE if trial.tally.leaked else DONE


if __name__ == "__main__":
    sys.exit(main())
