"""The executive node's parameters."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from pred_core.ros.parameters import domain_parameter, parameter
from pred_recovery.recovery import STRATEGIES
from pred_recovery.settings import Settings


@dataclass(frozen=True)
class ExecutiveParameters:
    """See each description; the defaults are those of :class:`~pred_recovery.settings.Settings`."""

    domain: str = domain_parameter()
    max_actions: int = parameter(
        Settings.max_actions, "Primitives after which a task is given up.", low=1, high=100000
    )
    max_failures: int = parameter(
        Settings.max_failures,
        "Failed primitives after which a task is given up: 30 as in TEACh, 10 as in ALFRED.",
        low=1,
        high=100000,
    )
    time_limit: float = parameter(
        Settings.time_limit,
        "Seconds of the robot's clock after which a task is given up, 0 = none.",
        low=0,
        high=1e6,
    )
    look_around: bool = parameter(
        Settings.look_around, "Turn around once before planning, so that words are grounded in what is seen."
    )
    mobile: bool = parameter(
        Settings.mobile, "Whether the robot drives; an arm on a table only moves its camera and its hand."
    )
    approach_always: bool = parameter(
        Settings.approach_always,
        "Go to (an arm: look at) an object before acting on it even when it is in the picture already.",
    )
    views_before_pick: int = parameter(
        Settings.views_before_pick,
        "Further views of a thing that has look-alikes before it is picked up, where a view costs little.",
        low=0,
        high=4,
    )
    reach: float = parameter(
        Settings.reach,
        "An object in the picture and nearer than this (m) is acted on from here.",
        low=0.1,
        high=5,
    )
    max_adjustments: int = parameter(
        Settings.max_adjustments,
        "Positioning adjustments of a subgoal before another pose is taken.",
        low=0,
        high=6,
    )
    max_poses: int = parameter(
        Settings.max_poses, "Further interaction poses tried for one object.", low=0, high=20
    )
    max_instances: int = parameter(
        Settings.max_instances, "Further instances of a class tried for one subgoal.", low=0, high=20
    )
    max_searched: int = parameter(
        Settings.max_searched, "Closed receptacles opened in one search.", low=0, high=100
    )
    max_regrounds: int = parameter(
        Settings.max_regrounds, "Times the planner is asked for another meaning of the words.", low=0, high=20
    )
    max_fetches: int = parameter(
        Settings.max_fetches, "Times something that fell out of the hand is picked up again.", low=0, high=20
    )
    close_searched: bool = parameter(Settings.close_searched, "Close what was only opened to look inside.")
    modules: str = parameter(
        Settings.modules,
        "Discrepancy modules that watch the plan, of dta, ohv, apm, asr, separated by commas; none = none of them.",
    )
    recovery: str = parameter(
        Settings.recovery,
        "What is tried after a subgoal failed: full, only positioning (the plan is followed as given), or none.",
        choices=tuple(STRATEGIES),
    )
    max_revisions: int = parameter(
        Settings.max_revisions, "Revisions of one task's plan because of discrepancies.", low=0, high=100
    )
    verify_views: int = parameter(
        Settings.verify_views,
        "Further views taken of a picked up object that does not look like what was wanted, or did not from afar.",
        low=0,
        high=4,
    )
    camera_height: float = parameter(
        Settings.camera_height, "Height of the camera over the floor (m).", low=0.05, high=3
    )
    turn_step: float = parameter(Settings.turn_step, "The robot's own turn (rad).", low=0.01, high=3.15)
    look_step: float = parameter(
        Settings.look_step, "The robot's own tilt of the camera (rad).", low=0.01, high=1.6
    )
    move_step: float = parameter(Settings.move_step, "The robot's own step (m).", low=0.01, high=2)
    field_of_view: float = parameter(
        Settings.field_of_view, "The camera's vertical field of view (rad).", low=0.1, high=3
    )
    patience: float = parameter(
        20.0,
        "Wall seconds to wait for nodes at start, and for an observation after an action.",
        low=0.5,
        high=600,
    )

    def settings(self) -> Settings:
        """Return the part that the decisions need."""
        names = [f.name for f in dataclasses.fields(Settings)]
        return Settings(**{name: getattr(self, name) for name in names})
