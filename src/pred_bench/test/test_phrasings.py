"""Ways to say the same come out right, whatever fills them."""

from __future__ import annotations

from pathlib import Path

from pred_bench.words.judge import Verdict
from pred_bench.words.phrasings import FILE, filled, judge_forms, read_forms
from pred_bench.words.rooms import read_rooms

SUITES = Path(__file__).parents[1] / "suites"


def test_nearly_all_forms_come_out_right_and_hardly_one_falsely() -> None:
    judged = judge_forms(read_forms(SUITES / FILE)[::5], SUITES, seed=1)
    others = (one for one in judged if one.verdict is not Verdict.RIGHT)
    wrong = [f"{one.verdict} {one.sentence.room}: {one.sentence.say} ({one.why})" for one in others]
    assert len(judged) > 250
    assert len(wrong) <= 0.04 * len(judged), wrong
    assert sum(one.verdict is Verdict.FALSE for one in judged) <= 2, wrong


def test_the_same_seed_fills_forms_the_same() -> None:
    rooms = read_rooms(SUITES / "words_twentyeighth_rooms.json")
    forms = read_forms(SUITES / FILE)[::40]
    assert [one.say for one in filled(forms, rooms, seed=3)] == [one.say for one in filled(forms, rooms, seed=3)]
    assert [one.say for one in filled(forms, rooms, seed=3)] != [one.say for one in filled(forms, rooms, seed=4)]


def test_no_gap_is_left_open() -> None:
    rooms = read_rooms(SUITES / "words_twentyninth_rooms.json")
    assert all("{" not in one.say and (one.wanted or one.answers) for one in filled(read_forms(SUITES / FILE), rooms))
