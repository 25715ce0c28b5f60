"""The fault port: a JSON object a line in, one out. It makes the robot fail as real ones do, and tells all."""

from __future__ import annotations

import base64
import json
import logging
import math
import socketserver
import threading
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pred_core.geometry import Pose2D
from spot_emulator.report import robot_report, room_report
from spot_emulator.robot.bystander import TAKES, Bystander
from spot_emulator.world.changing import change
from thor_player.rooms_data import UnknownScene

if TYPE_CHECKING:
    from spot_emulator.machine import Machine

log = logging.getLogger(__name__)
TABLET = "tablet"


class FaultPort:
    """Carries out what testers ask for, now or after some seconds."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        robot, network = machine.robot, machine.network
        self._locked: dict[str, Callable[[], Any]] = {
            "lease_taken": lambda: robot.leases.take("body", TABLET, TABLET),
            "lease_returned": self._return_lease,
            "estop_pressed": lambda: setattr(robot.estop, "button", True),
            "estop_released": lambda: setattr(robot.estop, "button", False),
            "power_cut": lambda: robot.lose_motor_supply(lost=True),
            "power_restored": lambda: robot.lose_motor_supply(lost=False),
            "time_sync_lost": robot.clocks.clear,
            "battery_low": lambda: robot.set_battery(low=True),
            "battery_ok": lambda: robot.set_battery(low=False),
            "fall": robot.fall,
            "localization_lost": robot.navigator.lose,
            "localization_found": lambda: setattr(robot.navigator, "lost", False),
            "grasp_slipped": robot.slip,
            "arm_stuck": lambda: setattr(robot.arm, "stuck", True),
            "arm_free": lambda: setattr(robot.arm, "stuck", False),
        }
        self._free: dict[str, Callable[[], Any]] = {
            "network_cut": lambda: network.set_cut(cut=True),
            "network_back": lambda: network.set_cut(cut=False),
            "connections_reset": machine.port.reset,
            "reboot": machine.reboot,
        }
        self._cameras = {"camera_frozen": True, "camera_live": False}
        self._sized: dict[str, tuple[str, Callable[[float], Any]]] = {
            "grasps_slip": ("times", lambda times: setattr(robot.grip, "clumsy", int(times))),
            "hold_tires": ("seconds", lambda seconds: setattr(robot.grip, "tires_in", seconds)),
        }
        self._server: socketserver.ThreadingTCPServer | None = None

    def _return_lease(self) -> None:
        claim = self.machine.robot.leases.holder()
        if claim is None or claim.client != TABLET:
            raise ValueError("the tablet does not hold the lease")
        self.machine.robot.leases.give_back(claim.root)

    def listen(self, host: str, port: int) -> int:
        """Serve on an address; return the port.

        :raises OSError: where it is taken
        """
        outer = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                for line in self.rfile:
                    self.wfile.write(outer.answer(line.decode(errors="replace")).encode() + b"\n")

        class Server(socketserver.ThreadingTCPServer):
            allow_reuse_address = True
            daemon_threads = True

        self._server = Server((host, port), Handler)
        threading.Thread(target=self._server.serve_forever, name="faults", daemon=True).start()
        return int(self._server.server_address[1])

    def close(self) -> None:
        """Stop listening."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()

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
        except (ValueError, TypeError, KeyError, UnknownScene) as error:
            return _refusal(str(error))

    def _handle(self, request: dict[str, Any]) -> dict[str, Any]:
        robot = self.machine.robot
        if "fault" in request:
            return self._fault(request)
        if request.get("state"):
            with robot.lock:
                return robot_report(self.machine)
        if request.get("objects"):
            with robot.lock:
                return {"objects": room_report(robot)}
        if "instances" in request:
            wanted = request["instances"]
            return self._instances(str(wanted["source"]), float(wanted.get("ratio", 1.0)))
        if "set" in request:
            with robot.lock:
                change(robot.house, dict(request["set"]))
            return {}
        if "load" in request:
            return self._load(request["load"])
        if "person" in request:
            return self._stand(request["person"])
        raise ValueError("a request has one of fault, state, objects, instances, set, load, person")

    def _instances(self, source: str, ratio: float) -> dict[str, Any]:
        labels = self.machine.images.labels(source, ratio)
        data = base64.b64encode(zlib.compress(labels.data, 1)).decode()
        return {"width": labels.width, "height": labels.height, "names": labels.names, "labels": data}

    def _load(self, wanted: dict[str, Any]) -> dict[str, Any]:
        start = Pose2D(*(float(v) for v in wanted["start"])) if wanted.get("start") else None
        refused = self.machine.load(str(wanted["scene"]), int(wanted.get("seed", 0)), start)
        if refused is not None:
            raise ValueError(refused.message)
        return {}

    def _stand(self, wanted: dict[str, Any] | None) -> dict[str, Any]:
        """Let a person stand in the room, or nobody."""
        robot, person = self.machine.robot, None
        if wanted is not None:
            x, y = (float(v) for v in wanted["at"])
            person = Bystander(x, y, float(wanted.get("takes", TAKES)))
        with robot.lock:
            robot.bystander = person
        return {}

    def _fault(self, request: dict[str, Any]) -> dict[str, Any]:
        name = str(request["fault"])
        action = self._action(name, request)
        after = float(request.get("after", 0.0))
        if after > 0.0:
            timer = threading.Timer(after, self._later, (name, action))
            timer.daemon = True
            timer.start()
        else:
            action()
        return {}

    def _action(self, name: str, request: dict[str, Any]) -> Callable[[], Any]:
        if name in self._cameras:
            camera, frozen = request.get("camera"), self._cameras[name]
            return lambda: self.machine.images.freeze(camera, frozen=frozen)
        if name in self._sized:
            key, put_in = self._sized[name]
            size = float(request[key])
            if not 0.0 <= size < math.inf:
                raise ValueError(f"{name} needs {key} from 0 on, not {size}")
            return lambda: self._with_lock(lambda: put_in(size))
        if name in self._free:
            return self._free[name]
        if name in self._locked:
            return lambda: self._with_lock(self._locked[name])
        known = sorted([*self._locked, *self._free, *self._cameras, *self._sized])
        raise ValueError(f"no fault {name!r}; there are {', '.join(known)}")

    def _with_lock(self, action: Callable[[], Any]) -> None:
        with self.machine.robot.lock:
            action()

    @staticmethod
    def _later(name: str, action: Callable[[], Any]) -> None:
        try:
            action()
        except ValueError as error:
            log.warning("%s: %s", name, error)


def _refusal(reason: str) -> str:
    return json.dumps({"ok": False, "error": reason})
