"""The compiled loops over points, against plain numpy."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from pred_perception.clouds import (
    corners,
    first_of_voxels,
    group_pixels,
    near_share,
    nearest,
    tally,
    within,
)
from pred_perception.kernels import SEEN, SEEN_THROUGH

slow = settings(deadline=None, max_examples=40)  # the first call compiles
seeds = st.integers(0, 2**32 - 1)


def cloud(seed: int, most: int = 200) -> np.ndarray:
    random = np.random.default_rng(seed)
    return random.normal(0.0, 0.5, (random.integers(1, most), 3)).astype(np.float32)


@slow
@given(seeds)
def test_pixels_come_grouped_by_label_in_reading_order(seed: int) -> None:
    random = np.random.default_rng(seed)
    labels = random.integers(0, 6, (7, 9)).astype(np.uint16)
    valid = random.random((7, 9)) < 0.7
    order, starts = group_pixels(labels, valid)
    for label in range(1, int(labels.max()) + 1):
        wanted = np.flatnonzero((labels == label) & valid)
        assert order[starts[label] : starts[label + 1]].tolist() == wanted.tolist()


@slow
@given(seeds)
def test_boxes_and_distances(seed: int) -> None:
    points = cloud(seed)
    low, high = corners(points)
    assert (low == points.min(axis=0)).all()
    assert (high == points.max(axis=0)).all()
    inner_low, inner_high = np.float32([-0.3, -0.3, -0.3]), np.float32([0.4, 0.4, 0.4])
    kept = points[((points >= inner_low) & (points <= inner_high)).all(axis=1)]
    assert (within(points, inner_low, inner_high) == kept).all()
    place = np.array([1.0, 2.0, 3.0])
    assert np.isclose(nearest(points, place), np.linalg.norm(points - place, axis=1).min())


@slow
@given(seeds, st.sampled_from([0.02, 0.1, 0.5]))
def test_the_first_point_of_each_voxel_stays(seed: int, voxel: float) -> None:
    points = cloud(seed)
    cells = np.floor(points / np.float32(voxel)).astype(int)
    _, first = np.unique(cells, axis=0, return_index=True)
    assert (first_of_voxels(points, np.float32(voxel)) == points[np.sort(first)]).all()


@slow
@given(seeds, seeds, st.floats(0.01, 0.5))
def test_share_of_points_near_others(one: int, other: int, reach: float) -> None:
    sample, known = cloud(one), cloud(other)
    near = np.abs(sample[:, None] - known[None]).max(axis=2) <= np.float32(reach)
    assert near_share(sample, known, np.float32(reach)) == near.any(axis=1).mean()


@slow
@given(seeds)
def test_votes_of_points(seed: int) -> None:
    random = np.random.default_rng(seed)
    state = random.integers(0, 4, 60).astype(np.uint8)
    label = random.integers(0, 5, 60).astype(np.uint16)
    starts = np.array([0, *np.sort(random.integers(0, 61, 3)), 60])
    expected, ends, names, counts = tally(state, label, starts)
    begin = 0
    for track, end in enumerate(ends):
        own = slice(starts[track], starts[track + 1])
        wanted, number = np.unique(label[own][state[own] == SEEN], return_counts=True)
        assert expected[track] == (state[own] == SEEN).sum() + (state[own] == SEEN_THROUGH).sum()
        assert names[begin:end].tolist() == wanted.tolist()
        assert counts[begin:end].tolist() == number.tolist()
        begin = end
    assert begin == len(names) == len(counts)
