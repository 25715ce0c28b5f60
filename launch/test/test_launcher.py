"""What is typed after `./pred launch`, and the exit code in the end."""

from __future__ import annotations

import pytest

from pred_bringup.launch_end import LaunchEnd
from pred_bringup.launcher import UsageError, given
from pred_core.exit_codes import BAD_INPUT, DONE, INTERRUPTED, NOT_DONE, UNAVAILABLE


def test_arguments_are_pairs_and_the_last_one_wins():
    assert given(["seed:=1", "instruction:=put a mug", "seed:=2"]) == [("seed", "2"), ("instruction", "put a mug")]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["instruction:=put", "a", "mug"], 'instruction:="put a mug"'),
        (["task:=put", "a", "mug", "seed:=3"], 'instruction:="put a mug"'),
        (["steps:=take", "it|leave", "it"], 'steps:="take it|leave it"'),
        (["put", "a", "mug"], 'instruction:="put a mug"'),
        (["put a mug"], 'write NAME:=VALUE, such as instruction:="put a mug"'),
        (["scene=FloorPlan2"], "write scene:=FloorPlan2"),
        (["instruction=put a mug"], 'write instruction:="put a mug"'),
    ],
)
def test_a_sentence_without_quotes_is_told_with_them(typed, said):
    with pytest.raises(UsageError) as raised:
        given(typed)
    assert said in str(raised.value)


def test_the_exit_code_says_why_it_ended():
    assert LaunchEnd().exit_code(0) == DONE
    assert LaunchEnd().exit_code(1) == BAD_INPUT, "what was typed: nothing was started"
    assert LaunchEnd(started=True).exit_code(1) == NOT_DONE
    lost = LaunchEnd(started=True)
    lost.because(UNAVAILABLE)
    lost.because(INTERRUPTED)
    assert lost.exit_code(1) == UNAVAILABLE, "what ended it first"
