"""Where in a picture something can be set down: boards at one height, how far from their edges, and what is above them.

A board is looked for height by height among all points of a mask, by none of its surfaces' normals: the wires of a
fridge's shelf are too thin to have any, and what is set down does not fall between them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from scipy.spatial import cKDTree

from pred_core.geometry import unproject
from pred_core.pictures import Picture
from spot_driver.driver.places import CELL, LEAST_POINTS

Array = NDArray[np.float64]
Cells = NDArray[np.bool_]

LAYER = 0.02
"""Heights are compared in layers so thick, m."""
GAP = 2
"""What is set down bridges gaps of up to twice so many cells, as between the wires of a shelf."""
TALL = 0.27
"""What rises so far over a place, m, is not reached over: the hand comes from ahead, and from above elsewhere."""
RISES = 0.1
"""What rises so far over a place, m, as a bed's footboard does, hides what lies there."""
REACHED_INTO = 0.25
"""From above the hand lets go no deeper than this under a rim, m: its wrist does not fit in, and what falls lies."""
HEADROOM = 0.2
"""So much free height over a place lets hand and thing in, m."""
HOLLOW = 0.04
"""What is inside is so far below the highest that is seen of it, m."""
EASY = 0.7
"""Of several shelves the one nearest to this height over the floor is taken first, m."""
BRINK = 0.1
"""What is set down nearer to an edge than this, m, falls off it: only where nothing is farther from one."""
OVER = 0.6
"""So far over a place, m, nothing may be that does not belong to it, where the hand comes from above."""
AROUND = 0.03
"""So far beside a place, m, as well."""
HELD_WITHIN = 0.4
"""What is nearer to the camera than this, m, may be what its hand holds."""
_EDGE = 0.15
_MOST_LAYERS = 150
_FILL = np.ones((1, 2 * GAP + 1, 2 * GAP + 1), bool)
_LEAST = np.ones((1, 3, 3), bool)


@dataclass(frozen=True)
class Rests:
    """Places to set something down in the fixed frame (Nx3, m), best first, and how high what they belong to rises."""

    places: Array
    top: float

    @property
    def middle(self) -> Array:
        """The middle (3,) of all places, at the height of the lowest."""
        low, high = self.places.min(axis=0), self.places.max(axis=0)
        return np.array([*(low + high)[:2] / 2.0, low[2]])

    def hides(self, place: Array) -> bool:
        """Tell whether what rises over a place (3,) may hide what lies there from where the robot looks."""
        return bool(self.top - float(place[2]) > RISES)

    def over_rim(self) -> Rests:
        """Return the places as the hand gets to them from above, over walls that are all around, as a bin's."""
        height = np.maximum(self.places[:, 2], self.top - REACHED_INTO)
        return Rests(np.column_stack([self.places[:, :2], height]), self.top)

    def from_ahead(self, place: Array) -> bool:
        """Tell whether the hand comes to a place (3,) from ahead: it stands in something that rises over it."""
        return bool(self.top - float(place[2]) > TALL)


def rests(
    seen: Picture,
    mask: Cells,
    *,
    inside: bool,
    ahead: bool = False,
    earlier: Array | None = None,
    beside: Array | None = None,
) -> Rests:
    """Return where something can be set down on what a mask shows, or inside it.

    Under what something else hangs over nothing is set down from above: under the table's top in its open drawer.

    :param ahead: it is put into by its front alone, as a cabinet is: nothing falls into it over a rim

    :param earlier: points of the same thing in pictures before (Nx3, m), where what the hand holds hides it now
    :param beside: points of all else in these pictures (Nx3, m)
    :param inside: lower than the highest that is seen of it: not on a cabinet, not on the rim of a sink
    """
    cloud, others = _cloud(seen, mask), _others(seen, mask)
    if beside is not None:
        others = np.concatenate([others, beside])
    if earlier is not None:
        cloud = np.concatenate([cloud, earlier])
    if len(cloud) < LEAST_POINTS:
        return Rests(np.zeros((0, 3)), 0.0)
    top = float(np.percentile(cloud[:, 2], 99.5))
    below = cloud[cloud[:, 2] < seen.optical[2, 3]]  # the ceiling of a cupboard is seen from below
    places, scores = _boards(below, cloud, others, top, inside=inside, ahead=ahead)
    order = np.argsort(-scores, kind="stable")
    return Rests(places[order], top)


def _cloud(seen: Picture, mask: Cells) -> Array:
    """Return all measured points of a mask, those at edges too: thin wires are nothing but edges."""
    near, far = seen.span
    measured = mask & np.isfinite(seen.depth) & (seen.depth > near) & (seen.depth < far)
    return np.asarray(unproject(seen.depth, seen.camera, seen.optical)[measured], dtype=np.float64)


def _others(seen: Picture, mask: Cells) -> Array:
    """Return the measured points of all that a mask does not show, but for what the hand may hold."""
    far = seen.depth > max(seen.span[0], HELD_WITHIN)
    return _cloud(seen, far & ~mask)


def _covered(places: Array, others: Array) -> Cells:
    """Tell of each place whether something else is seen over it, so that nothing gets there from above."""
    low, high = places.min(axis=0), places.max(axis=0)
    near = np.all((others[:, :2] > low[:2] - AROUND) & (others[:, :2] < high[:2] + AROUND), axis=1)
    near &= (others[:, 2] > low[2] + HOLLOW) & (others[:, 2] < high[2] + OVER)
    over = np.unique(np.floor(others[near] / LAYER), axis=0) * LAYER + LAYER / 2.0
    if not len(over):
        return np.zeros(len(places), bool)
    found = cKDTree(over[:, :2]).query_ball_point(places[:, :2], AROUND)
    heights = (over[one, 2] - place[2] for one, place in zip(found, places, strict=True))
    return np.array([bool(np.any((height > HOLLOW) & (height < OVER))) for height in heights])


def _boards(
    below: Array, cloud: Array, others: Array, top: float, *, inside: bool, ahead: bool
) -> tuple[Array, Array]:
    """Return places on boards, and how good each is."""
    none = np.zeros((0, 3)), np.zeros(0)
    if not len(below):
        return none
    corner = np.array([*below[:, :2].min(axis=0), max(below[:, 2].min(), top - _MOST_LAYERS * LAYER)])
    filled = _filled(below, corner)
    either = filled | np.roll(filled, -1, axis=0)  # a surface between two layers is in both
    either[-1] = filled[-1]
    margin = ((0, 0), (GAP, GAP), (GAP, GAP))
    closed = ndimage.binary_closing(np.pad(either, margin), _FILL)[:, GAP:-GAP, GAP:-GAP]
    board = ndimage.binary_opening(np.pad(closed, ((0, 0), (1, 1), (1, 1))), _LEAST)[:, 1:-1, 1:-1]
    if not board.any():
        if inside and ahead:  # the middle of its front and its open leaf is before it
            return none
        if inside:  # a bin whose bottom is out of sight: over the middle of its rim
            return _within_rim(cloud, others, top), np.zeros(1)
        board = either
    highest = board & ~np.concatenate([board[1:], np.zeros((1, *board.shape[1:]), bool)])
    k, i, j = np.nonzero(highest)
    heights = _heights(below, corner, filled.shape)[k, i, j]
    bare = np.isnan(heights)
    heights[bare] = corner[2] + (k[bare] + 1.0) * LAYER
    lower = heights < top - HOLLOW
    if inside and (
        lower.any() or top - float(cloud[:, 2].min()) > TALL
    ):  # nothing is in a plate, or in a door
        k, i, j, heights = k[lower], i[lower], j[lower], heights[lower]
        if not len(k):
            return none
    places = np.column_stack([np.column_stack([i, j]) * CELL + corner[:2] + CELL / 2.0, heights])
    open_above = ~_covered(places, others) | (top - heights > TALL)
    bottom = heights < heights.min() + HOLLOW
    if inside and not ahead and not open_above[bottom].any():  # the bottom is under something: before that it is open
        return _within_rim(cloud, others, top), np.zeros(1)
    edge = np.stack([ndimage.distance_transform_edt(np.pad(layer, 1))[1:-1, 1:-1] for layer in board]) * CELL
    from_edge = edge[k, i, j]
    score = 2.0 * np.minimum(from_edge, _EDGE) - 0.5 * _from_middle(places, k)
    score[_free_height(cloud, places) < HEADROOM] -= 1.0
    if inside:
        shelf = top - heights > TALL
        score -= np.where(shelf, 0.5 * np.abs(heights - EASY), 4.0 * (heights - heights.min()))
    if open_above.any():
        places, score, from_edge = places[open_above], score[open_above], from_edge[open_above]
    firm = from_edge >= BRINK
    return (places[firm], score[firm]) if firm.any() else (places, score)


def _within_rim(cloud: Array, others: Array, top: float) -> Array:
    """Return the middle of what is seen near the top, 1x3, but for what is under something else."""
    rim = cloud[cloud[:, 2] > top - HOLLOW]
    bare = ~_covered(rim, others)
    rim = rim[bare] if bare.any() else rim
    middle = (rim[:, :2].min(axis=0) + rim[:, :2].max(axis=0)) / 2.0
    return np.array([[*middle, top]])


def _filled(points: Array, corner: Array) -> Cells:
    """Return in which layers and cells there are points, KxIxJ."""
    at = _indices(points, corner)
    filled = np.zeros(tuple(at.max(axis=0) + 1), bool)
    filled[tuple(at.T)] = True
    return filled


def _indices(points: Array, corner: Array) -> NDArray[np.intp]:
    """Return layer and cell of each point that is not below the corner, Nx3."""
    at = np.floor((points - corner) / (CELL, CELL, LAYER) + 1e-9).astype(np.intp)
    return at[at[:, 2] >= 0][:, [2, 0, 1]]


def _heights(points: Array, corner: Array, shape: tuple[int, ...]) -> Array:
    """Return the highest point in each cell of a layer, else of the one above it, KxIxJ m; NaN where there is none."""
    highest = np.full(shape, -np.inf)
    kept = points[points[:, 2] >= corner[2] - 1e-9 * LAYER]
    np.maximum.at(highest, tuple(_indices(kept, corner).T), kept[:, 2])
    above = np.concatenate([highest[1:], np.full((1, *shape[1:]), -np.inf)])
    found = np.where(np.isfinite(highest), highest, above)
    return np.where(np.isfinite(found), found, np.nan)


def _from_middle(places: Array, layer: NDArray[np.intp]) -> Array:
    """Return how far each place is from the middle of those in its layer, m."""
    count = np.maximum(np.bincount(layer), 1)
    middle = np.column_stack([np.bincount(layer, places[:, axis]) / count for axis in (0, 1)])
    return np.asarray(np.linalg.norm(places[:, :2] - middle[layer], axis=1))


def _free_height(cloud: Array, places: Array) -> Array:
    """Return how far above each place the next points of its cell are, m."""
    corner = cloud[:, :2].min(axis=0)
    columns: dict[tuple[int, ...], Array] = {}
    cells = np.floor((cloud[:, :2] - corner) / CELL).astype(int)
    order = np.lexsort((cells[:, 1], cells[:, 0]))
    keys, starts = np.unique(cells[order], axis=0, return_index=True)
    for key, heights in zip(keys, np.split(cloud[order, 2], starts[1:]), strict=True):
        columns[tuple(key)] = heights
    free = np.full(len(places), np.inf)
    for n, cell in enumerate(np.floor((places[:, :2] - corner) / CELL).astype(int)):
        heights = columns.get(tuple(cell), np.zeros(0))
        over = heights[heights > places[n, 2] + 2.0 * LAYER]
        free[n] = float(over.min(initial=np.inf)) - places[n, 2]
    return free
