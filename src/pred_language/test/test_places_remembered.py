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
    ],
)
def test_places_have_their_names(said: str, told: str) -> None:
    found = _told(said)
    assert isinstance(found, Texts)
    assert found.instruction == told


@pytest.mark.parametrize(
    "said", ["Swap the mug and the pen.", "Swap the vase and the pen.", "Swap the pot and the pen."]
)
def test_what_is_not_known_is_refused_with_the_words(said: str) -> None:
    found = _told(said)
    assert isinstance(found, Refusal)
    assert found.message.count("'the ") == 1
