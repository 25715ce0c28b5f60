"""Labels and attributes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sim_bridge_thor.observation import Labeller, attributes_of, instances_of

Make = Callable[..., dict[str, Any]]


def test_attributes_are_those_the_type_can_have(entry: Make) -> None:
    mug = entry(
        "Mug|1|1|1", dirtyable=True, isDirty=True, canFillWithLiquid=True, pickupable=True, temperature="Hot"
    )
    assert attributes_of(mug) == {"clean": False, "filled": False, "hot": True, "cold": False}
    assert attributes_of(entry("StoveBurner|1|1|1", isToggled=True)) == {"on": True}
    assert attributes_of(entry("Wall|1|1|1")) == {}


def test_a_slice_is_sliced(entry: Make) -> None:
    assert attributes_of(entry("Apple|1|1|1|AppleSliced_2"))["sliced"] is True


colours = st.tuples(st.integers(0, 255), st.integers(0, 255), st.integers(0, 255))


@given(st.lists(colours, min_size=1, max_size=8, unique=True))
def test_every_colour_has_its_own_label(palette: list[tuple[int, int, int]]) -> None:
    labeller = Labeller()
    names = {f"Mug|{n}": colour for n, colour in enumerate(palette)}
    packed = np.array([[r | g << 8 | b << 16 | 255 << 24 for r, g, b in palette]], np.uint32)
    labels = labeller.label(packed, names)
    assert [labeller.name(int(label)) for label in labels[0]] == list(names)
    assert (labeller.label(packed, names) == labels).all()


def test_instances_have_boxes_and_unknown_colours_are_background(entry: Make) -> None:
    labeller = Labeller()
    ids = np.full((6, 8), 0xFF000000, np.uint32)
    ids[1:3, 2:7] = 0xFF0000FF
    ids[5, 5] = 0xFF123456
    labels = labeller.label(ids, {"Mug|1|1|1": [255, 0, 0]})
    (mug,) = instances_of(labels, labeller, {"Mug|1|1|1": entry("Mug|1|1|1")})
    assert (mug.box, mug.class_name, mug.label) == ((2, 1, 5, 2), "Mug", 1)
    assert labels[5, 5] == 0
