"""What a benchmark asks of an emulated robot: another room, and the room's true state. The stack never calls it."""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node

from pred_bridge.turns import Turns
from pred_core.geometry import Pose2D, wrap_angle
from pred_core.outcome import Code, Outcome
from pred_core.plain_text import ended_well
from pred_core.ros.conversions import outcome_to_msg
from pred_msgs.srv import GetWorldState, LoadWorld
from spot_driver.bridge.observing import Observer
from spot_driver.bridge.truth import SimPort
from spot_driver.bridge.world_faults import NOT_BY_ACTIONS, requests_of
from spot_driver.driver.link import SpotLink

STARTS_WITHIN, AGAIN = 120.0, 0.2
"""How long an emulated robot may take to start, and how often it is looked for, s."""
_STATES: Mapping[str, str] = {
    "isToggled": "is_toggled",
    "isDirty": "is_dirty",
    "isSliced": "is_sliced",
    "isCooked": "is_cooked",
    "isBroken": "is_broken",
    "pickupable": "pickupable",
    "openable": "openable",
    "receptacle": "receptacle",
}
"""Keys of AI2-THOR's metadata, as judges read it, and the emulator's own."""


class SimulatedWorld:
    """Serves ``sim/load_world`` and ``sim/get_world_state`` beside an emulated robot's driver."""

    def __init__(
        self,
        node: Node,
        port: SimPort,
        turns: Turns,
        observer: Observer,
        get_ready: Callable[[threading.Event], Outcome],
        link: SpotLink,
        group: CallbackGroup,
    ) -> None:
        """Offer the services.

        :param get_ready: gets the robot on its feet and observes; what was known of the room before is forgotten
        :param link: to the robot, which may still be starting
        """
        self._port, self._turns, self._observer = port, turns, observer
        self._warn = node.get_logger().warning
        self._get_ready, self._link = get_ready, link
        node.create_service(LoadWorld, "sim/load_world", self._load_world, callback_group=group)
        node.create_service(GetWorldState, "sim/get_world_state", self._get_world_state, callback_group=group)

    def _load_world(self, request: LoadWorld.Request, response: LoadWorld.Response) -> LoadWorld.Response:
        deadline = time.monotonic() + STARTS_WITHIN
        while not self._link.connected and time.monotonic() < deadline:
            time.sleep(AGAIN)
        outcome = self._turns.service(lambda event: self._load(request, event))
        response.outcome, response.step = outcome_to_msg(outcome), self._observer.step
        response.notes = ["The emulated robot writes no trace."] if request.trace else []
        response.notes += [NOT_BY_ACTIONS] if request.layout and outcome else []
        return response

    def _load(self, request: LoadWorld.Request, event: threading.Event) -> Outcome:
        faults, outcome = requests_of(request.layout)
        if not outcome:
            return outcome
        try:
            for asked in ({"load": {"scene": request.scene, "seed": request.seed}}, *faults):
                self._port.ask(asked)
        except ValueError as error:
            return Outcome(Code.BAD_INPUT, str(error))
        except OSError as error:
            return Outcome(Code.UNAVAILABLE, ended_well(f"The emulated robot does not answer: {error}"))
        self._observer.new_episode()
        return self._get_ready(event)

    def _get_world_state(
        self, _request: GetWorldState.Request, response: GetWorldState.Response
    ) -> GetWorldState.Response:
        try:
            room = self._port.ask({"objects": True})["objects"]
            state = self._port.ask({"state": True})
        except (OSError, ValueError) as error:
            response.outcome = outcome_to_msg(Outcome(Code.UNAVAILABLE, str(error)))
            return response
        counts = {"actions": self._observer.actions, "failures": self._observer.failures}
        response.metadata = json.dumps({**metadata(room), **counts, **handed(state["person"])})
        response.outcome, response.step = outcome_to_msg(Outcome.success()), self._observer.step
        return response

    def person_stands(self, x: float, y: float) -> None:
        """Let a person stand in the emulated room, at a place of the driver's map (m)."""
        seen = self._link.fresh
        if seen is None:
            return
        try:
            true = Pose2D(*self._port.ask({"state": True})["pose"])
            here = seen.pose
            turn = wrap_angle(true.yaw - here.yaw)
            dx, dy = x - here.x, y - here.y
            at = [
                true.x + math.cos(turn) * dx - math.sin(turn) * dy,
                true.y + math.sin(turn) * dx + math.cos(turn) * dy,
            ]
            self._port.ask({"person": {"at": at}})
        except (OSError, ValueError) as error:
            self._warn(f"Nobody stands in the emulated room to take anything: {error}")


def handed(person: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return what the person in an emulated room took, and how the robot was with them; of nobody nothing."""
    if person is None:
        return {"given": []}
    return {"given": person["given"], "person": {key: person[key] for key in ("touched", "fastest", "closest")}}


def metadata(room: list[dict[str, Any]]) -> dict[str, Any]:
    """Return an emulator's report of a room under the keys of AI2-THOR's metadata."""
    inside: dict[str, list[str]] = {}
    for entry in room:
        for parent in entry["parents"]:
            inside.setdefault(parent, []).append(entry["id"])
    objects = [
        {
            "objectId": entry["id"],
            "objectType": entry["type"],
            "position": dict(zip("xyz", entry["position"], strict=True)),
            "parentReceptacles": entry["parents"],
            "receptacleObjectIds": inside.get(entry["id"], []),
            "isOpen": float(entry["openness"]) > 0.0,
            "isFilledWithLiquid": bool(entry["filled"]),
            "fillLiquid": entry["filled"] or None,
            "sliceable": False,
            **{key: bool(entry[own]) for key, own in _STATES.items()},
        }
        for entry in room
    ]
    held = [{"objectId": entry["id"]} for entry in room if entry["held"]]
    return {"objects": objects, "inventoryObjects": held}
