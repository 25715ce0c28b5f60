"""The suite of sentences with qualifiers: how many come out right, and how many are called done and are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pred_bench.words.judge import Verdict
from pred_bench.words.main import SUITES as NAMES
from pred_bench.words.main import judge_all, table
from pred_bench.words.suite import Wanted, read_suite

SUITES = Path(__file__).parents[1] / "suites"


@pytest.mark.parametrize(
    ("suite", "sentences", "share", "most_false"),
    [
        ("words", 240, 0.95, 0.03),
        ("words_second", 100, 0.95, 0.03),
        ("words_third", 120, 0.9, 0.01),
        ("words_fourth", 130, 0.9, 0.01),
        ("words_fifth", 140, 0.95, 0.01),
        ("words_sixth", 60, 0.95, 0.01),
        ("words_seventh", 120, 0.85, 0.01),
        ("words_eighth", 100, 0.75, 0.03),
        ("words_ninth", 60, 0.4, 0.05),
        ("words_tenth", 60, 0.85, 0.04),
        ("words_eleventh", 52, 0.6, 0.04),
        ("words_kinds", 260, 0.95, 0.01),
    ],
)
def test_the_suites_come_out_right(suite: str, sentences: int, share: float, most_false: float) -> None:
    judged = judge_all(SUITES, suite=suite)
    right = sum(j.verdict is Verdict.RIGHT for j in judged) / len(judged)
    false = sum(j.verdict is Verdict.FALSE for j in judged) / len(judged)
    assert len(judged) >= sentences
    assert right >= share, table(judged)
    assert false <= most_false, table(judged)


@pytest.mark.parametrize(
    ("text", "thing", "fits"),
    [("Mug_1|Mug_2 @ Sink_1", "Mug_2", True), ("!Mug_1 @ Sink_1", "Mug_1", False), ("Mug_1 clean", "Mug_2", False)],
)
def test_what_is_wanted_is_read(text: str, thing: str, fits: bool) -> None:
    assert Wanted.of(text).may_be(thing) is fits


@pytest.mark.parametrize("suite", NAMES)
def test_ids_are_unique(suite: str) -> None:
    ids = [sentence.id for sentence in read_suite(SUITES / f"{suite}.jsonl")]
    assert len(set(ids)) == len(ids)
