"""A model that sees is one more witness: for findings in doubt, for failures, for the end; and no more than that."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from fake_house import FakeLog, House, do, plan_of, thing
from findings import by_rules, found

from pred_core.objects import Attribute, Truth
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Discrepancy, Expectation, High, Kind, Level, Subgoal
from pred_recovery.mission.requests import Reply, Request, ShowPicture, UseSkill


def shown(house: House) -> list[ShowPicture]:
    return [r for r in house.requests if isinstance(r, ShowPicture)]


def noted(log: FakeLog, kind: str) -> list[tuple[str, str, str, Any]]:
    return [event for event in log.events if event[0] == kind]


def with_eyes(house: House, *likely: float, outcome: Outcome | None = None) -> House:
    """Let a model answer every picture so."""
    answer = house._answer

    def seeing(request: Request) -> Reply:
        if isinstance(request, ShowPicture):
            return Reply(Outcome.success() if outcome is None else outcome, likely=likely or request.likely)
        return answer(request)

    house._answer = seeing  # type: ignore[method-assign]
    return house


def clean(confidence: float) -> Discrepancy:
    return Discrepancy(Kind.APM, "s0", "Mug", "Mug_1", "not clean", "clean", confidence)


def house_with(*findings: Reply) -> House:
    move = Subgoal("t1", Level.TRIPLET, High.MOVE, "Mug", "Desk", object_ref="x1", receptacle_ref="y1")
    dirty = Expectation(class_name="Mug", attributes=(Attribute("clean", Truth.FALSE),))
    steps = (("Mug", "PickupObject", "x1"), ("Desk", "PutObject", "y1"))
    plan = plan_of(*steps, triplets=(move,), s0={"expectation": dirty})
    house = House(plan, thing("Mug_1"), thing("Desk_1", (3, 0)))
    house.views = ["Mug"]
    house.findings = list(findings)
    by_rules(house)
    return house


def test_a_doubt_that_a_model_shares_changes_the_plan() -> None:
    doubt = Reply(doubtful=(clean(0.5),), needed=(0.55,))
    house = with_eyes(house_with(doubt, doubt), 0.2, 0.8)
    _, log = do(house, modules="apm", vision=True)
    assert shown(house)[0] == ShowPicture("Mug_1", "Mug", ("The mug is dirty.", "The mug is clean."), (0.5, 0.5))
    assert [r.discrepancies[0].observed for r in log.revisions] == ["clean"]
    assert "The mug is clean. (0.80)" in noted(log, "picture")[0][2]


@pytest.mark.parametrize("likely", [(0.5, 0.5), (0.8, 0.2)])
def test_a_doubt_stays_one_where_the_model_sees_nothing_or_the_contrary(likely: tuple[float, float]) -> None:
    doubt = Reply(doubtful=(clean(0.5),), needed=(0.55,))
    house = with_eyes(house_with(doubt, doubt), *likely)
    result, log = do(house, modules="apm", vision=True)
    assert result.outcome and not log.revisions


def test_a_finding_that_is_not_beyond_doubt_may_be_spoken_against() -> None:
    finding = found(Kind.OHV, "Mug_1", "Cup", confidence=0.6)
    house = with_eyes(house_with(Reply(certain=(finding,))), 0.7, 0.3)
    result, log = do(house, modules="ohv", vision=True)
    assert result.outcome and not log.revisions
    assert shown(house)[0].object_id == "Mug_1", "what is in the hand"
    sure = house_with(Reply(certain=(found(Kind.OHV, "Mug_1", "Cup", confidence=1.0),)))
    do(with_eyes(sure, 0.7, 0.3), modules="ohv", vision=True)
    assert not shown(sure)


def test_without_vision_or_without_a_model_nothing_changes() -> None:
    finding = found(Kind.OHV, "Mug_1", "Cup", confidence=0.6)
    blind = house_with(Reply(certain=(finding,)))
    _, plain = do(blind, modules="ohv")
    nobody = with_eyes(
        house_with(Reply(certain=(finding,))), outcome=Outcome(Code.UNAVAILABLE, "The model takes no pictures.")
    )
    _, log = do(nobody, modules="ohv", vision=True)
    assert not shown(blind) and len(shown(nobody)) >= 1
    assert [r.trigger for r in log.revisions] == [r.trigger for r in plain.revisions] == ["ohv"]
    assert any("takes no pictures" in text for _, _, text, _ in noted(log, "picture"))


def test_a_task_shows_so_many_pictures_and_no_more() -> None:
    doubts = tuple(Discrepancy(Kind.APM, "s0", "Mug", f"Mug_{n}", "not clean", "clean", 0.4) for n in range(5))
    house = with_eyes(house_with(*[Reply(doubtful=doubts, needed=(0.55,) * 5)] * 2), 0.5, 0.5)
    do(house, modules="apm", vision=True, max_pictures=2)
    assert len(shown(house)) == 2


def failing(house: House, code: Code) -> House:
    """Let every put fail so."""
    answer = house._answer

    def fail(request: Request) -> Reply:
        if isinstance(request, UseSkill) and request.skill == "PutObject":
            return Reply(Outcome(code, "It failed."))
        return answer(request)

    house._answer = fail  # type: ignore[method-assign]
    return house


def test_a_models_look_is_weighed_into_the_diagnosis() -> None:
    def causes(*, vision: bool) -> dict[str, Any]:
        house = failing(with_eyes(house_with(), 0.02, 0.94, 0.02, 0.02), Code.EXECUTION_FAILURE)
        _, log = do(house, modules="none", recovery="helper", vision=vision)
        assert bool(shown(house)) is vision
        if vision:
            assert len(shown(house)[0].sentences) == 4 and sum(shown(house)[0].likely) == pytest.approx(1.0)
        return dict(noted(log, "diagnosis")[0][3]["causes"])

    plain, seen = causes(vision=False), causes(vision=True)
    second = list(plain)[1]
    assert next(iter(seen)) == second and seen[second] > plain[second]
    assert sum(seen.values()) == pytest.approx(1.0, abs=0.01)


LAMP = Subgoal("t1", Level.TRIPLET, High.TOGGLE_ON, "FloorLamp", object_ref="x1")


@pytest.mark.parametrize(("likely", "told"), [((0.9, 0.1), False), ((0.5, 0.5), True), ((0.1, 0.9), True)])
def test_what_the_end_cannot_see_may_be_seen_by_a_model(likely: tuple[float, float], told: bool) -> None:
    """The lamp's switch is pressed, and no picture shows whether it burns."""
    house = House(plan_of(("FloorLamp", "ToggleObjectOn", "x1"), triplets=(LAMP,)), thing("FloorLamp_1"))
    answer = house._answer

    def keep_dark(request: Request) -> Reply:
        reply = answer(request)
        house.objects["FloorLamp_1"] = replace(house.objects["FloorLamp_1"], attributes={})
        return reply

    house._answer = keep_dark  # type: ignore[method-assign]
    result, _ = do(with_eyes(house, *likely), modules="none", vision=True)
    assert shown(house)[0].sentences[0] == "It is so that the FloorLamp is on."
    assert result.outcome and bool(result.not_verified) is told
