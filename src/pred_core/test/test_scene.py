"""The scene in words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.scene import LETTERS, scene_of


def thing(name: str, parent: str = "", **attributes: bool) -> ObjectState:
    known = {k: Attribute(k, Truth.of(v)) for k, v in attributes.items()}
    return ObjectState(
        name, name.split("_", maxsplit=1)[0], (0, 0, 0), (1, 1, 1), parent_id=parent, attributes=known
    )


KITCHEN = ObjectMemory(
    objects=(
        thing("Mug_1", "CounterTop_1", clean=False),
        thing("CounterTop_1"),
        thing("Fridge_1", open=True),
        thing("Apple_1", "Fridge_1"),
        thing("Pan_1"),
    ),
    held_id="Apple_1",
)


def test_only_what_is_named_is_told_with_states_parents_and_children():
    text = scene_of(KITCHEN, ["Mug", "Fridge"])
    assert text.splitlines() == [
        "In the hand: Apple_1.",
        "Apple_1: in or on Fridge_1; not in view",
        "Fridge_1: open; holds Apple_1; not in view",
        "Mug_1: not clean; in or on CounterTop_1; not in view",
        "CounterTop_1: holds Mug_1; not in view",
    ]


def test_an_id_names_one_thing_and_a_slice_its_whole():
    assert "Apple_1" in scene_of(KITCHEN, ["AppleSliced"])
    assert "Mug_1" in scene_of(KITCHEN, ["Mug_1"])


@given(st.integers(1, 60), st.integers(10, 300))
def test_it_is_never_longer_than_allowed_and_counts_what_it_leaves_out(number, tokens):
    memory = ObjectMemory(objects=tuple(thing(f"Mug_{n}") for n in range(number)))
    text = scene_of(memory, ["Mug"], tokens)
    assert len(text) <= max(tokens * LETTERS, len("In the hand: nothing."))
    told = text.count("Mug_")
    if told < number and tokens > 30:
        assert f"({number - told} more things are known.)" in text
