"""A robot whose hand opens doors, in a house that goes by its action model: no door is tried with a full hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fake_house import do, skills, thing
from symbolic_house import SymbolicHouse

from pred_core.objects import ObjectState
from pred_core.outcome import Code, Outcome
from pred_core.vocabulary import within_domain


@pytest.fixture(autouse=True)
def spot() -> Iterator[None]:
    with within_domain("household", "spot"):
        yield


def kitchen() -> tuple[ObjectState, ...]:
    return (
        thing("CounterTop_1", (1.0, 0.0)),
        thing("Fridge_1", (4.0, 0.0), open=False),
        thing("Cabinet_1", (4.0, 3.0), open=False),
        thing("Apple_1", (1.0, 0.0), "CounterTop_1"),
        thing("Egg_1", (4.0, 0.0), "Fridge_1"),
    )


class DraughtyHouse(SymbolicHouse):
    """The fridge falls shut as the apple is picked up for the first time."""

    fallen = False

    def _skill(self, skill: str, target: ObjectState) -> Outcome:
        outcome = super()._skill(skill, target)
        if skill == "PickupObject" and outcome and not self.fallen:
            self.fallen = True
            self.state = self.state.changed([], [("opened", "Fridge_1")])
            self._show()
        return outcome


@pytest.mark.parametrize(
    ("words", "thing_id", "place"),
    [
        ("put the apple in the fridge", "Apple_1", "Fridge_1"),
        ("take the egg out of the fridge and put it in the cabinet", "Egg_1", "Cabinet_1"),
        ("put the egg from the fridge on the counter", "Egg_1", "CounterTop_1"),
    ],
)
def test_doors_are_opened_before_and_closed_after(words: str, thing_id: str, place: str) -> None:
    house = SymbolicHouse(words, *kitchen())
    result, _ = do(house)
    assert result.outcome, (result.outcome, skills(house))
    assert ("in", thing_id, place) in house.state.true
    assert not house.state.true.of("opened"), "what was opened is shut"
    assert house.robot.failures == 0, skills(house)


def test_a_door_that_fell_shut_is_opened_with_the_thing_put_down() -> None:
    house = DraughtyHouse("put the apple in the fridge", *kitchen())
    result, _ = do(house)
    assert result.outcome, (result.outcome, skills(house))
    assert ("in", "Apple_1", "Fridge_1") in house.state.true
    assert house.robot.failures <= 1, "that it is shut again may be found out by trying"
    done = skills(house)
    second = [k for k, (skill, _) in enumerate(done) if skill == "OpenObject"][1]
    assert done[second - 1] == ("PutObject", "CounterTop_1") and done[second + 1] == (
        "PickupObject",
        "Apple_1",
    )


class StiffHouse(SymbolicHouse):
    """The fridge, whose door is seen to swing open, cannot be closed."""

    def _skill(self, skill: str, target: ObjectState) -> Outcome:
        if skill == "CloseObject":
            return Outcome(Code.EXECUTION_FAILURE, "It did not give way.")
        outcome = super()._skill(skill, target)
        if skill == "OpenObject" and outcome:
            (x, y, z), (dx, dy, dz) = target.center, target.size
            self.change(target.id, center=(x - 0.3, y, z), size=(dx + 0.6, dy, dz))
        return outcome


class HiddenDoorHouse(StiffHouse):
    """The same, whose door is not seen when it swings: its box stays as it was."""

    def change(self, name: str, **fields: Any) -> None:
        grows = {"center", "size"} if name == "Fridge_1" else set()
        super().change(name, **{field: value for field, value in fields.items() if field not in grows})


@pytest.mark.parametrize("kind", [StiffHouse, HiddenDoorHouse])
def test_a_door_that_stays_open_is_told_in_the_end(kind: type[StiffHouse]) -> None:
    house = kind("put the apple in the fridge", *kitchen())
    result, _ = do(house, recovery="staged")
    assert ("in", "Apple_1", "Fridge_1") in house.state.true
    assert result.outcome.message == "Done, but: Fridge_1 was left open.", result.outcome
