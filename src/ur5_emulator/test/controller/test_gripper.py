from __future__ import annotations

import pytest

from ur5_emulator.controller.gripper import AHEAD, GripperRegisters
from ur5_emulator.controller.services import GripperSession


def run(gripper, seconds):
    for _ in range(round(seconds / 0.002)):
        gripper.step(0.002)


@pytest.fixture
def gripper():
    active = GripperRegisters()
    assert active.answer("SET ACT 1") == "ack"
    assert active.answer("GET STA") == "STA 1"
    run(active, 1.0)
    assert active.answer("GET STA") == "STA 3"
    return active


def test_an_inactive_gripper_does_not_move():
    gripper = GripperRegisters()
    assert gripper.answer("SET GTO 1 POS 255 SPE 255") == "ack"
    run(gripper, 1.0)
    assert gripper.answer("GET POS") == "POS 3"


def test_it_takes_its_time_and_arrives(gripper):
    assert gripper.answer("SET POS 203 SPE 0 FOR 50 GTO 1") == "ack"
    assert gripper.answer("GET OBJ") == "OBJ 0"
    run(gripper, 1.0)
    assert gripper.answer("GET POS") == "POS 63"  # 60 counts a second at the lowest speed
    gripper.answer("SET SPE 255")
    run(gripper, 1.0)
    assert [gripper.answer(f"GET {name}") for name in ("POS", "OBJ", "PRE", "FOR")] == [
        "POS 203",
        "OBJ 3",
        "PRE 203",
        "FOR 50",
    ]


def test_an_object_stops_the_fingers_either_way(gripper):
    gripper.blocked_at = 120.0
    gripper.answer("SET POS 255 SPE 255 GTO 1")
    run(gripper, 2.0)
    assert (gripper.answer("GET POS"), gripper.answer("GET OBJ")) == ("POS 120", "OBJ 2")
    gripper.blocked_at = None  # it slipped out
    run(gripper, 2.0)
    assert (gripper.answer("GET POS"), gripper.answer("GET OBJ")) == ("POS 252", "OBJ 3")
    gripper.blocked_at = 120.0
    gripper.answer("SET POS 0")
    run(gripper, 2.0)
    assert (gripper.answer("GET POS"), gripper.answer("GET OBJ")) == ("POS 120", "OBJ 1")


@pytest.mark.parametrize("line", ["GET XYZ", "SET POS 300", "SET POS", "SET POS x", "SET OBJ 1", "", "HELLO"])
def test_nonsense_gets_a_question_mark(gripper, line):
    assert gripper.answer(line) == "?"


class Wire:
    """A connection that keeps what is sent, packet by packet."""

    def __init__(self):
        self.packets = []

    def send(self, data):
        self.packets.append(data)


def test_an_acknowledgement_has_no_line_feed_and_values_have_one(gripper):
    wire = Wire()
    session = GripperSession(wire, gripper)
    for request in (
        b"SET POS 10\n",
        b"GET PRE\n",
        b"GET STA\nGET ACT\n",
        b"SET GTO 1\nGET PRE\n",
        b"GET XYZ\n",
    ):
        session.feed(request)
    assert wire.packets == [b"ack", b"PRE 10\n", b"STA 3\nACT 1\n", b"ackPRE 10\n", b"?\n"]


@pytest.mark.parametrize(("spelling", "direction", "end"), [("ADR", 1, 3), ("ARD", 1, 3), ("ADR", 0, 252)])
def test_an_automatic_release_is_slow_and_needs_a_new_activation(gripper, spelling, direction, end):
    gripper.answer("SET POS 100 SPE 255 GTO 1")
    run(gripper, 1.0)
    assert gripper.answer(f"SET {spelling} {direction}") == "ack"
    assert gripper.answer(f"GET {spelling}") == f"{spelling} {direction}"
    gripper.answer("SET ATR 1")
    run(gripper, 1.0)
    assert (gripper.answer("GET FLT"), abs(gripper.position - 100)) == ("FLT 11", pytest.approx(60, abs=1))
    run(gripper, 3.0)
    assert (gripper.answer("GET FLT"), gripper.answer("GET POS")) == ("FLT 15", f"POS {end}")
    gripper.answer("SET POS 50 GTO 1")
    run(gripper, 1.0)
    assert gripper.answer("GET POS") == f"POS {end}"
    gripper.answer("SET ACT 0 ATR 0")
    gripper.answer("SET ACT 1 POS 50 GTO 1")
    run(gripper, 2.0)
    assert (gripper.answer("GET FLT"), gripper.answer("GET POS")) == ("FLT 0", "POS 50")


def test_what_it_holds_does_not_keep_it_from_opening(gripper):
    gripper.blocked_at = 120.0
    gripper.answer("SET POS 255 SPE 255 GTO 1")
    run(gripper, 1.0)
    gripper.blocked_at = 118.5  # the object gives a little
    run(gripper, 0.1)
    gripper.answer("SET POS 0")
    run(gripper, 1.0)
    assert (gripper.answer("GET POS"), gripper.answer("GET OBJ")) == ("POS 3", "OBJ 3")


def test_an_object_felt_late_is_not_passed(gripper):
    gripper.answer("SET POS 255 SPE 255 GTO 1")
    run(gripper, 0.3)
    gripper.blocked_at = 100.0
    run(gripper, 0.1)
    assert (gripper.answer("GET POS"), gripper.answer("GET OBJ")) == ("POS 100", "OBJ 2")


def test_it_does_not_run_away_from_the_worlds_fingers(gripper):
    gripper.fingers_at = 10.0
    gripper.answer("SET POS 255 SPE 255 GTO 1")
    run(gripper, 3.0)
    assert (gripper.position, gripper.answer("GET OBJ")) == (10.0 + AHEAD, "OBJ 0")
    gripper.fingers_at = 240.0
    run(gripper, 3.0)
    assert gripper.answer("GET OBJ") == "OBJ 3"
    gripper.answer("SET POS 0")
    run(gripper, 3.0)
    assert gripper.position == 240.0 - AHEAD
    gripper.fingers_at = None
    run(gripper, 3.0)
    assert gripper.answer("GET POS") == "POS 3"
