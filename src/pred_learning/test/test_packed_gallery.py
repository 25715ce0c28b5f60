"""Examples packed into one file, and the table of how well they are told apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from plate_pictures import disc, write_examples

from pred_learning.attributes.evaluate import judge_all, table
from pred_learning.attributes.pack import packable
from pred_perception.attributes.encoder import LiteEncoder
from pred_perception.attributes.examples import pack, read_folder, unpack
from pred_perception.attributes.gallery import Gallery
from pred_perception.attributes.pictures import GalleryError


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def encoder(cache: Path) -> LiteEncoder:
    return LiteEncoder(cache)


def test_packing_keeps_what_the_pictures_say(tmp_path: Path, cache: Path, encoder: LiteEncoder) -> None:
    write_examples(tmp_path / "g", "Plate", 12)
    examples = packable(read_folder(tmp_path / "g", encoder, cache), dimensions=10)
    pack(examples, tmp_path / "g.npz")
    again = unpack(tmp_path / "g.npz")
    assert again.lessons == examples.lessons
    assert again.scales == pytest.approx(examples.scales)
    assert np.abs(again.features - examples.features).max() < 0.01
    view = encoder.encode(*disc(7, 99))
    assert Gallery(again).judge("Plate", view)["clean"] == pytest.approx(
        Gallery(examples).judge("Plate", view)["clean"], abs=0.2
    )
    (tmp_path / "bad.npz").write_text("nothing")
    with pytest.raises(GalleryError, match="not a packed gallery"):
        unpack(tmp_path / "bad.npz")


def test_the_table_counts_right_answers(tmp_path: Path, cache: Path, encoder: LiteEncoder) -> None:
    write_examples(tmp_path / "g", "Plate")
    write_examples(tmp_path / "t", "Plate", 4, first=100)
    gallery = Gallery(read_folder(tmp_path / "g", encoder, cache))
    answers, seconds = judge_all(tmp_path / "t", gallery, encoder, least=0.6)
    assert table(answers, 1.25).splitlines()[2].startswith("| clean | 8 | 1.000 | 1.000 |")
    assert 0.0 < seconds < 1.0
