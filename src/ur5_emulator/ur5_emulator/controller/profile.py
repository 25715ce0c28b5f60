"""Trapezoidal speed profiles along a path, over several pieces with their own limits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True)
class Piece:
    """A stretch of path: its length, and the speed and acceleration allowed on it. `halt`: stand still at its end."""

    length: float
    speed: float
    acceleration: float
    halt: bool = True


@dataclass(frozen=True)
class Ramp:
    """Motion with one acceleration: from `begin` seconds and `at` along the path with `speed`."""

    begin: float
    at: float
    speed: float
    acceleration: float


@dataclass(frozen=True)
class Profile:
    """Where one is along a path at a time: `ramps` in order, standing at `length` from `duration` on."""

    ramps: tuple[Ramp, ...]
    length: float
    duration: float

    def state(self, time: float) -> tuple[float, float]:
        """Return the position along the path and the speed at a time in seconds."""
        if time >= self.duration or not self.ramps:
            return self.length, 0.0
        now = self.ramps[0]
        for ramp in self.ramps:
            if ramp.begin > time:
                break
            now = ramp
        t = max(time, 0.0) - now.begin
        return now.at + (now.speed + now.acceleration * t / 2.0) * t, now.speed + now.acceleration * t


def _borders(pieces: Sequence[Piece], initial: float) -> list[float]:
    """Return the speed at every border between pieces that both neighbours and both directions of time allow."""
    speeds = [initial]
    for before, after in pairwise(pieces):
        speeds.append(0.0 if before.halt else min(before.speed, after.speed))
    speeds.append(0.0)
    for i, piece in enumerate(pieces):
        reachable = math.sqrt(speeds[i] ** 2 + 2.0 * piece.acceleration * piece.length)
        speeds[i + 1] = min(speeds[i + 1], reachable)
    for i in range(len(pieces) - 1, 0, -1):
        piece = pieces[i]
        reachable = math.sqrt(speeds[i + 1] ** 2 + 2.0 * piece.acceleration * piece.length)
        speeds[i] = min(speeds[i], reachable)
    return speeds


def trapezoids(pieces: Sequence[Piece], initial: float = 0.0) -> Profile:
    """Return the fastest profile over the pieces from an initial speed to rest that keeps every limit.

    Where the initial speed is too much for the way left, it brakes harder than allowed instead of overshooting.
    """
    ramps: list[Ramp] = []
    time = at = 0.0
    borders = _borders(pieces, initial)
    for i, piece in enumerate(pieces):
        if piece.length <= 0.0:
            continue
        first, last, a = borders[i], borders[i + 1], piece.acceleration
        if first**2 - last**2 > 2.0 * a * piece.length:
            a = (first**2 - last**2) / (2.0 * piece.length)
        peak = min(piece.speed, math.sqrt(a * piece.length + (first**2 + last**2) / 2.0))
        peak = max(peak, first, last)
        rise, fall = (peak - first) / a, (peak - last) / a
        cruise = piece.length - (peak**2 - first**2) / (2 * a) - (peak**2 - last**2) / (2 * a)
        for duration, speed, acceleration in (
            (rise, first, a),
            (max(cruise, 0.0) / peak, peak, 0.0),
            (fall, peak, -a),
        ):
            if duration > 0.0:
                ramps.append(Ramp(time, at, speed, acceleration))
                at += (speed + acceleration * duration / 2.0) * duration
                time += duration
    return Profile(tuple(ramps), sum(max(p.length, 0.0) for p in pieces), time)
