"""What a reading is asked about or refused for by what is here: whose a thing is, what nothing here does to it."""

from __future__ import annotations

import pytest

from pred_language.meaning.context import Refusal, TaskContext
from pred_language.meaning.grounding import Grounder
from pred_language.meaning.parts import in_order
from pred_language.reader import Texts, understand


def _read(text: str, **here: int) -> TaskContext | Refusal:
    return understand(Texts(text), Grounder(here, counts=here, literal=True))


@pytest.mark.parametrize(
    ("said", "mugs", "asked"),
    [
        ("Bring me my mug.", 2, True),
        ("Bring me my mug.", 1, False),
        ("Put Tom's mug in the sink.", 2, True),
        ("Put the mug in the sink.", 2, False),
    ],
)
def test_whose_it_is_is_asked_where_there_are_several(said: str, mugs: int, asked: bool) -> None:
    meant = _read(said, Mug=mugs, SinkBasin=1, Sink=1)
    assert isinstance(meant, TaskContext)
    assert any("mug" in word for word in meant.left_out) is asked


def test_what_goes_into_no_appliance_is_not_heated() -> None:
    assert isinstance(_read("Microwave the pencil.", Pencil=1, Microwave=1), Refusal)
    for food in ("potato", "tomato"):
        here = {"Potato": 1, "Tomato": 1, "Microwave": 1, "CounterTop": 1}
        assert isinstance(_read(f"Microwave the {food} and put it on the counter.", **here), TaskContext)


def test_a_word_for_several_types_means_all_that_are_here() -> None:
    meant = _read("Put all the cutlery in the sink.", Fork=2, Spoon=1, Mug=1, SinkBasin=1, Sink=1)
    assert isinstance(meant, TaskContext)
    assert [(one.target.best, one.count) for one in in_order(meant)] == [("Fork", 0), ("Spoon", 0)]


def test_what_is_spared_is_no_part_of_all() -> None:
    meant = _read("Put all the cutlery except the spoon in the sink.", Fork=1, Spoon=1, Knife=1, Sink=1)
    assert isinstance(meant, TaskContext)
    assert [one.target.best for one in in_order(meant)] == ["Fork", "Knife"]


def test_wine_for_somebody_is_not_poured_away() -> None:
    meant = _read("Pour me some wine.", WineBottle=1, Sink=1, SinkBasin=1)
    assert isinstance(meant, Refusal) or meant.left_out


def test_what_was_named_is_looked_for_though_one_that_looks_like_it_was_seen() -> None:
    meant = _read("Bring me the spoon.", Ladle=1, Sink=1, SinkBasin=1, Fridge=1, Microwave=1, Toaster=1)
    assert isinstance(meant, TaskContext)
    assert meant.target.best == "Spoon"
