"""CAPE's grades in words: each tells enough for at least as much as the one before, and the causes are told."""

from __future__ import annotations

from pred_bench.studies.cape_grades import CASES, measured
from pred_planner.dialects.forms import GRADES


def test_each_grade_mends_at_least_what_the_one_before_did_and_a_cause_every_failure() -> None:
    table = measured(seeds=1)
    mended = [sum(found.mended for found in table["cape", grade].values()) for grade in GRADES]
    assert mended == sorted(mended) and mended[0] < mended[2]
    assert mended[2] == mended[3] == len(CASES)
