"""The script that stands for a model: it mends what the question says, and no more."""

from __future__ import annotations

import pytest

from pred_bench.studies.scripted_model import DECLINED, ScriptedModel

CLOSED = "I cannot put the Newspaper in or on the Cabinet: the Cabinet is closed."
SHOWN = (
    "Task: Put the watch in the safe.\nStep: pick up the Watch\nError: I cannot put the Watch in or on the Safe: "
    "the Safe is closed. A correct step would be to open the Safe\n\n"
)


def asked(error: str, *steps: str, shown: str = "", seed: int = 0) -> str:
    done = "".join(f"Step: {step}\n" for step in steps)
    text = f"{shown}Task: Put the mail in the storage.\n{done}{error} A correct step would be to"
    return ScriptedModel(seed).answer({"messages": [{"role": "user", "content": text}]})


def answers(error: str, *steps: str, shown: str = "") -> set[str]:
    return {asked(error, *steps, shown=shown, seed=seed) for seed in range(60)}


def test_what_it_was_shown_it_says_in_the_same_words() -> None:
    assert answers(f"Error: {CLOSED}", "pick up the Newspaper", shown=SHOWN) == {"open the Cabinet"}


def test_told_why_it_mends_that_in_its_own_words() -> None:
    told = answers(f"Error: {CLOSED}", "pick up the Newspaper")
    assert len(told) > 1 and all("Cabinet" in one and "open" in one for one in told)
    held = answers("Error: I cannot open the Cabinet: the hand holds the Newspaper already.")
    assert len(held) > 1 and all("Newspaper" in one for one in held)


@pytest.mark.parametrize("error", ["", "Error: Task failed.", "Error: I cannot open the Cabinet."])
def test_told_less_it_is_right_at_times_only(error: str) -> None:
    told = answers(error, "pick up the Newspaper")
    mending = {one for one in told if "Newspaper" in one and one.split()[0] in ("put", "set", "lay")}
    assert mending and len(told - mending) > 2


def test_the_same_question_has_the_same_answer() -> None:
    assert asked("Error: Task failed.", seed=3) == asked("Error: Task failed.", seed=3)


def test_it_declines_to_plan() -> None:
    assert ScriptedModel().answer({"messages": [{"role": "user", "content": "Write a plan."}]}) == DECLINED
