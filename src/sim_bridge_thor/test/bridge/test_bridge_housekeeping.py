"""The benchmarks' own rules: basins, pouring, and the histories of goals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sim_bridge_thor.housekeeping import History, chores

Make = Callable[..., dict[str, Any]]
FAUCET_ON = {"action": "ToggleObjectOn", "objectId": "Faucet|0|0|0"}


def test_a_faucet_cleans_and_fills_all_in_its_basin(entry: Make, metadata: Make) -> None:
    near = entry("SinkBasin|0|0|0", receptacleObjectIds=["Mug|1|1|1", "Fork|1|1|1"])
    far = entry("SinkBasin|5|0|0", position={"x": 5.0, "y": 0.0, "z": 0.0}, receptacleObjectIds=["Cup|1|1|1"])
    after = metadata(
        entry("Faucet|0|0|0"),
        far,
        near,
        entry("Mug|1|1|1", dirtyable=True, isDirty=True, canFillWithLiquid=True),
        entry("Fork|1|1|1", dirtyable=False),
        entry("Cup|1|1|1", dirtyable=True, isDirty=True),
    )
    sent = [(c["action"], c["objectId"]) for c in chores(FAUCET_ON, after, after, "")]
    assert sent == [("CleanObject", "Mug|1|1|1"), ("FillObjectWithLiquid", "Mug|1|1|1")]
    history = History()
    history.record(FAUCET_ON, after)
    assert history.cleaned == {"Mug|1|1|1", "Fork|1|1|1"}


@pytest.mark.parametrize("on", [True, False])
def test_what_is_put_under_running_water_is_rinsed(entry: Make, metadata: Make, on: bool) -> None:
    put = {"action": "PutObject", "objectId": "SinkBasin|0|0|0"}
    after = metadata(
        entry("Faucet|0|0|0", isToggled=on),
        entry("SinkBasin|0|0|0", receptacleObjectIds=["Plate|1|1|1", "Tomato|1|1|1"]),
        entry("Plate|1|1|1", dirtyable=True, isDirty=True),
        entry("Tomato|1|1|1"),
    )
    assert [c["objectId"] for c in chores(put, after, after, "")] == (["Plate|1|1|1"] if on else [])
    history = History()
    history.record(put, after)
    assert history.rinsed == ({"Plate|1|1|1", "Tomato|1|1|1"} if on else set())
    assert not history.cleaned


def test_only_a_closed_fridge_and_a_running_microwave_count(entry: Make, metadata: Make) -> None:
    fridge = entry("Fridge|0|0|0", receptacleObjectIds=["Apple|1|1|1"])
    microwave = entry("Microwave|0|0|0", receptacleObjectIds=["Mug|1|1|1"])
    after = metadata(fridge, microwave)
    history = History()
    history.record({"action": "OpenObject", "objectId": "Fridge|0|0|0"}, after)
    history.record({"action": "CloseObject", "objectId": "Microwave|0|0|0"}, after)
    assert history == History()
    history.record({"action": "CloseObject", "objectId": "Fridge|0|0|0"}, after)
    history.record({"action": "ToggleObjectOn", "objectId": "Microwave|0|0|0"}, after)
    assert (history.cooled, history.heated) == ({"Apple|1|1|1"}, {"Mug|1|1|1"})


def test_what_is_poured_arrives(entry: Make, metadata: Make) -> None:
    action = {"action": "EmptyLiquidFromObject", "objectId": "Cup|1|1|1"}
    before = metadata(entry("Cup|1|1|1", isFilledWithLiquid=True, fillLiquid="wine"))
    after = metadata(
        entry("Cup|1|1|1"), entry("HousePlant|1|1|1", canFillWithLiquid=True), entry("Sink|1|1|1")
    )
    (fill,) = chores(action, before, after, "HousePlant|1|1|1")
    assert (fill["objectId"], fill["fillLiquid"]) == ("HousePlant|1|1|1", "wine")
    assert list(chores(action, before, after, "Sink|1|1|1")) == []


def test_a_potato_boils_in_water_over_a_flame(entry: Make, metadata: Make) -> None:
    def world(on: bool, water: bool) -> dict[str, Any]:
        return metadata(
            entry("Potato|1|1|1", parentReceptacles=["Pot|1|1|1"]),
            entry("Pot|1|1|1", isFilledWithLiquid=water, parentReceptacles=["StoveBurner|1|1|1"]),
            entry("StoveBurner|1|1|1", isToggled=on),
        )

    history = History()
    history.record({}, world(on=True, water=False))
    history.record({}, world(on=False, water=True))
    assert not history.boiled
    history.record({}, world(on=True, water=True))
    assert history.boiled == {"Potato|1|1|1"}
