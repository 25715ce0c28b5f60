"""What lies on or in what, from the points alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pred_core.vocabulary import group, object_types, part_of
from pred_perception.tracks import Track

ABOVE, BELOW = 0.10, 0.06
"""How far, metres, an object's lowest seen point may be above or below the surface that carries it, in a room."""
HIDDEN = 0.20
"""How much of an object's lower end, metres, what stands before it may hide, in a room: nothing floats."""
COVERED = 0.5
"""Share of the smaller footprint from which a thing covers what it stands on beside its middle."""
REACH = 0.05
TALL = 0.3
"""What is taller than this, m, in a room, and carries something at its very foot, has to be seen on two sides of it."""
BESIDE = 0.3
"""How far beside a thing, metres, a surface that is hidden under it is known from, in a room."""
MARGIN = 0.03
LARGEST = 0.3
"""Volume, cubic metres, up to which an unknown class may lie on something."""


def is_receptacle(class_name: str) -> bool:
    """Tell whether things can be put on or in objects of a class."""
    known = object_types().get(class_name)
    return known is not None and known.can("receptacle")


def is_hollow(class_name: str) -> bool:
    """Tell whether things lie inside the box of a receptacle class rather than on top of it."""
    return class_name in group("must_be_open") | group("fully_inside") | group("inside_bottom_four_corners")


def is_basin(class_name: str) -> bool:
    """Tell whether a class is the hollow of a piece of furniture: what is lower than its rim lies in it."""
    return class_name in group("hollow") and class_name in part_of()


def is_bin(class_name: str) -> bool:
    """Tell whether a class stands by itself and is hollow and open above: people throw anything into it."""
    return class_name in group("inside_bottom_four_corners") - part_of().keys() - {*part_of().values()}


def has_no_top(class_name: str) -> bool:
    """Tell whether nothing lies on top of furniture of a class, as it is open there: a drawer."""
    known = object_types().get(class_name)
    return class_name in group("open_above") and known is not None and not known.can("pickupable")


def assign_parents(tracks: Sequence[Track], receptacles: Sequence[Track], scale: float = 1.0) -> None:
    """Set the parent of each of ``tracks`` to the smallest receptacle that it lies on or in.

    :param scale: of the lengths that count as touching, 1 in a room, less where things are small and close
    """
    known = {r.id: r for r in receptacles}
    by_size = sorted(receptacles, key=lambda r: r.volume)
    for track, around in zip(tracks, _around(tracks, by_size, MARGIN * scale), strict=True):
        if track.held or not _can_lie(track):
            track.parent_id = ""
        else:
            near = [by_size[k] for k in around]
            track.parent_id = _parent(track, near, known, scale) or _beside_middle(track, by_size, known, scale)


def _around(tracks: Sequence[Track], receptacles: Sequence[Track], margin: float) -> list[NDArray[np.int64]]:
    """Return, per track, which receptacles its centre lies over or under."""
    if not tracks or not receptacles:
        return [np.zeros(0, np.int64)] * len(tracks)
    centers = np.stack([t.center[:2] for t in tracks])[:, None]
    low = np.stack([r.low[:2] for r in receptacles]) - margin
    high = np.stack([r.high[:2] for r in receptacles]) + margin
    over = np.asarray(((centers >= low) & (centers <= high)).all(axis=2))
    return [np.flatnonzero(row) for row in over]


def _can_lie(track: Track) -> bool:
    known = object_types().get(track.class_name)
    if known is None:
        return track.volume <= LARGEST
    return known.can("pickupable") or (not known.can("receptacle") and track.volume <= LARGEST)


def _parent(track: Track, by_size: Sequence[Track], known: Mapping[str, Track], scale: float) -> str:
    """Return the first of some receptacles, with the track's centre over or under each, that carries the track.

    A floor, flat as it is, comes after furniture that stands on it and has the thing inside.
    """
    on_floor = ""
    able = [r for r in by_size if _may_hold(r, track)]
    for receptacle in able:
        if on_floor and not _has_inside(receptacle, track, MARGIN * scale):
            continue
        if _carries(receptacle, track, scale) and not _below(receptacle, track, known):
            if receptacle.class_name not in group("floors"):
                return receptacle.id
            on_floor = on_floor or receptacle.id
    return on_floor or _under_hidden_end(track, able, known, scale)


def _beside_middle(track: Track, by_size: Sequence[Track], known: Mapping[str, Track], scale: float) -> str:
    """Return what carries a thing whose middle is beside it: a pot with a long handle covers most of its burner."""
    for receptacle, shared in zip(by_size, _shared_ground(by_size, track), strict=True):
        if shared < COVERED or is_hollow(receptacle.class_name) or not _may_hold(receptacle, track):
            continue
        if _carries(receptacle, track, scale) and not _below(receptacle, track, known):
            return receptacle.id
    return ""


def _shared_ground(ones: Sequence[Track], other: Track) -> NDArray[np.float64]:
    """Return, per track, the share of the smaller one of its footprint and another one's that lies in both."""
    low = np.array([t.low[:2] for t in ones], np.float32).reshape(-1, 2)
    high = np.array([t.high[:2] for t in ones], np.float32).reshape(-1, 2)
    sides = np.maximum(high - low, 0.01), np.maximum(other.high[:2] - other.low[:2], 0.01)
    smaller = np.minimum(*(side.prod(axis=-1) for side in sides))
    both = np.maximum(np.minimum(high, other.high[:2]) - np.maximum(low, other.low[:2]), 0.0)
    return np.asarray(both.prod(axis=1).astype(np.float64) / smaller)


def _under_hidden_end(track: Track, able: Sequence[Track], known: Mapping[str, Track], scale: float) -> str:
    """Return the surface next under what seems to float, whose lower end is hidden; '' where there is none near."""
    nearest, found = HIDDEN * scale, ""
    for receptacle in able:
        if is_hollow(receptacle.class_name) or _below(receptacle, track, known):
            continue
        under = _points_under(receptacle, track, scale)
        if not len(under):  # what hides its lower end hides the surface round it, too
            under = _points_under(receptacle, track, scale, BESIDE)
        under = under[under[:, 2] <= float(track.low[2])]
        if not len(under) or (_at_foot(receptacle, track, scale) and not _spread_under(under, track)):
            continue
        gap = float(track.low[2]) - float(under[:, 2].max())
        if gap < nearest:
            nearest, found = gap, receptacle.id
    return found


def _may_hold(receptacle: Track, track: Track) -> bool:
    """Tell whether things like the track lie in such a receptacle: dishes and bins hold whatever is put into them."""
    if receptacle is track or receptacle.held:
        return False
    own, carrier = object_types().get(track.class_name), object_types().get(receptacle.class_name)
    return (
        own is None
        or own.fits_in(receptacle.class_name)
        or (carrier is not None and carrier.can("pickupable"))
        or is_bin(receptacle.class_name)
    )


def _below(receptacle: Track, track: Track, known: Mapping[str, Track]) -> bool:
    """Tell whether the receptacle itself lies, directly or not, on the track."""
    seen: set[str] = set()
    current: Track | None = receptacle
    while current is not None and current.id not in seen:
        if current.parent_id == track.id:
            return True
        seen.add(current.id)
        current = known.get(current.parent_id)
    return False


def _carries(receptacle: Track, track: Track, scale: float) -> bool:
    margin, above, below = MARGIN * scale, ABOVE * scale, BELOW * scale
    low, high = receptacle.low, receptacle.high
    bottom = float(track.low[2])
    if is_basin(receptacle.class_name) and _sunk_into(receptacle, track):
        return True  # the tap above it hides the bottom under a thing
    if is_hollow(receptacle.class_name):
        if _is_within(receptacle, track, margin):
            return receptacle.volume > track.volume
        if receptacle.body is not None and bottom < float(high[2]) - below:
            return False  # beside it, under its open door
        if has_no_top(receptacle.class_name):
            return False  # on the counter over a drawer, not in it
    if bottom > float(high[2]) + above or bottom < float(low[2]) - below:
        return False
    under = _points_under(receptacle, track, scale)
    under = under[(under[:, 2] >= bottom - above) & (under[:, 2] <= bottom + below)]
    return bool(len(under)) and (_spread_under(under, track) or not _at_foot(receptacle, track, scale))


def _at_foot(receptacle: Track, track: Track, scale: float) -> bool:
    """Tell whether a thing's lower end is where something tall ends below, as beside a table's leg."""
    low, high = float(receptacle.low[2]), float(receptacle.high[2])
    return float(track.low[2]) < low + ABOVE * scale and high - low > TALL * scale


def _spread_under(points: NDArray[np.float32], track: Track) -> bool:
    """Tell whether points (n > 0, 3) are on two opposite sides of a thing, as a board is; a table's leg is on one."""
    beside, half = points[:, :2] - track.center[:2], (track.high - track.low)[:2] / 2.0
    return bool(((beside.min(axis=0) < -half / 2.0) & (beside.max(axis=0) > half / 2.0)).any())


def _points_under(
    receptacle: Track, track: Track, scale: float, margin: float = REACH
) -> NDArray[np.float32]:
    """Return a receptacle's points (n, 3) over or in a thing's footprint, or ``margin`` beside it."""
    reach = margin * scale + receptacle.voxel
    under = (receptacle.points[:, :2] >= track.low[:2] - reach).all(axis=1)
    under &= (receptacle.points[:, :2] <= track.high[:2] + reach).all(axis=1)
    return np.asarray(receptacle.points[under])


def _is_within(receptacle: Track, track: Track, margin: float) -> bool:
    """Tell whether a thing's centre is where things can lie inside a receptacle."""
    first, last = receptacle.inside
    return bool(((track.center >= first - margin) & (track.center <= last + margin)).all())


def _has_inside(receptacle: Track, track: Track, margin: float) -> bool:
    hollow = is_hollow(receptacle.class_name) and receptacle.class_name not in group("floors")
    return hollow and _is_within(receptacle, track, margin)


def _sunk_into(basin: Track, track: Track) -> bool:
    """Tell whether a thing's centre is in a basin's box and what is seen of it begins below the rim."""
    inside = bool(((track.center >= basin.low) & (track.center <= basin.high)).all())
    return inside and basin.volume > track.volume
