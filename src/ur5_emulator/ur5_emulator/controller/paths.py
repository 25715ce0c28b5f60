"""Paths of the arm through joint space and through space, with blended corners, parametrised by their length."""

from __future__ import annotations

import bisect
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from ur5_emulator.controller.links import Tip
from ur5_emulator.controller.poses import RigidFrame, between, norm, turn_between
from ur5_emulator.controller.profile import Piece, trapezoids

SAMPLES = 24  # of a corner's length
TURNING = 0.5  # metres of path a radian counts: a pure turn has a length, too
STANDSTILL = 1e-9
CREEP = 0.02  # of the speed, at the least, around a corner


class NoSolutionError(ValueError):
    """The arm cannot reach a point of the path."""


class Curve(Protocol):
    """A stretch of path in joint space, from 0 to its length."""

    length: float

    def at(self, s: float, near: Sequence[float]) -> list[float]:
        """Return the joint vector at a distance along the curve, the one nearest to `near` where there are several."""
        ...


@dataclass(frozen=True)
class Waypoint:
    """Where a move command leads: joints, the tool's frame there, limits, and the radius its corner may be cut by."""

    q: tuple[float, ...]
    frame: RigidFrame
    speed: float
    acceleration: float
    blend: float = 0.0
    linear: bool = False
    duration: float = 0.0


class JointLine:
    """A straight line in joint space; its length is the way of the joint that goes farthest, radians."""

    def __init__(self, start: Sequence[float], end: Sequence[float]) -> None:
        self.start, self.end = tuple(start), tuple(end)
        self.length = max(abs(b - a) for a, b in zip(start, end, strict=True))

    def at(self, s: float, near: Sequence[float]) -> list[float]:  # noqa: ARG002 (the same for every curve)
        f = min(max(s / self.length, 0.0), 1.0) if self.length > STANDSTILL else 1.0
        return [a + (b - a) * f for a, b in zip(self.start, self.end, strict=True)]


class ToolLine:
    """A straight line of the tool in space, turning about one axis. Metres, or for turns TURNING metres a radian."""

    def __init__(self, start: RigidFrame, end: RigidFrame, tip: Tip) -> None:
        self.start, self.end, self.tip = start, end, tip
        self.length = distance(start, end)

    def frame(self, s: float) -> RigidFrame:
        """Return the tool's frame at a distance along the line."""
        return between(self.start, self.end, min(max(s / self.length, 0.0), 1.0) if self.length else 1.0)

    def at(self, s: float, near: Sequence[float]) -> list[float]:
        return _solved(self.frame(s), self.tip, near)


class Corner:
    """A corner cut by a parabola from a point before it to a point behind it."""

    def __init__(self, before: Sequence[float], corner: Sequence[float], after: Sequence[float]) -> None:
        self.points = tuple(zip(before, corner, after, strict=True))
        table = [0.0]
        last = self._point(0.0)
        for i in range(1, SAMPLES + 1):
            point = self._point(i / SAMPLES)
            table.append(table[-1] + max(abs(a - b) for a, b in zip(point, last, strict=True)))
            last = point
        self.table, self.length = table, table[-1]
        chord = max(abs(c - a) for a, _, c in self.points)
        self.width = _width(chord, max(2.0 * abs(a - 2.0 * b + c) for a, b, c in self.points))

    def _point(self, u: float) -> list[float]:
        v = 1.0 - u
        return [v * v * a + 2 * u * v * b + u * u * c for a, b, c in self.points]

    def at(self, s: float, near: Sequence[float]) -> list[float]:  # noqa: ARG002 (the same for every curve)
        return self._point(parameter(self.table, s))


class ToolCorner:
    """A corner of the tool's path cut by a parabola; the tool turns on as smoothly."""

    def __init__(self, before: RigidFrame, corner: RigidFrame, after: RigidFrame, tip: Tip) -> None:
        self.before, self.corner, self.after, self.tip = before, corner, after, tip
        table = [0.0]
        last = before
        for i in range(1, SAMPLES + 1):
            frame = self._frame(i / SAMPLES)
            table.append(table[-1] + distance(last, frame))
            last = frame
        self.table, self.length = table, table[-1]
        ends = tuple(zip(before.p, corner.p, after.p, strict=True))
        self.width = _width(
            norm([c - a for a, _, c in ends]), 2.0 * norm([a - 2.0 * b + c for a, b, c in ends])
        )

    def _frame(self, u: float) -> RigidFrame:
        return between(between(self.before, self.corner, u), between(self.corner, self.after, u), u)

    def at(self, s: float, near: Sequence[float]) -> list[float]:
        return _solved(self._frame(parameter(self.table, s)), self.tip, near)


def _width(chord: float, bend: float) -> float:
    """Return the least radius of curvature of a parabola, from its chord and its (constant) second derivative."""
    return chord * chord / bend if bend > STANDSTILL else math.inf


def parameter(table: Sequence[float], s: float) -> float:
    """Return the parameter in 0..1 of a curve at a distance, from the table of its length at even parameters."""
    i = min(max(bisect.bisect_right(table, s) - 1, 0), len(table) - 2)
    step = table[i + 1] - table[i]
    within = min(max((s - table[i]) / step, 0.0), 1.0) if step > 0.0 else 1.0
    return (i + within) / (len(table) - 1)


def distance(a: RigidFrame, b: RigidFrame) -> float:
    """Return how far apart two frames are: metres, or the turn at TURNING metres a radian where that is more."""
    way = norm([x - y for x, y in zip(a.p, b.p, strict=True)])
    return max(way, TURNING * turn_between(a.r, b.r))


def _solved(frame: RigidFrame, tip: Tip, near: Sequence[float]) -> list[float]:
    q = tip.nearest(frame, near)
    if q is None:
        raise NoSolutionError("the straight way leads through points that the arm cannot reach")
    return q


class Route:
    """A way through waypoints that may be continued while the arm is under way to the last of them.

    A controller learns of the next waypoint only when its program gets there. So the route ends at the last waypoint
    known, and `extend` cuts the corner there if the next one comes in time.
    """

    def __init__(self, start: Sequence[float], goal: Waypoint, tip: Tip) -> None:
        self.tip = tip
        here = Waypoint(tuple(start), tip.at(start), 1.0, 1.0)
        self.last, self.goal = here, goal
        line = _line(here, goal, tip)
        self.curves: list[Curve] = [line]
        self.pieces = [_timed(Piece(line.length, goal.speed, goal.acceleration), goal.duration)]
        self.begin = 0.0  # how far along the first curve the profile begins
        self.profile = trapezoids(self.pieces)

    def at(self, s: float, near: Sequence[float]) -> list[float]:
        """Return the joint vector at a distance along the profile."""
        i, within = self._place(s)
        return self.curves[i].at(within, near)

    def _place(self, s: float) -> tuple[int, float]:
        within = s + self.begin
        for i, curve in enumerate(self.curves[:-1]):
            if within < curve.length:
                return i, within
            within -= curve.length
        return len(self.curves) - 1, within

    def opens(self, s: float, speed: float) -> bool:
        """Return whether the next waypoint must be known now: the arm enters the corner, or would begin to brake."""
        piece = self.pieces[-1]
        margin = 0.01 * speed + speed * speed / (2.0 * piece.acceleration)
        return self.profile.length - s <= margin + self._radius_along(self.goal.blend)

    def _radius_along(self, metres: float) -> float:
        """Return how much of the last line lies within a radius of its end."""
        way = norm([a - b for a, b in zip(self.last.frame.p, self.goal.frame.p, strict=True)])
        line = self.curves[-1].length
        return line * min(metres / way, 0.5) if way > STANDSTILL else 0.0

    def extend(self, s: float, speed: float, following: Waypoint) -> bool:
        """Lead on to another waypoint from a distance and speed along the profile; False: the arm must halt first."""
        index, within = self._place(s)
        if following.linear != self.goal.linear or self.goal.blend <= 0.0:
            return False
        line = self.curves[-1]
        left = line.length - (within if index == len(self.curves) - 1 else 0.0)
        cut = min(self._radius_along(self.goal.blend), left)
        way = norm([a - b for a, b in zip(self.last.frame.p, self.goal.frame.p, strict=True)])
        onward = norm([a - b for a, b in zip(following.frame.p, self.goal.frame.p, strict=True)])
        metres = min(way * cut / line.length if line.length > STANDSTILL else 0.0, onward / 2.0)
        if metres <= STANDSTILL:
            return False
        entry = _toward(self.last, self.goal, metres, self.tip)
        leave = _toward(following, self.goal, metres, self.tip)
        corner: ToolCorner | Corner = (
            ToolCorner(entry.frame, self.goal.frame, leave.frame, self.tip)
            if following.linear
            else Corner(entry.q, self.goal.q, leave.q)
        )
        acceleration = min(self.goal.acceleration, following.acceleration)
        fast = min(self.goal.speed, following.speed)
        # no faster than the acceleration towards the inside of the curve allows; a sharp turn back is crept around
        bent = max(min(fast, math.sqrt(acceleration * corner.width)), CREEP * fast)
        slow = Piece(corner.length, bent, acceleration, halt=False)
        approach, onto = _line(self.last, entry, self.tip), _line(leave, following, self.tip)
        before = Piece(approach.length, self.pieces[-1].speed, self.pieces[-1].acceleration, halt=False)
        after = Piece(onto.length, following.speed, following.acceleration)
        self.curves = [*self.curves[index:-1], approach, corner, onto]
        self.pieces = [*self.pieces[index:-1], before, slow, after]
        self.begin = within
        first = self.pieces[0]
        rest = Piece(max(self.curves[0].length - within, 0.0), first.speed, first.acceleration, first.halt)
        self.profile = trapezoids([rest, *self.pieces[1:]], speed)
        self.last, self.goal = leave, following
        return True


def _toward(a: Waypoint, b: Waypoint, metres: float, tip: Tip) -> Waypoint:
    """Return the point of the way from a to b that is about some metres before b."""
    way = norm([x - y for x, y in zip(a.frame.p, b.frame.p, strict=True)])
    f = 1.0 - (metres / way if way > STANDSTILL else 0.0)
    if b.linear:
        frame = between(a.frame, b.frame, f)
        return Waypoint(tuple(_solved(frame, tip, b.q)), frame, b.speed, b.acceleration, linear=True)
    q = tuple(x + (y - x) * f for x, y in zip(a.q, b.q, strict=True))
    return Waypoint(q, tip.at(q), b.speed, b.acceleration)


def _line(a: Waypoint, b: Waypoint, tip: Tip) -> Curve:
    return ToolLine(a.frame, b.frame, tip) if b.linear else JointLine(a.q, b.q)


def _timed(piece: Piece, duration: float) -> Piece:
    """Return the piece with limits that make it last some seconds, a quarter of them speeding up (t= of movej)."""
    if duration <= 0.0 or piece.length <= STANDSTILL:
        return piece
    rise = duration / 4.0
    speed = piece.length / (duration - rise)
    return Piece(piece.length, speed, speed / rise, piece.halt)


def braking(speed: float, deceleration: float) -> float:
    """Return how many seconds a stop takes; no deceleration means never, which is refused."""
    if not deceleration > 0.0 or not math.isfinite(deceleration):
        raise ValueError(f"a stop needs a positive deceleration, not {deceleration}")
    return speed / deceleration
