"""The dashboard server (port 29999): one line in, one line out, in the words of PolyScope 5.17."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ur5_description.rtde_numbers import RobotMode, Runtime, SafetyMode
from ur5_emulator.controller.robot import ArmController
from ur5_emulator.controller.sockets import Connection

GREETING = "Connected: Universal Robots Dashboard Server"
POLYSCOPE = "URSoftware 5.17.0.128072 (Apr 25 2024)"
SERIAL = "20235500001"
LOCAL = (
    "Command is not allowed due to safety reasons, please switch robot to Remote Control mode "
    "and reconnect to port 29999"
)
FOLDER = "/programs/"  # where PolyScope looks for a program whose name has no path
PROGRAMS = ("demo.urp",)  # what lies in there unless the command line says otherwise
STATES = {
    Runtime.PLAYING: "PLAYING",
    Runtime.RESUMING: "PLAYING",
    Runtime.PAUSING: "PAUSED",
    Runtime.PAUSED: "PAUSED",
}
LONGEST = 4096
ENDLESS = (
    "def {name}():\n while True:\n  sync()\n end\nend\n"  # what a loaded program does here: nothing, for ever
)


class Dashboard:
    """What all dashboard clients share: the loaded program, popups, and the switch that ends the controller.

    `own`: programs that do something when they are played, and what begins it.
    """

    def __init__(
        self,
        robot: ArmController,
        shut_down: Callable[[], None],
        programs: Sequence[str] = PROGRAMS,
        own: Mapping[str, Callable[[], None]] | None = None,
    ) -> None:
        self.robot, self.shut_down = robot, shut_down
        self.own = {_path(name): begin for name, begin in (own or {}).items()}
        self.programs = frozenset([*(_path(name) for name in programs), *self.own])
        self.loaded = ""
        self.operational_mode = "NONE"
        self.commands: dict[str, Callable[[str], str]] = {
            "load installation": lambda rest: f"Loading installation: {rest}",
            "load": self._load, "play": self._play, "stop": self._stop, "pause": self._pause,
            "running": lambda _: f"Program running: {str(robot.runtime is Runtime.PLAYING).lower()}",
            "robotmode": lambda _: f"Robotmode: {robot.mode.name}",
            "get loaded program": lambda _: f"Loaded program: {self.loaded}" if self.loaded else "No program loaded",
            "popup": self._popup, "close popup": lambda _: "closing popup",
            "addToLog": self._log, "isProgramSaved": lambda _: f"True {self._program()}",
            "programState": self._state,
            "PolyscopeVersion": lambda _: POLYSCOPE, "version": lambda _: POLYSCOPE.split(" (", maxsplit=1)[0],
            "setUserRole": lambda rest: f"Setting user role: {rest}", "getUserRole": lambda _: "PROGRAMMER",
            "set operational mode": self._operational, "get operational mode": lambda _: self.operational_mode.upper(),
            "clear operational mode": lambda _: self._operational("none"),
            "power on": self._power_on, "power off": self._power_off, "brake release": self._brake_release,
            "safetymode": lambda _: f"Safetymode: {robot.safety.mode.name}",
            "safetystatus": self._safety_status,
            "unlock protective stop": self._unlock, "close safety popup": lambda _: "closing safety popup",
            "restart safety": self._restart_safety,
            "is in remote control": lambda _: str(robot.remote).lower(),
            "get serial number": lambda _: SERIAL, "get robot model": lambda _: "UR5",
            "generate flight report": lambda _: "Flight Report generated with id: 1",
            "generate support file": lambda rest: f"Completed successfully: {rest}/ur_00000000.zip",
        }  # fmt: skip
        # what changes the robot's state is for the one who has control, which in local control is the pendant alone
        self.guarded = frozenset({
            "load", "load installation", "play", "pause", "stop", "power on", "power off", "brake release",
            "unlock protective stop", "restart safety",
        })  # fmt: skip

    def answer(self, line: str) -> str:
        """Return the reply to a line."""
        text = line.strip()
        lowered = text.lower()
        for name, command in self.commands.items():
            if lowered == name.lower() or lowered.startswith(name.lower() + " "):
                if name in self.guarded and not self.robot.remote:
                    return LOCAL
                return command(text[len(name) :].strip())
        return f"could not understand: '{text}'"

    def _program(self) -> str:
        return self.loaded.rsplit("/", 1)[-1] or "<unnamed>"

    def _load(self, name: str) -> str:
        path = _path(name)
        if path not in self.programs:
            return f"File not found: {name}"
        self.robot.stop_program()
        self.loaded = path
        return f"Loading program: {name}"

    def _play(self, _: str) -> str:
        robot = self.robot
        if robot.program is not None:
            return "Starting program" if robot.play() else "Failed to execute: play"
        if self.loaded in self.own and robot.mode is RobotMode.RUNNING and not robot.safety.holds:
            self.own[self.loaded]()
            return "Starting program"
        if self.loaded and not robot.load(ENDLESS.format(name="loaded_program")):
            return "Starting program"
        return "Failed to execute: play"

    def _stop(self, _: str) -> str:
        self.robot.stop_program()
        return "Stopped"

    def _pause(self, _: str) -> str:
        if self.robot.runtime is not Runtime.PLAYING or not self.robot.pause():
            return "Failed to execute: pause"
        return "Pausing program"

    def _popup(self, text: str) -> str:
        self.robot.note(f"popup: {text}")
        return "showing popup"

    def _log(self, text: str) -> str:
        if not text:
            return "No log message to add"
        self.robot.note(text)
        return "Added log message"

    def _state(self, _: str) -> str:
        state = STATES.get(self.robot.runtime, "STOPPED")
        return f"{state} {self._program()}"

    def _operational(self, mode: str) -> str:
        if mode.lower() not in ("none", "manual", "automatic"):
            return f"Failed setting operational mode: {mode}"
        self.operational_mode = mode.lower()
        if mode == "none":
            return "No longer controlling the operational mode. Current operational mode: 'NONE'."
        return f"Setting operational mode: {mode}"

    def _power_on(self, _: str) -> str:
        self.robot.power_on()
        return "Powering on"

    def _power_off(self, _: str) -> str:
        self.robot.power_off()
        return "Powering off"

    def _brake_release(self, _: str) -> str:
        self.robot.release_brakes()
        return "Brake releasing"

    def _safety_status(self, _: str) -> str:
        mode = self.robot.safety.mode
        return f"Safetystatus: {mode.name}"

    def _unlock(self, _: str) -> str:
        if self.robot.unlock():
            return "Protective stop releasing"
        return (
            "Cannot unlock protective stop until 5s after occurrence. "
            "Always inspect cause of protective stop before unlocking"
        )

    def _restart_safety(self, _: str) -> str:
        if self.robot.safety.mode in (SafetyMode.FAULT, SafetyMode.VIOLATION):
            self.robot.restart_safety()
        return "Restarting safety"


def _path(program: str) -> str:
    """Return a program's absolute path."""
    return program if program.startswith("/") else FOLDER + program


class LineSession:
    """A client that sends lines and gets a line for each."""

    def __init__(self, connection: Connection, answer: Callable[[str], str]) -> None:
        self.connection, self.answer = connection, answer
        self.buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """Answer every complete line; one that never ends closes the connection."""
        self.buffer += data
        while (cut := self.buffer.find(b"\n")) >= 0:
            line = bytes(self.buffer[:cut]).decode("utf-8", "replace").rstrip("\r")
            del self.buffer[: cut + 1]
            self.line(line)
        if len(self.buffer) > LONGEST:
            self.connection.close()

    def line(self, line: str) -> None:
        """Answer one line."""
        self.connection.send(self.answer(line).encode() + b"\n")

    def closed(self) -> None:
        """Nothing is kept for a client."""


class DashboardSession(LineSession):
    """A dashboard client: greeted, and able to leave or to switch the controller off."""

    def __init__(self, connection: Connection, dashboard: Dashboard) -> None:
        super().__init__(connection, dashboard.answer)
        self.dashboard = dashboard
        connection.send(GREETING.encode() + b"\n")

    def line(self, line: str) -> None:
        word = line.strip().lower()
        if word == "quit":
            self.connection.send(b"Disconnected\n")
            self.connection.end()
        elif word == "shutdown":
            self.connection.send(b"Shutting down\n")
            self.dashboard.shut_down()
        else:
            super().line(line)
