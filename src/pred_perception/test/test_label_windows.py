"""Windows of labels, against scipy's."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage

from pred_perception.label_windows import windows_of


@settings(deadline=None, max_examples=40)  # the first call compiles
@given(st.integers(0, 2**32 - 1))
def test_windows_hold_all_pixels_of_a_label(seed: int) -> None:
    random = np.random.default_rng(seed)
    labels = (random.integers(0, 12, (9, 7)) * (random.random((9, 7)) < 0.3)).astype(np.uint16)
    assert windows_of(labels) == ndimage.find_objects(labels)


def test_an_empty_picture_has_none() -> None:
    assert windows_of(np.zeros((4, 5), np.uint16)) == []
    assert windows_of(np.zeros((0, 5), np.uint16)) == []
