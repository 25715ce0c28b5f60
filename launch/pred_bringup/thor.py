"""What thor.launch.py starts: bridge, perception, nav, planner, executive, and the runner when there is a task."""

from __future__ import annotations

from pred_bringup.arguments import Argument
from pred_bringup.launching import COMMON, NodeOf, Robot

ARGUMENTS = (
    Argument(
        "scene",
        "",
        "Room to start in: FloorPlan1-30 kitchens, 201-230 living rooms, 301-330 bedrooms, 401-430 "
        "bathrooms; '' = the parameter file's (FloorPlan1), or the task's",
    ),
    Argument(
        "task_file", "", "JSON-lines file of tasks; with 'task' it loads that task's layout and sentence"
    ),
    Argument("task", "0", "Which task of task_file: its line's number from 0, or its task_id"),
    Argument(
        "player",
        "",
        "Who plays AI2-THOR: embedded (comes with PRED) or unity (is downloaded); '' = the file's",
        ("", "embedded", "unity"),
    ),
    *COMMON,
)

THOR = Robot(
    "thor",
    ARGUMENTS,
    {
        "bridge": NodeOf(
            "sim_bridge_thor", ("scene", "player"), ("seed", "width", "height"), keeps_wall_time=True
        ),
        "perception": NodeOf("pred_perception", ("detector", "attributes")),
        "nav": NodeOf("pred_nav"),
        "planner": NodeOf("pred_planner", ("reasoner",)),
        "executive": NodeOf("pred_recovery", ("modules",), ("max_actions", "max_failures")),
    },
    NodeOf(
        "pred_bringup",
        ("instruction", "steps", "task_file", "task", "scene", "run_dir"),
        ("seed", "max_actions", "max_failures"),
    ),
    ("instruction", "task_file"),
)
