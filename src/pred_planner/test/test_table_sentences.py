"""The lab table's sentences: PRED's real-robot tasks (Figures 3 and 6), FLARE's corners, and what is like them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from lab_table import EVERYTHING, plan_of, planned, seen

from pred_core.outcome import Code
from pred_core.plan_language import Discrepancy, Kind, Level, Plan
from pred_core.referring.description import TestKind, descriptions_of, unseen_of
from pred_core.vocabulary import within_domain
from pred_language.reader import Texts
from pred_planner.model.prompts import context as context_question
from pred_planner.model.prompts import revise as revise_question
from pred_planner.plan.expansion import expand, hand_after
from pred_planner.rows.objections import objection
from pred_planner.rows.revision import revise_rows
from pred_planner.rules.revision import revise

PICK, PUT = "PickupObject", "PutObject"
@pytest.fixture(autouse=True)
def _table() -> Iterator[None]:
    with within_domain("table"):
        yield


def rows(plan: Plan) -> list[tuple[str, str]]:
    return [(s.object, str(s.action)) for s in plan.subgoals]


def moves(plan: Plan) -> list[tuple[str, str]]:
    return [(t.object, t.receptacle) for t in plan.triplets]


COVERED = [("RedCup", PICK), ("Table", PUT), ("PepsiCan", PICK), ("YellowCupboard", PUT)]
"""The initial plan of PRED Figure 6a."""


CUPBOARD = "YellowCupboard"


@pytest.mark.parametrize(
    "text", ["put a Fanta on the yellow cupboard", "Move a Fanta on the yellow cupboard"]
)
def test_figure_6b(text: str) -> None:
    assert rows(plan_of(text)) == [("FantaCan", PICK), ("YellowCupboard", PUT)]


@pytest.mark.parametrize(
    "text",
    [
        "Place a Pepsi, possibly in a red cup, on the yellow cupboard",
        "Place a Pepsi possibly under the red cup on the yellow cupboard",
        "Put the Pepsi that might be under the red cup on the yellow cupboard",
        "Place a Pepsi on the yellow cupboard, it is probably in the red cup.",
    ],
)
def test_figure_6a_a_hint_is_an_expectation_of_place(text: str) -> None:
    plan = plan_of(text)
    assert rows(plan) == COVERED
    assert plan.subgoals[2].expectation.place == "RedCup"


def test_figure_6a_seen_elsewhere_the_cup_is_left_alone() -> None:
    plan = plan_of("Place a Pepsi, possibly in a red cup, on the yellow cupboard")
    found = Discrepancy(Kind.DTA, plan.subgoals[0].id, "PepsiCan", "PepsiCan_1", "RedCup", "Table")
    revision = revise(plan, (found,), seen(*EVERYTHING))
    assert revision.accepted and "RedCup is not moved" in revision.reason
    assert rows(revision.after) == COVERED[2:]
    assert revision.after.subgoals[0].object_id == "PepsiCan_1"
    assert revision.after.subgoals[0].expectation.place == ""


def test_rows_and_models_may_leave_out_the_cover_and_nothing_else() -> None:
    found = Discrepancy(Kind.DTA, "", "PepsiCan", expected="RedCup", observed="Table")
    assert revise_rows(found, Level.TUPLE, COVERED) == COVERED[2:]
    assert objection(found, Level.TUPLE, COVERED, COVERED[2:]) == ""
    assert objection(found, Level.TUPLE, COVERED, COVERED[3:])
    assert "cover" in revise_question(found, Level.TUPLE, COVERED, "Table").user
    assert objection(found, Level.TUPLE, COVERED[2:], [])  # nothing is moved away there


def test_a_cover_is_moved_once() -> None:
    plan = plan_of("Put two lemons, possibly under the red cup, in the bowl")
    assert [r for r in rows(plan) if r[0] == "RedCup"] == [("RedCup", PICK)]
    done, rest = plan.subgoals[:4], plan.triplets[1:]
    assert ("RedCup", PICK) not in [s.as_tuple() for s in expand(rest, hand_after(done))]


def test_a_wrong_thing_from_under_a_cover_does_not_go_back_into_it() -> None:
    plan = plan_of("Place a Pepsi, possibly in a red cup, on the yellow cupboard")
    found = Discrepancy(Kind.OHV, plan.subgoals[2].id, "PepsiCan", "FantaCan_1", "PepsiCan", "FantaCan")
    revision = revise(plan, (found,), seen(*EVERYTHING))
    assert rows(revision.after)[2:] == [
        ("PepsiCan", PICK),
        ("Table", PUT),
        ("PepsiCan", PICK),
        ("YellowCupboard", PUT),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "fill each yellow cupboard with a blue can",
        "put a blue can in each cupboard",
        "put a blue can in each of the cupboards",
        "put a blue can in both cupboards",
        "Can you put a blue can in every yellow cupboard?",
    ],
)
def test_figure_3_every_cupboard_gets_its_own_can(text: str) -> None:
    plan = plan_of(text)
    assert moves(plan) == [("BlueCan", "YellowCupboard")] * 2
    assert len({t.receptacle_ref for t in plan.triplets}) == len({t.object_ref for t in plan.triplets}) == 2
    assert all(t.expectation.relation_target == "YellowCupboard" for t in plan.triplets)


def test_how_many_places_there_are_is_seen_or_usual() -> None:
    text = "place a lemon in each corner"
    assert len(plan_of(text, seen("Lemon_1")).triplets) == 4
    assert len(plan_of(text, seen("Corner_1", "Corner_2", "Corner_3")).triplets) == 3
    assert len(plan_of("place a lemon in each of the two corners", seen("Lemon_1")).triplets) == 2


def test_flare_a_lemon_and_a_tool_in_each_corner() -> None:
    plan = plan_of("Place a lemon and a tool in each corner")
    assert moves(plan) == [("Lemon", "Corner"), ("Hammer", "Corner")] * 2
    refs = [t.receptacle_ref for t in plan.triplets]
    assert refs[0] == refs[1] != refs[2] == refs[3]
    assert len({t.object_ref for t in plan.triplets}) == 4
    assert plan.context["any_of"] == [["Hammer", "Screwdriver", "Wrench"]]
    assert plan.context["confidence"] == 1.0


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("put the banana in the bowl and a lemon in each corner",
         {"Banana": ["Bowl"], "Lemon": ["Corner", "Corner"]}),
        ("put a lemon in each corner and the banana in the bowl",
         {"Banana": ["Bowl"], "Lemon": ["Corner", "Corner"]}),
        ("put a lemon in each corner and a can on every cupboard",
         {"Lemon": ["Corner", "Corner"], "BlueCan": [CUPBOARD, CUPBOARD]}),
        ("put a cup and a lemon in each corner", {"RedCup": ["Corner", "Corner"], "Lemon": ["Corner", "Corner"]}),
        ("put a lemon and a banana in both cupboards",
         {"Lemon": [CUPBOARD, CUPBOARD], "Banana": [CUPBOARD, CUPBOARD]}),
    ],
)  # fmt: skip
def test_each_place_gets_what_was_said_of_it_and_nothing_else(text: str, at: dict[str, list[str]]) -> None:
    plan = plan_of(text)
    assert {name: [p for n, p in moves(plan) if n == name] for name, _ in moves(plan)} == at
    places = {(t.receptacle, t.receptacle_ref) for t in plan.triplets}
    assert len({ref for _, ref in places}) == len(places)


def test_a_place_named_for_itself_is_one_of_each_of_its_kind() -> None:
    plan = plan_of("put a lemon in each corner and the banana on the red corner")
    assert moves(plan) == [("Banana", "Corner"), ("Lemon", "Corner"), ("Lemon", "Corner")]
    banana, *lemons = (t.receptacle_ref for t in plan.triplets)
    assert lemons[0] == banana != lemons[1]
    assert list(plan.context["refers"]) == [banana]


def test_what_is_said_of_a_part_tells_it_apart_in_every_place() -> None:
    plan = plan_of("put a red can and a lemon in each corner")
    assert set(plan.context["refers"]) == {t.object_ref for t in plan.triplets if t.object != "Lemon"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("put both cans in the cupboard", [("BlueCan", CUPBOARD)] * 2),
        ("put all the fruit in the bowl", [("Apple", "Bowl"), ("Lemon", "Bowl"), ("Lemon", "Bowl")]),
        ("clear the tools into the box", [("Hammer", "Box"), ("Wrench", "Box")]),
        (
            "put every can in the cupboard",
            [("BlueCan", CUPBOARD), ("BlueCan", CUPBOARD), ("FantaCan", CUPBOARD), ("PepsiCan", CUPBOARD)],
        ),
        ("move the apple from the bowl to the table", [("Apple", "Table")]),
        ("take the lemon out of the bowl and put it on the cupboard", [("Lemon", CUPBOARD)]),
        (
            "put the Pepsi inside the cupboard and the Fanta on top of it",
            [("PepsiCan", CUPBOARD), ("FantaCan", CUPBOARD)],
        ),
        ("put the cup on the table and the lemon in it", [("RedCup", "Table"), ("Lemon", "RedCup")]),
        ("put a Pepsi and a Fanta on the cupboard", [("PepsiCan", CUPBOARD), ("FantaCan", CUPBOARD)]),
        ("put the hammer in the box and a lemon in the bowl", [("Hammer", "Box"), ("Lemon", "Bowl")]),
        ("fill the bowl with a lemon", [("Lemon", "Bowl")]),
    ],
)
def test_rearrangements(text: str, expected: list[tuple[str, str]]) -> None:
    assert moves(plan_of(text)) == expected


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("put the plate on the table", Code.NOT_UNDERSTOOD, "plate"),
        ("put the apple in the fridge", Code.NOT_UNDERSTOOD, "fridge"),
        ("throw away the can", Code.NOT_UNDERSTOOD, "trash"),
        ("look at the apple under the lamp", Code.NOT_UNDERSTOOD, "apple"),
        ("heat the apple", Code.PLAN_REJECTED, "Nothing here makes things hot."),
        ("clean the hammer and put it in the box", Code.PLAN_REJECTED, "Nothing here makes things clean."),
        ("stack the table on the box", Code.NOT_UNDERSTOOD, "table"),
    ],
)
def test_what_the_table_does_not_have_is_refused_in_words(text: str, code: Code, says: str) -> None:
    made = planned(text)
    assert made.outcome.code is code and says in made.outcome.message


def test_the_model_is_asked_with_the_words_of_the_domain() -> None:
    question = context_question(Texts("put a Fanta on the cupboard"), seen("FantaCan_1")).user
    assert "YellowCupboard" in question and "Microwave" not in question


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("put both cans in the yellow cupboard", "in"),
        ("put a Fanta on the yellow cupboard", "on"),
        ("put a blue can on each yellow cupboard", "on"),
        ("move the apple to the table", ""),
        ("fill each yellow cupboard with a blue can", "in"),
        ("Place a Pepsi, possibly in a red cup, on the yellow cupboard", "on"),
    ],
)
def test_on_or_in_is_kept_for_the_one_who_puts(text: str, relation: str) -> None:
    puts = [s for s in plan_of(text).subgoals if s.action == PUT]
    assert {s.relation for s in puts if s.object != "Table"} <= {relation} and puts[-1].relation == relation


def test_a_cover_is_put_anywhere() -> None:
    plan = plan_of("Place a Pepsi, possibly in a red cup, on the yellow cupboard")
    assert plan.subgoals[1].as_tuple() == ("Table", PUT) and plan.subgoals[1].relation == ""


@pytest.mark.parametrize("word", ["rotten", "unopened", "broken"])
def test_what_cannot_be_seen_of_a_place_is_told_not_dropped(word: str) -> None:
    told = planned(f"put the lemon in the {word} bowl")
    assert told.outcome and f"Not used: {word}" in told.understood


@pytest.mark.parametrize(
    "text",
    [
        "take the lemon out of the bowl",
        "take the wrench out of the box and put the hammer in it instead",
        "get the Fanta off the cupboard",
        "take everything out of the box",
        "clear the box",
        "Empty the box, please.",
    ],
)
def test_where_what_is_taken_out_is_to_go_is_asked(text: str) -> None:
    asked = planned(text)
    assert asked.outcome.code is Code.NOT_UNDERSTOOD and "Where shall I put" in asked.outcome.message


def test_with_a_place_what_is_taken_out_goes_there() -> None:
    assert moves(plan_of("move the lemon from the box to the bowl")) == [("Lemon", "Bowl")]
    both = plan_of("take the wrench out of the box and put it on the cupboard")
    assert moves(both) == [("Wrench", "YellowCupboard")]
    assert rows(plan_of("take the lemon from the box")) == [("Lemon", PICK)]


@pytest.mark.parametrize(
    ("text", "tests"),
    [
        ("put the lemon in the empty bowl", [("empty", "empty")]),
        ("put the lemon in the bowl that is not empty", [("empty", "full")]),
        ("put the lemon in a corner that is neither red nor green", [("not", "red"), ("not", "green")]),
        ("move the lemon from the green corner to the blue one", [("colour", "blue")]),
        ("put the lemon in the corner right next to the box", [("relation", "near")]),
    ],
)  # fmt: skip
def test_which_place_is_meant_is_heard(text: str, tests: list[tuple[str, str]]) -> None:
    plan = plan_of(text)
    (move,) = plan.triplets
    place = descriptions_of(plan.context)[move.receptacle_ref]
    of = [(t.kind, t.landmarks[0].tests[0].value if t.kind is TestKind.NOT else t.value) for t in place.tests]
    assert of == tests and not plan.context.get("left_out")


@pytest.mark.parametrize(
    ("text", "relation", "marks"),
    [
        ("put the lemon right next to the bowl", "near", ["bowl"]),
        ("lay the wrench beside the box", "near", ["box"]),
        ("put the Fanta on the table next to the bowl", "near", ["bowl"]),
        ("put the lemon to the left of the red cup", "left", ["red cup"]),
        ("put the wrench in front of the box", "front", ["box"]),
        ("place the lemon behind the Pepsi", "behind", ["pepsi"]),
        ("put the lemon between the Pepsi and the cup", "between", ["pepsi", "cup"]),
        ("put the screwdriver between the two bowls", "between", ["bowls"]),
        ("Put the lemon midway between the two bowls", "between", ["bowls"]),
        ("Stand the Fanta to the right of the lemon", "right", ["lemon"]),
        ("the lemon goes to the left of the box", "left", ["box"]),
        ("Move the Pepsi so that it's in front of the hammer", "front", ["hammer"]),
        ("Put the lemon closest to the cup", "near", ["cup"]),
    ],
)
def test_where_on_the_table_is_heard(text: str, relation: str, marks: list[str]) -> None:
    plan = plan_of(text)
    (move,) = plan.triplets
    (spot,) = descriptions_of(plan.context)[move.receptacle_ref].tests
    assert move.receptacle == "Table" and not plan.context.get("left_out")
    assert (spot.kind, spot.value, [m.words for m in spot.landmarks]) == (TestKind.SPOT, relation, marks)
    assert move.object_ref not in descriptions_of(plan.context)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("Put the can that is closest to the box into it.", TestKind.ORDER, "nearest"),
        ("Drop the can which is farthest from the box inside it, please.", TestKind.ORDER, "farthest"),
        ("put the lemon next to the box in it", TestKind.RELATION, "near"),
    ],
)
def test_what_a_thing_is_told_by_may_be_where_it_goes(text: str, kind: TestKind, value: str) -> None:
    plan = plan_of(text)
    (move,) = plan.triplets
    (test,) = descriptions_of(plan.context)[move.object_ref].tests
    assert (move.receptacle, move.relation) == ("Box", "in") and not plan.context.get("left_out")
    assert (test.kind, test.value, [m.words for m in test.landmarks]) == (kind, value, ["box"])


@pytest.mark.parametrize(
    "text",
    [
        "Put the lemon farthest from the cup.",
        "Put the lemon away from the cup.",
        "Keep the lemon as far as possible from the cup.",
        "put away the lemon furthest from the cup",
    ],
)
def test_far_from_a_thing_is_no_place(text: str) -> None:
    made = planned(text)
    assert made.outcome.code is Code.NOT_UNDERSTOOD and "name a place" in made.outcome.message


def test_beside_what_it_goes_is_not_where_it_is_taken_from() -> None:
    plan = plan_of("Put the lemon from the table behind the cup.")
    (move,) = plan.triplets
    told = descriptions_of(plan.context)
    (spot,), (source,) = told[move.receptacle_ref].tests, told[move.object_ref].tests
    assert (spot.value, spot.landmarks[0].words) == ("behind", "cup")
    assert source.value == "on" and source.landmarks[0].tests == ()


def test_over_to_is_a_way_and_a_free_mat_an_empty_one() -> None:
    plan = plan_of("Bring whatever is on the red mat over to the purple one.")
    place = descriptions_of(plan.context)[plan.triplets[0].receptacle_ref]
    assert [t.value for t in place.tests] == ["purple"]
    free = plan_of("Put the screwdriver on one of the free mats.")
    (test,) = descriptions_of(free.context)[free.triplets[0].receptacle_ref].tests
    assert (test.kind, test.value) == (TestKind.EMPTY, "empty") and not free.context.get("not_used")


def test_what_goes_in_the_box_is_not_what_is_excepted() -> None:
    plan = plan_of("All tools except the wrench go in the box.")
    assert plan.context["target"]["classes"] == ["Hammer", "Screwdriver"] and not plan.context.get("left_out")


def test_in_it_and_on_it_are_one_place() -> None:
    inside, above = plan_of("put the Pepsi inside the cupboard and the Fanta on top of it").triplets
    assert inside.receptacle_ref == above.receptacle_ref != ""
    assert (inside.relation, above.relation) == ("in", "on")


@pytest.mark.parametrize(
    "text",
    [
        "Don't touch the Pepsi, but put the other cans in the box.",
        "leave the Pepsi alone and put the rest of the cans in the box",
    ],
)
def test_the_others_are_all_but_what_is_not_to_be_touched(text: str) -> None:
    plan = plan_of(text)
    assert {t.object for t in plan.triplets} <= {"BlueCan", "FantaCan"} and not plan.context.get("left_out")
    assert {t.receptacle for t in plan.triplets} == {"Box"}


def test_what_is_said_before_the_says_nothing_of_the_thing() -> None:
    assert unseen_of(plan_of("I need any one of the cans in the box").context) == {}
    (told,) = unseen_of(plan_of("put the rotten apple in the box").context).values()
    assert [test.value for test in told.tests] == ["rotten"]
