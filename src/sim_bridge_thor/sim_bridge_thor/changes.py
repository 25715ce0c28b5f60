"""Changes to single objects of a loaded world: states and places, at the start or while the episode goes on.

Everything is done with ordinary AI2-THOR actions, forced so that the agent need not be near, and counts for nobody: the
agent's actions and the histories of goals know nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pred_core.vocabulary import group
from sim_bridge_thor.skills import find_object
from sim_bridge_thor.thor_client import Simulator

Metadata = Mapping[str, Any]

STATE_ACTIONS: Mapping[str, Mapping[str, Any]] = {
    "clean": {"action": "CleanObject"},
    "dirty": {"action": "DirtyObject"},
    "sliced": {"action": "SliceObject"},
    "cooked": {"action": "CookObject"},
    "filled": {"action": "FillObjectWithLiquid", "fillLiquid": "water"},
    "empty": {"action": "EmptyLiquidFromObject"},
    "open": {"action": "OpenObject"},
    "closed": {"action": "CloseObject"},
    "on": {"action": "ToggleObjectOn"},
    "off": {"action": "ToggleObjectOff"},
}
"""The one action that brings a state about."""

TREATED_IN = {"hot": "Microwave", "cold": "Fridge"}
"""What an object has to be in for a temperature; AI2-THOR has no action that sets one."""

STATES = (*STATE_ACTIONS, *TREATED_IN)


class ChangeError(ValueError):
    """A change that cannot be read, with a sentence that says why."""


@dataclass(frozen=True)
class Change:
    """One object's new state, or else the receptacles to put it in or on: the first that has room.

    ``after`` is the number of actions of the agent after which it happens, 0 for the set-up of the world.
    """

    object_id: str
    state: str = ""
    place: tuple[str, ...] = ()
    after: int = 0

    def as_json(self) -> dict[str, Any]:
        """Return the change as it stands in a layout."""
        wanted = {"state": self.state} if self.state else {"place": list(self.place)}
        return {"object_id": self.object_id, **wanted, **({"after": self.after} if self.after else {})}


def parse_changes(data: Any) -> tuple[Change, ...]:
    """Return the changes of a layout's list.

    :raises ChangeError: naming the entry that is wrong
    """
    if not isinstance(data, list):
        raise ChangeError(f"changes must be a list of objects: {str(data)[:80]}.")
    return tuple(_parse(entry) for entry in data)


def _parse(entry: Any) -> Change:
    known = set(Change.__dataclass_fields__)
    if not isinstance(entry, dict) or not entry.get("object_id") or set(entry) - known:
        raise ChangeError(
            f"An entry of changes needs object_id, and state or place, and may have after: {str(entry)[:80]}."
        )
    state, place, after = entry.get("state", ""), entry.get("place", []), entry.get("after", 0)
    if bool(state) == bool(place):
        raise ChangeError(f"An entry of changes has either a state or a place: {str(entry)[:80]}.")
    if state and state not in STATES:
        raise ChangeError(f"There is no state {state!r}. Known: {', '.join(STATES)}.")
    if not isinstance(place, list) or not all(isinstance(name, str) for name in place):
        raise ChangeError(f"place must be a list of receptacles' ids: {str(place)[:80]}.")
    if isinstance(after, bool) or not isinstance(after, int) or after < 0:
        raise ChangeError(f"after must be a number of actions, got {after!r}.")
    return Change(str(entry["object_id"]), str(state), tuple(place), after)


class Changer:
    """Makes changes in a simulator and keeps the actions it took; ``event`` is the latest."""

    def __init__(self, simulator: Simulator, event: Any) -> None:
        self._simulator = simulator
        self.event = event
        self.actions: list[dict[str, Any]] = []

    def make(self, change: Change) -> str:
        """Make one change. Returns '' or why it could not be made; the world is as before then.

        :raises PlayerLost: when the player ends meanwhile
        """
        entry = self._find(change.object_id)
        if entry is None:
            return f"There is no {change.object_id} to change."
        if change.place:
            return self._move(entry, change.place)
        if change.state in TREATED_IN:
            return self._treat(entry, change.state)
        return self._do({**STATE_ACTIONS[change.state], "objectId": change.object_id})

    def drop(self) -> str:
        """Let what is held fall. Returns '' or why it does not."""
        return self._do({"action": "DropHandObject"})

    def _move(self, entry: Metadata, places: Iterable[str]) -> str:
        """Put an object into the first receptacle that takes it, or back."""
        homes = list(entry["parentReceptacles"] or ())
        problem = self._do({"action": "PickupObject", "objectId": entry["objectId"]})
        if problem:
            return problem
        for place in places:
            problem = self._put(place)
            if not problem:
                return ""
        self._back(homes)
        return problem

    def _treat(self, entry: Metadata, state: str) -> str:
        """Heat or cool an object in the room's appliance and put it back."""
        kind = TREATED_IN[state]
        appliance = next((o for o in self._objects() if o["objectType"] == kind), None)
        homes = list(entry["parentReceptacles"] or ())
        if appliance is None or not homes:
            return f"{entry['objectId']} cannot be made {state}: " + (
                "it lies on nothing." if appliance else f"the room has no {kind}."
            )
        if appliance["objectId"] in homes:
            return f"{entry['objectId']} is in the {kind} already."
        problem = self._do({"action": "PickupObject", "objectId": entry["objectId"]})
        if problem:
            return problem
        problem = self._put(appliance["objectId"]) or self._run(appliance, entry["objectId"])
        self._back(homes)
        return problem

    def _run(self, appliance: Metadata, object_id: str) -> str:
        """Let an appliance work on what is in it and take that out again."""
        target = {"objectId": appliance["objectId"]}
        if appliance["toggleable"]:
            self._do({"action": "ToggleObjectOn", **target})
            self._do({"action": "ToggleObjectOff", **target})
        return self._do({"action": "PickupObject", "objectId": object_id})

    def _put(self, receptacle_id: str) -> str:
        """Put what is held into a receptacle, opening it for that where it has to be, and closing it again."""
        receptacle = self._find(receptacle_id)
        if receptacle is None:
            return f"There is no {receptacle_id} to put anything in."
        shut = (
            receptacle["openable"]
            and not receptacle["isOpen"]
            and receptacle["objectType"] in group("must_be_open")
        )
        if shut:
            problem = self._do({"action": "OpenObject", "objectId": receptacle_id})
            if problem:
                return problem
        problem = self._do({"action": "PutObject", "objectId": receptacle_id, "placeStationary": True})
        if shut:
            self._do({"action": "CloseObject", "objectId": receptacle_id})
        return problem

    def _back(self, homes: Iterable[str]) -> None:
        """Put what is held back where it was; where that fails it is dropped, for the agent's hand must be free."""
        if not self.event.metadata["inventoryObjects"]:
            return
        if any(not self._put(home) for home in homes):
            return
        self.drop()

    def _do(self, action: dict[str, Any]) -> str:
        """Send an action, forced. Returns the simulator's reason when it failed, else ''."""
        sent = {**action, "forceAction": True}
        self.event = self._simulator.step(sent)
        self.actions.append(sent)
        if self.event.metadata["lastActionSuccess"]:
            return ""
        return f"{action['action']} {action.get('objectId', '')}: {self.event.metadata['errorMessage']}"

    def _objects(self) -> Iterable[Metadata]:
        found: Iterable[Metadata] = self.event.metadata["objects"]
        return found

    def _find(self, object_id: str) -> Metadata | None:
        return find_object(self.event.metadata, object_id)


class Schedule:
    """Changes that wait for their time: made once the agent took as many actions, unless it has had the object.

    What the agent has held, or holds anything while the time comes, is left alone: nothing may be taken out of its
    hand, and nothing it has done may be undone.
    """

    def __init__(self, changes: Iterable[Change]) -> None:
        self._waiting = sorted(changes, key=lambda c: c.after)
        self._handled: set[str] = set()
        self.report: list[dict[str, Any]] = []

    def due(self, actions: int, metadata: Metadata) -> list[Change]:
        """Return what is to be made now; what must not be made any more is reported and dropped.

        :param actions: how many actions the agent took
        :param metadata: the world after the latest
        """
        held = {item["objectId"] for item in metadata["inventoryObjects"]}
        self._handled |= held
        now = [change for change in self._waiting if change.after <= actions]
        self._waiting = self._waiting[len(now) :]
        free = []
        for change in now:
            if change.object_id in self._handled:
                self.done(change, actions, "The agent had it already.")
            elif held:
                self.done(change, actions, "The agent's hand was full.")
            else:
                free.append(change)
        return free

    def done(self, change: Change, actions: int, problem: str) -> None:
        """Note when a change was made, or why not."""
        self.report.append({**change.as_json(), "at": actions, "made": not problem, "note": problem})
