"""The whole emulated robot: the robot, its eyes, its services and its port, wired together."""

from __future__ import annotations

import logging
import math
import threading
import time
from typing import Any

from pred_core.geometry import Pose2D
from spot_emulator.certificates import Identity
from spot_emulator.robot.robot import Options, Robot
from spot_emulator.services.auth import AuthService
from spot_emulator.services.auto_return import AutoReturnService
from spot_emulator.services.autowalk import AutowalkService
from spot_emulator.services.captures import AcquisitionService, StoreService
from spot_emulator.services.checkups import SpotCheckService
from spot_emulator.services.commands import RobotCommandService
from spot_emulator.services.compute_bridge import NetworkComputeService
from spot_emulator.services.compute_workers import RegisteredServices
from spot_emulator.services.docks_and_doors import DockingService, DoorService
from spot_emulator.services.estops import EstopService
from spot_emulator.services.gps import AggregatorService, RegistrationService
from spot_emulator.services.graph_nav import GraphNavService
from spot_emulator.services.hand_camera import EmitterService, GripperCameraParamService
from spot_emulator.services.identity import (
    DirectoryRegistrationService,
    DirectoryService,
    LicenseService,
    RobotIdService,
)
from spot_emulator.services.images import ImageService
from spot_emulator.services.joint_streams import JointStreamingService
from spot_emulator.services.keepalive import KeepaliveService
from spot_emulator.services.kept_data import DataService
from spot_emulator.services.leases import LeaseService
from spot_emulator.services.local_grids import LocalGridService
from spot_emulator.services.log_bundles import LogStatusService
from spot_emulator.services.logins import Logins
from spot_emulator.services.logs import DataBufferService
from spot_emulator.services.manipulations import ManipulationService
from spot_emulator.services.map_processing import MapProcessingService
from spot_emulator.services.mission_calls import Beside
from spot_emulator.services.missions import MissionService
from spot_emulator.services.payloads import PayloadRegistrationService, Payloads, PayloadService
from spot_emulator.services.powers import PowerService
from spot_emulator.services.raycasts import RayCastService
from spot_emulator.services.reaching import InverseKinematicsService
from spot_emulator.services.recording import RecordingService
from spot_emulator.services.registry import adder, authority, service_type
from spot_emulator.services.server import Adder, CallGate, Network, Port
from spot_emulator.services.service_faults import FaultService
from spot_emulator.services.sounds_and_lights import AudioVisualService
from spot_emulator.services.spot_cam import spot_cam
from spot_emulator.services.states import RobotStateService, RobotStateStreamingService
from spot_emulator.services.surface_contact import ArmSurfaceContactService
from spot_emulator.services.time_sync import TimeSyncService
from spot_emulator.services.web import WebServer
from spot_emulator.services.world_objects import WorldObjectService
from spot_emulator.world.eyes import Eyes
from spot_emulator.world.house import House, NoRoom
from spot_emulator.world.routes import lattice, way

log = logging.getLogger(__name__)

TICK = 0.02
"""Seconds between two steps of the robot."""
_LONGEST_STEP = 0.1  # what a stall of this process may make of it
_REBOOTING = 3.0  # seconds that nothing listens


def strides(passed: float, speed: float) -> list[float]:
    """Return the steps of a robot ``speed`` times as fast as this machine on which so many seconds passed, s.

    However late the machine is, no step is longer than it is at its own pace, and a stall is not made up for.
    """
    count = math.ceil(speed)
    return [min(passed * speed / count, _LONGEST_STEP)] * count


class Machine:
    """A running robot. ``ports``: address, port (0: any) and certificates of its server."""

    def __init__(
        self, house: House, start: Pose2D, options: Options, address: tuple[str, int, Identity]
    ) -> None:
        self.logins, self.network = Logins(), Network()
        self.robot = Robot(house, start, options)
        self.eyes = Eyes(house)
        self.images = ImageService(self.robot, self.logins, self.eyes)
        self._buffer = DataBufferService(self.robot, self.logins)
        self._store = StoreService(self.robot, self.logins)
        self.web = WebServer(self.logins, self.network, self._buffer, self._store)
        host, port, identity = address
        self.port = Port(host, port, identity, CallGate(self.logins, self.network), self._services())
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="robot", daemon=True)

    def _services(self) -> list[Adder]:
        """Return what adds each service to a server."""
        robot, logins, payloads = self.robot, self.logins, Payloads()
        registered, receivers = DirectoryRegistrationService(robot, logins), AggregatorService(robot, logins)
        buffer, store = self._buffer, self._store
        acquisition = AcquisitionService(robot, logins, self.images, store)
        hand_camera = GripperCameraParamService(robot, logins)
        called = RegisteredServices(registered)
        carried = spot_cam(robot, logins, self.eyes) if robot.options.spot_cam else {}
        beside = Beside(
            acquisition, hand_camera, called, carried.get("spot-cam-lighting"), carried.get("spot-cam-ptz")
        )
        missions = MissionService(robot, logins, beside)
        servicers: dict[str, Any] = {
            "auth": AuthService(robot, logins),
            "robot-id": RobotIdService(robot, logins),
            "time-sync": TimeSyncService(robot, logins),
            "lease": LeaseService(robot, logins),
            "estop": EstopService(robot, logins),
            "power": PowerService(robot, logins),
            "robot-state": RobotStateService(robot, logins),
            "robot-state-streaming": RobotStateStreamingService(robot, logins),
            "robot-command": RobotCommandService(robot, logins),
            "robot-command-streaming": JointStreamingService(robot, logins, self.network),
            "image": self.images,
            "manipulation": ManipulationService(robot, logins, self.eyes),
            "graph-nav-service": GraphNavService(robot, logins, called),
            "world-objects": WorldObjectService(robot, logins),
            "data-buffer": buffer,
            "data": DataService(robot, logins, buffer),
            "data-acquisition": acquisition,
            "data-acquisition-store": store,
            "log-status": LogStatusService(robot, logins),
            "local-grid-service": LocalGridService(robot, logins, self.eyes),
            "license": LicenseService(robot, logins),
            "payload": PayloadService(robot, logins, payloads),
            "payload-registration": PayloadRegistrationService(robot, logins, payloads),
            "keepalive": KeepaliveService(robot, logins),
            "recording-service": RecordingService(robot, logins),
            "map-processing-service": MapProcessingService(robot, logins),
            "robot-mission": missions,
            "autowalk-service": AutowalkService(robot, logins, missions),
            "inverse-kinematics": InverseKinematicsService(robot, logins),
            "arm-surface-contact": ArmSurfaceContactService(robot, logins),
            "gripper-camera-param": hand_camera,
            "ir-enable-disable-service": EmitterService(robot, logins),
            "ray-cast": RayCastService(robot, logins, self.eyes),
            "fault": FaultService(robot, logins),
            "docking": DockingService(robot, logins),
            "door": DoorService(robot, logins),
            "auto-return": AutoReturnService(robot, logins),
            "audio-visual": AudioVisualService(robot, logins),
            "gps-aggregator": receivers,
            "gps-registration": RegistrationService(robot, logins, receivers),
            "spot-check": SpotCheckService(robot, logins),
            "network-compute-bridge": NetworkComputeService(robot, logins, self.images, registered),
            "directory-registration": registered,
        }
        servicers |= carried
        listed = [(name, service_type(servicer), authority(name)) for name, servicer in servicers.items()]
        listed.append(("directory", "bosdyn.api.DirectoryService", authority("directory")))
        servicers["directory"] = DirectoryService(robot, logins, listed, registered)
        return [adder(servicer) for servicer in servicers.values()]

    def start(self) -> None:
        """Let time pass and serve.

        :raises OSError: where the port is taken
        """
        with self.robot.lock:
            self.robot.step(TICK)  # what compiles, compiles now
            way(lattice(self.robot.house), self.robot.base.pose, [self.robot.base.pose])
        self._thread.start()
        self.port.open()

    def _run(self) -> None:
        speed, last = self.robot.options.speed, time.monotonic()
        while not self._stop.wait(max(0.0, last + TICK / speed - time.monotonic())):
            now = time.monotonic()
            with self.robot.lock:
                for seconds in strides(now - last, speed):
                    self.robot.step(seconds)
            last = now

    def reboot(self) -> None:
        """Go away for some seconds and forget who was there."""
        with self.robot.lock:
            self.robot.reboot()
        self.logins.forget()
        self.web.be_away(_REBOOTING)
        self.port.reset(_REBOOTING)

    def load(self, scene: str, seed: int, start: Pose2D | None) -> NoRoom | None:
        """Put the robot into another room; return why not where it fits nowhere.

        :raises thor_player.rooms_data.UnknownScene: when there is no such room
        """
        house = House(scene, seed)
        place = start or house.place_for_robot()
        if isinstance(place, NoRoom):
            return place
        self.eyes.load(house)
        with self.robot.lock:
            self.robot.enter(house, place)
        return None

    def close(self) -> None:
        """End everything."""
        self.web.close()
        self.port.close()
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        self.eyes.close()
