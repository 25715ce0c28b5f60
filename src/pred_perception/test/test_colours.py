"""Colours of objects from pixels, under different lights."""

from __future__ import annotations

import colorsys

import numpy as np
import pytest

from pred_perception.attributes.colours import BRIGHTEST, NAMES, colour_indices


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


HUES = {18: "red", 42: "orange", 70: "yellow", 165: "green", 262: "blue", 315: "purple", 342: "pink", 361: "red"}
"""Hue in degrees up to which each colour is seen."""


def named(red: float, green: float, blue: float) -> str:
    """Return the name of a colour by the standard library's hue, saturation and value."""
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    if value < 0.16:
        return "black"
    if saturation < 0.18:
        return "white" if value >= 0.72 else "gray" if value >= 0.30 else "black"
    name = next(name for upto, name in HUES.items() if hue * 360.0 < upto)
    return "brown" if name == "orange" and value < 0.62 else name


def on_border(red: float, green: float, blue: float) -> bool:
    """Tell whether the last digit of a number decides which colour a hue is."""
    hue = colorsys.rgb_to_hsv(red, green, blue)[0] * 360.0
    return min(abs(hue - border) for border in HUES) < 1e-4


@pytest.mark.parametrize("most", [256, 200, 40])
def test_every_pixel_is_named_by_its_hue_saturation_and_value_under_the_light(most: int) -> None:
    picture = np.random.default_rng(most).integers(0, most, (60, 50, 3)).astype(np.uint8)
    light = max(float(np.percentile(picture.max(axis=2), BRIGHTEST)) / 255.0, 0.3)
    lit = np.minimum(picture.reshape(-1, 3) / 255.0 / light, 1.0)
    found = zip(colour_indices(picture).ravel(), lit, strict=True)
    clear = [(NAMES[index], named(*pixel)) for index, pixel in found if not on_border(*pixel)]
    assert len(clear) > 0.98 * len(lit) and all(name == wanted for name, wanted in clear)


def test_a_picture_of_nothing_has_no_colours() -> None:
    assert colour_indices(np.zeros((0, 4, 3), np.uint8)).shape == (0, 4)
