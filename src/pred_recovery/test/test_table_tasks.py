"""PRED's real-robot tasks (Figures 3 and 6) and FLARE's corners, from the sentence to the last put-down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from fake_house import FakeLog, do, skills
from fake_table import Bench, corner, cupboard, lies, on_table

from pred_core.objects import Attribute, ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Plan
from pred_core.referring.qualities import COLOUR
from pred_core.vocabulary import within_domain
from pred_recovery.mission.requests import Mode, MoveRobot, Navigate
from pred_recovery.tree.executive import TaskEnd

PICK, PUT = "PickupObject", "PutObject"
ARM = {"mobile": False, "max_adjustments": 0, "verify_views": 0}
COVERED = "Place a Pepsi, possibly in a red cup, on the yellow cupboard"


@pytest.fixture(autouse=True)
def _table() -> Iterator[None]:
    with within_domain("table"):
        yield


def run(bench: Bench, **settings: Any) -> tuple[TaskEnd, FakeLog]:
    result, log = do(bench, **{**ARM, **settings})
    assert result.outcome, f"{result.outcome} {log.recoveries}"
    assert not [r for r in bench.requests if isinstance(r, MoveRobot)]
    return result, log


def rows(plan: Plan) -> list[tuple[str, str]]:
    return [(s.object, str(s.action)) for s in plan.subgoals]


def free_pepsi() -> Bench:
    return Bench(
        COVERED,
        on_table("RedCup_1", (0.4, 0.1)),
        on_table("PepsiCan_1", (0.4, 0.1), "RedCup_1"),
        on_table("PepsiCan_2", (0.4, -0.2)),
        cupboard(1, (0.6, 0.2)),
    )


def test_dta_an_equally_good_can_stands_free_so_the_cup_is_not_touched() -> None:
    bench = free_pepsi()
    _, log = run(bench)
    assert rows(log.plans[0]) == [
        ("RedCup", PICK),
        ("Table", PUT),
        ("PepsiCan", PICK),
        ("YellowCupboard", PUT),
    ]
    assert [r.trigger for r in log.revisions] == ["dta"]
    assert rows(log.revisions[0].after) == [("PepsiCan", PICK), ("YellowCupboard", PUT)]
    assert skills(bench) == [(PICK, "PepsiCan_2"), (PUT, "YellowCupboard_1")]


def test_without_dta_the_cup_is_moved_first() -> None:
    bench = free_pepsi()
    run(bench, modules="none")
    assert skills(bench)[:2] == [(PICK, "RedCup_1"), (PUT, "Table_1")]
    assert len(skills(bench)) == 4


def test_what_is_really_under_the_cup_is_seen_and_taken() -> None:
    bench = Bench(
        COVERED,
        on_table("RedCup_1", (0.4, 0.1)),
        on_table("PepsiCan_1", (0.4, 0.1), "RedCup_1"),
        on_table("FantaCan_1", (0.4, -0.2)),
        cupboard(1, (0.6, 0.2)),
    )
    _, log = run(bench)
    assert log.revisions == []
    assert skills(bench) == [
        (PICK, "RedCup_1"),
        (PUT, "Table_1"),
        (PICK, "PepsiCan_1"),
        (PUT, "YellowCupboard_1"),
    ]


def test_what_is_nowhere_to_be_seen_is_looked_for_under_covers() -> None:
    bench = Bench(
        "put a Pepsi on the yellow cupboard",
        on_table("RedCup_1", (0.4, 0.1)),
        on_table("PepsiCan_1", (0.4, 0.1), "RedCup_1"),
        cupboard(1, (0.6, 0.2)),
    )
    run(bench)
    assert (PICK, "RedCup_1") in skills(bench) and lies(bench)["RedCup_1"] == "Table_1"
    assert lies(bench)["PepsiCan_1"] == "YellowCupboard_1"


def look_alikes() -> Bench:
    return Bench(
        "put a Fanta on the yellow cupboard",
        on_table("FantaCan_1", (0.35, 0.0)),
        on_table("FantaCan_2", (0.45, 0.1)),
        on_table("FantaCan_3", (0.55, 0.1)),
        cupboard(1, (0.6, -0.2)),
        truly={"FantaCan_1": "PepsiCan", "FantaCan_2": "BlueCan"},
    )


def test_ohv_the_wrong_cans_go_back_and_the_right_one_is_brought() -> None:
    bench = look_alikes()
    _, log = run(bench)
    assert [r.trigger for r in log.revisions] == ["ohv", "ohv"]
    assert rows(log.plans[0]) == [("FantaCan", PICK), ("YellowCupboard", PUT)]
    assert rows(log.revisions[0].after) == [
        ("FantaCan", PICK),
        ("Table", PUT),
        ("FantaCan", PICK),
        ("YellowCupboard", PUT),
    ]
    assert lies(bench) == {
        "FantaCan_1": "Table_1",
        "FantaCan_2": "Table_1",
        "FantaCan_3": "YellowCupboard_1",
    }


def test_without_ohv_the_wrong_can_is_delivered() -> None:
    bench = look_alikes()
    run(bench, modules="dta,apm,asr")
    assert lies(bench)["FantaCan_1"] == "YellowCupboard_1"


def test_a_rejected_look_alike_serves_where_it_is_wanted() -> None:
    bench = Bench(
        "put a Fanta and a Pepsi on the yellow cupboard",
        on_table("FantaCan_1", (0.35, 0.0)),
        on_table("FantaCan_2", (0.45, 0.1)),
        cupboard(1, (0.6, -0.2)),
        truly={"FantaCan_1": "PepsiCan"},
    )
    run(bench)
    assert set(lies(bench).values()) == {"YellowCupboard_1"}


def test_any_of_a_kind_will_do_so_no_look_alike_is_wrong() -> None:
    bench = Bench(
        "put a can in each cupboard",
        on_table("FantaCan_1", (0.35, 0.0)),
        on_table("PepsiCan_1", (0.45, 0.1)),
        cupboard(1, (0.6, -0.2)),
        cupboard(2, (0.6, 0.2)),
        truly={"FantaCan_1": "BlueCan"},
    )
    _, log = run(bench)
    assert log.revisions == []
    assert set(lies(bench).values()) == {"YellowCupboard_1", "YellowCupboard_2"}


def cupboards(*cans: tuple[str, str]) -> Bench:
    return Bench(
        "fill each yellow cupboard with a blue can",
        cupboard(1, (0.6, -0.2)),
        cupboard(2, (0.4, 0.2)),
        *(on_table(name, (0.6, -0.2), parent) for name, parent in cans),
    )


def test_asr_a_cupboard_that_has_its_can_is_passed_and_the_other_filled() -> None:
    bench = cupboards(("BlueCan_1", "YellowCupboard_2"), ("BlueCan_2", "Table_1"))
    _, log = run(bench)
    assert [r.trigger for r in log.revisions] == ["asr"]
    assert [t.as_triplet() for t in log.revisions[0].after.triplets] == [
        ("Pass", "None", "None"),
        ("Move", "BlueCan", "YellowCupboard"),
    ]
    assert skills(bench) == [(PICK, "BlueCan_2"), (PUT, "YellowCupboard_1")]


def test_without_asr_cans_are_moved_whether_they_stand_right_or_not() -> None:
    bench = cupboards(("BlueCan_1", "YellowCupboard_2"), ("BlueCan_2", "Table_1"))
    run(bench, modules="dta,ohv,apm")
    assert {name for skill, name in skills(bench) if skill == PICK} == {"BlueCan_1", "BlueCan_2"}


def test_asr_two_cans_in_one_cupboard_fill_only_that_one() -> None:
    bench = cupboards(("BlueCan_1", "YellowCupboard_2"), ("BlueCan_2", "YellowCupboard_2"))
    _, log = run(bench)
    assert [r.trigger for r in log.revisions] == ["asr"]
    assert set(lies(bench).values()) == {"YellowCupboard_1", "YellowCupboard_2"}


def test_asr_when_all_is_so_already_nothing_is_done() -> None:
    bench = cupboards(("BlueCan_1", "YellowCupboard_2"), ("BlueCan_2", "YellowCupboard_1"))
    _, log = run(bench)
    assert [r.trigger for r in log.revisions] == ["asr", "asr"] and skills(bench) == []


def test_flare_a_lemon_and_a_tool_in_each_corner() -> None:
    bench = Bench(
        "Place a lemon and a tool in each corner",
        corner(1, (0.3, 0.35)),
        corner(2, (0.3, -0.35)),
        on_table("Lemon_1", (0.5, 0.1)),
        on_table("Lemon_2", (0.3, -0.35), "Corner_2"),
        on_table("Hammer_1", (0.6, 0.1)),
        on_table("Wrench_1", (0.6, -0.1)),
    )
    _, log = run(bench)
    assert [r.trigger for r in log.revisions] == ["asr"]
    assert sorted((parent, name.split("_")[0] == "Lemon") for name, parent in lies(bench).items()) == [
        ("Corner_1", False),
        ("Corner_1", True),
        ("Corner_2", False),
        ("Corner_2", True),
    ]
    assert not [r for r in bench.requests if isinstance(r, Navigate) and r.mode is Mode.EXPLORE]


def test_all_the_fruit_goes_into_the_bowl_whatever_it_is() -> None:
    bench = Bench(
        "put all the fruit in the bowl",
        on_table("Bowl_1", (0.5, 0.3), "", (0.16, 0.16, 0.06)),
        on_table("Lemon_1", (0.5, 0.1)),
        on_table("Banana_1", (0.5, 0.3), "Bowl_1"),
        on_table("Apple_1", (0.6, 0.1)),
        on_table("Hammer_1", (0.6, -0.1)),
    )
    run(bench)
    assert lies(bench) == {
        "Lemon_1": "Bowl_1",
        "Banana_1": "Bowl_1",
        "Apple_1": "Bowl_1",
        "Hammer_1": "Table_1",
    }
    assert len(skills(bench)) == 4


def test_another_view_before_a_pick_spares_the_wrong_one() -> None:
    bench = look_alikes()

    def seen_well(request: Any) -> Any:
        if isinstance(request, Navigate) and request.attempt and request.object_id in bench.truly:
            bench.change(request.object_id, class_name=bench.truly[request.object_id])
        return Bench._answer(bench, request)

    bench._answer = seen_well  # type: ignore[method-assign]
    run(bench, views_before_pick=1)
    assert skills(bench) == [(PICK, "FantaCan_3"), (PUT, "YellowCupboard_1")]


def test_an_arm_looks_at_what_it_acts_on_if_it_is_told_to() -> None:
    bench = look_alikes()
    run(bench, approach_always=True)
    looked = [r.object_id for r in bench.requests if isinstance(r, Navigate) and r.mode is Mode.OBJECT]
    assert looked == [name for _, name in skills(bench)]


@pytest.mark.parametrize("code", [Code.UNREACHABLE, Code.RECEPTACLE_FULL])
def test_where_one_picture_shows_no_room_or_no_way_the_arm_looks_from_another_side(code: Code) -> None:
    bench = Bench(
        "put the Pepsi on the yellow cupboard", on_table("PepsiCan_1", (0.4, -0.2)), cupboard(1, (0.6, 0.2))
    )
    bench.refusals = [(PUT, "YellowCupboard_1", code)]
    _, log = run(bench)
    assert [r[0] for r in log.recoveries] == ["next_pose"]
    views = [
        r.attempt for r in bench.requests if isinstance(r, Navigate) and r.object_id == "YellowCupboard_1"
    ]
    assert views == [0, 1]


def coloured(number: int, at: tuple[float, float], colour: str) -> ObjectState:
    shown = Attribute(f"{COLOUR}{colour}", Truth.TRUE, 0.9)
    others = (Attribute(f"{COLOUR}{one}", Truth.FALSE, 0.9) for one in ("red", "green", "yellow") if one != colour)
    return replace(corner(number, at), attributes={a.name: a for a in (shown, *others)})


def mats(instruction: str) -> Bench:
    red, green = coloured(1, (0.3, 0.3), "red"), coloured(2, (0.6, 0.3), "green")
    return Bench(instruction, red, green, on_table("Lemon_1", (0.4, 0.0)), on_table("Apple_1", (0.4, -0.2)))


@pytest.mark.parametrize(
    ("say", "names"),
    [
        ("put the lemon in the yellow corner", "yellow"),
        ("put the apple in the red corner and the lemon in the yellow corner", "yellow"),
        ("put the lemon in the bowl", "bowl"),
    ],
)
def test_a_place_that_is_nowhere_is_refused_with_an_empty_hand(say: str, names: str) -> None:
    bench = mats(say)
    result, _ = do(bench, **ARM, strictness="refuse")
    assert result.outcome.code is Code.NOT_FOUND and names in result.outcome.message
    assert skills(bench) == []


def test_a_place_that_is_there_is_put_to_and_one_to_be_seen_later_is_looked_for_then() -> None:
    bench = mats("put the lemon in the green corner")
    assert do(bench, **ARM, strictness="refuse")[0].outcome
    assert skills(bench) == [(PICK, "Lemon_1"), (PUT, "Corner_2")]
    driven = mats("put the lemon in the yellow corner")
    result, _ = do(driven, **{**ARM, "mobile": True}, strictness="refuse")
    assert "Nothing was taken in hand" not in result.outcome.message


def test_what_nobody_takes_from_the_arm_lies_on_the_table_and_is_not_held_out_again() -> None:
    bench = mats("hand me the lemon")
    bench.takes = 0
    result, log = do(bench, **ARM, offer_seconds=2.0, recovery="staged")
    assert result.outcome and "nobody took the lemon, so it was put on Table_1" in result.outcome.message
    done = [skill for skill, _ in skills(bench)]
    assert (done[0], done[-1], done.count(PICK)) == (PICK, PUT, 1)
    assert not log.recoveries and not [r for r in bench.requests if isinstance(r, Navigate) and r.mode is Mode.POSE]


class Rolling(Bench):
    """A table from which what is put on the green corner rolls away, out of sight."""

    def _put(self, place: ObjectState) -> Outcome:
        if place.id != "Corner_2":
            return super()._put(place)
        self.objects.pop(self.held)
        self.held = ""
        return Outcome(Code.HAND_EMPTY, "Nothing is in the gripper.")


def test_a_goal_that_was_given_up_is_not_told_as_done() -> None:
    bench = mats("put the lemon in the green corner, then put the apple in the red corner")
    bench.__class__ = Rolling
    result, log = do(bench, **ARM, recovery="staged")
    assert lies(bench)["Apple_1"] == "Corner_1", "the rest is done all the same"
    assert [r for r in log.revisions if "Without that" in r.reason]
    assert result.outcome.code is Code.POSTCONDITION_FAILURE and "Lemon" in result.outcome.message


def test_no_cover_is_lifted_for_what_is_longer_than_it() -> None:
    bench = Bench("put the banana on the yellow cupboard", on_table("RedCup_1", (0.4, 0.1)), cupboard(1, (0.6, 0.2)))
    result, _ = do(bench, **ARM)
    assert result.outcome.code is Code.NOT_FOUND and not skills(bench)
