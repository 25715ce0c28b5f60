"""Faults while the arm moves: it stands, says why, and moves again only when told. Many cancels too."""

from __future__ import annotations

import os
import random
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from test_spot_faults import FAULTS, STANDS_WITHIN, WATCHDOG, recovered

from pred_core.outcome import Code, Outcome

MOVES, STILL = 0.15, 0.01
"""rad/s of the fastest joint."""
HEARS_NO_MORE = WATCHDOG + 0.01
"""s after which an arm that hears no more stands, on a busy machine too; 10 ms is how often it is looked."""
CANCELS = int(os.environ.get("PRED_SPOT_CANCELS", "12"))
"""More of them are a command of their own (docs/spot.md)."""
WARM, SPARE = 4, 3
"""After how many cancels threads and files are counted first, and how many more there may be at the end."""
PITCHES = tuple(float(np.deg2rad(v)) for v in (5.0, 45.0))
ARM_FAULTS = [name for name in FAULTS if name not in ("fall", "reboot")]


class Sweep:
    """Looks up and down with the hand's camera in a thread until that ends."""

    def __init__(self, hands):
        self.outcome: Outcome | None = None
        self.event = threading.Event()
        self._hands = hands
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self):
        outcome, k = Outcome.success(), 0
        while outcome and not self.event.is_set():
            outcome = self._hands.look(PITCHES[k % 2], self.event, 0.5 if k % 4 < 2 else -0.5)
            k += 1
        self.outcome = outcome

    def end(self) -> Outcome:
        self._thread.join(60.0)
        assert self.outcome is not None, "the arm's motion did not end"
        return self.outcome


def _held() -> tuple[int, int]:
    """Return how many threads and open files this process has."""
    return threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))


def fastest(state) -> float:
    return max(abs(v) for v in state["arm_velocity"])


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "later"), [*((name, 0.0) for name in ARM_FAULTS), ("network_cut", 0.3)])
def test_a_fault_while_the_arm_moves_stops_it(emulator, ready_robot, fault, later, record_property):
    link, hands = ready_robot
    ends, code, words = FAULTS[fault]
    sweep = Sweep(hands)
    emulator.until(lambda s: fastest(s) > MOVES)
    begun = emulator.state["time"]
    emulator.until(lambda s: fastest(s) > MOVES and s["time"] > begun + later)
    with emulator.failing(fault, ends):
        stood = emulator.until(lambda s: fastest(s) < STILL)
        record_property("stood_after_s", round(stood, 3))
        outcome = sweep.end()
    assert outcome.code is code, outcome
    assert words in outcome.message
    assert stood < (HEARS_NO_MORE if fault == "network_cut" else STANDS_WITHIN)
    assert emulator.stays(lambda s: fastest(s) < STILL, 2.0), "it moved on its own afterwards"
    assert recovered(link)
    assert hands.look(PITCHES[0], threading.Event())


@pytest.mark.slow
def test_many_cancels_leave_an_arm_that_stands_and_obeys_and_no_threads_or_files(emulator, ready_robot):
    link, hands = ready_robot
    dice = random.Random(1)
    held = None
    for number in range(CANCELS):
        sweep = Sweep(hands)
        time.sleep(dice.uniform(0.0, 1.0))
        sweep.event.set()
        assert sweep.end().code in (Code.CANCELED, Code.SUCCESS)
        emulator.until(lambda s: fastest(s) < STILL)
        held = held or (_held() if number == WARM else None)
    assert link.available()
    assert hands.look(PITCHES[0], threading.Event())
    assert held is not None
    assert all(now <= before + SPARE for before, now in zip(held, _held(), strict=True)), (held, _held())
