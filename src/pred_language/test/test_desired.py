"""How a thing is to be, in any frame of wishing, is the order that brings it about; what only tells of it is none."""

from __future__ import annotations

import pytest

from pred_language.discourse.plainly import as_asked

FRAMES = (
    "See that the mug is {}.",
    "It would be great if the mug were {}.",
    "I was hoping to see the mug {}.",
    "What I want is the mug {}.",
    "The mug had better be {}.",
    "Have the mug {} when I come in.",
)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(
    ("so", "order"),
    [("in the sink", "put the mug in the sink"), ("washed", "clean the mug"), ("clean", "clean the mug")],
)
def test_every_frame_has_every_complement(frame: str, so: str, order: str) -> None:
    """Six frames and three complements are eighteen ways of saying three orders."""
    assert as_asked(frame.format(so)).rstrip(".").lower() == order


@pytest.mark.parametrize(
    ("said", "order"),
    [
        ("The tap had better be off.", "turn off the tap"),
        ("The hamper is where I want the white towel.", "put the white towel to the hamper"),
        ("The lettuce can go.", "throw the lettuce away"),
        ("The lettuce? Into the bin with it.", "put the lettuce into the bin"),
        ("Get the clean spoon and come back.", "bring me the clean spoon"),
        ("Why isn't the vase on the side table? Put it there.", "put the vase on the side table"),
        ("Have the spoon on the counter cleaned.", "clean the spoon that is on the counter"),
        ("Put the apple in the fridge and make sure it is closed.", "put the apple in the fridge and close it"),
        ("Put the apple in the fridge. It should be closed afterwards.", "put the apple in the fridge. close it"),
        ("I promised Tom you would close the box.", "close the box"),
    ],
)
def test_other_forms(said: str, order: str) -> None:
    """Belonging, throwing away, fetching and complaining are read as plain orders, too."""
    assert as_asked(said).rstrip(".").lower() == order


@pytest.mark.parametrize(
    "said",
    [
        "It would be a shame if the lettuce were in the bin.",
        "I'd be angry if the lettuce was in the bin.",
        "I was looking for the lettuce in the fridge.",
        "I hope the lettuce is in the fridge.",
        "The laptop can go.",
        "Toss the pillow.",
    ],
)
def test_what_is_no_wish_stays(said: str) -> None:
    """A fear, a search and a belief are no orders."""
    assert not as_asked(said).lower().startswith(("put", "throw"))
