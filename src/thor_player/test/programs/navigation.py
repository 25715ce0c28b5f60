"""An object navigation benchmark as strangers write it: episodes, a graph of places, a policy, success and SPL."""

from __future__ import annotations

import json
import sys
from collections import deque
from itertools import pairwise
from typing import Any

from ai2thor.controller import Controller
from ai2thor.platform import CloudRendering
from ai2thor.util.metrics import compute_single_spl, get_shortest_path_to_object_type

EPISODES = (("FloorPlan8", "Fridge", 3), ("FloorPlan8", "Toaster", 40), ("FloorPlan423", "Toilet", 0))
GRID = 0.25
HEADINGS = {0: (0.0, 1.0), 90: (1.0, 0.0), 180: (0.0, -1.0), 270: (-1.0, 0.0)}


def key(place: dict[str, float]) -> tuple[int, int]:
    return round(place["x"] / GRID), round(place["z"] / GRID)


class Agent:
    """Walks a breadth-first way over the places it was told of, and turns and looks at its end."""

    def __init__(self, controller: Controller) -> None:
        self.controller = controller
        self.free = {key(p) for p in self.ask("GetReachablePositions")}
        self.path: list[dict[str, float]] = []
        self.actions = 0

    def ask(self, action: str, **arguments: Any) -> Any:
        return self.controller.step(action, raise_for_failure=True, **arguments).metadata["actionReturn"]

    def act(self, action: str, **arguments: Any) -> bool:
        event = self.controller.step(action, **arguments)
        self.actions += 1
        self.path.append(event.metadata["agent"]["position"])
        assert event.frame.shape == (224, 224, 3) and event.depth_frame.shape == (224, 224)
        return bool(event)

    def way(self, goals: set[tuple[int, int]]) -> list[tuple[int, int]]:
        start = key(self.controller.last_event.metadata["agent"]["position"])
        before: dict[tuple[int, int], tuple[int, int] | None] = {start: None}
        queue = deque([start])
        while queue:
            at = queue.popleft()
            if at in goals:
                way = [at]
                while (last := before[way[-1]]) is not None:
                    way.append(last)
                return way[::-1]
            for dx, dz in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                following = (at[0] + dx, at[1] + dz)
                if following in self.free and following not in before:
                    before[following] = at
                    queue.append(following)
        return []

    def face(self, heading: float) -> None:
        while True:
            yaw = self.controller.last_event.metadata["agent"]["rotation"]["y"]
            turn = round(heading - yaw) % 360
            if not turn:
                return
            self.act("RotateLeft" if turn == 270 else "RotateRight")

    def go(self, kind: str) -> bool:
        target = next(o for o in self.controller.last_event.metadata["objects"] if o["objectType"] == kind)
        poses = self.ask("GetInteractablePoses", objectId=target["objectId"], standings=[True])
        way = self.way({key(p) for p in poses})
        for here, there in pairwise(way):
            step = (there[0] - here[0], there[1] - here[1])
            self.face(next(yaw for yaw, (x, z) in HEADINGS.items() if (x, z) == step))
            if not self.act("MoveAhead"):
                self.free.discard(there)
                return self.go(kind)
        pose = next(p for p in poses if key(p) == way[-1])
        self.face(pose["rotation"])
        horizon = self.controller.last_event.metadata["agent"]["cameraHorizon"]
        for _ in range(round(abs(pose["horizon"] - horizon) / 30)):
            self.act("LookDown" if pose["horizon"] > horizon else "LookUp")
        self.act("Done")
        return any(
            o["visible"] for o in self.controller.last_event.metadata["objects"] if o["objectType"] == kind
        )


def episode(controller: Controller, scene: str, kind: str, start: int) -> dict[str, Any]:
    controller.reset(scene)
    places = controller.step("GetReachablePositions").metadata["actionReturn"]
    place = sorted(places, key=key)[start % len(places)]
    pose = {"rotation": {"x": 0, "y": 90, "z": 0}, "horizon": 0, "standing": True}
    controller.step("TeleportFull", position=place, **pose, raise_for_failure=True)
    shortest = get_shortest_path_to_object_type(controller, kind, place, {"x": 0, "y": 0, "z": 0})
    agent = Agent(controller)
    agent.path.append(controller.last_event.metadata["agent"]["position"])
    success = agent.go(kind)
    return {
        "scene": scene,
        "target": kind,
        "success": success,
        "spl": compute_single_spl(agent.path, shortest, success),
        "actions": agent.actions,
    }


def main() -> None:
    with Controller(
        commit_id="bad5bc2b250615cb766ffb45d455c211329af17e",
        platform=CloudRendering,
        scene="FloorPlan8",
        agentMode="default",
        visibilityDistance=1.5,
        gridSize=GRID,
        rotateStepDegrees=90,
        renderDepthImage=True,
        width=224,
        height=224,
        fieldOfView=90,
    ) as controller:
        json.dump([episode(controller, *each) for each in EPISODES], sys.stdout)


if __name__ == "__main__":
    main()
