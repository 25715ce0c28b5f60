"""One task while it is being done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pred_core.geometry import Pose2D
from pred_core.itself import here, names_robot
from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_core.people import names_person, place_of, recipient_of, standing
from pred_core.plan_language import High, Plan, PlanRevision, Subgoal
from pred_recovery.mission.beliefs import Beliefs
from pred_recovery.mission.bindings import Bindings
from pred_recovery.mission.likely import with_likely
from pred_recovery.mission.placing import lying, put_there
from pred_recovery.mission.progress import Progress
from pred_recovery.mission.search import Search
from pred_recovery.mission.settings import Settings
from pred_recovery.mission.trace import Trace
from pred_recovery.mission.words import Words
from pred_recovery.mission.world import KnownWorld, Log, OwnState


@dataclass(frozen=True)
class Assignment:
    """What was asked for. A limit of 0 means the executive's own."""

    instruction: str
    steps: tuple[str, ...] = ()
    dialogue: tuple[str, ...] = ()
    max_actions: int = 0
    max_failures: int = 0


@dataclass
class Mission:
    """The state of one task, in six parts; each field of them says who reads and who changes it."""

    task: Assignment
    settings: Settings
    world: KnownWorld
    log: Log
    progress: Progress = field(default_factory=Progress)
    bindings: Bindings = field(default_factory=Bindings)
    beliefs: Beliefs = field(default_factory=Beliefs)
    search: Search = field(default_factory=Search)
    trace: Trace = field(default_factory=Trace)
    words: Words = field(default_factory=Words)

    @property
    def plan(self) -> Plan | None:
        """The plan that is followed, with its cursor."""
        return self.progress.plan

    @property
    def memory(self) -> ObjectMemory:
        """The latest object memory, with what was done to objects not seen since, and where they were put."""
        known = self._known
        memory = lying(known, put_there(known, self.bindings.placed))
        speaker = self.speaker
        if speaker is not None:
            memory = replace(memory, objects=(*memory.objects, speaker))
        if self.plan is not None and names_robot(self.plan.subgoals):
            memory = replace(memory, objects=(*memory.objects, here(self.world.robot.pose)))
        if not self.beliefs.attributes and not self.beliefs.felt:
            return memory
        return replace(memory, objects=tuple(self._with_beliefs(o) for o in memory.objects))

    @property
    def speaker(self) -> ObjectState | None:
        """The one who gave the task, or whom it names, where the plan is about them. Nobody detects people."""
        if self.plan is None or self.progress.started is None or not names_person(self.plan.triplets):
            return None
        named = recipient_of(self.plan.context)
        if named is not None and named.place is not None:
            return standing(Pose2D(*named.place, 0.0))
        return standing(place_of(self.settings.person) or self.progress.started.pose)

    @property
    def as_told(self) -> ObjectMemory:
        """The latest object memory, with what the robot has moved where it lay when it was told."""
        lay = self.bindings.lay
        if not lay:
            return self.memory
        return replace(self.memory, objects=tuple(lay.get(o.id, o) for o in self.memory.objects), held_id="")

    @property
    def put_there(self) -> Mapping[str, str]:
        """Which objects are believed to lie where the robot put them, and not where they seem to."""
        return put_there(self._known, self.bindings.placed)

    @property
    def _known(self) -> ObjectMemory:
        """The latest object memory, with what is taken for there though it is not sure."""
        return with_likely(self.world.memory, self.search.looked_at, self.bindings.variables.values())

    def _with_beliefs(self, state: ObjectState) -> ObjectState:
        changed = {
            name: Attribute(name, value)
            for (object_id, name), (step, value) in self.beliefs.attributes.items()
            if object_id == state.id and not state.visible and state.last_seen_step <= step
        }
        felt = {
            name: Attribute(name, value)
            for (object_id, name), value in self.beliefs.felt.items()
            if object_id == state.id
        }
        known = {**changed, **felt}
        return replace(state, attributes={**state.attributes, **known}) if known else state

    def believe(self, object_id: str, attribute: str, value: Truth) -> None:
        """Hold an attribute for true until the object is seen again: a skill has just changed it."""
        self.beliefs.attributes[object_id, attribute] = (self.robot.step, value)

    def left(self, state: ObjectState, attribute: str) -> Truth:
        """Return what an attribute is as far as is seen; where no picture tells, as a skill left it last."""
        seen, (_, done) = state.truth(attribute), self.beliefs.attributes.get((state.id, attribute), (0, Truth.UNKNOWN))
        return done if seen is Truth.UNKNOWN else seen

    @property
    def robot(self) -> OwnState:
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
        """Return actions and failures; the robot counts again in a reloaded world, then the last counts stay."""
        robot, started = self.robot, self.progress.started
        if started is not None and robot.episode == started.episode:
            self.progress.spent = (robot.actions - started.actions, robot.failures - started.failures)
        return self.progress.spent

    def note(self, kind: str, text: str, **data: Any) -> None:
        """Record a decision about the current subgoal."""
        self.log.event(kind, self.subgoal.id if self.subgoal else "", text, data)

    def report(self, reason: str) -> None:
        """Tell who waits for the task how far it is."""
        self.log.progress(self.plan, self.actions, reason)

    def follow(self, plan: Plan) -> None:
        """Go on with this plan from its cursor."""
        self.progress.plan = plan
        self.progress.asked = self.progress.asked or plan.triplets
        self.log.plan(plan)

    def revise(self, revision: PlanRevision) -> None:
        """Go on with the plan of an accepted revision: the tree continues at its cursor."""
        self.log.revision(revision)
        if revision.accepted:
            self.progress.last_revision = revision
            seen_so = bool(revision.discrepancies)
            self.progress.asked = _asked(self.progress.asked, revision.after.triplets, seen_so)
            self.follow(revision.after)
            self.report(f"plan changed ({revision.trigger.upper()}): {revision.reason}")

    def begin_anew(self, plan: Plan) -> None:
        """Go on with another plan for the same task, from where the world is: nothing is bound or done in it yet."""
        self.bindings.variables.clear()
        self.progress.done.clear()
        self.progress.asked = ()
        self.progress.case = self.progress.unverified = None
        self.follow(plan)

    def jump(self, cursor: int) -> None:
        """Continue at another tuple of the same plan."""
        if self.plan is not None:
            self.follow(replace(self.plan, cursor=cursor))

    def begin_attempt(self) -> None:
        """Begin to do the subgoal under the cursor."""
        self.progress.attempted = self.plan

    def advance(self) -> None:
        """Mark the current tuple as done and go to the next, unless the plan was changed while it was being done."""
        plan = self.plan
        if plan is not None and plan is self.progress.attempted and plan.current is not None:
            self.progress.done.add(plan.current.id)
            self.follow(plan.advanced())

    def limit_reached(self) -> Outcome:
        """Return success, or which limit ends the task (TEACh and ALFRED end an episode the same way)."""
        if self.progress.started is None:
            return Outcome.success()
        if self.robot.episode != self.progress.started.episode:
            reason = self.robot.lost or "The world was reloaded while the task was being done."
            return Outcome(Code.ROBOT_LOST, reason)
        actions = self.task.max_actions or self.settings.max_actions
        if self.actions >= actions:
            return self._given_up(Code.STEP_LIMIT, f"{self.actions} actions (limit {actions})")
        failures = self.task.max_failures or self.settings.max_failures
        if self.failures >= failures:
            return self._given_up(Code.FAILURE_LIMIT, f"{self.failures} failed actions (limit {failures})")
        seconds = self.robot.stamp - self.progress.started.stamp
        if 0.0 < self.settings.time_limit <= seconds:
            return self._given_up(Code.TIME_LIMIT, f"{seconds:.0f} s of the robot's time")
        return Outcome.success()

    def _given_up(self, code: Code, after: str) -> Outcome:
        """Return the end of a task at a limit, with where something was being looked for."""
        search = self.search
        looking = f" in the search for a {search.sought}: {search.told()}" if search.under_way and search.told() else ""
        return Outcome(code, f"Gave up after {after}{looking}.")

    def goals(self) -> tuple[int, int]:
        """Return how many triplets of the plan are believed done, and how many there are."""
        if self.plan is None:
            return 0, 0
        open_parents = {s.parent for s in self.plan.subgoals if s.id not in self.progress.done}
        reached = sum(t.id not in open_parents for t in self.plan.triplets)
        return reached, len(self.plan.triplets)


def _asked(before: tuple[Subgoal, ...], after: tuple[Subgoal, ...], seen_so: bool) -> tuple[Subgoal, ...]:
    """Return what is asked for after a change of the plan: a step that was seen to be so already still is."""
    new = {t.id: t for t in after}
    if not any(t.id in new for t in before):
        return after
    kept = [t if t.id not in new or new[t.id].action == High.PASS else new[t.id] for t in before]
    kept = [t for t in kept if seen_so or t.id in new]
    return (*kept, *(t for t in after if t.id not in {k.id for k in kept}))
