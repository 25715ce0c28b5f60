from __future__ import annotations

import pytest
from launch.actions import ExecuteProcess
from launch_ros.actions import Node

from launch import LaunchContext
from pred_bringup.arguments import ArgumentError
from pred_bringup.spot import ARGUMENTS, PASSWORD, SPOT, USER, spot_actions


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    """Let each test have an environment of its own, without a login."""
    for name in (USER, PASSWORD):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)


def started(**given):
    context = LaunchContext()
    context.launch_configurations.update({a.name: a.default for a in ARGUMENTS})
    context.launch_configurations.update(given)
    return spot_actions(context)


def nodes(actions):
    return [a for a in actions if isinstance(a, Node)]


def test_every_argument_is_described_once():
    assert all(len(a.description) > 10 for a in ARGUMENTS)
    assert len({a.name for a in ARGUMENTS}) == len(ARGUMENTS)


def test_the_mock_brings_an_emulated_robot_and_lets_anybody_in():
    mock = started(mock="true", run_dir="none")
    assert len(nodes(mock)) == len(SPOT.nodes)
    programs = [a for a in mock if isinstance(a, ExecuteProcess) and not isinstance(a, Node)]
    assert len(programs) == 1


def test_a_fast_emulated_robot_is_told_so():
    def speed(**given):
        (robot,) = (a for a in started(mock="true", run_dir="none", **given) if type(a) is ExecuteProcess)
        words = [part.text for word in robot.cmd for part in word]
        return words[words.index("--speed") + 1]

    assert speed() == "1" and speed(speed="4") == "4"


def test_stacks_side_by_side_have_an_emulated_robot_each(monkeypatch):
    def at(domain, **given):
        monkeypatch.setenv("ROS_DOMAIN_ID", domain)
        (robot,) = (a for a in started(mock="true", run_dir="none", **given) if type(a) is ExecuteProcess)
        words = [part.text for word in robot.cmd for part in word]
        return words[words.index("--host") + 1]

    assert at("") == at("0", namespace="/pred") == "127.0.0.1", "where programs of people look for it"
    others = {at(str(d), namespace=n) for d in (0, 7, 101, 232) for n in ("pred", "left", "left/arm")}
    assert len(others) == 12 and all(address.startswith("127.") for address in others)
    assert at("7", hostname="127.0.0.68") == "127.0.0.68"
    with pytest.raises(ArgumentError, match="ROS_DOMAIN_ID"):
        at("233")


def test_a_real_robot_needs_a_login_in_the_environment(monkeypatch):
    with pytest.raises(ArgumentError, match=PASSWORD):
        started(hostname="192.168.80.3")
    monkeypatch.setenv(USER, "somebody")
    monkeypatch.setenv(PASSWORD, "something")
    real = started(hostname="192.168.80.3", run_dir="none")
    assert len(nodes(real)) == len(SPOT.nodes)
    assert not [a for a in real if isinstance(a, ExecuteProcess) and not isinstance(a, Node)]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "say which robot"),
        ({"mock": "true", "hostname": "192.168.80.3"}, "only listens on this machine"),
        ({"mock": "true", "limits": "reckless"}, "limits:=reckless"),
        ({"mock": "perhaps"}, "true or false"),
        ({"mock": "true", "speed": "9"}, "from 1 to 8"),
        ({"mock": "true", "speed": "2.5"}, "whole number"),
        ({"hostname": "192.168.80.3", "speed": "2"}, "emulated robot"),
    ],
)
def test_what_cannot_be_used_is_said(given, said):
    with pytest.raises(ArgumentError, match=said):
        started(**given)


def test_limits_of_the_first_run_come_along():
    assert nodes(started(mock="true", limits="careful"))
