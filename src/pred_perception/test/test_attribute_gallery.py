"""The gallery of attribute examples: folders of pictures, the packed file, both together."""

from __future__ import annotations

from pathlib import Path

import pytest
from plate_pictures import disc, write_examples

from pred_perception.attributes.choice import make_encoder, make_gallery
from pred_perception.attributes.encoder import EncoderError, LiteEncoder
from pred_perception.attributes.examples import merge, read_folder, unpack
from pred_perception.attributes.gallery import Gallery
from pred_perception.attributes.pictures import GalleryError


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def encoder(cache: Path) -> LiteEncoder:
    return LiteEncoder(cache)


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
