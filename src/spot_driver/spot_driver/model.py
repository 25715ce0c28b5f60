"""Spot as a tree of links, from our URDF, and the names its joints have there."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources

from pred_core.robot_model import RobotModel, model_of

_LEGS = {"fl": "front_left", "fr": "front_right", "hl": "rear_left", "hr": "rear_right"}
_LEG_JOINTS = {"hx": "hip_x", "hy": "hip_y", "kn": "knee"}


def read_model() -> RobotModel:
    """Return Spot's model; its root is ``body``."""
    return model_of(resources.files("spot_driver").joinpath("data/spot.urdf").read_text("utf-8"))


def joint_names(names: Sequence[str]) -> list[str]:
    """Return what the robot's joints ("fl.hx", "arm0.sh0") are called in the URDF ("front_left_hip_x", "arm_sh0")."""
    return [_joint_name(name) for name in names]


def _joint_name(name: str) -> str:
    part, _, joint = name.partition(".")
    if part in _LEGS:
        return f"{_LEGS[part]}_{_LEG_JOINTS.get(joint, joint)}"
    return f"{part.rstrip('0')}_{joint}"
