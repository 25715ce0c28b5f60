"""What could be seen from where: rays over the grid."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pred_nav.grid import HEIGHT_UNIT, UNKNOWN, GridMap

RAYS = 72
"""Rays of a full turn; a quarter turn's field of view takes a quarter of them."""

EVEN = 1.02
"""By how much steeper a line of sight may be than what stands before it allows: heights are known to 2 cm."""


def heights_of(grid: GridMap) -> NDArray[np.float32]:
    """Return how high what stands in each cell is, metres; 0 in the unknown, which hides nothing for sure."""
    known = np.where(grid.occupancy == UNKNOWN, 0, np.maximum(grid.height, 0))
    return known.astype(np.float32) * np.float32(HEIGHT_UNIT)


@njit(cache=True)
def sectors(
    places: NDArray[np.float64],
    yaw: float,
    targets: NDArray[np.float64],
    heights: NDArray[np.float32],
    eye_height: float,
    reach: float,
    headings: int = 4,
    field_of_view: float = np.pi / 2.0,
) -> NDArray[np.float64]:
    """Return how much of ``targets`` the headings of each place would show, (N, headings).

    What stands before a cell hides it, unless the line from the eye to the top of what is in the cell passes above:
    the floor behind a counter is seen only from far away.

    :param places: (N, 2) row and column, fractional
    :param yaw: of heading 0, radians; heading h looks along yaw + h / headings of a turn
    :param targets: (rows, columns) worth of seeing each cell
    :param heights: (rows, columns) of what stands in the cells, metres
    :param eye_height: metres
    :param reach: length of a ray, cells
    :param headings: told apart; RAYS is a multiple of it
    :param field_of_view: horizontal, radians
    """
    rows, columns = targets.shape
    gains = np.zeros((places.shape[0], headings))
    width = 2.0 * np.pi / RAYS
    seen = int(np.round(field_of_view / width))
    shown = np.zeros(RAYS)
    for n in range(places.shape[0]):
        for ray in range(RAYS):
            angle = yaw - field_of_view / 2.0 + (ray + 0.5) * width
            dr, dc = np.sin(angle), np.cos(angle)
            total, slope = 0.0, np.inf
            distance = 1.0
            while distance <= reach:
                row = int(np.floor(places[n, 0] + dr * distance))
                column = int(np.floor(places[n, 1] + dc * distance))
                if row < 0 or column < 0 or row >= rows or column >= columns:
                    break
                below = (eye_height - heights[row, column]) / distance
                if below <= slope * EVEN:
                    total += targets[row, column] * max(distance * width, 0.2)
                slope = min(slope, below)
                if slope <= 0.0:
                    break
                distance += 1.0
            shown[ray] = total
        for heading in range(headings):
            for k in range(seen):
                gains[n, heading] += shown[(heading * RAYS // headings + k) % RAYS]
    return gains


@njit(cache=True)
def mark_seen(
    place: NDArray[np.float64],
    yaw: float,
    seen: NDArray[np.float32],
    heights: NDArray[np.float32],
    eye_height: float,
    reach: float,
    field_of_view: float = np.pi / 2.0,
) -> None:
    """Lower ``seen`` to the distance, cells, of every cell that one look from a place (row, column) shows.

    The rest is as for :func:`sectors`.
    """
    rows, columns = seen.shape
    width = 2.0 * np.pi / RAYS
    fine = 7  # rays closer than a cell at 4 m
    for ray in range(int(np.round(field_of_view / width)) * fine):
        angle = yaw - field_of_view / 2.0 + (ray + 0.5) * width / fine
        dr, dc = np.sin(angle), np.cos(angle)
        distance, slope = 0.0, np.inf
        while distance <= reach:
            row = int(np.floor(place[0] + dr * distance))
            column = int(np.floor(place[1] + dc * distance))
            if row < 0 or column < 0 or row >= rows or column >= columns:
                break
            below = (eye_height - heights[row, column]) / max(distance, 1.0)
            if below <= slope * EVEN:
                seen[row, column] = min(seen[row, column], np.float32(distance))
            slope = min(slope, below)
            if slope <= 0.0:
                break
            distance += 0.7


@njit(cache=True)
def clear_lines(
    height: NDArray[np.int8],
    places: NDArray[np.float64],
    aims: NDArray[np.float64],
    eye_height: float,
    skip: float,
) -> NDArray[np.bool_]:
    """Tell from which places the line to its aim passes above what stands between.

    :param height: (rows, columns) in units of 2 cm, -1 unexplored
    :param places: (N, 2) row and column, fractional
    :param aims: (N, 3) row, column, height in metres
    :param skip: cells before the aim that belong to the target itself
    """
    rows, columns = height.shape
    clear = np.ones(places.shape[0], np.bool_)
    for n in range(places.shape[0]):
        dr, dc = aims[n, 0] - places[n, 0], aims[n, 1] - places[n, 1]
        length = np.sqrt(dr * dr + dc * dc)
        distance = 3.0
        while distance < length - skip:
            row = int(np.floor(places[n, 0] + dr * distance / length))
            column = int(np.floor(places[n, 1] + dc * distance / length))
            if row < 0 or column < 0 or row >= rows or column >= columns:
                break
            ray = eye_height + (aims[n, 2] - eye_height) * distance / length
            if height[row, column] * HEIGHT_UNIT > ray + 0.05:
                clear[n] = False
                break
            distance += 1.0
    return clear
