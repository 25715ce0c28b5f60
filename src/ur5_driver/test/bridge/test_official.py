"""Topics and services under the manufacturer's names tell and do what theirs do."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from std_srvs.srv import Trigger

from pred_core.outcome import Outcome
from ur5_description.kinematics import HOME, UR5, UR5E, ArmModel, forward
from ur5_driver.bridge.official import Official, wrench_in_tool
from ur5_driver.driver.commands import ZeroForce
from ur5_driver.driver.states import Control


class FakeNode:
    """Keeps what is published and served."""

    def __init__(self) -> None:
        self.published: dict[str, list[Any]] = {}
        self.served: dict[str, Any] = {}

    def create_publisher(self, _kind: Any, topic: str, _qos: Any) -> Any:
        said = self.published.setdefault(topic, [])
        return SimpleNamespace(publish=said.append)

    def create_service(self, _kind: Any, name: str, callback: Any, **_: Any) -> None:
        self.served[name] = callback

    def call(self, name: str) -> Any:
        return self.served[name](Trigger.Request(), Trigger.Response())


class Bench:
    def __init__(self) -> None:
        self.did: list[Any] = []
        self.link: Any = SimpleNamespace(control=Control.NONE, limits=SimpleNamespace(arm=UR5E), tell=self.tell)
        self.node: Any = FakeNode()
        self.official = Official(
            self.node, self.link, None, lambda: Outcome.success("Recovered."), lambda: Outcome.success("Handed back.")
        )

    def tell(self, command: Any) -> Outcome:
        self.did.append(command)
        return Outcome.success()


SEEN: Any = SimpleNamespace(q=np.array(HOME), scaling=0.4, force=np.array([1.0, 2.0, -9.0, 0.0, 0.0, 0.5]))


def test_force_and_speed_scaling_are_in_the_units_and_frames_of_the_official_driver() -> None:
    bench = Bench()
    bench.official.measured(SEEN, 12.5)
    (scaling,) = bench.node.published["speed_scaling_state_broadcaster/speed_scaling"]
    assert scaling.data == pytest.approx(40.0)
    (wrench,) = bench.node.published["force_torque_sensor_broadcaster/wrench"]
    assert wrench.header.frame_id == "tool0" and wrench.header.stamp.sec == 12
    # at home the tool points down: what presses it down in base presses along its z
    assert wrench.wrench.force.z == pytest.approx(9.0) and wrench.wrench.torque.z == pytest.approx(-0.5)


@pytest.mark.parametrize("arm", [UR5E, UR5])
def test_a_wrench_is_told_along_the_tools_axes_wherever_the_arm_is(arm: ArmModel) -> None:
    rng = np.random.default_rng(3)
    for joints in rng.uniform(-3.0, 3.0, (20, 6)):
        wrench, turn = rng.normal(size=6), forward(arm, joints)[:3, :3].T
        assert np.allclose(wrench_in_tool(joints, wrench), [*turn @ wrench[:3], *turn @ wrench[3:]])


def test_the_speed_scaling_is_told_when_it_changes_and_ten_times_a_second() -> None:
    bench = Bench()
    for k in range(125):  # a second
        seen = SimpleNamespace(**{**vars(SEEN), "scaling": 0.4 if k < 60 else 0.5})
        bench.official.measured(seen, 1.0 + 0.008 * k)
    told = [m.data for m in bench.node.published["speed_scaling_state_broadcaster/speed_scaling"]]
    assert 10 <= len(told) <= 12 and told.count(pytest.approx(50.0)) >= 5
    assert len(bench.node.published["force_torque_sensor_broadcaster/wrench"]) == 125


def test_that_the_program_runs_is_told_when_it_changes() -> None:
    bench = Bench()
    for control in (Control.NONE, Control.NONE, Control.READY, Control.READY, Control.NONE):
        bench.link.control = control
        bench.official.measured(SEEN, 0.0)
    told = bench.node.published["io_and_status_controller/robot_program_running"]
    assert [message.data for message in told] == [False, True, False]


def test_services_do_what_their_names_say() -> None:
    bench = Bench()
    assert bench.node.call("io_and_status_controller/zero_ftsensor").success
    assert bench.did == [ZeroForce()]
    assert bench.node.call("io_and_status_controller/resend_robot_program").message.endswith("Recovered.")
    assert bench.node.call("io_and_status_controller/hand_back_control").message.endswith("Handed back.")
