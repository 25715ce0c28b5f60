"""What TEACh's and ALFRED's simulators do besides AI2-THOR, and the history their goals need. All of it is here.

AI2-THOR's faucet cleans and fills only what its stream touches. Both benchmarks therefore clean everything in the basin
themselves when a faucet is switched on, and TEACh fills it with water, too; TEACh lets a poured liquid arrive in what
it is poured on. ALFRED counts an object as cleaned that was in the basin when the faucet went on, as heated that
was in the microwave when it was switched on, as cooled that was in the fridge when its door was closed. TEACh counts
a potato as boiled that is in a vessel with liquid over an active burner or in a running microwave.

Neither has a world in which the water runs from the start. Where it does, all in the basin gets clean just the same;
what is put there counts as rinsed, which is no word of ALFRED's, so it is kept apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sim_bridge_thor.skills import find_object

Metadata = Mapping[str, Any]

BASINS = ("SinkBasin", "BathtubBasin")
BOILED_TYPES = ("Potato", "PotatoSliced")


@dataclass
class History:
    """Object ids that went through something in this episode: ALFRED's three sets, TEACh's boiled, and rinsed."""

    cleaned: set[str] = field(default_factory=set)
    heated: set[str] = field(default_factory=set)
    cooled: set[str] = field(default_factory=set)
    boiled: set[str] = field(default_factory=set)
    rinsed: set[str] = field(default_factory=set)

    def as_json(self) -> dict[str, dict[str, list[str]]]:
        """Return the sets as sorted lists, ALFRED's under 'alfred', TEACh's under 'teach', others under 'pred'."""
        return {
            "alfred": {
                "cleaned": sorted(self.cleaned),
                "heated": sorted(self.heated),
                "cooled": sorted(self.cooled),
            },
            "teach": {"boiled": sorted(self.boiled)},
            "pred": {"rinsed": sorted(self.rinsed)},
        }

    def record(self, action: Mapping[str, Any], after: Metadata) -> None:
        """Add what an action did.

        :param action: as sent to AI2-THOR, {} for one that failed
        :param after: the metadata after it and its chores
        """
        target = find_object(after, str(action.get("objectId", "")))
        if target is not None:
            contents = set(target["receptacleObjectIds"] or ())
            name, kind = action["action"], target["objectType"]
            if (name, kind) == ("ToggleObjectOn", "Faucet"):
                basin = basin_of(target, after)
                self.cleaned |= set(basin["receptacleObjectIds"] or ()) if basin is not None else set()
            elif (name, kind) == ("ToggleObjectOn", "Microwave"):
                self.heated |= contents
            elif (name, kind) == ("CloseObject", "Fridge"):
                self.cooled |= contents
            elif name == "PutObject" and _water_runs_into(target, after):
                self.rinsed |= contents
        self.boiled |= set(_boiling(after))


def basin_of(faucet: Metadata, metadata: Metadata) -> Metadata | None:
    """Return the basin nearest to a faucet, or None in a room without one."""
    basins = [o for o in metadata["objects"] if o["objectType"] in BASINS]
    place = faucet["position"]
    return min(basins, key=lambda o: sum((o["position"][k] - place[k]) ** 2 for k in "xyz"), default=None)


def _water_runs_into(place: Metadata, metadata: Metadata) -> bool:
    """Tell whether a place is a basin whose faucet is on."""
    if place["objectType"] not in BASINS:
        return False
    running = (o for o in metadata["objects"] if o["objectType"] == "Faucet" and o["isToggled"])
    basins = (basin_of(faucet, metadata) for faucet in running)
    return any(basin is not None and basin["objectId"] == place["objectId"] for basin in basins)


def chores(
    action: Mapping[str, Any], before: Metadata, after: Metadata, poured_on: str
) -> Iterator[dict[str, Any]]:
    """Yield the further actions that the benchmarks' simulators send after a successful action.

    :param poured_on: the id of what a PourObject was aimed at, '' if nothing
    """
    target = find_object(after, str(action.get("objectId", "")))
    if target is None:
        return
    if action["action"] == "ToggleObjectOn" and target["objectType"] == "Faucet":
        yield from _wash(basin_of(target, after), after)
    if action["action"] == "PutObject" and _water_runs_into(target, after):
        yield from _wash(target, after)
    if action["action"] == "EmptyLiquidFromObject" and poured_on:
        yield from _pour_on(target, before, after, poured_on)


def _wash(basin: Metadata | None, after: Metadata) -> Iterator[dict[str, Any]]:
    inside = (basin["receptacleObjectIds"] or ()) if basin is not None else ()
    for object_id in inside:
        washed = find_object(after, object_id)
        if washed is None:
            continue
        if washed["dirtyable"] and washed["isDirty"]:
            yield {"action": "CleanObject", "objectId": object_id, "forceAction": True}
        if washed["canFillWithLiquid"] and not washed["isFilledWithLiquid"]:
            yield _fill(object_id, "water")


def _pour_on(vessel: Metadata, before: Metadata, after: Metadata, poured_on: str) -> Iterator[dict[str, Any]]:
    receiver = find_object(after, poured_on)
    was = find_object(before, vessel["objectId"])
    if receiver is None or was is None or not receiver["canFillWithLiquid"] or receiver["isFilledWithLiquid"]:
        return
    yield _fill(poured_on, str(was["fillLiquid"] or "water"))


def _fill(object_id: str, liquid: str) -> dict[str, Any]:
    return {
        "action": "FillObjectWithLiquid",
        "objectId": object_id,
        "fillLiquid": liquid,
        "forceAction": True,
    }


def _boiling(metadata: Metadata) -> Iterator[str]:
    objects = {o["objectId"]: o for o in metadata["objects"]}
    for entry in metadata["objects"]:
        if entry["objectType"] not in BOILED_TYPES:
            continue
        parents = [objects[p] for p in entry["parentReceptacles"] or () if p in objects]
        if any(p["isFilledWithLiquid"] and _on_heat(p, objects) for p in parents):
            yield entry["objectId"]


def _on_heat(vessel: Metadata, objects: Mapping[str, Metadata]) -> bool:
    places = (objects[p] for p in vessel["parentReceptacles"] or () if p in objects)
    return any(p["isToggled"] and p["objectType"] in ("StoveBurner", "Microwave") for p in places)
