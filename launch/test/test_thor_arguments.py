from __future__ import annotations

import pytest
from launch_ros.actions import Node

from launch import LaunchContext
from pred_bringup.arguments import ArgumentError, declare, parameters_of
from pred_bringup.launching import actions
from pred_bringup.thor import ARGUMENTS, THOR


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


def test_a_parameter_of_a_node_can_be_given_by_its_name():
    context = LaunchContext()
    context.launch_configurations.update(
        {"executive.max_poses": "5", "nav.cruise": "0.5", "scene": "FloorPlan1"}
    )
    assert parameters_of(context, "executive") == {"max_poses": 5}
    assert parameters_of(context, "nav") == {"cruise": 0.5}
    assert parameters_of(context, "planner") == {}
