"""A person who is known by name, and a home that is remembered, through a launch."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from launched import ended, launch
from loaded_once import benchmark

from pred_core.home import home_of
from pred_core.people import known_people


@pytest.mark.slow
def test_what_is_brought_to_somebody_is_handed_over_where_she_is_said_to_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    home_of("flat").keep_people(known_people("Anna=1.0,1.0"))
    run = tmp_path / "run"
    asked = [
        "instruction:=Bring Anna an apple, please.",
        "scene:=FloorPlan1",
        "home:=flat",
        f"run_dir:={run}",
    ]
    code, output = ended(launch(69, "thor.launch.py", *asked, cwd=tmp_path, start=benchmark()))
    assert code == 0, output
    assert "I'll bring one apple to Anna." in output
    result = json.loads((run / "result.json").read_text("utf-8"))
    assert result["success"] and result["final_plan"]["context"]["recipient"]["place"] == [1.0, 1.0]
    story = (run / "story.md").read_text("utf-8")
    assert "Going to Anna at (1.00, 1.00)" in story and "taken" in story
    kept = {state.class_name for state in home_of("flat").seen().objects}
    assert "Fridge" in kept, "what was seen on the way is remembered"
