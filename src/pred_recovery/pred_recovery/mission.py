"""One task while it is being done: its plan, what its words are bound to, what was tried, how much is left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from pred_core.geometry import Pose2D
from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_planner.language import Kind, Plan, PlanRevision, Subgoal
from pred_recovery.settings import Settings


@dataclass(frozen=True)
class Robot:
    """What the robot measured of itself. ``stamp`` in seconds, ``pitch`` in radians, positive looks down."""

    step: int = 0
    episode: int = 0
    stamp: float = 0.0
    pose: Pose2D = field(default_factory=lambda: Pose2D(0.0, 0.0, 0.0))
    pitch: float = 0.0
    holding: bool = False
    ready: bool = True
    actions: int = 0
    failures: int = 0


class World(Protocol):
    """The latest that is known. ``memory`` is of the same observation as ``robot`` or of a newer one."""

    @property
    def memory(self) -> ObjectMemory:
        """The object memory."""

    @property
    def robot(self) -> Robot:
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

    def progress(self, mission: Mission, reason: str) -> None:
        """Tell who waits for the task how far it is."""


@dataclass(frozen=True)
class Task:
    """What was asked for. A limit of 0 means the executive's own."""

    instruction: str
    steps: tuple[str, ...] = ()
    dialogue: tuple[str, ...] = ()
    max_actions: int = 0
    max_failures: int = 0


@dataclass
class Case:
    """A subgoal that failed: which, on what, how, and what was tried since."""

    subgoal: Subgoal
    target: ObjectState | None
    failure: Outcome
    tries: dict[str, int] = field(default_factory=dict)

    def tried(self, strategy: str) -> int:
        """Return how often a strategy was used for this subgoal."""
        return self.tries.get(strategy, 0)


@dataclass
class Mission:
    """The state of one task. ``bindings`` maps the plan's variables to instances of the object memory.

    ``placed`` says of what the robot put down where it did so, ``placed_among`` what was known then; ``doors`` where
    to stand to look into furniture that was opened. ``in_hand`` are the classes that held things were seen as, by the
    camera's tilt; ``turned_away`` how surely something was found to be another thing than the class it was taken for;
    ``trusted`` what is used all the same, as nothing better was found. ``swayed_by`` are the modules that had a say in
    what was done: without any other the task is done in the same way.
    """

    task: Task
    settings: Settings
    world: World
    log: Log
    plan: Plan | None = None
    bindings: dict[str, str] = field(default_factory=dict)
    whole: dict[str, ObjectState] = field(default_factory=dict)
    rejected: set[tuple[str, str]] = field(default_factory=set)
    looked_into: set[str] = field(default_factory=set)
    placed: dict[str, str] = field(default_factory=dict)
    placed_among: dict[str, frozenset[str]] = field(default_factory=dict)
    doors: dict[str, Pose2D] = field(default_factory=dict)
    in_hand: dict[str, dict[int, str]] = field(default_factory=dict)
    turned_away: dict[tuple[str, str], float] = field(default_factory=dict)
    trusted: set[str] = field(default_factory=set)
    beliefs: dict[tuple[str, str], tuple[int, Truth]] = field(default_factory=dict)
    opened: str = ""
    explored: bool = False
    regrounds: int = 0
    fetches: int = 0
    started_over: set[str] = field(default_factory=set)
    was_so: bool = False
    """Whether the last skill changed nothing, as its object was so already."""
    jumped: bool = False
    unverified: Subgoal | None = None
    revised: int = 0
    last_revision: PlanRevision | None = None
    heeded: set[tuple[str, ...]] = field(default_factory=set)
    swayed_by: set[Kind] = field(default_factory=set)
    done: set[str] = field(default_factory=set)
    outcome: Outcome = field(default_factory=Outcome.success)
    case: Case | None = None
    started: Robot | None = None
    spent: tuple[int, int] = (0, 0)

    @property
    def memory(self) -> ObjectMemory:
        """The latest object memory, with what was done to objects that were not seen since."""
        memory = self.world.memory
        if not self.beliefs:
            return memory
        return replace(memory, objects=tuple(self._with_beliefs(o) for o in memory.objects))

    def _with_beliefs(self, state: ObjectState) -> ObjectState:
        changed = {
            name: Attribute(name, value)
            for (object_id, name), (step, value) in self.beliefs.items()
            if object_id == state.id and not state.visible and state.last_seen_step <= step
        }
        return replace(state, attributes={**state.attributes, **changed}) if changed else state

    def believe(self, object_id: str, attribute: str, value: Truth) -> None:
        """Hold an attribute for true until the object is seen again: a skill has just changed it."""
        self.beliefs[object_id, attribute] = (self.robot.step, value)

    @property
    def robot(self) -> Robot:
        """The robot's latest state."""
        return self.world.robot

    def triplet_of(self, subgoal: Subgoal) -> Subgoal | None:
        """Return the triplet that a step of the plan belongs to."""
        return next((t for t in self.plan.triplets if t.id == subgoal.parent), None) if self.plan else None

    @property
    def subgoal(self) -> Subgoal | None:
        """The tuple under the cursor."""
        return self.plan.current if self.plan else None

    @property
    def actions(self) -> int:
        """Primitives commanded since the task began."""
        return self._spent()[0]

    @property
    def failures(self) -> int:
        """Primitives that failed since the task began."""
        return self._spent()[1]

    def _spent(self) -> tuple[int, int]:
        """Return actions and failures; the robot counts anew in a reloaded world, then the last counts stay."""
        robot, started = self.robot, self.started
        if started is not None and robot.episode == started.episode:
            self.spent = (robot.actions - started.actions, robot.failures - started.failures)
        return self.spent

    def note(self, kind: str, text: str, **data: Any) -> None:
        """Record a decision about the current subgoal."""
        self.log.event(kind, self.subgoal.id if self.subgoal else "", text, data)

    def follow(self, plan: Plan) -> None:
        """Go on with this plan from its cursor."""
        self.plan = plan
        self.log.plan(plan)

    def revise(self, revision: PlanRevision) -> None:
        """Go on with the plan of an accepted revision: the tree continues at its cursor."""
        self.log.revision(revision)
        if revision.accepted:
            self.last_revision = revision
            self.follow(revision.after)
            self.jumped = True

    def jump(self, cursor: int) -> None:
        """Continue at another tuple of the same plan."""
        if self.plan is not None:
            self.follow(replace(self.plan, cursor=cursor))
            self.jumped = True

    def advance(self) -> None:
        """Mark the current tuple as done and go to the next, unless a strategy has jumped elsewhere."""
        if self.jumped:
            self.jumped = False
        elif self.plan is not None and self.plan.current is not None:
            self.done.add(self.plan.current.id)
            self.follow(self.plan.advanced())

    def limit_reached(self) -> Outcome:
        """Return success, or which limit ends the task (TEACh and ALFRED end an episode the same way)."""
        if self.started is None:
            return Outcome.success()
        if self.robot.episode != self.started.episode:
            return Outcome(Code.ROBOT_LOST, "The world was reloaded while the task was being done.")
        actions = self.task.max_actions or self.settings.max_actions
        if self.actions >= actions:
            return Outcome(Code.STEP_LIMIT, f"Gave up after {self.actions} actions (limit {actions}).")
        failures = self.task.max_failures or self.settings.max_failures
        if self.failures >= failures:
            return Outcome(
                Code.FAILURE_LIMIT, f"Gave up after {self.failures} failed actions (limit {failures})."
            )
        seconds = self.robot.stamp - self.started.stamp
        if 0.0 < self.settings.time_limit <= seconds:
            return Outcome(Code.TIME_LIMIT, f"Gave up after {seconds:.0f} s of the robot's time.")
        return Outcome.success()

    def goals(self) -> tuple[int, int]:
        """Return how many triplets of the plan are believed done, and how many there are."""
        if self.plan is None:
            return 0, 0
        open_parents = {s.parent for s in self.plan.subgoals if s.id not in self.done}
        reached = sum(t.id not in open_parents for t in self.plan.triplets)
        return reached, len(self.plan.triplets)
