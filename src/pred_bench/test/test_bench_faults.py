"""Faults that are put into episodes: drawn by a seed, read by the bridge, and told in results."""

from __future__ import annotations

import json

import pytest

from pred_bench.episode.faults import WORLD_KINDS, FaultDraw, parse_faults, put_in
from pred_bench.episode.inject import MIXED, InjectionError
from pred_bench.episode.recoveries import TaskRecoveries, TaskRecovery, read_recoveries
from pred_bench.scoring.results import ResultFolder, TaskResult
from pred_bench.scoring.shards import gather
from pred_bench.studies.recovery_table import ARMS, ArmsError, counted, parse_arms, write_table
from pred_msgs.msg import Plan as PlanMsg
from pred_msgs.msg import TaskEvent
from pred_planner.plan.spoiling import MIXED_KINDS
from pred_recovery.recover.registry import STRATEGIES
from pred_tasks.tasks import parse_task
from pred_tasks.world import WorldState
from sim_bridge_thor.worlds import parse_layout


def thing(name, on="", **values):
    """Return the simulator's entry of an object, as far as faults look at it."""
    flags = dict.fromkeys(("pickupable", "receptacle", "openable", "isOpen", "isSliced", "isPickedUp"), False)
    kind = name.split("|", maxsplit=1)[0]
    parents = {"parentReceptacles": [on] if on else None, "receptacleObjectIds": None}
    return {**flags, "objectId": name, "objectType": kind, "distance": 1.0, **parents, **values}


def furniture(name, **values):
    return thing(name, receptacle=True, **values)


TASK = parse_task(
    json.dumps(
        {
            "task_id": "t1",
            "task_type": "pick_heat_then_place_in_recep",
            "floor_plan": "FloorPlan1",
            "annotations": [{"task_desc": "Put a hot mug on the table."}],
            "goal": {"object_target": "Mug", "parent_target": "DiningTable"},
        }
    )
)
WORLD = WorldState(
    {
        o["objectId"]: o
        for o in (
            thing("Mug|1", "CounterTop|1", pickupable=True),
            thing("Apple|1", "CounterTop|1", pickupable=True),
            furniture("CounterTop|1"),
            furniture("DiningTable|1"),
            furniture("Microwave|1", openable=True),
            furniture("Cabinet|1", openable=True),
        )
    }
)


@pytest.mark.parametrize("kind", WORLD_KINDS)
def test_each_kind_makes_a_layout_that_the_bridge_reads_and_is_drawn_again(kind):
    task, record = put_in(TASK, WORLD, FaultDraw((kind,), 3))
    assert [entry["kind"] for entry in record] == [kind]
    layout = parse_layout(task.layout_json())
    assert layout.faults or layout.changes
    assert put_in(TASK, WORLD, FaultDraw((kind,), 3)) == (task, record)


def test_what_a_task_uses_is_filled_with_what_it_does_not_need():
    task, record = put_in(TASK, WORLD, FaultDraw(("full",), 0))
    assert record[0]["object"] == "Microwave|1"
    assert [c["object_id"] for c in task.layout["changes"]] == ["Apple|1"]


def test_a_mix_draws_two_kinds_and_spoils_half_of_the_plans():
    draws = [put_in(TASK, WORLD, FaultDraw((MIXED,), seed))[1] for seed in range(60)]
    assert all(len(record) == 2 for record in draws)
    assert {entry["kind"] for record in draws for entry in record} == set(WORLD_KINDS)
    told = FaultDraw((MIXED,), 5).planner_parameters()
    assert told["planner.plan_faults"] == ",".join(MIXED_KINDS) and told["planner.plan_faults_share"] == "0.5"


def test_faults_of_plans_alone_are_the_planners_and_change_no_world():
    draw = FaultDraw(("misnamed",), 5)
    assert put_in(TASK, WORLD, draw) == (TASK, ())
    assert draw.planner_parameters()["planner.plan_faults"] == "misnamed"
    assert FaultDraw(("slips",)).planner_parameters() == {}


def test_unknown_names_are_refused():
    with pytest.raises(InjectionError, match="flood"):
        parse_faults("slips,flood")
    with pytest.raises(ArmsError, match="luck"):
        parse_arms("luck")


def test_the_table_compares_every_kind_of_recovery_there_is():
    assert set(ARMS) == set(STRATEGIES)
    assert parse_arms("staged,none") == ("none", "staged")
    grades = ("cape_success_only", "cape_implicit", "cape_explicit", "cape_few_shot")
    assert parse_arms(",".join((*grades[::-1], "none"))) == ("none", *grades)


def event(kind, subgoal="", **data):
    return TaskEvent(kind=kind, subgoal_id=subgoal, data=json.dumps(data))


def listened(folder, code, *events, context="{}"):
    heard = TaskRecoveries(folder)
    heard.begin("t1#0")
    for one in (event("start"), *events):
        heard.hear(one)
    heard.hear_plan(PlanMsg(context=context))
    heard.hear(event("end", code=code))
    return read_recoveries([folder])["t1#0"]


def test_steps_that_fail_and_help_are_counted(tmp_path):
    tried = {"strategy": "preconditions", "code": "SUCCESS"}
    found = listened(
        tmp_path,
        "SUCCESS",
        event("subgoal", "s1"),
        event("recovery", "s1", strategy="remedies", code="BLOCKED"),
        event("recovery", "s1", **tried),
        event("subgoal", "s2"),
        context='{"plan_faults": [{"kind": "missing", "what": "x"}]}',
    )
    assert (found.begun, found.failed, found.given_up) == (2, 1, 0)
    assert found.executable and found.afforded == 1.0
    assert found.helped == {"preconditions": 1} and found.plan_faults[0]["kind"] == "missing"


def test_a_step_that_is_left_out_or_ends_the_task_was_not_executable(tmp_path):
    skip = event("recovery", "s1", strategy="importance", code="SUCCESS")
    look = event("recovery", "end", strategy="last_look", code="ALREADY_SO")
    found = listened(tmp_path, "NOT_FOUND", event("subgoal", "s1"), skip, event("subgoal", "s2"), look)
    assert found.reached["last_look"] == 1
    assert found.given_up == 2 and not found.executable and found.afforded == 0.0


def test_counts_are_means_and_shares():
    one = TaskRecovery("a", begun=4, failed=1, reached={"importance": 1}, helped={"workaround": 1})
    two = TaskRecovery("b", begun=6, failed=2, given_up=1, reached={"importance": 2, "workaround": 1})
    found = counted([one, two])
    assert found.executable == 0.5 and found.corrections == 0.5
    assert found.reached["importance"] == pytest.approx(0.3)


def test_the_table_is_over_the_episodes_that_all_arms_have(tmp_path):
    settings = {"seed": 0, "recovery": None}
    for name, success in (("none", False), ("staged", True)):
        folder = ResultFolder(tmp_path / name, settings)
        for task in ("t1", "t2")[: 2 if name == "none" else 1]:
            folder.add(
                TaskResult(
                    task, 0, "x", "s", "i", success, 2, 0 if success else 2, {}, 10, 0, 8, "C", "m",
                    injected=({"kind": "slips"},),
                ),
                1.0,
                1.0,
            )  # fmt: skip
    arms = {name: gather(tmp_path / name, settings) for name in ("none", "staged")}
    text = write_table(tmp_path, arms, settings, 0)
    assert "1 episodes that every arm has" in text
    assert "| slips | 1 | 0 | 100 |" in text
    assert (tmp_path / "recovery.csv").read_text("utf-8").startswith("recovery,metric")
