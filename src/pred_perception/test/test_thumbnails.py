"""How objects look in a few cells, against Pillow's box filter."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from pred_perception.attributes.encoder import GREY
from pred_perception.attributes.thumbnails import THUMB, difference, thumbnail

sides = st.integers(1, 120)


@settings(deadline=None, max_examples=60)  # the first call compiles
@given(sides, sides, st.integers(0, 2**32 - 1))
def test_cells_are_those_of_the_box_filter(height: int, width: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    rgb = random.integers(0, 256, (height, width, 3), np.uint8)
    labels = random.integers(1, 3, (height, width)).astype(np.uint16)
    alone = Image.fromarray(np.where(labels[..., None] == 2, rgb, GREY).astype(np.uint8))
    box = Image.Resampling.BOX
    filtered = alone.resize((THUMB, height), box).resize((THUMB, THUMB), box)
    small = thumbnail(rgb, labels, 2)
    assert (small == np.asarray(filtered)).all()
    # Pillow itself may begin with the columns, which rounds otherwise
    assert np.abs(small - np.asarray(alone.resize((THUMB, THUMB), box), np.float32)).max() <= 1.0


def test_the_largest_change_of_a_cell_counts() -> None:
    before = np.full((THUMB, THUMB, 3), 100.0, np.float32)
    now = before.copy()
    now[2, 3] += (30.0, -60.0, 0.0)
    now[4, 4] += (10.0, 10.0, 10.0)
    assert difference(before, now) == 30.0
    assert difference(before, before) == 0.0
    assert difference(None, now) == float("inf")
