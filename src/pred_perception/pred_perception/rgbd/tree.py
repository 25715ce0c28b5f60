"""Pieces merged to things, the likeliest pair first: a tree whose nodes are what may be a thing.

How likely two neighbours belong to one thing is learnt (a small perceptron), asked again after each merging, and the
whole order of merging is kept: where it is right for a mug, it may be wrong for the table, and every stage is proposed.
"""

from __future__ import annotations

import heapq
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pred_perception.rgbd.atoms import MEASURES

SUMS = 16
"""Of a piece: pixels; sums of colour, its square, normal, place, height squared; pixels of unknown depth and at the
picture's border."""
PAIR = 35
"""Numbers by which it is judged whether two neighbours are of one thing."""

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]


class Merger(NamedTuple):
    """A perceptron of two hidden layers on (PAIR,) numbers, ``mean`` and ``scale`` first."""

    mean: Floats
    scale: Floats
    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    last: Floats
    last_bias: Floats


class Tree(NamedTuple):
    """Nodes, of which the first are the atoms.

    ``parents`` (N,), -1 at the top; how likely it was right to make each (``born``) and to end it in its parent
    (``ended``).
    """

    parents: Ints
    born: Floats
    ended: Floats


@njit(cache=True)
def measure_atoms(
    labels: Ints,
    count: int,
    rgb: NDArray[np.uint8],
    normals: Floats,
    points: Floats,
    known: NDArray[np.bool_],
) -> tuple[Floats, Floats]:
    """Return sums (count, SUMS) and limits (count, 6): first and last row and column, least and greatest height."""
    sums = np.zeros((count, SUMS), np.float32)
    limits = np.empty((count, 6), np.float32)
    limits[:, 0::2] = 1e9
    limits[:, 1::2] = -1e9
    rows, columns = labels.shape
    for i in range(rows):
        for j in range(columns):
            k = labels[i, j]
            s, m = sums[k], limits[k]
            s[0] += 1.0
            for c in range(3):
                value = np.float32(rgb[i, j, c]) / np.float32(255.0)
                s[1 + c] += value
                s[4 + c] += value * value
                s[7 + c] += normals[i, j, c]
                s[10 + c] += points[i, j, c]
            s[13] += points[i, j, 2] * points[i, j, 2]
            if not known[i, j]:
                s[14] += 1.0
            if i == 0 or j == 0 or i == rows - 1 or j == columns - 1:
                s[15] += 1.0
            m[0], m[1] = min(m[0], i), max(m[1], i)
            m[2], m[3] = min(m[2], j), max(m[3], j)
            m[4], m[5] = min(m[4], points[i, j, 2]), max(m[5], points[i, j, 2])
    return sums, limits


@njit(cache=True)
def _spread(s: Floats) -> float:
    total = 0.0
    for c in range(3):
        mean = s[1 + c] / s[0]
        total += max(s[4 + c] / s[0] - mean * mean, 0.0)
    return float(np.sqrt(total))


@njit(cache=True)
def _fill_of(s: Floats, m: Floats) -> float:
    return float(s[0] / ((m[1] - m[0] + 1.0) * (m[3] - m[2] + 1.0)))


@njit(cache=True)
def _compare(s: Floats, t: Floats, out: Floats) -> None:
    """Fill in how far the colours, planes and places of two nodes are apart."""
    colour, turn, length_a, length_b = 0.0, 0.0, 1e-9, 1e-9
    for c in range(3):
        colour += (s[1 + c] / s[0] - t[1 + c] / t[0]) ** 2
        turn += s[7 + c] * t[7 + c]
        length_a += s[7 + c] ** 2
        length_b += t[7 + c] ** 2
    length_a, length_b = np.sqrt(length_a), np.sqrt(length_b)
    off_a, off_b, far = 0.0, 0.0, 0.0
    for c in range(3):
        way = t[10 + c] / t[0] - s[10 + c] / s[0]
        off_a += way * s[7 + c] / length_a
        off_b += way * t[7 + c] / length_b
        far += way * way
    out[7] = np.sqrt(np.sqrt(colour))
    out[10] = turn / (length_a * length_b)
    out[11] = length_a / s[0]
    out[12] = length_b / t[0]
    out[13] = np.log1p(20.0 * abs(off_a))
    out[14] = np.log1p(20.0 * abs(off_b))
    out[29] = np.sqrt(np.sqrt(far))


@njit(cache=True)
def describe_pair(
    sums: Floats, limits: Floats, born: Floats, a: int, b: int, between: Floats, noise: float, out: Floats
) -> None:
    """Fill (PAIR,) with what is known of two neighbouring nodes and of what lies between them."""
    turned = sums[b, 0] < sums[a, 0]
    if turned:
        a, b = b, a
    s, t, m, n = sums[a], sums[b], limits[a], limits[b]
    edge = between[0]
    behind = between[5] / edge * (-1.0 if turned else 1.0)
    out[0] = np.log(edge)
    out[1] = np.sqrt(between[1] / edge * 50.0)
    out[2] = np.sqrt(between[2] / edge / 20.0)
    out[3] = np.sqrt(between[3] / edge)
    out[4] = np.sqrt(between[4] / edge)
    out[5] = np.sqrt(min(abs(behind) * 20.0, 4.0))
    out[6] = max(min(behind * 20.0, 2.0), -2.0)
    _compare(s, t, out)
    out[8] = _spread(s)
    out[9] = _spread(t)
    out[15] = np.log(s[0])
    out[16] = np.log(t[0])
    out[17] = np.log(edge / np.sqrt(s[0]))
    out[18] = s[12] / s[0]
    out[19] = t[12] / t[0]
    out[20] = s[9] / s[0]
    out[21] = t[9] / t[0]
    out[22] = noise * 200.0
    out[23] = np.log(0.05 + np.sqrt((s[10] / s[0]) ** 2 + (s[11] / s[0]) ** 2))
    tall = max(m[1], n[1]) - min(m[0], n[0]) + 1.0
    wide = max(m[3], n[3]) - min(m[2], n[2]) + 1.0
    out[24] = (s[0] + t[0]) / (tall * wide)
    out[25] = _fill_of(s, m)
    out[26] = _fill_of(t, n)
    out[27] = np.sqrt(s[15] / s[0])
    out[28] = np.sqrt(t[15] / t[0])
    out[30] = m[5] - m[4]
    out[31] = n[5] - n[4]
    out[32] = born[a]
    out[33] = born[b]
    out[34] = m[4] - n[4]


@njit(cache=True, fastmath=True)
def _likely(merger: Merger, x: Floats) -> float:
    hidden = merger.first_bias.copy()
    for k in range(x.size):
        value = (x[k] - merger.mean[k]) * merger.scale[k]
        for h in range(hidden.size):
            hidden[h] += value * merger.first[k, h]
    again = merger.second_bias.copy()
    for h in range(hidden.size):
        if hidden[h] > 0.0:
            for g in range(again.size):
                again[g] += hidden[h] * merger.second[h, g]
    total = merger.last_bias[0]
    for g in range(again.size):
        if again[g] > 0.0:
            total += again[g] * merger.last[g]
    return float(1.0 / (1.0 + np.exp(-total)))


class _Links(NamedTuple):
    """The edges between nodes.

    ``ends`` (E, 2), what lies ``between`` (E, MEASURES), how often each was judged, which are ``dead``; each is in the
    lists of both its ends, as slot 2e and 2e + 1; ``owners``: the edge to each node that was last met.
    """

    ends: Ints
    between: Floats
    version: NDArray[np.int64]
    dead: NDArray[np.bool_]
    heads: Ints
    tails: Ints
    nexts: Ints
    owners: Ints


@njit(cache=True)
def _link(pairs: Ints, between: Floats, room: int) -> _Links:
    edges = pairs.shape[0]
    heads, tails = np.full(room, -1, np.int32), np.full(room, -1, np.int32)
    nexts = np.full(2 * edges, -1, np.int32)
    for slot in range(2 * edges):
        node = pairs[slot // 2, slot % 2]
        nexts[slot] = heads[node]
        if heads[node] < 0:
            tails[node] = slot
        heads[node] = slot
    return _Links(
        pairs.copy(),
        between.copy(),
        np.zeros(edges, np.int64),
        np.zeros(edges, np.bool_),
        heads,
        tails,
        nexts,
        np.full(room, -1, np.int32),
    )


@njit(cache=True)
def _absorb(links: _Links, known: int, slot: int, node: int) -> None:
    """Add an edge to another one between the same two nodes, of which ``node`` is one."""
    edge, side = slot // 2, slot % 2
    for k in range(MEASURES - 1):
        links.between[known, k] += links.between[edge, k]
    flip = (links.ends[known, 0] == node) != (side == 0)
    links.between[known, 5] += -links.between[edge, 5] if flip else links.between[edge, 5]
    links.dead[edge] = True


@njit(cache=True)
def _unite(links: _Links, a: int, b: int, node: int) -> None:
    """Make the lists of two nodes that of the new one, with one edge to every neighbour."""
    links.nexts[links.tails[a]] = links.heads[b]
    slot, last = links.heads[a], -1
    while slot >= 0:
        follow = links.nexts[slot]
        edge, side = slot // 2, slot % 2
        if not links.dead[edge]:
            other = links.ends[edge, 1 - side]
            known = links.owners[other]
            if known >= 0 and not links.dead[known] and node in (links.ends[known, 0], links.ends[known, 1]):
                _absorb(links, known, slot, node)
            else:
                links.ends[edge, side] = node
                links.owners[other] = edge
                if last < 0:
                    links.heads[node] = slot
                else:
                    links.nexts[last] = slot
                last = slot
        slot = follow
    if last >= 0:
        links.nexts[last] = -1
    links.tails[node] = last


@njit(cache=True)
def _sum_up(sums: Floats, limits: Floats, a: int, b: int, node: int) -> None:
    sums[node] = sums[a] + sums[b]
    for k in range(0, 6, 2):
        limits[node, k] = min(limits[a, k], limits[b, k])
        limits[node, k + 1] = max(limits[a, k + 1], limits[b, k + 1])


@njit(cache=True)
def grow_tree(
    merger: Merger, sums: Floats, limits: Floats, pairs: Ints, between: Floats, noise: float, record: bool
) -> tuple[Ints, Floats, Floats, Ints, Floats]:
    """Merge to the end.

    :param sums: (2 * atoms - 1, SUMS), :param limits: (2 * atoms - 1, 6): of the atoms, zero beyond; those of the nodes
        are filled in
    :param record: also return every pair that was judged, (K, 2), and its numbers (K, PAIR)
    :returns: parents, born, ended of a :class:`Tree`, and the record
    """
    room = sums.shape[0]
    count = (room + 1) // 2
    parents = np.full(room, -1, np.int32)
    born, ended = np.ones(room, np.float32), np.zeros(room, np.float32)
    links = _link(pairs, between, room)
    x = np.empty(PAIR, np.float32)
    most = 24 * pairs.shape[0] + 16 if record else 1
    met, numbers, kept = np.empty((most, 2), np.int32), np.empty((most, PAIR), np.float32), 0
    waiting = list(range(pairs.shape[0]))
    heap = [(0.0, 0, 0) for _ in range(0)]
    while True:
        for e in waiting:
            a, b = links.ends[e, 0], links.ends[e, 1]
            describe_pair(sums, limits, born, a, b, links.between[e], noise, x)
            if record and kept < most:
                met[kept, 0], met[kept, 1], numbers[kept] = a, b, x
                kept += 1
            heapq.heappush(heap, (-_likely(merger, x), e, links.version[e]))
        while len(heap) > 0 and (links.dead[heap[0][1]] or links.version[heap[0][1]] != heap[0][2]):
            heapq.heappop(heap)
        if len(heap) == 0:
            break
        negative, e, _ = heapq.heappop(heap)
        a, b = links.ends[e, 0], links.ends[e, 1]
        parents[a], parents[b] = count, count
        ended[a], ended[b], born[count] = -negative, -negative, -negative
        _sum_up(sums, limits, a, b, count)
        links.dead[e] = True
        _unite(links, a, b, count)
        waiting.clear()
        slot = links.heads[count]
        while slot >= 0:
            links.version[slot // 2] += 1
            waiting.append(slot // 2)
            slot = links.nexts[slot]
        count += 1
    return parents[:count], born[:count], ended[:count], met[:kept], numbers[:kept]
