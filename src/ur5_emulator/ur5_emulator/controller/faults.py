"""The fault port: a JSON object a line in, one out. It makes the controller fail as real ones do, and tells all."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from ur5_emulator.controller.arm import CYCLE
from ur5_emulator.controller.clock import Clock
from ur5_emulator.controller.dashboard import LineSession
from ur5_emulator.controller.gripper import GripperRegisters
from ur5_emulator.controller.io import DIGITAL
from ur5_emulator.controller.services import Services
from ur5_emulator.controller.sockets import Connection

FIELDBUS = object()  # who claims registers in a register conflict
REGISTERS = 24  # of each kind that a fieldbus claims


class FaultPort:
    """Carries out what testers ask for, now or after some seconds of robot time."""

    def __init__(self, services: Services, clock: Clock) -> None:
        self.services, self.clock = services, clock
        robot = services.robot
        self.pending: list[tuple[float, Callable[[], None]]] = []
        self.faults: dict[str, Callable[[], None]] = {
            "protective_stop": lambda: robot.protective_stop("injected"),
            "emergency_stop": robot.emergency_stop,
            "release_emergency_stop": robot.release_emergency_stop,
            "system_emergency_stop": lambda: robot.system_emergency_stop(True),
            "release_system_emergency_stop": lambda: robot.system_emergency_stop(False),
            "safety_fault": robot.safety_fault,
            "reduced_mode": lambda: setattr(robot.safety, "reduced", True),
            "normal_mode": lambda: setattr(robot.safety, "reduced", False),
            "safeguard_stop": lambda: robot.safeguard(True),
            "safeguard_clear": lambda: robot.safeguard(False),
            "local_mode": lambda: robot.set_remote(False),
            "remote_mode": lambda: robot.set_remote(True),
            "freeze": services.freeze,
            "unfreeze": services.unfreeze,
            "drop_sockets": services.hub.drop,
            "cable_pull": services.hub.pull,
            "cable_plug": services.hub.plug,
            "power_off": services.power_off,
            "power_on": services.power_on,
            "register_conflict": self._claim_registers,
            "clear_conflict": lambda: services.claims.release(FIELDBUS),
        }
        self.world: dict[str, Callable[[Any], None]] = {
            "wrench": lambda value: setattr(robot.arm, "wrench", _numbers(value, 6)),
            "gripper_blocked_at": self._block_gripper,
            "gripper_fingers_at": self._hold_gripper,
            "digital_inputs": self._digital_inputs,
            "analog_inputs": lambda value: setattr(robot.io, "analog_in", _numbers(value, 2)),
            "tool_analog_inputs": lambda value: setattr(robot.io, "tool_analog_in", _numbers(value, 2)),
        }

    def open(self, connection: Connection) -> LineSession:
        """Serve a client."""
        return LineSession(connection, self.answer)

    def answer(self, line: str) -> str:
        """Return the reply to a line; what is wrong with it is said in the reply."""
        try:
            request = json.loads(line)
        except json.JSONDecodeError as error:
            return _refusal(f"not JSON: {error}")
        if not isinstance(request, dict):
            return _refusal("a request is a JSON object")
        try:
            return json.dumps({"ok": True, **self._handle(request)})
        except (ValueError, TypeError, KeyError) as error:
            return _refusal(str(error))

    def advance(self, seconds: float) -> None:
        """Let time pass for the faults that are to come later; it passes while the loop hangs, too."""
        if not self.pending:
            return
        self.pending = [(left - seconds, fault) for left, fault in self.pending]
        for left, fault in [entry for entry in self.pending if entry[0] <= 0.0]:
            self.pending.remove((left, fault))
            fault()

    def _handle(self, request: dict[str, Any]) -> dict[str, Any]:
        if "fault" in request:
            return self._fault(str(request["fault"]), float(request.get("after", 0.0)))
        if "world" in request:
            return self._world(request["world"])
        if "clock" in request:
            self.clock.step(int(request["clock"]["step"]))
            return {}
        if "safety" in request:
            return self._safety(request["safety"])
        if request.get("state"):
            return self.state()
        if request.get("links"):
            return {"links": asdict(self.services.robot.arm.links)}
        raise ValueError("a request has one of fault, world, safety, state, links, clock")

    def _fault(self, name: str, after: float) -> dict[str, Any]:
        fault = self.faults.get(name)
        if fault is None:
            raise ValueError(f"no fault {name!r}; there are {', '.join(self.faults)}")
        if after > 0.0:
            self.pending.append((after, fault))
        else:
            fault()
        return {}

    def _world(self, world: dict[str, Any]) -> dict[str, Any]:
        unknown = set(world) - set(self.world)
        if unknown:
            raise ValueError(f"the world has no {', '.join(sorted(unknown))}")
        for name, value in world.items():
            self.world[name](value)
        return {}

    def _safety(self, joints: dict[str, Any]) -> dict[str, Any]:
        """Set what PolyScope's safety settings allow the joints, as a person does at the pendant."""
        settings = self.services.robot.arm.safety
        values = {name: _numbers(joints[name], 6) for name in joints}
        unknown = set(values) - set(vars(settings))
        if unknown:
            raise ValueError(f"the safety settings have no {', '.join(sorted(unknown))}")
        vars(settings).update(values)
        return {}

    def _gripper(self) -> GripperRegisters:
        gripper = self.services.robot.gripper
        if gripper is None:
            raise ValueError("this controller has no gripper")
        return gripper

    def _block_gripper(self, at: Any) -> None:
        self._gripper().blocked_at = None if at is None else float(at)

    def _hold_gripper(self, at: Any) -> None:
        self._gripper().fingers_at = None if at is None else float(at)

    def _digital_inputs(self, bits: Any) -> None:
        if not isinstance(bits, int) or not 0 <= bits < 1 << DIGITAL:
            raise ValueError(f"digital inputs are {DIGITAL} bits")
        self.services.robot.io.inputs = bits

    def _claim_registers(self) -> None:
        names = [f"input_{kind}_register_{i}" for kind in ("int", "double") for i in range(REGISTERS)]
        self.services.claims.owners |= dict.fromkeys(names, FIELDBUS)

    def state(self) -> dict[str, Any]:
        """Return the controller's state as a JSON object."""
        robot = self.services.robot
        arm, gripper = robot.arm, robot.gripper
        return {
            "time": robot.time,
            "actual_q": arm.actual_q, "actual_qd": arm.actual_qd, "target_q": arm.q, "target_qd": arm.qd,
            "tcp_pose": list(robot.asking.get_actual_tcp_pose()), "wrench": arm.wrench,
            "robot_mode": int(robot.mode), "safety_mode": int(robot.safety.mode), "runtime_state": int(robot.runtime),
            "remote": robot.remote, "program": robot.program_name if robot.program is not None else None,
            "gripper": None if gripper is None else round(gripper.position, 2),
            "object": None if gripper is None else gripper.found,
            "digital_outputs": robot.io.outputs, "digital_inputs": robot.io.inputs, "speed_slider": robot.slider,
            "frozen": self.services.frozen, "cable": not self.services.hub.dead, "off": self.services.off,
            "clients": len(self.services.hub.connections), "notes": list(robot.notes), "cycle": CYCLE,
            "lateness": self.clock.lateness(),
        }  # fmt: skip


def _numbers(values: Any, count: int) -> list[float]:
    """Return a JSON array of as many numbers."""
    numbers = [float(value) for value in values]
    if len(numbers) != count:
        raise ValueError(f"{count} numbers are needed, not {len(numbers)}")
    return numbers


def _refusal(message: str) -> str:
    return json.dumps({"ok": False, "error": message})
