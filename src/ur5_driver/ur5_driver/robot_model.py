"""The arm as a tree of links, from our URDF."""

from __future__ import annotations

from importlib import resources

from pred_core.robot_model import RobotModel, model_of


def read_model(arm: str) -> RobotModel:
    """Return the model of an arm by its name: ur5e or ur5."""
    return model_of(resources.files("ur5_description").joinpath(f"data/{arm}.urdf").read_text("utf-8"))
