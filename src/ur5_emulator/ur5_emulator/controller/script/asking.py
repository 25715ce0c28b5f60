"""URScript functions that ask, set and compute; none of them waits."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from ur5_emulator.controller.arm import CYCLE
from ur5_emulator.controller.kinematics import JOINT_LIMIT
from ur5_emulator.controller.links import Tip
from ur5_emulator.controller.poses import Pose, between, compose, frame_of, inverse, norm, pose_of
from ur5_emulator.controller.script.host import Host
from ur5_emulator.controller.script.program import RuntimeFault

ELBOW_REACH = 0.95  # metres from the base's shoulder beyond which a tool pose is outside of the safety limits
EXTERNAL_WRENCH = "external_force_torque"
EXTERNAL_RATE = 10.0  # Hz at which an external sensor has to report, unless there is a watchdog already
CONTACT_FORCE = 5.0  # N along the asked direction that count as a contact


class Asking:
    """The functions, bound to one robot. Angles rad, lengths m, forces N; poses in the robot's base frame."""

    def __init__(self, robot: Host) -> None:
        self.robot, self.arm = robot, robot.arm

    def functions(self) -> dict[str, Callable[..., Any]]:
        """Return the functions by their URScript names."""
        own = {
            name: getattr(self, name)
            for name in dir(self)
            if not name.startswith("_") and name != "functions"
        }
        return {name: value for name, value in own.items() if callable(value)} | _mathematics()

    # --- registers and signals

    def read_input_integer_register(self, index: int) -> int:
        return self.robot.registers.in_int[index]

    def read_input_float_register(self, index: int) -> float:
        return self.robot.registers.in_double[index]

    def read_input_boolean_register(self, index: int) -> bool:
        return self.robot.registers.in_bit[index]

    def write_output_integer_register(self, index: int, value: float) -> None:
        self.robot.registers.out_int[index] = int(value)

    def write_output_float_register(self, index: int, value: float) -> None:
        self.robot.registers.out_double[index] = float(value)

    def write_output_boolean_register(self, index: int, value: bool) -> None:
        self.robot.registers.out_bit[index] = bool(value)

    def rtde_set_watchdog(self, variable: str, min_frequency: float, action: str = "pause") -> None:
        self.robot.set_watchdog(variable, min_frequency, action)

    def set_standard_digital_out(self, index: int, value: bool) -> None:
        self.robot.io.set_digital(index, value)

    def set_configurable_digital_out(self, index: int, value: bool) -> None:
        self.robot.io.set_digital(8 + index, value)

    def set_tool_digital_out(self, index: int, value: bool) -> None:
        self.robot.io.set_digital(16 + index, value)

    def set_digital_out(self, index: int, value: bool) -> None:
        self.robot.io.set_digital(index if index < 8 else index + 8, value)

    def get_standard_digital_out(self, index: int) -> bool:
        return bool(self.robot.io.outputs >> index & 1)

    def get_configurable_digital_out(self, index: int) -> bool:
        return self.get_standard_digital_out(8 + index)

    def get_tool_digital_out(self, index: int) -> bool:
        return self.get_standard_digital_out(16 + index)

    def get_standard_digital_in(self, index: int) -> bool:
        return bool(self.robot.io.inputs >> index & 1)

    def get_configurable_digital_in(self, index: int) -> bool:
        return self.get_standard_digital_in(8 + index)

    def get_tool_digital_in(self, index: int) -> bool:
        return self.get_standard_digital_in(16 + index)

    def get_standard_analog_in(self, index: int) -> float:
        return self.robot.io.analog_in[index]

    def get_tool_analog_in(self, index: int) -> float:
        return self.robot.io.tool_analog_in[index]

    def set_standard_analog_out(self, index: int, fraction: float) -> None:
        self.robot.io.set_analog(index, fraction)

    # --- the arm's state

    def get_actual_joint_positions(self) -> list[float]:
        return list(self.arm.actual_q)

    def get_target_joint_positions(self) -> list[float]:
        return list(self.arm.q)

    def get_actual_joint_speeds(self) -> list[float]:
        return list(self.arm.actual_qd)

    def get_target_joint_speeds(self) -> list[float]:
        return list(self.arm.qd)

    def get_actual_joint_positions_history(self, steps: int = 0) -> list[float]:
        history = self.arm.history
        if not 0 <= steps < len(history):
            raise RuntimeFault(f"the history of joint positions does not go back {steps} steps")
        return list(history[int(steps)])

    def get_actual_tcp_pose(self) -> Pose:
        return pose_of(self.arm.actual_tool())

    def get_target_tcp_pose(self) -> Pose:
        return pose_of(self.arm.tool())

    def get_actual_tcp_speed(self) -> Pose:
        return Pose(self.arm.actual_twist())

    def get_target_tcp_speed(self) -> Pose:
        return Pose(self.arm.tool_twist())

    def get_actual_tool_flange_pose(self) -> Pose:
        return pose_of(self.arm.links.flange(self.arm.actual_q))

    def get_target_waypoint(self) -> Pose:
        return pose_of(self.robot.waypoint())

    def get_tcp_offset(self) -> Pose:
        return Pose(self.arm.tcp_pose)

    def get_tcp_force(self) -> Pose:
        return Pose(self.arm.felt())

    def force(self) -> float:
        return norm(self.arm.felt()[:3])

    def get_joint_torques(self) -> list[float]:
        return self.arm.load_torques()

    def get_steptime(self) -> float:
        return CYCLE

    def get_freedrive_status(self) -> int:
        return 0

    def is_steady(self) -> bool:
        return self.arm.steady

    def get_target_payload(self) -> float:
        return self.arm.payload

    def get_target_payload_cog(self) -> list[float]:
        return list(self.arm.cog)

    def get_target_payload_inertia(self) -> list[float]:
        return list(self.arm.inertia)

    def tool_contact(self, direction: Sequence[float] = (0.0,) * 6) -> int:
        """Return how many cycles ago the tool touched something in a direction, or 0 where it does not."""
        size = norm(direction[:3])
        felt = self.arm.felt()
        if size < 1e-9:
            against = norm(felt[:3])
        else:
            against = -sum(f * d for f, d in zip(felt[:3], direction[:3], strict=True)) / size
        return max(self.arm.contact_cycles, 1) if against > CONTACT_FORCE else 0

    # --- settings

    def set_tcp(self, pose: Sequence[float], name: str = "") -> None:
        del name
        self.arm.set_tcp(pose)

    def set_payload(self, mass: float, cog: Sequence[float] | None = None) -> None:
        if not 0.0 <= mass <= 10.0:
            raise RuntimeFault(f"a payload of {mass} kg is more than this robot carries")
        self.arm.payload = mass
        if cog is not None:
            self.arm.cog = list(cog)

    def set_target_payload(
        self, mass: float, cog: Sequence[float], inertia: Sequence[float] = (0.0,) * 6
    ) -> None:
        self.set_payload(mass, cog)
        self.arm.inertia = list(inertia)

    def set_gravity(self, direction: Sequence[float]) -> None:
        self.arm.gravity = list(direction)

    def zero_ftsensor(self) -> None:
        self.arm.wrench_zero = list(self.arm.measured())

    def force_mode_set_damping(self, damping: float) -> None:
        self.arm.force_damping = min(max(damping, 0.0), 1.0)

    def force_mode_set_gain_scaling(self, scaling: float) -> None:
        self.arm.force_gain = min(max(scaling, 0.0), 2.0)

    def ft_rtde_input_enable(
        self,
        enable: bool,
        sensor_mass: float = 0.0,
        sensor_measuring_offset: Sequence[float] = (0.0, 0.0, 0.0),
        sensor_cog: Sequence[float] = (0.0, 0.0, 0.0),
    ) -> None:
        """Feel what clients send instead of what the arm's own sensor does; they have to keep sending, at 10 Hz.

        The sensor's weight is that of the payload, which the wrench on the tool is without anyway.
        """
        del sensor_mass, sensor_cog
        self.arm.sensor = tuple(sensor_measuring_offset) if enable else None
        dog = self.robot.watchdog
        if enable and dog is None:
            # from the first on: ur_rtde 1.6.5 cannot send any, and would lose its program to a tenth of a second
            self.robot.set_watchdog(EXTERNAL_WRENCH, EXTERNAL_RATE, "pause", from_first=True)
        elif not enable and dog is not None and dog.variable == EXTERNAL_WRENCH:
            self.robot.watchdog = None

    def enable_external_ft_sensor(self, *arguments: Any, **options: Any) -> None:
        self.ft_rtde_input_enable(*arguments, **options)

    def protective_stop(self) -> None:
        self.robot.protective_stop("asked for by the program")

    def textmsg(self, *parts: Any) -> None:
        text = "".join(str(part) for part in parts)
        self.robot.note(text)
        self.robot.tell(text)

    def popup(self, message: Any, title: str = "", *_: Any, **__: Any) -> None:
        self.robot.note(f"popup {title}: {message}")

    # --- kinematics

    def get_inverse_kin(
        self, x: Sequence[float], qnear: Sequence[float] | None = None, *_: float
    ) -> list[float]:
        q = self.arm.tip.reach(x, self.arm.actual_q if qnear is None else qnear)
        if q is None:
            raise RuntimeFault("get_inverse_kin: no solution found")
        return q

    def get_inverse_kin_has_solution(
        self, pose: Sequence[float], qnear: Sequence[float] | None = None, *_: float
    ) -> bool:
        return self.arm.tip.reach(pose, self.arm.actual_q if qnear is None else qnear) is not None

    def get_forward_kin(self, q: Sequence[float] | None = None, tcp: Sequence[float] | None = None) -> Pose:
        tip = self.arm.tip if tcp is None else Tip(self.arm.links, frame_of(tcp))
        return pose_of(tip.at(self.arm.actual_q if q is None else q))

    def is_within_safety_limits(self, target: Sequence[float]) -> bool:
        if not isinstance(target, Pose):
            return all(abs(q) <= JOINT_LIMIT for q in target)
        return norm(target[:3]) <= ELBOW_REACH + norm(self.arm.tcp.p) and self.get_inverse_kin_has_solution(
            target
        )

    def pose_trans(self, a: Sequence[float], b: Sequence[float]) -> Pose:
        return pose_of(compose(frame_of(a), frame_of(b)))

    def pose_inv(self, a: Sequence[float]) -> Pose:
        return pose_of(inverse(frame_of(a)))

    def pose_add(self, a: Sequence[float], b: Sequence[float]) -> Pose:
        turned = compose(frame_of([0, 0, 0, *a[3:]]), frame_of([0, 0, 0, *b[3:]]))
        return Pose([*(x + y for x, y in zip(a[:3], b[:3], strict=True)), *pose_of(turned)[3:]])

    def pose_sub(self, a: Sequence[float], b: Sequence[float]) -> Pose:
        turned = compose(frame_of([0, 0, 0, *a[3:]]), inverse(frame_of([0, 0, 0, *b[3:]])))
        return Pose([*(x - y for x, y in zip(a[:3], b[:3], strict=True)), *pose_of(turned)[3:]])

    def pose_dist(self, a: Sequence[float], b: Sequence[float]) -> float:
        return norm([x - y for x, y in zip(a[:3], b[:3], strict=True)])

    def interpolate_pose(self, a: Sequence[float], b: Sequence[float], fraction: float) -> Pose:
        return pose_of(between(frame_of(a), frame_of(b), fraction))


def _mathematics() -> dict[str, Callable[..., Any]]:
    names = ("acos", "asin", "atan", "atan2", "ceil", "cos", "floor", "pow", "sin", "sqrt", "tan")
    return {name: getattr(math, name) for name in names} | {
        "d2r": math.radians,
        "r2d": math.degrees,
        "norm": lambda value: norm(value) if isinstance(value, list) else abs(value),
        "length": len,
        "to_str": str,
        "log": lambda base, value: math.log(value, base),
    }
