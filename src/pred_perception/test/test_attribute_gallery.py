"""The gallery of attribute examples: folders of pictures, the packed file, both together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from pred_perception.attributes.choice import make_encoder, make_gallery
from pred_perception.attributes.encoder import EncoderError, LiteEncoder
from pred_perception.attributes.evaluate import judge_all, table
from pred_perception.attributes.examples import merge, pack, read_folder, unpack
from pred_perception.attributes.gallery import Gallery
from pred_perception.attributes.pack import packable
from pred_perception.attributes.pictures import GalleryError


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def encoder(cache: Path) -> LiteEncoder:
    return LiteEncoder(cache)


def disc(spots: int, seed: int) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return a plate, seen from above, with dark spots."""
    random = np.random.default_rng(seed)
    shade = int(random.integers(180, 220))
    image, mask = Image.new("RGB", (90, 90)), Image.new("L", (90, 90))
    for picture, fill in ((image, (shade, shade, shade - 10)), (mask, 255)):
        ImageDraw.Draw(picture).ellipse((15, 15, 75, 75), fill=fill)
    for x, y in random.integers(28, 62, (spots, 2)):
        ImageDraw.Draw(image).ellipse((x - 6, y - 6, x + 6, y + 6), fill=(70, 45, 20))
    return np.asarray(image), np.asarray(mask) > 0


def write_examples(folder: Path, kind: str, count: int = 8, first: int = 0, attribute: str = "clean") -> None:
    for truth, spots, start in (("true", 0, first), ("false", 7, first + 500)):
        target = folder / attribute / truth / kind
        target.mkdir(parents=True, exist_ok=True)
        for number in range(start, start + count):
            image, mask = disc(spots, number)
            rgba = np.dstack([image, mask.astype(np.uint8) * 255])
            Image.fromarray(rgba).save(target / f"room{number % 4}_{number}_90cm.png")


def test_a_folder_of_pictures_tells_clean_from_dirty(
    tmp_path: Path, cache: Path, encoder: LiteEncoder
) -> None:
    write_examples(tmp_path, "Plate")
    read_folder(tmp_path, encoder, cache)
    gallery = Gallery(read_folder(tmp_path, encoder, cache))  # the features kept by the first
    assert gallery.attributes_of("Plate") == ["clean"]
    assert gallery.attributes_of("Mug") == []
    clean, dirty = (gallery.judge("Plate", encoder.encode(*disc(spots, 77)))["clean"] for spots in (0, 7))
    assert clean > 1.0 and dirty < -1.0
    assert gallery.judge("Mug", encoder.encode(*disc(0, 1))) == {}


def test_examples_of_one_side_only_teach_nothing(tmp_path: Path, cache: Path, encoder: LiteEncoder) -> None:
    write_examples(tmp_path, "Plate")
    write_examples(tmp_path, "Cup", count=2)
    assert Gallery(read_folder(tmp_path, encoder, cache)).attributes_of("Cup") == []


def test_slices_are_judged_by_what_sliced_wholes_look_like(
    tmp_path: Path, cache: Path, encoder: LiteEncoder
) -> None:
    write_examples(tmp_path, "Apple", attribute="sliced")
    write_examples(tmp_path, "Any", attribute="wet")
    gallery = Gallery(read_folder(tmp_path, encoder, cache))
    assert gallery.attributes_of("AppleSliced") == ["sliced", "wet"]
    assert gallery.judge("AppleSliced", encoder.encode(*disc(0, 3)))["sliced"] > 0.0


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


def test_own_pictures_add_to_the_gallery_that_comes_along(
    tmp_path: Path, cache: Path, encoder: LiteEncoder
) -> None:
    write_examples(tmp_path, "Plate", attribute="greasy")
    write_examples(tmp_path, "Mug")
    known = unpack()
    both = merge(known, read_folder(tmp_path, encoder, cache))
    assert sum(lesson.key == ("clean", "Mug") for lesson in both.lessons) == 16  # replaced
    assert ("clean", "Mug") not in both.scales
    gallery = Gallery(both)
    assert {"clean", "greasy"} <= set(gallery.attributes_of("Plate"))
    assert gallery.judge("Plate", encoder.encode(*disc(0, 88)))["greasy"] > 0.0
    assert "open" in make_gallery(None, encoder, cache).attributes_of("Microwave")


def test_the_table_counts_right_answers(tmp_path: Path, cache: Path, encoder: LiteEncoder) -> None:
    write_examples(tmp_path / "g", "Plate")
    write_examples(tmp_path / "t", "Plate", 4, first=100)
    gallery = Gallery(read_folder(tmp_path / "g", encoder, cache))
    answers, seconds = judge_all(tmp_path / "t", gallery, encoder, least=0.6)
    assert table(answers, 1.25).splitlines()[2].startswith("| clean | 8 | 1.000 | 1.000 |")
    assert 0.0 < seconds < 1.0


def test_bad_galleries_are_named(tmp_path: Path, cache: Path, encoder: LiteEncoder) -> None:
    with pytest.raises(GalleryError, match="no gallery folder"):
        read_folder(tmp_path / "none", encoder, cache)
    (tmp_path / "empty").mkdir()
    with pytest.raises(GalleryError, match="no picture"):
        read_folder(tmp_path / "empty", encoder, cache)
    write_examples(tmp_path / "g", "Plate", 1)
    (tmp_path / "g" / "clean" / "true").rename(tmp_path / "g" / "clean" / "maybe")
    with pytest.raises(GalleryError, match="true or false"):
        read_folder(tmp_path / "g", encoder, cache)
    bad = tmp_path / "h" / "clean" / "true" / "Plate"
    bad.mkdir(parents=True)
    (bad / "x.png").write_text("no picture")
    with pytest.raises(GalleryError, match="not a picture"):
        read_folder(tmp_path / "h", encoder, cache)


def test_encoders_say_what_they_lack(tmp_path: Path, cache: Path) -> None:
    assert make_encoder("auto", tmp_path / "none.pt", cache).name == "efficientnet_lite0"
    with pytest.raises(EncoderError, match=r"open_clip|attribute_weights"):
        make_encoder("clip", None, cache)
    with pytest.raises(EncoderError, match="no encoder"):
        make_encoder("vgg", None, cache)
