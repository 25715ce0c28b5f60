"""Work side by side, by processes or by a cluster: whoever does it, the same comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from distributed import Client, LocalCluster

from pred_core.cluster import ClusterError
from pred_core.depth_noise import DepthErrors
from pred_learning.detector import pictures, prepared
from pred_learning.detector.evaluate import assess_albums, report
from pred_learning.detector.pictures import make
from pred_learning.detector.prepared import UNSURE, Prepared
from pred_learning.detector.views import albums_in
from pred_learning.workers import AHEAD, Workers, workers
from pred_perception.rgbd.weights_file import default_weights, load


@pytest.fixture(scope="module")
def here() -> Iterator[Workers]:
    with ThreadPoolExecutor(1) as pool:
        yield Workers(pool, 1)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Workers]:
    with (
        LocalCluster(
            n_workers=1,
            threads_per_worker=1,
            processes=False,
            protocol="tcp://",
            dashboard_address="127.0.0.1:0",
            host="127.0.0.1",
        ) as begun,
        Client(begun) as client,
    ):
        yield Workers(client.get_executor(pure=False), 1)


def test_each_piece_is_done_once_and_told_with_its_place(here: Workers) -> None:
    given: list[int] = []

    def pieces() -> Iterator[tuple[int]]:
        for number in range(9):
            given.append(number)
            yield (number,)

    done = here.each(lambda number: 10 * number, pieces())
    first = next(done)
    assert first == (0, 0) and len(given) <= AHEAD + 1  # the rest is not made before somebody is free
    assert sorted([first, *done]) == [(number, 10 * number) for number in range(9)]


def test_what_goes_wrong_at_a_piece_is_raised(here: Workers) -> None:
    with pytest.raises(ZeroDivisionError):
        list(here.each(lambda number: 1 // number, [(1,), (0,)]))


def test_an_address_without_a_scheduler_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pred_core.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(ClusterError, match="no dask scheduler at tcp:"), workers(1, "tcp://127.0.0.1:1"):
        pass


@pytest.fixture(scope="module")
def albums(tmp_path_factory: pytest.TempPathFactory, here: Workers) -> Path:
    """Two albums of two pictures each."""
    folder = tmp_path_factory.mktemp("pictures")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pictures, "PER_FILE", 2)
        make(folder, [("FloorPlan401", 0), ("FloorPlan402", 1)], True, here)
    return folder


def test_albums_are_made_once(albums: Path, here: Workers) -> None:
    made = {path: path.stat().st_mtime_ns for path in albums_in(albums)}
    assert [path.name for path in made] == ["FloorPlan401_00000.npz", "FloorPlan402_00001.npz"]
    make(albums, [("FloorPlan401", 0)], True, here)
    assert {path: path.stat().st_mtime_ns for path in albums_in(albums)} == made


def test_a_cluster_judges_as_this_machine_does(albums: Path, here: Workers, cluster: Workers) -> None:
    errors, weights = DepthErrors(), default_weights()
    one, other = (assess_albums(albums, 0, errors, weights, hands) for hands in (here, cluster))
    assert one.pictures == other.pictures == 4 and len(one.seconds) == 2
    assert one.answers and report(one.tally, 0.1) == report(other.tally, 0.1)


def test_a_cluster_makes_the_training_pictures_that_this_machine_makes(
    here: Workers, cluster: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepared, "PER_FILE", 2)
    merger = load(default_weights()).judge.merger
    one, other = (next(hands.each(prepared.packed, [("FloorPlan401", 3, merger)]))[1] for hands in (here, cluster))
    first, second = (Prepared.unpacked(file) for file in (one, other))
    assert len(first.rgb) and (first.number < UNSURE).any()
    assert all(np.array_equal(getattr(first, f.name), getattr(second, f.name)) for f in fields(Prepared))
