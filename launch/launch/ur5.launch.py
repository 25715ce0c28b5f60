"""The stack on a UR5 or UR5e: ``./pred launch ur5 mock:=true instruction:="put a Fanta on the yellow cupboard"``."""

from __future__ import annotations

from launch.actions import OpaqueFunction

from launch import LaunchDescription
from pred_bringup.arguments import declare
from pred_bringup.interrupting import leave_to_launch
from pred_bringup.launching import own_namespace
from pred_bringup.sharing import share_imports
from pred_bringup.ur5 import ARGUMENTS, UR5, ur5_actions


def generate_launch_description() -> LaunchDescription:
    """Return the description; ``--show-args`` lists the arguments."""
    return LaunchDescription(
        [
            *declare(ARGUMENTS),
            OpaqueFunction(function=leave_to_launch),
            OpaqueFunction(function=own_namespace, args=[UR5]),
            OpaqueFunction(function=share_imports, args=[UR5.name]),
            OpaqueFunction(function=ur5_actions),
        ]
    )
