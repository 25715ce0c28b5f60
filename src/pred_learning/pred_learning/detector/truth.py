"""Which true things the nodes of a picture's tree and its proposals lie on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pred_perception.rgbd.proposals import Proposals

RIGHT, WRONG = 0.5, 0.4
"""Share of the union from which a proposal shows a thing, and below which it shows none."""
UNSURE = 255
"""Class of what lies between, and of rows without a proposal."""

Floats = NDArray[np.float32]


def instances(found: Proposals, ids: NDArray[np.uint8]) -> Floats:
    """Return (N, 256): how many pixels of each node lie on each true instance, the building's (0) too."""
    counts = np.zeros((len(found.tree.parents), 256), np.float32)
    both = np.bincount(found.pieces.labels.ravel() * 256 + ids.ravel(), minlength=found.pieces.number * 256)
    counts[: found.pieces.number] = both.reshape(-1, 256)
    for node, parent in enumerate(found.tree.parents):
        if parent >= 0:
            counts[parent] += counts[node]
    return counts


def shares(found: Proposals, ids: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return (K, 256): each proposal's share of its union with each true instance (0 with the building)."""
    own = instances(found, ids)[found.chosen]
    true = np.bincount(ids.ravel(), minlength=256).astype(np.float32)
    out = own / np.maximum(own.sum(1, keepdims=True) + true - own, 1.0)
    out[:, 0] = 0.0
    return np.asarray(out)


def shown(share: Floats, classes: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], Floats]:
    """Return of each proposal the class that it shows (K,), 0 for none or ``UNSURE``, and its share of the union (K,).

    :param share: of :func:`shares`, :param classes: (256,) of the true instances
    """
    best, quality = share.argmax(1), share.max(1)
    number = np.where(quality >= RIGHT, classes[best], np.where(quality < WRONG, 0, UNSURE))
    return number.astype(np.uint8), quality
