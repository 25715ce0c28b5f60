"""What a detector is not sure of is looked at from near before it is used, or before closed places are opened."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_house import TOLD_OF, House, do, plan_of, thing

from pred_core.outcome import Code
from pred_core.plan_language import Primitive
from pred_recovery.mission.requests import Mode, Navigate, Reply, UseSkill
from pred_recovery.search.preference import SURE


class SeenBetterFromNear(House):
    """``near`` is what things turn out to be, and how surely, once the robot stands before them."""

    near: dict[str, tuple[str, float]]

    def _navigate(self, request: Navigate) -> Reply:
        reply = super()._navigate(request)
        if request.mode is Mode.OBJECT and request.object_id in self.near:
            name, score = self.near[request.object_id]
            self.change(request.object_id, class_name=name, score=score)
        return reply


def doubtful(name: str, at: tuple[float, float], score: float, rival: str = ""):
    return replace(thing(name, at), score=score, rival_class=rival)


def house(near: dict[str, tuple[str, float]], *objects):
    made = SeenBetterFromNear(plan_of(("Mug", Primitive.PICKUP)), *objects)
    made.near = near
    return made


def taken(made: House) -> list[str]:
    return [r.target.id for r in made.requests if isinstance(r, UseSkill)]


def gone_to(made: House) -> list[str]:
    return [r.object_id for r in made.requests if isinstance(r, Navigate) and r.mode is Mode.OBJECT]


def explored(made: House) -> bool:
    return any(isinstance(r, Navigate) and r.mode is Mode.EXPLORE for r in made.requests)


def test_a_sure_one_farther_off_is_taken_before_a_doubtful_one_at_hand():
    made = house({}, doubtful("Mug_1", (1, 0), SURE - 0.1), thing("Mug_2", (4, 0)))
    assert do(made)[0].outcome and taken(made) == ["Mug_2"] and not explored(made)


def test_of_two_that_are_sure_the_likelier_is_worth_a_walk():
    made = house({}, doubtful("Mug_1", (1, 0), SURE + 0.05), thing("Mug_2", (4, 0)))
    assert do(made)[0].outcome and taken(made) == ["Mug_2"]


@pytest.mark.parametrize(
    ("thing_seen", "turns_out"),
    [
        (doubtful("Mug_1", (1, 0), SURE - 0.1), ("Mug", 0.95)),
        (doubtful("Bowl_1", (1, 0), SURE - 0.1, rival="Mug"), ("Mug", 0.95)),
        (doubtful("Mug_1", (1, 0), TOLD_OF - 0.2), ("Mug", 0.95)),
        (doubtful("Bowl_1", (1, 0), TOLD_OF - 0.2, rival="Mug"), ("Mug", 0.95)),
    ],
)
def test_what_may_be_it_is_gone_to_once_nothing_sure_was_found(thing_seen, turns_out):
    made = house({thing_seen.id: turns_out}, thing_seen)
    assert do(made)[0].outcome and explored(made)
    assert taken(made) == [thing_seen.id] and gone_to(made)[0] == thing_seen.id


def test_what_turns_out_to_be_something_else_is_left_alone():
    near = {"Mug_1": ("Bowl", 0.95), "Mug_2": ("Mug", 0.9)}
    made = house(near, doubtful("Mug_1", (1, 0), 0.6), doubtful("Mug_2", (2, 0), 0.5))
    assert do(made)[0].outcome and taken(made) == ["Mug_2"]
    assert gone_to(made)[:2] == ["Mug_1", "Mug_2"]


def test_what_nobody_was_told_of_is_not_taken_when_it_stays_so_from_near():
    made = house({}, doubtful("Mug_1", (1, 0), TOLD_OF - 0.2))
    assert do(made)[0].outcome.code is Code.NOT_FOUND and not taken(made)
    assert gone_to(made) == ["Mug_1"]


def test_what_stays_doubtful_from_near_is_taken_when_there_is_nothing_else():
    made = house({}, doubtful("Mug_1", (1, 0), 0.6))
    assert do(made)[0].outcome and taken(made) == ["Mug_1"]
    assert gone_to(made).count("Mug_1") <= 2  # once to look, once to act


def test_a_basin_that_no_view_from_afar_shows_is_looked_for_at_its_sink():
    plan = plan_of(("SinkBasin", Primitive.TOUCH))
    made = SeenBetterFromNear(plan, thing("Sink_1", (3, 0)), thing("Mug_1", (1, 0)))
    made.near, made.passed = {}, [thing("SinkBasin_1", (3, 0))]
    assert do(made)[0].outcome and explored(made)
    assert gone_to(made)[0] == "Sink_1" and taken(made) == ["SinkBasin_1"]
