"""Sentences that rules and a model read, in four rooms (data/two_minds.txt), and the wants that they are written in."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pred_core.action_model.goals import conditions_of
from pred_core.objects import ObjectMemory, ObjectState
from pred_core.plan_language import Plan
from pred_core.vocabulary import holding_part, sliced_of, whole_of

AT = ((0.0, 0.0, 0.0), (0.1, 0.1, 0.1))
ROOMS = {
    "kitchen": "Apple Bread Tomato Potato Egg Lettuce Mug Cup Bowl Plate Pan Pot Kettle Knife ButterKnife Fork Spoon "
    "Spatula SaltShaker PepperShaker SoapBottle DishSponge PaperTowelRoll WineBottle Fridge Microwave Toaster "
    "CoffeeMachine StoveBurner StoveKnob SinkBasin Faucet CounterTop DiningTable Cabinet Drawer GarbageCan Shelf Chair "
    "LightSwitch HousePlant",
    "living": "Sofa ArmChair CoffeeTable SideTable TVStand Television RemoteControl Laptop Book Newspaper Pillow Vase "
    "Statue KeyChain CreditCard Watch FloorLamp DeskLamp Box HousePlant WateringCan GarbageCan Drawer Shelf Painting "
    "LightSwitch Cabinet Plate Candle TissueBox",
    "bedroom": "Bed Pillow Desk Chair Dresser Drawer SideTable Shelf DeskLamp AlarmClock CellPhone Laptop Book Pen "
    "Pencil CD KeyChain CreditCard BaseballBat BasketBall TennisRacket TeddyBear Mug Bowl Box GarbageCan LaundryHamper "
    "Mirror LightSwitch Blinds Cloth Boots",
    "bathroom": "Toilet ToiletPaper SinkBasin Faucet BathtubBasin Cabinet Drawer CounterTop Towel TowelHolder "
    "HandTowel HandTowelHolder SoapBar SoapBottle SprayBottle Candle Cloth GarbageCan Plunger ScrubBrush ShowerDoor "
    "ShowerGlass ShowerHead Mirror LightSwitch Shelf TissueBox DishSponge",
}
TURNED = {"on": ("on", True), "off": ("on", False), "open": ("open", True), "closed": ("open", False)}
ROWS = {"clean": "Clean", "hot": "Heat", "cold": "Cool", "filled": "Fill"}
ROWS |= {"on": "ToggleOn", "off": "ToggleOff", "open": "Open", "closed": "Close"}
TASKS = {"clean": "pick_clean_then_place_in_recep", "hot": "pick_heat_then_place_in_recep"}
TASKS |= {"cold": "pick_cool_then_place_in_recep"}
End = frozenset[tuple[str, frozenset[tuple[str, bool]], str]]


@dataclass(frozen=True)
class Want:
    """A thing with the states it is to end in, and where; ``light`` is what it is looked at in."""

    thing: str
    states: tuple[str, ...] = ()
    place: str = ""
    light: str = ""

    @classmethod
    def parse(cls, text: str) -> Want:
        """Return "hot Potato > Plate", "on FloorLamp" or "Vase @ FloorLamp"."""
        what, _, light = text.partition("@")
        what, _, place = what.partition(">")
        *states, thing = what.split()
        return cls(thing, tuple(states), place.strip(), light.strip())


@dataclass(frozen=True)
class Case:
    room: str
    words: str
    right: tuple[Want, ...]
    model: tuple[Want, ...]

    @property
    def memory(self) -> ObjectMemory:
        return ObjectMemory(objects=tuple(ObjectState(f"{n}_1", n, *AT) for n in ROOMS[self.room].split()))


def wants(text: str) -> tuple[Want, ...]:
    return () if text == "none" else tuple(map(Want.parse, text.split("+")))


def cases() -> Iterator[Case]:
    for line in (Path(__file__).parent / "data/two_minds.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            room, words, right, model = (part.strip() for part in line.split(";"))
            yield Case(room, words, wants(right), wants(right if model == "=" else model))


def end_of(plan: Plan | None) -> End:
    """Return what a plan is there for."""
    found = conditions_of(plan.triplets) if plan is not None else ()
    return frozenset(
        (c.classes[0], frozenset(c.states.items()), holding_part(c.places[0]) if c.places else "") for c in found
    )


def end_wanted(given: tuple[Want, ...]) -> End:
    """Return what some wants are there for."""
    return frozenset(end for want in given for end in _ends(want))


def _ends(want: Want) -> Iterator[tuple[str, frozenset[tuple[str, bool]], str]]:
    states = frozenset(TURNED.get(state, (state, True)) for state in want.states)
    yield want.thing, states, holding_part(want.place) if want.place else ""
    if want.light:
        yield want.light, frozenset({("on", True)}), ""
    if whole_of(want.thing):
        yield whole_of(want.thing), frozenset({("sliced", True)}), ""


def rows_of(given: tuple[Want, ...]) -> list[list[str]]:
    """Return the plan that a model would write for wants."""
    rows = []
    for want in given:
        if whole_of(want.thing):
            rows.append(["Slice", whole_of(want.thing), "None"])
        rows += [[ROWS[state], want.thing, "None"] for state in want.states]
        rows += [["Move", want.thing, want.place]] if want.place else []
        rows += [["LookAt", want.thing, want.light]] if want.light else []
    return rows


def context_of(given: tuple[Want, ...]) -> str:
    """Return the answer to PRED's question for the context that says the same."""
    if not given:
        return "{}"
    *others, last = given
    thing, slices = _sliced(last)
    states = list(last.states)
    kind = "look_at_obj_in_light" if last.light else "do"
    if last.place:
        kind = next((TASKS[s] for s in states if s in TASKS), "pick_and_place_simple")
    data: dict[str, Any] = {"task_type": kind, "target": thing, "quantity": 1, "slices": slices, "states": states}
    data |= {"movable": "X", "destination": last.place or "X", "toggle": last.light or "X", "location": []}
    return json.dumps(data | {"others": [_other(want) for want in others]})


def _sliced(want: Want) -> tuple[str, int]:
    whole = whole_of(want.thing)
    return (whole, 1) if whole and sliced_of(whole) == want.thing else (want.thing, 0)


def _other(want: Want) -> Mapping[str, Any]:
    thing, slices = _sliced(want)
    rest = {"states": list(want.states), "location": "X", "destination": want.place or "X"}
    return {"object": thing, "quantity": 1, "slices": slices, **rest}


def answer_of(given: tuple[Want, ...]) -> str:
    """Return the answer to the one question for what is wanted and the plan that says the same."""
    return json.dumps({"wants": [_want(want) for want in given], "plan": rows_of(given)})


def _want(want: Want) -> Mapping[str, Any]:
    thing, slices = _sliced(want)
    fields: dict[str, Any] = {"thing": {"type": thing}, "states": [*want.states, *(["sliced"] if slices else [])]}
    fields |= {"to": {"type": want.place}} if want.place else {}
    return fields | ({"light": {"type": want.light}} if want.light else {})
