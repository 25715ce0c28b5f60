"""What reaches the gripper's socket: nothing over a limit, whatever is asked, and whatever is answered."""

from __future__ import annotations

import math
import socketserver
import threading
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pred_core.outcome import Code
from ur5_driver.driver import gripper as driver
from ur5_driver.driver.commands import Grip
from ur5_driver.driver.gripper import Contact, Gripper
from ur5_driver.driver.limits import CAPS, GRIPPER_SPEED, GRIPPER_WIDTH, Limits

HOST = "127.0.0.1"
FREE = threading.Event()
"""Nobody cancels."""
LEAST, MOST = 20.0, 235.0
"""What FOR 0 and FOR 255 of a 2F-85 press with, N."""
KEPT = settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


class Fake(socketserver.ThreadingTCPServer):
    """Stands where the URCap's server stands: writes down every line, and is at once where it is told to go."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__((HOST, 0), _Session)
        self.ack, self.end = b"ack", b"\n"
        self.nonsense: dict[str, bytes] = {}
        self.heard = threading.Event()
        self.reset()

    def reset(self) -> None:
        self.lines: list[str] = []
        self.registers = {"STA": 3, "OBJ": 3, "POS": 3, "PRE": 3}
        self.nonsense = {}
        self.heard.clear()

    def answer(self, line: str) -> bytes:
        self.lines.append(line)
        verb, *words = line.split()
        if verb == "GET" and words[0] in self.nonsense:
            return self.nonsense[words[0]]
        if verb == "GET":
            return f"{words[0]} {self.registers[words[0]]}".encode() + self.end
        asked = dict(zip(words[::2], map(int, words[1::2]), strict=True))
        if "ACT" in asked:
            self.registers["STA"] = 3
        if "POS" in asked:
            self.registers.update(PRE=asked["POS"], POS=asked["POS"])
            self.heard.set()
        return self.ack

    def sets(self) -> list[dict[str, int]]:
        """Return what was set, line by line."""
        rows = [line.split()[1:] for line in self.lines if line.startswith("SET ")]
        return [dict(zip(row[::2], map(int, row[1::2]), strict=True)) for row in rows]


class _Session(socketserver.StreamRequestHandler):
    server: Fake

    def handle(self) -> None:
        for line in self.rfile:
            self.wfile.write(self.server.answer(line.decode().strip()))


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[Fake]:
    with Fake() as server:
        monkeypatch.setattr(driver, "PORT", server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def make(fake: Fake) -> Iterator[Callable[..., Gripper]]:
    made: list[Gripper] = []

    def build(limits: Limits | None = None, closed_at: int = 255) -> Gripper:
        made.append(Gripper(HOST, limits or Limits(), closed_at))
        return made[-1]

    yield build
    for gripper in made:
        gripper.close()


wild = st.one_of(st.floats(), st.floats(-1.0, 300.0), st.sampled_from([0.0, -0.0, 1e308, -1e308, math.nan]))


def near(low: float, high: float) -> st.SearchStrategy[float]:
    """Give numbers within bounds, at them, just beyond them, and anything."""
    edges = [low, high, math.nextafter(low, -1.0), math.nextafter(high, 1e3), high + 9e-7, high + 2e-6]
    return st.one_of(st.floats(low, high), st.sampled_from(edges), wild)


asked = st.builds(Grip, near(0.0, GRIPPER_WIDTH), near(*GRIPPER_SPEED), near(LEAST, 130.0))


@KEPT
@given(
    commands=st.lists(asked, min_size=1, max_size=3),
    most=st.floats(*CAPS["grip_force"]),
    closed_at=st.integers(100, 255),
    ack=st.sampled_from([b"ack", b"ack\n", b"ack\r\n"]),
    end=st.sampled_from([b"\n", b"", b"\r\n"]),
)
def test_nothing_over_a_limit_reaches_the_wire(
    fake: Fake, commands: list[Grip], most: float, closed_at: int, ack: bytes, end: bytes
) -> None:
    fake.reset()
    fake.ack, fake.end = ack, end
    gripper = Gripper(HOST, Limits(grip_force=most), closed_at)
    for command in commands:
        before = len(fake.sets())
        outcome = gripper.grip(command, FREE)
        sent = fake.sets()[before:]
        assert outcome.code in (Code.SUCCESS, Code.BAD_INPUT), outcome
        assert len(sent) == bool(outcome), "what is refused is not sent"
        for values in sent:
            assert set(values) == {"POS", "SPE", "FOR", "GTO"}
            assert 0 <= values["POS"] <= closed_at
            assert 0 <= values["SPE"] <= 255
            assert 0 <= values["FOR"] <= 255
            pressed = LEAST + values["FOR"] / 255.0 * (MOST - LEAST)
            assert pressed <= min(most, command.force) + 1e-5
            width = GRIPPER_WIDTH * (1.0 - values["POS"] / closed_at)
            assert abs(width - command.width) <= 0.5 * GRIPPER_WIDTH / closed_at + 1e-5
    gripper.close()


def test_the_property_is_not_empty(fake: Fake, make: Callable[..., Gripper]) -> None:
    fake.registers["STA"] = 0
    gripper = make(Limits(grip_force=60.0), 228)
    assert gripper.grip(Grip(0.0, GRIPPER_SPEED[1], 60.0), FREE)
    assert gripper.grip(Grip(GRIPPER_WIDTH, GRIPPER_SPEED[0], 20.0), FREE)
    assert fake.sets() == [
        {"ACT": 1},
        {"POS": 228, "SPE": 255, "FOR": 47, "GTO": 1},
        {"POS": 0, "SPE": 0, "FOR": 0, "GTO": 1},
    ]


@pytest.mark.parametrize("ack", [b"ack", b"ack\n"])
@pytest.mark.parametrize("end", [b"", b"\n"])
def test_answers_come_with_line_feeds_and_without(
    fake: Fake, make: Callable[..., Gripper], ack: bytes, end: bytes
) -> None:
    fake.ack, fake.end = ack, end
    gripper = make()
    for width in (0.0, 0.05, GRIPPER_WIDTH):
        assert gripper.grip(Grip(width, 0.1, 40.0), FREE)
        assert gripper.latest is not None
        assert gripper.latest.width == pytest.approx(width, abs=GRIPPER_WIDTH / 255)
        assert gripper.latest.contact is Contact.ARRIVED


NONSENSE = [
    ("POS", b"POS 999\n"),
    ("POS", b"POS -4\n"),
    ("POS", b"POS --4\n"),
    ("POS", "POS ²\n".encode()),
    ("POS", b"POS\n"),
    ("POS", b"OBJ 3\n"),
    ("POS", b"POS 3 OBJ 3\n"),
    ("OBJ", b"OBJ 7\n"),
    ("PRE", b"?"),
    ("STA", b"\xff\xfe\n"),
]


@pytest.mark.parametrize(("name", "answer"), NONSENSE)
def test_nonsense_from_the_gripper_is_a_lost_gripper(
    fake: Fake, make: Callable[..., Gripper], name: str, answer: bytes
) -> None:
    gripper = make()
    fake.nonsense = {name: answer}
    outcome = gripper.grip(Grip(0.04, 0.1, 40.0), FREE)
    assert outcome.code is Code.ROBOT_LOST
    assert f"GET {name}" in outcome.message, outcome
    fake.nonsense = {}
    assert gripper.grip(Grip(0.04, 0.1, 40.0), FREE), "it is asked again over a new connection"


def test_a_gripper_that_does_not_take_a_command_is_lost(fake: Fake, make: Callable[..., Gripper]) -> None:
    fake.ack = b"?"
    outcome = make().grip(Grip(0.04, 0.1, 40.0), FREE)
    assert outcome.code is Code.ROBOT_LOST
    assert "SET POS" in outcome.message


def test_nonsense_does_not_end_the_watching(fake: Fake, make: Callable[..., Gripper]) -> None:
    gripper = make()
    asked_twice = threading.Semaphore(0)
    answer = fake.answer

    def told(line: str) -> bytes:
        if line == "GET OBJ":
            asked_twice.release()
        return answer(line)

    fake.answer = told  # type: ignore[method-assign]
    fake.nonsense = {"OBJ": b"OBJ 9\n"}
    gripper.start()
    assert asked_twice.acquire(timeout=20.0)
    fake.nonsense = {}
    assert asked_twice.acquire(timeout=20.0), "it goes on to ask"


def test_who_cancelled_before_sees_no_finger_move(fake: Fake, make: Callable[..., Gripper]) -> None:
    cancelled = threading.Event()
    cancelled.set()
    for status in (0, 3):
        fake.registers["STA"] = status
        assert make().grip(Grip(0.04, 0.1, 40.0), cancelled).code is Code.CANCELED
    assert fake.sets() == []


def test_a_cancel_holds_the_fingers_where_they_are(fake: Fake, make: Callable[..., Gripper]) -> None:
    fake.registers["OBJ"] = 0
    cancel, outcomes = threading.Event(), list[Code]()
    gripper = make()
    grip = threading.Thread(target=lambda: outcomes.append(gripper.grip(Grip(0.04, 0.1, 40.0), cancel).code))
    grip.start()
    assert fake.heard.wait(20.0)
    cancel.set()
    grip.join(20.0)
    assert outcomes == [Code.CANCELED]
    assert fake.sets()[-1] == {"GTO": 0}
