"""A graph that does one job after the other and keeps in a folder what comes of each."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from tqdm import tqdm

from pred_bench.arms import Variant
from pred_bench.episode.calls import TaskCalls
from pred_bench.episode.profiling import Profile
from pred_bench.episode.recoveries import TaskRecoveries
from pred_bench.episode.robot import GraphLost
from pred_bench.episode.runner import Job, lost, run_job
from pred_bench.episode.stack import Stack
from pred_bench.episode.steps import TaskSteps
from pred_bench.launch_check import check_launch
from pred_bench.overrides import launch_arguments
from pred_bench.scoring.results import ResultFolder
from pred_bench.settings import SPOT, launch_arguments_of, robot_of, run_options
from pred_bench.studies.scripted_model import ScriptedModel
from pred_bench.suites.spot import CAPE
from pred_core.plain_text import ended_well
from pred_planner.llm.scripted_server import Reply, ScriptedServer

GRAPH_LOG = "graph.log"


class Kept:
    """What is heard while tasks run and kept with the task: calls to a model, recoveries, steps, times."""

    def __init__(self, folder: Path, *, profile: bool) -> None:
        """Keep it in the files of a folder."""
        self._calls, self._recoveries, self._steps = TaskCalls(folder), TaskRecoveries(folder), TaskSteps(folder)
        self.profile = Profile() if profile else None
        self.listeners = [self._calls.listener, *self._recoveries.listeners, self._steps.listener]
        self.listeners += [self.profile.listener] if self.profile is not None else []

    def begin(self, key: str) -> None:
        """Take what is heard from now on for a task's."""
        self._calls.begin(key)
        self._recoveries.begin(key)
        self._steps.begin(key)


class Desk:
    """Does jobs with a running graph, one after the other; see :func:`desk`."""

    def __init__(self, arm: Variant, stack: Stack, folder: ResultFolder, kept: Kept) -> None:
        """Take what :func:`desk` has made."""
        self._stack = stack
        self._folder = folder
        self._how = run_options(arm.options)
        self._kept = kept

    def do(self, job: Job) -> None:
        """Run one job, in a fresh graph once more if the graph is lost; a second loss counts against the task."""
        self._kept.begin(job.key)
        try:
            run_job(self._stack.robot, job, self._how, self._folder)
        except (GraphLost, TimeoutError) as error:
            tqdm.write(f"{job.key}: {ended_well(str(error))} The graph is launched again.")
            self._stack.start()
            self._again(job)

    def _again(self, job: Job) -> None:
        try:
            run_job(self._stack.robot, job, self._how, self._folder)
        except (GraphLost, TimeoutError) as error:
            self._folder.add(lost(job, GraphLost(str(error))), 0.0, 0.0)
            self._stack.start()


@contextlib.contextmanager
def desk(arm: Variant, folder: ResultFolder, domain: int) -> Iterator[Desk]:
    """Launch the graph of an arm's settings, and end it in the end.

    :param domain: ROS_DOMAIN_ID of the graph
    :raises ArgumentError: for settings that the launch file would refuse
    :raises GraphLost: when the graph does not come up
    """
    options = arm.options
    robot = robot_of(options)
    base = Path(get_package_share_directory("pred_bringup")) / "config" / f"{robot}.yaml"
    own: dict[str, str] = {}
    if robot == SPOT and options.suite == CAPE:
        from pred_bench.suites.cape_programs import (
            remember_programs,  # with the planner, which nothing else here needs
        )

        own["planner.memory"] = str(remember_programs(folder.path).resolve())
    kept = Kept(folder.path, profile=options.profile)
    try:
        with contextlib.ExitStack() as opened:
            if options.scripted_model is not None:
                answers = [Reply(ScriptedModel(options.scripted_model).answer)]
                own["planner.llm_base_url"] = opened.enter_context(ScriptedServer(answers)).base_url
            changed = launch_arguments({**arm.changes, **own}, base, folder.path / "params.yaml")
            arguments = {**launch_arguments_of(options), **changed}
            check_launch(robot, arguments)
            log = folder.path / GRAPH_LOG
            stack = Stack(robot, arguments, options.namespace, log, domain, kept.listeners)
            yield Desk(arm, opened.enter_context(stack), folder, kept)
    finally:
        if kept.profile is not None:
            print(kept.profile.write(folder.path))
