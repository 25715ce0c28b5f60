"""The bridge's parameters."""

from __future__ import annotations

from dataclasses import dataclass

from pred_core.ros.parameters import check_person, parameter


@dataclass(frozen=True)
class BridgeParameters:
    """Everything that can be set from outside."""

    player: str = parameter(
        "embedded",
        "Which player AI2-THOR's Controller drives: the one of this project, or the Unity build it downloads.",
        choices=("embedded", "unity"),
    )
    scene: str = parameter("FloorPlan1", "The room to start in: FloorPlan1-30, 201-230, 301-330, 401-430.")
    seed: int = parameter(0, "Seed of whatever the simulator decides by chance.", low=0, high=2**31 - 1)
    width: int = parameter(300, "Width of the pictures, pixels.", low=64, high=1920)
    height: int = parameter(300, "Height of the pictures, pixels.", low=64, high=1080)
    fov: float = parameter(90.0, "Vertical field of view of the camera, degrees.", low=20.0, high=140.0)
    ground_truth: bool = parameter(True, "Publish the simulator's own instances on ground_truth/detections.")
    grid_size: float = parameter(0.25, "The robot's own step when it moves, m.", low=0.05, high=1.0)
    turn_step: float = parameter(90.0, "The robot's own step when it turns, degrees.", low=5.0, high=180.0)
    look_step: float = parameter(
        30.0, "The robot's own step when it tilts the camera, degrees.", low=5.0, high=90.0
    )
    reach: float = parameter(
        1.5, "The largest distance at which the robot acts on an object, m.", low=0.5, high=5.0
    )
    held_collides: bool = parameter(
        False,
        "Moves stop when the held object would touch something (TEACh's and ALFRED's agents ignore that).",
    )
    force_put: bool = parameter(
        True,
        "Put objects also where AI2-THOR's table of what goes where has no entry, as TEACh and ALFRED do.",
    )
    person: str = parameter(
        "",
        "Where the person's stand-in stands in map: x,y or x,y,yaw (m, rad); '' = wherever something is held out.",
    )
    person_takes: int = parameter(
        2, "How often something is held out before the person's stand-in takes it; 0 = it never does.", low=0, high=1000
    )
    answer_timeout: float = parameter(
        20.0, "How long the player may take for one action before it counts as lost, s.", low=1.0, high=300.0
    )
    start_timeout: float = parameter(180.0, "How long the player may take to start, s.", low=5.0, high=3600.0)
    sensing: str = parameter(
        "ideal",
        "What the robot measures of depth, its pose and its motions: what the simulator knows, or as real sensors do.",
        choices=("ideal", "realistic"),
    )
    success: str = parameter(
        "simulator",
        "Who says whether a skill did what it should: the simulator, or the robot's gripper and pictures (visual).",
        choices=("simulator", "visual"),
    )
    clock: bool = parameter(True, "Publish simulated time, 0.25 s a step, on /clock.")

    def check(self) -> None:
        """Refuse a person who is nowhere.

        :raises ParameterError: saying what is wrong with the place
        """
        check_person(self.person)
