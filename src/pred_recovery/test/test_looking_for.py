"""Where what is not in view is looked for: the room, behind doors, inside, and what hides it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_house import House, do, plan_of, skills, thing

from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Primitive
from pred_recovery.mission.requests import Ask, Mode, Navigate, Reply, UseSkill
from pred_recovery.refer.asking import LOOK_ON, STOP, TAKE_IT

P = Primitive
PICK = plan_of(("Mug", P.PICKUP))


def test_explores_for_what_is_not_known():
    house = House(PICK, unseen=(thing("Mug_1", (4, 0)),))
    result, log = do(house)
    assert result.outcome and "explore" in log.kinds() and not log.recoveries


def test_alternatives_count_when_the_class_is_not_there():
    plan = plan_of(("Cup", P.PICKUP), s0={"object_alternatives": ("Mug",)})
    house = House(plan, thing("Mug_1", (4, 0)))
    result, log = do(house)
    assert result.outcome and house.held == "Mug_1" and "explored" in log.kinds()


def test_what_the_words_name_is_explored_for_before_an_alternative_is_taken():
    plan = plan_of(("Cup", P.PICKUP), s0={"object_alternatives": ("Mug",)})
    house = House(plan, thing("Mug_1", (1, 0)), unseen=(thing("Cup_1", (4, 0)),))
    assert do(house)[0].outcome and house.held == "Cup_1"


@pytest.mark.parametrize(("weight", "taken"), [(0.1, "Mug_1"), (0.5, "Cup_1")])
def test_doors_are_opened_for_what_hardly_means_anything_else(weight, taken):
    hidden = replace(thing("Mug_1", (3, 0), parent="Cabinet_1"), observations=0)
    plan = plan_of(("Mug", P.PICKUP), s0={"object_alternatives": ("Cup",)})
    meanings = {"words": "mug", "classes": ["Mug", "Cup"], "weights": [1.0, weight]}
    plan = replace(plan, context={"target": meanings})
    house = House(plan, thing("Cabinet_1", (3, 0)), hidden, thing("Cup_1", (1, 0)))
    assert do(house)[0].outcome and house.held == taken


def test_what_is_said_to_be_in_a_cabinet_is_looked_for_in_each_before_another_thing_is_taken():
    hidden = replace(thing("Pan_1", (4, 0), parent="Cabinet_2"), observations=0)
    steps = (("Cabinet", P.OPEN), ("Pan", P.PICKUP), ("Cabinet", P.CLOSE))
    plan = plan_of(*steps, s1={"object_alternatives": ("Pot",), "inside": ("Cabinet",)})
    plan = replace(plan, context={"target": {"words": "pan", "classes": ["Pan", "Pot"], "weights": [1.0, 0.5]}})
    house = House(plan, thing("Cabinet_1", (3, 0)), thing("Cabinet_2", (4, 0)), hidden, thing("Pot_1", (1, 0)))
    assert do(house)[0].outcome and house.held == "Pan_1"
    shut = {name for action, name in skills(house) if action == P.CLOSE}
    assert shut == {"Cabinet_1", "Cabinet_2"}, "what was opened to look is closed, too"


@pytest.mark.parametrize(
    ("strictness", "answer", "held"),
    [("warn", "", "Cup_1"), ("ask", TAKE_IT, "Cup_1"), ("ask", STOP, ""), ("ask", "", ""), ("refuse", "", "")],
)
def test_what_hardly_is_meant_is_agreed_on_when_nothing_is_behind_the_doors(strictness, answer, held):
    plan = plan_of(("Mug", P.PICKUP), s0={"object_alternatives": ("Cup",)})
    meanings = {"words": "mug", "classes": ["Mug", "Cup"], "weights": [1.0, 0.1]}
    plan = replace(plan, context={"target": meanings})
    house = House(plan, thing("Cabinet_1", (3, 0)), thing("Cup_1", (1, 0)))
    house.answers = [answer] if answer else []
    outcome = do(house, strictness=strictness)[0].outcome
    assert house.held == held and outcome.code == (Code.SUCCESS if held else Code.NOT_FOUND)
    asked = [r.question.text for r in house.requests if isinstance(r, Ask)]
    assert asked == (["I know of no mug to use. Shall I take the Cup_1?"] if strictness == "ask" else [])


def test_looks_inside_the_likely_place_and_closes_it_again():
    hidden = replace(thing("Egg_1", (3, 0), parent="Fridge_1"), observations=0)
    house = House(
        plan_of(("Egg", P.PICKUP)),
        thing("Fridge_1", (3, 0)),
        thing("Safe_1", (1, 0)),
        thing("Box_1", (1, 1)),
        hidden,
    )
    result, _ = do(house)
    assert result.outcome
    assert skills(house) == [(P.OPEN, "Fridge_1"), (P.PICKUP, "Egg_1"), (P.CLOSE, "Fridge_1")]


@pytest.mark.parametrize("inside", [True, False])
def test_what_may_stand_behind_other_things_in_a_fridge_is_looked_for_from_nearer(inside):
    fridge, other = thing("Fridge_1", (3, 0)), thing("Lettuce_1", (3, 0), parent="Fridge_1")
    house = House(plan_of(("Egg", P.PICKUP)), fridge, *([other] if inside else []))
    house.swing["Fridge_1"] = 0.5
    do(house)
    opened = next(i for i, r in enumerate(house.requests) if isinstance(r, UseSkill))
    poses = [r.pose for r in house.requests[opened:] if isinstance(r, Navigate) and r.mode is Mode.POSE]
    assert len(poses) == (2 if inside else 1), "straight before the door, and nearer"
    if inside:
        first, then = poses
        assert (then.x - first.x, then.y - first.y) == pytest.approx((0.0, 0.3), abs=1e-9)
        assert then.yaw == first.yaw
    assert skills(house) == [(P.OPEN, "Fridge_1"), (P.CLOSE, "Fridge_1")]


@pytest.mark.parametrize("room", [True, False])
def test_where_there_is_no_room_before_a_door_one_stands_nearer(room):
    house = House(plan_of(("Egg", P.PICKUP)), thing("Fridge_1", (3, 0)))
    house.swing["Fridge_1"] = 0.5
    answer, poses = house._answer, []

    def narrow(request):
        if isinstance(request, Navigate) and request.mode is Mode.POSE:
            poses.append(request.pose)
            if not room and len(poses) == 1:
                return Reply(Outcome(Code.UNREACHABLE, "an island is there"))
        return answer(request)

    house._answer = narrow
    do(house)
    assert len(poses) == (1 if room else 2)
    if not room:
        assert (poses[1].x - poses[0].x, poses[1].y - poses[0].y) == pytest.approx((0.0, 0.3), abs=1e-9)


@pytest.mark.parametrize(
    ("name", "height", "nearer"), [("Drawer", 0.8, True), ("Drawer", 0.2, False), ("Fridge", 0.8, False)]
)
def test_a_high_drawer_is_looked_into_over_its_front_before_it_is_closed(name, height, nearer):
    place = replace(thing(f"{name}_1", (3, 0)), center=(3.0, 0.0, height), size=(0.4, 0.4, 0.1))
    house = House(plan_of(("Egg" if name == "Fridge" else "KeyChain", P.PICKUP)), place)
    do(house)
    asked = [(type(r), getattr(r, "distance", 0.0)) for r in house.requests]
    opened = next(i for i, r in enumerate(house.requests) if isinstance(r, UseSkill))
    assert ((Navigate, 0.45) in asked[opened:]) is nearer
    assert skills(house) == [(P.OPEN, f"{name}_1"), (P.CLOSE, f"{name}_1")]


def test_what_the_plan_opened_is_looked_into_well_before_the_room_is_explored():
    plan = plan_of(("Drawer", P.OPEN), ("KeyChain", P.PICKUP), s1={"inside": ("Drawer",)})
    house = House(plan, thing("Drawer_1", (3, 0)))
    do(house)
    moves = [r for r in house.requests if isinstance(r, Navigate)]
    nearer = next(i for i, r in enumerate(moves) if r.distance)
    assert nearer < next(i for i, r in enumerate(moves) if r.mode is Mode.EXPLORE)


def test_a_bin_is_looked_into_from_as_near_as_one_can_stand():
    house = House(plan_of(("Egg", P.PICKUP)), thing("GarbageCan_1", (3, 0)))
    house.refusals = [("navigate", "GarbageCan_1", Code.UNREACHABLE)]
    do(house)
    near = [r.distance for r in house.requests if isinstance(r, Navigate) and r.object_id == "GarbageCan_1"]
    assert near == [0.45, 0.65]


def test_what_hides_the_thing_in_a_cupboard_is_taken_out_first():
    mug = replace(thing("Mug_1", (3, 0), parent="Cabinet_1"), last_seen_step=1)
    house = House(
        PICK,
        thing("Cabinet_1", (3, 0), open=True),
        thing("Cup_1", (3, 0), parent="Cabinet_1"),
        thing("CounterTop_1", (1, 1)),
        mug,
    )
    answer = house._answer

    def hide(request):
        reply = answer(request)
        if house.objects["Cup_1"].parent_id == "Cabinet_1" and house.held != "Cup_1":
            house.change("Mug_1", visible=False, distance=0.0)
        return reply

    house._answer = hide
    result, log = do(house)
    assert result.outcome and house.held == "Mug_1" and "clear_view" in log.strategies()
    assert skills(house)[:2] == [(P.PICKUP, "Cup_1"), (P.PUT, "CounterTop_1")]


def test_where_nothing_hides_the_thing_another_pose_is_tried():
    house = House(PICK, thing("Cabinet_1", (3, 0), open=True), thing("Mug_1", (3, 0), parent="Cabinet_1"))
    answer = house._answer

    def hide(request):
        reply = answer(request)
        house.change("Mug_1", visible=False, distance=0.0)
        return reply

    house._answer = hide
    _, log = do(house)
    assert "next_pose" in log.strategies() and "clear_view" not in log.strategies()


def test_places_the_words_name_come_first_and_wrong_ones_are_closed():
    hidden = replace(thing("Mug_1", (3, 0), parent="Microwave_1"), observations=0)
    plan = plan_of(("Mug", P.PICKUP), s0={"inside": ("Fridge",)})
    house = House(plan, thing("Fridge_1", (5, 0)), thing("Microwave_1", (3, 0)), hidden)
    result, _ = do(house, strictness="warn")
    assert result.outcome
    assert skills(house)[:2] == [(P.OPEN, "Fridge_1"), (P.CLOSE, "Fridge_1")]


@pytest.mark.parametrize(
    ("strictness", "answer", "found"),
    [("warn", "", True), ("ask", LOOK_ON, True), ("ask", STOP, False), ("ask", "", False), ("refuse", "", False)],
)
def test_elsewhere_than_the_words_say_nothing_is_opened_unasked(strictness, answer, found):
    hidden = replace(thing("Mug_1", (3, 0), parent="Microwave_1"), observations=0)
    plan = plan_of(("Mug", P.PICKUP), s0={"inside": ("Cabinet",)})
    house = House(plan, thing("Cabinet_1", (5, 0)), thing("Cabinet_2", (6, 0)), thing("Microwave_1", (3, 0)), hidden)
    house.refusals = [("navigate", "Cabinet_2", Code.UNREACHABLE)]
    house.answers = [answer] if answer else []
    result, _ = do(house, strictness=strictness)
    assert bool(result.outcome) is found
    assert ((P.OPEN, "Microwave_1") in skills(house)) is found
    asked = [r.question.text for r in house.requests if isinstance(r, Ask)]
    looked = "I looked into Cabinet_1, not into Cabinet_2 (out of reach)"
    assert asked == ([f"I found no mug. {looked}. Shall I look on?"] if strictness == "ask" else [])
    if not found:
        told = f"No Mug was found: the room was explored. {looked}; Microwave_1 (not tried)."
        assert result.outcome == Outcome(Code.NOT_FOUND, told)


def test_where_the_words_say_is_looked_before_the_room_is_explored():
    hidden = replace(thing("Mug_1", (6, 0), parent="Cabinet_2"), observations=0)
    plan = plan_of(("Mug", P.PICKUP), s0={"inside": ("Cabinet",)})
    house = House(plan, thing("Cabinet_1", (5, 0)), thing("Cabinet_2", (6, 0)), hidden)
    result, log = do(house)
    assert result.outcome and house.held == "Mug_1" and "explore" not in log.kinds()


@pytest.mark.parametrize(("answers", "opened"), [([], 2), ([LOOK_ON], 4), ([LOOK_ON, LOOK_ON], 5)])
def test_after_so_many_places_a_person_is_asked_and_the_rest_is_named(answers, opened):
    house = House(PICK, *(thing(f"Cabinet_{n}", (n, 0)) for n in range(1, 6)))
    house.answers = list(answers)
    result, _ = do(house, max_searched=2)
    tried = [name for action, name in skills(house) if action == P.OPEN]
    assert tried == [f"Cabinet_{n}" for n in range(1, opened + 1)]
    assert result.outcome.code is Code.NOT_FOUND
    assert ("Cabinet_5 (not tried)" in result.outcome.message) is (opened < 5)


def test_a_place_that_was_not_seen_to_open_is_looked_at_from_another_side():
    hidden = replace(thing("Mug_1", (3, 0), parent="Cabinet_1"), observations=0)
    house = House(PICK, thing("Cabinet_1", (3, 0)), hidden)
    house.refusals = [(P.OPEN, "Cabinet_1", Code.POSTCONDITION_FAILURE)]
    assert do(house)[0].outcome
    sides = [r.attempt for r in house.requests if isinstance(r, Navigate) and r.object_id == "Cabinet_1"]
    assert sides[:2] == [0, 1]


def test_of_many_places_that_were_looked_into_only_some_are_named():
    house = House(PICK, *(thing(f"Cabinet_{n}", (n, 0)) for n in range(1, 10)))
    told = do(house)[0].outcome.message
    names = ", ".join(f"Cabinet_{n}" for n in range(1, 7))
    assert told == f"No Mug was found: the room was explored. I looked into {names} and 3 more."


def test_a_limit_tells_what_was_being_looked_for_and_where():
    house = House(PICK, *(thing(f"Cabinet_{n}", (n, 0)) for n in range(1, 4)))
    house.refusals = [(P.OPEN, f"Cabinet_{n}", Code.EXECUTION_FAILURE) for n in (1, 2)]
    told = "Gave up after 2 failed actions (limit 2) in the search for a Mug: "
    told += "I looked not into Cabinet_1 and Cabinet_2 (it could not be looked into)."
    assert do(house, max_failures=2)[0].outcome == Outcome(Code.FAILURE_LIMIT, told)


def test_a_known_object_behind_a_closed_door_is_reached():
    house = House(PICK, thing("Fridge_1", (3, 0), open=False), thing("Mug_1", (3, 0), parent="Fridge_1"))
    house.change("Mug_1", visible=False)
    result, log = do(house)
    assert result.outcome and (P.OPEN, "Fridge_1") in skills(house) and not log.recoveries


def test_where_the_way_was_blocked_the_room_is_not_told_as_explored():
    house = House(PICK)
    house.refusals = [("navigate", "room", Code.BLOCKED)]
    told = do(house)[0].outcome.message
    assert told == "No Mug was found: not all of the room was explored, as the way was blocked."
