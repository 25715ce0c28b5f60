"""The emulator's command line."""

from __future__ import annotations

import pytest

from pred_core.geometry import Pose2D
from spot_emulator.command import given


@pytest.mark.parametrize("words", [["--start", "-2,0.5,-1.57"], ["--start=-2,0.5,-1.57"]])
def test_a_start_with_a_minus_is_a_place(words: list[str]) -> None:
    options = given([*words, "--seed", "3"])
    assert options.start == Pose2D(-2.0, 0.5, -1.57) and options.seed == 3


@pytest.mark.parametrize("words", [["--start"], ["--start", "--seed"], ["--start", "1,2"], ["--start", "a,b,c"]])
def test_what_is_no_place_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        given(words)
    assert "--start" in capsys.readouterr().err
