"""Fast marching against theory, scikit-fmm and Dijkstra."""

from __future__ import annotations

import heapq
import math
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pred_nav.fast_marching import march


def dijkstra(slowness: np.ndarray, source: tuple[int, int], cell: float) -> np.ndarray:
    """Return 8-neighbour path costs, each step at the cost of the cell it enters: never below the true distance."""
    rows, columns = slowness.shape
    cost = np.full(slowness.shape, np.inf)
    cost[source] = 0.0
    heap = [(0.0, *source)]
    while heap:
        so_far, r, c = heapq.heappop(heap)
        if so_far > cost[r, c]:
            continue
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                i, j = r + dr, c + dc
                if (dr or dc) and 0 <= i < rows and 0 <= j < columns and math.isfinite(slowness[i, j]):
                    if dr and dc and not (math.isfinite(slowness[r, j]) and math.isfinite(slowness[i, c])):
                        continue
                    total = so_far + cell * math.hypot(dr, dc) * slowness[i, j]
                    if total < cost[i, j]:
                        cost[i, j] = total
                        heapq.heappush(heap, (total, i, j))
    return cost


def test_distance_in_the_open_is_the_straight_line():
    times = march(np.ones((101, 101)), np.array([[50, 50]]), 0.05)
    rows, columns = np.indices(times.shape)
    exact = np.hypot(rows - 50, columns - 50) * 0.05
    assert np.abs(times - exact).max() < 0.12  # first order: 2 cells in 3.5 m
    assert times[50, 90] == pytest.approx(2.0)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**31), st.floats(0.0, 0.35))
def test_what_is_reachable_and_how_far_agrees_with_dijkstra(seed, share):
    random = np.random.default_rng(seed)
    slowness = np.where(random.random((24, 24)) < share, np.inf, 1.0)
    slowness[12, 12] = 1.0
    times = march(slowness, np.array([[12, 12]]), 1.0)
    paths = dijkstra(slowness, (12, 12), 1.0)
    assert (np.isfinite(times) == np.isfinite(paths)).all()
    reached = np.isfinite(times)
    assert (times[reached] <= paths[reached] * 1.25 + 1e-9).all()
    assert (times[reached] >= paths[reached] * 0.9 - 1.0).all()


def test_it_agrees_with_scikit_fmm_around_a_wall():
    skfmm = pytest.importorskip("skfmm")
    free = np.ones((80, 80), bool)
    free[20:60, 40] = False
    phi = np.ma.MaskedArray(np.ones((80, 80)), ~free)
    phi[40, 10] = -1.0
    theirs = skfmm.distance(phi, dx=0.05, order=1)
    ours = march(np.where(free, 1.0, np.inf), np.array([[40, 10]]), 0.05)
    difference = np.abs(ours[free] - (np.asarray(theirs)[free] - theirs[40, 10]))
    assert difference.max() < 0.1  # their front starts between cells


def test_two_sources_share_the_map_and_walls_separate_it():
    slowness = np.ones((20, 41))
    slowness[:, 20] = np.inf
    one = march(slowness, np.array([[10, 5]]), 0.05)
    assert np.isinf(one[:, 21:]).all() and np.isfinite(one[:, :20]).all()
    two = march(slowness, np.array([[10, 5], [10, 35]]), 0.05)
    assert two[10, 35] == 0.0 and np.isfinite(two[:, 21:]).all()


def test_a_map_of_240x240_takes_milliseconds(capsys):
    slowness = np.ones((240, 240))
    source = np.array([[120, 120]])
    march(slowness, source, 0.05)
    times = []
    for _ in range(7):
        start = time.process_time()
        march(slowness, source, 0.05)
        times.append(1000.0 * (time.process_time() - start))
    with capsys.disabled():
        print(f"\nfast marching: {np.median(times):.1f} ms at 240x240")
    assert np.median(times) < 100.0
