"""What time it is for the driver: this machine's, or, with an emulated robot, so many times as fast as that.

A robot whose clock ran ahead of its driver's would find every command too late. So both go equally fast: whatever the
driver dates, waits for or gives up by the robot's time is read and waited for here. How long a call may take and how
long a process may be silent stay this machine's time, which a busy machine spends however fast the robot is.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from bosdyn.util import set_clock_source


@dataclass(frozen=True)
class _Pace:
    """``rate`` times as fast as this machine since ``epoch`` and ``begun``, s of its clock and of its steady one."""

    rate: float = 1.0
    epoch: float = 0.0
    begun: float = 0.0


_pace = _Pace()


def run_at(rate: float) -> None:
    """Let this process's time with the robot go ``rate`` times as fast from now on, bosdyn-client's with it."""
    global _pace  # noqa: PLW0603  a process has one clock, as bosdyn-client has
    _pace = _Pace(rate, time.time(), time.monotonic())
    set_clock_source(now)


def now() -> float:
    """Return the time that commands are dated by, s since the epoch."""
    p = _pace
    return time.time() if p.rate == 1.0 else p.epoch + p.rate * (time.monotonic() - p.begun)


def steady() -> float:
    """Return seconds that only ever go on, from some moment on."""
    return _pace.rate * time.monotonic()


def wait(event: threading.Event, seconds: float) -> bool:
    """Wait until an event is set, for so long at most; return whether it is."""
    return event.wait(of_machine(seconds))


def of_machine(seconds: float) -> float:
    """Return how long so many seconds with the robot take on this machine, s."""
    return seconds / _pace.rate


def machine_time(moment: float) -> float:
    """Return a moment of :func:`now` as this machine's clock told it, s since the epoch."""
    p = _pace
    return moment if p.rate == 1.0 else p.epoch + (moment - p.epoch) / p.rate
