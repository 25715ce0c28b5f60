"""How far the arm, its hand and what it holds keep from themselves and from where they must not be, along a path.

Between two samples as well: a rod that is farther off at both than it goes in between was off all the time; where that
is not so, the stretch is halved until it is. Nothing is taken for free that was not shown to be.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ur5_description import kinematics
from ur5_description.kinematics import ArmModel, Array
from ur5_driver.driver.body import FINGER, HAND, HELD, LINKS, Hand, Rods, arm_rods, fingertips
from ur5_driver.driver.distances import box_distances, segment_distances
from ur5_driver.driver.solids import Solids

MARGIN = 0.001
"""How far the parts keep from each other at samples, m; in between they may come nearer, but do not touch."""
LOOK = 0.008
"""Rods that are nearer to each other than that are held against the solids in them, m."""
AROUND = 0.15
"""Rods whose surrounding balls are farther apart are as far apart at least, m: that will do."""
FEW = 24
"""So many pairs, the nearest ones, are looked at first."""
ENOUGH = 0.03
"""What solids are farther apart is not measured any closer, m."""
SLACK = 0.018
"""By how much the outline of a held thing, as seen, may be lower than the table, m: it is to be set down."""
HALVINGS = 16
"""How often a stretch is halved, at most: into stretches that no joint turns 0.1 mrad on."""
SAMPLES = 4000
"""How many samples are looked at, at most. A path that needs more is refused, not taken for free."""
EXACT = 3e-4
"""What is not looked at any closer, m."""
GIVE = 0.001
"""By how much what is too near at the start may come nearer between two samples, m."""
_ROUNDING = 1e-6
TABLE = (0.0, 0.0, 1.0, 0.0)


@dataclass(frozen=True)
class KeptOff:
    """Where nothing may be: beyond ``planes`` (unit normal n and d: n p < d, m), in ``boxes`` (low and high corner)."""

    planes: tuple[tuple[float, ...], ...] = ()
    boxes: tuple[tuple[float, ...], ...] = ()


@dataclass(frozen=True)
class TooNear:
    """What comes too near to what: gap (m, below 0: into it), ``limit``, place (base, m), share of the path.

    ``shown``: it is too near there; otherwise it only was not shown to keep off between that sample and the next.
    """

    part: str
    obstacle: str
    gap: float
    limit: float
    place: Array
    share: float
    shown: bool = True

    @property
    def said(self) -> str:
        """Return what comes too near to what, where, and what is asked, in words."""
        x, y, z = self.place
        where = f"at ({x:.2f}, {y:.2f}, {z:.2f}) m, {100.0 * self.share:.0f} % of the way"
        if not self.shown:
            doubt = f"it was not shown that the {self.part} keeps off the {self.obstacle}"
            return f"{doubt} between samples {where}: give samples nearer to each other"
        if self.obstacle == "table":
            return f"the {self.part} would be {100.0 * (self.limit - self.gap):.1f} cm too low over the table {where}"
        into = f"{-100.0 * self.gap:.1f} cm into" if self.gap < 0.0 else f"{100.0 * self.gap:.1f} cm from"
        least = f"(at least {100.0 * self.limit:.1f} cm)"
        return f"the {self.part} would be {into} the {self.obstacle} {where} {least}"


class Separation:
    """An arm with what it carries, and what it must keep off. Immutable."""

    def __init__(self, arm: ArmModel, hand: Hand, kept_off: KeptOff, clearance: float) -> None:
        """Prepare.

        :param clearance: least height over the table (z = 0) of the elbow and what is beyond it, but for the hand, m
        """
        self._arm = arm
        carried = hand.rods()
        self._rods = arm_rods(arm) if carried is None else arm_rods(arm) + carried
        self._frames = np.array(self._rods.frame)
        self._solids = Solids(self._rods.solid, self._rods.frame)
        self._low = _low_of(self._rods, hand)
        self._ends = np.concatenate(
            [np.stack([self._rods.start, self._rods.end], axis=1).reshape(-1, 3), self._low.centre]
        )
        self._of_end = np.concatenate([np.repeat(self._frames, 2), self._low.frame])
        self._in_frame = [np.flatnonzero(self._of_end == frame) for frame in range(HAND + 1)]
        self._choose_pairs()
        self._choose_planes(kept_off, clearance)
        self._boxes = np.array(kept_off.boxes, dtype=np.float64).reshape(-1, 2, 3)
        self._beside = np.flatnonzero(self._frames >= 1)
        self._describe(len(kept_off.planes))

    def _choose_pairs(self) -> None:
        """Take the rods that can meet: those of links that are not joined, and not those that stand as they stand."""
        first, second = np.nonzero(self._frames[:, None] + 2 <= self._frames[None, :])
        meet = ~((self._frames[first] == 0) & (self._frames[second] == 2))
        meet &= ~((self._frames[first] == HAND - 2) & np.isin(second, self._named(LINKS[HAND])))
        self._first, self._second = first[meet], second[meet]
        radius = self._rods.radius
        self._thick = radius[self._first] + radius[self._second]
        half = 0.5 * np.linalg.norm(self._rods.end - self._rods.start, axis=1)
        self._around = self._thick + half[self._first] + half[self._second]
        lengths, far = np.hypot(self._arm.a, self._arm.d), np.linalg.norm(self._ends, axis=1)
        self._from = self._frames[self._first]
        to = self._frames[self._second]
        tips = np.maximum(far[2 * self._second], far[2 * self._second + 1]) + radius[self._second]
        self._reach = np.array([lengths[a:b].sum() for a, b in zip(self._from, to, strict=True)]) + tips
        self._turning = np.array(
            [[a <= k < b for k in range(6)] for a, b in zip(self._from, to, strict=True)]
        )
        own = far[2 * len(self._frames) :] + self._low.flat + self._low.grown
        self._farthest = float(lengths.sum() + own.max(initial=0.0))

    def _named(self, name: str) -> NDArray[np.intp]:
        return np.flatnonzero(np.array(self._rods.name) == name)

    def _choose_planes(self, kept_off: KeptOff, clearance: float) -> None:
        self._planes = np.array([TABLE, *kept_off.planes])
        names = self._low.name
        links = (self._low.frame < HAND) | (names == LINKS[HAND])
        table = np.where(links, clearance, np.where(names == HELD, -SLACK, 0.0))
        self._heights = np.concatenate([table, np.zeros(len(kept_off.planes) * len(names))])

    def _describe(self, walls: int) -> None:
        name = self._rods.name
        self._said = [(name[j], name[i]) for i, j in zip(self._first, self._second, strict=True)]
        for obstacle in ("table", *(f"wall {n + 1}" for n in range(walls))):
            self._said += [(part, obstacle) for part in self._low.name]
        for n in range(len(self._boxes)):
            self._said += [(name[k], f"keep-out box {n + 1}") for k in self._beside]
        pairs, boxes = len(self._first), len(self._boxes) * len(self._beside)
        self._least = np.concatenate([np.full(pairs, MARGIN), self._heights, np.full(boxes, MARGIN)])
        self._floor = np.concatenate([np.zeros(pairs), self._heights, np.zeros(boxes)])

    def fault(self, path: Array) -> TooNear | None:
        """Return what is first too near on the straight joint-space stretches between samples (Nx6 rad); None: nothing.

        What is too near at the start may be left: no nearer to it on the way, and away from it at the end.
        """
        shares: Array = np.linspace(0.0, 1.0, len(path), dtype=np.float64)
        whole = len(path) > 2
        chain = kinematics.frames_along(self._arm, path)
        ends = self._placed(chain)
        gaps = self._gaps(chain, ends)
        leaving = self._leaving(chain, gaps)
        closer = self._look_closer(chain, gaps, leaving)
        allowed = np.minimum(gaps[0], self._least) - _ROUNDING
        floor = np.where(allowed < self._floor - EXACT, allowed - GIVE, self._floor - EXACT)
        for halved in range(HALVINGS + 1):
            if bool((gaps < allowed).any()):
                break
            spare = self._spare(path, chain, ends, gaps, closer) - floor
            doubtful = np.flatnonzero((spare < 0.0).any(axis=1))
            if not len(doubtful):
                break
            if halved == HALVINGS or len(path) + len(doubtful) > SAMPLES:
                stretch, doubted = divmod(int(spare.argmin()), spare.shape[1])
                return self._fault(doubted, stretch, gaps, ends, shares, shown=False)
            middle = 0.5 * (path[doubtful] + path[doubtful + 1])
            frames = kinematics.frames_along(self._arm, middle)
            placed = self._placed(frames)
            between = self._gaps(frames, placed)
            looked = self._look_closer(frames, between, leaving)
            chain = np.insert(chain, doubtful + 1, frames, axis=0)
            path = np.insert(path, doubtful + 1, middle, axis=0)
            shares = np.insert(shares, doubtful + 1, 0.5 * (shares[doubtful] + shares[doubtful + 1]))
            ends = np.insert(ends, doubtful + 1, placed, axis=1)
            gaps = np.insert(gaps, doubtful + 1, between, axis=0)
            closer = np.insert(closer, doubtful + 1, looked, axis=0)
        near = gaps < allowed
        near[-1] |= (gaps[-1] < self._least - _ROUNDING) & whole
        if not near.any():
            return None
        column = int(np.where(near.any(axis=0), (gaps - self._least).min(axis=0), np.inf).argmin())
        return self._fault(column, int(gaps[:, column].argmin()), gaps, ends, shares, shown=True)

    def _fault(
        self, column: int, sample: int, gaps: Array, ends: Array, shares: Array, *, shown: bool
    ) -> TooNear:
        part, obstacle = self._said[column]
        gap, least = float(gaps[sample, column]), float(self._least[column])
        place = self._place(column, ends[:, sample].T)
        return TooNear(part, obstacle, gap, least, place, float(shares[sample]), shown)

    def _placed(self, chain: Array) -> Array:
        """Return the rods' ends and the finger tips in base, 3xNxE, on DH frames Nx7x4x4."""
        placed = np.empty((3, len(chain), len(self._of_end)))
        for frame, mine in enumerate(self._in_frame):
            at = chain[:, frame]
            placed[:, :, mine] = (at[:, :3, :3] @ self._ends[mine].T + at[:, :3, 3:]).transpose(1, 0, 2)
        return placed

    def _gaps(self, chain: Array, ends: Array) -> Array:
        """Return the distances of surfaces, NxC m, in the order of what is said of them; of pairs those of the rods."""
        pairs, low, rods = len(self._first), len(self._low.flat), 2 * len(self._frames)
        gaps = np.empty((ends.shape[1], len(self._least)))
        middle = 0.5 * (ends[:, :, 0:rods:2] + ends[:, :, 1:rods:2])
        gaps[:, :pairs] = _length(middle[:, :, self._first] - middle[:, :, self._second]) - self._around
        sample, pair = np.nonzero(gaps[:, :pairs] < AROUND)
        a, b = 2 * self._first[pair], 2 * self._second[pair]
        spans = (ends[:, sample, a], ends[:, sample, a + 1], ends[:, sample, b], ends[:, sample, b + 1])
        gaps[sample, pair] = segment_distances(*spans) - self._thick[pair]
        points = ends[:, :, rods:]
        for n, plane in enumerate(self._planes):
            normals = chain[:, :, :3, :3].transpose(0, 1, 3, 2) @ plane[:3]
            upright = _dot(normals[:, self._low.frame].transpose(2, 0, 1), self._low.axis.T[:, None])
            wide = self._low.flat * np.sqrt(np.maximum(0.0, 1.0 - upright**2))
            over = np.tensordot(plane[:3], points, axes=1) - plane[3]
            gaps[:, pairs + n * low : pairs + (n + 1) * low] = over - (wide + self._low.grown)
        c = 2 * self._beside
        for n, box in enumerate(self._boxes):
            begin = pairs + len(self._planes) * low + n * len(c)
            away = box_distances(ends[:, :, c], ends[:, :, c + 1], box) - self._rods.radius[self._beside]
            gaps[:, begin : begin + len(c)] = away
        return gaps

    def _leaving(self, chain: Array, gaps: Array) -> NDArray[np.bool_]:
        """Return which pairs are too near at the start, P: their solids may be in each other, so rods tell of them."""
        near = np.flatnonzero(gaps[0, : len(self._first)] < MARGIN)
        leaving = np.zeros(len(self._first), dtype=np.bool_)
        if len(near):
            leaving[near] = self._apart(chain[:1], np.zeros(len(near), dtype=np.intp), near) < MARGIN
        return leaving

    def _look_closer(self, chain: Array, gaps: Array, leaving: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Put what solids show where rods are near, NxP; the worst first, and no more where that is too near."""
        near = (gaps[:, : len(self._first)] < LOOK) & ~leaving
        sample, pair = np.nonzero(near)
        if not len(sample):
            return near
        worst = gaps[sample, pair].argsort()
        first, rest = worst[:FEW], worst[FEW:]
        for some in (first, rest):
            at, of = sample[some], pair[some]
            gaps[at, of] = np.maximum(gaps[at, of], self._apart(chain, at, of))
            if bool((gaps[at, of] < MARGIN).any()):
                break
        return near

    def _apart(self, chain: Array, sample: NDArray[np.intp], pair: NDArray[np.intp]) -> Array:
        return self._solids.apart(chain, sample, self._first[pair], self._second[pair], ENOUGH)

    def _spare(self, path: Array, chain: Array, ends: Array, gaps: Array, closer: NDArray[np.bool_]) -> Array:
        """Return what each distance is at least between two samples, (N-1)xC m.

        A rod goes as far as its ends, what is in it by its radius times the turn farther.
        """
        turned = np.abs(np.diff(path, axis=0))
        small, moved = np.minimum(gaps[:-1], gaps[1:]), gaps[:-1] + gaps[1:]
        pairs, over = len(self._first), self._planes.shape[0] * len(self._low.flat)
        turn = turned @ self._turning.T
        going = self._going(chain, ends)
        going += np.where(closer[:-1] | closer[1:], turn * self._rods.radius[self._second], 0.0)
        spare = np.empty_like(small)
        spare[:, :pairs] = 0.5 * (moved[:, :pairs] - going) - turn**2 * self._reach / 8.0
        bend = turned.sum(axis=1, keepdims=True) ** 2 * self._farthest / 8.0
        spare[:, pairs : pairs + over] = small[:, pairs : pairs + over] - bend
        if len(self._boxes):
            rest, c = slice(pairs + over, None), 2 * self._beside
            steps = _length(np.diff(ends, axis=1))
            going = np.tile(np.maximum(steps[:, c], steps[:, c + 1]), len(self._boxes))
            spare[:, rest] = 0.5 * (moved[:, rest] - going) - bend
        return spare

    def _going(self, chain: Array, ends: Array) -> Array:
        """Return how far the second rod of each pair goes as the first one's link sees it, (N-1)xP m."""
        result = np.empty((ends.shape[1] - 1, len(self._first)))
        for frame in range(int(self._from.max()) + 1):
            mine = np.flatnonzero(self._from == frame)
            seen, where = np.unique(self._second[mine], return_inverse=True)
            both = np.concatenate([2 * seen, 2 * seen + 1])
            at = chain[:, frame]
            local = at[:, :3, :3].transpose(0, 2, 1) @ (ends[:, :, both].transpose(1, 0, 2) - at[:, :3, 3:])
            steps = _length(np.diff(local, axis=0).transpose(1, 0, 2))
            result[:, mine] = np.maximum(steps[:, : len(seen)], steps[:, len(seen) :])[:, where]
        return result

    def _place(self, column: int, ends: Array) -> Array:
        """Return about where a column's gap is, m in base."""
        pairs, low = len(self._first), len(self._low.flat)
        over = self._planes.shape[0] * low
        if column < pairs:
            rod = int(self._second[column])
        elif column < pairs + over:
            return np.asarray(ends[2 * len(self._frames) + (column - pairs) % low])
        else:
            rod = int(self._beside[(column - pairs - over) % len(self._beside)])
        return np.asarray(0.5 * (ends[2 * rod] + ends[2 * rod + 1]))


@dataclass(frozen=True)
class _Low:
    """Discs that can get low: ``centre`` Lx3 m, radii ``flat`` around ``axis``, by how much each is ``grown``."""

    centre: Array
    flat: Array
    axis: Array
    grown: Array
    frame: NDArray[np.intp]
    name: NDArray[np.str_]


def _low_of(rods: Rods, hand: Hand) -> _Low:
    """Return what can get low: the solids' discs, and of what ends flat or was seen its points."""
    held = np.empty((0, 3)) if hand.held is None else hand.held
    tips = np.concatenate([fingertips(hand), held])
    said = [FINGER] * (len(tips) - len(held)) + [HELD] * len(held)
    low = [k for k, f in enumerate(rods.frame) if f >= 2 and rods.name[k] not in (FINGER, HELD)]
    solids, many = [rods.solid[k] for k in low], [len(rods.solid[k].flat) for k in low]
    none = np.zeros(len(tips))
    return _Low(
        np.concatenate([*(s.centre for s in solids), tips]),
        np.concatenate([*(s.flat for s in solids), none]),
        np.concatenate(
            [*(np.tile(s.axis, (n, 1)) for s, n in zip(solids, many, strict=True)), np.zeros((len(tips), 3))]
        ),
        np.concatenate([np.repeat([s.grown for s in solids], many), none]),
        np.concatenate([np.repeat([rods.frame[k] for k in low], many), np.full(len(tips), HAND)]),
        np.concatenate([np.repeat([rods.name[k] for k in low], many), said]),
    )


def _dot(a: Array, b: Array) -> Array:
    return np.asarray(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


def _length(vectors: Array) -> Array:
    return np.sqrt(_dot(vectors, vectors))
