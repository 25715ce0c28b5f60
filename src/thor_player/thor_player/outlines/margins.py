"""How near the agent's body comes to each side of furniture and each length of wall, as the record tells.

Everything keeps the body off by a usual distance, or by less where a recorded place, or the way between two, is nearer.
Where the body would stand on a place of the grid that Unity's agent is not known to have been on, the piece that needs
least to keep it off grows by that: Unity has something there that the recorded boxes do not tell. It grows no more
than to ``MOST_...``, and never onto a recorded place. The record's list holds only places where the agent could turn
round with a thing in hand, which is 0.4 m ahead of it: that is how far its distances reach.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from ..collision import RADIUS, bodies, distances
from ..footprints import Row, Sides, cut, grow, row
from ..model import Array, Clearance, World
from ..solids import is_round
from .evidence import GRID
from .outline import Outline, Rectangle

USUAL = RADIUS
"""Metres between the body's middle and furniture about which the record says nothing."""
USUAL_WALL = 0.45
"""The same of walls."""
MOST = 0.45
"""Metres between the body's middle and furniture as it was recorded, at most."""
MOST_WALL = 0.6
"""The same of walls."""
_WALL_LENGTH = 0.25  # metres of wall that are held against the record together
_LENGTH = 0.5  # metres of furniture
_WITHIN = 0.005  # metres that a place counts as free although the body just touches
_FINE = 0.01  # metres that a side grows at a time
_NONE: Sides = (0.0, 0.0, 0.0, 0.0)


@dataclass
class _Solid:
    """One solid: which of ``_Pieces`` are its lengths. Those that grow ``together`` have no sides of their own."""

    pieces: range
    together: bool


class _Pieces:
    """Lengths of solids, each a footprint that grows: by ``near`` all around, or by ``grown`` at its sides."""

    def __init__(self, came: Array) -> None:
        self._came = came
        self._solids: list[_Solid] = []
        self._of: list[int] = []  # which solid a piece belongs to
        self._whole: list[Row] = []
        self._rows: list[Row] = []
        self._most: list[float] = []
        self.near: list[float] = []
        self.grown: list[Sides] = []

    def add(self, rows: list[Row], usual: float, most: float, together: bool) -> range:
        """Add the lengths of a solid, none of them nearer to the recorded steps than those allow."""
        nearest = float(distances(np.array(rows), self._came).min())
        near = round(min(usual, nearest - _WITHIN), 3)
        pieces = range(len(self._rows), len(self._rows) + len(rows))
        self._of += [len(self._solids)] * len(rows)
        self._solids.append(_Solid(pieces, together))
        self._whole += rows
        self._rows += rows
        self._most += [most] * len(rows)
        self.near += [near] * len(rows)
        self.grown += [_NONE] * len(rows)
        return pieces

    def keep_off(self, places: Iterable[tuple[float, float]]) -> None:
        """Let for each of some places the piece grow that keeps the body off it with least."""
        for place in places:
            away = distances(np.array(self._rows), _at(place))[:, 0] - np.array(self.near)
            if (away < 0.0).any():
                continue
            ways = [
                way
                for piece in np.flatnonzero(away < MOST_WALL)
                for way in self._ways(int(piece), place, away)
            ]
            if ways:
                _, pieces, near, sides = min(ways, key=lambda way: way[0])
                for piece in pieces:
                    self.near[piece], self.grown[piece] = near, sides
                    self._rows[piece] = grow(self._whole[piece], sides)

    def _ways(
        self, piece: int, place: tuple[float, float], away: Array
    ) -> Iterator[tuple[float, range, float, Sides]]:
        """Yield how a piece may grow to keep the body off a place: by how much, which pieces, and how they are then."""
        solid = self._solids[self._of[piece]]
        near, sides = self.near[piece], self.grown[piece]
        if solid.together:
            needed = round(float(away[piece]) + _WITHIN, 3)
            if near + needed <= self._most[piece] and self._is_clear(solid.pieces, near + needed):
                yield needed, solid.pieces, round(near + needed, 3), sides
            return
        for side in range(4):
            wider = self._grown_at(piece, side, place)
            if wider is not None:
                yield wider[side] - sides[side], range(piece, piece + 1), near, wider

    def _grown_at(self, piece: int, side: int, place: tuple[float, float]) -> Sides | None:
        """Return the sides of a piece with one grown so that the body is kept off a place, if it may grow so far."""
        near, sides = self.near[piece], self.grown[piece]
        steps = int((self._most[piece] - near - sides[side]) / _FINE + 1e-6)
        for step in range(1, steps + 1):
            wider = _with(sides, side, round(sides[side] + step * _FINE, 2))
            grown = np.array([grow(self._whole[piece], wider)])
            if distances(grown, _at(place))[0, 0] < near:
                return wider if distances(grown, self._came).min() >= near else None
        return None

    def _is_clear(self, pieces: range, near: float) -> bool:
        rows = np.array([self._rows[piece] for piece in pieces])
        return bool(distances(rows, self._came).min() >= near)

    def clearance(self, pieces: range) -> Clearance:
        """Return what the body keeps from a solid."""
        near, grown = self.near[pieces.start], tuple(self.grown[piece] for piece in pieces)
        # Within a solid a place is deeper than within the length that it lies in.
        as_one = near >= 0.0 and all(sides == _NONE for sides in grown)
        return Clearance(near, () if as_one else grown)


def fit(world: World, shape: Outline, came: Array, unknown: Iterable[tuple[float, float]]) -> Outline:
    """Return an outline with how near the body comes to walls, furniture and what is built in.

    :param world: the room without walls
    :param came: (n, 4) the steps of the recorded agent
    :param unknown: places of the grid where it is not known to have been
    """
    found = _Pieces(came)
    solids = {name: _add(found, rows, together) for name, rows, together in _furniture(world)}
    fixtures = [
        found.add(_lengths(row(body)), USUAL, MOST, together=False) for body in world.structure.fixtures
    ]
    walls = [
        [(part, found.add([_footprint(part)], USUAL_WALL, MOST_WALL, together=True)) for part in _parts(wall)]
        for wall in shape.walls
    ]
    found.keep_off(unknown)
    kept = {name: _clearances(found, numbered) for name, numbered in solids.items()}
    return replace(
        shape,
        pieces=[
            part for wall in walls for part in _merged([(part, found.near[at.start]) for part, at in wall])
        ],
        stand_off={name: each for name, each in kept.items() if any(c != Clearance(USUAL) for c in each)},
        fixtures=[found.clearance(pieces) for pieces in fixtures],
    )


def steps(places: Iterable[tuple[float, float]]) -> Array:
    """Return (n, 4) the places of the grid, as steps to themselves, and the steps between neighbours among them."""
    known = {(round(x / GRID), round(z / GRID)) for x, z in places}
    pairs = [
        (i, k, *end) for i, k in sorted(known) for end in ((i, k), (i + 1, k), (i, k + 1)) if end in known
    ]
    return np.array(pairs, dtype=np.float64) * GRID


def _furniture(world: World) -> Iterator[tuple[str, dict[int, Row], bool]]:
    """Yield what stands in the room for good: its id, its solids by number, and whether they grow together."""
    standing = (found for found in bodies(world) if not found[0].can("pickupable"))
    for _, same in itertools.groupby(standing, key=lambda found: found[0].object_id):
        solids = list(same)
        obj = solids[0][0]
        yield obj.object_id, {number: row(solid) for _, number, solid in solids}, is_round(obj)


def _add(found: _Pieces, rows: dict[int, Row], together: bool) -> dict[int, range]:
    """Add the solids of an object; return the pieces of each."""
    if together:
        pieces = found.add(list(rows.values()), USUAL, MOST, together=True)
        return {number: range(piece, piece + 1) for number, piece in zip(rows, pieces, strict=True)}
    return {number: found.add(_lengths(whole), USUAL, MOST, together=False) for number, whole in rows.items()}


def _clearances(found: _Pieces, numbered: dict[int, range]) -> list[Clearance]:
    """Return the clearance of each solid; those that do not reach the body's height have the usual one."""
    return [
        found.clearance(numbered[number]) if number in numbered else Clearance(USUAL)
        for number in range(max(numbered) + 1)
    ]


def _lengths(whole: Row) -> list[Row]:
    return cut(whole, max(1, round(2.0 * max(whole[2:4]) / _LENGTH)))


def _parts(wall: Rectangle) -> list[Rectangle]:
    """Return a wall in lengths: a place at one end says nothing of the other."""
    low, high = np.array(wall[:2]), np.array(wall[2:])
    along = int(np.argmax(high - low))
    cuts = np.linspace(low[along], high[along], max(1, round((high - low)[along] / _WALL_LENGTH)) + 1)
    found = list[Rectangle]()
    for start, end in itertools.pairwise(cuts):
        first, last = low.copy(), high.copy()
        first[along], last[along] = start, end
        x0, z0, x1, z1 = (round(float(value), 3) for value in (*first, *last))
        found.append((x0, z0, x1, z1))
    return found


def _merged(parts: list[tuple[Rectangle, float]]) -> list[tuple[Rectangle, float]]:
    """Return the lengths of a wall; those in a row that keep the body equally far off are one."""
    found = list[tuple[Rectangle, float]]()
    for part, near in parts:
        first = found.pop()[0] if found and found[-1][1] == near else part
        found.append(((*first[:2], *part[2:]), near))
    return found


def _footprint(part: Rectangle) -> Row:
    x0, z0, x1, z1 = part
    return (x0 + x1) / 2.0, (z0 + z1) / 2.0, (x1 - x0) / 2.0, (z1 - z0) / 2.0, 1.0, 0.0


def _at(place: tuple[float, float]) -> Array:
    return np.array([[*place, *place]])


def _with(sides: Sides, side: int, value: float) -> Sides:
    left, right, back, front = (value if number == side else kept for number, kept in enumerate(sides))
    return left, right, back, front
