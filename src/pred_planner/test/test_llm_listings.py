"""PRED's listings 1 to 5 with their whole plans: the printed answers go through, on bare rows and on running plans."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from llm_desk import asker, plan_of, reasoner, said, triplet

from pred_core.objects import ObjectMemory
from pred_core.plan_language import High, Kind, Level, Plan, Primitive, Subgoal
from pred_planner.model.asking import revised

Rows = tuple[tuple[str, ...], ...]

OPEN, CLOSE = Primitive.OPEN, Primitive.CLOSE
PICKUP, PUT, SLICE = Primitive.PICKUP, Primitive.PUT, Primitive.SLICE
ON, OFF = Primitive.TOGGLE_ON, Primitive.TOGGLE_OFF


@dataclass(frozen=True)
class Listing:
    """One listing: its plan, the plan printed as the answer, what was found, and the same as a plan that runs.

    ``names`` are the classes that the placeholders stand for in the running plan.
    """

    kind: Kind
    level: Level
    plan: Rows
    answer: Rows
    subject: str
    observed: str
    running: tuple[Subgoal, ...]
    names: Mapping[str, str] = field(default_factory=dict)

    def named(self, rows: Rows) -> list[tuple[str, ...]]:
        """Return rows with the names of the running plan."""
        return [tuple(self.names.get(word, word) for word in row) for row in rows]


LISTING_1 = Listing(
    Kind.DTA,
    Level.TUPLE,
    (("Recep", OPEN), ("Target", PICKUP), ("Recep", CLOSE), ("Apple", SLICE), ("CounterTop", PUT)),
    (("Target", PICKUP), ("Apple", SLICE), ("CounterTop", PUT)),
    "Target",
    "CounterTop",
    (
        triplet(1, High.PICKUP, "Knife", object_ref="knife", inside=("Drawer",)),
        triplet(2, High.SLICE, "Apple", "CounterTop"),
    ),
    {"Target": "Knife", "Recep": "Drawer"},
)
LISTING_2 = Listing(
    Kind.OHV,
    Level.TUPLE,
    (("Target", PICKUP), ("Bed", PUT)),
    (("Target", PICKUP), ("Parent", PUT), ("Target", PICKUP), ("Bed", PUT)),
    "Target",
    "",
    (triplet(1, High.MOVE, "Pillow", "Bed"),),
    {"Target": "Pillow", "Parent": "CounterTop"},
)
MUG_TO_SINK = (
    ("Microwave", OPEN),
    ("Mug", PICKUP),
    ("Microwave", CLOSE),
    ("SinkBasin", PUT),
    ("Faucet", ON),
    ("Faucet", OFF),
)
LISTING_3 = Listing(
    Kind.APM,
    Level.TUPLE,
    MUG_TO_SINK,
    (("Microwave", OFF), *MUG_TO_SINK),
    "Microwave",
    "on",
    (triplet(1, High.CLEAN, "Mug", "SinkBasin", inside=("Microwave",)),),
)
TOAST = (
    ("Move", "Bread", "Toaster"),
    ("Move", "Bread", "Toaster"),
    ("ToggleOn", "Toaster", "None"),
    ("Move", "Bread", "Plate"),
    ("Move", "Bread", "Plate"),
)
LISTING_4 = Listing(
    Kind.APM,
    Level.TRIPLET,
    (("Clean", "Target", "None"), *TOAST),
    TOAST,
    "Target",
    "clean",
    (
        triplet(1, High.CLEAN, "Plate", object_ref="plate"),
        *(
            triplet(n, High(action), name.replace("Bread", "BreadSliced"), place.replace("None", ""))
            for n, (action, name, place) in enumerate(TOAST, start=2)
        ),
    ),
    {"Target": "Plate", "Bread": "BreadSliced"},
)
LISTING_5 = Listing(
    Kind.ASR,
    Level.TRIPLET,
    (("Move", "Target", "Parent"),),
    (("Pass", "None", "None"), ("Move", "Target", "Parent")),
    "Target",
    "on Parent",
    (triplet(1, High.MOVE, "Pillow", "Sofa"),),
    {"Target": "Pillow", "Parent": "Sofa"},
)
LISTINGS = (LISTING_1, LISTING_2, LISTING_3, LISTING_4, LISTING_5)


def rows_of(plan: Plan, level: Level) -> list[tuple[str, ...]]:
    if level is Level.TUPLE:
        return [s.as_tuple() for s in plan.subgoals]
    return [t.as_triplet() for t in plan.triplets]


@pytest.mark.parametrize("listing", LISTINGS)
def test_the_printed_answer_is_taken_as_it_is(listing: Listing) -> None:
    (found,) = said(listing.kind, listing.subject, listing.observed)
    with asker(json.dumps(listing.answer)) as (client, server):
        after = revised(client, found, listing.level, list(listing.plan), "Parent")
        shown = server.requests[0]["messages"][1]["content"]
    assert after == list(listing.answer)
    assert all(json.dumps(row) in shown for row in listing.plan)


@pytest.mark.parametrize("listing", LISTINGS)
def test_the_running_plan_is_the_listings_and_becomes_its_answer(listing: Listing) -> None:
    plan = plan_of(*listing.running)
    assert rows_of(plan, listing.level) == listing.named(listing.plan)
    subject = listing.names.get(listing.subject, listing.subject)
    with reasoner(json.dumps(listing.named(listing.answer))) as (llm, _):
        revision = llm.revise_plan(plan, said(listing.kind, subject, listing.observed), ObjectMemory())
    assert revision.accepted and revision.source == "llm"
    after = rows_of(revision.after, listing.level)
    passed = after == [("Pass", "None", "None")]  # the step that is passed over is not kept in a running plan
    assert passed if listing is LISTING_5 else after == listing.named(listing.answer)
    assert len({s.id for s in revision.after.subgoals}) == len(revision.after.subgoals)


def test_what_was_done_when_the_wrong_thing_was_found_stays_done() -> None:
    with reasoner(json.dumps(LISTING_2.named(LISTING_2.answer))) as (llm, _):
        revision = llm.revise_plan(plan_of(*LISTING_2.running), said(Kind.OHV, "Pillow", ""), ObjectMemory())
    assert revision.after.cursor == 1


def test_the_first_of_two_is_passed_over_and_the_second_is_moved() -> None:
    plan = plan_of(triplet(1, High.MOVE, "Pillow", "Sofa"), triplet(2, High.MOVE, "Pillow", "Sofa"))
    moves = [["Move", "Pillow", "Sofa"]] * 2
    with reasoner(json.dumps([["Pass", "None", "None"], *moves])) as (llm, _):
        revision = llm.revise_plan(plan, said(Kind.ASR, "Pillow", "on Sofa"), ObjectMemory())
    assert revision.accepted and revision.source == "llm"
    assert [t.action for t in revision.after.triplets] == [High.PASS, High.MOVE]
    assert rows_of(revision.after, Level.TUPLE) == [("Pillow", "PickupObject"), ("Sofa", "PutObject")]
