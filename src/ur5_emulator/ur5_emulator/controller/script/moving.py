"""URScript functions that move the arm. Those that wait are generators: one `yield` is one control cycle."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from ur5_emulator.controller.arm import CYCLE, ForceTask
from ur5_emulator.controller.kinematics import JOINT_LIMIT
from ur5_emulator.controller.motions import (
    Follow,
    JointSpeed,
    Motion,
    Servo,
    ToolServo,
    ToolSpeed,
    joint_brake,
    tool_brake,
)
from ur5_emulator.controller.paths import Route, Waypoint
from ur5_emulator.controller.poses import Pose, frame_of
from ur5_emulator.controller.script.host import Host
from ur5_emulator.controller.script.program import RuntimeFault, Steps, Thread

SETTLE = 3 * CYCLE  # after a move, until the measured joints are where the targets are


class Moving:
    """The functions, bound to one robot."""

    def __init__(self, robot: Host) -> None:
        self.robot, self.arm = robot, robot.arm
        self.owner: Thread | None = None

    def functions(self) -> dict[str, Callable[..., Any]]:
        """Return the functions by their URScript names."""
        own = (
            self.movej, self.movel, self.movep, self.movec, self.stopj, self.stopl, self.servoj, self.servoc,
            self.servol, self.speedj, self.speedl, self.force_mode, self.end_force_mode, self.teach_mode,
            self.end_teach_mode, self.freedrive_mode, self.end_freedrive_mode, self.sleep, self.sync,
        )  # fmt: skip
        return {function.__name__: function for function in own}

    # --- who moves

    def _claim(self) -> None:
        """Make the running thread the one that moves the arm; two at once end a program, as on the real controller."""
        thread = self.robot.thread()
        if self.owner not in (None, thread) and self.owner is not None and self.owner.alive and self._busy():
            raise RuntimeFault("another thread is already controlling the robot")
        if self.arm.free:
            raise RuntimeFault("the robot cannot follow a trajectory in freedrive")
        self.owner = thread

    def _busy(self) -> bool:
        return self.arm.motion is not None and not self.arm.motion.done

    def orphaned(self) -> bool:
        """Whether the arm follows a motion whose thread was killed or has ended without one to take over."""
        return self.owner is not None and not self.owner.alive and not isinstance(self.arm.motion, Follow)

    def _until_done(self, motion: Motion) -> Steps:
        while self.arm.motion is motion and not motion.done:
            yield

    # --- moves to a goal

    def movej(self, q: Sequence[float], a: float = 1.4, v: float = 1.05, t: float = 0, r: float = 0) -> Steps:
        goal = self._tool_goal(q)
        yield from self._move(Waypoint(goal.q, goal.frame, v, a, r, linear=False, duration=t))

    def movel(
        self, pose: Sequence[float], a: float = 1.2, v: float = 0.25, t: float = 0, r: float = 0
    ) -> Steps:
        goal = self._tool_goal(pose)
        yield from self._move(Waypoint(goal.q, goal.frame, v, a, r, linear=True, duration=t))

    def movep(self, pose: Sequence[float], a: float = 1.2, v: float = 0.25, r: float = 0) -> Steps:
        yield from self.movel(pose, a, v, 0, r)

    def movec(
        self,
        via: Sequence[float],
        to: Sequence[float],
        a: float = 1.2,
        v: float = 0.25,
        r: float = 0,
        mode: int = 0,
    ) -> Steps:
        """Move on an arc, approximated by two straight lines whose corner is cut as widely as may be."""
        del mode
        yield from self.movel(via, a, v, 0, 10.0)
        yield from self.movel(to, a, v, 0, r)

    def _tool_goal(self, target: Sequence[float]) -> Waypoint:
        """Return the joints and the tool frame of a pose, or of a list of joints."""
        if not isinstance(target, Pose):
            return Waypoint(tuple(target), self.arm.tip.at(target), 1, 1)
        q = self.arm.tip.reach(target, self.arm.q)
        if q is None:
            raise RuntimeFault("no inverse kinematics solution for the goal of the move")
        return Waypoint(tuple(q), frame_of(target), 1, 1)

    def _move(self, goal: Waypoint) -> Steps:
        if not (goal.speed > 0.0 and goal.acceleration > 0.0):
            raise RuntimeFault("a move needs a positive speed and acceleration")
        if any(not math.isfinite(x) or abs(x) > JOINT_LIMIT + 1e-9 for x in goal.q):
            self.robot.protective_stop("the goal of the move is outside of the joint limits")
            yield
            return
        self._claim()
        motion = self.arm.motion
        if not (isinstance(motion, Follow) and motion.extend(goal)):
            while isinstance(self.arm.motion, Follow) and not self.arm.motion.done:
                yield  # a corner that cannot be cut: the arm halts there first
            motion = Follow(Route(self.arm.q, goal, self.arm.tip))
            self.arm.motion = motion
        while self.arm.motion is motion and not (motion.done or motion.open):
            yield
        if motion.done:
            yield from self.sleep(SETTLE)

    # --- stops

    def stopj(self, a: float = 2.0) -> Steps:
        motion = joint_brake(self.arm.qd, a)
        yield from self._stop(motion)

    def stopl(self, a: float = 10.0, aRot: float = 0.0) -> Steps:  # noqa: N803 (URScript's name)
        del aRot
        yield from self._stop(tool_brake(self.arm.qd, self.arm.tool_twist(), a))

    def _stop(self, motion: Motion) -> Steps:
        self.owner = self.robot.thread()
        self.arm.motion = motion
        yield from self._until_done(motion)
        yield

    # --- continuous control

    def servoj(
        self, q: Sequence[float], a: float = 0, v: float = 0, t: float = 0.002,
        lookahead_time: float = 0.1, gain: float = 300,
    ) -> Steps:  # fmt: skip
        del a, v
        self._claim()
        motion = self.arm.motion
        if not isinstance(motion, Servo):
            motion = self.arm.motion = Servo(self.arm.robot_rates())
        motion.aim(q, lookahead_time, gain)
        yield from self.sleep(t)

    def servol(self, pose: Sequence[float], *rest: float, **options: float) -> Steps:
        yield from self.servoj(list(self._tool_goal(pose).q), *rest, **options)

    def servoc(self, pose: Sequence[float], a: float = 1.2, v: float = 0.25, r: float = 0) -> Steps:
        self._claim()
        self._tool_goal(pose)
        motion = self.arm.motion
        if not isinstance(motion, ToolServo):
            motion = self.arm.motion = ToolServo(self.arm.tool_twist(), self.arm.tool)
        motion.aim(frame_of(pose), a, v, r)
        yield

    def speedj(self, qd: Sequence[float], a: float = 0.5, t: float = 0) -> Steps:
        self._claim()
        motion = self.arm.motion
        if not isinstance(motion, JointSpeed):
            motion = self.arm.motion = JointSpeed(self.arm.robot_rates())
        motion.aim(qd, a)
        yield from self._speeding(motion, t)

    def speedl(self, xd: Sequence[float], a: float = 1.2, t: float = 0, aRot: float = 0) -> Steps:  # noqa: N803
        del aRot
        self._claim()
        motion = self.arm.motion
        if not isinstance(motion, ToolSpeed):
            motion = self.arm.motion = ToolSpeed(self.arm.tool_twist(), self.arm.tool)
        motion.aim(xd, a)
        yield from self._speeding(motion, t)

    def _speeding(self, motion: JointSpeed | ToolSpeed, seconds: float) -> Steps:
        """Return after a time, or else once the speed is reached; the arm goes on with it."""
        if seconds > 0.0:
            yield from self.sleep(seconds)
            return
        yield
        while self.arm.motion is motion and not motion.reached:
            yield

    # --- force and hand

    def force_mode(
        self, frame: Sequence[float], selection: Sequence[int], wrench: Sequence[float], kind: int,
        limits: Sequence[float],
    ) -> Steps:  # fmt: skip
        self.arm.force = ForceTask(frame_of(frame), selection, wrench, limits, kind)
        yield

    def end_force_mode(self) -> None:
        self.arm.force = None

    def teach_mode(self) -> None:
        self.freedrive_mode()

    def end_teach_mode(self) -> None:
        self.arm.free = False

    def freedrive_mode(self, freeAxes: Sequence[int] = (), feature: Sequence[float] = ()) -> None:  # noqa: N803
        del freeAxes, feature
        if (
            self._busy()
            and self.owner is not None
            and self.owner.alive
            and self.owner is not self.robot.thread()
        ):
            raise RuntimeFault("another thread is already controlling the robot")
        self.arm.motion = None
        self.arm.free = True

    def end_freedrive_mode(self) -> None:
        self.arm.free = False

    # --- waiting

    def sleep(self, t: float) -> Steps:
        for _ in range(max(1, round(t / CYCLE))):
            yield

    def sync(self) -> Steps:
        yield
