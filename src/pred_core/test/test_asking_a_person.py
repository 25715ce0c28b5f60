"""What a person's line means, and what holds when nobody answers."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pred_core.asking import (
    NONE_OF_THEM,
    Asked,
    Question,
    RecordedAnswers,
    RecordError,
    as_asked,
    unanswered,
    understood,
)

CUPS = Question(
    Asked.CHOICE, "Which cup do you mean?", candidates=("the red Cup", "the blue Cup"), ids=("Cup_1", "Cup_2"),
    default="Cup_1",
)  # fmt: skip


@pytest.mark.parametrize(
    ("line", "index"),
    [
        ("1", 0),
        ("2", 1),
        ("", 0),
        ("blue", 1),
        ("the RED cup", 0),
        ("Cup_2", 1),
        ("0", NONE_OF_THEM),
        ("none", -1),
    ],
)
def test_a_choice_is_a_number_an_id_or_words_of_one(line: str, index: int) -> None:
    answer = understood(CUPS, line, "a person")
    assert answer is not None
    assert answer.answered
    assert answer.index == index


@pytest.mark.parametrize("line", ["3", "cup", "green", "-1", "1 2"])
def test_what_names_none_or_several_is_asked_again(line: str) -> None:
    assert understood(CUPS, line, "a person") is None


@given(st.text())
def test_any_line_has_a_meaning_or_none(line: str) -> None:
    for kind in Asked:
        answer = understood(Question(kind, "?", candidates=("a", "b")), line, "a person")
        if kind is Asked.APPROVAL:
            assert answer is not None
            assert (answer.text == "yes") == (line.strip().lower() in ("y", "yes"))
        assert answer is None or answer.index < 2


def test_nobody_answers() -> None:
    assert unanswered(CUPS, "late").index == 0
    assert not unanswered(CUPS, "late").answered
    assert unanswered(Question(Asked.CHOICE, "?", candidates=("a",)), "late").index == NONE_OF_THEM
    assert unanswered(Question(Asked.APPROVAL, "?", default="yes"), "late").text == "no"


def test_what_can_be_chosen_is_shown() -> None:
    lines = as_asked(CUPS).splitlines()
    assert lines[:2] == ["  1) the red Cup", "  2) the blue Cup"]
    assert lines[2].startswith("Which? [1-2, 0: none of them, Enter: Cup_1]")


def test_a_record_answers(tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_text('{"asked": "which cup", "answer": "blue"}\n')
    record = RecordedAnswers.read(file)
    assert record.answer(CUPS).index == 1
    assert not record.answer(Question(Asked.TEXT, "Where to?")).answered
    file.write_text('{"asked": "which cup"}\n')
    with pytest.raises(RecordError, match="line 1"):
        RecordedAnswers.read(file)
