"""The command line's discrepancy options, shards, and the times that nodes report."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from hypothesis import given
from hypothesis import strategies as st

from pred_bench.episode.inject import Injection
from pred_bench.episode.profiling import Profile
from pred_bench.options import parse
from pred_bench.overrides import OverrideError
from pred_bench.scoring.results import ResultFolder, ResumeError, TaskResult
from pred_bench.scoring.shards import Shard, gather
from pred_bench.settings import changes_of, injection_of, launch_arguments_of, settings_of
from pred_bench.task_sources import chosen, task_file
from pred_tasks.tasks import read_tasks


def result(task_id: str) -> TaskResult:
    return TaskResult(
        task_id=task_id,
        annotation=0,
        task_type="simple",
        scene="FloorPlan1",
        instruction="Do it.",
        success=True,
        open_at_start=1,
        open_at_end=0,
        conditions={"done": True},
        actions=3,
        failures=0,
        expert_actions=None,
        code="SUCCESS",
        message="",
        notes=("a note",),
        injected=({"kind": "moved", "object": "Mug|1"},),
        scheduled=({"object_id": "Mug|1", "made": True},),
    )


def test_noise_and_modules_become_parameters() -> None:
    options = parse(
        ["--noise", "confusion=0.3,miss=.05", "--seed", "7", "--modules", "dta,apm", "--set", "a.b=1"]
    )
    assert changes_of(options) == {
        "perception.noise_confusion": "0.3",
        "perception.noise_miss": "0.05",
        "perception.noise_seed": "7",
        "modules": "dta,apm",
        "planner.memory": "none",
        "a.b": "1",
    }
    assert changes_of(parse([])) == {"planner.memory": "none"}


def test_a_scripted_model_answers_alone_and_an_arm_of_cape_has_its_grade() -> None:
    asked = ["--reasoner", "llm", "--scripted-model", "3", "--recovery", "cape_implicit"]
    assert changes_of(parse(asked)) == {
        "planner.memory": "none",
        "executive.recovery": "cape",
        "planner.cape_grade": "implicit",
        "planner.cape_search": "false",
    }
    with pytest.raises(OverrideError, match="--reasoner llm"):
        changes_of(parse(["--scripted-model", "3"]))


@pytest.mark.parametrize("text", ["confusion=2", "blur=0.1", "miss=often", "miss"])
def test_noise_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(OverrideError):
        changes_of(parse(["--noise", text]))


@pytest.mark.parametrize(
    "arguments", [["--modules", "dta,dta"], ["--modules", "x"], ["--inject", "rain"], ["--shard", "3/2"]]
)
def test_options_that_make_no_sense_end_it(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        parse(arguments)
    assert caught.value.code == 2 and arguments[0] in capsys.readouterr().err


def test_diverse_is_injected_states_with_a_seed_of_its_own() -> None:
    assert injection_of(parse([])) is None
    assert injection_of(parse(["--diverse", "--seed", "3"])) == Injection(("states",), 3)
    assert injection_of(parse(["--diverse", "5", "--inject", "moved"])) == Injection(("states", "moved"), 5)
    assert injection_of(parse(["--inject", "mixed", "--inject-seed", "2"])) == Injection(("mixed",), 2)


@pytest.mark.parametrize(
    ("arguments", "attributes"),
    [([], "gallery"), (["--attributes", "oracle"], "oracle"), (["--suite", "ur5"], "none")],
)
def test_results_say_where_attributes_come_from(arguments: list[str], attributes: str) -> None:
    options = parse(arguments)
    assert settings_of(options, "tasks", b"")["attributes"] == attributes
    assert launch_arguments_of(options)["attributes"] == attributes


@pytest.mark.parametrize(("suite", "strictness"), [("own", "warn"), ("spot", "refuse"), ("spot_rooms", "refuse")])
def test_sentences_of_our_own_mean_what_they_say(suite: str, strictness: str) -> None:
    assert launch_arguments_of(parse(["--suite", suite]))["strictness"] == strictness


def test_what_was_injected_decides_the_results(tmp_path: Path) -> None:
    file = tmp_path / "tasks.jsonl"
    file.write_text("{}\n")
    plain, diverse = (settings_of(parse(a), file.name, file.read_bytes()) for a in ([], ["--diverse"]))
    ResultFolder(tmp_path / "out", plain)
    with pytest.raises(ResumeError, match="inject"):
        ResultFolder(tmp_path / "out", diverse)


@given(st.integers(1, 9), st.integers(0, 40))
def test_shards_share_all_jobs(count: int, jobs: int) -> None:
    shares = [Shard.parse(f"{i + 1}/{count}").of(range(jobs)) for i in range(count)]
    assert sorted(job for share in shares for job in share) == list(range(jobs))
    assert max(map(len, shares)) - min(map(len, shares)) <= 1


def test_results_of_all_shards_count_however_it_is_split_later(tmp_path: Path) -> None:
    settings = {"seed": 0}
    for number, task_id in ((1, "a"), (2, "b")):
        ResultFolder(Shard(number, 2).folder(tmp_path), settings).add(result(task_id), 1.0, 0.5)
    ResultFolder(Shard().folder(tmp_path), settings).add(result("c"), 1.0, 0.5)
    found = gather(tmp_path, settings)
    assert sorted(found.results) == ["a#0", "b#0", "c#0"] and found.results["a#0"] == result("a")
    assert [e.seconds for e in found.episodes()] == [1.0] * 3
    with pytest.raises(ResumeError, match="seed"):
        gather(tmp_path, {"seed": 1})


def test_gathering_leaves_a_line_alone_that_another_process_is_writing(tmp_path: Path) -> None:
    folder = Shard(1, 2).folder(tmp_path)
    ResultFolder(folder, {}).add(result("a"), 1.0, 0.5)
    with (folder / "results.jsonl").open("a") as file:
        file.write('{"task_id": "b", "ann')
    before = (folder / "results.jsonl").read_bytes()
    assert sorted(gather(tmp_path, {}).results) == ["a#0"]
    assert (folder / "results.jsonl").read_bytes() == before


def test_times_are_summed_up_by_what_took_them(tmp_path: Path) -> None:
    profile = Profile()
    for milliseconds in range(1, 101):
        values = [KeyValue(key="ms", value=str(float(milliseconds))), KeyValue(key="kind", value="apm")]
        profile.hear(DiagnosticArray(status=[DiagnosticStatus(name="revision", values=values)]))
    profile.hear(DiagnosticArray(status=[DiagnosticStatus(name="bridge")]))
    assert "| revision | 100 | 50.50 | 99.01 | 100.00 |" in profile.write(tmp_path)
    figures = json.loads((tmp_path / "profile.json").read_text())
    assert list(figures) == ["revision"] and figures["revision"]["times"] == 100
    assert "No node" in Profile().write(tmp_path)


def test_types_are_taken_in_turn_before_a_limit_cuts() -> None:
    options = parse(["--in-turn"])
    tasks = sorted(read_tasks(task_file(options)), key=lambda task: task.task_type)
    kinds = {task.task_type for task in tasks}
    first = chosen(tasks, parse(["--in-turn", "--limit", str(len(kinds))]))
    assert {task.task_type for task in first} == kinds
    assert sorted(t.task_id for t in chosen(tasks, options)) == sorted(t.task_id for t in tasks)


def test_a_benchmark_loads_no_planner_and_nothing_that_compiles() -> None:
    """The planner is a node of its own, and a launch is waited for meanwhile."""
    code = "import sys, pred_bench.main; print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(told.stdout.split())
    assert "pred_bench.desk" in loaded
    assert not loaded & {"pred_planner.rules.reasoner", "pred_language.reader", "numba", "distributed", "pandas"}
