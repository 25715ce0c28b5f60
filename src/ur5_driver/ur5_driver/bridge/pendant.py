"""What the manufacturer's ROS 2 driver serves as ``dashboard_client``: PolyScope's programs, power, modes and messages.

With its types where they are installed. Without, questions are Triggers that answer in words, and what needs a text has
``pred_msgs``' types with the same fields. Nothing is done to an arm that the driver has control of, but to stop it.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from std_srvs.srv import Trigger

import pred_msgs.srv
from pred_bridge.triggers import trigger
from pred_core.outcome import Code, Outcome
from ur5_description.rtde_numbers import RobotMode, SafetyMode
from ur5_driver.driver.dashboard import DashboardError
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.states import Control

CLIENT = "dashboard_client"
Allowed = Callable[[str, str], Outcome]
"""Asks a person whether something may be done: its name, and what it does."""
UNDER_CONTROL = Outcome(
    Code.BUSY, "The arm is under the driver's control: call io_and_status_controller/hand_back_control first."
)


def types() -> Any:
    """Return the module of the manufacturer's services' types, None where it is not installed."""
    try:
        return importlib.import_module("ur_dashboard_msgs.srv")
    except ImportError:
        return None


@dataclass(frozen=True)
class PendantCommand:
    """A line to the dashboard server, how its answer begins when it did it, and what a person is asked ('': nobody).

    ``takes``: the controller's own programs are wanted, and the driver takes control again only when it is told to.
    """

    line: str
    answer: str
    does: str = ""
    takes: bool = False


COMMANDS = {
    "power_off": PendantCommand(
        "power off",
        "Powering off",
        "The arm's power is switched off: its brakes fall in, and a gripper that gets its power from it goes limp.",
    ),
    "restart_safety": PendantCommand(
        "restart safety", "Restarting safety", "The safety system is restarted; the arm has no power then."
    ),
    "play": PendantCommand(
        "play", "Starting program", "The program that is loaded at the controller is started: it may move.", takes=True
    ),
}
LOADS = {
    "load_program": PendantCommand(
        "load", "Loading program", "The program {} is loaded at the controller in place of what is there.", takes=True
    ),
    "load_installation": PendantCommand(
        "load installation",
        "Loading installation",
        "The installation {} is loaded at the controller: safety settings, TCP and payload may be others.",
        takes=True,
    ),
}
HARMLESS = {
    "pause": PendantCommand("pause", "Pausing program"),
    "close_popup": PendantCommand("close popup", "closing popup"),
    "close_safety_popup": PendantCommand("close safety popup", "closing safety popup"),
}
STOP = PendantCommand("stop", "Stopped")
POPUP = PendantCommand("popup", "showing popup")


@dataclass(frozen=True)
class PendantQuestion:
    """A line to the dashboard server, the name of the manufacturer's type, and what of the answer goes where in it."""

    line: str
    kind: str
    answer: str
    fill: Callable[[Any, re.Match[str]], None]


def _set(response: Any, **values: Any) -> None:
    for name, value in values.items():
        setattr(response, name, value)


def _state(response: Any, match: re.Match[str]) -> None:
    response.state.state, response.program_name = match[1], match[2]


def _mode(field: str, modes: type[RobotMode] | type[SafetyMode]) -> Callable[[Any, re.Match[str]], None]:
    def fill(response: Any, match: re.Match[str]) -> None:
        getattr(response, field).mode = int(modes[match[1]])

    return fill


QUESTIONS = {
    "program_running": PendantQuestion(
        "running", "IsProgramRunning", "Program running: (true|false)",
        lambda response, match: _set(response, program_running=match[1] == "true"),
    ),
    "get_loaded_program": PendantQuestion(
        "get loaded program", "GetLoadedProgram", "Loaded program: (.+)",
        lambda response, match: _set(response, program_name=match[1]),
    ),
    "program_state": PendantQuestion("programState", "GetProgramState", "(STOPPED|PLAYING|PAUSED) (.+)", _state),
    "get_robot_mode": PendantQuestion(
        "robotmode", "GetRobotMode", f"Robotmode: ({'|'.join(RobotMode.__members__)})", _mode("robot_mode", RobotMode)
    ),
    "get_safety_mode": PendantQuestion(
        "safetymode", "GetSafetyMode", f"Safetymode: ({'|'.join(SafetyMode.__members__)})",
        _mode("safety_mode", SafetyMode),
    ),
    "is_in_remote_control": PendantQuestion(
        "is in remote control", "IsInRemoteControl", "(true|false)",
        lambda response, match: _set(response, remote_control=match[1] == "true"),
    ),
}  # fmt: skip


class Pendant:
    """Serves all of it."""

    def __init__(
        self,
        node: Any,
        link: ArmLink,
        group: Any,
        allowed: Allowed,
        hand_back: Callable[[], Outcome],
        find: Callable[[], Any] = types,
    ) -> None:
        """Make the services.

        :param group: the services' callback group
        :param allowed: asks a person, where one is asked
        :param hand_back: stops the arm and ends the driver's program, where there is one
        :param find: returns the module of the manufacturer's types, or None
        """
        self._link = link
        self._allowed = allowed
        self._hand_back = hand_back
        theirs = find()
        kinds = pred_msgs.srv if theirs is None else theirs
        dashboard = link.dashboard
        works: dict[str, tuple[Any, Any]] = {
            "power_on": self._step("power_on", "The arm's power is switched on; its brakes stay.", dashboard.power_on),
            "brake_release": self._step(
                "brake_release",
                "The arm's brakes are released: it moves a few millimetres.",
                dashboard.release_brakes,
            ),
            "unlock_protective_stop": self._step(
                "unlock_protective_stop", "The protective stop is unlocked; no motion begins.", dashboard.unlock
            ),
            "stop": (Trigger, trigger(self._stop)),
            "popup": (kinds.Popup, self._popup),
        }
        for name, command in (COMMANDS | HARMLESS).items():
            works[name] = Trigger, self._commanded(name, command)
        for name, command in LOADS.items():
            works[name] = kinds.Load, self._loading(name, command)
        for name, question in QUESTIONS.items():
            works[name] = (Trigger if theirs is None else getattr(theirs, question.kind)), self._asking(question)
        self._services = [
            node.create_service(kind, f"{CLIENT}/{name}", callback, callback_group=group)
            for name, (kind, callback) in works.items()
        ]

    def _step(self, name: str, does: str, step: Callable[[], None]) -> tuple[Any, Any]:
        def work() -> Outcome:
            if self._link.control is Control.READY:
                return Outcome(Code.ALREADY_SO, "The arm is under control: there is nothing to do.")
            outcome = self._allowed(name, does)
            if not outcome:
                return outcome
            try:
                step()
            except DashboardError as error:
                return Outcome(Code.UNAVAILABLE, f"The controller refused: {error}")
            return Outcome.success(does)

        return Trigger, trigger(work)

    def _commanded(self, name: str, command: PendantCommand) -> Any:
        return trigger(lambda: self._do(name, command))

    def _loading(self, name: str, command: PendantCommand) -> Any:
        def answer(request: Any, response: Any) -> Any:
            return _told(response, self._do(name, command, request.filename))

        return answer

    def _popup(self, request: Any, response: Any) -> Any:
        return _told(response, self._said(POPUP, request.message))

    def _stop(self) -> Outcome:
        """Stop the driver's program or another; nobody is asked before something stops."""
        return self._hand_back() if self._link.held else self._said(STOP)

    def _do(self, name: str, command: PendantCommand, text: str = "") -> Outcome:
        moves = bool(command.does) or name == "pause"
        if moves and self._link.held:
            return UNDER_CONTROL
        asked = self._allowed(name, command.does.format(text)) if command.does else Outcome.success()
        if not asked:
            return asked
        if moves and self._link.held:  # it may have taken control while a person was asked
            return UNDER_CONTROL
        if command.takes:
            self._link.disarm()
        return self._said(command, text)

    def _said(self, command: PendantCommand, text: str = "") -> Outcome:
        """Say a line to the dashboard server, and return whether it did it, in its words."""
        if not text.isprintable():
            return Outcome(Code.BAD_INPUT, "Only one line of printable text can be told to the controller.")
        try:
            answer = self._link.dashboard.ask(f"{command.line} {text}".rstrip())
        except DashboardError as error:
            return Outcome(Code.UNAVAILABLE, f"The controller refused: {error}")
        if answer.startswith(command.answer):
            return Outcome.success(answer)
        return Outcome(Code.UNAVAILABLE, f"The controller refused: {answer}")

    def _asking(self, question: PendantQuestion) -> Callable[[Any, Any], Any]:
        def answer(_request: Any, response: Any) -> Any:
            try:
                said = self._link.dashboard.ask(question.line)
            except DashboardError as error:
                said = str(error)
            match = re.fullmatch(question.answer, said)
            response.success = match is not None
            if isinstance(response, Trigger.Response):
                response.message = said
                return response
            response.answer = said
            if match is not None:
                question.fill(response, match)
            return response

        return answer


def _told(response: Any, outcome: Outcome) -> Any:
    response.success, response.answer = bool(outcome), outcome.message
    return response
