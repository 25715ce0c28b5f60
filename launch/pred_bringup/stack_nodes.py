"""The nodes that every robot's stack has, and the arguments of learned detectors."""

from __future__ import annotations

from pred_bringup.arguments import Argument
from pred_bringup.launching import NodeOf

LEARNED_ARGUMENTS = (
    Argument(
        "detector_classes", "", "Learned detectors: names to look for, with commas; '' = the domain's words"
    ),
    Argument("detector_weights", "", "Learned detectors: file of weights (docs/detectors.md)"),
    Argument("sam_weights", "", "Learned detectors: file of SAM's weights, for sharper masks; '' = none"),
)
LEARNED = tuple(argument.name for argument in LEARNED_ARGUMENTS)
"""What perception is told besides of learned detectors."""


def perception(*more: str) -> NodeOf:
    """Return perception; ``more`` names further arguments that are its parameters."""
    parameters = ("pred_perception.node:PerceptionParameters",)
    return NodeOf("pred_perception", parameters, ("detector", "attributes", *LEARNED, *more))


def planner(*more: str) -> NodeOf:
    """Return the planner; ``more`` names further arguments that are its parameters."""
    return NodeOf("pred_planner", ("pred_planner.parameters:Parameters",), ("reasoner", "strictness", "home", *more))


def executive(*more: str) -> NodeOf:
    """Return the executive; ``more`` names further arguments that are its parameters."""
    return NodeOf(
        "pred_recovery",
        ("pred_recovery.ros.parameters:ExecutiveParameters",),
        ("modules", "recovery", "vision", "strictness", "person", *more, "max_actions", "max_failures", "feedback"),
    )


def runner(*more: str) -> NodeOf:
    """Return who gives the task; ``more`` names further arguments that are its parameters."""
    return NodeOf(
        "pred_bringup",
        ("pred_bringup.task_choice:RunTaskParameters",),
        ("instruction", "steps", *more, "scene", "run_dir", "seed", "max_actions", "max_failures"),
    )
