"""Weights without PyTorch, the encoder's features, and the gallery's nearest neighbour."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from pred_perception.attributes.efficientnet import find_weights
from pred_perception.attributes.encoder import GREY, SIDE, LiteEncoder, crop
from pred_perception.attributes.torch_weights import WeightsError, read


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> LiteEncoder:
    return LiteEncoder(tmp_path_factory.mktemp("encoder"))


def disc(colour: tuple[int, int, int], spots: int = 0, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Draw a disc on noise, with dark spots as dirt."""
    rng = np.random.default_rng(seed)
    image = Image.fromarray(rng.integers(0, 255, (90, 120, 3), dtype=np.uint8))
    mask = Image.new("L", image.size)
    x, y = 60 + int(rng.integers(-8, 8)), 45 + int(rng.integers(-5, 5))
    radius = 28 + int(rng.integers(-4, 4))
    circle = (x - radius, y - radius, x + radius, y + radius)
    ImageDraw.Draw(mask).ellipse(circle, fill=255)
    pen = ImageDraw.Draw(image)
    pen.ellipse(circle, fill=colour)
    for _ in range(spots):
        dx, dy = (int(v) for v in rng.integers(-radius // 2, radius // 2, 2))
        pen.ellipse((x + dx - 6, y + dy - 6, x + dx + 6, y + dy + 6), fill=(70, 45, 20))
    return np.asarray(image), np.asarray(mask) > 0


def test_the_checkpoint_is_read_with_its_strides() -> None:
    weights = read(find_weights())
    assert weights["_conv_stem.weight"].shape == (32, 3, 3, 3)
    assert weights["_fc.weight"].shape == (1000, 1280)
    # batch normalisation keeps the stem's output near unit size only if the axes are in order
    assert float(np.abs(weights["_conv_stem.weight"]).mean()) < 1.0


def test_a_checkpoint_that_wants_to_run_code_is_refused(tmp_path: Path) -> None:
    class Evil:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return (print, ("run",))

    path = tmp_path / "evil.pth"
    path.write_bytes(pickle.dumps(0x1950A86A20F9469CFC6C, 2) + pickle.dumps(Evil(), 2))
    with pytest.raises(WeightsError, match="which no weights need"):
        read(path)
    path.write_bytes(b"not a checkpoint")
    with pytest.raises(WeightsError, match="not a readable"):
        read(path)


def test_crops_are_square_and_grey_outside() -> None:
    image, mask = disc((200, 30, 30))
    picture, inside = crop(image, mask)
    assert picture.shape == (SIDE, SIDE, 3)
    assert np.all(picture[0, 0] == GREY)
    assert 0.5 < inside.mean() < 0.8
    with pytest.raises(ValueError, match="empty"):
        crop(image, np.zeros_like(mask))


def test_features_are_unit_and_near_for_like_things(encoder: LiteEncoder) -> None:
    red, again, dirty = (
        encoder.encode(*disc((200, 30, 30), spots, seed)) for spots, seed in ((0, 1), (0, 2), (6, 3))
    )
    assert float(np.linalg.norm(red)) == pytest.approx(1.0, abs=1e-5)
    assert float(red @ again) > float(red @ dirty)
