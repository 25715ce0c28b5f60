from __future__ import annotations

import pytest
from launch.actions import ExecuteProcess
from launch_ros.actions import Node

from launch import LaunchContext
from pred_bringup.arguments import ArgumentError
from pred_bringup.ur5 import ARGUMENTS, UR5, ur5_actions


def started(**given):
    context = LaunchContext()
    context.launch_configurations.update({a.name: a.default for a in ARGUMENTS})
    context.launch_configurations.update(given)
    return ur5_actions(context)


def nodes(actions):
    return [a for a in actions if isinstance(a, Node)]


def test_every_argument_is_described_once():
    assert all(len(a.description) > 10 for a in ARGUMENTS)
    assert len({a.name for a in ARGUMENTS}) == len(ARGUMENTS)


def test_the_real_arm_needs_no_emulator_and_the_mock_brings_two():
    real = started(robot_ip="192.168.1.20", run_dir="none")
    assert len(nodes(real)) == len(UR5.nodes)
    mock = started(mock="true", run_dir="none")
    assert len(nodes(mock)) == len(UR5.nodes) + 1
    programs = [a for a in mock if isinstance(a, ExecuteProcess) and not isinstance(a, Node)]
    assert len(programs) == 1


def test_the_emulated_arm_of_another_domain_has_another_address(monkeypatch):
    def at(domain):
        monkeypatch.setenv("ROS_DOMAIN_ID", domain)
        (arm,) = (a for a in started(mock="true", run_dir="none") if type(a) is ExecuteProcess)
        words = [part.text for word in arm.cmd for part in word]
        return words[words.index("--host") + 1]

    assert at("0") == "127.0.0.1" and at("9") == "127.0.9.1"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "say which arm"),
        ({"mock": "true", "robot_ip": "192.168.1.20"}, "only listens on this machine"),
        ({"mock": "true", "robot_ip": "my-arm"}, "is not 127"),
        ({"robot_ip": "999.1.1.1"}, "robot_ip:=999.1.1.1 is no address"),
        ({"robot_ip": "192.168.1"}, "is no address and no name"),
        ({"robot_ip": "my arm"}, "is no address and no name"),
        ({"robot_ip": "http://10.0.0.1"}, "is no address and no name"),
        ({"mock": "true", "limits": "reckless"}, "limits:=reckless"),
        ({"mock": "true", "calibration": "my.yaml"}, "bridge.calibration:=FILE"),
        ({"mock": "perhaps"}, "true or false"),
        ({"mock": "true", "reasoner": "replay"}, "replay:=FILE"),
    ],
)
def test_what_cannot_be_used_is_said(given, said):
    with pytest.raises(ArgumentError, match=said):
        started(**given)


@pytest.mark.parametrize("address", ["192.168.1.20", "::1", "ur5e.lab.example.org", "arm_2", "localhost"])
def test_addresses_and_names_of_hosts_are_taken(address):
    assert nodes(started(robot_ip=address, run_dir="none"))


def test_an_emulated_arm_may_have_links_of_its_own():
    mock = started(mock="true", run_dir="none", calibration="7")
    (controller,) = (a for a in mock if isinstance(a, ExecuteProcess) and not isinstance(a, Node))
    words = ["".join(str(part.text) for part in word) for word in controller.cmd]
    assert words[-2:] == ["--calibration", "7"]


def test_limits_of_the_first_run_come_along():
    assert nodes(started(mock="true", limits="careful"))
