"""Manipulation skills as AI2-THOR's actions, and whether they did what they should: measured, not believed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pred_core.outcome import Code, Outcome
from sim_bridge_thor.refusals import OUT_OF_VIEW, outcome_of_refusal
from sim_bridge_thor.thor_client import Simulator

Metadata = Mapping[str, Any]

HAND_OVER = "HandOverObject"
KNIVES = ("Knife", "ButterKnife")
WIPERS = ("Cloth", "DishSponge", "HandTowel", "Towel", "PaperTowelRoll")
MADE_BY_HAND = ("Bed",)
_BASINS = {"Sink": "SinkBasin", "Bathtub": "BathtubBasin"}


@dataclass(frozen=True)
class SkillStyle:
    """How skills are done.

    ``force_put`` lets PutObject pass over AI2-THOR's table of what may go where, as TEACh and ALFRED do; ``reach``
    is the largest distance in metres at which the agent acts; ``seed`` picks the place of a put object; ``visual``
    takes the robot's own senses for whether a skill succeeded, in place of the simulator's word.
    """

    force_put: bool = True
    reach: float = 1.5
    seed: int = 0
    visual: bool = False


@dataclass(frozen=True)
class SkillRun:
    """What was done: the action as sent, ai2thor's last event (None when nothing was sent) and the measured outcome."""

    action: dict[str, Any]
    event: Any
    outcome: Outcome


def find_object(metadata: Metadata, object_id: str) -> Metadata | None:
    """Return an object's metadata, or None."""
    return next((o for o in metadata["objects"] if o["objectId"] == object_id), None)


def held_of(metadata: Metadata) -> Metadata | None:
    """Return the metadata of what is in the hand, or None."""
    inventory = metadata["inventoryObjects"]
    return find_object(metadata, inventory[0]["objectId"]) if inventory else None


def perform(
    simulator: Simulator, before: Metadata, skill: str, target_id: str, style: SkillStyle
) -> SkillRun:
    """Do one skill on one object and measure what came of it.

    :param before: the metadata of the latest event
    :param target_id: the simulator's id of the target, '' for a skill without one
    """
    recipe = _RECIPES.get(skill)
    if recipe is None:
        known = ", ".join(_RECIPES)
        return SkillRun(
            {}, None, Outcome(Code.INVALID_ACTION, f"There is no skill {skill!r}. Known: {known}.")
        )
    target = find_object(before, target_id)
    if target is None and recipe.needs_target:
        return SkillRun({}, None, Outcome(Code.BAD_INPUT, f"{skill} needs a target in the latest picture."))
    meant = _meant(before, skill, target)
    possible = recipe.check(before, target, style)
    if possible and meant is not target:
        possible = _reachable(target, style)
    if not possible:
        return SkillRun({}, None, possible)
    action = recipe.action(before, meant, style)
    if meant is not target:
        action["forceAction"] = True  # what was pointed at is in reach, and that decides
    event = simulator.step(action)
    after = event.metadata
    now = find_object(after, _id(meant))
    if not after["lastActionSuccess"]:
        return SkillRun(
            action, event, outcome_of_refusal(str(after["errorMessage"]), now or meant, style.reach)
        )
    if recipe.done(before, after, now):
        return SkillRun(action, event, Outcome.success())
    what = f" {meant['objectType']}" if meant is not None else ""
    sentence = f"{skill}{what} was accepted, but its effect cannot be measured."
    return SkillRun(action, event, Outcome(Code.POSTCONDITION_FAILURE, sentence))


def _meant(metadata: Metadata, skill: str, target: Metadata | None) -> Metadata | None:
    """Return what a person means: a put into the sink goes into its basin, a burner is switched by its knob."""
    if target is None:
        return None
    if skill == "PutObject" and target["objectType"] in _BASINS:
        basin = _BASINS[target["objectType"]]
        near = [o for o in metadata["objects"] if o["objectType"] == basin]
        return min(near, key=lambda o: _distance(o, target), default=target)
    if skill in ("ToggleObjectOn", "ToggleObjectOff") and not target["toggleable"]:
        switches = (o for o in metadata["objects"] if target["objectId"] in (o["controlledObjects"] or ()))
        return next(switches, target)
    return target


def _distance(a: Metadata, b: Metadata) -> float:
    return float(sum((a["position"][k] - b["position"][k]) ** 2 for k in "xyz"))


Check = Callable[[Metadata, Metadata | None, SkillStyle], Outcome]
Build = Callable[[Metadata, Metadata | None, SkillStyle], dict[str, Any]]
Done = Callable[[Metadata, Metadata, Metadata | None], bool]


def _no_check(_before: Metadata, _target: Metadata | None, _style: SkillStyle) -> Outcome:
    return Outcome.success()


@dataclass(frozen=True)
class _Recipe:
    action: Build
    done: Done
    check: Check = _no_check
    needs_target: bool = True


def _id(target: Metadata | None) -> str:
    return str(target["objectId"]) if target is not None else ""


def _plain(name: str, **extra: Any) -> Build:
    return lambda _before, target, _style: {"action": name, "objectId": _id(target), **extra}


def _state(key: str, wanted: bool) -> Done:
    return lambda _before, _after, now: now is not None and bool(now[key]) is wanted


def _put(_before: Metadata, target: Metadata | None, style: SkillStyle) -> dict[str, Any]:
    action = {
        "action": "PutObject",
        "objectId": _id(target),
        "placeStationary": True,
        "randomSeed": style.seed,
    }
    return {**action, "forceAction": True} if style.force_put else action


def _put_done(before: Metadata, after: Metadata, now: Metadata | None) -> bool:
    was = before["inventoryObjects"][0]["objectId"]
    if after["inventoryObjects"] or now is None:
        return False
    moved = find_object(after, was)
    # an egg that cracked on the way has another id; then the empty hand has to do
    return moved is None or now["objectId"] in (moved["parentReceptacles"] or ())


def _reachable(target: Metadata | None, style: SkillStyle) -> Outcome:
    """Forced actions skip the simulator's own check, so it is made here."""
    if target is not None and not target["visible"]:
        return outcome_of_refusal(OUT_OF_VIEW, target, style.reach)
    return Outcome.success()


def _put_check(before: Metadata, target: Metadata | None, style: SkillStyle) -> Outcome:
    if not before["inventoryObjects"]:
        return Outcome(Code.HAND_EMPTY, "The hand is empty: pick something up first.")
    if target is not None and target["isPickedUp"]:
        return Outcome(Code.BAD_INPUT, "The target is the object in the hand itself.")
    return _reachable(target, style)


def _slice_check(before: Metadata, _target: Metadata | None, _style: SkillStyle) -> Outcome:
    held = held_of(before)
    if held is None:
        return Outcome(Code.HAND_EMPTY, "Slicing needs a knife in the hand: pick one up first.")
    if held["objectType"] not in KNIVES:
        return Outcome(
            Code.PRECONDITION_FAILURE, f"Slicing needs a knife in the hand, not the {held['objectType']}."
        )
    return Outcome.success()


def _clean_check(before: Metadata, target: Metadata | None, style: SkillStyle) -> Outcome:
    """What can be carried is washed, not wiped: the simulator would let any hand clean anything that gets dirty."""
    held, kind = held_of(before), str(target["objectType"]) if target is not None else ""
    if target is None or not target["dirtyable"] or target["pickupable"]:
        return Outcome(Code.NOT_AFFORDED, f"The {kind} is nothing that is wiped where it is, or made.")
    if kind in MADE_BY_HAND:
        if held is not None:
            return Outcome(Code.HAND_FULL, f"Making the {kind} takes an empty hand: put the {held['objectType']} down.")
    elif held is None:
        return Outcome(Code.HAND_EMPTY, f"The {kind} is wiped with a cloth or the like: pick one up first.")
    elif held["objectType"] not in WIPERS:
        return Outcome(Code.PRECONDITION_FAILURE, f"Nothing is wiped with the {held['objectType']}.")
    if not target["isDirty"]:
        return Outcome(Code.ALREADY_SO, f"The {kind} is clean already.")
    return _reachable(target, style)


def _pour_check(before: Metadata, target: Metadata | None, style: SkillStyle) -> Outcome:
    held = held_of(before)
    if held is None:
        return Outcome(Code.HAND_EMPTY, "Pouring needs something in the hand: pick it up first.")
    if not held["canFillWithLiquid"]:
        return Outcome(Code.NOT_AFFORDED, f"The held {held['objectType']} cannot hold liquid.")
    if not held["isFilledWithLiquid"]:
        return Outcome(Code.ALREADY_SO, f"The held {held['objectType']} is already empty.")
    return _reachable(target, style)


def _pour(before: Metadata, _target: Metadata | None, _style: SkillStyle) -> dict[str, Any]:
    return {
        "action": "EmptyLiquidFromObject",
        "objectId": before["inventoryObjects"][0]["objectId"],
        "forceAction": True,
    }


def _hand_emptied(_before: Metadata, after: Metadata, _now: Metadata | None) -> bool:
    held = held_of(after)
    return held is not None and not held["isFilledWithLiquid"]


def _picked_up(_before: Metadata, after: Metadata, now: Metadata | None) -> bool:
    return now is not None and any(i["objectId"] == now["objectId"] for i in after["inventoryObjects"])


def _offer_check(before: Metadata, _target: Metadata | None, _style: SkillStyle) -> Outcome:
    if not before["inventoryObjects"]:
        return Outcome(Code.HAND_EMPTY, "The hand is empty: there is nothing to hand over.")
    return Outcome.success()


def _held_out(_before: Metadata, _after: Metadata, _now: Metadata | None) -> bool:
    """Whether somebody takes what is held out is seen by the hand afterwards (``stand_in.py``)."""
    return True


def _dropped(_before: Metadata, after: Metadata, _now: Metadata | None) -> bool:
    return not after["inventoryObjects"]


_RECIPES: dict[str, _Recipe] = {
    "PickupObject": _Recipe(_plain("PickupObject"), _picked_up),
    "PutObject": _Recipe(_put, _put_done, _put_check),
    "OpenObject": _Recipe(_plain("OpenObject"), _state("isOpen", True)),
    "CloseObject": _Recipe(_plain("CloseObject"), _state("isOpen", False)),
    "ToggleObjectOn": _Recipe(_plain("ToggleObjectOn"), _state("isToggled", True)),
    "ToggleObjectOff": _Recipe(_plain("ToggleObjectOff"), _state("isToggled", False)),
    "SliceObject": _Recipe(_plain("SliceObject"), _state("isSliced", True), _slice_check),
    "CleanObject": _Recipe(_plain("CleanObject"), _state("isDirty", False), _clean_check),
    "PourObject": _Recipe(_pour, _hand_emptied, _pour_check, needs_target=False),
    HAND_OVER: _Recipe(
        lambda _before, _target, _style: {"action": "Pass"}, _held_out, _offer_check, needs_target=False
    ),
    "DropObject": _Recipe(
        lambda _before, _target, _style: {"action": "DropHandObject", "forceAction": True},
        _dropped,
        needs_target=False,
    ),
}
SKILLS = tuple(_RECIPES)
