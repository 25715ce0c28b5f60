"""The manufacturer's services for force mode: what a request means, whether it began, and how it ends."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")
pytest.importorskip("pred_msgs", reason="needs the built interfaces: run through ./pred test")

from std_srvs.srv import Trigger

from pred_bridge.transforms import PoseError
from pred_bridge.turns import Turns
from pred_core.outcome import Code, Outcome
from ur5_description.kinematics import HOME, UR5E, Array, forward
from ur5_driver.bridge.force_mode import CONTROLLER, ForceMode, press_of
from ur5_driver.bridge.outputs import types
from ur5_driver.driver.commands import Press

KIND = types().SetForceMode
TOOL = forward(UR5E, np.array(HOME))
YES = Outcome.success()
SOON = 5.0


def request(frame: str = "base_link", **fields: Any) -> Any:
    made = KIND.Request(selection_vector_z=True, **fields)
    made.task_frame.header.frame_id = frame
    made.task_frame.pose.orientation.w = 1.0
    made.wrench.force.z = -10.0
    made.speed_limits.linear.z = 0.05
    return made


class Bench:
    """The services with an arm that presses until it is told to end, or is stopped."""

    def __init__(self, *, may: Outcome = YES, within: Outcome = YES, takes: Outcome = YES) -> None:
        self.served: dict[str, tuple[Any, Any]] = {}
        self.warned: list[str] = []
        self.pressed: list[Press] = []
        self.asked: list[str] = []
        self.turns = Turns(1.0)
        self.clients = 1
        self.hit = threading.Event()
        self.told = threading.Event()
        self._may, self._takes = may, takes
        node = SimpleNamespace(
            create_service=self.serve,
            get_logger=lambda: SimpleNamespace(warning=self.warn),
            count_clients=lambda _: self.clients,
        )
        ForceMode(node, self.turns, self.press, self.tool, lambda _: within, self.ask, None)

    def serve(self, kind: Any, name: str, callback: Any, **_: Any) -> None:
        self.served[name] = (kind, callback)

    def warn(self, line: str) -> None:
        self.warned.append(line)
        self.told.set()

    def ask(self, step: str, _: str) -> Outcome:
        self.asked.append(step)
        return self._may

    def tool(self) -> Array:
        return TOOL

    def press(self, command: Press, ended: threading.Event, begun: Callable[[], object]) -> Outcome:
        if not self._takes:
            return self._takes
        self.pressed.append(command)
        begun()
        while not ended.wait(0.002):
            if self.hit.is_set():
                return Outcome(Code.EXECUTION_FAILURE, "The tool met 70 N.")
        return Outcome.success("The arm stands.")

    def start(self, asked: Any) -> bool:
        kind, callback = self.served[f"{CONTROLLER}/start_force_mode"]
        assert kind is KIND
        return bool(callback(asked, kind.Response()).success)

    def stop(self) -> Any:
        kind, callback = self.served[f"{CONTROLLER}/stop_force_mode"]
        assert kind is Trigger
        return callback(kind.Request(), kind.Response())


def test_it_begins_holds_the_arm_and_ends_when_told_to() -> None:
    bench = Bench()
    assert bench.start(request()) and not bench.turns.free
    assert not bench.start(request()) and "doing something else" in bench.warned[0]
    assert bench.stop().success and bench.turns.free_within(SOON)
    assert bench.asked == ["force_mode"] * 2 and len(bench.pressed) == 1
    assert bench.stop().success  # it is not on: nothing is to be ended
    assert bench.start(request()) and bench.stop().success and len(bench.pressed) == 2


def test_a_stop_of_the_arm_ends_it_and_a_contact_is_told() -> None:
    bench = Bench()
    assert bench.start(request())
    bench.turns.stop_all()
    assert bench.turns.free_within(SOON) and bench.warned == []
    assert bench.start(request())
    bench.hit.set()
    assert bench.told.wait(SOON) and "70 N" in bench.warned[0]


def test_it_ends_once_nobody_is_left_who_could_end_it() -> None:
    bench = Bench()
    assert bench.start(request())
    bench.clients = 0
    assert bench.turns.free_within(SOON) and "the program that began it is gone" in bench.warned[0]
    bench.clients = 1
    assert bench.start(request()) and bench.stop().success and len(bench.warned) == 1


@pytest.mark.parametrize("who", ["may", "within", "takes"])
def test_what_is_refused_does_not_begin(who: str) -> None:
    bench = Bench(**{who: Outcome(Code.BAD_INPUT, "No.")})
    assert not bench.start(request()) and bench.turns.free_within(SOON)
    assert bench.pressed == [] and bench.warned == ["start_force_mode: BAD_INPUT: No."]
    assert bench.asked == ([] if who == "within" else ["force_mode"])  # nobody is asked for what is refused


def test_a_request_is_read_with_its_defaults() -> None:
    command = press_of(request(), TOOL)
    assert command.compliant == (False, False, True, False, False, False)
    assert command.wrench == (0.0, 0.0, -10.0, 0.0, 0.0, 0.0) and command.speeds[2] == 0.05
    assert np.allclose(command.deviations, 0.01) and command.kind == 2
    assert command.damping == pytest.approx(0.025) and command.gain == pytest.approx(0.5)
    assert np.allclose(command.frame, 0.0)


def test_a_frame_of_the_tool_is_where_the_tool_is() -> None:
    command = press_of(request("left_tool0"), TOOL, "left_")
    assert np.allclose(command.frame[:3], TOOL[:3, 3])
    with pytest.raises(PoseError, match="tool0"):
        press_of(request("camera_link"), TOOL)
