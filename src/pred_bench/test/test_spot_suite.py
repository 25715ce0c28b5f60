"""Spot's suite: its tasks, words, programs and CAPE's figures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pred_bench.episode.recoveries import RECOVERIES
from pred_bench.episode.steps import STEPS
from pred_bench.scoring.results import TaskResult
from pred_bench.studies.cape_figures import write_figures
from pred_bench.suites.cape_programs import remember_programs
from pred_bench.suites.spot import own_domain, spot_tasks
from pred_core.objects import ObjectMemory
from pred_core.plan_language import Primitive, Subgoal
from pred_core.vocabulary import within_domain
from pred_language.meaning.encoder import embed
from pred_language.reader import Texts
from pred_planner.memory.recall import recalled
from pred_planner.memory.store import PairKind, Store
from pred_planner.rules.reasoner import RulesReasoner
from pred_tasks.bring_goals import BringGoal
from pred_tasks.service_goals import ServiceGoal
from pred_tasks.tasks import Task
from pred_tasks.world import WorldState
from spot_driver.bridge.simulated import handed, metadata
from thor_player.rooms import load_world


@pytest.fixture
def words() -> Iterator[None]:
    with within_domain(str(own_domain()), "spot"):
        yield


def entry(
    name: str, kind: str, *parents: str, openness: float = 0.0, held: bool = False
) -> dict[str, object]:
    flags = dict.fromkeys(
        ("pickupable", "openable", "receptacle", "is_toggled", "is_dirty", "is_sliced"), False
    )
    return {
        **flags, "is_cooked": False, "is_broken": False, "filled": "", "held": held, "openness": openness,
        "id": name, "type": kind, "parents": list(parents), "position": [0.0, 0.0, 0.5],
    }  # fmt: skip


def test_a_task_comes_with_each_seed_and_is_not_the_arms() -> None:
    tasks, _ = spot_tasks(3)
    assert len({t.task_id for t in tasks}) == len(tasks) == 27
    assert {t.seed for t in tasks} == {0, 1, 2} and not any(t.table for t in tasks)
    assert {t.scene for t in tasks} == {"CapeLab", "CapeKitchen"} and len({t.task_type for t in tasks}) == 6


@pytest.mark.usefixtures("words")
def test_rules_and_programs_plan_every_sentence_of_the_suite_as_a_person_would(tmp_path: Path) -> None:
    store = Store(remember_programs(tmp_path), embed)
    routines = {pair.name: pair for pair in store.pairs() if pair.kind == PairKind.ROUTINE}
    for task in spot_tasks(1)[0]:
        texts = Texts(task.annotations[0].goal)
        planned = recalled(texts, routines, ObjectMemory()) or RulesReasoner().make_plan(
            texts, ObjectMemory()
        )
        assert planned.plan is not None, (texts, planned)
        steps = iter([(s.action, s.object) for s in planned.plan.subgoals])
        assert all(wanted in steps for wanted in task.reference), (
            task.task_id
        )  # in this order, more may be between


def _may_be(step: Subgoal, suite: str) -> tuple[str, ...]:
    """Return the types a step may be about: in a room of a later suite, unseen as yet, "the table" is of any kind."""
    open_yet = suite in {"spot_fresh", "spot_elsewhere"} and step.action == Primitive.PUT
    return (step.object, *(step.object_alternatives if open_yet else ()))


@pytest.mark.parametrize(
    ("suite", "many", "doors"),
    [
        ("spot_rooms", 12, 4),
        ("spot_homes", 12, 3),
        ("spot_fresh", 12, 3),
        ("spot_elsewhere", 12, 4),
        ("spot_later", 8, 3),
        ("spot_bring", 5, 0),
    ],
)
def test_sentences_in_rooms_are_planned_as_a_person_would(suite: str, many: int, doors: int) -> None:
    tasks, _ = spot_tasks(1, suite)
    assert len(tasks) == many and sum(task.task_type == "door" for task in tasks) == doors
    with within_domain("household", "spot"):
        for task in tasks:
            planned = RulesReasoner().make_plan(Texts(task.annotations[0].goal), ObjectMemory())
            if isinstance(task.goal, ServiceGoal) and task.goal.refuse:
                assert planned.plan is None and not planned.outcome, (task.task_id, planned)
                continue
            assert planned.plan is not None, (task.task_id, planned)
            steps = iter([(s.action, _may_be(s, suite)) for s in planned.plan.subgoals])
            assert all(
                any(action == wanted and thing in kinds for wanted, kinds in steps) for action, thing in task.reference
            ), task.task_id


def test_the_judge_reads_the_emulators_room_alone() -> None:
    task = next(t for t in spot_tasks(1)[0] if t.task_type == "mail_in_storage")
    room = [entry("Cabinet|1", "Cabinet"), entry("Newspaper|1", "Newspaper", "Cabinet|1")]
    world = WorldState.from_json(json.dumps({**metadata(room), "actions": 7, "failures": 1}))
    assert all(c.met for c in task.goal.conditions(world)) and world.actions == 7
    room[0]["openness"] = 0.8
    opened = WorldState.from_json(json.dumps(metadata(room)))
    assert [c.met for c in task.goal.conditions(opened)] == [True, False]
    room[1]["held"], room[1]["parents"] = True, []
    assert WorldState.from_json(json.dumps(metadata(room))).held == ("Newspaper|1",)


def test_what_is_to_be_handed_over_is_in_rooms_of_every_kind_and_lies_where_its_sentence_may_mean() -> None:
    tasks, _ = spot_tasks(1, "spot_bring")
    assert {(int(t.scene.removeprefix("FloorPlan")) - 1) // 100 for t in tasks} == {0, 2, 3, 4}
    for task in tasks:
        assert isinstance(task.goal, BringGoal)
        kind = task.reference[0][1]
        there = {o.object_id for o in load_world(task.scene).objects.values() if o.object_type == kind}
        assert task.goal.wanted == (frozenset(there),), task.task_id


@pytest.mark.parametrize(("touched", "gently"), [(0.0, True), (0.2, True), (0.4, False)])
def test_a_person_is_to_be_given_it_gently(touched: float, gently: bool) -> None:
    goal = BringGoal((frozenset({"Mug|1"}),))
    person = {"at": [0.0, 0.0], "given": ["Mug|1"], "touched": touched, "fastest": 0.4, "closest": 0.23}
    world = WorldState.from_json(json.dumps({**metadata([]), **handed(person)}))
    assert [c.met for c in goal.conditions(world)] == [True, True, gently]
    assert ("did not touch" in str(world.person)) is (touched == 0.0) and "0.23 m" in str(world.person)
    nobody = WorldState.from_json(json.dumps({**metadata([]), **handed(None)}))
    assert [c.met for c in goal.conditions(nobody)] == [False, True] and nobody.person is None


def result(task: Task, *, met: bool) -> TaskResult:
    conditions = {"in SideTable": met}
    return TaskResult(
        task.task_id,
        0,
        task.task_type,
        task.scene,
        "",
        met,
        1,
        int(not met),
        conditions,
        3,
        0,
        None,
        "SUCCESS",
        "",
    )


def test_capes_figures_are_counted_from_what_was_done(tmp_path: Path) -> None:
    task = next(t for t in spot_tasks(1)[0] if t.task_type == "phone_on_nightstand")
    key = f"{task.task_id}#0"
    done = [("PickupObject", "CellPhone", "TARGET_TOO_FAR"), ("PickupObject", "CellPhone", "SUCCESS"),
            ("PutObject", "SideTable", "SUCCESS")]  # fmt: skip
    (tmp_path / STEPS).write_text(
        "".join(json.dumps({"key": key, "skill": s, "type": t, "code": c}) + "\n" for s, t, c in done)
    )
    (tmp_path / RECOVERIES).write_text(
        json.dumps({"key": key, "begun": 2, "failed": 1, "given_up": 0, "reached": {"rules": 1},
                    "helped": {"rules": 1}, "plan_faults": []}) + "\n"
    )  # fmt: skip
    text = write_figures(tmp_path, [tmp_path], {key: task}, {key: result(task, met=True)})
    assert "| all | 1 | 100.0 | 100.0 | 100.0 | 100.0 | 3.0 | 1.0 |" in text
    assert (tmp_path / "cape.md").read_text() == text
