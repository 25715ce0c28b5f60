"""What is held for true beyond the object memory, and what the discrepancy modules have been heeded in."""

from __future__ import annotations

from dataclasses import dataclass, field

from pred_core.geometry import Pose2D
from pred_core.objects import Truth


@dataclass
class Beliefs:
    """What was learned by acting and looking, beyond the object memory."""

    attributes: dict[tuple[str, str], tuple[int, Truth]] = field(default_factory=dict)
    """By object and attribute: the observation after which a skill had changed it, and to what."""
    felt: dict[tuple[str, str], Truth] = field(default_factory=dict)
    """By object and attribute: what the robot found it to be when it tried to change it; no picture outweighs that."""
    doors: dict[str, Pose2D] = field(default_factory=dict)
    """Where to stand to look straight into furniture that was opened."""
    opened: dict[str, None] = field(default_factory=dict)
    """What the robot itself opened, in that order."""
    in_hand: dict[str, dict[int, str]] = field(default_factory=dict)
    """The classes that held things were seen as, by the camera's tilt in steps of the robot's own."""
    heeded: set[tuple[str, ...]] = field(default_factory=set)
    """Findings that the plan was revised for, or that the planner saw no use for."""
    doubted: set[tuple[str, ...]] = field(default_factory=set)
    """Findings that another look was taken for."""
    shown: dict[tuple[str, ...], bool] = field(default_factory=dict)
    """Findings that a model was shown a picture for, and whether they are believed since."""
    approached: set[tuple[str, str]] = field(default_factory=set)
    """Triplets, and the instances that were gone to so that their state could be told."""
