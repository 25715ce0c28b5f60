"""Pictures for a model that sees: cropped, outlined, small."""

from __future__ import annotations

import io

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from pred_perception.shown import LEAST, MOST, OUTLINE, jpeg


def read(data: bytes) -> NDArray[np.uint8]:
    return np.array(Image.open(io.BytesIO(data)))


def grey(height: int, width: int) -> NDArray[np.uint8]:
    return np.full((height, width, 3), 128, np.uint8)


@pytest.mark.parametrize(("size", "longer"), [((300, 300), 300), ((1080, 1920), MOST), ((40, 20), LEAST)])
def test_the_longer_side_is_held_between_two_sizes(size: tuple[int, int], longer: int) -> None:
    shown = read(jpeg(grey(*size)))
    assert max(shown.shape[:2]) == longer
    assert shown.shape[0] / shown.shape[1] == pytest.approx(size[0] / size[1], rel=0.02)


def test_a_thing_is_cropped_to_with_what_is_around_it_and_outlined_outside() -> None:
    pixels, mask = grey(300, 300), np.zeros((300, 300), bool)
    mask[100:160, 100:160] = True
    pixels[mask] = (250, 250, 0)
    shown = read(jpeg(pixels, mask)).astype(int)
    assert max(shown.shape[:2]) == LEAST, "96 pixels with 30 % around, enlarged"
    outlined = np.abs(shown - np.array(OUTLINE)).sum(2) < 150
    assert 150 < outlined.sum() < 1500
    yellow = np.abs(shown - np.array((250, 250, 0))).sum(2) < 90
    assert yellow.sum() == pytest.approx((60 * LEAST / 96) ** 2, rel=0.1), "nothing of the thing is hidden"


def test_a_mask_of_nothing_shows_the_whole_picture() -> None:
    assert read(jpeg(grey(200, 300), np.zeros((200, 300), bool))).shape == (200, 300, 3)
