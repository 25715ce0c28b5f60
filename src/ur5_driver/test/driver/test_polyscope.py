"""PolyScope's own limits and the controller's kinematics: read off its primary interface, and kept."""

from __future__ import annotations

import math
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pred_core.outcome import Code
from ur5_description.calibration import DhRows
from ur5_description.kinematics import HOME, UR5, UR5E, forward, pose_from_matrix
from ur5_driver.driver import primary
from ur5_driver.driver.asking_itself import AskingItself
from ur5_driver.driver.body import Hand
from ur5_driver.driver.commands import Joints, MoveJoints, Servo
from ur5_driver.driver.gate import Gate
from ur5_driver.driver.limits import Limits
from ur5_driver.driver.polyscope import (
    JointLimits,
    OwnKinematics,
    PrimaryError,
    SaidOfItself,
    joint_limits,
    own_kinematics,
    package,
    parts,
)
from ur5_driver.driver.primary import ask

ALPHA = (math.pi / 2.0, 0.0, 0.0, math.pi / 2.0, -math.pi / 2.0, 0.0)
WIDE = math.radians(363.0)
TURNS = [(-WIDE, WIDE)] * 6
SPEEDS = [(3.34, 40.0)] * 6


def part(kind: int, body: bytes) -> bytes:
    return struct.pack(">IB", 5 + len(body), kind) + body


def configuration(turns: list[tuple[float, float]] = TURNS, speeds: list[tuple[float, float]] = SPEEDS) -> bytes:
    rest = struct.pack(">29d4I", *[0.0] * 29, 6, 4, 1, 3)
    return struct.pack(">24d", *np.ravel([*turns, *speeds])) + rest


def kinematics(d1: float = 0.1625) -> bytes:
    d, a = (d1, *UR5E.d[1:]), UR5E.a
    return struct.pack(">6I24dI", *[7] * 6, *[0.0] * 6, *a, *d, *ALPHA, 0)


def state(*inside: bytes) -> bytes:
    return part(16, b"".join(inside))


VERSION = part(20, b"\x00" * 30)
WHOLE = state(part(0, b"\x01" * 42), part(5, kinematics()), part(6, configuration()))
NARROW = JointLimits(
    (-WIDE,) * 6, (WIDE, WIDE, 1.8, WIDE, WIDE, WIDE), (3.34, 3.34, 0.4, 3.34, 3.34, 3.34), (40.0,) * 6
)
PUBLISHED = OwnKinematics(DhRows((0.0,) * 6, UR5E.a, UR5E.d, ALPHA))
KEPT = Limits().keeping(SaidOfItself(NARROW, PUBLISHED))


@contextmanager
def serving(*packets: bytes, closes: bool = False) -> Iterator[int]:
    """Send packets to the first client of a port, and then nothing, or the end of the connection."""
    listener = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def serve() -> None:
        client, _ = listener.accept()
        with client:
            for packet in packets:
                client.sendall(packet)
            if not closes:
                over.wait(10.0)

    thread = threading.Thread(target=serve)
    thread.start()
    yield listener.getsockname()[1]
    over.set()
    thread.join()
    listener.close()


def test_limits_and_kinematics_are_read_whatever_else_comes_and_however_it_is_cut() -> None:
    stream = VERSION + state(part(5, kinematics())) + state(part(6, configuration()), part(9, b"internal"))
    with serving(*(stream[k : k + 7] for k in range(0, len(stream), 7))) as port:
        said = ask("127.0.0.1", (port,))
    assert said.limits == JointLimits((-WIDE,) * 6, (WIDE,) * 6, (3.34,) * 6, (40.0,) * 6)
    assert said.kinematics.hash == "calib_12788084448423163542"
    assert said.kinematics.is_a(UR5E) and not said.kinematics.is_a(UR5)


def test_a_silent_port_is_left_for_the_next_one_and_why_is_said() -> None:
    with serving(VERSION) as silent, serving(WHOLE) as speaks:
        assert ask("127.0.0.1", (silent, speaks), 0.2).limits.speed == (3.34,) * 6
    with serving(closes=True) as shut, serving(VERSION) as silent, pytest.raises(PrimaryError) as raised:
        ask("127.0.0.1", (shut, silent), 0.2)
    assert f"port {shut}: it was closed; port {silent}: " in str(raised.value)


@pytest.mark.parametrize(
    "packet",
    [
        b"HTTP/1.1 400 Bad Request\r\n",
        struct.pack(">IB", 2, 16),
        state(part(5, kinematics()), struct.pack(">IB", 4000, 6)),
        state(part(5, kinematics()), part(6, configuration()[:50])),
        state(part(5, kinematics()), part(6, configuration([(1.0, -1.0)] * 6))),
        state(part(5, kinematics()), part(6, configuration(speeds=[(0.0, 40.0)] * 6))),
        state(part(5, kinematics(math.nan)), part(6, configuration())),
    ],
)
def test_what_is_no_state_is_refused(packet: bytes) -> None:
    with serving(packet) as port, pytest.raises(PrimaryError):
        ask("127.0.0.1", (port,), 0.3)


def test_states_are_listened_to_as_long_as_somebody_wants_more(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = list[int]()
    with serving(VERSION, WHOLE, WHOLE) as port:
        monkeypatch.setattr(primary, "PORTS", (port,))
        primary.listen("127.0.0.1", lambda kind, _: taken.append(kind), lambda: len(taken) < 5)
    assert taken == [0, 5, 6, 0, 5]
    with serving(WHOLE, closes=True) as port:
        monkeypatch.setattr(primary, "PORTS", (port,))
        with pytest.raises(PrimaryError, match="closed"):
            primary.listen("127.0.0.1", lambda *_: None, lambda: True)


def test_packages_are_taken_whole() -> None:
    buffer = bytearray(WHOLE + VERSION[:3])
    assert package(buffer) == WHOLE and package(buffer) is None and len(buffer) == 3
    assert list(parts(VERSION)) == [] and [kind for kind, _ in parts(WHOLE)] == [0, 5, 6]


def test_the_hash_is_the_manufacturers() -> None:
    # its published kinematics of a UR10e, and the name that its tools give them
    d, a = (0.1807, 0.0, 0.0, 0.17415, 0.11985, 0.11655), (0.0, -0.6127, -0.57155, 0.0, 0.0, 0.0)
    body = struct.pack(">6I24dI", *[7] * 6, *[0.0] * 6, *a, *d, *ALPHA, 0)
    assert own_kinematics(body).hash == "calib_5119701370761913513"


def turned(**joints: float) -> Joints:
    values = list(HOME)
    for name, value in joints.items():
        values[int(name[1])] = value
    return (values[0], values[1], values[2], values[3], values[4], values[5])


def test_a_turn_beyond_polyscopes_limit_is_refused_with_joint_limit_and_whose() -> None:
    goal = turned(q2=1.78)  # within 1.8, but not by the margin
    assert Limits().check(MoveJoints(HOME, goal, 0.3, 0.5))
    verdict = KEPT.check(MoveJoints(HOME, goal, 0.3, 0.5))
    assert verdict.code is Code.BAD_INPUT
    assert "elbow_joint would leave -6.28 to 1.75 rad, PolyScope's own limit" in verdict.message
    assert KEPT.check(MoveJoints(HOME, turned(q2=1.74), 0.3, 0.5))
    assert not KEPT.allows(np.array([goal])) and Limits().allows(np.array([goal]))
    ours = replace(KEPT, joint_high=(math.tau, math.tau, 1.6, *[math.tau] * 3))
    assert "PolyScope" not in ours.check(MoveJoints(HOME, turned(q2=1.7), 0.3, 0.5)).message


def test_a_joint_beyond_its_limit_may_come_back_and_go_no_farther() -> None:
    out = turned(q2=1.85)
    assert KEPT.check(MoveJoints(out, turned(q2=1.6), 0.3, 0.5))
    assert KEPT.check(Servo(out, turned(q2=1.849), 0.008))
    assert not KEPT.check(Servo(out, turned(q2=1.851), 0.008))
    assert not KEPT.check(MoveJoints(out, turned(q2=1.8), 0.3, 0.5))


def test_a_joint_is_turned_no_faster_than_polyscope_allows_and_plans_know() -> None:
    far = turned(q0=HOME[0] + 0.4, q2=HOME[2] + 0.1)
    assert KEPT.check(MoveJoints(HOME, far, 0.9, 1.0))  # a quarter of it is the elbow's
    quick = KEPT.check(MoveJoints(HOME, turned(q2=HOME[2] + 0.1), 0.9, 1.0))
    assert "elbow_joint would turn at 0.90 rad/s, PolyScope's own limit allows 0.38" in quick.message
    planned = KEPT.joints(HOME, turned(q2=HOME[2] + 0.1), 1.0, 0.5)
    assert planned.speed == pytest.approx(0.94 * 0.4) and KEPT.check(planned)
    assert not KEPT.check(Servo(HOME, turned(q2=HOME[2] + 0.005), 0.008))
    assert Limits().check(Servo(HOME, turned(q2=HOME[2] + 0.005), 0.008))


def test_straight_lines_are_paced_by_polyscopes_limits() -> None:
    pose = forward(UR5E, HOME)
    pose[2, 3] += 0.08
    goal = pose_from_matrix(pose)
    wanted = (goal[0], goal[1], goal[2], goal[3], goal[4], goal[5])
    _, free = Limits().line(HOME, wanted, 1.0, 1.0)
    _, kept = KEPT.line(HOME, wanted, 1.0, 1.0)
    assert free is not None and kept is not None
    assert kept.speed < 0.8 * free.speed and KEPT.check(kept)
    assert "PolyScope" in KEPT.check(free).message


def test_a_slower_acceleration_of_the_controller_is_kept() -> None:
    slow = replace(NARROW, acceleration=(40.0, 40.0, 40.0, 1.0, 40.0, 40.0))
    assert Limits().keeping(SaidOfItself(slow, PUBLISHED)).joint_acceleration == 1.0
    assert KEPT.joint_acceleration == Limits().joint_acceleration


def test_the_gate_keeps_them_from_the_motion_on_that_it_is_told_with() -> None:
    sent = list[Any]()
    wire: Any = SimpleNamespace(moveJ=lambda *a: sent.append(a) or True)
    gate = Gate(Limits(), wire)
    gate.measured(HOME)
    gate.carries(Hand(), SaidOfItself(NARROW, PUBLISHED))
    assert "PolyScope" in gate.send(MoveJoints(HOME, turned(q2=1.78), 0.3, 0.5)).message and not sent
    gate.carries(Hand(gripper=False))
    assert "PolyScope" in gate.send(MoveJoints(HOME, turned(q2=1.78), 0.3, 0.5)).message
    assert gate.send(MoveJoints(HOME, turned(q2=1.6), 0.3, 0.5)) and len(sent) == 1


def test_the_controller_is_asked_when_it_comes_and_when_the_arm_starts_to_run() -> None:
    receiver: Any = SimpleNamespace(latest=None, connections=0)
    answers, told = list[Any](), list[Any]()

    def answer(host: str) -> Any:
        assert host == "arm"
        found = answers.pop(0)
        if isinstance(found, Exception):
            raise found
        return found

    asking = AskingItself("arm", receiver, told.append, answer)
    assert asking.look() and asking.problem and asking.said is None
    receiver.latest, receiver.connections = SimpleNamespace(robot_mode=3), 1
    answers = [PrimaryError("port 30011: timed out"), "first"]
    assert not asking.look() and asking.problem == "port 30011: timed out" and told == []
    assert asking.look() and asking.problem == "" and asking.look() and told == ["first"]
    receiver.latest = SimpleNamespace(robot_mode=7)  # somebody may have set other limits while it had no power
    answers = ["second"]
    assert asking.look() and asking.look() and told == ["first", "second"] and asking.said == "second"
    receiver.connections, answers = 2, ["third"]
    assert asking.look() and told[-1] == "third"


def test_limits_without_meaning_are_none() -> None:
    with pytest.raises(PrimaryError, match="are none"):
        joint_limits(configuration([(2.0, 2.0)] * 6))
