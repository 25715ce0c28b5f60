from __future__ import annotations

from pathlib import Path

import pytest

from pred_bringup.transport import OURS, PROFILES, SMALL, segment


def test_who_sends_no_pictures_has_a_small_segment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / SMALL).touch()
    monkeypatch.setenv(PROFILES, str(tmp_path / OURS))
    assert segment("planner") == {PROFILES: str(tmp_path / SMALL)}
    assert segment("bridge") == segment("perception") == {}


@pytest.mark.parametrize("theirs", ["", "/etc/lab.xml", f"/nowhere/{OURS}"])
def test_another_profile_stays(theirs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PROFILES, theirs)
    assert segment("planner") == {}


def test_the_door_has_both() -> None:
    tools = Path(__file__).parents[2] / "tools"
    assert (tools / OURS).is_file() and (tools / SMALL).is_file()
