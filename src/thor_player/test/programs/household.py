"""A simulator for people who talk to a household robot, as TEACh wraps AI2-THOR: everything by points of the screen."""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np
from ai2thor.controller import Controller

SIDE = 300


class Simulator:
    """One robot, a camera over the room, a map of it, and states that can be saved and loaded."""

    def __init__(self) -> None:
        self.controller = Controller(
            scene="FloorPlan5",
            gridSize=0.25,
            snapToGrid=True,
            visibilityDistance=1.5,
            width=SIDE,
            height=SIDE,
        )
        self.failures: list[str] = []

    def reset(self, scene: str, seed: int) -> None:
        self.controller.reset(
            scene=scene, gridSize=0.25, renderInstanceSegmentation=True, width=SIDE, height=SIDE
        )
        self.do("ToggleMapView")
        top = self.controller.last_event.metadata["cameraPosition"]
        assert self.controller.last_event.metadata["cameraOrthSize"] > 0
        self.do("ToggleMapView")
        self.do(
            "AddThirdPartyCamera", rotation={"x": 90, "y": 0, "z": 0}, position={**top, "y": top["y"] - 0.2},
            fieldOfView=90,
        )  # fmt: skip
        self.do("MakeObjectsOfTypeUnbreakable", objectType="Egg")
        self.do(
            "InitialRandomSpawn", randomSeed=seed, forceVisible=True, numPlacementAttempts=10, placeStationary=True,
            excludedReceptacles=["Microwave", "Fridge"], numDuplicatesOfType=[{"objectType": "Mug", "count": 2}],
        )  # fmt: skip

    def do(self, action: str, **arguments: Any) -> Any:
        event = self.controller.step(action=action, agentId=0, **arguments)
        if not event:
            self.failures.append(f"{action}: {event.metadata['errorMessage']}")
        return event

    def objects(self) -> dict[str, Any]:
        return {o["objectId"]: o for o in self.controller.last_event.metadata["objects"]}

    def poses(self, object_id: str) -> list[dict[str, Any]]:
        event = self.do("GetInteractablePoses", objectId=object_id, standings=[True], maxPoses=1)
        found: list[dict[str, Any]] = event.metadata["actionReturn"]
        return found

    def approach(self, object_id: str) -> None:
        pose = self.poses(object_id)[0]
        place = {axis: pose[axis] for axis in "xyz"}
        turned = {"x": 0.0, "y": pose["rotation"], "z": 0.0}
        self.do("TeleportFull", **place, rotation=turned, horizon=pose["horizon"])

    def point_at(self, object_id: str) -> dict[str, float]:
        """Return where a person would click: a pixel of the object, the one nearest to the middle of all."""
        event = self.do("Pass", renderInstanceSegmentation=True)
        rows, columns = np.nonzero(event.instance_masks[object_id])
        middle = int(np.argmin((rows - rows.mean()) ** 2 + (columns - columns.mean()) ** 2))
        return {"x": (columns[middle] + 0.5) / SIDE, "y": (rows[middle] + 0.5) / SIDE}

    def by_point(self, action: str, object_id: str, **arguments: Any) -> bool:
        self.approach(object_id)
        point = self.point_at(object_id)
        hit = self.do("GetCoordinateFromRaycast", **point).metadata["actionReturn"]
        assert set(hit) == set("xyz")
        return bool(self.do(action, **point, **arguments))

    def save(self) -> dict[str, Any]:
        objects = self.objects().values()
        return {
            "poses": [
                {"objectName": o["name"], "position": o["position"], "rotation": o["rotation"]}
                for o in objects
                if o["pickupable"] or o["moveable"]
            ],
            "toggles": sorted({(o["objectType"], o["isToggled"]) for o in objects if o["toggleable"]}),
        }

    def load(self, scene: str, state: dict[str, Any]) -> None:
        self.controller.reset(scene=scene)
        toggles = [{"objectType": kind, "isOn": on} for kind, on in state["toggles"]]
        self.do("SetObjectToggles", objectToggles=toggles)
        self.do("SetObjectPoses", objectPoses=state["poses"])


def differences(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    gone = sorted(before.keys() ^ after.keys())
    moved = [
        name
        for name in before.keys() & after.keys()
        if max(abs(before[name]["position"][axis] - after[name]["position"][axis]) for axis in "xyz") > 0.02
    ]
    return gone + sorted(moved)


def main() -> None:
    simulator = Simulator()
    simulator.reset("FloorPlan5", seed=3)
    start, state = simulator.objects(), simulator.save()
    mug = next(
        name for name, o in simulator.objects().items() if o["objectType"] == "Mug" and simulator.poses(name)
    )
    simulator.do("DirtyObject", objectId=mug, forceAction=True)
    basin = next(name for name, o in simulator.objects().items() if o["objectType"] == "SinkBasin")
    faucet = next(name for name, o in simulator.objects().items() if o["objectType"] == "Faucet")
    machine = next(name for name, o in simulator.objects().items() if o["objectType"] == "CoffeeMachine")
    told: dict[str, Any] = {"pickup": simulator.by_point("PickupObject", mug)}
    told["held"] = [
        o["objectId"] == mug for o in simulator.controller.last_event.metadata["inventoryObjects"]
    ]
    told["put"] = simulator.by_point("PutObject", basin, putNearXY=True)
    told["water"] = simulator.by_point("ToggleObjectOn", faucet)
    simulator.do("Pass")
    told["clean"] = not simulator.objects()[mug]["isDirty"]
    told["off"] = simulator.by_point("ToggleObjectOff", faucet)
    simulator.do("PickupObject", objectId=mug, forceAction=True)
    if simulator.objects()[mug]["isFilledWithLiquid"]:
        simulator.do("EmptyLiquidFromObject", objectId=mug, forceAction=True)
    told["placed"] = simulator.by_point("PutObject", machine, putNearXY=True, forceAction=True)
    told["brewing"] = simulator.by_point("ToggleObjectOn", machine)
    simulator.do("Pass")
    told["coffee"] = simulator.objects()[mug]["fillLiquid"]
    frames = simulator.controller.last_event.third_party_camera_frames
    told["cameras"] = [frame.shape for frame in frames]
    simulator.load("FloorPlan5", state)
    told["differences"] = differences(start, simulator.objects())
    told["failures"] = simulator.failures
    json.dump(told, sys.stdout)
    simulator.controller.stop()


if __name__ == "__main__":
    main()
