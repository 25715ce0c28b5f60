"""Orders that name a place by what lies there: told again with the places' own names, or refused."""

from __future__ import annotations

import pytest

from pred_core.objects import ObjectMemory, ObjectState
from pred_language.meaning.context import Refusal
from pred_language.meaning.grounding import Grounder
from pred_language.questions.remembered import as_remembered
from pred_language.reader import Texts


def _object(name: str, on: str = "") -> ObjectState:
    return ObjectState(name, name.rpartition("_")[0], (0.0, 0.0, 1.0), (0.1, 0.1, 0.1), parent_id=on)


MEMORY = ObjectMemory(
    step=1,
    objects=(
        _object("Desk_1"),
        _object("Bed_2"),
        _object("Pen_1", on="Desk_1"),
        _object("Book_1", on="Bed_2"),
        _object("Mug_1", on="Desk_1"),
        _object("Mug_2", on="Bed_2"),
        _object("Vase_1"),
    ),
)


def _told(said: str) -> Texts | Refusal:
    counts = {o.class_name: 1 for o in MEMORY.objects}
    return as_remembered(Texts(said), MEMORY, Grounder(counts, counts=counts, literal=True))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Swap the pen and the book.", "put pen 1 on bed 2, then put book 1 on desk 1."),
        (
            "The mug on the bed and the pen should change places.",
            "put mug 2 on desk 1, then put pen 1 on bed 2.",
        ),
        ("Put the vase where the book was.", "Put the vase on bed 2."),
        ("Put the vase on the desk.", "Put the vase on the desk."),
        ("The pen and the book should be swapped.", "put pen 1 on bed 2, then put book 1 on desk 1."),
        ("I want the pen and the book swapped.", "put pen 1 on bed 2, then put book 1 on desk 1."),
        ("The pen and the book need swapping.", "put pen 1 on bed 2, then put book 1 on desk 1."),
        (
            "The pen should go where the book is and the book where the pen is.",
            "put pen 1 on bed 2, then put book 1 on desk 1.",
        ),
        ("Wash the book and put it back.", "Wash the book and put it on bed 2."),
        ("Wash the book. Put it back where you found it.", "Wash the book. Put it on bed 2."),
        ("Take the book, wash it and put it back in its place.", "Take the book, wash it and put it on bed 2."),
        ("Cut the bread and put the pen back.", "Cut the bread and put the pen on desk 1."),
        ("Take the book out of the box, wash it and put it back.",) * 2,
        ("Wash the vase and put it back.",) * 2,
        ("Wash the book and put it back on the desk.",) * 2,
        ("Put it back.",) * 2,
    ],
)
def test_places_have_their_names(said: str, told: str) -> None:
    found = _told(said)
    assert isinstance(found, Texts)
    assert found.instruction == told


@pytest.mark.parametrize(
    "said",
    [
        "Swap the mug and the pen.",
        "Swap the vase and the pen.",
        "Swap the pot and the pen.",
        "Wash the mug, put it back.",
    ],
)
def test_what_is_not_known_is_refused_with_the_words(said: str) -> None:
    found = _told(said)
    assert isinstance(found, Refusal)
    assert found.message.count("'the ") == 1
