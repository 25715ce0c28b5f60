"""A quarter of a minute of the fault storm; `python -m ur5_emulator.trials.storm` goes on for two hours."""

from __future__ import annotations

import pytest

from ur5_emulator.trials.storm import storm


@pytest.mark.slow
def test_a_quarter_of_a_minute_of_faults_leaves_nothing_wrong() -> None:
    told = storm(0.25, seed=3)
    assert told["wrong"] == []
    assert told["recovered when asked"]
