"""The whole stack in an AI2-THOR room: ``./pred launch thor instruction:="put a clean mug on the coffee machine"``."""

from __future__ import annotations

from launch.actions import OpaqueFunction

from launch import LaunchDescription
from pred_bringup.arguments import declare
from pred_bringup.interrupting import leave_to_launch
from pred_bringup.launching import actions, own_namespace
from pred_bringup.sharing import share_imports
from pred_bringup.thor import ARGUMENTS, THOR


def generate_launch_description() -> LaunchDescription:
    """Return the description; ``--show-args`` lists the arguments."""
    return LaunchDescription(
        [
            *declare(ARGUMENTS),
            OpaqueFunction(function=leave_to_launch),
            OpaqueFunction(function=own_namespace, args=[THOR]),
            OpaqueFunction(function=share_imports, args=[THOR.name]),
            OpaqueFunction(function=actions, args=[THOR]),
        ]
    )
