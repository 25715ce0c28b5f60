"""The stack on Spot: ``./pred launch spot mock:=true instruction:="put the mug in the sink" scene:=FloorPlan13``."""

from __future__ import annotations

from launch.actions import OpaqueFunction

from launch import LaunchDescription
from pred_bringup.arguments import declare
from pred_bringup.interrupting import leave_to_launch
from pred_bringup.launching import own_namespace
from pred_bringup.sharing import share_imports
from pred_bringup.spot import ARGUMENTS, SPOT, spot_actions


def generate_launch_description() -> LaunchDescription:
    """Return the description; ``--show-args`` lists the arguments."""
    return LaunchDescription(
        [
            *declare(ARGUMENTS),
            OpaqueFunction(function=leave_to_launch),
            OpaqueFunction(function=own_namespace, args=[SPOT]),
            OpaqueFunction(function=share_imports, args=[SPOT.name]),
            OpaqueFunction(function=spot_actions),
        ]
    )
