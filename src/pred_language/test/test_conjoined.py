"""Two questions in one are answered once: yes where both are so."""

from __future__ import annotations

import pytest

from pred_language.questions.answering import Answer
from pred_language.questions.conjoined import alternatives_of, any_of, parts_of, together

YES, NO, UNKNOWN = Answer("q", "Yes, it is.", True), Answer("q", "No, it is not.", False), Answer("q", "I don't know.")


@pytest.mark.parametrize(
    ("said", "parts"),
    [
        ("are the mug and the plate on the desk", ("is the mug on the desk", "is the plate on the desk")),
        ("is the box open and empty", ("is the box open", "is the box empty")),
        ("is there a pen and a cup in the box", ("is there a pen in the box", "is there a cup in the box")),
        ("is there a fork and a knife", ("is there a fork", "is there a knife")),
        ("is the salt and pepper set on the desk", ("is the salt and pepper set on the desk",)),
        ("is the mug on the desk", ("is the mug on the desk",)),
    ],
)
def test_a_question_is_parted_where_it_asks_two(said: str, parts: tuple[str, ...]) -> None:
    assert parts_of(said) == parts


@pytest.mark.parametrize(
    ("answers", "value"),
    [([YES, YES], True), ([YES, NO], False), ([NO, UNKNOWN], False), ([YES, UNKNOWN], None), ([UNKNOWN], None)],
)
def test_both_have_to_be_so(answers: list[Answer], value: bool | None) -> None:
    assert together(answers).value is value


def test_what_each_part_says_is_told() -> None:
    assert together([YES, NO]).sentence == "Yes, it is. No, it is not."


def test_of_two_that_may_be_there_one_will_do() -> None:
    one, other = alternatives_of("is there a fork or a spoon on the table")
    assert (one, other) == ("is there a fork on the table", "is there a spoon on the table")
    assert alternatives_of("is there a mug on the table") == ()


@pytest.mark.parametrize(
    ("answers", "value"), [([YES, NO], True), ([UNKNOWN, YES], True), ([NO, NO], False), ([NO, UNKNOWN], None)]
)
def test_one_of_both_is_enough(answers: list[Answer], value: bool | None) -> None:
    assert any_of(answers).value is value
