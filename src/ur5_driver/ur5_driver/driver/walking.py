"""A trajectory that is being followed: where on it the arm is, and how a newer one is joined to it in motion."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pred_core.outcome import Code, Outcome
from ur5_description.kinematics import Array
from ur5_driver.driver.commands import Joints
from ur5_driver.driver.messages import Follow

SETTLE = 0.4
SLOWER, FASTER = 5.0, 0.5
"""How much of a trajectory's pace may be lost and gained in a second when the controller's speed scaling changes."""
TOO_LATE = Outcome(Code.UNAVAILABLE, "What it was to go on from is not followed any more, or is past that moment.")
KEPT = 400
"""How many rows before the one from which a newer trajectory goes on are kept: the arm is on one of them."""


@dataclass(frozen=True)
class Way:
    """Joints to follow, Nx6 rad; the first row has the number ``first``, so that those of the newest begin with 0."""

    rows: Array
    first: int = 0

    @property
    def last(self) -> int:
        """Return the number of the last row."""
        return self.first + len(self.rows) - 1

    def joined(self, row: int, rows: Array) -> Way:
        """Return the way that goes on with other rows after one of its own."""
        end = row - self.first + 1
        kept = self.rows[max(0, end - KEPT) : end]
        return Way(np.concatenate([kept, rows]), -len(kept))


@dataclass(frozen=True)
class Ahead:
    """A moment ahead on the trajectory ``number``: after its ``row`` another one may go on.

    ``joints`` (rad) and ``speed`` (rad/s) then, in ``seconds`` of unscaled time; ``now`` and ``now_speed``: at present.
    """

    number: int
    row: int
    joints: Array
    speed: Array
    seconds: float
    now: Array
    now_speed: Array


def ahead_on(way: Way, number: int, at: float, seconds: float, period: float) -> Ahead:
    """Return the moment some seconds ahead of a row, at the end at the latest."""
    row = min(way.last, int(np.ceil(at + seconds / period)))
    present = min(way.last, max(way.first, int(at)))
    return Ahead(
        number,
        row,
        way.rows[row - way.first],
        _speed(way, row, period),
        max(0.0, row - at) * period,
        way.rows[present - way.first],
        _speed(way, present, period),
    )


def _speed(way: Way, row: int, period: float) -> Array:
    """Return the speed of the last step to a row, rad/s; at the end the arm rests."""
    at = row - way.first
    if at in (0, len(way.rows) - 1):
        return np.zeros(way.rows.shape[1])
    return np.asarray((way.rows[at] - way.rows[at - 1]) / period)


class Trajectory:
    """Joint samples walked along in stretched time."""

    def __init__(self, request: Follow) -> None:
        self.id = request.id
        self._way = Way(request.samples)
        self._period = request.period
        self._at = 0.0
        self._held = 0.0
        self._scaling: float | None = None

    @property
    def done(self) -> bool:
        """Whether the last sample was commanded long enough for the arm, which lags, to be there."""
        return self._held >= SETTLE

    @property
    def progress(self) -> float:
        """Return how much of the samples is behind, 0..1."""
        return min(1.0, self._at / max(1, len(self._way.rows) - 1))

    @property
    def row(self) -> float:
        """Return the number of the row where it is, with what is behind of the step to the next."""
        return self._way.first + self._at

    def go_on(self, request: Follow) -> bool:
        """Go on with a newer trajectory after the row that it names; False where that is another's, or behind."""
        number, row = request.after or (0, 0)
        index = row - self._way.first
        if number != self.id or not self._at <= index < len(self._way.rows):
            return False
        way = self._way.joined(row, request.samples)
        dropped = index + 1 + way.first
        if self._at < dropped:
            return False
        self.id, self._way = request.id, way
        self._at -= dropped
        self._held = 0.0
        return True

    def step(self, seconds: float, scaling: float) -> tuple[Joints, Joints]:
        """Walk on and return the targets before and after, rad; stretched time changes its pace gently."""
        before, last = self._target(), len(self._way.rows) - 1
        if self._at >= last:
            self._held += seconds
        if self._scaling is None:
            self._scaling = scaling
        low, high = self._scaling - SLOWER * seconds, self._scaling + FASTER * seconds
        self._scaling = float(np.clip(scaling, low, high))
        self._at = min(self._at + seconds * self._scaling / self._period, float(last))
        return before, self._target()

    def _target(self) -> Joints:
        rows, low = self._way.rows, int(self._at)
        high = min(low + 1, len(rows) - 1)
        share = self._at - low
        a, b, c, d, e, f = (float(v) for v in (1.0 - share) * rows[low] + share * rows[high])
        return (a, b, c, d, e, f)
