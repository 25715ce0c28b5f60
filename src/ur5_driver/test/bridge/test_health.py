"""Diagnostics: a level for each state of the arm, and sentences that say what a person can do."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

rclpy = pytest.importorskip("rclpy", reason="needs ROS 2: run through ./pred test")

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus  # noqa: E402
from served_nodes import ServedNodes, leave  # noqa: E402

from pred_core.outcome import Code, Outcome  # noqa: E402
from ur5_description.calibration import DhRows  # noqa: E402
from ur5_description.kinematics import UR5, UR5E, ArmModel, forward, pose_from_matrix  # noqa: E402
from ur5_description.rtde_numbers import RobotMode, Runtime, SafetyBit  # noqa: E402
from ur5_driver.bridge.health import FINE, IMPAIRED, LATE, STOPPED, advice, health  # noqa: E402
from ur5_driver.driver import states  # noqa: E402
from ur5_driver.driver.gripper import Contact, Fingers  # noqa: E402
from ur5_driver.driver.limits import Limits  # noqa: E402
from ur5_driver.driver.link import ArmLink  # noqa: E402
from ur5_driver.driver.link_settings import LinkSettings, StopTimes  # noqa: E402
from ur5_driver.driver.polyscope import JointLimits, OwnKinematics, SaidOfItself  # noqa: E402
from ur5_driver.driver.receive import Snapshot  # noqa: E402
from ur5_driver.driver.states import Activity, Control, State  # noqa: E402
from ur5_driver.node import DriverNode  # noqa: E402

DOMAIN = "37"
SIX = np.zeros(6)
RUNS = Snapshot(
    time=0.0,
    stamp=0.0,
    q=SIX,
    qd=SIX,
    target_qd=SIX,
    force=SIX,
    robot_mode=RobotMode.RUNNING,
    safety_bits=SafetyBit.NORMAL,
    safety_mode=1,
    runtime_state=Runtime.PLAYING,
    scaling=1.0,
)
WORKER = SimpleNamespace(control=Control.READY, pid=1234)
STANDS_STILL: dict[str, Any] = {"worker": None, "runtime_state": Runtime.STOPPED}


def a_link(
    *,
    fresh: bool = True,
    age: float = 0.0,
    remote: bool | None = True,
    worker: Any = WORKER,
    activity: Activity = Activity.NONE,
    recovering: bool = False,
    gripper: bool = True,
    fingers: Fingers | None = None,
    **measured: Any,
) -> ArmLink:
    """Return a link that never connected, but measured this ``age`` seconds ago; its state follows from it."""
    link = ArmLink(LinkSettings("127.0.0.1", Limits(), gripper=gripper))
    now = time.monotonic()
    if fresh:
        link.receiver._latest = replace(RUNS, time=now - age, **measured)
        link.receiver._looked = now + 60.0  # however long the test takes, it stays fresh
    if link.gripper is not None:
        link.gripper._latest = fingers or Fingers(0.085, Contact.ARRIVED, now + 60.0)
    link.remote, link._worker, link._activity, link._recovering = remote, worker, activity, recovering
    link._state = states.classify(link.facts())
    link.problem = Outcome.success() if link._state in states.UNDER_CONTROL else Outcome(Code.BUSY, "Before.")
    return link


CASES: list[tuple[State, int, str, dict[str, Any]]] = [
    (State.READY, FINE, "", {}),
    (State.MOVING, FINE, "", {"activity": Activity.MOVING}),
    (State.SERVO, FINE, "", {"activity": Activity.SERVO}),
    (State.DISCONNECTED, STOPPED, "check cable, address and power", {"fresh": False, "worker": None}),
    (State.LOCAL, IMPAIRED, "switch it to remote control", {**STANDS_STILL, "remote": False}),
    (State.POWERED_OFF, IMPAIRED, "power it on", {**STANDS_STILL, "robot_mode": RobotMode.POWER_OFF}),
    (State.POWERED_OFF, IMPAIRED, "Confirm", {**STANDS_STILL, "robot_mode": RobotMode.CONFIRM_SAFETY}),
    (State.POWERED_OFF, IMPAIRED, "boots: wait", {**STANDS_STILL, "robot_mode": RobotMode.BOOTING}),
    (State.IDLE, IMPAIRED, "Before.", STANDS_STILL),
    (State.FREEDRIVE, IMPAIRED, "by hand", {**STANDS_STILL, "robot_mode": RobotMode.BACKDRIVE}),
    (State.PSTOP, STOPPED, "look what it touched", {**STANDS_STILL, "safety_bits": SafetyBit.PROTECTIVE}),
    (State.PSTOP, STOPPED, "call recover", {**STANDS_STILL, "safety_bits": SafetyBit.SAFEGUARD}),
    (State.ESTOP, STOPPED, "release the button", {**STANDS_STILL, "safety_bits": SafetyBit.ROBOT_ESTOP}),
    (State.RECOVERING, IMPAIRED, "wait", {**STANDS_STILL, "recovering": True}),
]


@pytest.mark.parametrize(("state", "level", "words", "facts"), CASES)
def test_each_state_has_a_level_and_says_what_to_do(
    state: State, level: int, words: str, facts: dict[str, Any]
) -> None:
    link = a_link(**facts)
    assert link.state is state
    assert health(link)[0] == level
    said = advice(link)
    assert words in said
    assert bool(said) == (level != FINE)
    assert not said or said.endswith((".", "?"))


def test_who_asks_while_the_driver_takes_control_is_told_to_wait() -> None:
    link = a_link(worker=SimpleNamespace(control=Control.STARTING, pid=1234), runtime_state=Runtime.STOPPED)
    assert link.state is State.IDLE
    assert link.available() == states.BEGINS
    assert link.available().code is Code.BUSY


def test_every_state_is_looked_at() -> None:
    assert {state for state, *_ in CASES} == set(State)


def test_what_is_said_is_of_this_state_and_not_of_the_one_before() -> None:
    link = a_link(**STANDS_STILL, remote=False)
    link.problem = states.why(State.PSTOP)
    assert "protective" not in advice(link)
    assert "protective" in str(health(link)[1]["last problem"])


def test_a_gripper_that_does_not_answer_is_a_warning() -> None:
    old = Fingers(0.04, Contact.ARRIVED, time.monotonic() - 2.0)
    silent = a_link(fingers=old)
    level, figures = health(silent)
    assert (level, figures["gripper"]) == (IMPAIRED, "does not answer")
    assert "63352" in advice(silent)
    bare = a_link(gripper=False)
    assert (health(bare)[0], advice(bare), health(bare)[1]["gripper"]) == (FINE, "", "none")
    lost = a_link(fresh=False, worker=None, fingers=old)
    assert "gripper" not in advice(lost), "without an arm its gripper is no news"


def test_an_arm_without_pictures_says_why() -> None:
    ready, why = a_link(), "No picture within 5 s. Nothing came on here."
    assert health(ready, why)[0] == IMPAIRED
    assert advice(ready, why) == why
    stopped = a_link(**STANDS_STILL, remote=False)
    assert why not in advice(stopped, why), "the pictures of an arm that is not under control are not missed"


@pytest.mark.parametrize(
    ("contact", "words"),
    [(Contact.CLOSING_STOPPED, "54.0 mm, holding"), (Contact.ARRIVED, "54.0 mm, arrived")],
)
def test_the_fingers_are_told(contact: Contact, words: str) -> None:
    assert health(a_link(fingers=Fingers(0.054, contact, time.monotonic() + 60.0)))[1]["gripper"] == words


def test_a_flange_that_is_not_where_the_controller_takes_it_is_a_warning() -> None:
    here = pose_from_matrix(forward(UR5E, SIX))
    for off, level in ((0.0, FINE), (0.0002, FINE), (0.002, IMPAIRED)):
        link = a_link(pose=here + np.eye(6)[1] * off)
        found, figures = health(link)
        assert found == level and figures["flange off the controller's, mm"] == pytest.approx(
            1e3 * off, abs=0.01
        )
        assert ("2.0 mm from where the controller takes it" in advice(link)) == (level == IMPAIRED)
    stopped = a_link(pose=here + 0.1, **STANDS_STILL)  # whoever has it may have a TCP of its own
    assert health(stopped)[1]["flange off the controller's, mm"] == "?"


def test_late_measurements_are_a_warning() -> None:
    late = a_link(age=2.0 * LATE)
    assert late.state is State.READY
    level, figures = health(late)
    assert level == IMPAIRED
    assert float(str(figures["last measurement, ms ago"])) >= 2e3 * LATE
    assert "s old" in advice(late)


def test_a_program_that_goes_on_is_told_until_the_arm_is_under_control_again() -> None:
    link = a_link(**STANDS_STILL, remote=False)
    link.program.left = "the dashboard refused"
    assert "the dashboard refused" in advice(link)
    assert "teach pendant" in advice(link).rsplit("ended", 1)[1]
    again = a_link()
    again.program.left = "the dashboard refused"
    assert (health(again)[0], advice(again)) == (FINE, "")


def test_figures_are_names_where_there_are_names() -> None:
    bits = SafetyBit.PROTECTIVE | SafetyBit.STOPPED | 1 << 14
    link = a_link(**STANDS_STILL, safety_bits=int(bits), scaling=0.12345)
    link.stop_times = StopTimes(0.0027, 0.0531)
    figures = health(link)[1]
    assert figures["safety_bits"] == "PROTECTIVE, STOPPED, 16384"
    assert figures["robot_mode"] == "RUNNING"
    assert (figures["remote_control"], figures["program_running"]) == (True, False)
    assert (figures["control"], figures["worker"]) == ("none", None)
    assert figures["speed_scaling"] == 0.123
    assert (figures["last stop on the wire, ms"], figures["last stop, joints still, ms"]) == (2.7, 53.1)


def test_of_an_arm_that_is_not_heard_nothing_is_made_up() -> None:
    figures = health(a_link(fresh=False, worker=None, remote=None))[1]
    unknown = ("robot_mode", "safety_bits", "program_running", "remote_control", "speed_scaling")
    assert {figures[name] for name in (*unknown, "last measurement, ms ago")} == {"?"}


def said_by(arm: ArmModel, limits: JointLimits, more: float = 0.0) -> SaidOfItself:
    """Return what is said by a controller whose first link is so much longer than the published one, m."""
    half = math.pi / 2.0
    d = (arm.d1 + more, *arm.d[1:])
    return SaidOfItself(limits, OwnKinematics(DhRows((0.0,) * 6, arm.a, d, (half, 0.0, 0.0, half, -half, 0.0))))


OWN = JointLimits((-6.4,) * 6, (6.4, 6.4, 1.6, 6.4, 6.4, 6.4), (3.3, 3.3, 3.3, 3.3, 3.3, 0.5), (40.0,) * 6)


def test_what_the_controller_says_of_itself_is_told_or_why_it_is_not_known() -> None:
    link = a_link()
    figures = health(link)[1]
    assert str(figures["PolyScope's joint limits"]).startswith("not known: ")
    assert str(figures["calibration"]).startswith("not known: ")
    link.itself.problem = "port 30011: timed out"
    assert health(link)[1]["PolyScope's joint limits"] == "not known: port 30011: timed out"
    assert health(link)[0] == FINE  # an arm whose ports are blocked works as before
    link.itself.said = said_by(UR5E, OWN)
    link._said(link.itself.said)
    figures = health(link)[1]
    assert figures["PolyScope's joint limits"] == (
        "elbow_joint -6.28 to 1.55 rad, 1.00 rad/s; wrist_3_joint -6.28 to 6.28 rad, 0.47 rad/s"
    )
    assert str(figures["calibration"]).startswith("none: the flange is nominal, by the published lengths; the contr")
    assert "not known" in str(figures["PolyScope's planes, tool and force limits"])
    assert health(link)[0] == FINE


def test_a_calibration_of_another_arm_is_told_before_anything_moves() -> None:
    link, own, another = a_link(), said_by(UR5E, OWN, 0.001), said_by(UR5E, OWN, 0.002)
    given = replace(UR5E, origins=np.array([np.eye(4)] * 6), calibration=own.kinematics.hash)
    link.settings = replace(link.settings, limits=replace(link.limits, arm=given))
    for said in (own, another):
        link.itself.said = said
        link._said(said)
        assert link.limits.arm.origins is given.origins, "what was given is not replaced"
        if said is own:
            assert "calibration that was given" not in advice(link)
            assert health(link)[1]["calibration"] == f"the controller's, {own.kinematics.hash}"
    told = f"that was given is {own.kinematics.hash}, the controller's is {another.kinematics.hash}"
    assert told in advice(link) and health(link)[0] == IMPAIRED
    link.limits = replace(link.limits, arm=replace(given, calibration=""))
    assert health(link)[1]["calibration"] == "not known: the file that was given has no hash"
    assert "calibration that was given" not in advice(link)


def test_the_links_that_the_controller_tells_are_reckoned_with_and_named() -> None:
    here = pose_from_matrix(forward(UR5E, SIX)) + 0.003 * np.eye(6)[2]
    link = a_link(pose=here)
    assert "the flange is nominal" in str(health(link)[1]["calibration"])
    assert "3.0 mm from where the controller takes it, as it is reckoned by the published lengths" in advice(link)
    said = link.itself.said = said_by(UR5E, OWN, 0.003)
    link._said(said)
    level, figures = health(link)
    assert level == FINE and figures["flange off the controller's, mm"] == pytest.approx(0.0, abs=0.01)
    assert figures["calibration"] == f"the controller's, read from it, {said.kinematics.hash}"


def test_another_make_of_arm_is_told() -> None:
    link = a_link()
    link.itself.said = said_by(UR5, OWN)
    link._said(link.itself.said)
    assert "is no ur5e" in advice(link)
    assert link.limits.arm.origins is None, "nor are its links taken over"


@pytest.fixture
def reports(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[ArmLink], DiagnosticStatus]]:
    """Give a function that returns what the driver's node reports of a link."""
    monkeypatch.setitem(os.environ, "ROS_DOMAIN_ID", DOMAIN)
    rclpy.init()
    node, other, heard = DriverNode(), rclpy.create_node("other"), list[DiagnosticArray]()
    own = node.link
    hears = other.create_subscription(DiagnosticArray, "diagnostics", heard.append, 10)
    served = ServedNodes(other)
    tells = node._topics._diagnostics
    served.until(lambda: tells.get_subscription_count() > 0 and hears.get_publisher_count() > 0)

    def report(link: ArmLink) -> DiagnosticStatus:
        node.link = link
        heard.clear()
        node._watch()
        served.until(lambda: heard)
        assert heard[0].header.stamp.sec > 0
        [status] = heard[0].status
        return status

    yield report
    node.link = own
    node.close()
    served.close()
    leave(node)
    rclpy.shutdown()


def test_the_node_publishes_levels_sentences_and_figures(
    reports: Callable[[ArmLink], DiagnosticStatus],
) -> None:
    lost = reports(a_link(fresh=False, worker=None))
    assert (lost.level, lost.hardware_id, lost.name) == (DiagnosticStatus.ERROR, "ur5e", "ur5_driver: arm")
    assert lost.message.startswith("DISCONNECTED: ")
    local = reports(a_link(**STANDS_STILL, remote=False))
    assert local.level == DiagnosticStatus.WARN
    assert local.message.startswith("LOCAL: ")
    values = {pair.key: pair.value for pair in local.values}
    assert (values["robot_mode"], values["remote_control"], values["step"]) == ("RUNNING", "False", "0")
