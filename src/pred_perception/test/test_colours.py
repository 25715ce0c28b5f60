"""Colours of objects from pixels, under different lights."""

from __future__ import annotations

import numpy as np
import pytest

from pred_perception.attributes.colours import NAMES, colour_indices


@pytest.mark.parametrize("light", [1.0, 0.6])
@pytest.mark.parametrize(
    ("rgb", "name"),
    [
        ((0.75, 0.20, 0.20), "red"),
        ((0.20, 0.60, 0.28), "green"),
        ((0.20, 0.34, 0.70), "blue"),
        ((0.50, 0.26, 0.62), "purple"),
        ((0.95, 0.77, 0.10), "yellow"),
        ((0.95, 0.50, 0.10), "orange"),
        ((0.40, 0.25, 0.12), "brown"),
        ((0.05, 0.05, 0.06), "black"),
        ((0.45, 0.45, 0.46), "gray"),
        ((0.95, 0.95, 0.93), "white"),
    ],
)
def test_a_colour_has_its_name_under_any_light(rgb: tuple[float, float, float], name: str, light: float) -> None:
    picture = np.full((40, 40, 3), 1.0)
    picture[10:30, 10:30] = rgb
    shown = (picture * light * 255.0).astype(np.uint8)
    assert NAMES[int(colour_indices(shown)[20, 20])] == name
