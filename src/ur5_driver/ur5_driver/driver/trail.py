"""The way that the arm came, as its joints were measured while the driver moved it: the one way back that was free."""

from __future__ import annotations

import threading
from collections import deque

import numpy as np

from ur5_description import kinematics
from ur5_description.kinematics import ArmModel, Array

SPACING = 0.004
"""How far apart kept samples are, rad in one joint: a straight turn between them is nowhere off the way by more."""
LENGTH = 4000
"""How many are kept: 16 rad of the fastest joint."""
STANDS_WITHIN = 0.03
"""An arm that stands farther from the end of its way was moved by somebody else since, rad."""
JUMP = 0.2
"""More than an arm turns between two measurements, rad: some are missing."""
LEAST = 0.001
"""A shorter way back leads nowhere, m."""
STRAIGHT = 0.004
"""How far the way back may be off the way that the arm came, rad."""


class Trail:
    """Joints (rad) along the driver's own motions, until the arm stands after them. Thread-safe.

    Where a person or another program moves the arm, the way ends: back on theirs may be where it was stopped.
    """

    def __init__(self) -> None:
        self._samples: deque[Array] = deque(maxlen=LENGTH)
        self._moving = False
        self._going_back = False
        self._guard = threading.Lock()

    def take(self, joints: Array, *, ours: bool, still: bool) -> None:
        """Take note of a measurement.

        :param ours: the driver moves the arm; what it still does after that, to brake, is taken for the driver's, too
        :param still: no joint moves
        """
        with self._guard:
            if not self._going_back:
                self._take(joints, ours=ours, still=still)

    def _take(self, joints: Array, *, ours: bool, still: bool) -> None:
        last = self._samples[-1] if self._samples else None
        off = 0.0 if last is None else float(np.abs(joints - last).max())
        if off > (JUMP if ours or self._moving else STANDS_WITHIN):
            self._samples.clear()
            last = None
        if ours or self._moving:
            if last is None or off >= SPACING:
                self._samples.append(joints)
            self._moving = ours or not still

    def back(self, arm: ArmModel, joints: Array, length: float) -> list[Array]:
        """Return waypoints from where the arm stands back along the way until the flange went ``length`` m.

        :param joints: where it stands, rad; empty when that is not at the end of the way
        """
        with self._guard:
            way = [joints, *reversed(self._samples)]
        if len(way) < 2 or float(np.abs(way[1] - joints).max()) > STANDS_WITHIN:
            return []
        places = kinematics.frames_along(arm, np.array(way))[:, 6, :3, 3]
        gone = np.cumsum(np.linalg.norm(np.diff(places, axis=0), axis=1))
        if gone[-1] < LEAST:
            return []
        end = min(len(way) - 1, int(np.searchsorted(gone, length)) + 1)
        back = np.array(way[: end + 1])
        beyond = max(0.0, float(gone[end - 1]) - length)  # a busy machine measures few places on the way
        back[-1] += (back[-2] - back[-1]) * beyond / max(float(np.linalg.norm(places[end] - places[end - 1])), 1e-9)
        return _corners(back)[1:]

    def hold(self) -> None:
        """Take note of nothing: the arm goes back on the way."""
        self._going_back = True

    def rewind(self, joints: Array | None) -> None:
        """Go on after :meth:`hold`: the way ends where the arm stands now (rad), or is forgotten."""
        with self._guard:
            if joints is None or not self._samples:
                self._samples.clear()
            else:
                off = [float(np.abs(sample - joints).max()) for sample in self._samples]
                for _ in range(len(off) - 1 - int(np.argmin(off))):
                    self._samples.pop()
            self._going_back = self._moving = False


def _corners(way: Array) -> list[Array]:
    """Return the fewest of a way's samples (Nx6) that straight turns between them keep within STRAIGHT of it."""
    if len(way) < 3:
        return list(way)
    along = way[-1] - way[0]
    size = max(float(along @ along), 1e-12)
    chord = way[0] + np.clip((way - way[0]) @ along / size, 0.0, 1.0)[:, None] * along
    off = np.abs(way - chord).max(axis=1)
    worst = int(off.argmax())
    if off[worst] <= STRAIGHT:
        return [way[0], way[-1]]
    return _corners(way[: worst + 1])[:-1] + _corners(way[worst:])
