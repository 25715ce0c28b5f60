"""The benchmark's loop: one task after the other, each judged and written before the next begins."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from pred_bench.episode.faults import FaultDraw, put_in
from pred_bench.episode.inject import Injection, inject
from pred_bench.episode.robot import GraphLost, goal_of
from pred_bench.scoring.results import ResultFolder, TaskResult
from pred_client.task import Ended
from pred_client.task import Task as TaskToDo
from pred_core.outcome import Code, Outcome
from pred_core.plain_text import ended_well
from pred_core.plan_language import ANSWERS
from pred_tasks.alfred.goals import AlfredGoal, Condition, furniture
from pred_tasks.tasks import Task
from pred_tasks.world import Told, WorldState

MAX_ACTIONS = 1000


class TaskDoer(Protocol):
    """What the loop needs of the robot under test."""

    def load(self, task: Task, seed: int, trace: str) -> tuple[Outcome, tuple[str, ...]]:
        """Load a task's world."""

    def world(self) -> WorldState:
        """Return the world as judges see it."""

    def draw_plan_faults(self, seed: int) -> None:
        """Have the planner draw the faults of the next task's plan with a seed."""

    def execute(self, task: TaskToDo, seconds: float) -> Ended:
        """Do a task."""

    def keeps(self, folder: str) -> bool:
        """Wait until the record of the task in that folder is whole, and tell whether it is."""


@dataclass(frozen=True)
class RunOptions:
    """How tasks are run: whose words (-1 = everybody's), which text, seed, time limit in seconds, what is recorded.

    ``injection`` puts discrepancies into the tasks' worlds, ``faults`` what goes wrong in them; None leaves them as
    they are.
    """

    seed: int = 0
    text: str = "goal"
    annotation: int = 0
    seconds: float = 900.0
    trace: bool = False
    runs: bool = False
    injection: Injection | None = None
    faults: FaultDraw | None = None


@dataclass(frozen=True)
class Job:
    """One task in one person's words; ``injected`` says what was put into its world."""

    task: Task
    annotation: int
    injected: tuple[Mapping[str, Any], ...] = ()

    @property
    def key(self) -> str:
        """The key of its result."""
        return f"{self.task.task_id}#{self.annotation}"


def jobs_of(tasks: Iterable[Task], annotation: int) -> Iterator[Job]:
    """Yield the jobs; a task with fewer annotations than asked for is done in its last person's words."""
    for task in tasks:
        count = len(task.annotations)
        numbers = range(count) if annotation < 0 else [min(annotation, count - 1)]
        yield from (Job(task, number) for number in numbers)


def run_job(robot: TaskDoer, job: Job, options: RunOptions, folder: ResultFolder) -> TaskResult:
    """Run one job, judge it and write its result.

    :raises GraphLost: when the graph ended, or its robot cannot begin a task; nothing is written then
    """
    name = job.key.replace("#", "-").replace("/", "_")
    trace = folder.path / "traces" / f"{name}.jsonl.gz" if options.trace else None
    run_dir = folder.path / "runs" / name if options.runs else None
    begun = time.monotonic()
    job, loaded, notes = _loaded(robot, job, options, _absolute(trace))
    load_seconds = time.monotonic() - begun
    if not loaded and loaded.code is not Code.BAD_INPUT:  # what an earlier task left would end this one, and the next
        raise GraphLost(f"the robot cannot begin: {loaded}")
    if not loaded:
        result = failed(job, loaded, notes)
        folder.add(result, 0.0, load_seconds)
        return result
    before = robot.world()
    annotation = job.task.annotations[job.annotation]
    if options.faults is not None and options.faults.plan_kinds:
        robot.draw_plan_faults(options.faults.seed + (job.task.seed or 0))
    goal = goal_of(annotation, options.text, job.task, options.seed, _absolute(run_dir))
    begun = time.monotonic()
    ended = robot.execute(goal, options.seconds)
    seconds = time.monotonic() - begun
    if run_dir is not None and not robot.keeps(_absolute(run_dir)):
        notes = (*notes, f"the record in {run_dir.name} is not whole")
    after = robot.world()
    after = replace(after, told=told_by(ended))
    if after.table:  # the table does not count what the arm does
        after = replace(after, actions=ended.actions, failures=ended.failures)
    result = judge(job, (before, after), ended, notes)
    folder.add(result, seconds, load_seconds)
    return result


def told_by(ended: Ended) -> Told:
    """Return what the robot said of a task in the end."""
    return Told.of(bool(ended), ended.plan.context.get(ANSWERS, ()) if ended.plan is not None else ())


def _loaded(robot: TaskDoer, job: Job, options: RunOptions, trace: str) -> tuple[Job, Outcome, tuple[str, ...]]:
    """Load a job's world, with what is to be injected into it; that is drawn for the room as it is without."""
    if options.injection is not None or options.faults is not None:
        loaded, notes = robot.load(job.task, options.seed, "")
        if not loaded:
            return job, loaded, notes
        job = _disturbed(job, robot.world(), options)
    loaded, notes = robot.load(job.task, options.seed, trace)
    return job, loaded, notes


def _disturbed(job: Job, world: WorldState, options: RunOptions) -> Job:
    """Return a job with discrepancies and faults in its layout."""
    task, record = job.task, job.injected
    if options.injection is not None:
        task, injected = inject(task, world, options.injection)
        record = (*record, *injected)
    if options.faults is not None:
        task, faults = put_in(task, world, options.faults)
        record = (*record, *faults)
    return replace(job, task=task, injected=record)


def judge(
    job: Job, worlds: tuple[WorldState, WorldState], ended: Ended, notes: tuple[str, ...]
) -> TaskResult:
    """Return the result of a task from the worlds before and after it; what the robot believes decides nothing."""
    before, after = worlds
    start, end = job.task.goal.conditions(before), job.task.goal.conditions(after)
    within = after.actions <= MAX_ACTIONS and after.failures <= job.task.max_failures
    return _result(
        job,
        success=within and all(c.met for c in end),
        start=start,
        end=end,
        world=after,
        ended=ended,
        notes=(*notes, *_renamed(job.task, before), *([str(after.person)] if after.person is not None else [])),
    )


def failed(job: Job, outcome: Outcome, notes: tuple[str, ...] = ()) -> TaskResult:
    """Return the result of a task that could not be run at all: it counts as one open condition."""
    nothing = (Condition("the task could be run", False),)
    return _result(
        job,
        success=False,
        start=nothing,
        end=nothing,
        world=WorldState({}),
        ended=Ended(outcome),
        notes=notes,
    )


def lost(job: Job, error: GraphLost) -> TaskResult:
    """Return the result of a task during which the graph ended more than once."""
    return failed(job, Outcome(Code.ROBOT_LOST, ended_well(f"The graph was lost twice: {error}")))


def _result(
    job: Job,
    *,
    success: bool,
    start: tuple[Condition, ...],
    end: tuple[Condition, ...],
    world: WorldState,
    ended: Ended,
    notes: tuple[str, ...],
) -> TaskResult:
    return TaskResult(
        task_id=job.task.task_id,
        annotation=job.annotation,
        task_type=job.task.task_type,
        scene=job.task.scene,
        instruction=job.task.annotations[job.annotation].goal,
        success=success,
        open_at_start=sum(not c.met for c in start),
        open_at_end=sum(not c.met for c in end),
        conditions={c.name: c.met for c in end},
        actions=world.actions,
        failures=world.failures,
        expert_actions=job.task.expert_actions,
        code=str(ended.outcome.code),
        message=ended.outcome.message,
        believed=bool(ended) and not told_by(ended).knows_nothing,
        reserved=bool(ended.not_verified),
        notes=(*notes, *ended.not_verified),
        injected=job.injected,
        scheduled=world.scheduled,
        swayed_by=ended.swayed_by,
        revised_by=ended.revised_by,
        questions=ended.questions,
    )


def _renamed(task: Task, state: WorldState) -> tuple[str, ...]:
    if not isinstance(task.goal, AlfredGoal) or not task.goal.parent_target:
        return ()
    name = task.goal.parent_target
    types = furniture(name, state)
    return (
        () if types == (name,) else (f"This scene has no {name}; the goal means its {' or '.join(types)}.",)
    )


def _absolute(path: Path | None) -> str:
    return str(path.resolve()) if path is not None else ""
