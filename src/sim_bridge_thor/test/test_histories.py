"""What was done before an episode, done again in the player."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from player_session import Driver

from sim_bridge_thor.histories import Redoer, parse_history
from sim_bridge_thor.worlds import LayoutError, parse_layout


class Simulator:
    """A player's session behind the client's interface."""

    def __init__(self, driver: Driver) -> None:
        self.driver = driver
        self.event = SimpleNamespace(metadata=driver.agent)

    def step(self, action: dict[str, Any]) -> Any:
        return SimpleNamespace(metadata=self.driver.do(**action))


def redone(kitchen: Driver, *actions: str) -> tuple[list[str], list[dict[str, Any]]]:
    simulator = Simulator(kitchen)
    redoer = Redoer(simulator, simulator.event)  # type: ignore[arg-type]
    listed = [dict(zip(("action", "object"), action.split(), strict=True)) for action in actions]
    notes = redoer.redo(parse_history(listed))
    return notes, redoer.event.metadata["objects"]


def test_a_mug_is_washed_and_put_into_the_coffee_machine(kitchen: Driver) -> None:
    kitchen.ok("DirtyObject", objectId=kitchen.id("Mug"), forceAction=True)
    notes, objects = redone(
        kitchen,
        "PickupObject Mug",
        "PutObject SinkBasin",
        "ToggleObjectOn Faucet",
        "ToggleObjectOff Faucet",
        "PickupObject Mug",
        "PourObject SinkBasin",
        "PutObject CoffeeMachine",
    )
    assert notes == []
    mug = next(o for o in objects if o["objectType"] == "Mug")
    assert not mug["isDirty"]
    assert not mug["isFilledWithLiquid"]
    assert any(parent.startswith("CoffeeMachine") for parent in mug["parentReceptacles"])


def test_one_slice_is_toasted_and_the_same_one_is_taken_out_again(kitchen: Driver) -> None:
    notes, objects = redone(
        kitchen,
        "SliceObject Bread",
        "PickupObject BreadSliced",
        "PutObject Toaster",
        "ToggleObjectOn Toaster",
        "ToggleObjectOff Toaster",
        "PickupObject BreadSliced",
        "PutObject CounterTop",
    )
    assert notes == []
    assert sum(o["isCooked"] for o in objects if o["objectType"] == "BreadSliced") == 1


def test_what_is_not_there_is_said(kitchen: Driver) -> None:
    notes, _ = redone(kitchen, "PickupObject Pillow", "OpenObject Bread")
    assert "has no Pillow" in notes[0]
    assert "OpenObject Bread" in notes[1]


@pytest.mark.parametrize(
    "history", ["{}", '[{"action": "Explode", "object": "Mug"}]', '[{"action": "PickupObject"}]', "[1]"]
)
def test_a_history_that_cannot_be_read_is_an_error(history: str) -> None:
    with pytest.raises(LayoutError, match="history"):
        parse_layout(f'{{"history": {history}}}')
