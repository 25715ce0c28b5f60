"""What the executive asks of others, and what they answer.

The executive's procedures are generators: they yield a request, are resumed with its reply and end with an
:class:`~pred_core.outcome.Outcome`. Nothing in them waits, so the same code runs in the tree of the ROS node and, tick
by tick, against a symbolic world in tests.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from pred_core.asking import Question
from pred_core.geometry import Pose2D
from pred_core.navigation import NOTHING, Watch
from pred_core.objects import ObjectState
from pred_core.outcome import Outcome
from pred_core.plan_language import Discrepancy, Kind, Plan, PlanRevision, Subgoal
from pred_core.spots import Beside


class Mode(StrEnum):
    """The ways of going somewhere; the values are those of pred_msgs/NavigateTo."""

    OBJECT = "object"
    POSE = "pose"
    EXPLORE = "explore"
    LOOK_AROUND = "look_around"


class Move(StrEnum):
    """One motion of base or camera; the values are those of pred_msgs/BaseMotion."""

    FORWARD = "forward"
    BACK = "back"
    TURN_LEFT = "turn_left"
    TURN_RIGHT = "turn_right"
    LOOK_UP = "look_up"
    LOOK_DOWN = "look_down"


@dataclass(frozen=True)
class Observe:
    """Wait until robot state and object memory of one observation are here."""


@dataclass(frozen=True)
class Navigate:
    """Go where ``mode`` says, but no farther once ``watch`` sees something: SIGHTED then.

    ``attempt``: the n-th best pose (0 is the best); ``distance``: at most so far off (m). A pose with a distance is
    that of a person: the robot stands before them.
    """

    mode: Mode
    object_id: str = ""
    attempt: int = 0
    stop_classes: tuple[str, ...] = ()
    ignore_ids: tuple[str, ...] = ()
    distance: float = 0.0
    pose: Pose2D | None = None
    watch: Watch = NOTHING


@dataclass(frozen=True)
class UseSkill:
    """Do a manipulation primitive on an object that is in the latest picture; put "on" or "in" it if that is said."""

    skill: str
    target: ObjectState
    relation: str = ""
    spot: Beside | None = None


@dataclass(frozen=True)
class MoveRobot:
    """Make one step of the robot's own size."""

    motion: Move


@dataclass(frozen=True)
class MakePlan:
    """Ask the planner for the plan of the task: its own reasoner, or the one that is named."""

    reasoner: str = ""


@dataclass(frozen=True)
class Reground:
    """Ask the planner what else the words may mean, for a class that cannot be found."""

    plan: Plan
    subgoal_id: str
    missing_class: str


@dataclass(frozen=True)
class Check:
    """Ask perception whether the world is as a subgoal assumes. ``kinds`` names the detectors to be asked."""

    subgoal: Subgoal
    kinds: tuple[Kind, ...]
    subject_id: str = ""
    excluded: tuple[str, ...] = ()
    held_views: tuple[str, ...] = ()


@dataclass(frozen=True)
class Revise:
    """Ask the planner for the plan changed because of what was found."""

    plan: Plan
    discrepancies: tuple[Discrepancy, ...]


@dataclass(frozen=True)
class Recover:
    """Ask the planner how to go on after a failure, or after the plan; see pred_msgs/RecoverPlan."""

    method: str
    stage: str
    plan: Plan
    failure: Outcome
    target_id: str = ""
    diagnosis: str = ""
    bound: Mapping[str, str] = field(default_factory=dict)
    done: frozenset[str] = frozenset()
    refused: tuple[str, ...] = ()
    put_there: Mapping[str, str] = field(default_factory=dict)
    """What lies where the robot put it, whatever else perception takes for its place."""


@dataclass(frozen=True)
class Ask:
    """Ask a person. Nobody there and no answer in time give the question's default."""

    question: Question


@dataclass(frozen=True)
class ShowPicture:
    """Have a model look at the latest picture and say which sentence fits; see pred_msgs/JudgePicture.

    ``object_id`` '' shows the whole picture; ``likely``: how likely each sentence is held to be, in sum 1.
    """

    object_id: str
    subject: str
    sentences: tuple[str, ...]
    likely: tuple[float, ...]


Request = Observe | Navigate | UseSkill | MoveRobot | MakePlan | Reground | Check | Revise | Recover | Ask | ShowPicture


@dataclass(frozen=True)
class Reply:
    """The end of a request. The object memory is at least as new as the observation it ended with."""

    outcome: Outcome = field(default_factory=Outcome.success)
    found_id: str = ""
    plan: Plan | None = None
    revision: PlanRevision | None = None
    certain: tuple[Discrepancy, ...] = ()
    doubtful: tuple[Discrepancy, ...] = ()
    needed: tuple[float, ...] = ()
    """From which confidence each doubtful finding would be certain."""
    likely: tuple[float, ...] = ()
    text: str = ""
    answered: bool = False


@dataclass(frozen=True)
class Begun:
    """A stage of a procedure begins; what is asked until it ends is shown below it in the tree. Nobody answers it."""

    name: str


@dataclass(frozen=True)
class StageEnded:
    """The stage that began last ends."""

    outcome: Outcome


type Asking[T] = Generator[Request | Begun | StageEnded, Reply, T]
"""A procedure that asks for things and ends with a T."""
type Steps = Asking[Outcome]


def stage[T](name: str, steps: Asking[T]) -> Asking[T]:
    """Run a part of a procedure as a node of the tree with a name of its own."""
    yield Begun(name)
    result = yield from steps
    yield StageEnded(result if isinstance(result, Outcome) else Outcome.success(_in_words(result)))
    return result


def _in_words(result: object) -> str:
    return result.id if isinstance(result, ObjectState) else ""
