"""The arm itself: where its joints are and go, what its tool feels, and what its limits are."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from ur5_emulator.controller.kinematics import JOINT_LIMIT, jacobian, joint_torques, twist
from ur5_emulator.controller.links import PUBLISHED, Links, Tip
from ur5_emulator.controller.motions import Brake, Motion, ToolSpeed
from ur5_emulator.controller.paths import NoSolutionError
from ur5_emulator.controller.poses import IDENTITY, RigidFrame, Vector, cross, frame_of, rotate

CYCLE = 0.002  # seconds
JOINT_SPEED = 3.1416  # rad/s: every joint of a UR5e turns at most 180 degrees a second
SAFE_TURN = math.radians(363.0)  # what PolyScope's safety settings allow a joint until somebody narrows it
SAFE_SPEED = math.radians(191.46)  # rad/s, likewise
SAFE_ACCELERATION = 40.0  # rad/s2, likewise
HISTORY = 1000  # cycles of joint positions kept (get_actual_joint_positions_history)
COMPLIANCE = 0.02  # m/s of a compliant axis for each N that is missing, ten times as many rad/s for each Nm
RATE_SLEW = 4.0  # 1/s: how fast the speed slider takes effect
PAUSE_SLEW = 10.0  # 1/s: how fast a stop of category 2 brings the arm to rest along its path
ZERO = (0.0,) * 6


class Overload(Exception):
    """The safety system stops the arm; the message is its reason."""


@dataclass
class JointSafety:
    """What the safety settings allow each joint: from where to where it may turn (rad), and how fast (rad/s)."""

    low: list[float] = field(default_factory=lambda: [-SAFE_TURN] * 6)
    high: list[float] = field(default_factory=lambda: [SAFE_TURN] * 6)
    speed: list[float] = field(default_factory=lambda: [SAFE_SPEED] * 6)


@dataclass
class ForceTask:
    """Force mode: frame, compliant axes, wrench to press with (task frame), and speed limits of the compliant axes."""

    frame: RigidFrame
    selection: Sequence[int]
    wrench: Sequence[float]
    limits: Sequence[float]
    kind: int = 2
    """1: y of the frame points from the tool to its origin; 2: as it is; 3: x is the tool's velocity in its plane."""

    def axes(self, tool: Vector, velocity: Vector) -> tuple[float, ...]:
        """Return the frame's axes now, as the rows of its matrix, by where the tool is (m) and how it moves (m/s)."""
        r, p = self.frame.r, self.frame.p
        x: Vector = (r[0], r[3], r[6])
        y: Vector = (r[1], r[4], r[7])
        z: Vector = (r[2], r[5], r[8])
        if self.kind == 1:
            y = _unit((p[0] - tool[0], p[1] - tool[1], p[2] - tool[2])) or y
            x = _unit(cross(y, z)) or x
            z = cross(x, y)
        elif self.kind == 3:
            up = sum(a * b for a, b in zip(velocity, z, strict=True))
            x = _unit((velocity[0] - up * z[0], velocity[1] - up * z[1], velocity[2] - up * z[2])) or x
            y = cross(z, x)
        return (x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2])


def _unit(vector: Vector) -> Vector | None:
    """Return a vector's direction; None for one without."""
    length = math.sqrt(sum(v * v for v in vector))
    return (vector[0] / length, vector[1] / length, vector[2] / length) if length > 1e-6 else None


@dataclass
class ArmJoints:
    """Joint state of one arm. Vectors of six radians, rad/s; the wrench acts on the tool, N and Nm, base frame.

    `external` is what clients say an external sensor measures, N and Nm in the flange's frame at the point `sensor`
    (metres, flange frame); None: it is not in use.
    """

    start: Sequence[float]
    links: Links = PUBLISHED
    q: list[float] = field(init=False)
    qd: list[float] = field(default_factory=lambda: list(ZERO))
    qdd: list[float] = field(default_factory=lambda: list(ZERO))
    actual_q: list[float] = field(init=False)
    actual_qd: list[float] = field(default_factory=lambda: list(ZERO))
    tcp: RigidFrame = IDENTITY
    tcp_pose: list[float] = field(default_factory=lambda: list(ZERO))
    payload: float = 0.0
    cog: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])
    inertia: list[float] = field(default_factory=lambda: list(ZERO))
    gravity: list[float] = field(default_factory=lambda: [0.0, 0.0, 9.82])
    wrench: list[float] = field(default_factory=lambda: list(ZERO))
    external: list[float] = field(default_factory=lambda: list(ZERO))
    sensor: Vector | None = None
    wrench_zero: list[float] = field(default_factory=lambda: list(ZERO))
    contact_cycles: int = 0
    motion: Motion | None = None
    force: ForceTask | None = None
    force_gain: float = 1.0  # 0..2 (force_mode_set_gain_scaling)
    force_damping: float = 0.005  # 0..1 (force_mode_set_damping)
    free: bool = False  # freedrive: held by nothing but friction
    rate: float = 1.0  # robot seconds a second: the slider's, 0 when paused
    force_limit: float = 150.0  # N at which the safety system stops the arm
    safety: JointSafety = field(default_factory=JointSafety)

    def __post_init__(self) -> None:
        self.q = list(self.start)
        self.actual_q = list(self.start)
        self.history: deque[list[float]] = deque([list(self.start)], maxlen=HISTORY)

    def set_tcp(self, pose: Sequence[float]) -> None:
        """Set the tool centre point in the flange frame."""
        self.tcp, self.tcp_pose = frame_of(pose), list(pose)

    @property
    def tip(self) -> Tip:
        """The tool centre point at the end of this arm's links."""
        return Tip(self.links, self.tcp)

    def tool(self) -> RigidFrame:
        """Return the target frame of the tool in the base frame."""
        return self.tip.at(self.q)

    def actual_tool(self) -> RigidFrame:
        """Return the measured frame of the tool in the base frame."""
        return self.tip.at(self.actual_q)

    def tool_twist(self) -> list[float]:
        """Return the target velocity of the tool: m/s and rad/s in the base frame."""
        if not any(self.qd):
            return list(ZERO)
        return twist(jacobian(self.q, self.tool().p), self.qd)

    def actual_twist(self) -> list[float]:
        """Return the measured velocity of the tool: m/s and rad/s in the base frame."""
        if not self.moving:
            return list(ZERO)
        return twist(jacobian(self.actual_q, self.actual_tool().p), self.actual_qd)

    def accelerometer(self) -> list[float]:
        """Return what the flange's accelerometer shows at rest: gravity's reaction in the flange's frame, m/s2."""
        r = self.links.flange(self.actual_q).r
        return [sum(r[3 * j + i] * self.gravity[j] for j in range(3)) for i in range(3)]

    def measured(self) -> list[float]:
        """Return the wrench at the tool centre point in the base frame, by the sensor in charge."""
        if self.sensor is None:
            return self.wrench
        here = self.links.flange(self.actual_q)
        force, torque = rotate(here.r, self.external[:3]), rotate(here.r, self.external[3:])
        lever = rotate(here.r, [a - b for a, b in zip(self.sensor, self.tcp.p, strict=True)])
        return [*force, *(t + m for t, m in zip(torque, cross(lever, force), strict=True))]

    def felt(self) -> list[float]:
        """Return the measured wrench less what zero_ftsensor called zero."""
        return [w - z for w, z in zip(self.measured(), self.wrench_zero, strict=True)]

    def load_torques(self) -> list[float]:
        """Return the joint torques (Nm) that the wrench on the tool asks for."""
        return [-t for t in joint_torques(jacobian(self.q, self.tool().p), self.felt())]

    @property
    def moving(self) -> bool:
        """Whether any joint turns."""
        return any(abs(rate) > 1e-9 for rate in self.actual_qd)

    @property
    def steady(self) -> bool:
        """Whether the arm stands and nothing is about to move it (is_steady)."""
        return (self.motion is None or self.motion.done) and not self.moving and not any(self.qd)

    def halt(self, seconds: float) -> None:
        """Replace whatever moves the arm by a stop that takes some seconds."""
        self.motion = Brake(self.qd, seconds) if any(self.qd) else None
        self.force, self.free = None, False

    def robot_rates(self) -> list[float]:
        """Return the joint rates in robot time, before the speed slider stretches it."""
        return [rate / self.rate for rate in self.qd] if self.rate > 1e-3 else list(ZERO)

    def lock(self) -> None:
        """Stand at once: the brakes fell in."""
        self.motion, self.force, self.free, self.rate = None, None, False, 0.0
        self.qd, self.qdd, self.actual_qd = list(ZERO), list(ZERO), list(ZERO)
        self.actual_q = list(self.q)

    def step(self, rate: float, slew: float) -> None:
        """Go on by one control cycle, at a rate of robot time approached with a slew (1/s). May raise Overload."""
        change = slew * CYCLE
        self.rate += min(max(rate - self.rate, -change), change)
        old, old_qd = self.q, self.qd
        self.actual_q, self.actual_qd = old, old_qd
        new = self._next(CYCLE * self.rate)
        self.qd = [(b - a) / CYCLE for a, b in zip(old, new, strict=True)]
        self.qdd = [(b - a) / CYCLE for a, b in zip(old_qd, self.qd, strict=True)]
        self.history.appendleft(old)
        # no longer ago than the history goes back: programs look up where the arm was then
        self.contact_cycles = min(self.contact_cycles + 1, HISTORY - 1) if self._touching() else 0
        self._check(new)
        self.q = new

    def _next(self, dt: float) -> list[float]:
        if isinstance(self.motion, Brake):
            dt = CYCLE  # a stop is neither stretched by the slider nor held up by a pause
        if self.motion is not None and not self.free and dt > 0.0:
            try:
                new = self.motion.advance(self.q, self.qd, dt)
            except NoSolutionError as error:
                raise Overload(str(error)) from error
            if self.motion.done:
                self.motion = None
            return new
        if self.force is not None and dt > 0.0:
            return self._yielding(self.force, dt)
        return self.q

    def _yielding(self, task: ForceTask, dt: float) -> list[float]:
        """Give way along the compliant axes until the force on the tool is the one asked for."""
        twist = self.tool_twist()
        axes = task.axes(self.tool().p, (twist[0], twist[1], twist[2]))
        back = (axes[0], axes[3], axes[6], axes[1], axes[4], axes[7], axes[2], axes[5], axes[8])
        felt = self.felt()
        local = [*rotate(back, felt[:3]), *rotate(back, felt[3:])]
        gain = COMPLIANCE * self.force_gain * (1.0 - self.force_damping)
        speed = []
        for i in range(6):
            wanted = (task.wrench[i] + local[i]) * gain * (1.0 if i < 3 else 10.0)
            limit = abs(task.limits[i]) if task.selection[i] else 0.0
            speed.append(min(max(wanted, -limit), limit))
        goal = [*rotate(axes, speed[:3]), *rotate(axes, speed[3:])]
        return ToolSpeed(goal, self.tool).advance(self.q, self.qd, dt)

    def _touching(self) -> bool:
        felt = self.felt()
        return felt[0] ** 2 + felt[1] ** 2 + felt[2] ** 2 > 5.0**2

    def _check(self, new: Sequence[float]) -> None:
        safety = self.safety
        for i, (a, rate) in enumerate(zip(new, self.qd, strict=True)):
            if abs(rate) > (fastest := min(JOINT_SPEED * 1.02, safety.speed[i])):
                self._refuse()
                raise Overload(f"joint {i} would turn at {abs(rate):.2f} rad/s, more than {fastest:.2f}")
            if abs(a) > JOINT_LIMIT + 1e-6 and abs(a) > abs(self.q[i]):
                self._refuse()
                raise Overload(f"joint {i} would leave its range of +-360 degrees")
            if (a < safety.low[i] and a < self.q[i]) or (a > safety.high[i] and a > self.q[i]):
                self._refuse()
                raise Overload(f"joint {i} would leave {safety.low[i]:.2f} to {safety.high[i]:.2f} rad")
        if sum(w * w for w in self.wrench[:3]) > self.force_limit**2:
            self._refuse()
            raise Overload("the force on the tool exceeds its limit")

    def _refuse(self) -> None:
        """Do not make this step: brake from the rates before it."""
        self.qd = [
            (b - a) / CYCLE for a, b in zip(self.history[min(1, len(self.history) - 1)], self.q, strict=True)
        ]
        self.motion = Brake(self.qd, 0.1) if any(self.qd) else None
        self.qdd = list(ZERO)
