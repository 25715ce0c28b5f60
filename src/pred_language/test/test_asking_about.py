"""What a question is about may be said before it; texts that ask nothing stay as they are."""

from __future__ import annotations

import pytest

from pred_language.discourse.asking_about import with_what_it_is_about


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I only have one clean mug, where is it?", "where is the clean mug?"),
        ("There's a dirty mug on the desk; is it empty?", "is the dirty mug on the desk empty?"),
        ("I've got two tomatoes. Where's the one in the fridge?", "Where's the tomato in the fridge?"),
        ("I had a pen here somewhere; is it on the desk?", "is the pen on the desk?"),
        ("Is the lamp on or off? I mean, is it on?", "is the lamp on?"),
        ("Can I eat off the plate in the cabinet, I mean, is it clean?", "is the plate in the cabinet clean?"),
        ("Is the lamp on, I mean the one by the clock?", "Is the lamp by the clock on?"),
        ("What's the cup on the shelf like, is it clean?", "is the cup on the shelf clean?"),
        ("Can I drink out of the black mug, or is it dirty?", "is the black mug dirty or not?"),
        ("Do I need to buy eggs, or is there still one in the fridge?", "are there any eggs in the fridge?"),
        ("Apart from the plant, what's on the table with it?", "what's on the table besides the plant?"),
        ("Is there only one egg left?", "Is there exactly one egg left?"),
        ("Are you sure the fridge is open?", "is it true that the fridge is open?"),
        ("I don't suppose you know where the spoon is?", "where the spoon is?"),
        ("There aren't any eggs left, are there?", "is there any eggs left?"),
        ("None of the drawers is open, is it?", "are any of the drawers open?"),
        ("At least one drawer is open, isn't it?", "is it true that At least one drawer is open?"),
        ("Whereabouts is the newspaper?", "where is the newspaper?"),
        ("I have two hands and no time. Where is the mug?", "Where is the mug?"),
        ("Not a single cupboard is open, right?", "is it true that Not a single cupboard is open?"),
    ],
)
def test_a_question_is_told_with_what_it_is_about(said: str, told: str) -> None:
    assert with_what_it_is_about(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "I need a clean mug, bring it to me.",
        "There's a mug on the desk. Put it away, will you?",
        "Where is the mug?",
        "Can you put the mug on the desk?",
    ],
)
def test_other_texts_stay(said: str) -> None:
    assert with_what_it_is_about(said) == said
