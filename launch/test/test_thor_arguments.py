from __future__ import annotations

import pytest
from launch_ros.actions import Node

from launch import LaunchContext
from pred_bringup.arguments import ArgumentError, declare, parameters_of
from pred_bringup.launching import actions
from pred_bringup.recorded import planner_parameters
from pred_bringup.thor import ARGUMENTS, THOR
from pred_planner.llm.calls import Call, CallLog


def started(**given):
    context = LaunchContext()
    context.launch_configurations.update({a.name: a.default for a in ARGUMENTS})
    context.launch_configurations.update(given)
    return [a for a in actions(context, THOR) if isinstance(a, Node)]


def test_every_argument_is_described():
    assert all(len(a.description) > 10 for a in ARGUMENTS)
    assert [d.name for d in declare(ARGUMENTS)] == [a.name for a in ARGUMENTS]


def test_without_a_task_there_is_no_runner():
    assert len(started()) == len(THOR.nodes)
    assert len(started(instruction="clean a mug")) == len(THOR.nodes) + 1
    assert len(started(task_file="x.jsonl")) == len(THOR.nodes) + 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"max_actions": "many"}, "max_actions:=many"),
        ({"params_file": "/nowhere.yaml"}, "/nowhere.yaml"),
        ({"use_respawn": "maybe"}, "true or false"),
        ({"record": "true"}, "ros2 bag"),
        ({"rviz": "true"}, "rviz2"),
    ],
)
def test_what_cannot_be_used_is_said(given, said, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)

    def absent(name):
        from ament_index_python.packages import PackageNotFoundError

        raise PackageNotFoundError(name)

    monkeypatch.setattr("pred_bringup.launching.get_package_prefix", absent)
    with pytest.raises(ArgumentError, match=said):
        started(**given)


@pytest.fixture
def record(tmp_path):
    answer = Call("k", "plan", "m", "http://here/v1", "s", "u", "[]", "SUCCESS")
    CallLog(tmp_path / "calls.jsonl").add(answer)
    return tmp_path / "calls.jsonl"


def replayed(context_of, files=()):
    context = LaunchContext()
    context.launch_configurations.update({"reasoner": "", "replay": "", **context_of})
    found = planner_parameters(context, files)
    return found["replay"].evaluate(context) if found else None


def test_recorded_answers_are_given_to_the_planner(record, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for given in ("calls.jsonl", str(record)):
        assert replayed({"reasoner": "replay", "replay": given}) == str(record)
    assert replayed({"planner.reasoner": "replay", "planner.replay": str(record)}) == str(record)
    assert replayed({"reasoner": "llm"}) is None and replayed({}) is None
    (tmp_path / "sub").mkdir()
    record.rename(tmp_path / "sub" / "llm_calls.jsonl")
    assert replayed({"reasoner": "replay", "replay": str(tmp_path)}) == str(tmp_path)


def test_a_parameter_file_may_say_what_is_replayed(record, tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(f"/**/planner:\n  ros__parameters: {{reasoner: replay, replay: {record}}}\n")
    assert replayed({}, [file]) == str(record)
    assert replayed({"reasoner": "rules"}, [file]) is None
    with pytest.raises(ArgumentError, match="replay:=other"):
        replayed({"replay": "other.jsonl"}, [file])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"reasoner": "replay"}, "needs recorded answers.*replay:=FILE"),
        ({"reasoner": "replay", "replay": "nowhere.jsonl"}, "nowhere.jsonl"),
        ({"reasoner": "replay", "planner.replay": "nowhere.jsonl"}, "nowhere.jsonl"),
        ({"reasoner": "replay", "replay": "broken.jsonl"}, "broken.jsonl, line 1"),
        ({"reasoner": "replay", "replay": "empty.jsonl"}, "no recorded answer"),
        ({"reasoner": "replay", "replay": "."}, "no recorded answers .llm_calls.jsonl. in"),
        ({"replay": "empty.jsonl"}, "only with reasoner:=replay, not with rules"),
        ({"reasoner": "llm", "replay": "empty.jsonl"}, "not with llm"),
    ],
)
def test_a_record_that_cannot_be_replayed_is_said_before_anything_starts(given, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.jsonl").write_text("{}\n")
    (tmp_path / "empty.jsonl").write_text("")
    with pytest.raises(ArgumentError, match=said):
        started(**given)


def test_a_parameter_of_a_node_can_be_given_by_its_name():
    context = LaunchContext()
    context.launch_configurations.update(
        {"executive.max_poses": "5", "nav.cruise": "0.5", "scene": "FloorPlan1"}
    )
    assert parameters_of(context, "executive") == {"max_poses": 5}
    assert parameters_of(context, "nav") == {"cruise": 0.5}
    assert parameters_of(context, "planner") == {}
