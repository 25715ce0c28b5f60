"""What thor.launch.py starts: bridge, perception, nav, planner, executive, and the runner when there is a task."""

from __future__ import annotations

from pred_bringup.arguments import Argument
from pred_bringup.launching import (
    COMMON,
    NodeOf,
    RobotStack,
)
from pred_bringup.scenes import check_room
from pred_bringup.stack_nodes import LEARNED_ARGUMENTS, executive, perception, planner, runner

ARGUMENTS = (
    Argument(
        "scene",
        "",
        "Room to start in: FloorPlan1-30 kitchens, 201-230 living rooms, 301-330 bedrooms, 401-430 "
        "bathrooms; '' = the parameter file's (FloorPlan1), or the task's",
    ),
    Argument(
        "task_file",
        "",
        "Tasks: a file of JSON lines, or a folder of ALFRED's or TEACh's; with 'task' it loads that task's "
        "layout and sentence",
    ),
    Argument("task", "0", "Which task of task_file: its number from 0, or its task_id"),
    Argument(
        "player",
        "",
        "Who plays AI2-THOR: embedded (comes with PRED) or unity (is downloaded); '' = the file's",
        ("", "embedded", "unity"),
    ),
    Argument(
        "sensing",
        "",
        "Depth, pose and motions: as the simulator knows them (ideal) or a real robot (realistic); '' = the file's",
        ("", "ideal", "realistic"),
    ),
    Argument(
        "success",
        "",
        "Whether a skill succeeded: by the simulator's word or by gripper and pictures (visual); '' = the file's",
        ("", "simulator", "visual"),
    ),
    *LEARNED_ARGUMENTS,
    *COMMON,
)

THOR = RobotStack(
    "thor",
    ARGUMENTS,
    {
        "bridge": NodeOf(
            "sim_bridge_thor",
            ("sim_bridge_thor.parameters:BridgeParameters",),
            ("scene", "player", "sensing", "success", "person", "seed", "width", "height"),
            keeps_wall_time=True,
        ),
        "perception": perception(),
        "nav": NodeOf("pred_nav", ("pred_nav.parameters:NavParameters",), ("detector", "person")),
        "planner": planner("dialect"),
        "executive": executive(),
    },
    runner("task_file", "task"),
    ("instruction", "task_file"),
    check_room,
)
