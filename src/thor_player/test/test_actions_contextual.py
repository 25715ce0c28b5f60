"""What happens by itself: one test per rule."""

from typing import Any

import pytest


def _run(driver: Any, kind: Any, item: Any) -> Any:
    """Open an appliance, put an object in, close it, run it; return both ids."""
    machine = driver.id(kind)
    driver.ok("OpenObject", objectId=machine, forceAction=True)
    held = driver.move_to(item, machine)
    driver.ok("CloseObject", objectId=machine, forceAction=True)
    driver.ok("ToggleObjectOn", objectId=machine, forceAction=True)
    return machine, held


def test_a_tap_cleans_and_fills_what_its_stream_touches(kitchen: Any) -> None:
    mug = kitchen.id("Mug")
    kitchen.ok("DirtyObject", objectId=mug, forceAction=True)
    kitchen.move_to("Mug", kitchen.id("SinkBasin"))
    assert kitchen.get(mug)["isDirty"]
    kitchen.ok("ToggleObjectOn", objectId=kitchen.id("Faucet"), forceAction=True)
    assert not kitchen.get(mug)["isDirty"]
    assert kitchen.get(mug)["fillLiquid"] == "water"
    assert not kitchen.get(kitchen.id("SinkBasin"))["isFilledWithLiquid"]


def test_a_sink_stands_for_its_basin(kitchen: Any) -> None:
    mug = kitchen.move_to("Mug", kitchen.id("Sink"))
    assert kitchen.get(mug)["parentReceptacles"][0] == kitchen.id("SinkBasin")


def test_a_microwave_heats_and_cooks(kitchen: Any) -> None:
    _, potato = _run(kitchen, "Microwave", "Potato")
    assert kitchen.get(potato)["temperature"] == "Hot"
    assert kitchen.get(potato)["isCooked"]


def test_a_microwave_heats_what_it_does_not_cook(kitchen: Any) -> None:
    _, mug = _run(kitchen, "Microwave", "Mug")
    assert kitchen.get(mug)["temperature"] == "Hot"
    assert not kitchen.get(mug)["isCooked"]


def test_a_burner_cooks_what_is_in_the_pan_on_it(kitchen: Any) -> None:
    knob = kitchen.all("StoveKnob")[0]
    burner = knob["controlledObjects"][0]
    pan = kitchen.move_to("Pan", burner)
    potato = kitchen.move_to("Potato", pan)
    assert kitchen.get(potato)["parentReceptacles"][:2] == [pan, burner]
    kitchen.ok("ToggleObjectOn", objectId=knob["objectId"], forceAction=True)
    assert kitchen.get(potato)["isCooked"] and kitchen.get(potato)["temperature"] == "Hot"
    assert kitchen.get(pan)["temperature"] == "Hot"


def test_a_toaster_toasts(kitchen: Any) -> None:
    kitchen.ok("SliceObject", objectId=kitchen.id("Bread"), forceAction=True)
    toaster = kitchen.id("Toaster")
    slice_ = kitchen.move_to("BreadSliced", toaster)
    kitchen.ok("ToggleObjectOn", objectId=toaster, forceAction=True)
    assert kitchen.get(slice_)["isCooked"]


def test_a_coffee_machine_fills_an_empty_mug_with_hot_coffee(kitchen: Any) -> None:
    machine = kitchen.id("CoffeeMachine")
    mug = kitchen.move_to("Mug", machine)
    kitchen.ok("ToggleObjectOn", objectId=machine, forceAction=True)
    assert kitchen.get(mug)["fillLiquid"] == "coffee"
    assert kitchen.get(mug)["temperature"] == "Hot"


@pytest.mark.parametrize("close", [False, True])
def test_a_fridge_cools_at_once_open_or_not(kitchen: Any, close: Any) -> None:
    fridge = kitchen.id("Fridge")
    kitchen.ok("OpenObject", objectId=fridge, forceAction=True)
    apple = kitchen.move_to("Apple", fridge)
    assert kitchen.get(apple)["temperature"] == "Cold"
    if close:
        kitchen.ok("CloseObject", objectId=fridge, forceAction=True)
        assert kitchen.get(apple)["temperature"] == "Cold"


def test_heat_fades_after_the_decay_time(kitchen: Any) -> None:
    kitchen.ok("SetTemperatureDecayTime", decayTime=1.0)
    machine, mug = _run(kitchen, "Microwave", "Mug")
    for _ in range(40):
        kitchen.ok("Pass")
    assert kitchen.get(mug)["temperature"] == "Hot"  # it is still in the running microwave
    kitchen.ok("ToggleObjectOff", objectId=machine, forceAction=True)
    kitchen.ok("Pass")
    assert kitchen.get(mug)["temperature"] == "Hot"
    for _ in range(40):
        kitchen.ok("Pass")
    assert kitchen.get(mug)["temperature"] == "RoomTemp"


def test_a_burner_lights_a_candle_and_water_puts_it_out(drive: Any) -> None:
    bathroom = drive("FloorPlan401")
    candle = bathroom.id("Candle")
    bathroom.ok("ToggleObjectOn", objectId=candle, forceAction=True)
    assert bathroom.get(candle)["isToggled"]
    bathroom.move_to("Candle", bathroom.id("SinkBasin"))
    for faucet in bathroom.all("Faucet"):
        bathroom.ok("ToggleObjectOn", objectId=faucet["objectId"], forceAction=True)
    assert not bathroom.get(candle)["isToggled"]


def test_a_broken_mug_holds_no_coffee(kitchen: Any) -> None:
    mug = kitchen.id("Mug")
    kitchen.ok("FillObjectWithLiquid", objectId=mug, fillLiquid="wine", forceAction=True)
    kitchen.ok("BreakObject", objectId=mug, forceAction=True)
    assert not kitchen.get(mug)["isFilledWithLiquid"]


def test_what_is_turned_upside_down_is_emptied(kitchen: Any) -> None:
    mug = kitchen.id("Mug")
    kitchen.ok("FillObjectWithLiquid", objectId=mug, fillLiquid="water", forceAction=True)
    poses = [
        {"objectName": o["name"], "position": o["position"], "rotation": o["rotation"]}
        for o in kitchen.agent["objects"]
        if o["pickupable"]
    ]
    next(p for p in poses if p["objectName"].startswith("Mug"))["rotation"] = {"x": 180, "y": 0, "z": 0}
    kitchen.ok("SetObjectPoses", objectPoses=poses)
    assert kitchen.get(mug)["fillLiquid"] is None
