"""The node's side of the control worker on a machine that keeps the node waiting."""

from __future__ import annotations

import socket
import time
from multiprocessing.connection import Connection
from types import SimpleNamespace

import pytest

from pred_core.outcome import Outcome
from ur5_driver.driver import control, states
from ur5_driver.driver.control import LOOK, STARTING_WITHIN, ControlWorker
from ur5_driver.driver.limits import Limits
from ur5_driver.driver.link_settings import LinkSettings
from ur5_driver.driver.messages import ProgramReport, Receipt
from ur5_driver.driver.states import Control, State

WHY = states.lost(State.IDLE)


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> tuple[ControlWorker, Connection]:
    """Give the node's side, and the pipe of a worker that is this test."""
    ours, theirs = socket.socketpair()
    monkeypatch.setattr(control, "ForkedProgram", lambda _: SimpleNamespace(line=ours, pid=None))
    made = ControlWorker(LinkSettings("127.0.0.1", Limits()).setup(None))
    pipe = Connection(theirs.detach())
    pipe.recv()  # whom to control
    return made, pipe


def test_its_last_word_counts_though_it_was_gone_before_anybody_read_that(
    worker: tuple[ControlWorker, Connection],
) -> None:
    made, pipe = worker
    with made._changed:
        pipe.send(ProgramReport(time.monotonic(), Control.NONE, running=False, lost=WHY))
        pipe.close()
        made.beat(1.0, None)
        assert made.lost is None, "nobody has read why"
    made._reader.join()
    assert made.lost == WHY


def test_a_late_look_says_no_more_of_its_silence_than_one_in_time(
    worker: tuple[ControlWorker, Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, _ = worker
    now, looks = [0.0], [0]
    monkeypatch.setattr(control, "time", SimpleNamespace(monotonic=lambda: now[0]))
    answered = Receipt(1, Outcome.success(), 0.0)

    def wait(_: float) -> None:
        now[0] += 1.0
        looks[0] += 1
        if looks[0] == 4:
            made._answers[1] = answered

    monkeypatch.setattr(made._changed, "wait", wait)
    assert made.answer(1, 4.0 * LOOK) == answered
    assert made.answer(2, 3.5 * LOOK) is None
    assert looks[0] == 8


def test_what_loads_before_the_worker_is_there_is_no_slow_start(
    worker: tuple[ControlWorker, Connection], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, _ = worker
    now = [time.monotonic() + 2.0 * STARTING_WITHIN]
    monkeypatch.setattr(control, "time", SimpleNamespace(monotonic=lambda: now[0]))
    assert made.lost is None
    made._process.pid = 1  # type: ignore[misc]
    assert made.lost is None
    now[0] += STARTING_WITHIN + 1.0
    lost = made.lost
    assert lost is not None and "did not start in time" in lost.message
