"""What the arm may be asked to do at all. Everything sent passes :meth:`Limits.check`, whatever a plan says.

The settings are the user's; the caps are not: a setting beyond its cap is refused, not clipped.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields, replace

import numpy as np

from pred_core.outcome import Code, Outcome
from ur5_description import kinematics
from ur5_description.kinematics import ArmModel, Array
from ur5_driver.driver.body import Hand
from ur5_driver.driver.commands import (
    Command,
    EndServo,
    Grip,
    Guide,
    Joints,
    MoveJoints,
    MoveLine,
    Payload,
    Press,
    Servo,
    Stop,
    ZeroForce,
)
from ur5_driver.driver.lines import Pace, line_of, pace
from ur5_driver.driver.polyscope import SaidOfItself
from ur5_driver.driver.separation import KeptOff, Separation

CAPS = {
    "joint_speed": (0.01, 2.0),
    "joint_acceleration": (0.05, 6.0),
    "tool_speed": (0.01, 1.0),
    "tool_acceleration": (0.05, 2.5),
    "stop_deceleration": (2.0, 20.0),
    "grip_force": (20.0, 130.0),
    "contact_force": (10.0, 150.0),
    "clearance": (0.0, 0.5),
}
BOX_CAP = ((-1.1, -1.1, -0.02), (1.1, 1.1, 1.4))
"""No workspace box may be larger, m in base: the arm reaches no farther, and the table is at z = 0."""
GRIPPER_WIDTH = 0.085
GRIPPER_SPEED = (0.02, 0.15)
GRIPPER_LEAST_FORCE = 20.0
PAYLOAD = (0.0, 5.0)
"""What a UR5 may carry, kg."""
COG_WITHIN = 0.3
"""How far from the flange its centre of gravity may be along an axis, m."""
PRESSES = 0.8
"""With which share of the contact force the arm may press: more than the whole of it ends that."""
PRESS_TORQUE = 10.0
"""About which torque it may press at most, Nm."""
DEVIATION = 1.0
"""How far axes that do not give way may be allowed to be off at most, m or rad."""
DAMPING, GAIN = (0.0, 1.0), (0.0, 2.0)
NOT_SENT = "The command was not sent: "
SERVO_PERIOD = (0.002, 0.02)
SAMPLE_TURN = 0.04
_ROUNDING = 1e-6
LINE_SAMPLES = 0.004
"""How far apart a line's samples are looked at, m."""


class LimitError(ValueError):
    """A limit that is itself not allowed."""


@dataclass(frozen=True)
class Limits:
    """Bounds on commands; ``low`` and ``high`` bound the tool centre point in base, m."""

    arm: ArmModel = kinematics.UR5E
    tool_length: float = 0.1525
    low: tuple[float, float, float] = (-0.2, -0.75, 0.004)
    high: tuple[float, float, float] = (0.9, 0.75, 0.9)
    joint_low: Joints = (-math.tau,) * 6
    joint_high: Joints = (math.tau,) * 6
    joint_speed: float = 1.0
    joint_acceleration: float = 2.5
    tool_speed: float = 0.5
    tool_acceleration: float = 1.2
    stop_deceleration: float = 10.0
    grip_force: float = 60.0
    contact_force: float = 60.0
    clearance: float = 0.0
    """Lowest height over the table of the surface of elbow, forearm and wrist, m."""
    hand: Hand = field(default_factory=Hand)
    kept_off: KeptOff = field(default_factory=KeptOff)
    said: SaidOfItself | None = None
    """What the controller says of itself, its own limits of the joints, which are kept as well; None while unknown."""
    _tcp: Array = field(init=False, repr=False, compare=False)
    _separation: Separation = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse what is beyond the caps.

        :raises LimitError: naming the limit and its cap
        """
        for item in fields(self):
            if item.name in CAPS:
                self._within(item.name, float(getattr(self, item.name)))
        for low, high, least, most in zip(self.low, self.high, *BOX_CAP, strict=True):
            if not least <= low < high <= most:
                raise LimitError(
                    f"The workspace box {self.low} to {self.high} must lie within {BOX_CAP[0]} to {BOX_CAP[1]} m."
                )
        for low, high in zip(self.joint_low, self.joint_high, strict=True):
            if not -math.tau <= low < high <= math.tau:
                raise LimitError("Joint limits must lie within -2 pi to 2 pi, the lower below the upper.")
        if not 0.0 <= self.tool_length <= 0.4:
            raise LimitError(f"tool_length is {self.tool_length} m, allowed is 0 to 0.4.")
        tcp = np.eye(4)
        tcp[2, 3] = self.tool_length
        object.__setattr__(self, "_tcp", tcp)
        self._check_kept_off()
        apart = Separation(self.arm, self.hand, self.kept_off, self.clearance)
        object.__setattr__(self, "_separation", apart)

    def _check_kept_off(self) -> None:
        for plane in self.kept_off.planes:
            if len(plane) != 4 or not math.isclose(math.hypot(*plane[:3]), 1.0, abs_tol=1e-3):
                raise LimitError(f"A wall needs a normal of length 1 and a distance in m, got {plane}.")
        for box in self.kept_off.boxes:
            if len(box) != 6 or not all(low < high for low, high in zip(box[:3], box[3:], strict=True)):
                raise LimitError(
                    f"A keep-out box needs a low and a high corner, x, y, z each in m, got {box}."
                )

    def _within(self, name: str, value: float) -> None:
        low, high = CAPS[name]
        if not low <= value <= high:
            raise LimitError(f"{name} is {value}, allowed is {low} to {high}.")

    def check(self, command: Command) -> Outcome:
        """Return success, or BAD_INPUT with the limit that the command breaks."""
        if not _well_formed(command):
            return refused("it holds a value that is not a number, or not six for six joints")
        match command:
            case MoveJoints():
                return self._check_joints(command)
            case MoveLine():
                return self._check_line(command)
            case Servo():
                return self._check_servo(command)
            case Grip():
                return self._check_grip(command)
            case Payload():
                return _check_payload(command)
            case Press():
                return self._check_press(command)
            case ZeroForce() | Guide():
                return Outcome.success()
            case Stop() | EndServo():
                return _bounded("deceleration", command.deceleration, CAPS["stop_deceleration"])

    def _check_joints(self, command: MoveJoints) -> Outcome:
        for name, value, most in (
            ("joint speed", command.speed, self.joint_speed),
            ("joint acceleration", command.acceleration, self.joint_acceleration),
        ):
            outcome = _bounded(name, value, (_ROUNDING, most))
            if not outcome:
                return outcome
        path = joint_samples(np.array(command.start), np.array(command.goal))
        travel = self._travel(path)
        rates = command.speed * _shares(np.array(command.goal) - np.array(command.start))
        return (
            self.check_path(path)
            and self._slow_enough(rates)
            and _bounded("speed of the tool", travel * command.speed, (0.0, self.tool_speed * 1.001))
            and _bounded(
                "acceleration of the tool",
                travel * command.acceleration,
                (0.0, self.tool_acceleration * 1.001),
            )
        )

    def _check_line(self, command: MoveLine) -> Outcome:
        for name, value, most in (
            ("tool speed", command.speed, self.tool_speed),
            ("tool acceleration", command.acceleration, self.tool_acceleration),
        ):
            outcome = _bounded(name, value, (_ROUNDING, most))
            if not outcome:
                return outcome
        verdict, line = line_of(self.arm, command.start, command.pose)
        if line is None:
            return Outcome(Code.BAD_INPUT, f"The command was not sent. {verdict.message}")
        turning, speeding_up = line.demands(Pace(command.speed, command.acceleration))
        if turning > self.joint_speed + _ROUNDING:
            return refused(f"on that line a joint would turn at {turning:.2f} rad/s")
        if speeding_up > self.joint_acceleration + _ROUNDING:
            return refused(f"on that line a joint would speed up with {speeding_up:.1f} rad/s²")
        slow = self._slow_enough(line.steepest_each * command.speed)
        return slow and self.check_path(line.every(LINE_SAMPLES)) and self._check_tip(
            line.joints, line.length / command.speed
        )

    def _check_servo(self, command: Servo) -> Outcome:
        return self.paced(command) and self.check_path(np.array([command.start, command.goal]))

    def paced(self, command: Servo) -> Outcome:
        """Check how fast a step is, whatever it goes through."""
        outcome = _bounded("period", command.period, SERVO_PERIOD)
        if not outcome:
            return outcome
        step = np.abs(np.array(command.goal) - np.array(command.start))
        if step.max() > self.joint_speed * command.period + _ROUNDING:
            return refused(f"a step of {step.max():.4f} rad in {command.period:.3f} s is too fast")
        slow = self._slow_enough(step / command.period)
        return slow and self._check_tip(np.array([command.start, command.goal]), command.period)

    def _check_grip(self, command: Grip) -> Outcome:
        return (
            _bounded("width", command.width, (0.0, GRIPPER_WIDTH))
            and _bounded("finger speed", command.speed, GRIPPER_SPEED)
            and _bounded("grip force", command.force, (GRIPPER_LEAST_FORCE, self.grip_force))
        )

    def _check_press(self, command: Press) -> Outcome:
        gives, wrench = np.array(command.compliant), np.where(command.compliant, command.wrench, 0.0)
        if not gives.any() or command.kind not in (1, 2, 3):
            return refused("no axis gives way, or its type is none of 1, 2 and 3")
        outcome = (
            _bounded("force", float(np.linalg.norm(wrench[:3])), (0.0, PRESSES * self.contact_force))
            and _bounded("torque", float(np.linalg.norm(wrench[3:])), (0.0, PRESS_TORQUE))
            and _bounded("damping", command.damping, DAMPING)
            and _bounded("gain", command.gain, GAIN)
        )
        for axis, free in enumerate(command.compliant):
            fastest = self.tool_speed if axis < 3 else self.joint_speed
            value, most = (command.speeds, fastest) if free else (command.deviations, DEVIATION)
            name = f"{'speed' if free else 'deviation'} of axis {axis + 1}"
            outcome = outcome and _bounded(name, value[axis], (_ROUNDING, most))
        return outcome

    def check_path(self, path: Array) -> Outcome:
        """Check joint limits, the box, and that the arm with what it carries keeps off itself, table, walls and boxes.

        An arm that stands where it must not be may leave: no part of it may get farther into anything on the way than
        it was at the start, and the end must be free. Between samples (Nx6 rad) the joints turn straight.
        """
        turned = self._turned_too_far(path)
        if turned:
            return refused(turned)
        beyond = self._out_of_box(kinematics.frames_along(self.arm, path))
        if float(beyond[1:].max()) > max(float(beyond[0]), 0.0) + _ROUNDING:
            return refused(f"the tool would leave the workspace by {100.0 * beyond[1:].max():.1f} cm")
        if float(beyond[-1]) > _ROUNDING and len(path) > 2:
            return refused(
                f"at its end the tool would be {100.0 * beyond[-1]:.1f} cm outside of the workspace"
            )
        fault = self._separation.fault(path)
        return Outcome.success() if fault is None else refused(fault.said)

    def _turned_too_far(self, path: Array) -> str:
        """Return which joint would leave its range, and whose limit that is; '' for none."""
        low, high = self.joint_range
        out = np.maximum(low - path, path - high)
        wrong = out[1:].max(axis=0) > np.maximum(out[0], 0.0) + _ROUNDING
        if len(path) > 2:
            wrong |= out[-1] > _ROUNDING
        if not wrong.any():
            return ""
        joint = int(wrong.argmax())
        theirs = low[joint] > self.joint_low[joint] or high[joint] < self.joint_high[joint]
        whose = ", PolyScope's own limit" if theirs else ""
        return f"{kinematics.JOINT_NAMES[joint]} would leave {low[joint]:.2f} to {high[joint]:.2f} rad{whose}"

    def _slow_enough(self, rates: Array) -> Outcome:
        """Return whether the controller's own limits allow joint rates, six rad/s."""
        why = "" if self.said is None else self.said.limits.too_fast(rates)
        return refused(why) if why else Outcome.success()

    def keeping(self, said: SaidOfItself) -> Limits:
        """Return these limits with the controller's own, where those are tighter, and of the arm that it tells.

        The links of a calibration that was given stay as they are.
        """
        least = CAPS["joint_acceleration"][0]
        acceleration = min(self.joint_acceleration, max(least, min(said.limits.acceleration)))
        arm = said.kinematics.rows.of(self.arm) if self.arm.origins is None else self.arm
        return replace(self, said=said, joint_acceleration=acceleration, arm=arm)

    @property
    def joint_range(self) -> tuple[Array, Array]:
        """Return from where to where each joint may turn, rad: within these limits and the controller's own."""
        if self.said is None:
            return np.array(self.joint_low), np.array(self.joint_high)
        return self.said.limits.within(self.joint_low, self.joint_high)

    @property
    def joint_speeds(self) -> Array:
        """Return how fast each joint may turn, rad/s, likewise."""
        ours = np.full(6, self.joint_speed)
        return ours if self.said is None else np.minimum(ours, self.said.limits.fastest)

    def allows(self, path: Array) -> bool:
        """Return whether the samples of a path (Nx6 rad) keep joint limits, box, table and the arm itself."""
        return bool(self.check_path(np.concatenate([path[:1], path, path[-1:]])))

    def _out_of_box(self, chain: Array) -> Array:
        """Return how far the tool centre point is outside of the workspace, N m; 0 or less inside."""
        tip = self.tips(chain)
        return np.asarray(np.maximum(np.array(self.low) - tip, tip - np.array(self.high)).max(axis=1))

    def tips(self, chain: Array) -> Array:
        """Return the tool centre points, Nx3 m, of DH frames Nx7x4x4."""
        return np.asarray((chain[:, 6] @ self._tcp)[:, :3, 3])

    def _travel(self, path: Array) -> float:
        """Return how far the tool goes at most for a radian of the leading joint, m/rad; 0 for no path."""
        turn = float(np.abs(path[-1] - path[0]).max())
        return self.tip_travel(path) / turn if turn > 0.0 else 0.0

    def _check_tip(self, path: Array, seconds: float) -> Outcome:
        fastest = self.tip_travel(path) / seconds
        if fastest > self.tool_speed * 1.001 + _ROUNDING:
            return refused(f"the tool would move at {fastest:.2f} m/s, allowed is {self.tool_speed:.2f}")
        return Outcome.success()

    def tip_travel(self, path: Array) -> float:
        """Return the tool's largest travel between samples times their number, m: over seconds, its top speed."""
        tips = self.tips(kinematics.frames_along(self.arm, path))
        return float(np.linalg.norm(np.diff(tips, axis=0), axis=1).max(initial=0.0)) * (len(path) - 1)

    def joints(self, start: Joints, goal: Joints, share: float, acceleration_share: float) -> MoveJoints:
        """Return the fastest allowed turn of the joints, its speed and acceleration times these shares (0..1).

        Also one to where they are already.
        """
        travel = max(self._travel(joint_samples(np.array(start), np.array(goal))), 1e-9)
        shares = np.maximum(_shares(np.array(goal) - np.array(start)), 1e-9)
        by_joints = min(self.joint_speed, float((self.joint_speeds / shares).min()))
        speed = min(by_joints, self.tool_speed / travel) * share
        acceleration = min(self.joint_acceleration, self.tool_acceleration / travel) * acceleration_share
        return MoveJoints(start, goal, max(speed, 1e-3), max(acceleration, 1e-3))

    def line(
        self, start: Joints, pose: Joints, share: float, acceleration_share: float
    ) -> tuple[Outcome, MoveLine | None]:
        """Return the fastest allowed straight line, times ``share`` (0..1), or UNREACHABLE and why there is none."""
        verdict, line = line_of(self.arm, start, pose)
        if line is None:
            return verdict, None
        by_tip = self.tool_speed * line.length / max(self.tip_travel(line.joints), 1e-9)
        fastest = Pace(min(self.tool_speed, by_tip), self.tool_acceleration * acceleration_share)
        slowed = pace(line, fastest, self.joint_speeds, self.joint_acceleration)
        return Outcome.success(), MoveLine(start, pose, slowed.speed * share * 0.999, slowed.acceleration)


def joint_samples(start: Array, goal: Array) -> Array:
    """Return samples of a straight joint-space path at most SAMPLE_TURN apart, ends included."""
    count = max(2, 1 + math.ceil(float(np.abs(goal - start).max()) / SAMPLE_TURN))
    return np.asarray(np.linspace(start, goal, count), dtype=np.float64)


def _shares(turn: Array) -> Array:
    """Return how much each joint turns of what the leading one does, 0..1."""
    return np.asarray(np.abs(turn) / max(float(np.abs(turn).max()), 1e-12))


def _check_payload(command: Payload) -> Outcome:
    off = max(abs(value) for value in command.cog)
    return _bounded("payload", command.mass, PAYLOAD) and _bounded(
        "centre of gravity", off, (0.0, COG_WITHIN)
    )


SIX = ("start", "goal", "pose", "frame", "compliant", "wrench", "speeds", "deviations")


def _well_formed(command: Command) -> bool:
    if isinstance(command, (ZeroForce, Guide)):
        return True
    if isinstance(command, Payload) and np.shape(command.cog) != (3,):
        return False
    vectors = (getattr(command, f.name) for f in fields(command) if f.name in SIX)
    if any(np.shape(v) != (6,) for v in vectors):
        return False
    values = np.concatenate([np.ravel(np.asarray(getattr(command, f.name))) for f in fields(command)])
    return bool(np.all(np.isfinite(values))) and bool(np.all(np.abs(values) < 1e6))


def _bounded(name: str, value: float, bounds: tuple[float, float]) -> Outcome:
    low, high = bounds
    if low <= value <= high + _ROUNDING:
        return Outcome.success()
    return refused(f"{name} {value:.3f} is not within {low:.3f} to {high:.3f}")


def refused(why: str) -> Outcome:
    """Return that a command is not sent, and why."""
    return Outcome(Code.BAD_INPUT, f"{NOT_SENT}{why}.")
