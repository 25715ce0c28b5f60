"""Free sentences for the arm: what the suite's lines want, and how results are counted."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from pred_bench.scoring.results import TaskResult
from pred_bench.studies.table_sentences import CameOut, came_out
from pred_bench.suites.files import suites_folder
from pred_bench.suites.table_sentences import SUITES, Place, Sentence, read_sentences, sentence_tasks
from pred_core.outcome import Code
from pred_tasks.world import WorldState
from ur5_emulator.table.layout import place
from ur5_emulator.table.scenes import read_scene

BOTH = Sentence("s", "k", "t", "say", (Place.of("a|b in bowl_1"), Place.of("a|b in bowl_2")))


def world(moved: tuple[str, ...] = (), **parents: str) -> WorldState:
    objects = [
        {
            "id": name,
            "parent": parents.get(name, "Table"),
            "relation": "in" if name in parents else "on",
            "position": [0.1 * index, 0.0, 0.0],
            "moved": name in parents or name in moved,
        }
        for index, name in enumerate(("a", "b", "c", "bowl_1", "bowl_2"))
    ]
    return WorldState.from_json(json.dumps({"objects": objects}))


def met(sentence: Sentence, state: WorldState) -> bool:
    return all(condition.met for condition in sentence.conditions(state))


def test_each_place_gets_a_thing_of_its_own_and_all_else_stays():
    assert met(BOTH, world(a="bowl_2", b="bowl_1"))
    assert not met(BOTH, world(a="bowl_2"))
    assert not met(BOTH, world(("c",), a="bowl_2", b="bowl_1"))
    assert not met(replace(BOTH, places=BOTH.places[:1]), world(a="bowl_1", b="bowl_2"))  # one is enough


def test_near_is_measured():
    near = replace(BOTH, places=(Place.of("c near bowl_1"),))
    assert met(near, world(("c",))) and not met(replace(BOTH, places=(Place.of("a near bowl_1"),)), world())


def result(code: Code, message: str = "", *, so: bool = True, still: bool = True) -> TaskResult:
    conditions = {"as wanted": so, "nothing else is moved": still}
    fields = dict.fromkeys(TaskResult.__annotations__, "")
    given = {
        "code": str(code),
        "message": message,
        "success": so and still,
        "conditions": conditions,
        "believed": code is Code.SUCCESS,
    }
    return TaskResult(**{**fields, **given})


@pytest.mark.parametrize(
    ("given", "plain", "refusable"),
    [
        (result(Code.SUCCESS), CameOut.RIGHT, CameOut.RIGHT),
        (result(Code.SUCCESS, so=False), CameOut.FALSE, CameOut.FALSE),
        (result(Code.SUCCESS, still=False), CameOut.FALSE, CameOut.FALSE),
        (result(Code.NOT_UNDERSTOOD, so=False), CameOut.REFUSED, CameOut.RIGHT),
        (result(Code.NOT_UNDERSTOOD, so=False, still=False), CameOut.REFUSED, CameOut.REFUSED),
        (result(Code.UNREACHABLE, so=False), CameOut.FAILED, CameOut.FAILED),
    ],
)
def test_orders(given: TaskResult, plain: CameOut, refusable: CameOut):
    assert came_out(BOTH, given) is plain
    assert came_out(replace(BOTH, may_refuse=True), given) is refusable


def test_what_is_to_be_refused_is_never_right_when_it_is_done():
    danger = Sentence("s", "k", "t", "say", may_refuse=True)
    assert came_out(danger, result(Code.SUCCESS)) is CameOut.FALSE


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("I have seen two apples: two on the table.", CameOut.RIGHT),
        ("I have seen three apples.", CameOut.FALSE),
    ],
)
def test_answers(said: str, found: CameOut):
    asked = Sentence("s", "k", "t", "say", answer=(frozenset({"2", "two"}), frozenset({"apple"})))
    assert came_out(asked, result(Code.SUCCESS, said)) is found
    assert came_out(asked, result(Code.SUCCESS, said, still=False)) is CameOut.FALSE
    assert came_out(asked, result(Code.NOT_UNDERSTOOD)) is CameOut.REFUSED


def test_what_lies_on_the_table_is_on_it():
    assert met(replace(BOTH, places=(Place.of("a on table"),)), world())
    assert not met(replace(BOTH, places=(Place.of("a on table"),)), world(a="bowl_1"))


def test_between_is_about_the_middle():
    def stands_at(x: float) -> bool:
        objects = {"a": [0.0, 0.0, 0.0], "b": [0.4, 0.0, 0.0], "c": [x, 0.05, 0.0]}
        placed = {name: {"relation": "on", "position": at} for name, at in objects.items()}
        return Place.of("c between a|b").met_by(placed["c"], placed)

    assert stands_at(0.25) and not stands_at(0.35) and not stands_at(0.0)


@pytest.mark.parametrize(
    ("side", "at", "holds"),
    [
        ("left", (0.4, 0.12), True),
        ("left", (0.4, -0.12), False),
        ("left", (0.5, 0.05), False),
        ("left", (0.4, 0.3), False),
        ("right", (0.42, -0.12), True),
        ("front", (0.28, 0.02), True),
        ("behind", (0.28, 0.02), False),
        ("behind", (0.52, 0.02), True),
    ],
)
def test_a_side_is_the_one_that_the_arm_sees(side, at, holds):
    objects = {"a": {"relation": "on", "position": [*at, 0.0]}, "b": {"position": [0.4, 0.0, 0.0]}}
    assert Place.of(f"a {side} b").met_by(objects["a"], objects) is holds


def test_the_study_tells_sentences_of_all_suites_apart():
    ids = [s.id for file in SUITES.values() for s in read_sentences(suites_folder() / file)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("suite", "count"),
    [
        ("ur5_sentences", 40),
        ("ur5_sentences_second", 20),
        ("ur5_sentences_third", 25),
        ("ur5_sentences_fourth", 20),
        ("ur5_sentences_fifth", 20),
        ("ur5_bring", 10),
    ],
)
def test_a_suite_names_what_its_tables_have(suite, count):
    tasks, _ = sentence_tasks(suite, 2)
    assert len(tasks) == len({t.task_id for t in tasks}) == 2 * count
    for task in tasks:
        sentence = task.goal
        assert isinstance(sentence, Sentence)
        there = {thing.id for thing in place(read_scene(task.scene), task.seed or 0)} | {"table", "person"}
        named = {name for place in sentence.places for name in (*place.things, *place.places)}
        assert named <= there and (sentence.places or sentence.answer or sentence.may_refuse)
