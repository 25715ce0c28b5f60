"""Repairs and ways to a goal, from what is remembered: with the planner library, and with our own search."""

from __future__ import annotations

import importlib.util
import time

import pytest

from pred_core.action_model import search
from pred_core.action_model.logic import State
from pred_core.action_model.memory_world import memory_world, relevant
from pred_core.action_model.pddl import parse_formula
from pred_core.action_model.stepping import Step, applied, violated
from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth

FURNITURE = (
    "Fridge",
    "Microwave",
    "CoffeeMachine",
    "Toaster",
    "SinkBasin",
    "Faucet",
    "CounterTop",
    "DiningTable",
)
ITEMS = {
    "Mug": "Cabinet_1",
    "Tomato": "Fridge_1",
    "Plate": "CounterTop_1",
    "Knife": "Drawer_1",
    "Bread": "CounterTop_1",
    "Potato": "CounterTop_1",
    "Apple": "DiningTable_1",
    "Lettuce": "Fridge_1",
    "Pan": "StoveBurner_1",
    "Pot": "CounterTop_1",
    "Egg": "Fridge_1",
    "Bowl": "Cabinet_1",
    "Cup": "CounterTop_1",
    "Spoon": "Drawer_1",
    "Fork": "Drawer_1",
    "Book": "DiningTable_1",
}
MORE = ("Cabinet", "Drawer", "StoveBurner", "StoveKnob", "GarbageCan", "Shelf")


def one(name: str, parent: str = "", **attributes: bool) -> ObjectState:
    known = {key: Attribute(key, Truth.of(value)) for key, value in attributes.items()}
    return ObjectState(
        f"{name}_1", name, (0.0, 0.0, 0.0), (0.1, 0.1, 0.1), attributes=known, parent_id=parent
    )


def kitchen(*changed: ObjectState, held: str = "", objects: int = 40) -> ObjectMemory:
    """Return a kitchen of so many objects, with some of them as they are given."""
    found = {
        o.id: o for o in (*(one(n) for n in (*FURNITURE, *MORE)), *(one(n, p) for n, p in ITEMS.items()))
    }
    found |= {o.id: o for o in changed}
    number = 2
    while len(found) < objects:
        filler = ObjectState(
            f"Bottle_{number}", "Bottle", (0.0, 0.0, 0.0), (0.1, 0.1, 0.3), parent_id="Shelf_1"
        )
        found[filler.id] = filler
        number += 1
    return ObjectMemory(objects=tuple(found.values()), held_id=held)


def done(memory: ObjectMemory, steps: tuple[Step, ...], goal: str) -> State:
    """Do the steps in the world of all objects, not only those that were searched over."""
    whole = memory_world(memory)
    now = whole.state.pessimistic()
    for step in steps:
        assert violated(whole.world, step, now) == (), step
        now = applied(whole.world, step, now)
    assert whole.world.truth(parse_formula(goal), now) is Truth.TRUE
    return now


CLEAN_MUG = "(exists (?m - mug ?c - coffeemachine) (and (is ?m clean) (in ?m ?c)))"
CASES = [
    ("hand full", kitchen(held="Apple_1"), "(holding Mug_1)", 3),
    ("fridge closed", kitchen(), "(holding Tomato_1)", 2),
    ("microwave on", kitchen(one("Microwave", on=True), one("Plate", "Microwave_1")), "(holding Plate_1)", 3),
    ("knife put away", kitchen(held="Mug_1"), "(exists (?k - knife) (holding ?k))", 3),
    ("mug to be washed", kitchen(), CLEAN_MUG, 6),
    ("slot taken", kitchen(one("Cup", "CoffeeMachine_1")), CLEAN_MUG, 8),
]


@pytest.fixture(params=["library", "own"])
def searched(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "own":
        monkeypatch.setattr(search, "_kairos", lambda: None)
    elif importlib.util.find_spec("kairos") is None:
        pytest.skip("kairos-planner has no wheel for this machine")
    return str(request.param)


@pytest.mark.parametrize(("memory", "goal", "length"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_the_way_is_found_and_works_among_all_objects(memory, goal, length, searched):
    steps = search.way_to(memory, goal, limit=20.0)
    assert steps is not None
    done(memory, steps, goal)
    assert len(steps) <= length + (0 if searched == "library" else 1)


def test_what_a_step_lacks_is_repaired(searched):
    step = Step("open", ("Microwave_1",))
    assert search.repair(kitchen(one("Microwave", on=True)), step) == (Step("toggle_off", ("Microwave_1",)),)
    assert search.repair(kitchen(), step) == ()


def test_slices_come_into_being():
    pytest.importorskip("kairos")
    goal = "(exists (?s - tomatosliced ?p - plate) (and (there ?s) (is ?s hot) (in ?s ?p)))"
    memory = kitchen()
    steps = search.way_to(memory, goal, limit=20.0)
    assert steps is not None
    done(memory, steps, goal)


def test_what_cannot_be_is_said_in_time():
    start = time.monotonic()
    assert search.way_to(kitchen(objects=30), "(in Fridge_1 Mug_1)", limit=1.0) is None
    assert time.monotonic() - start < 10.0  # a search that runs may end late on a busy machine


def test_only_what_matters_is_searched_over():
    kept = relevant(kitchen(objects=100), parse_formula(CLEAN_MUG))
    assert {"Mug_1", "CoffeeMachine_1", "SinkBasin_1", "Faucet_1", "Cabinet_1"} <= kept
    assert len(kept) < 15
