"""Sentences made of parts: each has its meaning by how it is made, and next to none is called done and is not."""

from __future__ import annotations

from pathlib import Path

from pred_bench.words.combining import combined, table
from pred_bench.words.judge import Verdict

SUITES = Path(__file__).parents[1] / "suites"


def test_sentences_made_of_parts_come_out_right() -> None:
    judged = combined(SUITES, each=1, seed=7)
    right = sum(j.verdict is Verdict.RIGHT for j in judged) / len(judged)
    false = sum(j.verdict is Verdict.FALSE for j in judged) / len(judged)
    assert len(judged) > 400
    assert right >= 0.95, table(judged, rows=20)
    assert false <= 0.02, table(judged, rows=20)


def test_the_same_seed_makes_the_same_sentences() -> None:
    said = [[j.sentence.say for j in combined(SUITES, 1, seed, "slips")] for seed in (1, 1, 2)]
    assert said[0] == said[1] != said[2]
