"""The rules' revisions, on the plans of PRED's listings 1 to 5."""

from __future__ import annotations

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.outcome import Code
from pred_core.plan_language import Discrepancy, High, Kind, Level, Plan, Subgoal
from pred_planner.plan.expansion import expand
from pred_planner.rules.revision import revise

NOTHING = ObjectMemory()


def seen(*classes: str, **parents: str) -> ObjectMemory:
    box = ((0.0, 0.0, 0.0), (0.1, 0.1, 0.1))
    return ObjectMemory(
        objects=tuple(ObjectState(f"{c}_1", c, *box, parent_id=parents.get(c, "")) for c in classes)
    )


def triplet(
    n: int, action: High, name: str, place: str = "", *, ref: str = "x1", inside: tuple[str, ...] = ()
) -> Subgoal:
    place_ref = "y1" if place else ""
    return Subgoal(
        f"t{n}", Level.TRIPLET, action, name, place, object_ref=ref, receptacle_ref=place_ref, inside=inside
    )


def plan(*triplets: Subgoal, cursor: int = 0) -> Plan:
    return Plan("p", "test", "do", "rules", triplets, expand(triplets), cursor=cursor)


def pairs(given: Plan) -> list[tuple[str, str]]:
    return [(s.object, str(s.action)) for s in given.subgoals]


def found(kind: Kind, of: Plan, subject: str, observed: str = "", subject_id: str = "") -> Discrepancy:
    assert of.current is not None
    return Discrepancy(kind, of.current.id, subject, subject_id=subject_id, observed=observed)


def test_listing_1_presence_drops_open_and_close():
    before = plan(
        triplet(1, High.PICKUP, "Knife", ref="knife", inside=("Drawer",)),
        triplet(2, High.SLICE, "Apple", "CounterTop"),
    )
    assert pairs(before)[:3] == [
        ("Drawer", "OpenObject"),
        ("Knife", "PickupObject"),
        ("Drawer", "CloseObject"),
    ]
    revision = revise(before, (found(Kind.DTA, before, "Knife", subject_id="Knife_1"),), NOTHING)
    assert revision.accepted
    assert pairs(revision.after) == [
        ("Knife", "PickupObject"),
        ("Apple", "SliceObject"),
        ("CounterTop", "PutObject"),
    ]
    assert revision.after.current is not None and revision.after.current.object_id == "Knife_1"


def test_presence_without_a_closed_place_changes_nothing():
    before = plan(triplet(1, High.MOVE, "Apple", "Fridge"))
    revision = revise(before, (found(Kind.DTA, before, "Apple"),), NOTHING)
    assert not revision.accepted and revision.after is before
    assert revision.outcome.code is Code.ALREADY_SO


def test_listing_2_appearance_puts_back_and_picks_another():
    before = plan(triplet(1, High.MOVE, "Pillow", "Bed"))
    memory = seen("Pillow", "Sofa", Pillow="Sofa_1")
    revision = revise(before, (found(Kind.OHV, before, "Pillow", subject_id="Pillow_1"),), memory)
    assert pairs(revision.after) == [
        ("Pillow", "PickupObject"),
        ("Sofa", "PutObject"),
        ("Pillow", "PickupObject"),
        ("Bed", "PutObject"),
    ]
    assert revision.after.cursor == 1, "the first pickup is done"
    assert revision.after.context["rejected"] == ["Pillow_1"]


def test_listing_3_an_attribute_in_the_way_is_undone_first():
    before = plan(triplet(1, High.MOVE, "Mug", "SinkBasin", inside=("Microwave",)))
    revision = revise(before, (found(Kind.APM, before, "Microwave", "on"),), NOTHING)
    assert pairs(revision.after)[:2] == [("Microwave", "ToggleObjectOff"), ("Microwave", "OpenObject")]
    assert pairs(revision.after)[1:] == pairs(before)
    assert revision.after.subgoals[0].object_ref == revision.after.subgoals[1].object_ref


def test_a_running_faucet_is_switched_off_before_something_goes_into_the_sink():
    before = plan(triplet(1, High.MOVE, "Mug", "SinkBasin"), cursor=1)
    revision = revise(before, (found(Kind.APM, before, "SinkBasin", "on"),), NOTHING)
    assert pairs(revision.after)[1:] == [("Faucet", "ToggleObjectOff"), ("SinkBasin", "PutObject")]


def test_listing_4_what_is_clean_is_not_cleaned():
    before = plan(
        triplet(1, High.CLEAN, "Plate", ref="plate"),
        triplet(2, High.MOVE, "Plate", "CounterTop", ref="plate"),
        triplet(3, High.MOVE, "Bread", "Plate"),
    )
    revision = revise(before, (found(Kind.APM, before, "Plate", "clean"),), NOTHING)
    assert [t.as_triplet() for t in revision.after.triplets] == [
        ("Move", "Plate", "CounterTop"),
        ("Move", "Bread", "Plate"),
    ]
    assert ("Faucet", "ToggleObjectOn") not in pairs(revision.after)


def test_a_redundant_treatment_found_with_the_thing_in_hand_goes_on_from_there():
    before = plan(triplet(1, High.CLEAN, "Mug"), triplet(2, High.MOVE, "Mug", "CoffeeMachine"), cursor=1)
    revision = revise(before, (found(Kind.APM, before, "Mug", "clean"),), NOTHING)
    assert pairs(revision.after) == [("Mug", "PickupObject"), ("CoffeeMachine", "PutObject")]
    assert revision.after.cursor == 1
    assert len({s.id for s in (*before.subgoals, *revision.after.subgoals)}) == len(before.subgoals) + 1


def test_what_is_sliced_already_is_not_sliced_but_the_knife_is_put_down():
    slicing = triplet(1, High.SLICE, "Apple", "CounterTop", inside=("Fridge",))
    moving = triplet(2, High.MOVE, "AppleSliced", "Plate", ref="x2")
    at_fridge, at_apple = plan(slicing, moving, cursor=1), plan(slicing, moving, cursor=5)
    assert at_apple.current is not None and at_apple.current.action == "SliceObject"
    after = revise(at_fridge, (found(Kind.APM, at_fridge, "Apple", "sliced"),), NOTHING).after
    assert pairs(after)[1:] == [("AppleSliced", "PickupObject"), ("Plate", "PutObject")]
    after = revise(at_apple, (found(Kind.APM, at_apple, "Apple", "sliced"),), NOTHING).after
    assert pairs(after)[5:] == [
        ("CounterTop", "PutObject"),
        ("AppleSliced", "PickupObject"),
        ("Plate", "PutObject"),
    ]


def test_an_open_door_is_not_opened():
    before = plan(triplet(1, High.MOVE, "Apple", "Fridge"), cursor=1)
    revision = revise(before, (found(Kind.APM, before, "Fridge", "open"),), NOTHING)
    assert pairs(revision.after) == [
        ("Apple", "PickupObject"),
        ("Fridge", "PutObject"),
        ("Fridge", "CloseObject"),
    ]


def test_a_lamp_to_look_at_by_that_burns_already_is_still_gone_to():
    before = plan(triplet(1, High.LOOK_AT, "Book", "DeskLamp"), cursor=1)
    assert pairs(before) == [("Book", "PickupObject"), ("DeskLamp", "ToggleObjectOn")]
    burning = found(Kind.APM, before, "DeskLamp", "on", "DeskLamp_1")
    revision = revise(before, (burning,), seen("DeskLamp"))
    assert revision.accepted
    assert pairs(revision.after) == [("Book", "PickupObject"), ("DeskLamp", "GotoObject")]
    assert revision.after.current is not None and revision.after.current.object_id == "DeskLamp_1"


def test_an_attribute_that_matters_not_changes_nothing():
    before = plan(triplet(1, High.MOVE, "Mug", "Shelf"))
    revision = revise(before, (found(Kind.APM, before, "Mug", "filled"),), NOTHING)
    assert not revision.accepted and "not in the way" in revision.reason


def test_listing_5_what_is_in_place_is_passed():
    before = plan(triplet(1, High.MOVE, "Pillow", "Sofa"), triplet(2, High.MOVE, "Pillow", "Sofa", ref="x2"))
    revision = revise(before, (found(Kind.ASR, before, "Pillow", subject_id="Pillow_7"),), NOTHING)
    assert [t.action for t in revision.after.triplets] == ["Pass", "Move"]
    assert revision.after.triplets[0].as_triplet() == ("Pass", "None", "None")
    assert revision.after.triplets[0].object_id == "Pillow_7"
    assert pairs(revision.after) == [("Pillow", "PickupObject"), ("Sofa", "PutObject")]
    assert {s.object_ref for s in revision.after.subgoals} == {"x2", "y1"}


def test_the_last_thing_in_place_ends_the_plan():
    before = plan(triplet(1, High.MOVE, "Pillow", "Sofa"))
    revision = revise(before, (found(Kind.ASR, before, "Pillow"),), NOTHING)
    assert revision.accepted and revision.after.current is None


def test_what_has_to_be_cleaned_is_not_passed():
    before = plan(triplet(1, High.CLEAN, "Mug"), triplet(2, High.MOVE, "Mug", "Shelf"))
    move = next(s for s in before.subgoals if s.parent == "t2")
    revision = revise(before, (Discrepancy(Kind.ASR, move.id, "Mug"),), NOTHING)
    assert not revision.accepted and "treated first" in revision.reason


def test_several_discrepancies_are_handled_in_order():
    before = plan(triplet(1, High.MOVE, "Mug", "SinkBasin", inside=("Microwave",)))
    both = (found(Kind.APM, before, "Microwave", "on"), found(Kind.DTA, before, "Mug", subject_id="Mug_1"))
    revision = revise(before, both, NOTHING)
    assert pairs(revision.after) == [
        ("Microwave", "ToggleObjectOff"),
        ("Mug", "PickupObject"),
        ("SinkBasin", "PutObject"),
    ]


def test_nothing_to_revise_says_so():
    before = plan(triplet(1, High.PICKUP, "Mug"))
    assert revise(before, (), NOTHING).outcome.code is Code.ALREADY_SO
