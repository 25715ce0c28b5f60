"""Whether a robot's stack could be launched with a benchmark's arguments, found out before it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from launch import LaunchContext
from pred_bringup.launching import RobotStack, actions
from pred_bringup.spot import SPOT, spot_actions
from pred_bringup.thor import THOR
from pred_bringup.ur5 import UR5, ur5_actions

_ROBOTS: Mapping[str, tuple[RobotStack, Callable[[LaunchContext], list[Any]]]] = {
    THOR.name: (THOR, partial(actions, robot=THOR)),
    UR5.name: (UR5, ur5_actions),
    SPOT.name: (SPOT, spot_actions),
}


def check_launch(robot: str, arguments: Mapping[str, str]) -> None:
    """Refuse what the launch file would refuse.

    :raises ArgumentError: with a sentence
    """
    described, start = _ROBOTS[robot]
    context = LaunchContext()
    context.launch_configurations.update({a.name: a.default for a in described.arguments})
    context.launch_configurations.update(arguments)
    start(context)
