from typing import Any


def test_toggle_and_its_errors(kitchen: Any) -> None:
    switch = kitchen.id("LightSwitch")
    assert kitchen.get(switch)["isToggled"]
    kitchen.fails(
        "can't toggle object on if it's already on!", "ToggleObjectOn", objectId=switch, forceAction=True
    )
    kitchen.ok("ToggleObjectOff", objectId=switch, forceAction=True)
    assert not kitchen.get(switch)["isToggled"]
    kitchen.fails(
        "can't toggle object off if it's already off!", "ToggleObjectOff", objectId=switch, forceAction=True
    )
    kitchen.fails(
        "object is not toggleable.", "ToggleObjectOn", objectId=kitchen.id("Apple"), forceAction=True
    )
    kitchen.fails("is not the objectId on any object", "ToggleObjectOn", objectId="Nothing")


def test_a_knob_rules_its_burner(kitchen: Any) -> None:
    knob = kitchen.all("StoveKnob")[0]
    burner = knob["controlledObjects"][0]
    kitchen.ok("ToggleObjectOn", objectId=knob["objectId"], forceAction=True)
    assert kitchen.get(burner)["isToggled"] and not kitchen.get(burner)["toggleable"]
    kitchen.fails("controlled by another sim object", "ToggleObjectOff", objectId=burner, forceAction=True)
    kitchen.ok("ToggleObjectOff", objectId=knob["objectId"], forceAction=True)
    assert not kitchen.get(burner)["isToggled"]


def test_a_microwave_must_be_closed_to_run(kitchen: Any) -> None:
    microwave = kitchen.id("Microwave")
    kitchen.ok("OpenObject", objectId=microwave, forceAction=True)
    kitchen.fails(
        "Target must be closed to Toggle On!", "ToggleObjectOn", objectId=microwave, forceAction=True
    )


def test_a_broken_television_cannot_be_switched_on(drive: Any) -> None:
    room = drive("FloorPlan201")
    television = room.id("Television")
    room.ok("ToggleObjectOn", objectId=television, forceAction=True)
    room.ok("BreakObject", objectId=television, forceAction=True)
    assert not room.get(television)["isToggled"]
    room.fails(
        "Target is broken and cannot be Toggled On!", "ToggleObjectOn", objectId=television, forceAction=True
    )
