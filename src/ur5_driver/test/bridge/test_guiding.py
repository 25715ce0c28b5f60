"""Freedrive is begun by saying so, and ended by a no, by silence, and by what stops the arm."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from std_msgs.msg import Bool

from pred_core.outcome import Code, Outcome
from ur5_driver.bridge.guiding import TOPIC, Guiding

SOON = 5.0
YES = Outcome.success()


def eventually(condition: Callable[[], bool]) -> bool:
    until = time.monotonic() + SOON
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.005)
    return True


class Bench:
    def __init__(self, silent_after: float = SOON, may: Outcome = YES) -> None:
        self.begun = self.over = 0
        self.ends: Outcome | None = None
        self.warned: list[str] = []
        self.say: Any = None
        node = SimpleNamespace(
            create_subscription=self.listen, get_logger=lambda: SimpleNamespace(warning=self.warned.append)
        )
        self.guiding = Guiding(node, self.guide, lambda *_: may, None, silent_after)

    def listen(self, _kind: Any, topic: str, callback: Any, _depth: int, **_: Any) -> None:
        assert topic == TOPIC
        self.say = lambda yes: callback(Bool(data=yes))

    def guide(self, ended: threading.Event) -> Outcome:
        self.begun += 1
        while not ended.wait(0.002):
            if self.ends is not None:
                break
        self.over += 1
        return Outcome.success() if self.ends is None else self.ends


def test_it_goes_on_as_long_as_it_is_said_and_ends_with_a_no() -> None:
    bench = Bench()
    for _ in range(3):
        bench.say(True)
    assert eventually(lambda: bench.begun == 1) and bench.over == 0
    bench.say(False)
    assert eventually(lambda: bench.over == 1) and bench.warned == []


def test_silence_ends_it_and_it_may_begin_again() -> None:
    bench = Bench(silent_after=0.05)
    bench.say(True)
    assert eventually(lambda: bench.over == 1)
    assert eventually(lambda: (bench.say(True), bench.begun == 2)[1])
    bench.guiding.close()
    assert eventually(lambda: bench.over == 2)


@pytest.mark.parametrize("may", [Outcome(Code.CANCELED, "No."), YES])
def test_who_was_refused_or_stopped_has_to_say_no_first(may: Outcome) -> None:
    bench = Bench(may=may)
    bench.ends = Outcome(Code.UNAVAILABLE, "A protective stop.")
    bench.say(True)
    assert eventually(lambda: len(bench.warned) == 1)
    begun = bench.begun
    for _ in range(5):
        bench.say(True)
    time.sleep(0.05)
    assert bench.begun == begun == bool(may) and len(bench.warned) == 1
    bench.say(False)
    bench.say(True)
    assert eventually(lambda: len(bench.warned) == 2)
