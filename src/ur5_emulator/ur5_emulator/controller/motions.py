"""What can move the arm: each motion gives the next target joints, one control cycle after another.

`advance` moves the arm's targets by dt seconds of *robot* time: the caller has stretched it by the speed slider,
and shrinks it to nothing while a program is paused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from ur5_emulator.controller.kinematics import jacobian
from ur5_emulator.controller.linear import solve_damped
from ur5_emulator.controller.paths import Route, Waypoint, braking
from ur5_emulator.controller.poses import RigidFrame, norm, rotate, transposed, turned, vector_of


class Motion(Protocol):
    """Something that moves the arm until it is done."""

    done: bool

    def advance(self, q: Sequence[float], qd: Sequence[float], dt: float) -> list[float]:
        """Return the target joints dt seconds later, from target joints and rates."""
        ...


class Follow:
    """Follow a route with its profile."""

    def __init__(self, route: Route) -> None:
        self.route, self.time, self.done = route, 0.0, False

    def advance(self, q: Sequence[float], qd: Sequence[float], dt: float) -> list[float]:  # noqa: ARG002
        self.time += dt
        profile = self.route.profile
        self.done = self.time >= profile.duration
        return self.route.at(profile.state(self.time)[0], q)

    @property
    def open(self) -> bool:
        """Whether the program may say now where to go next, so that the corner at the goal can be cut."""
        return self.route.goal.blend > 0.0 and self.route.opens(*self.route.profile.state(self.time))

    def extend(self, following: Waypoint) -> bool:
        """Lead on to another waypoint without a halt; False where the arm has to halt first."""
        if self.done or not self.route.extend(*self.route.profile.state(self.time), following):
            return False
        self.time = 0.0
        return True


class Brake:
    """Come to rest in a straight line of joint space, all joints together."""

    def __init__(self, qd: Sequence[float], seconds: float) -> None:
        self.rates, self.left = list(qd), seconds
        self.whole = seconds
        self.done = seconds <= 0.0

    def advance(self, q: Sequence[float], qd: Sequence[float], dt: float) -> list[float]:  # noqa: ARG002
        if self.done:
            return list(q)
        step = min(dt, self.left)
        mean = (self.left - step / 2.0) / self.whole
        self.left -= step
        self.done = self.left <= 1e-12
        return [a + rate * mean * step for a, rate in zip(q, self.rates, strict=True)]


def joint_brake(qd: Sequence[float], deceleration: float) -> Brake:
    """Return a stop with a deceleration (rad/s2) of the fastest joint: stopj."""
    return Brake(qd, braking(max(abs(x) for x in qd), deceleration))


def tool_brake(qd: Sequence[float], twist: Sequence[float], deceleration: float) -> Brake:
    """Return a stop with a deceleration (m/s2) of the tool: stopl. A turning tool counts as at half a metre."""
    speed = max(norm(twist[:3]), norm(twist[3:]) / 2.0, max(abs(x) for x in qd) / 8.0)
    return Brake(qd, braking(speed, deceleration))


class JointSpeed:
    """Joint rates reached with an acceleration of the fastest joint (speedj)."""

    done = False

    def __init__(self, current: Sequence[float]) -> None:
        self.rates = list(current)
        self.goal, self.acceleration = list(current), 0.0

    def aim(self, rates: Sequence[float], acceleration: float) -> None:
        """Set the rates to reach, rad/s, and the acceleration, rad/s2."""
        self.goal, self.acceleration = list(rates), acceleration

    @property
    def reached(self) -> bool:
        """Whether the rates are those asked for."""
        return self.rates == self.goal

    def advance(self, q: Sequence[float], qd: Sequence[float], dt: float) -> list[float]:  # noqa: ARG002
        self.rates = approach(self.rates, self.goal, self.acceleration * dt)
        return [a + rate * dt for a, rate in zip(q, self.rates, strict=True)]


class ToolSpeed:
    """A tool velocity (m/s, rad/s, base frame) reached with an acceleration (speedl)."""

    done = False

    def __init__(self, current: Sequence[float], tool: Callable[[], RigidFrame]) -> None:
        self.twist, self.tool = list(current), tool
        self.goal, self.acceleration = list(current), 0.0

    def aim(self, twist: Sequence[float], acceleration: float) -> None:
        """Set the velocity to reach and the acceleration, m/s2; turning may accelerate twice as fast in rad/s2."""
        self.goal, self.acceleration = list(twist), acceleration

    @property
    def reached(self) -> bool:
        """Whether the velocity is the one asked for."""
        return self.twist == self.goal

    def advance(self, q: Sequence[float], qd: Sequence[float], dt: float) -> list[float]:  # noqa: ARG002
        self.twist[:3] = approach(self.twist[:3], self.goal[:3], self.acceleration * dt, euclidean=True)
        self.twist[3:] = approach(self.twist[3:], self.goal[3:], self.acceleration * dt * 2, euclidean=True)
        rates = solve_damped(jacobian(q, self.tool().p), self.twist)
        return [a + rate * dt for a, rate in zip(q, rates, strict=True)]


class ToolServo:
    """Bring the tool to a frame with a speed and acceleration, whatever it did before (servoc)."""

    done = False

    def __init__(self, current: Sequence[float], tool: Callable[[], RigidFrame]) -> None:
        self.drive, self.tool = ToolSpeed(current, tool), tool
        self.target: RigidFrame | None = None
        self.acceleration, self.speed, self.near = 1.2, 0.25, 0.0

    def aim(self, target: RigidFrame, acceleration: float, speed: float, near: float) -> None:
        """Set the frame to reach, m/s2, m/s, and the distance (m) at which it counts as reached."""
        self.target, self.acceleration, self.speed, self.near = target, acceleration, speed, near

    def advance(self, q: Sequence[float], qd: Sequence[float], dt: float) -> list[float]:
        if self.target is None or dt <= 0.0:
            return list(q)
        tool = self.tool()
        way = [b - a for a, b in zip(tool.p, self.target.p, strict=True)]
        turn = rotate(tool.r, vector_of(turned(transposed(tool.r), self.target.r)))
        left = max(norm(way), norm(turn) / 2.0)
        if left < 1e-6:
            self.drive.twist = [0.0] * 6
            return list(q)
        # half of the deceleration that would just do, and no faster than a tenth of a second's way near the goal
        speed = min(self.speed, (self.acceleration * left) ** 0.5, left * 10.0)
        self.drive.aim([x * speed / left for x in (*way, *turn)], self.acceleration)
        return self.drive.advance(q, qd, dt)


def approach(
    now: Sequence[float], goal: Sequence[float], step: float, *, euclidean: bool = False
) -> list[float]:
    """Return a vector moved towards another by at most a step (of its largest part, or of its length)."""
    difference = [b - a for a, b in zip(now, goal, strict=True)]
    size = norm(difference) if euclidean else max(abs(d) for d in difference)
    if size <= step:
        return list(goal)
    return [a + d * step / size for a, d in zip(now, difference, strict=True)]


class Servo:
    """Track a joint target like a spring with a damper that looks ahead (servoj)."""

    done = False

    def __init__(self, current: Sequence[float]) -> None:
        self.rates = list(current)
        self.target: list[float] | None = None
        self.gain, self.lookahead = 300.0, 0.1

    def aim(self, target: Sequence[float], lookahead: float, gain: float) -> None:
        """Set where to go to; lookahead 0.03..0.2 s, gain 100..2000 as the controller's manual has them."""
        self.target, self.gain = list(target), gain
        # less than about 0.7 of critical damping would ring, which the real arm does not show at these settings
        self.lookahead = max(lookahead, 1.4 / gain**0.5)

    def advance(self, q: Sequence[float], qd: Sequence[float], dt: float) -> list[float]:  # noqa: ARG002
        if self.target is None or dt <= 0.0:
            return list(q)
        out = []
        for i, (a, goal) in enumerate(zip(q, self.target, strict=True)):
            # implicit Euler: stable for every gain at this step
            pull = self.gain * (goal - a)
            rate = (self.rates[i] + dt * pull) / (1.0 + dt * self.gain * (self.lookahead + dt))
            if abs(goal - a) < 1e-7 and abs(rate) < 1e-5:
                self.rates[i] = 0.0
                out.append(goal)
                continue
            self.rates[i] = rate
            out.append(a + rate * dt)
        return out
