"""The person's stand-in, who takes what the robot holds out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pred_core.geometry import Pose2D
from pred_core.outcome import Code
from sim_bridge_thor.skills import HAND_OVER, SkillStyle, perform
from sim_bridge_thor.stand_in import StandIn

Make = Callable[..., dict[str, Any]]
HERE = Pose2D(0.0, 0.0, 0.0)


def test_it_takes_what_was_held_out_often_enough(entry: Make, metadata: Make) -> None:
    holding = metadata(entry("Mug|1|1|1"), held="Mug|1|1|1")
    stand_in = StandIn(takes=3)
    taken = [stand_in.offered(holding, HERE) for _ in range(3)]
    assert taken == [None, None, {"action": "RemoveFromScene", "objectId": "Mug|1|1|1"}]
    assert stand_in.given == ["Mug|1|1|1"]
    stand_in.begin()
    assert stand_in.given == []


def test_it_takes_nothing_where_it_never_takes_or_nothing_is_held(entry: Make, metadata: Make) -> None:
    mug = entry("Mug|1|1|1")
    assert StandIn(takes=0).offered(metadata(mug, held="Mug|1|1|1"), HERE) is None
    assert StandIn(takes=1).offered(metadata(mug), HERE) is None


@pytest.mark.parametrize(
    ("person", "takes"),
    [
        (Pose2D(0.9, 0.0, 0.0), True),
        (Pose2D(1.8, 0.0, 0.0), False),  # too far
        (Pose2D(-0.9, 0.0, 0.0), False),  # behind the robot
    ],
)
def test_it_takes_only_what_is_held_out_to_it(entry: Make, metadata: Make, person: Pose2D, takes: bool) -> None:
    holding = metadata(entry("Mug|1|1|1"), held="Mug|1|1|1")
    assert (StandIn(person, takes=1).offered(holding, HERE) is not None) is takes


def test_nothing_is_held_out_with_an_empty_hand(entry: Make, metadata: Make, scripted: Any) -> None:
    mug = entry("Mug|1|1|1")
    run = perform(scripted(), metadata(mug), HAND_OVER, "", SkillStyle())
    assert run.outcome.code is Code.HAND_EMPTY


def test_holding_out_is_done_whether_it_is_taken_or_not(entry: Make, metadata: Make, scripted: Any) -> None:
    holding = metadata(entry("Mug|1|1|1"), held="Mug|1|1|1")
    simulator = scripted(holding)
    assert perform(simulator, holding, HAND_OVER, "", SkillStyle()).outcome
    assert simulator.sent == [{"action": "Pass"}]
