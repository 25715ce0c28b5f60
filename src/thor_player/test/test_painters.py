"""A picture that two threads paint is the one that a single thread paints."""

from __future__ import annotations

import os

import numpy as np
import pytest

from thor_player.render import Renderer, painters
from thor_player.render.painters import shared_out
from thor_player.state import load


@pytest.mark.parametrize("antialias", [False, True])
def test_two_threads_paint_the_same_picture(monkeypatch, antialias):
    state = load("FloorPlan1", 0)
    pictures = []
    for cores in ({0}, {0, 1}):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, cores=cores: cores)
        pictures.append(Renderer(state.world, antialias).render(state.camera()).rgb)
    assert pictures[0].size // 3 >= painters.WORTH_SHARING
    assert np.array_equal(*pictures)


def test_all_rows_are_painted_by_someone():
    done: list[int] = []
    shared_out(lambda first, apart: done.extend(range(first, 9, apart)), painters.WORTH_SHARING, cores=2)
    assert sorted(done) == list(range(9))


def test_small_pictures_are_painted_by_one_thread():
    calls = []
    shared_out(lambda first, apart: calls.append((first, apart)), painters.WORTH_SHARING - 1, cores=2)
    assert calls == [(0, 1)]


def test_what_goes_wrong_in_the_other_thread_is_raised():
    def paint(first: int, apart: int) -> None:
        if first:
            raise ValueError("no such row")

    with pytest.raises(ValueError, match="no such row"):
        shared_out(paint, painters.WORTH_SHARING, cores=2)
