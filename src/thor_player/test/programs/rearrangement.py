"""A rearrangement task as strangers write it: walk through a room, let it be shuffled, put it back, judge by poses."""

from __future__ import annotations

import json
import math
import sys
from typing import Any

import numpy as np
from ai2thor.controller import Controller

SCENE, SEED, OPENED, MOVED = "FloorPlan307", 11, 2, 3
NEAR, AJAR = 0.05, 0.2


class Task:
    """One room with a goal: where everything stood and how far everything was open."""

    def __init__(self, controller: Controller) -> None:
        self.controller = controller
        controller.reset(SCENE, snapToGrid=False, rotateStepDegrees=90)
        self.step("MakeAllObjectsUnbreakable")
        self.goal = self.poses()

    def step(self, action: str, **arguments: Any) -> Any:
        return self.controller.step(action=action, raise_for_failure=True, **arguments)

    def poses(self) -> dict[str, Any]:
        return {
            o["objectId"]: {
                "position": o["position"], "rotation": o["rotation"], "openness": o["openness"],
                "pickupable": o["pickupable"], "openable": o["openable"], "in": o["parentReceptacles"],
            }
            for o in self.controller.last_event.metadata["objects"]
        }  # fmt: skip

    def shuffle(self) -> None:
        """Open a few drawers, and put a few things to other places that suit them."""
        lots = np.random.default_rng(SEED)
        drawers = [name for name, o in self.goal.items() if o["openable"] and o["openness"] == 0.0]
        for name in lots.choice(sorted(drawers), OPENED, replace=False):
            self.step("OpenObject", objectId=str(name), openness=0.7, forceAction=True)
        loose = sorted(name for name, o in self.goal.items() if o["pickupable"])
        stays = [str(name) for name in lots.permutation(loose)[MOVED:]]
        self.step(
            "InitialRandomSpawn", randomSeed=SEED, excludedObjectIds=stays, forceVisible=True, allowFloor=True,
            placeStationary=True,
        )  # fmt: skip

    def wrong(self) -> list[str]:
        return sorted(name for name, now in self.poses().items() if not same(now, self.goal[name]))

    def unshuffle(self) -> None:
        """Go to each thing that is wrong, and put it right."""
        for name in self.wrong():
            now, goal = self.poses()[name], self.goal[name]
            if now["openable"] and not same(now, goal):
                self.see(name)
                self.step("OpenObject", objectId=name, openness=goal["openness"], forceAction=True)
            elif now["pickupable"]:
                self.see(name)
                self.step("PickupObject", objectId=name, forceAction=True)
                self.step(
                    "TeleportObject", objectId=name, position=goal["position"], rotation=goal["rotation"],
                    forceAction=True, allowTeleportOutOfHand=True,
                )  # fmt: skip

    def see(self, name: str) -> None:
        poses = self.step("GetInteractablePoses", objectId=name, maxPoses=1).metadata["actionReturn"]
        if poses:
            self.step("TeleportFull", **poses[0])
            event = self.controller.last_event
            assert next(o["visible"] for o in event.metadata["objects"] if o["objectId"] == name)


def same(now: dict[str, Any], goal: dict[str, Any]) -> bool:
    if now["openable"] and abs(now["openness"] - goal["openness"]) > AJAR:
        return False
    return not now["pickupable"] or math.dist(now["position"].values(), goal["position"].values()) <= NEAR


def main() -> None:
    controller = Controller(
        scene=SCENE, width=224, height=224, renderInstanceSegmentation=True, renderDepthImage=True,
        visibilityDistance=1.5, fieldOfView=90, server_timeout=60,
    )  # fmt: skip
    task = Task(controller)
    task.shuffle()
    start = task.wrong()
    task.unshuffle()
    end = task.wrong()
    fixed = [name for name in start if name not in end]
    told = {"start": start, "end": end, "fixed": len(fixed) / max(1, len(start)), "success": not end}
    json.dump(told, sys.stdout)
    controller.stop()


if __name__ == "__main__":
    main()
