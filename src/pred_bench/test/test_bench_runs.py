"""The loop and its folder: judging, resuming, a lost graph, wrong input."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

from pred_bench import main as bench
from pred_bench.desk import Desk, Kept
from pred_bench.episode.inject import Injection
from pred_bench.episode.robot import GraphLost
from pred_bench.episode.runner import Job, RunOptions, jobs_of, lost, run_job
from pred_bench.options import parse
from pred_bench.overrides import OverrideError, launch_arguments, pairs
from pred_bench.scoring.results import ResultFolder, ResumeError
from pred_client.task import Ended
from pred_core.outcome import Code, Outcome
from pred_tasks.tasks import Task, parse_task
from pred_tasks.world import WorldState

LINE: dict[str, Any] = {
    "task_id": "t1",
    "task_type": "pick_and_place_simple",
    "floor_plan": "FloorPlan1",
    "goal": {"object_target": "Mug", "parent_target": "Desk"},
    "annotations": [{"task_desc": "a"}, {"task_desc": "b"}],
    "expert_low_actions": 10,
}


def desk(*inside: str, actions: int = 0, failures: int = 0) -> WorldState:
    common = {"isSliced": False, "sliceable": False}
    mug = {
        "objectId": "Mug|1",
        "objectType": "Mug",
        "pickupable": True,
        "receptacleObjectIds": None,
        "parentReceptacles": None,
        "temperature": "RoomTemp",
        **common,
    }
    table = {
        "objectId": "Desk|1",
        "objectType": "Desk",
        "receptacle": True,
        "receptacleObjectIds": list(inside),
    }
    objects = {"Mug|1": mug, "Desk|1": {**table, **common}}
    return WorldState(objects, actions=actions, failures=failures)


class FakeRobot:
    """Answers with given worlds and an outcome; or the graph is lost."""

    def __init__(self, *worlds: WorldState, loaded: Outcome | None = None, gone: bool = False) -> None:
        self.worlds = list(worlds)
        self.loaded = Outcome.success() if loaded is None else loaded
        self.gone = gone
        self.goals: list[Any] = []
        self.layouts: list[dict[str, Any]] = []
        self.records: list[str] = []
        self.whole = True
        self.reservations: tuple[str, ...] = ()

    def load(self, task: Task, *_: Any) -> tuple[Outcome, tuple[str, ...]]:
        self.layouts.append(dict(task.layout))
        return self.loaded, ("a note",)

    def world(self) -> WorldState:
        return self.worlds.pop(0)

    def execute(self, goal: Any, *_: Any) -> Ended:
        if self.gone:
            raise GraphLost("it ended")
        self.goals.append(goal)
        return Ended(Outcome.success(), not_verified=self.reservations, swayed_by=("apm",))

    def keeps(self, folder: str) -> bool:
        self.records.append(folder)
        return self.whole


@pytest.fixture
def task() -> Task:
    return parse_task(json.dumps(LINE))


@pytest.fixture
def folder(tmp_path: Path) -> ResultFolder:
    return ResultFolder(tmp_path / "out", {"seed": 0})


def test_the_world_decides_not_the_robot(task: Task, folder: ResultFolder) -> None:
    result = run_job(FakeRobot(desk(), desk(actions=7)), Job(task, 0), RunOptions(), folder)
    assert result.believed and not result.success
    assert (result.open_at_start, result.open_at_end, result.actions) == (1, 1, 7)
    assert folder.episodes()[0].code == "GOAL_NOT_MET"
    good = run_job(FakeRobot(desk(), desk("Mug|1")), Job(task, 1), RunOptions(), folder)
    assert good.success and good.notes == ("a note",) and good.swayed_by == ("apm",)
    assert ResultFolder(folder.path, {"seed": 0}).results == folder.results


def test_what_the_robot_names_as_not_certain_is_kept(task: Task, folder: ResultFolder) -> None:
    robot = FakeRobot(desk(), desk(), desk(), desk())
    assert not run_job(robot, Job(task, 0), RunOptions(), folder).reserved
    robot.reservations = ("took a pot for a pan",)
    result = run_job(robot, Job(task, 1), RunOptions(), folder)
    assert result.reserved and result.notes == ("a note", "took a pot for a pan")
    assert [e.reserved for e in folder.episodes()] == [False, True]


@pytest.mark.parametrize("whole", [True, False])
def test_a_task_with_a_record_is_over_once_that_is_whole(task: Task, folder: ResultFolder, whole: bool) -> None:
    """A worker brings home what is there when its task is over: a bag that is still written would be cut."""
    robot = FakeRobot(desk(), desk(), desk(), desk())
    robot.whole = whole
    run_job(robot, Job(task, 0), RunOptions(), folder)
    assert robot.records == []
    result = run_job(robot, Job(task, 1), RunOptions(runs=True), folder)
    assert robot.records == [robot.goals[-1].run_dir]
    assert result.notes[1:] == (() if whole else (f"the record in {task.task_id}-1 is not whole",))


def test_more_actions_or_failures_than_allowed_are_no_success(task: Task, folder: ResultFolder) -> None:
    for world in (desk("Mug|1", actions=1001), desk("Mug|1", failures=11)):
        assert not run_job(FakeRobot(desk(), world), Job(task, 0), RunOptions(), folder).success


def test_a_world_that_cannot_be_loaded_is_a_failed_task(task: Task, folder: ResultFolder) -> None:
    robot = FakeRobot(loaded=Outcome(Code.BAD_INPUT, "There is no scene"))
    result = run_job(robot, Job(task, 0), RunOptions(), folder)
    assert result.code == "BAD_INPUT" and not result.success and robot.goals == []


def test_steps_are_said_only_when_asked_for(task: Task, folder: ResultFolder) -> None:
    line = {**LINE, "annotations": [{"task_desc": "a", "high_descs": ["one", "two"]}]}
    job = Job(parse_task(json.dumps(line)), 0)
    said = []
    for text in ("goal", "steps"):
        robot = FakeRobot(desk(), desk())
        run_job(robot, job, RunOptions(text=text), folder)
        said.append(list(robot.goals[0].steps))
    assert said == [[], ["one", "two"]]


def test_an_injection_is_drawn_for_the_room_and_loaded_into_it(task: Task, folder: ResultFolder) -> None:
    mug = {"objectId": "Mug|1", "made": False, "note": "The agent had it already."}
    robot = FakeRobot(desk(), desk(), replace(desk("Mug|1"), scheduled=(mug,)))
    options = RunOptions(injection=Injection(("in_place",), 0))
    result = run_job(robot, Job(task, 0), options, folder)
    assert [layout.get("changes") for layout in robot.layouts] == [
        None,
        [{"object_id": "Mug|1", "place": ["Desk|1"]}],
    ]
    assert [entry["kind"] for entry in result.injected] == ["in_place"] and result.scheduled == (mug,)
    assert ResultFolder(folder.path, {"seed": 0}).results[result.key] == result


def test_an_ablation_runs_what_is_left_of_every_arm(
    task: Task, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[str, str, list[str]]] = []

    def run(todo: list[Job], arm: bench.Arm, folder: ResultFolder) -> None:
        asked.append((arm.out.name, arm.changes["modules"], [job.key for job in todo]))
        for job in todo:
            run_job(FakeRobot(desk(), desk("Mug|1")), job, RunOptions(), folder)

    monkeypatch.setattr(bench, "_run", run)
    file, out = tmp_path / "tasks.jsonl", tmp_path / "out"
    file.write_text("".join(json.dumps({**LINE, "task_id": f"t{n}"}) + "\n" for n in range(3)))
    command = ["--tasks", str(file), "--out", str(out), "--ablation"]
    assert bench.main([*command, "--shard", "1/2"]) == 0
    assert "2 episodes" in (out / "ablation.md").read_text()
    assert asked[0] == ("full", "dta,ohv,apm,asr", ["t0#0", "t2#0"]) and asked[-1][:2] == ("none", "none")
    del asked[:]
    assert bench.main(command) == 0  # not split any more: only what the shard left
    # only APM had a say: what is without another module is as with all of them
    assert [(arm, keys) for arm, _, keys in asked] == [(a, ["t1#0"]) for a in ("full", "without_apm", "none")]
    assert "3 episodes" in (out / "ablation.md").read_text() and (out / "none" / "summary.md").exists()
    del asked[:]
    assert bench.main(command) == 0 and asked == []
    whole = ["--tasks", str(file), "--out", str(tmp_path / "whole"), "--ablation", "--no-carry"]
    assert bench.main(whole) == 0 and [len(keys) for _, _, keys in asked] == [3] * 6
    del asked[:]
    some = ["--tasks", str(file), "--out", str(tmp_path / "some"), "--ablation", "none"]
    for limit in (1, 3):  # each task with both, the first before the others
        assert bench.main([*some, "--limit", str(limit)]) == 0
    assert [(arm, len(keys)) for arm, _, keys in asked] == [("full", 1), ("none", 1), ("full", 2), ("none", 2)]
    assert bench.main([*command, "--seed", "1"]) == 2 and "another seed" in capsys.readouterr().err


def test_a_lost_graph_writes_nothing_and_twice_lost_is_a_result(task: Task, folder: ResultFolder) -> None:
    with pytest.raises(GraphLost):
        run_job(FakeRobot(desk(), gone=True), Job(task, 0), RunOptions(), folder)
    assert folder.results == {}
    assert lost(Job(task, 0), GraphLost("x")).code == "ROBOT_LOST"


class RestartedStack:
    """Has the first of some robots, and with each start the next one."""

    def __init__(self, *robots: FakeRobot) -> None:
        self._robots = list(robots)
        self.starts = 0
        self.start()

    def start(self) -> None:
        self.robot = self._robots.pop(0)
        self.starts += 1


@pytest.mark.parametrize("code", [Code.UNAVAILABLE, Code.ROBOT_LOST, Code.POSTCONDITION_FAILURE])
def test_a_robot_that_cannot_begin_is_launched_again_and_spoils_no_other_task(
    task: Task, folder: ResultFolder, code: Code, capsys: pytest.CaptureFixture[str]
) -> None:
    """A lease that somebody kept ended eight of nine tasks, each before it began."""
    stuck = FakeRobot(loaded=Outcome(code, "The lease is with somebody else."))
    good = FakeRobot(*[desk(), desk("Mug|1")] * 2)
    stack = RestartedStack(stuck, good)
    arm: Any = SimpleNamespace(options=parse([]))
    worked = Desk(arm, stack, folder, Kept(folder.path, profile=False))  # type: ignore[arg-type]
    worked.do(Job(task, 0))
    assert "with somebody else. The graph is launched again." in capsys.readouterr().out
    worked.do(Job(task, 1))
    assert stack.starts == 2 and [e.success for e in folder.episodes()] == [True, True]


def test_a_folder_goes_on_where_it_stopped(task: Task, folder: ResultFolder) -> None:
    run_job(FakeRobot(desk(), desk("Mug|1")), Job(task, 0), RunOptions(), folder)
    with (folder.path / "results.jsonl").open("a") as file:
        file.write('{"task_id": "half a li')
    again = ResultFolder(folder.path, {"seed": 0})
    assert [job.annotation for job in jobs_of([task], -1) if job.key not in again.results] == [1]
    run_job(FakeRobot(desk(), desk()), Job(task, 1), RunOptions(), again)
    lines = (folder.path / "results.jsonl").read_text().splitlines()
    assert [json.loads(line)["annotation"] for line in lines] == [0, 1]
    with pytest.raises(ResumeError, match="seed"):
        ResultFolder(folder.path, {"seed": 1})


def test_equal_runs_write_equal_results(task: Task, tmp_path: Path) -> None:
    written = []
    for name in ("a", "b"):
        folder = ResultFolder(tmp_path / name, {})
        run_job(FakeRobot(desk(), desk("Mug|1", actions=3)), Job(task, 0), RunOptions(), folder)
        written.append((folder.path / "results.jsonl").read_bytes())
    assert written[0] == written[1]


def test_an_annotation_that_is_not_there_is_the_last_one(task: Task) -> None:
    assert [job.annotation for job in jobs_of([task], 5)] == [1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--tasks", "nowhere.jsonl"], "There is no file or folder nowhere.jsonl."),
        (["--suite", "theirs"], "no suite 'theirs'"),
        (["--set", "nonsense"], "NAME=VALUE"),
        (["--reasoner", "replay"], "--replay FILE"),
        (["--reasoner", "replay", "--replay", "nowhere.jsonl"], "nowhere.jsonl"),
        (["--reasoner", "replay", "--set", "replay=nowhere.jsonl"], "nowhere.jsonl"),
        (["--replay", "nowhere.jsonl"], "only with --reasoner replay"),
    ],
)
def test_wrong_input_is_said_and_nothing_is_launched(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bench.main([*arguments, "--out", str(tmp_path / "out")]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_type_that_no_task_has_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tasks.jsonl"
    file.write_text(json.dumps(LINE) + "\n")
    assert bench.main(["--tasks", str(file), "--types", "dance", "--out", str(tmp_path / "out")]) == 2
    assert "dance" in capsys.readouterr().err


def test_set_reaches_launch_arguments_and_parameters_of_nodes(tmp_path: Path) -> None:
    base = tmp_path / "base.yaml"
    base.write_text("/**/executive:\n  ros__parameters:\n    max_actions: 1000\n")
    settings = pairs(["detector=yolo", "executive.look_around=false", "nav.margin=0.3"])
    arguments = launch_arguments(settings, base, tmp_path / "params.yaml")
    assert arguments == {"detector": "yolo", "params_file": str(tmp_path / "params.yaml")}
    text = (tmp_path / "params.yaml").read_text()
    assert "max_actions: 1000" in text and "look_around: false" in text and "margin: 0.3" in text
    assert launch_arguments({"detector": "yolo"}, base, tmp_path / "no.yaml") == {"detector": "yolo"}
    with pytest.raises(OverrideError):
        pairs(["=1"])
