"""The arm as a tree of links, from our URDF."""

from __future__ import annotations

from importlib import resources

from pred_core.robot_model import RobotModel, model_of, prefixed


def read_model(arm: str, prefix: str = "") -> RobotModel:
    """Return the model of an arm by its name, ur5e or ur5, with a prefix to the names of its links and joints."""
    urdf = resources.files("ur5_description").joinpath(f"data/{arm}.urdf").read_text("utf-8")
    return model_of(prefixed(urdf, prefix))
