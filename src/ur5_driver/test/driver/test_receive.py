"""What counts as silence of the arm: a receiving thread that is late does not."""

from __future__ import annotations

import itertools
import socket
import time

import pytest

from ur5_driver.driver import receive
from ur5_driver.driver.limits import Limits
from ur5_driver.driver.link import ArmLink
from ur5_driver.driver.link_settings import LinkSettings
from ur5_driver.driver.receive import Receiver, Snapshot
from ur5_driver.driver.states import State


class LateInterface:
    """A controller that always has something new, and looks what is shown of it while it is being read."""

    def __init__(self, receiver: Receiver, looks: int) -> None:
        self.receiver = receiver
        self.stamp = 1.0
        self.left = looks
        self.shown: list[Snapshot | None] = []

    def getTimestamp(self) -> float:  # noqa: N802
        return self.stamp

    def getActualQ(self) -> list[float]:  # noqa: N802
        self.stamp += 1.0
        self.shown.append(self.receiver.latest)
        self.left -= 1
        if not self.left:
            self.receiver._ending.set()
        return [0.0] * 6

    def __getattr__(self, name: str):  # type: ignore[no-untyped-def]
        vector = name in ("getActualQd", "getTargetQd", "getActualTCPForce")
        return lambda *_: [0.0] * 6 if vector else 1


@pytest.mark.parametrize(("watchful", "gap"), [(True, 1.3), (False, 2.6)])
def test_a_late_look_at_a_lively_arm_is_not_taken_for_silence(
    monkeypatch: pytest.MonkeyPatch, watchful: bool, gap: float
) -> None:
    clock = itertools.count(10.0, gap / 4.0)  # so many looks at the clock from one measurement to the next
    receiver = Receiver("127.0.0.1")
    receiver.watchful = watchful
    arm = LateInterface(receiver, 4)
    monkeypatch.setattr(receive, "EVERY", 0.0)
    monkeypatch.setattr(receive.time, "monotonic", lambda: next(clock))
    receiver._receive(arm)
    monkeypatch.undo()
    assert arm.shown[0] is None
    assert all(seen is not None for seen in arm.shown[1:])


@pytest.mark.parametrize(
    ("watchful", "silent", "shown"), [(True, 0.7, False), (False, 0.7, True), (False, 1.3, False)]
)
def test_silence_counts_sooner_while_something_moves(watchful: bool, silent: float, shown: bool) -> None:
    receiver = Receiver("127.0.0.1")
    receiver._take(LateInterface(receiver, 2), 1.0, receive.time.monotonic())
    assert receiver._latest is not None
    receiver.watchful = watchful
    receiver._looked = receive.time.monotonic()
    receiver._silence = silent
    assert (receiver.latest is not None) == shown


class SilentInterface(LateInterface):
    """Says one thing, then nothing new; ends after some looks."""

    def getTimestamp(self) -> float:  # noqa: N802
        self.left -= 1
        if not self.left:
            self.receiver._ending.set()
        return 1.0

    def getActualQ(self) -> list[float]:  # noqa: N802
        return [0.0] * 6

    def isConnected(self) -> bool:  # noqa: N802
        return True


@pytest.mark.parametrize(("looks", "each", "silence"), [(3, 2.0, 0.128), (11, 0.02, 0.2)])
def test_silence_is_counted_in_looks_that_were_in_time(
    monkeypatch: pytest.MonkeyPatch, looks: int, each: float, silence: float
) -> None:
    clock = itertools.count(10.0, each)
    receiver = Receiver("127.0.0.1")
    monkeypatch.setattr(receive, "EVERY", 0.0)
    monkeypatch.setattr(receive.time, "monotonic", lambda: next(clock))
    receiver._receive(SilentInterface(receiver, looks + 1))  # at something new it is looked twice
    monkeypatch.undo()
    assert receiver._silence == pytest.approx(silence)


def test_a_link_that_was_never_started_can_be_closed() -> None:
    link = ArmLink(LinkSettings("127.0.0.1", Limits()))
    link.close()
    assert link.state is State.DISCONNECTED


def test_a_controller_that_accepts_and_never_answers_holds_nothing_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setattr(receive, "RTDE_PORT", silent.getsockname()[1])
        receiver = Receiver("127.0.0.1")
        receiver.start()
        deadline = time.monotonic() + 10.0
        while "answers" not in receiver.error:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        receiver.close()
        assert receiver.connections == 0
        assert receiver.latest is None


class Between(LateInterface):
    """A controller of which something new comes between any two looks, until it has told so many measurements."""

    def __init__(self, receiver: Receiver, measurements: int) -> None:
        super().__init__(receiver, 1)
        self.measurements = measurements

    def getOutputDoubleRegister(self, _: int) -> float:  # noqa: N802
        if self.stamp < self.measurements:
            self.stamp += 1.0
        return self.stamp - 0.5


def test_the_controllers_time_and_its_programs_count_are_of_one_measurement() -> None:
    receiver = Receiver("127.0.0.1")
    assert receiver._take(Between(receiver, 4), 1.0, time.monotonic()) == 4.0
    seen = receiver._latest
    assert seen is not None and (seen.stamp, seen.counted) == (4.0, 3.5)
