"""Examples of attributes taken from the player."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from pred_learning.attributes.example_pictures import collect, rooms_of, write
from pred_learning.examples import MIN_PIXELS, take


def test_rooms_to_teach_and_to_test_are_apart() -> None:
    teaching, held_out = rooms_of(False), rooms_of(True)
    assert (len(teaching), len(held_out)) == (80, 40)
    assert not set(teaching) & set(held_out)
    assert teaching[:4] == ["FloorPlan1", "FloorPlan201", "FloorPlan301", "FloorPlan401"]


def test_a_room_shows_its_things_in_both_states() -> None:
    examples = list(take("FloorPlan402", 12, seed=3))
    assert all(e.mask.sum() >= MIN_PIXELS and e.rgb.shape[:2] == e.mask.shape for e in examples)
    seen = {(name, value) for e in examples for name, value in e.attributes.items()}
    assert {("open", True), ("open", False), ("on", True), ("on", False)} <= seen
    assert not {"hot", "cold"} & {name for name, _ in seen}
    again = list(take("FloorPlan402", 12, seed=3))
    assert [e.attributes for e in again] == [e.attributes for e in examples]


def test_pictures_are_filed_by_what_they_teach(tmp_path: Path) -> None:
    count = write(tmp_path, collect(["FloorPlan402"], per=4, views=8, seed=0), seed=0)
    files = sorted(tmp_path.glob("*/*/*/*.png"))
    assert len({f.name for f in files}) == count
    per_folder = [len(list(folder.iterdir())) for folder in tmp_path.glob("*/*/*")]
    assert max(per_folder) <= 4
    for file in files[:20]:
        with Image.open(file) as picture:
            pixels = np.asarray(picture)
        assert pixels.shape[2] == 4 and max(pixels.shape[:2]) <= 128
        assert pixels[..., 3].any()
