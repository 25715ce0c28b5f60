from __future__ import annotations

import dataclasses
import importlib
from pathlib import Path

import pytest
from ament_index_python.packages import get_package_share_directory
from launch_ros.actions import Node

from launch import LaunchContext
from pred_bringup.arguments import ArgumentError, declare, parameters_of
from pred_bringup.checking import parameter_names
from pred_bringup.launching import actions, own_namespace
from pred_bringup.node_values import checked, of_files
from pred_bringup.recorded import planner_parameters
from pred_bringup.thor import ARGUMENTS, THOR
from pred_bringup.ur5 import TABLE, UR5
from pred_core.model_calls import Call, CallLog


def started(**given):
    context = LaunchContext()
    context.launch_configurations.update({a.name: a.default for a in ARGUMENTS})
    context.launch_configurations.update(given)
    return [a for a in actions(context, THOR) if isinstance(a, Node)]


@pytest.mark.parametrize("domain", ["abc", "233", "-1", "\N{SUPERSCRIPT TWO}"])
def test_a_ros_domain_that_there_cannot_be_is_refused(domain, monkeypatch):
    monkeypatch.setenv("ROS_DOMAIN_ID", domain)
    context = LaunchContext()
    context.launch_configurations.update({a.name: a.default for a in ARGUMENTS})
    with pytest.raises(ArgumentError, match=f"ROS_DOMAIN_ID is '{domain}'.*from 0 to 232"):
        own_namespace(context, THOR)


def test_every_argument_is_described():
    assert all(len(a.description) > 10 for a in ARGUMENTS)
    assert [d.name for d in declare(ARGUMENTS)] == [a.name for a in ARGUMENTS]


def test_without_a_task_there_is_no_runner(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    suite = Path(get_package_share_directory("pred_bench")) / "suites" / "house.jsonl"
    assert len(started()) == len(THOR.nodes) + 1, "the recorder keeps what the robot will be told to do"
    assert len(started(run_dir="none")) == len(THOR.nodes)
    assert len(started(instruction="clean a mug", record="false")) == len(THOR.nodes) + 1
    assert len(started(task_file=str(suite), record="false")) == len(THOR.nodes) + 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"max_actions": "many"}, "max_actions:=many"),
        ({"params_file": "/nowhere.yaml"}, "/nowhere.yaml"),
        ({"use_respawn": "maybe"}, "true or false"),
        ({"scne": "FloorPlan1"}, "no argument scne:=. Did you mean scene"),
        ({"executive.max_pose": "3"}, "does not have a parameter max_pose. Did you mean max_poses"),
        ({"executiv.max_poses": "3"}, "no node executiv .*Did you mean executive"),
        ({"scene": "FloorPlan31"}, "no room FloorPlan31. Did you mean FloorPlan3"),
        ({"task_file": "x.jsonl"}, "x.jsonl"),
        ({"instruction": "clean a mug", "run_dir": "/etc"}, "/etc is there and not empty"),
        ({"record": "true", "run_dir": "none", "instruction": "tidy up"}, "record:=true needs a folder"),
        ({"rviz": "true"}, "rviz2"),
    ],
)
def test_what_cannot_be_used_is_said(given, said, monkeypatch):
    def absent(name):
        from ament_index_python.packages import PackageNotFoundError

        raise PackageNotFoundError(name)

    monkeypatch.setattr("pred_bringup.launching.get_package_prefix", absent)
    with pytest.raises(ArgumentError, match=said):
        started(**given)


@pytest.mark.parametrize("robot", [THOR, UR5])
def test_the_dialect_is_given_to_the_planner(robot):
    assert "dialect" in {argument.name for argument in robot.arguments}
    assert "dialect" in robot.nodes["planner"].arguments


@pytest.fixture
def record(tmp_path):
    answer = Call("k", "plan", "m", "http://here/v1", "s", "u", "[]", "SUCCESS")
    CallLog(tmp_path / "calls.jsonl").add(answer)
    return tmp_path / "calls.jsonl"


def replayed(context_of, files=()):
    context = LaunchContext()
    context.launch_configurations.update({"reasoner": "", "replay": "", "vision": "", **context_of})
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
        ({"vision": "true"}, "rules have none: give reasoner:=llm"),
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
    values = {
        node: {name: given.text for name, given in parameters_of(context, node).items()}
        for node in THOR.nodes
    }
    assert values["executive"] == {"max_poses": "5"} and values["nav"] == {"cruise": "0.5"}
    assert values["planner"] == {}


def test_every_given_name_that_there_is_passes():
    given = {
        "executive.max_poses": "3",
        "nav.use_sim_time": "true",
        "run_task.patience": "5",
        "perception.cell": "0.1",
    }
    assert started(**given, scene="FloorPlan301", use_sim_time="true")


@pytest.mark.parametrize(
    "parameters", [*THOR.nodes.values(), THOR.runner, *UR5.nodes.values(), UR5.runner, TABLE]
)
def test_the_names_of_parameters_are_those_of_their_classes(parameters):
    for where in parameters.parameters:
        module, _, name = where.partition(":")
        made = getattr(importlib.import_module(module), name)
        assert parameter_names(where) == {field.name for field in dataclasses.fields(made)}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("/**/executive: {ros__parameters: {max_pose: 3}}", "executive.max_pose.*Did you mean max_poses"),
        ("/**: {ros__parameters: {domian: table}}", "No node has a parameter domian. Did you mean domain"),
        ("[1]", "holds no parameters"),
        ("/**/executive: {parameters: {max_poses: 3}}", "holds no parameters"),
    ],
)
def test_a_parameter_file_with_a_name_that_nobody_reads_is_refused(text, said, tmp_path):
    (tmp_path / "mine.yaml").write_text(text)
    with pytest.raises(ArgumentError, match=said):
        started(params_file=str(tmp_path / "mine.yaml"))


def test_a_parameter_file_may_have_sections_for_others(tmp_path):
    (tmp_path / "mine.yaml").write_text(
        "/**: {ros__parameters: {domain: household}}\nlidar: {ros__parameters: {speed: 3}}\n"
    )
    assert started(params_file=str(tmp_path / "mine.yaml"))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"detector": "yolo"}, "detector yolo needs the file of a trained network.*detector_weights"),
        ({"perception.detector": "yolo", "perception.detector_weights": "/no/net.pt"}, "no weights /no/net.pt"),
        ({"detector": "rgbd", "perception.detector_weights": "/no/net.onnx"}, "/no/net.onnx"),
        ({"detector": "yol"}, "detector:=yol: 'yol' is not allowed.*One of: .*rgbd"),
        ({"attributes": "pixels"}, "attributes:=pixels.*One of: gallery"),
        ({"perception.attribute_gallery": "/no/pictures"}, "there is no folder /no/pictures"),
        ({"modules": "foo"}, "modules: 'foo'. One or more of dta"),
        ({"executive.modules": "dta,foo"}, "'dta,foo'"),
        ({"executive.max_poses": "foo"}, "executive.max_poses:=foo: 'foo' is not a whole number"),
        ({"executive.max_poses": "2.5"}, "2.5 is not a whole number"),
        ({"executive.reach": "far"}, "'far' is not a number.*From 0.1 to 5"),
        ({"executive.reach": "9"}, "9 is out of bounds.*From 0.1 to 5"),
        ({"executive.look_around": "5"}, "5 is not true or false"),
        ({"executive.recovery": "hope"}, "executive.recovery:=hope.*One of: none"),
        ({"width": "0"}, "width:=0: 0 is out of bounds.*From 64"),
        ({"planner.domain": "/no/domain.json"}, "/no/domain.json"),
        ({"planner.plan_faults": "wobbly"}, "plan_faults"),
        ({"planner.llm_extra_headers": "no json"}, "llm_extra_headers"),
        ({"nav.turn": "[90.0]"}, "is not a number"),
        ({"run_task.patience": "long", "instruction": "clean a mug"}, "run_task.patience:=long"),
        ({"recorder.light": "perhaps"}, "recorder.light:=perhaps"),
        ({"view.port": "x", "view": "true"}, "view.port:=x"),
        ({"task": "put a mug on the table"}, 'instruction:="put a mug on the table"'),
    ],
)
def test_a_value_that_no_node_could_use_is_refused_before_anything_starts(given, said):
    with pytest.raises(ArgumentError, match=said):
        started(**given)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("/**/executive: {ros__parameters: {max_poses: many}}", "executive.max_poses: 'many' is not a whole"),
        ("/**/executive: {ros__parameters: {reach: 1}}", r"a point in it: 1\.0"),
        ("/**/executive: {ros__parameters: {modules: foo}}", "'foo'. One or more of"),
        ("/**/perception: {ros__parameters: {detector: yolo}}", "needs the file of a trained network"),
        ("/**: {ros__parameters: {domain: 3}}", r"\*\*.domain: 3 is not text"),
        ("bridge: {ros__parameters: {clock: 'on'}}", "bridge.clock: 'on' is not true or false"),
    ],
)
def test_a_file_with_a_value_that_no_node_could_use_is_refused_before_anything_starts(text, said, tmp_path):
    (tmp_path / "mine.yaml").write_text(text)
    with pytest.raises(ArgumentError, match=said):
        started(params_file=str(tmp_path / "mine.yaml"))


def values_of(actions, node):
    context = LaunchContext()
    found = next(a for a in actions if isinstance(a, Node) and a._Node__node_name == node)
    given = [p for p in found._Node__parameters if isinstance(p, dict)]
    from launch_ros.utilities import evaluate_parameters

    return {name: value for p in evaluate_parameters(context, given) for name, value in p.items()}


def test_what_is_typed_becomes_what_the_node_wants():
    actions = started(**{
        "executive.reach": "2",
        "executive.max_poses": "4",
        "perception.detector_classes": "Mug, Plate",
        "planner.person": "007",
        "planner.memory": "none",
        "nav.turn": "4.5e1",
        "instruction": "put: it [there",
    })
    assert values_of(actions, "executive")["reach"] == 2.0
    assert isinstance(values_of(actions, "executive")["reach"], float)
    assert values_of(actions, "executive")["max_poses"] == 4
    assert values_of(actions, "perception")["detector_classes"] == ("Mug", "Plate")
    assert values_of(actions, "planner")["person"] == "007"
    assert values_of(actions, "nav")["turn"] == 45.0
    assert values_of(actions, "run_task")["instruction"] == "put: it [there"


@pytest.mark.parametrize("robot", [THOR, UR5])
def test_the_robots_own_files_give_what_their_nodes_can_use(robot):
    files = [Path(get_package_share_directory("pred_bringup")) / "config" / f"{robot.name}.yaml"]
    for node, kind in {**robot.nodes, **({"table": TABLE} if robot is UR5 else {})}.items():
        checked(node, kind.parameters, of_files(node, files))
