from typing import Any

import pytest

AIR = {"x": 0.0, "y": 1.5, "z": 1.0}


def test_what_was_made_unbreakable_can_be_made_breakable(kitchen: Any) -> None:
    bowl = kitchen.id("Bowl")
    kitchen.ok("MakeAllObjectsUnbreakable")
    kitchen.fails("unbreakable", "BreakObject", objectId=bowl, forceAction=True)
    kitchen.ok("MakeObjectBreakable", objectId=bowl)
    kitchen.fails("unbreakable", "BreakObject", objectId=kitchen.id("Plate"), forceAction=True)
    kitchen.ok("MakeObjectsOfTypeUnbreakable", objectType="Bowl")
    kitchen.fails("unbreakable", "BreakObject", objectId=bowl, forceAction=True)
    kitchen.ok("MakeObjectBreakable", objectId=bowl)
    kitchen.ok("BreakObject", objectId=bowl, forceAction=True)
    kitchen.fails("CanBreak", "MakeObjectBreakable", objectId=kitchen.id("Apple"))


def test_what_hangs_falls_when_it_is_let_go(kitchen: Any) -> None:
    mug = kitchen.id("Mug")
    kitchen.ok("TeleportObject", objectId=mug, position=AIR, forceKinematic=True)
    kitchen.ok("Pass")
    assert kitchen.get(mug)["position"] == pytest.approx(AIR)
    kitchen.ok("MakeAllObjectsMoveable")
    assert kitchen.get(mug)["position"]["y"] < 1.3 and kitchen.get(mug)["parentReceptacles"]


def test_only_what_is_heavier_is_frozen(kitchen: Any) -> None:
    kitchen.ok("MakeObjectsStaticKinematicMassThreshold")
    assert not kitchen.session.state.kinematic
    kitchen.fails("massThreshold must have nonzero value", "Initialize", massThreshold=0)
    kitchen.ok("Initialize", massThreshold=1.0)
    kitchen.ok("MakeObjectsStaticKinematicMassThreshold")
    frozen = kitchen.session.state.kinematic
    loose = [o for o in kitchen.agent["objects"] if o["pickupable"] or o["moveable"]]
    assert frozen == {o["objectId"] for o in loose if o["mass"] > 1.0} and 0 < len(frozen) < len(loose)
    kitchen.ok("MakeAllObjectsStationary")
    assert kitchen.session.state.kinematic == {o["objectId"] for o in loose}


def _heat(room: Any, kind: str) -> str:
    object_id = room.id(kind)
    room.session.state.world.objects[object_id].status.temperature = "Hot"
    room.session.state.world.objects[object_id].touch()
    room.ok("Pass")
    return str(object_id)


def test_heat_fades_by_type_for_all_or_never(kitchen: Any) -> None:
    kitchen.ok("PausePhysicsAutoSim")
    kitchen.ok("SetGlobalRoomTempDecayTime", TimeUntilRoomTemp=100.0)
    kitchen.ok("SetRoomTempDecayTimeForType", objectType="Apple", TimeUntilRoomTemp=2.0)
    apple, tomato = _heat(kitchen, "Apple"), _heat(kitchen, "Tomato")
    kitchen.ok("SetDecayTemperatureBool", allowDecayTemperature=False)
    kitchen.ok("AdvancePhysicsStep", timeStep=3.0)
    assert kitchen.get(apple)["temperature"] == "Hot"
    kitchen.ok("SetDecayTemperatureBool", allowDecayTemperature=True)
    kitchen.ok("AdvancePhysicsStep", timeStep=0.1)
    assert kitchen.get(apple)["temperature"] == "RoomTemp"
    assert kitchen.get(tomato)["temperature"] == "Hot"
    kitchen.ok("SetGlobalRoomTempDecayTime", TimeUntilRoomTemp=1.0)
    kitchen.ok("AdvancePhysicsStep", timeStep=0.1)
    assert kitchen.get(tomato)["temperature"] == "RoomTemp"
    kitchen.fails("must be >= 0", "SetGlobalRoomTempDecayTime", TimeUntilRoomTemp=-1.0)
    for name in ("SetGlobalRoomTempDecayTime", "SetRoomTempDecayTimeForType", "SetDecayTemperatureBool"):
        kitchen.fails("missing the following arguments", name)


@pytest.mark.parametrize(
    ("change", "kind", "key"),
    [
        ("CanBeDirty", "Bowl", "isDirty"),
        ("DirtyObject", "Plate", "isDirty"),
        ("CanOpen", "Fridge", "isOpen"),
        ("CanBeFilled", "Mug", "isFilledWithLiquid"),
        ("CanToggleOnOff", "Faucet", "isToggled"),
    ],
)
def test_one_state_of_one_thing_is_turned_over(kitchen: Any, change: str, kind: str, key: str) -> None:
    object_id = kitchen.id(kind)
    was = kitchen.get(object_id)[key]
    others = kitchen.all(kind)[1:]
    kitchen.ok("SpecificToggleSpecificState", StateChange=change, objectId=object_id)
    assert kitchen.get(object_id)[key] is not was
    kitchen.ok("SpecificToggleSpecificState", StateChange=change, objectId=object_id)
    assert kitchen.get(object_id)[key] is was
    assert [o[key] for o in others] == [o[key] for o in kitchen.all(kind)[1:]]


def test_what_cannot_be_undone_or_done_is_said(kitchen: Any) -> None:
    egg, apple = kitchen.id("Egg"), kitchen.id("Apple")
    kitchen.ok("SpecificToggleSpecificState", StateChange="BreakObject", objectId=kitchen.id("Plate"))
    kitchen.fails(
        "cannot be undone",
        "SpecificToggleSpecificState",
        StateChange="CanBreak",
        objectId=kitchen.id("Plate"),
    )
    kitchen.ok("SpecificToggleSpecificState", StateChange="SliceObject", objectId=apple)
    assert kitchen.all("AppleSliced")
    kitchen.fails("is not openable", "SpecificToggleSpecificState", StateChange="CanOpen", objectId=egg)
    kitchen.fails("must be one of", "SpecificToggleSpecificState", StateChange="Fly", objectId=egg)
