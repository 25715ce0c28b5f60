"""Training batches: what the network is given of some pictures, and what it is to answer at some of their pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pred_core.depth_camera import DepthErrors, measure
from pred_perception.rgbd.albums import DEPTH_UNIT, Features, shuffled
from pred_perception.rgbd.inputs import CHANNELS, HALF, stack, upward
from pred_perception.rgbd.targets import targets

FOCAL = HALF / 2.0
"""Half-size pixels, of the camera that took the albums: 90 degrees."""
MIDDLE = ((HALF - 0.5) / 2.0, (HALF - 0.5) / 2.0)
"""The optical axis in half-size pixels, of which each stands for its upper left full-size pixel."""
NOISY = 0.5
"""Share of the pictures whose depth is a real camera's."""
HELD_UP = 0.03
"""Standard deviation of the camera's height and pitch in training, metres and radians: a robot's may be off."""


@dataclass(frozen=True)
class Batch:
    """Inputs and answers of N pictures at K points each.

    ``half`` (N, 9, H, W); ``encoded`` four (N, C, h, w); ``points`` (N, K) flat places; ``classes`` (N, K);
    ``ways`` (N, K, 2); ``weights`` (N, K) of the ways, 0 on the background; ``middles`` (N, groups, H/2, W/2).
    """

    half: NDArray[np.float32]
    encoded: tuple[NDArray[np.float32], ...]
    points: NDArray[np.int64]
    classes: NDArray[np.int64]
    ways: NDArray[np.float32]
    weights: NDArray[np.float32]
    middles: NDArray[np.float32]


def batches(
    files: Sequence[Path], random: np.random.Generator, size: int, points: int, pool: int = 12
) -> Iterator[Batch]:
    """Yield the batches of one epoch; what does not fill the last one is left out."""
    waiting: list[tuple[Features, int]] = []
    for picture in shuffled(files, random, pool):
        waiting.append(picture)
        if len(waiting) == size:
            yield bind(waiting, random, points)
            waiting = []


def bind(pictures: Sequence[tuple[Features, int]], random: np.random.Generator, points: int) -> Batch:
    """Return the batch of some pictures (album and number)."""
    count = len(pictures)
    half = np.empty((count, CHANNELS, HALF, HALF), np.float32)
    answers = [targets(album.ids[k], album.classes[k]) for album, k in pictures]
    places = np.empty((count, points), np.int64)
    weights = np.zeros((count, points), np.float32)
    for index, (album, k) in enumerate(pictures):
        depth = album.depth[k].astype(np.float32) * np.float32(DEPTH_UNIT)
        if random.random() < NOISY:
            depth = measure(
                depth, album.rgb[k], random, DepthErrors(growth=0.0035 * float(random.uniform(0.3, 1.5)))
            )
        height = float(album.camera[k, 0]) + float(random.normal(0.0, HELD_UP))
        up = upward(float(album.camera[k, 1]) + float(np.degrees(random.normal(0.0, HELD_UP / 2.0))))
        stack(album.rgb[k], depth, FOCAL, MIDDLE, up, height, half[index])
        sizes = answers[index][3]
        places[index] = choose(album.ids[k].ravel(), sizes, points, random)
        ids = album.ids[k].ravel()[places[index]]
        weights[index] = np.where(ids > 0, np.clip(12.0 / np.sqrt(np.maximum(sizes[ids], 1)), 0.15, 1.5), 0.0)
    rows = np.arange(count)[:, None]
    return Batch(
        half,
        tuple(np.stack([a.encoded[s][k] for a, k in pictures]).astype(np.float32) for s in range(4)),
        places,
        np.stack([a[0].ravel() for a in answers])[rows, places].astype(np.int64),
        np.stack([a[1].reshape(-1, 2) for a in answers])[rows, places],
        weights,
        np.stack([a[2] for a in answers]),
    )


def choose(
    ids: NDArray[np.uint8], sizes: NDArray[np.int32], count: int, random: np.random.Generator
) -> NDArray[np.int64]:
    """Return flat places: half of them anywhere, half on instances by chance, each as likely, however small."""
    anywhere = random.integers(ids.size, size=count // 2)
    present = np.flatnonzero(sizes)
    if not present.size:
        return np.concatenate([anywhere, random.integers(ids.size, size=count - count // 2)])
    order = np.argsort(ids, kind="stable")
    starts = np.searchsorted(ids[order], present)
    chosen = random.integers(present.size, size=count - count // 2)
    within = (random.random(chosen.size) * sizes[present[chosen]]).astype(np.int64)
    return np.concatenate([anywhere, order[starts[chosen] + within]])
