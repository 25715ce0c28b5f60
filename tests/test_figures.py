"""PRED's figure 5 (appendix G): what each module is worth in its scene, what each reasoner makes of its findings.

The scenes of 5a, 5c and 5d are played here, by rules. 5b (OHV) is played on the arm's table as figure 6b: a can that
looked like another one, in tests/test_ur5_command.py. What rules and a language model answer is asked for all four.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from ament_index_python.packages import get_package_share_directory
from loaded_once import benchmark

from pred_core.objects import ObjectMemory, ObjectState
from pred_core.plan_language import Discrepancy, Kind, Plan, PlanRevision, Primitive
from pred_language.reader import Texts
from pred_planner.llm.client import LlmClient, ModelSettings
from pred_planner.llm.scripted_server import Reply, ScriptedServer
from pred_planner.model.reasoner import LlmReasoner
from pred_planner.rules.reasoner import Reasoner, RulesReasoner
from pred_tasks.tasks import read_tasks

DOMAIN = "78"
TASKS = Path(get_package_share_directory("pred_bench")) / "suites" / "figures.jsonl"


def run(out: Path, modules: str) -> dict[str, dict[str, Any]]:
    """Run the three scenes with some modules and return their results by task."""
    command = [*benchmark(), sys.executable, "-m", "pred_bench.main", "--tasks", str(TASKS), "--out", str(out)]
    environment = {**os.environ, "ROS_DOMAIN_ID": DOMAIN}
    subprocess.run([*command, "--modules", modules], env=environment, check=True, timeout=600)
    lines = (out / "results.jsonl").read_text("utf-8").splitlines()
    return {result["task_id"]: result for result in map(json.loads, lines)}


@pytest.mark.slow
def test_each_module_is_worth_something_in_its_figure(tmp_path: Path) -> None:
    full = run(tmp_path / "full", "dta,ohv,apm,asr")
    none = run(tmp_path / "none", "none")
    assert all(result["success"] for result in full.values())
    assert "dta" in full["figure_5a_dta"]["revised_by"]
    assert full["figure_5a_dta"]["actions"] < none["figure_5a_dta"]["actions"], "no cabinet is opened"
    assert "apm" in full["figure_5c_apm"]["revised_by"]
    assert full["figure_5c_apm"]["failures"] < none["figure_5c_apm"]["failures"], "the oven is off first"
    assert "asr" in full["figure_5d_asr"]["revised_by"]
    assert full["figure_5d_asr"]["actions"] < none["figure_5d_asr"]["actions"], "what lies there is left"


@dataclass(frozen=True)
class Figure:
    """What is said and seen, what is found before which action, and the rows to be done from there on.

    ``context`` and ``plan`` are a model's first two answers; its last one is ``revised`` where that is not ``rows``.
    """

    said: str
    seen: tuple[str, ...]
    context: dict[str, Any]
    plan: list[list[str]]
    kind: Kind
    at: tuple[str, str]
    found: tuple[str, str, str]
    rows: list[tuple[str, str]]
    revised: list[list[str]] = field(default_factory=list)


def said_in(task: str) -> str:
    """Return the sentence of a scene."""
    return next(t.annotations[0].goal for t in read_tasks(TASKS) if t.task_id == task)


PICKUP, PUT = str(Primitive.PICKUP), str(Primitive.PUT)
PLACE = {"task_type": "pick_and_place_simple", "quantity": 1, "states": []}
MUG = PLACE | {"target": "Mug", "destination": "CoffeeMachine"}
BRING_MUG = [["Move", "Mug", "CoffeeMachine"]]
MUG_HERE = [("Mug", PICKUP), ("CoffeeMachine", PUT)]
ANOTHER_MUG = [("Mug", PICKUP), ("CounterTop", PUT), *MUG_HERE]
REMOTE = ["Move", "RemoteControl", "CoffeeTable"]
HEATED = [
    ("Microwave", "ToggleObjectOff"),
    ("Microwave", "OpenObject"),
    ("Microwave", PUT),
    ("Microwave", "CloseObject"),
    ("Microwave", "ToggleObjectOn"),
    ("Microwave", "ToggleObjectOff"),
    ("Microwave", "OpenObject"),
    ("Apple", PICKUP),
    ("Microwave", "CloseObject"),
    ("CounterTop", PUT),
]

FIGURES = {
    "5a": Figure(
        said_in("figure_5a_dta"),
        ("Mug", "Cabinet", "CoffeeMachine", "CounterTop"),
        MUG | {"location": "Cabinet"},
        BRING_MUG,
        Kind.DTA,
        ("Cabinet", "OpenObject"),
        ("Mug", "Cabinet", "CounterTop"),
        MUG_HERE,
    ),
    "5b": Figure(
        "Put a mug on the coffee machine.",
        ("Mug", "Cup", "CoffeeMachine", "CounterTop"),
        MUG,
        BRING_MUG,
        Kind.OHV,
        ("Mug", PICKUP),
        ("Mug", "Mug", "Cup"),
        ANOTHER_MUG,
    ),
    "5c": Figure(
        said_in("figure_5c_apm"),
        ("Apple", "Microwave", "CounterTop"),
        PLACE
        | {"task_type": "pick_heat_then_place_in_recep", "target": "Apple", "destination": "CounterTop"},
        [["Heat", "Apple", "Microwave"], ["Move", "Apple", "CounterTop"]],
        Kind.APM,
        ("Microwave", "OpenObject"),
        ("Microwave", "not on", "on"),
        HEATED,
    ),
    "5d": Figure(
        said_in("figure_5d_asr"),
        ("RemoteControl", "RemoteControl", "RemoteControl", "CoffeeTable"),
        PLACE
        | {
            "task_type": "pick_two_obj_and_place",
            "quantity": 2,
            "target": "RemoteControl",
            "destination": "CoffeeTable",
        },
        [REMOTE, REMOTE],
        Kind.ASR,
        ("RemoteControl", PICKUP),
        ("RemoteControl", "not on CoffeeTable", "on CoffeeTable"),
        [("RemoteControl", PICKUP), ("CoffeeTable", PUT)],
        [["Pass", "None", "None"], REMOTE, REMOTE],
    ),
}


@contextmanager
def reasoner(name: str, figure: Figure) -> Iterator[Reasoner]:
    """Yield a reasoner; a model answers with the figure's texts, the sentence about what is found among them."""
    answers = (figure.context, figure.plan, "It was found otherwise.", figure.revised or figure.rows)
    replies = [Reply(a if isinstance(a, str) else json.dumps(a)) for a in answers]
    with ScriptedServer(replies) as server:
        client = LlmClient(ModelSettings("scripted", server.base_url), lambda _: None)
        yield LlmReasoner(client) if name == "llm" else RulesReasoner()
        client.close()
        assert len(server.requests) == (len(answers) if name == "llm" else 0)


def answered(who: Reasoner, figure: Figure) -> tuple[Plan, int, PlanRevision]:
    """Return the plan, the action before which something is found, and the plan's revision."""
    box = ((0.0, 0.0, 0.0), (0.1, 0.1, 0.1))
    memory = ObjectMemory(
        objects=tuple(ObjectState(f"{c}_{n}", c, *box) for n, c in enumerate(figure.seen, start=1))
    )
    plan = who.make_plan(Texts(figure.said), memory).plan
    assert plan is not None
    index = [s.as_tuple() for s in plan.subgoals].index(figure.at)
    subject, expected, observed = figure.found
    seen = f"{subject}_{figure.seen.index(subject) + 1}"
    found = Discrepancy(figure.kind, plan.subgoals[index].id, subject, seen, expected, observed)
    return plan, index, who.revise_plan(plan, (found,), memory)


@pytest.mark.parametrize("name", ["rules", "llm"])
@pytest.mark.parametrize("figure", FIGURES)
def test_rules_and_a_model_answer_each_figure_alike(figure: str, name: str) -> None:
    given = FIGURES[figure]
    with reasoner(name, given) as who:
        plan, index, revision = answered(who, given)
    assert plan.source == name
    assert revision.accepted and revision.source == name
    assert [s.as_tuple() for s in revision.after.subgoals[index:]] == given.rows
    assert revision.after.subgoals[:index] == plan.subgoals[:index]
