"""The robot's clock: this machine's, set ahead, so that clients that forget to convert times are found out.

It may go faster: then all that the robot does takes so much less of this machine's time.
"""

from __future__ import annotations

import time
from typing import Any

NANO = 1_000_000_000


class RobotClock:
    """Robot time in nanoseconds since the epoch.

    ``skew``: seconds by which it is ahead of this machine's clock at first; ``rate``: how many times as fast it goes.
    """

    def __init__(self, skew: float, rate: float = 1.0) -> None:
        # Steady, whatever happens to the machine's own clock while the robot runs.
        self._begun, self._first = time.monotonic_ns(), time.time_ns() + int(skew * NANO)
        self._rate = rate

    def now(self) -> int:
        """Return robot time, ns."""
        return self._first + round(self._rate * (time.monotonic_ns() - self._begun))

    def seconds(self) -> float:
        """Return robot time, s."""
        return self.now() / NANO


def stamp(target: Any, nanoseconds: int) -> None:
    """Write a time in nanoseconds into a protobuf Timestamp or Duration."""
    target.seconds, target.nanos = divmod(nanoseconds, NANO)


def nanoseconds(source: Any) -> int:
    """Return the nanoseconds of a protobuf Timestamp or Duration."""
    return int(source.seconds) * NANO + int(source.nanos)


def seconds(source: Any) -> float:
    """Return the seconds of a protobuf Timestamp or Duration."""
    return int(source.seconds) + int(source.nanos) / NANO


def set_seconds(target: Any, value: float) -> None:
    """Write seconds into a protobuf Timestamp or Duration."""
    stamp(target, round(value * NANO))
