"""What is known of a proposal: the encoder's maps over it and around it, its size, place, shape, colours and edge."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pred_perception.rgbd.encoder import COARSE, FINE
from pred_perception.rgbd.proposals import Proposals
from pred_perception.rgbd.surface import Surface

SQUARED = 152
"""Channels of the coarse map (strides 8 and 16) whose spread over a proposal counts, too."""
AROUND = (0.35, 1.2)
"""By how much of its longer side a proposal's box is widened to what is around it, near and wide."""
HUES = 8
EXTRA = HUES + 7
"""Of an atom beside what its tree sums: hues, saturation, pixels that face up and sideways, second moments."""
SHAPE = 63
FEATURES = FINE + COARSE + SQUARED + SQUARED + COARSE + (COARSE - SQUARED) + SHAPE

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]


def features(
    rgb: NDArray[np.uint8],
    seen: Surface,
    found: Proposals,
    maps: tuple[Floats, Floats],
) -> Floats:
    """Return (K, FEATURES) of the proposals.

    :param maps: of :meth:`encoder.Encoder.maps`
    """
    fine, coarse = maps
    pieces, tree, nodes, chosen = found.pieces, found.tree, found.nodes, found.chosen
    pooled = np.zeros((len(tree.parents), FINE + COARSE + SQUARED), np.float32)
    _pool(pieces.labels, fine, pooled, 0, 0)
    _pool(pieces.labels, coarse, pooled, FINE, SQUARED)
    _up(tree.parents, pooled)
    mean = pooled[chosen] / nodes.sums[chosen, :1]
    looks, spread = mean[:, : FINE + COARSE], mean[:, FINE + COARSE :]
    spread = np.sqrt(np.maximum(spread - looks[:, FINE : FINE + SQUARED] ** 2, 0.0))
    near, wide, whole = _around(coarse, nodes.limits[chosen], seen.inverse.shape[0])
    whole = np.broadcast_to(whole, (len(chosen), len(whole)))
    return np.concatenate([looks, spread, near, wide, whole, shapes(rgb, seen, found)], 1)


def shapes(rgb: NDArray[np.uint8], seen: Surface, found: Proposals) -> Floats:
    """Return (K, SHAPE) of the proposals: what no encoder is needed for."""
    pieces, tree, nodes, chosen = found.pieces, found.tree, found.nodes, found.chosen
    more = np.zeros((len(tree.parents), EXTRA), np.float32)
    _more(pieces.labels, rgb, seen.normals, seen.points, more)
    _up(tree.parents, more)
    shape = np.empty((len(chosen), SHAPE), np.float32)
    rim = _rim(tree.parents, chosen, pieces.pairs, pieces.between)
    _shape(
        nodes.sums,
        nodes.limits,
        more[chosen] / nodes.sums[chosen, :1],
        tree.parents,
        tree.born,
        tree.ended,
        chosen,
        rim,
        seen.noise,
        seen.focal,
        shape,
    )
    return shape


@njit(cache=True, fastmath=True)
def _pool(labels: Ints, cells: Floats, out: Floats, start: int, squared: int) -> None:
    """Add to each label's row the map's values over its pixels, and from ``start + channels`` on their squares."""
    rows, columns = labels.shape
    tall, wide, channels = cells.shape
    for i in range(rows):
        y = min(i * tall // rows, tall - 1)
        j = 0
        while j < columns:
            label, x, first = labels[i, j], j * wide // columns, j
            while j < columns and labels[i, j] == label and j * wide // columns == x:
                j += 1
            weight = np.float32(j - first)
            cell, row = cells[y, x], out[label]
            for c in range(channels):
                row[start + c] += weight * cell[c]
            for c in range(squared):
                row[start + channels + c] += weight * cell[c] * cell[c]


@njit(cache=True)
def _more(
    labels: Ints, rgb: NDArray[np.uint8], normals: Floats, points: Floats, out: Floats
) -> None:
    rows, columns = labels.shape
    for i in range(rows):
        for j in range(columns):
            row = out[labels[i, j]]
            r, g, b = float(rgb[i, j, 0]), float(rgb[i, j, 1]), float(rgb[i, j, 2])
            high, low = max(r, g, b), min(r, g, b)
            full = (high - low) / max(high, 1.0)
            hue = np.arctan2(1.7320508 * (g - b), 2.0 * r - g - b)
            row[min(int((hue / np.pi + 1.0) * 0.5 * HUES), HUES - 1)] += full
            k = HUES
            row[k] += full
            up = normals[i, j, 2]
            if up > 0.9:
                row[k + 1] += 1.0
            elif abs(up) < 0.25:
                row[k + 2] += 1.0
            row[k + 3] += abs(up)
            x, y = points[i, j, 0], points[i, j, 1]
            row[k + 4] += x * x
            row[k + 5] += y * y
            row[k + 6] += x * y


@njit(cache=True)
def _up(parents: Ints, out: Floats) -> None:
    for k in range(parents.size):
        if parents[k] >= 0:
            out[parents[k]] += out[k]


def _around(coarse: Floats, limits: Floats, side: int) -> tuple[Floats, Floats, Floats]:
    """Return the coarse map's means near around each proposal (strides 8, 16), wide around it, and over the picture."""
    tall, wide, channels = coarse.shape
    total = _summed(coarse)
    means = []
    for margin, kept in zip(AROUND, (SQUARED, channels), strict=True):
        more = np.maximum(margin * np.maximum(limits[:, 1] - limits[:, 0], limits[:, 3] - limits[:, 2]), 6.0)
        low = [
            np.clip((limits[:, k] - more) * n / side, 0, n - 1).astype(np.int64)
            for k, n in ((0, tall), (2, wide))
        ]
        high = [
            np.clip((limits[:, k] + 1 + more) * n / side, 1, n).astype(np.int64) + 0
            for k, n in ((1, tall), (3, wide))
        ]
        high = [np.maximum(h, lo + 1) for h, lo in zip(high, low, strict=True)]
        cells = ((high[0] - low[0]) * (high[1] - low[1])).astype(np.float32)[:, None]
        part = total[..., :kept]
        box = part[high[0], high[1]] - part[low[0], high[1]] - part[high[0], low[1]] + part[low[0], low[1]]
        means.append(box / cells)
    return means[0], means[1], total[-1, -1, SQUARED:] / np.float32(tall * wide)


@njit(cache=True)
def _summed(cells: Floats) -> Floats:
    """Return (rows + 1, columns + 1, channels): the sum of the cells above and left of each corner."""
    rows, columns, channels = cells.shape
    out = np.zeros((rows + 1, columns + 1, channels), np.float32)
    above = np.zeros((columns, channels), np.float32)
    for i in range(rows):
        for j in range(columns):
            for c in range(channels):
                above[j, c] += cells[i, j, c]
                out[i + 1, j + 1, c] = out[i + 1, j, c] + above[j, c]
    return out


@njit(cache=True)
def _rim(parents: Ints, chosen: Ints, pairs: Ints, between: Floats) -> Floats:
    """Return (K, 9) of the edge of each chosen node: what lies between it and others, and the strongest within."""
    count = parents.size
    out = np.zeros((count, 9), np.float32)
    for e in range(pairs.shape[0]):
        length = between[e, 0]
        # where both ends' ways to the top meet, the pair is within
        a, b = pairs[e, 0], pairs[e, 1]
        x, y = a, b
        while x != y:
            if x < y:
                node, sign = x, 1.0
                x = parents[x]
            else:
                node, sign = y, -1.0
                y = parents[y]
            row = out[node]
            row[0] += length
            for k in range(4):
                row[1 + k] += between[e, 1 + k]
            behind = sign * between[e, 5]
            if behind > 0.0:
                row[5] += behind
            else:
                row[6] -= behind
            if x < 0 or y < 0:
                break
        if x == y and x >= 0:
            out[x, 7] = max(out[x, 7], between[e, 1] / length)
            out[x, 8] = max(out[x, 8], between[e, 2] / length)
    for k in range(count):
        if parents[k] >= 0:
            for c in range(7, 9):
                out[parents[k], c] = max(out[parents[k], c], out[k, c])
    return out[chosen]


@njit(cache=True)
def _shape(
    sums: Floats, limits: Floats, extra: Floats, parents: Ints, born: Floats, ended: Floats, chosen: Ints, rim: Floats,
    noise: float, focal: float, out: Floats,
) -> None:  # fmt: skip
    for n in range(chosen.size):
        k = chosen[n]
        s, m, e, r, f = sums[k], limits[k], extra[n], rim[n], out[n]
        f[:] = 0.0
        area = s[0]
        at = 0
        for c in range(3):
            f[at] = s[1 + c] / area
            f[at + 1] = np.sqrt(max(s[4 + c] / area - f[at] ** 2, 0.0))
            f[at + 2] = s[7 + c] / area
            at += 3
        x, y, z = s[10] / area, s[11] / area, s[12] / area
        far = np.sqrt(x * x + y * y)
        xx, yy, xy = max(e[HUES + 4] - x * x, 0.0), max(e[HUES + 5] - y * y, 0.0), e[HUES + 6] - x * y
        half, off = 0.5 * (xx + yy), np.sqrt(0.25 * (xx - yy) ** 2 + xy * xy)
        long, short = np.sqrt(half + off), np.sqrt(max(half - off, 0.0))
        tall = np.sqrt(max(s[13] / area - z * z, 0.0))
        flat = np.sqrt(s[7] ** 2 + s[8] ** 2 + s[9] ** 2) / area
        rows, columns = m[1] - m[0] + 1.0, m[3] - m[2] + 1.0
        depth = max(y, 0.05)
        values = [
            z, m[4], m[5], m[5] - m[4], tall, long, short, np.log(long + 0.01), np.log(short + 0.01),
            np.log(tall + 0.01), np.log(far + 0.05), x, y, np.log(area),
            np.log(np.sqrt(area) * depth / focal + 1e-3), flat,
            area / (rows * columns), np.log(rows / columns), np.log(rows), np.log(columns),
            np.log(rows * depth / focal + 1e-3), np.log(columns * depth / focal + 1e-3),
            (m[0] + m[1]) / 600.0, (m[2] + m[3]) / 600.0,
            1.0 if m[0] == 0.0 else 0.0, 1.0 if m[1] == 299.0 else 0.0,
            1.0 if m[2] == 0.0 else 0.0, 1.0 if m[3] == 299.0 else 0.0,
            s[14] / area, min(noise * 200.0, 2.0), born[k], ended[k],
            np.log(r[0] / np.sqrt(area) + 0.1), np.sqrt(r[7] * 20.0), np.sqrt(r[8] / 50.0),
        ]  # fmt: skip
        for value in values:
            f[at] = value
            at += 1
        length = max(r[0], 1.0)
        f[at] = np.sqrt(max(r[1], 0.0) / length * 20.0)
        f[at + 1] = np.sqrt(max(r[2], 0.0) / length / 50.0)
        f[at + 2] = np.sqrt(max(r[3], 0.0) / length)
        f[at + 3] = np.sqrt(max(r[4], 0.0) / length)
        f[at + 4] = np.sqrt(max(r[5], 0.0) / length * 10.0)
        f[at + 5] = np.sqrt(max(r[6], 0.0) / length * 10.0)
        f[at + 6] = np.log(sums[parents[k], 0] / area) if parents[k] >= 0 else 0.0
        at += 7
        for c in range(HUES):
            f[at + c] = e[c]
        at += HUES
        f[at] = e[HUES]
        f[at + 1] = e[HUES + 1]
        f[at + 2] = e[HUES + 2]
        f[at + 3] = e[HUES + 3]
