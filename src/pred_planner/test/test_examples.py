"""Examples in a model's prompts: what ships, the nearest, and their writing in each dialect."""

from __future__ import annotations

from pathlib import Path

import pytest
from llm_desk import asker

from pred_core.objects import ObjectMemory
from pred_core.plan_language import High
from pred_language.meaning.encoder import embed
from pred_language.reader import Texts
from pred_planner.dialects.name_repair import repairer
from pred_planner.dialects.registry import DIALECTS, parse
from pred_planner.memory.program import read
from pred_planner.memory.recall import checked
from pred_planner.memory.store import Pair, PairKind, Store
from pred_planner.model.examples import PromptExamples, nearest, seeds, written
from pred_planner.model.reasoner import LlmReasoner
from pred_planner.plan.parsed import Parsed

MOVE = '[{"action":"Move","object":"Vase","receptacle":"Bed"}]'


def test_enough_examples_ship_and_every_one_is_a_program() -> None:
    assert len(seeds(PairKind.PLAN)) >= 11
    assert len(seeds(PairKind.CORRECTION)) >= 11
    for pair in (*seeds(PairKind.PLAN), *seeds(PairKind.CORRECTION)):
        assert read(pair.program)


@pytest.mark.parametrize("pair", seeds(PairKind.PLAN), ids=lambda pair: pair.words)
def test_every_example_of_a_plan_can_be_done(pair: Pair) -> None:
    triplets = read(pair.program)
    assert checked(Texts(pair.words), ObjectMemory(), triplets, "").outcome


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("pair", seeds(PairKind.PLAN), ids=lambda pair: pair.words)
def test_what_is_written_in_a_dialect_reads_as_the_same_plan(pair: Pair, dialect: str) -> None:
    rows = [t.as_triplet() for t in read(pair.program)]
    parsed = parse(dialect, written(rows, dialect), repairer())
    assert isinstance(parsed, Parsed), parsed
    found = [tuple(row) for row in parsed.as_lists()]
    assert [row[:2] for row in found if row[0] != High.PUT] == [
        (High.PICKUP if High.PICKUP in {row[0] for row in found} and action == High.MOVE else action, thing)
        for action, thing, _ in rows
    ]
    assert [place for action, _, place in found if action in (High.MOVE, High.PUT)] == [
        place for action, _, place in rows if action == High.MOVE
    ]


def test_the_nearest_come_first_and_what_was_remembered_counts(tmp_path: Path) -> None:
    store = Store(tmp_path / "m.sqlite", embed)
    store.add(Pair("put the vase on the bed", MOVE))
    store.add(Pair("put the vase upon the bed", "no program"))
    assert nearest("put the vase on the bed", store)[0] == (
        "put the vase on the bed",
        [("Move", "Vase", "Bed")],
    )
    assert nearest("water the plant", None)[0][1][-1] == ("Pour", "Cup", "HousePlant")


def test_a_model_is_shown_the_nearest_plans_in_its_dialect() -> None:
    answer = (
        '{"task_type": "pick_and_place_simple", "target": "Book", "quantity": 1, "slices": 0, "states": [], '
        '"movable": "X", "destination": "Bed", "toggle": "X", "location": [], "others": []}'
    )
    with asker(answer, "PickupObject, Book, 0, PutObject, Book, Bed") as (client, server):
        planned = LlmReasoner(client, dialect="flare", examples=PromptExamples(2)).make_plan(
            Texts("put the book on the bed"), ObjectMemory()
        )
        asked = server.requests[-1]["messages"][-1]["content"]
    assert planned.plan is not None
    assert planned.plan.source == "llm"
    assert asked.startswith("Plans of other tasks")
    assert asked.count("Said: ") == 2
    assert "PickupObject, Book, 0, PutObject, Book, Desk" in asked
    assert PromptExamples(0).text("put the book on the bed") == ""
