"""What was done before an episode begins (TEACh's EDH), done again in the simulator, by force: nobody has to be near.

An entry is ``{"action": "PickupObject", "object": "Mug"}``; a type stands for the instance of it that was used last,
``Mug#2`` for a second one, and an object id for that object where the world has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sim_bridge_thor.thor_client import Simulator

Metadata = Mapping[str, Any]

ACTIONS = (
    "PickupObject",
    "PutObject",
    "OpenObject",
    "CloseObject",
    "ToggleObjectOn",
    "ToggleObjectOff",
    "SliceObject",
    "PourObject",
    "CleanObject",
)


class HistoryError(ValueError):
    """A history that cannot be read, with a sentence that says why."""


@dataclass(frozen=True)
class PastAction:
    """One thing that was done: the action, and to what."""

    action: str
    thing: str


def parse_history(data: Any) -> tuple[PastAction, ...]:
    """Return the past actions of a layout's list.

    :raises HistoryError: naming the entry that is wrong
    """
    if not isinstance(data, list):
        raise HistoryError(f"history must be a list of objects: {str(data)[:80]}.")
    return tuple(_parse(entry) for entry in data)


def _parse(entry: Any) -> PastAction:
    texts = isinstance(entry, dict) and all(isinstance(v, str) and v for v in entry.values())
    if not texts or set(entry) != {"action", "object"} or entry["action"] not in ACTIONS:
        known = ", ".join(ACTIONS)
        raise HistoryError(
            f"An entry of history needs action (one of {known}) and object: {str(entry)[:80]}."
        )
    return PastAction(entry["action"], entry["object"])


class Redoer:
    """Does past actions again; ``event`` is the latest."""

    def __init__(self, simulator: Simulator, event: Any) -> None:
        self._simulator = simulator
        self.event = event
        self._used: dict[str, str] = {}

    def redo(self, past: Iterable[PastAction]) -> list[str]:
        """Do them in their order. Returns what could not be done, and why.

        :raises PlayerLost: when the player ends meanwhile
        """
        return [problem for one in past if (problem := self._one(one))]

    def _one(self, past: PastAction) -> str:
        entry = self._entry(past)
        if entry is None:
            return f"History: the room has no {past.thing} for {past.action}."
        self._used[past.thing] = entry["objectId"]
        problem = self._do(self._action(past, entry))
        return f"History: {past.action} {past.thing}: {problem}" if problem else ""

    def _action(self, past: PastAction, entry: Metadata) -> dict[str, Any]:
        if past.action == "PourObject":
            held = self.event.metadata["inventoryObjects"]
            poured = held[0]["objectId"] if held else entry["objectId"]
            return {"action": "EmptyLiquidFromObject", "objectId": poured, "forceAction": True}
        still = {"placeStationary": True} if past.action == "PutObject" else {}
        return {"action": past.action, "objectId": entry["objectId"], "forceAction": True, **still}

    def _entry(self, past: PastAction) -> Metadata | None:
        """Return the object of a past action: by id, the one used before under that name, else a fresh one."""
        objects: list[Metadata] = self.event.metadata["objects"]
        wanted = {past.thing, self._used.get(past.thing, "")}
        same = next((o for o in objects if o["objectId"] in wanted), None)
        if same is not None and not (same["isSliced"] and same["sliceable"]):
            return same
        name = past.thing.partition("|")[0].partition("#")[0]
        others = set(self._used.values())
        free = [o for o in objects if o["objectType"] == name and o["objectId"] not in others]
        ranked = sorted(free, key=_rank)
        return ranked[0] if ranked else None

    def _do(self, action: Mapping[str, Any]) -> str:
        self.event = self._simulator.step(dict(action))
        if self.event.metadata["lastActionSuccess"]:
            return ""
        return str(self.event.metadata["errorMessage"]).split("\n", maxsplit=1)[0]


def _rank(entry: Metadata) -> tuple[float, str]:
    """Return by what the first of several alike things is chosen: the nearest to the agent."""
    return float(entry["distance"]), str(entry["objectId"])
