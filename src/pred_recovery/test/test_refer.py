"""Words at run time: an instance that fits them, a question where none does, and an end that is checked as worded."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_house import House, do, plan_of, thing

from pred_core.objects import Attribute, ObjectState, Truth
from pred_core.outcome import Code
from pred_core.plan_language import ANSWERS, High, Kind, Level, Plan, PlanRevision, Primitive, Subgoal
from pred_core.referring.description import Description, Test, TestKind
from pred_core.referring.qualities import COLOUR
from pred_planner.plan.expansion import expand
from pred_recovery.mission.requests import Ask, Check, MakePlan, Reply, Request
from pred_recovery.refer.asking import ANY, MEANT, STOP


def coloured(name: str, colour: str, at: tuple[float, float], parent: str = "") -> ObjectState:
    state = thing(name, at, parent)
    return replace(state, attributes={f"{COLOUR}{colour}": Attribute(f"{COLOUR}{colour}", Truth.TRUE, 0.9)})


def green_mug_to_table(**context: object) -> Plan:
    move = Subgoal("t1", Level.TRIPLET, High.MOVE, "Mug", "DiningTable", object_ref="x1", receptacle_ref="y1")
    told = Description("mug", ("Mug",), (1.0,), (Test(TestKind.COLOUR, "green", words="green"),))
    meaning = {"refers": {"x1": told.as_mapping()}, **context}
    return Plan("p", "put the green mug on the table", "test", "rules", (move,), expand((move,)), meaning)


TABLE, COUNTER = thing("DiningTable_1", (3.0, 0.0)), thing("CounterTop_1", (1.0, 2.0))
RED = coloured("Mug_1", "red", (1.0, 2.0), "CounterTop_1")
GREEN = coloured("Mug_2", "green", (1.4, 2.0), "CounterTop_1")


def test_the_instance_that_fits_is_taken_though_another_is_nearer():
    house = House(green_mug_to_table(), TABLE, COUNTER, RED, GREEN)
    result, _ = do(house)
    assert result.outcome
    assert house.objects["Mug_2"].parent_id == "DiningTable_1"
    assert house.objects["Mug_1"].parent_id == "CounterTop_1"


def test_a_place_seen_later_wins():
    house = House(green_mug_to_table(), TABLE, COUNTER, RED, unseen=(GREEN,))
    assert do(house)[0].outcome
    assert house.objects["Mug_2"].parent_id == "DiningTable_1"


@pytest.mark.parametrize("strictness", ["ask", "refuse"])
def test_what_fits_nothing_is_not_done_to_another(strictness):
    house = House(green_mug_to_table(), TABLE, COUNTER, RED)
    result, _ = do(house, strictness=strictness)
    assert not result.outcome
    assert "green" in result.outcome.message
    assert house.objects["Mug_1"].parent_id == "CounterTop_1"
    assert any(isinstance(r, Ask) for r in house.requests) == (strictness == "ask")


def test_with_a_warning_only_the_likeliest_is_taken_and_told():
    house = House(green_mug_to_table(), TABLE, COUNTER, RED)
    result, _ = do(house, strictness="warn")
    assert result.outcome and house.objects["Mug_1"].parent_id == "DiningTable_1"
    assert result.not_verified == ("nothing was seen that fits the mug (green), took Mug_1",)


@pytest.mark.parametrize(("strictness", "looked_for"), [("warn", []), ("ask", ["Mug_1"]), ("refuse", ["Mug_1"])])
def test_what_the_words_do_not_mean_is_no_discrepancy(strictness, looked_for):
    """Of "the green mug" the red one that stands elsewhere changes no plan, unless what is likeliest is taken."""
    steps = plan_of(("Cabinet", Primitive.OPEN), ("Mug", Primitive.PICKUP, "x1"))
    plan = replace(steps, context=green_mug_to_table().context)
    house = House(plan, thing("Cabinet_1", (2.0, 0.0)), COUNTER, RED)
    do(house, strictness=strictness)
    checks = [r for r in house.requests if isinstance(r, Check) and Kind.DTA in r.kinds]
    assert checks and list(checks[0].excluded) == looked_for


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("plate", ("no plate was seen, took a bowl",)),
        ("plates", ("no plate was seen, took a bowl",)),
        ("dish", ()),
    ],
)
@pytest.mark.parametrize("after", [False, True])
def test_another_kind_than_the_one_that_was_named_is_told(words, told, after):
    """A bowl is a dish; it is no plate, whatever people sometimes call one, also in a second order."""
    move = Subgoal(
        "t1", Level.TRIPLET, High.MOVE, "Plate", "DiningTable", object_ref="x1", receptacle_ref="y1"
    )
    move = replace(move, object_alternatives=("Bowl",))
    meaning = {"target": {"words": words, "classes": ["Plate", "Bowl"], "weights": [1.0, 0.4]}}
    meaning = {"target": {"words": "lamp", "classes": ["FloorLamp"]}, "then": [meaning]} if after else meaning
    plan = Plan("p", f"put the {words} on the table", "test", "rules", (move,), expand((move,)), meaning)
    house = House(plan, TABLE, COUNTER, thing("Bowl_1", (1.0, 2.0), "CounterTop_1"))
    result, _ = do(house, strictness="warn")
    assert result.outcome and house.objects["Bowl_1"].parent_id == "DiningTable_1"
    assert result.not_verified == told


@pytest.mark.parametrize(("weight", "told"), [(0.14, ("no dining table was seen, took a counter top",)), (0.4, ())])
def test_what_the_words_hardly_mean_is_told(weight, told):
    move = Subgoal("t1", Level.TRIPLET, High.MOVE, "Mug", "DiningTable", object_ref="x1", receptacle_ref="y1")
    move = replace(move, receptacle_alternatives=("CounterTop",))
    meaning = {"destination": {"words": "table", "classes": ["DiningTable", "CounterTop"], "weights": [1.0, weight]}}
    plan = Plan("p", "put the mug on the table", "test", "rules", (move,), expand((move,)), meaning)
    house = House(plan, COUNTER, thing("Shelf_1", (3.0, 0.0)), thing("Mug_1", (3.0, 0.0), "Shelf_1"))
    result, _ = do(house, strictness="warn")
    assert result.outcome and house.objects["Mug_1"].parent_id == "CounterTop_1"
    assert result.not_verified == told


def test_what_was_named_and_is_there_is_not_said_to_be_missing():
    move = Subgoal(
        "t1", Level.TRIPLET, High.MOVE, "Bowl", "DiningTable", object_ref="x1", receptacle_ref="y1"
    )
    meaning = {"target": {"words": "plate", "classes": ["Bowl", "Plate"], "weights": [1.0, 0.9]}}
    plan = Plan("p", "put the plate on the table", "test", "rules", (move,), expand((move,)), meaning)
    house = House(
        plan, TABLE, COUNTER, thing("Bowl_1", (1.0, 2.0), "CounterTop_1"), thing("Plate_1", (3.0, 0.0))
    )
    result, _ = do(house, strictness="warn")
    assert result.not_verified == ("took a bowl for a plate",)


@pytest.mark.parametrize("strictness", ["ask", "refuse", "warn"])
def test_what_the_words_exclude_is_never_taken(strictness):
    """There is one mug, the red one, and any mug but the red one is asked for."""
    red = Description("one", ("Mug",), (1.0,), (Test(TestKind.COLOUR, "red", words="red"),))
    told = Description("mug", ("Mug",), (1.0,), (Test(TestKind.NOT, landmarks=(red,), words="not red one"),))
    plan = green_mug_to_table(refers={"x1": told.as_mapping()})
    house = House(plan, TABLE, COUNTER, RED)
    result, _ = do(house, strictness=strictness)
    assert not result.outcome and "not red one" in result.outcome.message
    assert house.objects["Mug_1"].parent_id == "CounterTop_1"


def test_what_was_named_and_taken_is_not_told():
    result, _ = do(House(green_mug_to_table(), TABLE, COUNTER, GREEN), strictness="warn")
    assert result.outcome and result.not_verified == ()


def test_a_person_may_choose_another():
    house = House(green_mug_to_table(), TABLE, COUNTER, RED)
    house.answers = ["Mug_1"]
    result, _ = do(house)
    assert result.outcome
    assert result.questions == 1
    assert house.objects["Mug_1"].parent_id == "DiningTable_1"


@pytest.mark.parametrize(("strictness", "code"), [("ask", Code.NOT_UNDERSTOOD), ("warn", Code.SUCCESS)])
def test_words_left_out_are_not_dropped(strictness, code):
    house = House(green_mug_to_table(left_out=["lettuce"]), TABLE, COUNTER, GREEN)
    result, _ = do(house, strictness=strictness)
    assert result.outcome.code is code
    assert result.not_used == ("lettuce",)


YES_NEEDED = [
    ("ask", [], Code.NOT_UNDERSTOOD),
    ("ask", [MEANT], Code.SUCCESS),
    ("ask", [STOP], Code.NOT_UNDERSTOOD),
    ("refuse", [], Code.NOT_UNDERSTOOD),
]
"""How strict a task is, what a person answers, and how it ends: only a yes has it done."""


@pytest.mark.parametrize(("strictness", "answers", "code"), [*YES_NEEDED, ("warn", [], Code.SUCCESS)])
def test_what_a_word_was_taken_for_is_asked_refused_or_told(strictness, answers, code):
    house = House(green_mug_to_table(guessed=[["mud", "mug"]]), TABLE, COUNTER, GREEN)
    house.answers = list(answers)
    result, _ = do(house, strictness=strictness)
    assert result.outcome.code is code
    if code is not Code.SUCCESS:
        assert result.outcome.message == "I don't know 'mud'; did you mean 'mug'?"
    assert ("took 'mud' for 'mug'" in result.not_verified) == (strictness == "warn")


@pytest.mark.parametrize(("strictness", "answers", "code"), [*YES_NEEDED, ("warn", [], Code.NOT_UNDERSTOOD)])
def test_what_the_words_are_guessed_to_ask_for_is_done_only_if_a_person_agrees(strictness, answers, code):
    house = House(green_mug_to_table(offered="put the green mug on the table"), TABLE, COUNTER, GREEN)
    house.answers = list(answers)
    result, _ = do(house, strictness=strictness)
    assert result.outcome.code is code
    if code is not Code.SUCCESS:
        assert "Do you mean: 'put the green mug on the table'?" in result.outcome.message


def test_what_is_seen_elsewhere_in_the_end_is_no_success():
    house = House(green_mug_to_table(), TABLE, COUNTER, GREEN)
    put = house._put

    def slip(place):
        outcome = put(place)
        house.change("Mug_2", parent_id="CounterTop_1", center=(1.4, 2.0, 0.9), visible=True)
        return outcome

    house._put = slip
    result, _ = do(house)
    assert not result.outcome
    assert result.not_verified or result.outcome.code is not Code.SUCCESS


@pytest.mark.parametrize(
    ("strictness", "answers", "code"),
    [
        ("ask", ["Drawer"], Code.SUCCESS),
        ("ask", ["stop"], Code.NOT_FOUND),
        ("ask", [], Code.NOT_FOUND),
        ("refuse", [], Code.NOT_FOUND),
        ("warn", [], Code.SUCCESS),
    ],
)
def test_what_was_not_named_is_not_taken_in_silence(strictness, answers, code):
    """Sent to a desk where there is none, the robot does not put the mug into a drawer and call it done."""
    plan = plan_of(("Mug", Primitive.PICKUP), ("Desk", Primitive.PUT))
    house = House(plan, thing("Mug_1"), thing("Drawer_1", (2, 0), open=True))
    other = replace(plan.subgoals[1], object="Drawer")
    house.revision = PlanRevision(
        "reground", "rules", "nothing else", plan, replace(plan, subgoals=(plan.subgoals[0], other), cursor=1)
    )
    house.answers = list(answers)
    result, _ = do(house, strictness=strictness)
    assert result.outcome.code is code
    asked = [r.question.text for r in house.requests if isinstance(r, Ask)]
    assert asked[:1] == (["I found no Desk. Shall I take the Drawer instead?"] if strictness == "ask" else [])
    if strictness == "warn":
        assert result.not_verified == ("no desk was seen, took a drawer",)
        assert "no desk was seen, took a drawer" in result.outcome.message


def test_a_question_ends_with_its_answer_and_nothing_is_done():
    asked = Subgoal("t1", Level.TRIPLET, High.PASS, "")
    told = {ANSWERS: [{"asked": "how many", "sentence": "I have seen one mug.", "value": 1, "things": ["Mug_1"]}]}
    house = House(Plan("p", "how many mugs are there?", "answer", "rules", (asked,), (), told), TABLE, COUNTER, RED)
    result, _ = do(house)
    assert result.outcome and result.outcome.message == "I have seen one mug."
    assert house.objects["Mug_1"].parent_id == "CounterTop_1"


@pytest.mark.parametrize(
    ("strictness", "answers", "code"),
    [
        ("ask", [], Code.NOT_UNDERSTOOD),
        ("ask", [ANY], Code.SUCCESS),
        ("refuse", [], Code.NOT_UNDERSTOOD),
        ("warn", [], Code.SUCCESS),
    ],
)
def test_none_of_two_is_taken_for_the_rotten_one(strictness, answers, code):
    told = Description("mug", ("Mug",), (1.0,), (Test(TestKind.UNSEEN, "rotten", words="rotten"),))
    house = House(green_mug_to_table(refers={"x1": told.as_mapping()}), TABLE, COUNTER, RED, GREEN)
    house.answers = list(answers)
    result, _ = do(house, strictness=strictness)
    assert result.outcome.code is code
    if not result.outcome:
        assert "2 that may be the mug" in result.outcome.message and "'rotten'" in result.outcome.message
        assert house.objects["Mug_1"].parent_id == house.objects["Mug_2"].parent_id == "CounterTop_1"


NEAREST = "took the nearest of 2 that may be the mug"


@pytest.mark.parametrize(
    ("strictness", "answers", "moved"),
    [
        ("ask", ["Mug_2"], "Mug_2"),
        ("ask", ["Mug_1"], "Mug_1"),
        ("ask", ["none"], ""),
        ("ask", [], "Mug_1"),
        ("warn", [], "Mug_1"),
        ("refuse", [], "Mug_1"),
    ],
)
def test_of_two_that_differ_a_person_says_which_and_else_it_is_said_that_the_nearest_was_taken(
    strictness, answers, moved
):
    told = Description("mug", ("Mug",), (1.0,))
    house = House(green_mug_to_table(refers={}, single={"x1": told.as_mapping()}), TABLE, COUNTER, GREEN, RED)
    house.answers = list(answers)
    result, _ = do(house, strictness=strictness)
    assert bool(result.outcome) is bool(moved)
    lying = {name: house.objects[name].parent_id for name in ("Mug_1", "Mug_2")}
    assert lying == {"Mug_1": "CounterTop_1", "Mug_2": "CounterTop_1", **({moved: "DiningTable_1"} if moved else {})}
    assert (NEAREST in result.not_verified) == (bool(moved) and not answers)


@pytest.mark.parametrize(
    ("answers", "code"), [([], Code.SUCCESS), ([MEANT], Code.SUCCESS), ([STOP], Code.NOT_UNDERSTOOD)]
)
def test_who_orders_what_is_so_is_asked_whether_that_is_meant(answers, code):
    house = House(green_mug_to_table(), TABLE, COUNTER, coloured("Mug_2", "green", (3.0, 0.0), "DiningTable_1"))
    house.answers = list(answers)
    result, _ = do(house)
    assert result.outcome.code is code
    (asked,) = [r.question for r in house.requests if isinstance(r, Ask)]
    assert "so already: the Mug is in or on the DiningTable" in asked.text


@pytest.mark.parametrize(
    ("strictness", "answers", "done"),
    [("ask", ["2"], "Mug_2"), ("ask", ["1"], "Mug_1"), ("ask", [], "Mug_1"), ("warn", ["2"], "Mug_1")],
)
def test_a_person_chooses_between_two_readings_and_nobody_means_the_first(strictness, answers, done):
    def lift(name: str, **context: object) -> Plan:
        step = ("Mug", "PickupObject", "x1")
        made = plan_of(step, triplets=(Subgoal("t1", Level.TRIPLET, High.PICKUP, "Mug", object_ref="x1"),))
        return replace(made, subgoals=tuple(replace(s, object_id=name) for s in made.subgoals), context=context)

    first, other = "I'll pick up the red mug.", "I'll pick up the green mug."
    house = House(lift("Mug_1", otherwise=other), RED, GREEN, TABLE, COUNTER)
    house.answers = list(answers)
    answer = house._answer

    def planning(request: Request) -> Reply:
        if isinstance(request, MakePlan):
            return Reply(plan=lift("Mug_2"), text=other) if request.reasoner else Reply(plan=house.plan, text=first)
        return answer(request)

    house._answer = planning
    result, log = do(house, strictness=strictness)
    assert result.outcome and house.held == done
    asked = [r.question for r in house.requests if isinstance(r, Ask)]
    assert [q.candidates for q in asked] == ([(first, other)] if strictness == "ask" else [])
    plans = [r.reasoner for r in house.requests if isinstance(r, MakePlan)]
    assert plans == (["", "model"] if done == "Mug_2" else [""])
    assert (other if done == "Mug_2" else first) in log.reasons
