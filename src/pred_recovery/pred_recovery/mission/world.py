"""The latest that is known of the world and the robot, and where decisions are logged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from pred_core.geometry import Pose2D
from pred_core.objects import ObjectMemory
from pred_core.outcome import Outcome
from pred_core.plan_language import Plan, PlanRevision
from pred_core.tree_record import TreeNode


@dataclass(frozen=True)
class OwnState:
    """What the robot measured of itself. ``stamp`` in seconds, ``pitch`` in radians, positive looks down.

    ``sitting``: it has to stand up before it does anything else.
    ``lost`` says why the world was loaded anew, when that was not asked for.
    """

    step: int = 0
    episode: int = 0
    stamp: float = 0.0
    pose: Pose2D = field(default_factory=lambda: Pose2D(0.0, 0.0, 0.0))
    pitch: float = 0.0
    holding: bool = False
    ready: bool = True
    sitting: bool = False
    actions: int = 0
    failures: int = 0
    lost: str = ""


class KnownWorld(Protocol):
    """The latest that is known. ``memory`` is of the same observation as ``robot`` or of a newer one."""

    @property
    def memory(self) -> ObjectMemory:
        """The object memory."""

    @property
    def robot(self) -> OwnState:
        """The robot's own state."""

    @property
    def held_view(self) -> str:
        """The class the thing in the hand looks like in the latest picture, '' when it is not seen in it."""


class Log(Protocol):
    """Where decisions go. Everything given is deterministic: no wall time, nothing random."""

    def event(self, kind: str, subgoal_id: str, text: str, data: Mapping[str, Any]) -> None:
        """Record a decision."""

    def recovery(
        self, subgoal_id: str, failure: Outcome, strategy: str, attempt: int, outcome: Outcome
    ) -> None:
        """Record one attempt to recover."""

    def plan(self, plan: Plan) -> None:
        """Publish the plan and its cursor."""

    def revision(self, revision: PlanRevision) -> None:
        """Record a change of the plan."""

    def tree(self, root: TreeNode) -> None:
        """Publish how the behaviour tree is now."""

    def progress(self, plan: Plan | None, actions: int, reason: str) -> None:
        """Tell who waits for the task how far it is; ``actions`` is how many primitives were commanded."""
