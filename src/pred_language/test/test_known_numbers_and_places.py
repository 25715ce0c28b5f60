"""What is worked out from what is remembered: half of a kind, and whether things are together."""

from __future__ import annotations

import pytest

from pred_core.objects import ObjectMemory, ObjectState
from pred_language.meaning.grounding import Grounder
from pred_language.questions.halves import halves_counted
from pred_language.questions.same_place import together_there


def _object(name: str, on: str = "") -> ObjectState:
    return ObjectState(
        id=name, class_name=name.rpartition("_")[0], center=(0.0, 0.0, 1.0), size=(0.1, 0.1, 0.1), parent_id=on
    )


MEMORY = ObjectMemory(
    step=1,
    objects=(
        _object("CounterTop_1"),
        _object("CounterTop_2"),
        _object("Fridge_1"),
        _object("Apple_1", on="CounterTop_1"),
        _object("Apple_2", on="CounterTop_1"),
        _object("Potato_1", on="CounterTop_1"),
        _object("Potato_2", on="CounterTop_2"),
        _object("Potato_3", on="CounterTop_2"),
        _object("Egg_1", on="Fridge_1"),
    ),
)
COUNTS = {o.class_name: sum(one.class_name == o.class_name for one in MEMORY.objects) for o in MEMORY.objects}
GROUNDER = Grounder(COUNTS, counts=COUNTS, literal=True)


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        ("Put half of the apples in the fridge.", "Put one of the apples in the fridge."),
        ("Put half the apples in the fridge.", "Put one of the apples in the fridge."),
        ("Cut the apple in half.", "Cut the apple in half."),
        ("Bring me half of the forks.", "Bring me half of the forks."),
    ],
)
def test_half_of_what_is_known_is_a_number(said: str, counted: str) -> None:
    assert halves_counted(said, MEMORY, GROUNDER) == (counted, "")


def test_half_of_an_odd_number_is_asked_about() -> None:
    told, question = halves_counted("Put half of the potatoes in the fridge.", MEMORY, GROUNDER)
    assert told == "Put half of the potatoes in the fridge."
    assert question == "I have seen three potatoes, which is no even number. How many shall it be?"


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        ("are all the potatoes on the same counter", False),
        ("are both apples on the same counter", True),
        ("are the apples in the same place", True),
        ("is it true that all three potatoes are on the same counter", False),
        ("are the potatoes in the same drawer", False),
        ("are all the forks in the same place", None),
        ("are all the eggs in the same place", None),
    ],
)
def test_whether_things_are_together(asked: str, value: bool | None) -> None:
    found = together_there(asked, MEMORY, GROUNDER)
    assert found is not None
    assert found.value is value, found.sentence


def test_other_questions_are_left_alone() -> None:
    assert together_there("are the apples on the counter", MEMORY, GROUNDER) is None
