"""Where on the table a thing is put: beside others, as the words say, and seen to be so in the end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fake_house import do, skills
from fake_table import Bench, on_table

from pred_core.objects import ObjectState
from pred_core.outcome import Code
from pred_core.spots import Beside, Landmark
from pred_core.vocabulary import within_domain
from pred_recovery.mission.requests import UseSkill

PICK, PUT = "PickupObject", "PutObject"
ARM = {"mobile": False, "max_adjustments": 0, "verify_views": 0}


@pytest.fixture(autouse=True)
def _table() -> Iterator[None]:
    with within_domain("table"):
        yield


def beside(instruction: str, *more: ObjectState) -> Bench:
    return Bench(
        instruction,
        on_table("Lemon_1", (0.3, -0.3)),
        on_table("RedCup_1", (0.5, 0.1)),
        on_table("PepsiCan_1", (0.5, -0.1)),
        *more,
    )


def spots(bench: Bench) -> list[Beside | None]:
    return [r.spot for r in bench.requests if isinstance(r, UseSkill) and r.skill == PUT]


CUP, PEPSI = Landmark((0.5, 0.1), (0.05, 0.05)), Landmark((0.5, -0.1), (0.05, 0.05))


@pytest.mark.parametrize(
    ("text", "spot", "at"),
    [
        ("put the lemon next to the red cup", Beside("near", (CUP,)), (0.58, 0.1)),
        ("put the lemon to the left of the red cup", Beside("left", (CUP,)), (0.5, 0.2)),
        ("put the lemon behind the red cup", Beside("behind", (CUP,)), (0.6, 0.1)),
        ("put the lemon between the red cup and the Pepsi", Beside("between", (CUP, PEPSI)), (0.5, 0.01)),
    ],
)
def test_a_thing_is_put_beside_others_and_that_is_seen(text: str, spot: Beside, at: tuple[float, float]) -> None:
    bench = beside(text)
    bench.comes_to_lie["Lemon_1"] = at
    result, _ = do(bench, **ARM)
    assert result.outcome, str(result.outcome)
    assert skills(bench) == [(PICK, "Lemon_1"), (PUT, "Table_1")] and spots(bench) == [spot]


def test_a_thing_that_came_to_lie_elsewhere_is_not_told_as_beside() -> None:
    bench = beside("put the lemon to the left of the red cup")
    bench.comes_to_lie["Lemon_1"] = (0.5, 0.0)
    result, _ = do(bench, **ARM)
    assert result.outcome.code is Code.POSTCONDITION_FAILURE and "left" in result.outcome.message


TWO_WRENCHES = (on_table("Wrench_1", (0.3, 0.3)), on_table("Wrench_2", (0.6, 0.3)))
ORANGE_IN_BOX = (on_table("Box_1", (0.6, 0.3)), on_table("Orange_1", (0.6, 0.3), "Box_1"))


@pytest.mark.parametrize(
    ("text", "more", "told"),
    [
        ("put the lemon next to the orange", (), "do not see"),
        ("put the lemon between the cans", (), "only one"),
        ("put the lemon next to the wrench", TWO_WRENCHES, "which"),
        ("put the lemon next to the orange", ORANGE_IN_BOX, "in or on"),
    ],
)  # fmt: skip
def test_beside_what_is_not_there_nothing_is_taken_in_hand(text: str, more: tuple[ObjectState, ...], told: str) -> None:
    bench = beside(text, *more)
    result, _ = do(bench, **ARM)
    assert result.outcome.code is Code.NOT_FOUND and told in result.outcome.message and skills(bench) == []
