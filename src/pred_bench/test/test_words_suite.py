"""The suite of sentences with qualifiers: how many come out right, and how many are called done and are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pred_bench.words.ends import bindings
from pred_bench.words.judge import Verdict, judge
from pred_bench.words.main import SUITES as NAMES
from pred_bench.words.main import all_rooms, judge_all, table
from pred_bench.words.rooms import Room, read_rooms
from pred_bench.words.suite import Sentence, Wanted, read_suite
from pred_core.objects import ObjectMemory, ObjectState
from pred_language.reader import Texts
from pred_planner.rules.reasoner import RulesReasoner

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
        ("words_twelfth", 100, 0.8, 0.02),
        ("words_thirteenth", 120, 0.8, 0.03),
        ("words_fourteenth", 120, 0.88, 0.02),
        ("words_fifteenth", 120, 0.7, 0.03),
        ("words_sixteenth", 120, 0.8, 0.03),
        ("words_seventeenth", 120, 0.75, 0.05),
        ("words_eighteenth", 120, 0.75, 0.06),
        ("words_nineteenth", 120, 0.75, 0.04),
        ("words_twentieth", 120, 0.88, 0.02),
        ("words_twentyfirst", 120, 0.8, 0.02),
        ("words_twentysecond", 120, 0.7, 0.03),
        ("words_twentythird", 120, 0.75, 0.04),
        ("words_twentyfourth", 120, 0.88, 0.02),
        ("words_twentyfifth", 120, 0.85, 0.02),
        ("words_twentysixth", 120, 0.55, 0.05),
        ("words_twentyseventh", 120, 0.9, 0.03),
        ("words_twentyeighth", 120, 0.95, 0.01),
        ("words_twentyninth", 120, 0.8, 0.04),
        ("words_thirtieth", 120, 0.8, 0.03),
        ("words_thirtyfirst", 120, 0.85, 0.03),
        ("words_thirtysecond", 120, 0.95, 0.01),
        ("words_thirtythird", 120, 0.75, 0.03),
        ("words_thirtyfourth", 120, 0.80, 0.02),
        ("words_thirtyfifth", 120, 0.78, 0.03),
        ("words_thirtysixth", 120, 0.80, 0.02),
        ("words_thirtyseventh", 120, 0.66, 0.02),
        ("words_thirtyeighth", 120, 0.93, 0.01),
        ("words_thirtyninth", 120, 0.93, 0.01),
        ("words_fortieth", 120, 0.78, 0.03),
        ("words_fortyfirst", 120, 0.72, 0.04),
        ("words_fortysecond", 120, 0.88, 0.02),
        ("words_fortythird", 120, 0.88, 0.02),
        ("words_fortyfourth", 120, 0.72, 0.05),
        ("words_fortyfifth", 120, 0.6, 0.03),
        ("words_kinds", 360, 0.95, 0.01),
        ("words_household", 220, 0.88, 0.01),
        ("words_everyday", 430, 0.95, 0.01),
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


@pytest.mark.parametrize(
    ("want", "verdict"),
    [
        ("ask|refuse", Verdict.RIGHT),
        ("refuse", Verdict.ASKED),
        (["Mug_1|Mug_2 @ Sink_1"], Verdict.RIGHT),
        (["Mug_1 @ Sink_1"], Verdict.ASKED),
        (["Mug_1|Mug_2 @ Desk_1"], Verdict.ASKED),
    ],
)
def test_asking_which_is_right_where_it_or_any_of_several_is_wanted(want: str | list[str], verdict: Verdict) -> None:
    at = {"Mug_1": "Desk_1", "Mug_2": "Shelf_1", "Desk_1": "", "Shelf_1": "", "Sink_1": ""}
    objects = tuple(
        ObjectState(
            name, name.rpartition("_")[0], center=(float(x), 0.0, 1.0), size=(0.1, 0.1, 0.1), parent_id=place
        )
        for x, (name, place) in enumerate(at.items())
    )
    room = Room("study", "household", (0.0, 0.0, 0.0), ObjectMemory(step=1, objects=objects))
    said = {"id": "a", "kind": "", "room": "", "say": "put the mug in the sink", "want": want}
    judged = judge(Sentence.of(said), room)
    assert judged.which and judged.verdict is verdict
    assert f"asked which of several is meant 1, of these {int(verdict is Verdict.RIGHT)} rightly" in table([judged])


def test_what_something_is_taken_out_of_is_what_holds_it() -> None:
    """As the executive opens it: the nearest drawer is empty."""
    at = {"Drawer_1": "", "Drawer_2": "", "Pen_1": "Drawer_2", "Desk_1": ""}
    objects = tuple(
        ObjectState(
            name, name.rpartition("_")[0], center=(float(x), 0.0, 1.0), size=(0.1, 0.1, 0.1), parent_id=place
        )
        for x, (name, place) in enumerate(at.items(), 1)
    )
    room = Room("study", "household", (0.0, 0.0, 0.0), ObjectMemory(step=1, objects=objects))
    answer = RulesReasoner().make_plan(Texts("take the pen out of the drawer and put it on the desk"), room.memory)
    assert answer.plan is not None
    bound, missing = bindings(answer.plan, room)
    assert (bound["drawer"].id, bound["x1"].id, missing) == ("Drawer_2", "Pen_1", ())


def test_no_room_is_lost_where_two_suites_have_one_of_its_name() -> None:
    files = [SUITES / f"{name}_rooms.json" for name in NAMES if (SUITES / f"{name}_rooms.json").exists()]
    own = [room for file in files for room in read_rooms(file).values()]
    together = all_rooms(SUITES)
    assert len(together) == len(own)
    assert all(room.name == name for name, room in together.items())
    assert together["cottage"] == read_rooms(SUITES / "words_seventh_rooms.json")["cottage"]
