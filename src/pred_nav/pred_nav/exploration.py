"""Where to go to see more: the view with the most new area for its way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from pred_core.geometry import Pose2D
from pred_core.vocabulary import group, object_types
from pred_nav.free_base import FreeReach
from pred_nav.lattice import Reach
from pred_nav.sight import heights_of, sectors
from pred_nav.terrain import Terrain

SAME_PLACE_WORN = 0.35
"""Views from places nearer to each other than this (m) show the same, where they look the same way."""
SAME_WAY_WORN = 0.9
"""Least cosine between headings that look the same way."""


@dataclass(frozen=True)
class ExplorationSettings:
    """Gains are in cells (of the unknown) or cells times weight (of surfaces); lengths in metres; costs in motions.

    ``faithfulness``: how much better another view must be to give up the one the robot is on its way to;
    ``least_pixels``, at a focal length of ``focal`` pixels, make a small thing noticeable; ``close`` bounds the
    distance that follows; ``large_too``: large things are looked for from close by, too, once nothing is unknown.
    """

    min_gain: float = 25.0
    min_surface_gain: float = 12.0
    reach: float = 3.0
    head_start: float = 2.0
    farthest_candidates: int = 500
    faithfulness: float = 1.5
    least_pixels: float = 25.0
    focal: float = 150.0
    close: tuple[float, float] = (1.3, 2.8)
    large_too: bool = False


def for_detector(name: str, settings: ExplorationSettings) -> ExplorationSettings:
    """Return how to explore with a detector: a learned one finds little that is small in the picture.

    Of what is small the rgbd detector finds 0.9 from 60 pixels on (docs/detector_thor.md).
    """
    if name in ("", "oracle"):
        return settings
    return replace(settings, least_pixels=60.0, close=(0.7, 2.0), large_too=True)


@dataclass(frozen=True)
class View:
    """A lattice state worth going to."""

    state: tuple[int, int, int]
    gain: float
    cost: float


def best_view(
    worth: NDArray[np.float64],
    reach: Reach | FreeReach,
    terrain: Terrain,
    *,
    eye_height: float,
    view_reach: float,
    min_gain: float,
    settings: ExplorationSettings,
    field_of_view: float = np.pi / 2.0,
    intended: tuple[int, int, int] | None = None,
    spent: Sequence[tuple[int, int, int]] = (),
    worn: Sequence[Pose2D] = (),
) -> View | None:
    """Return the state with the best worth per motion, or None when no state shows at least ``min_gain``.

    :param worth: (rows, columns) of seeing each cell
    :param view_reach: metres
    :param field_of_view: of the camera, horizontal, radians
    :param intended: the state the robot is on its way to, preferred unless another one is much better
    :param spent: states that were looked from already, and are not worth going to again
    :param worn: poses looked from, near which no other is worth going to either
    """
    if not worth.any():
        return None
    nearest = reach.cost.min(axis=2)
    i, j = np.nonzero(np.isfinite(nearest))
    order = np.argsort(nearest[i, j], kind="stable")[: settings.farthest_candidates]
    i, j = i[order], j[order]
    grid = terrain.grid
    places = ((reach.positions[i, j] - np.array(grid.origin)) / grid.cell)[:, ::-1]
    away = distance_transform_edt(worth == 0.0)[places[:, 0].astype(int), places[:, 1].astype(int)]
    near = away <= view_reach / grid.cell  # rays from elsewhere would meet nothing of worth
    i, j, places = i[near], j[near], places[near]
    if not len(i):
        return None
    heights, rays, headings = heights_of(grid), view_reach / grid.cell, reach.cost.shape[2]
    gains = sectors(
        np.ascontiguousarray(places), reach.yaw0, worth, heights, eye_height, rays, headings, field_of_view
    )
    cost = np.where(reach.cost[i, j] > 0.0, reach.cost[i, j], np.inf)  # the view from here is known already
    score = np.where(np.isfinite(cost) & (gains >= min_gain), gains / (cost + settings.head_start), -np.inf)
    if intended is not None:
        kept = (i == intended[0]) & (j == intended[1])
        score[kept, intended[2]] *= settings.faithfulness
    for row, column, quarter in spent:
        score[(i == row) & (j == column), quarter] = -np.inf
    score[_near(reach, reach.positions[i, j], worn)] = -np.inf
    k, heading = np.unravel_index(int(np.argmax(score)), score.shape)
    if not np.isfinite(score[k, heading]):
        return None
    state = (int(i[k]), int(j[k]), int(heading))
    return View(state, float(gains[k, heading]), float(cost[k, heading]))


def _near(
    reach: Reach | FreeReach, places: NDArray[np.float64], poses: Sequence[Pose2D]
) -> NDArray[np.bool_]:
    """Return which views, (N, headings), show next to what one of some poses showed."""
    yaws = np.array([reach.yaw(h) for h in range(reach.cost.shape[2])])
    found = np.zeros((len(places), len(yaws)), np.bool_)
    for pose in poses:
        beside = np.hypot(places[:, 0] - pose.x, places[:, 1] - pose.y) <= SAME_PLACE_WORN
        found |= beside[:, None] & (np.cos(yaws - pose.yaw) >= SAME_WAY_WORN)[None, :]
    return found


def surface_weights(classes: Sequence[str]) -> dict[str, float]:
    """Return how promising each surface class is for finding one of ``classes``, 0.2 .. 1.

    Taken from where the domain has them; with no classes all surfaces are equal.
    """
    found: dict[str, int] = {}
    for name in classes:
        known = object_types().get(name)
        for place, count in (known.found_in if known else {}).items():
            found[place] = found.get(place, 0) + count
    surfaces = group("seen_from_afar")
    most = max((found.get(s, 0) for s in surfaces), default=0)
    return {s: 0.2 + 0.8 * found.get(s, 0) / most if most else 1.0 for s in sorted(surfaces)}


def close_reach(classes: Sequence[str], settings: ExplorationSettings) -> float:
    """Return from how near, metres, the smallest of ``classes`` is surely noticed where it lies."""
    areas = []
    for name in classes:
        known = object_types().get(name)
        if known is not None and known.size is not None:
            sides = sorted(known.size)
            areas.append(max(sides[0], sides[1] / 2.0) * sides[2])  # flat things are seen at a slant
    area = min(areas, default=0.01)
    return float(np.clip(settings.focal * np.sqrt(area / settings.least_pixels), *settings.close))
