"""Several detectors fire on one observation: one revision, in a fixed order, and a plan that still makes sense."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from fake_house import FakeLog, House, do, plan_of, skills, thing

from pred_core.objects import Attribute, Truth
from pred_core.plan_language import PRECEDENCE, Discrepancy, Expectation, High, Kind, Level, Plan, Subgoal
from pred_planner.plan.expansion import expand
from pred_planner.rules.revision import revise
from pred_recovery.mission.requests import Check, Reply, Request, Revise
from pred_recovery.tree.executive import TaskEnd

Findings = dict[Kind, Discrepancy]


def asked_once(house: House, findings: Findings) -> None:
    """Let each detector find its discrepancy the first time it is asked, of the step it is asked about."""
    answer: Callable[[Request], Reply] = house._answer
    left = dict(findings)

    def check(request: Request) -> Reply:
        if not isinstance(request, Check):
            return answer(request)
        (kind,) = request.kinds
        found = left.pop(kind, None)
        return Reply() if found is None else Reply(certain=(found,))

    house._answer = check  # type: ignore[method-assign]
    house.reviser = lambda plan, found: revise(plan, found, house.memory)


def revisions(house: House) -> list[tuple[Kind, ...]]:
    return [tuple(d.kind for d in r.discrepancies) for r in house.requests if isinstance(r, Revise)]


def found(kind: Kind, step: str, subject_id: str, observed: str) -> Discrepancy:
    return Discrepancy(kind, step, subject_id.split("_", maxsplit=1)[0], subject_id, "?", observed)


def knife_and_fridge() -> House:
    """Return a house where, once a knife is taken, an apple in the fridge is to be cut."""
    plan = plan_of(
        ("Knife", "PickupObject", "knife"),
        ("Fridge", "OpenObject", "fridge"),
        ("Apple", "SliceObject", "x1"),
        ("Fridge", "CloseObject", "fridge"),
        ("CounterTop", "PutObject", ""),
        s1={"expectation": Expectation("Fridge", attributes=(Attribute("open", Truth.FALSE),))},
        s2={"expectation": Expectation("Apple", place="Fridge"), "inside": ("Fridge",)},
    )
    return House(
        plan,
        thing("Knife_1", (2, 0), parent="CounterTop_1"),
        thing("Knife_2", (2, 2), parent="CounterTop_1"),
        thing("CounterTop_1", (2, 1)),
        thing("Fridge_1", (5, 0)),
        thing("Apple_1", (5, 0), parent="Fridge_1"),
        thing("Apple_2", (3, 3), parent="CounterTop_1"),
    )


OF_THE_KNIFE: Findings = {
    Kind.OHV: found(Kind.OHV, "s0", "Knife_1", "ButterKnife"),
    Kind.DTA: found(Kind.DTA, "s1", "Apple_2", "CounterTop"),
    Kind.APM: found(Kind.APM, "s1", "Fridge_1", "open"),
}
COMBINATIONS = [c for n in (2, 3) for c in combinations(OF_THE_KNIFE, n) if Kind.DTA in c]


def run(house: House, kinds: tuple[Kind, ...], of: Findings) -> tuple[TaskEnd, FakeLog]:
    asked_once(house, {kind: of[kind] for kind in kinds})
    house.views = ["ButterKnife", "ButterKnife"] if Kind.OHV in kinds else []
    return do(house, modules=",".join(kinds))


@pytest.mark.parametrize("kinds", COMBINATIONS, ids="+".join)
def test_all_that_is_found_at_once_makes_one_revision_in_the_order_of_precedence(
    kinds: tuple[Kind, ...],
) -> None:
    house = knife_and_fridge()
    house.mark("Fridge_1", "open", value=Kind.APM in kinds)
    result, log = run(house, kinds, OF_THE_KNIFE)
    assert revisions(house)[0] == tuple(sorted(kinds, key=PRECEDENCE.index))
    assert len(log.revisions) == 1 and log.revisions[0].accepted
    assert [r for r in log.reasons if log.revisions[0].reason in r], "the change is told when it is made"
    assert result.outcome, result.outcome
    done = skills(house)
    picked = [i for skill, i in done if skill == "PickupObject"]
    assert picked == (["Knife_1", "Knife_2"] if Kind.OHV in kinds else ["Knife_1"])
    cut = [i for skill, i in done if skill == "SliceObject"]
    assert cut == (["Apple_2"] if Kind.DTA in kinds else ["Apple_1"])
    assert ("OpenObject", "Fridge_1") not in done, "it was open already, or need not be opened"
    assert house.held == ""


def test_a_wrong_thing_goes_back_and_a_door_that_is_open_already_is_not_opened() -> None:
    plan = plan_of(
        ("Mug", "PickupObject", "x1"),
        ("Microwave", "OpenObject", "microwave"),
        ("Microwave", "PutObject", "microwave"),
        ("Microwave", "CloseObject", "microwave"),
        s1={"expectation": Expectation("Microwave", attributes=(Attribute("open", Truth.FALSE),))},
    )
    house = House(
        plan,
        thing("Mug_1", parent="Desk_1"),
        thing("Mug_2", (2, 2), parent="Desk_1"),
        thing("Desk_1"),
        thing("Microwave_1", (4, 0), open=True),
    )
    found_both = {
        Kind.OHV: found(Kind.OHV, "s0", "Mug_1", "Cup"),
        Kind.APM: found(Kind.APM, "s1", "Microwave_1", "open"),
    }
    asked_once(house, found_both)
    house.views = ["Cup", "Cup"]
    result, log = do(house, modules="ohv,apm")
    assert result.outcome and len(log.revisions) == 1
    assert revisions(house) == [(Kind.OHV, Kind.APM)]
    assert skills(house) == [
        ("PickupObject", "Mug_1"),
        ("PutObject", "Desk_1"),
        ("PickupObject", "Mug_2"),
        ("PutObject", "Microwave_1"),
        ("CloseObject", "Microwave_1"),
    ]


def test_the_rest_of_the_plan_waits_until_the_wrong_thing_is_back() -> None:
    house = knife_and_fridge()
    run(house, (Kind.OHV, Kind.DTA), OF_THE_KNIFE)
    assert skills(house)[:4] == [
        ("PickupObject", "Knife_1"),
        ("PutObject", "CounterTop_1"),
        ("PickupObject", "Knife_2"),
        ("SliceObject", "Apple_2"),
    ]


def two_pillows() -> Plan:
    """Return the plan to take a pillow out of the closet, where another one is said to be, and to the sofa."""
    triplets = (
        Subgoal(
            "t1",
            Level.TRIPLET,
            High.MOVE,
            "Pillow",
            "Sofa",
            object_ref="x1",
            receptacle_ref="y1",
            inside=("Cabinet",),
        ),
        Subgoal("t2", Level.TRIPLET, High.MOVE, "Book", "Sofa", object_ref="x2", receptacle_ref="y1"),
    )
    return Plan("p", "do it", "test", "rules", triplets, expand(triplets))


def test_what_need_not_be_moved_is_not_fetched_from_elsewhere_and_the_next_step_is_not_touched() -> None:
    plan = two_pillows()
    first = plan.subgoals[0].id
    both = (
        found(Kind.ASR, first, "Pillow_1", "on Sofa"),
        found(Kind.DTA, first, "Pillow_2", "Bed"),
    )
    revision = revise(plan, both, House(plan).memory)
    assert revision.accepted
    assert [s.as_tuple() for s in revision.after.subgoals[revision.after.cursor :]] == [
        ("Book", "PickupObject"),
        ("Sofa", "PutObject"),
    ]
    assert "does not matter any more" in revision.reason


def test_what_a_wrong_thing_is_like_changes_nothing_for_the_right_one() -> None:
    triplets = (
        Subgoal("t1", Level.TRIPLET, High.CLEAN, "Mug", object_ref="x1"),
        Subgoal("t2", Level.TRIPLET, High.MOVE, "Mug", "Desk", object_ref="x1", receptacle_ref="y1"),
    )
    subgoals = expand(triplets)
    plan = Plan("p", "do it", "test", "rules", triplets, subgoals, cursor=1)
    both = (
        found(Kind.OHV, subgoals[0].id, "Mug_1", "Cup"),
        found(Kind.APM, subgoals[1].id, "Mug_1", "clean"),
    )
    revision = revise(plan, both, House(plan, thing("Mug_1")).memory)
    assert revision.accepted and "does not matter" in revision.reason
    names = [s.as_tuple() for s in revision.after.subgoals[revision.after.cursor :]]
    assert names[:2] == [("CounterTop", "PutObject"), ("Mug", "PickupObject")]
    assert ("Faucet", "ToggleObjectOn") in names, "the next mug is still washed"


def test_a_step_left_out_does_not_move_the_cursor_over_what_comes_before_it() -> None:
    triplets = (
        Subgoal("t1", Level.TRIPLET, High.PICKUP, "Knife", object_ref="knife"),
        Subgoal("t2", Level.TRIPLET, High.SLICE, "Apple", "CounterTop", object_ref="x1"),
        Subgoal("t3", Level.TRIPLET, High.MOVE, "AppleSliced", "Desk", object_ref="x2"),
    )
    subgoals = expand(triplets)
    plan = Plan("p", "do it", "test", "rules", triplets, subgoals, cursor=1)
    both = (
        found(Kind.OHV, subgoals[0].id, "Knife_1", "ButterKnife"),
        found(Kind.APM, subgoals[1].id, "Apple_1", "sliced"),
    )
    revision = revise(plan, both, House(plan, thing("Knife_1")).memory)
    assert revision.accepted and revision.after.cursor == 1
    assert revision.after.subgoals[1].action == "PutObject", "the wrong knife goes back first"


def test_a_finding_whose_step_went_with_another_one_may_come_up_again() -> None:
    house = knife_and_fridge()
    uncut = Expectation("Apple", place="Fridge", attributes=(Attribute("sliced", Truth.FALSE),))
    house.plan = plan_of(
        ("Fridge", "OpenObject", "fridge"),
        ("Apple", "PickupObject", "x1"),
        ("Fridge", "CloseObject", "fridge"),
        s0={"expectation": Expectation("Fridge", attributes=(Attribute("open", Truth.FALSE),))},
        s1={"expectation": uncut, "inside": ("Fridge",)},
    )
    answer = house._answer

    def check(request: Request) -> Reply:
        if not isinstance(request, Check):
            return answer(request)
        step = request.subgoal.id
        if request.kinds == (Kind.DTA,):
            return Reply(certain=(found(Kind.DTA, step, "Apple_2", "CounterTop"),))
        return Reply(certain=(found(Kind.APM, step, "Apple_2", "sliced"),))

    house._answer = check  # type: ignore[method-assign]
    house.reviser = lambda plan, d: revise(plan, d, house.memory)
    result, _ = do(house, modules="dta,apm")
    assert result.outcome
    assert revisions(house) == [(Kind.DTA, Kind.APM), (Kind.APM,)]


def test_what_was_found_before_another_look_is_asked_again() -> None:
    """One observation speaks for all: a finding that the new one does not confirm is dropped."""
    house = knife_and_fridge()
    house.plan = plan_of(
        ("Fridge", "OpenObject", "fridge"),
        ("Apple", "SliceObject", "x1"),
        ("Fridge", "CloseObject", "fridge"),
        s0={"expectation": Expectation("Fridge", attributes=(Attribute("open", Truth.FALSE),))},
        s1={"expectation": Expectation("Apple", place="Fridge"), "inside": ("Fridge",)},
    )
    dta = found(Kind.DTA, "s0", "Apple_2", "CounterTop")
    apm = found(Kind.APM, "s0", "Fridge_1", "open")
    answers: dict[Kind, list[Reply]] = {
        Kind.DTA: [Reply(certain=(dta,)), Reply()],
        Kind.APM: [Reply(doubtful=(apm,)), Reply(certain=(apm,))],
    }
    answer = house._answer

    def check(request: Request) -> Reply:
        if isinstance(request, Check):
            left = answers[request.kinds[0]]
            return left.pop(0) if left else Reply()
        return answer(request)

    house._answer = check  # type: ignore[method-assign]
    house.reviser = lambda plan, d: revise(plan, d, house.memory)
    do(house, modules="dta,apm", recovery="none")
    assert revisions(house)[0] == (Kind.APM,)


def shut_out_of_sight(house: House) -> None:
    """Let the fridge leave the picture as it is shut: perception goes on calling it open."""
    mark = house.mark

    def out_of_view(name: str, attribute: str, value: bool) -> None:
        if value:
            mark(name, attribute, value)
        else:
            house.change(name, visible=False, last_seen_step=house.robot.step)

    house.mark = out_of_view  # type: ignore[method-assign]


def opened_twice(*, seen: bool) -> list[tuple[str, str]]:
    """Return what is done of open, shut, open, where the state between is remembered wrongly, and seen so or not."""
    plan = plan_of(
        ("Fridge", "OpenObject", "fridge"),
        ("Fridge", "CloseObject", "fridge"),
        ("Fridge", "OpenObject", "fridge"),
        s2={"expectation": Expectation("Fridge", attributes=(Attribute("open", Truth.FALSE),))},
    )
    house = House(plan, thing("Fridge_1", (2, 0), open=False))
    asked_once(house, {})
    answer: Callable[[Request], Reply] = house._answer

    def check(request: Request) -> Reply:
        if isinstance(request, Check) and request.subgoal.id == "s2":
            if seen:
                house.change("Fridge_1", visible=True, last_seen_step=house.robot.step + 1)
            return Reply(certain=(found(Kind.APM, "s2", "Fridge_1", "open"),))
        return answer(request)

    house._answer = check  # type: ignore[method-assign]
    shut_out_of_sight(house)
    result, _ = do(house, modules="apm")
    assert result.outcome, result.outcome
    return skills(house)


def test_a_state_remembered_from_before_the_robot_changed_it_out_of_its_sight_is_none() -> None:
    assert [skill for skill, _ in opened_twice(seen=False)] == ["OpenObject", "CloseObject", "OpenObject"]


def test_a_state_that_is_seen_counts_whatever_the_robot_did() -> None:
    assert [skill for skill, _ in opened_twice(seen=True)] == ["OpenObject", "CloseObject"]
