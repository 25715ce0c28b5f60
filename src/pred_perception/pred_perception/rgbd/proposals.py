"""From colour and depth to proposals: pieces, the tree that merges them, and which of its nodes may be things."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pred_perception.rgbd.atoms import Atoms, atoms
from pred_perception.rgbd.surface import Surface
from pred_perception.rgbd.tree import SUMS, Merger, Tree, grow_tree, measure_atoms

LEAST = 20
"""Pixels of the smallest proposal."""
SMALL = 60
"""Pixels under which most pieces are only parts."""
SURE, SURE_SMALL = 0.985, 0.8
"""What is that likely only a part of what it is merged into is not proposed."""

Ints = NDArray[np.int32]
Floats = NDArray[np.float32]


class Nodes(NamedTuple):
    """Sums over the pixels of every node of a tree (N, SUMS) and its limits (N, 6), see ``tree.measure_atoms``."""

    sums: Floats
    limits: Floats


@dataclass(frozen=True)
class Proposals:
    """The nodes of a picture's tree and which of them are ``chosen`` (K,) as proposals."""

    pieces: Atoms
    tree: Tree
    nodes: Nodes
    chosen: Ints

    def spans(self) -> tuple[Ints, Ints, Ints]:
        """Return the atoms in an order in which every node's are neighbours, and where each node's begin and end."""
        count, atoms_ = len(self.tree.parents), self.pieces.number
        sizes = np.zeros(count, np.int32)
        sizes[:atoms_] = 1
        parents = self.tree.parents
        for k in range(count):
            if parents[k] >= 0:
                sizes[parents[k]] += sizes[k]
        starts, free, top = np.zeros(count, np.int32), np.zeros(count, np.int32), 0
        for k in range(count - 1, -1, -1):
            if parents[k] < 0:
                starts[k], top = top, top + sizes[k]
            else:
                starts[k] = free[parents[k]]
                free[parents[k]] += sizes[k]
            free[k] = starts[k]
        order = np.empty(atoms_, np.int32)
        order[starts[:atoms_]] = np.arange(atoms_)
        return order, starts, starts + sizes


def propose(rgb: NDArray[np.uint8], seen: Surface, merger: Merger) -> Proposals:
    """Return the proposals of a picture."""
    return merge(rgb, seen, merger)[0]


def merge(
    rgb: NDArray[np.uint8], seen: Surface, merger: Merger, record: bool = False
) -> tuple[Proposals, Ints, Floats]:
    """Return the proposals of a picture, and with ``record`` the pairs that were judged (see ``tree.grow_tree``)."""
    pieces = atoms(rgb, seen)
    sums, limits = measure_atoms(pieces.labels, pieces.number, rgb, seen.normals, seen.points, seen.known)
    room = 2 * pieces.number - 1
    nodes = Nodes(np.zeros((room, SUMS), np.float32), np.zeros((room, 6), np.float32))
    nodes.sums[: pieces.number], nodes.limits[: pieces.number] = sums, limits
    parents, born, ended, ends, known = grow_tree(
        merger, nodes.sums, nodes.limits, pieces.pairs, pieces.between, seen.noise, record
    )
    size = len(parents)
    pixels = nodes.sums[:size, 0]
    limit = np.where(pixels < SMALL, SURE_SMALL, SURE)
    chosen = np.flatnonzero((pixels >= LEAST) & (ended < limit)).astype(np.int32)
    kept = Nodes(nodes.sums[:size], nodes.limits[:size])
    return Proposals(pieces, Tree(parents, born, ended), kept, chosen), ends, known
