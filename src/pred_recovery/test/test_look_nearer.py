"""What a detector is not sure of is looked at from near before it is used, or before closed places are opened."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_house import TOLD_OF, House, do, plan_of, thing

from pred_core.objects import ObjectMemory
from pred_core.outcome import Code
from pred_core.plan_language import Primitive
from pred_recovery.mission.likely import EVEN, with_likely
from pred_recovery.mission.requests import Mode, Navigate, Reply, UseSkill
from pred_recovery.search.preference import SURE


class SeenBetterFromNear(House):
    """``near`` is what things turn out to be, and how surely, once the robot stands before them."""

    near: dict[str, tuple[str, float]]
    at_cabinet: tuple[str, tuple[str, float]] | None = None  # what turns out so on the way to a cabinet

    def _navigate(self, request: Navigate) -> Reply:
        reply = super()._navigate(request)
        if self.at_cabinet is not None and request.object_id.startswith("Cabinet"):
            seen, (name, score) = self.at_cabinet
            self.change(seen, class_name=name, score=score)
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


def test_what_is_rather_not_it_is_not_taken_when_it_stays_so_from_near():
    made = house({}, doubtful("Mug_1", (1, 0), EVEN - 0.05))
    made.told_of = SURE
    assert do(made)[0].outcome.code is Code.NOT_FOUND and not taken(made)
    assert gone_to(made) == ["Mug_1"]


def test_what_stays_doubtful_from_near_is_taken_when_there_is_nothing_else():
    made = house({}, doubtful("Mug_1", (1, 0), 0.6))
    assert do(made)[0].outcome and taken(made) == ["Mug_1"]
    assert gone_to(made).count("Mug_1") <= 2  # once to look, once to act


def test_what_is_likely_it_from_near_is_taken_before_closed_places_are_opened():
    shut = thing("Cabinet_1", (3, 0), open=False)
    made = house({}, doubtful("Mug_1", (1, 0), EVEN + 0.05), shut)
    made.told_of = SURE
    assert do(made)[0].outcome and taken(made) == ["Mug_1"]


def test_what_came_to_be_likely_while_places_were_opened_is_taken():
    shut = [thing(f"Cabinet_{k}", (3 + k, 0), open=False) for k in range(3)]
    made = house({}, doubtful("Bowl_1", (1, 0), 0.6, rival="Mug"), *shut)
    made.told_of = SURE
    made.at_cabinet = ("Bowl_1", ("Mug", EVEN + 0.05))
    assert do(made)[0].outcome and "Bowl_1" in taken(made)
    assert sum(isinstance(r, UseSkill) and r.skill == Primitive.OPEN for r in made.requests) == 1


def test_a_basin_that_no_view_from_afar_shows_is_looked_for_at_its_sink():
    plan = plan_of(("SinkBasin", Primitive.TOUCH))
    made = SeenBetterFromNear(plan, thing("Sink_1", (3, 0)), thing("Mug_1", (1, 0)))
    made.near, made.passed = {}, [thing("SinkBasin_1", (3, 0))]
    assert do(made)[0].outcome and explored(made)
    assert gone_to(made)[0] == "Sink_1" and taken(made) == ["SinkBasin_1"]


def test_only_what_was_gone_to_or_is_bound_counts_as_there_once_it_is_likely():
    names = ("Mug_1", "Mug_2", "Mug_3", "Mug_4")
    seen = [doubtful(n, (1, 0), s) for n, s in zip(names, (0.6, 0.6, 0.6, 0.4), strict=True)]
    memory = with_likely(ObjectMemory(doubtful=tuple(seen)), looked_at={"Mug_1", "Mug_4"}, bound={"Mug_2"})
    assert [o.id for o in memory.objects] == ["Mug_1", "Mug_2"]
    assert [o.id for o in memory.doubtful] == ["Mug_3", "Mug_4"]
