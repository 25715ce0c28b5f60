"""Forty requests for routines that were told before, as HELPER's listing 1."""

from __future__ import annotations

from pathlib import Path

from pred_learning.reading.evaluate_routines import judged


def test_all_forty_personal_requests_are_planned_as_wanted(tmp_path: Path) -> None:
    verdicts = list(judged(tmp_path / "m.sqlite"))
    assert len(verdicts) == 40
    assert [v.words for v in verdicts if not v.good] == []
