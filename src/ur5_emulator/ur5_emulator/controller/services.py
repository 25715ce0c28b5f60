"""The controller's ports, and what talks on them."""

from __future__ import annotations

from collections.abc import Sequence

from ur5_emulator.controller.dashboard import PROGRAMS, Dashboard, DashboardSession, LineSession
from ur5_emulator.controller.external_control import PROGRAM, ExternalControl
from ur5_emulator.controller.gripper import ACKNOWLEDGED, GripperRegisters
from ur5_emulator.controller.robot import ArmController
from ur5_emulator.controller.rtde import Claims, RtdeSession
from ur5_emulator.controller.script.loading import Loader
from ur5_emulator.controller.sockets import Connection, Hub
from ur5_emulator.controller.state_streams import PORTS, READ_ONLY, StateStreams
from ur5_emulator.controller.variables import PackedValues

RTDE, DASHBOARD, GRIPPER = 30004, 29999, 63352
BOOT = 2.0  # seconds from switching the controller on to its ports answering


class GripperSession(LineSession):
    """A client of the gripper: values come in lines, an acknowledgement is three letters without a line's end."""

    def __init__(self, connection: Connection, gripper: GripperRegisters) -> None:
        super().__init__(connection, gripper.answer)
        self.replies = bytearray()

    def feed(self, data: bytes) -> None:
        """Answer what came at once in one packet: clients read the replies to several requests with one call."""
        super().feed(data)
        self.connection.send(bytes(self.replies))
        self.replies.clear()

    def line(self, line: str) -> None:
        reply = self.answer(line)
        self.replies += reply.encode() + (b"" if reply == ACKNOWLEDGED else b"\n")


class Services:
    """All ports of the emulated controller on its addresses.

    `programs`: names of the programs on its disk; `machine`: address and port from which External Control fetches its.
    """

    def __init__(
        self,
        robot: ArmController,
        hosts: Sequence[str],
        loader: Loader,
        programs: Sequence[str] = PROGRAMS,
        machine: tuple[str, int] | None = None,
    ) -> None:
        self.robot, self.hosts, self.loader = robot, tuple(hosts), loader
        self.hub = Hub()
        self.claims = Claims()
        self.snapshot = PackedValues(robot)
        self.external = None if machine is None else ExternalControl(hosts[0], machine)
        own = {} if self.external is None else {PROGRAM: self.external.play}
        self.dashboard = Dashboard(robot, self.power_off, programs, own)
        self.rtde: list[RtdeSession] = []
        self.streams = StateStreams(robot, loader, self.snapshot)
        self.frozen = False
        self.boot: float | None = (
            None  # seconds until the ports answer; None: they do, or the controller is off
        )

    def start(self) -> None:
        """Listen. Raises OSError where a port is taken."""
        for host in self.hosts:
            self.hub.listen(host, RTDE, self._open_rtde)
            self.hub.listen(host, DASHBOARD, lambda connection: DashboardSession(connection, self.dashboard))
            for port in (*PORTS, *READ_ONLY):
                self.hub.listen(host, port, self.streams.opening(port))
            if self.robot.gripper is not None:
                self.hub.listen(host, GRIPPER, self._open_gripper)

    def _open_rtde(self, connection: Connection) -> RtdeSession:
        session = RtdeSession(connection, self.robot, self.claims, self.snapshot)
        self.rtde.append(session)
        return session

    def _open_gripper(self, connection: Connection) -> GripperSession:
        gripper = self.robot.gripper
        if gripper is None:
            raise RuntimeError("the gripper's port is open without a gripper")
        return GripperSession(connection, gripper)

    @property
    def off(self) -> bool:
        """Whether the controller is switched off or still boots."""
        return not self.hub.listeners

    def serve(self, milliseconds: float = 0) -> None:
        """Hear what the clients say, waiting at most some time for the first to speak."""
        if not self.frozen:
            self.hub.serve(milliseconds)

    def cycle(self, seconds: float) -> None:
        """Go on by one control cycle: the robot, then what is due for every client that receives."""
        if self.frozen:
            return
        if self.off:
            self._booting(seconds)
            return
        for text in () if self.external is None else self.external.programs():
            if isinstance(text, str):
                self.loader.submit(text)
            else:
                self.robot.note(f"External Control fetched no program: {text}")
        for script in self.loader.ready():
            problem = script if isinstance(script, str) else self.robot.run_script(script)
            if problem:
                self.robot.note(f"script refused: {problem}")
        self.robot.step()
        self.snapshot.renew()
        self.rtde = [session for session in self.rtde if session.connection.open]
        for session in self.rtde:
            session.cycle()
        self.streams.cycle()

    def _booting(self, seconds: float) -> None:
        if self.boot is None:
            return
        self.boot -= seconds
        if self.boot <= 0.0:
            self.boot = None
            self.start()

    def power_off(self) -> None:
        """Switch the whole controller off."""
        self.robot.reboot()
        self.hub.close()
        self.frozen, self.boot = False, None

    def power_on(self) -> None:
        """Switch the controller on; it boots, and then the arm is without power until a client asks for it."""
        if self.off and self.boot is None:
            self.boot = BOOT

    def freeze(self) -> None:
        """Hang the control loop: the drives miss their cycle and brake, sockets stay open, nobody answers."""
        self.frozen = True
        self.robot.arm.lock()

    def unfreeze(self) -> None:
        """Let the loop go on: the safety system has noticed, and holds the robot in a protective stop."""
        if self.frozen:
            self.frozen = False
            self.robot.protective_stop("the control loop missed its deadline")
