"""PolyScope's services under the manufacturer's names: its words, a person's yes, and an arm under control let be."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from std_srvs.srv import Trigger

import pred_msgs.srv
from pred_core.outcome import Code, Outcome
from ur5_driver.bridge.pendant import CLIENT, QUESTIONS, Pendant
from ur5_driver.driver.dashboard import DashboardError
from ur5_driver.driver.states import Control
from ur5_emulator.controller.dashboard import Dashboard
from ur5_emulator.controller.robot import ArmController

HOME = (0.0, -1.5708, 1.5708, -1.5708, -1.5708, 0.0)
MOVES = ("power_off", "restart_safety", "play")


class Served:
    """A service's type: what it gives for Request and Response."""

    def __init__(self, *fields: str, **inside: str) -> None:
        self.fields, self.inside = fields, inside

    def Request(self, **values: Any) -> Any:  # noqa: N802 - ROS's name
        return SimpleNamespace(**values)

    def Response(self) -> Any:  # noqa: N802
        inside = {name: SimpleNamespace(**{field: None}) for name, field in self.inside.items()}
        return SimpleNamespace(answer="", success=False, **dict.fromkeys(self.fields), **inside)


THEIRS = SimpleNamespace(
    Load=Served(), Popup=Served(), IsProgramRunning=Served("program_running"),
    IsInRemoteControl=Served("remote_control"),
    GetLoadedProgram=Served("program_name"), GetProgramState=Served("program_name", state="state"),
    GetRobotMode=Served(robot_mode="mode"), GetSafetyMode=Served(safety_mode="mode"),
)  # fmt: skip


class Bench:
    """Services over the emulated controller's dashboard server."""

    def __init__(self, may: Outcome | None = None, theirs: Any = None) -> None:
        self.robot = ArmController(HOME)
        self.server = Dashboard(self.robot, lambda: None, ("demo.urp",))
        self.asked: list[tuple[str, str]] = []
        self.may = Outcome.success() if may is None else may
        self.handed_back = self.disarmed = 0
        self.lines: list[str] = []
        self.broken = False
        step = SimpleNamespace(
            ask=self.ask, power_on=lambda: self.ask("power on"), release_brakes=lambda: self.ask("brake release"),
            unlock=lambda: self.ask("unlock protective stop"),
        )  # fmt: skip
        self.link: Any = SimpleNamespace(control=Control.NONE, held=False, dashboard=step, disarm=self.disarm)
        self.served: dict[str, tuple[Any, Any]] = {}
        node = SimpleNamespace(create_service=self.serve)
        Pendant(node, self.link, None, self.allowed, self.hand_back, lambda: theirs)

    def ask(self, line: str) -> str:
        if self.broken:
            raise DashboardError("dashboard server: timed out")
        self.lines.append(line)
        return self.server.answer(line)

    def allowed(self, name: str, does: str) -> Outcome:
        self.asked.append((name, does))
        return self.may

    def disarm(self) -> None:
        self.disarmed += 1

    def hand_back(self) -> Outcome:
        self.handed_back += 1
        return Outcome.success("Handed back.")

    def serve(self, kind: Any, name: str, callback: Any, **_: Any) -> None:
        self.served[name] = (kind, callback)

    def call(self, name: str, **fields: Any) -> Any:
        kind, callback = self.served[f"{CLIENT}/{name}"]
        return callback(kind.Request(**fields), kind.Response())


def test_programs_are_loaded_played_paused_and_stopped_with_a_yes_where_they_may_move() -> None:
    bench = Bench()
    assert bench.served[f"{CLIENT}/load_program"][0] is pred_msgs.srv.Load
    loaded = bench.call("load_program", filename="demo.urp")
    assert loaded.success and loaded.answer == "Loading program: demo.urp"
    assert bench.call("play").success and bench.robot.program is not None
    assert bench.disarmed == 2  # the driver does not take the arm when such a program ends
    assert [name for name, _ in bench.asked] == ["load_program", "play"] and "demo.urp" in bench.asked[0][1]
    assert bench.call("pause").success and bench.call("stop").success and len(bench.asked) == 2
    assert bench.robot.program is None and bench.handed_back == 0
    missing = bench.call("load_program", filename="other.urp")
    assert not missing.success and "File not found: other.urp" in missing.answer
    assert bench.call("load_installation", filename="cell.installation").success
    refused = bench.call("pause")
    assert not refused.success and "Failed to execute: pause" in refused.message


def test_power_and_safety_are_switched_with_a_yes() -> None:
    bench = Bench()
    bench.robot.safety_fault()
    assert bench.call("restart_safety").success and not bench.robot.safety.fault
    assert bench.call("power_on").success and bench.call("brake_release").success
    assert bench.call("power_off").success and not bench.robot.powered
    assert bench.call("unlock_protective_stop").success
    assert len(bench.asked) == 5


@pytest.mark.parametrize("name", [*MOVES, "load_program", "load_installation", "power_on", "brake_release"])
def test_without_a_yes_nothing_is_said_to_the_controller(name: str) -> None:
    bench = Bench(Outcome(Code.CANCELED, "No."))
    fields = {"filename": "demo.urp"} if name.startswith("load") else {}
    assert not bench.call(name, **fields).success
    assert bench.lines == [] and bench.disarmed == 0 and len(bench.asked) == 1


@pytest.mark.parametrize("name", [*MOVES, "pause", "load_program", "load_installation"])
def test_an_arm_under_control_is_left_alone(name: str) -> None:
    bench = Bench()
    bench.link.held = True
    fields = {"filename": "demo.urp"} if name.startswith("load") else {}
    answer = bench.call(name, **fields)
    said = answer.answer if name.startswith("load") else answer.message
    assert not answer.success and "hand_back_control" in said
    assert bench.lines == [] and bench.asked == []


def test_control_that_is_taken_while_a_person_is_asked_counts() -> None:
    bench = Bench()

    def taken(*_: str) -> Outcome:
        bench.link.held = True
        return Outcome.success()

    bench.allowed = taken  # type: ignore[method-assign]
    node = SimpleNamespace(create_service=bench.serve)
    Pendant(node, bench.link, None, bench.allowed, bench.hand_back, lambda: None)
    assert not bench.call("play").success and bench.lines == []


def test_a_stop_of_an_arm_under_control_stops_it_and_hands_it_back() -> None:
    bench = Bench()
    bench.link.held = True
    assert bench.call("stop").success and bench.handed_back == 1 and bench.lines == [] and bench.asked == []
    bench.link.control = Control.READY
    assert "nothing to do" in bench.call("power_on").message and bench.lines == []


def test_messages_ask_nobody_and_have_one_line() -> None:
    bench = Bench()
    bench.link.held = True
    assert bench.call("popup", message="The lid is open.").success
    assert any("popup: The lid is open." in note for note in bench.robot.notes)
    assert bench.call("close_popup").success and bench.call("close_safety_popup").success and bench.asked == []
    said = len(bench.lines)
    twice = bench.call("popup", message="Ready.\nplay")
    assert not twice.success and "one line" in twice.answer
    bench.link.held = False
    assert not bench.call("load_program", filename="demo.urp\r\nplay").success and len(bench.lines) == said


def test_questions_are_answered_in_words_where_the_manufacturers_types_are_not_there() -> None:
    bench = Bench()
    assert {bench.served[f"{CLIENT}/{name}"][0] for name in QUESTIONS} == {Trigger}
    mode = bench.call("get_robot_mode")
    assert mode.success and mode.message == "Robotmode: RUNNING"
    assert not bench.call("get_loaded_program").success
    bench.broken = True
    broken = bench.call("program_state")
    assert not broken.success and "timed out" in broken.message


def test_questions_fill_the_manufacturers_types() -> None:
    bench = Bench(theirs=THEIRS)
    bench.call("load_program", filename="demo.urp")
    assert bench.call("get_loaded_program").program_name == "/programs/demo.urp"
    state = bench.call("program_state")
    assert (state.state.state, state.program_name, state.success) == ("STOPPED", "demo.urp", True)
    assert bench.call("program_running").program_running is False
    bench.call("play")
    assert bench.call("program_running").program_running is True
    assert bench.call("get_robot_mode").robot_mode.mode == 7
    bench.robot.protective_stop("test")
    assert bench.call("get_safety_mode").safety_mode.mode == 3
    bench.robot.set_remote(False)
    assert bench.call("is_in_remote_control").remote_control is False
    refused = bench.call("play")
    assert not refused.success and "Remote Control" in refused.message
