"""Water: where a tap's stream falls and which basin is under it."""

from __future__ import annotations

import numpy as np

from .model import Array, SimObject, World

_REACH = 1.0  # metres between a tap and the basin it serves, at most
_SOURCES = frozenset({"Faucet", "ShowerHead"})


def sources(world: World) -> list[SimObject]:
    """Return taps and shower heads."""
    return [o for o in world.active() if o.object_type in _SOURCES]


def basin_under(world: World, source: SimObject) -> SimObject | None:
    """Return the basin a tap serves: the nearest one."""
    basins = [o for o in world.active() if o.object_type in ("SinkBasin", "BathtubBasin")]
    if not basins:
        return None
    nearest = min(basins, key=lambda b: _gap(b, source.box.center))
    return nearest if _gap(nearest, source.box.center) < _REACH else None


def stream_at(source: SimObject, basin: SimObject) -> Array:
    """Return (2,) x, z where the stream meets a basin.

    A spout reaches from its foot towards the basin's middle, so the stream falls at the point of the basin, a little
    off its rim, that is nearest to the tap.
    """
    local = (source.box.center - basin.box.center) @ basin.box.axes().T
    inner = np.maximum(basin.box.half - 0.12, 0.0)
    kept = np.clip(local, -inner, inner) * np.array([0.7, 0.0, 0.7])
    return np.asarray((basin.box.center + kept @ basin.box.axes())[[0, 2]])


def stream_point(world: World, basin: SimObject) -> Array | None:
    """Return the point (3,) of a basin where a tap's stream falls; None if it is no basin or has no tap."""
    for source in sources(world):
        if basin_under(world, source) is basin:
            x, z = stream_at(source, basin)
            return np.array([x, basin.box.bottom, z])
    return None


def _gap(basin: SimObject, point: Array) -> float:
    local = np.abs((point - basin.box.center) @ basin.box.axes().T) - basin.box.half
    return float(np.linalg.norm(np.maximum(local, 0.0)[[0, 2]]))
