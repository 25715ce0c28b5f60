"""Which task to run: a sentence, or one of a task file with its layout."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pred_core.ros.parameters import parameter
from pred_core.run_folder import NO_RECORD, check_free, new_folder
from pred_tasks.tasks import Task, TaskError, read_tasks

RECORDER = "recorder"
"""The node that keeps the bag of a task."""


@dataclass(frozen=True)
class RunTaskParameters:
    """The parameters of run_task; thor.launch.py's arguments of the same names."""

    instruction: str = parameter("", "What to do, in a sentence.")
    steps: str = parameter("", "Step-by-step texts, separated by |.")
    task_file: str = parameter("", "File of tasks, one JSON object a line, or a folder of ALFRED's or TEACh's.")
    task: str = parameter("0", "Which of its tasks: number from 0, or task_id.")
    scene: str = parameter("", "The room, for the name of the run folder.")
    run_dir: str = parameter("", "Folder for the record; '' = runs/<time>_<scene>_<words>, none = no record.")
    seed: int = parameter(0, "Seed of all that is random.", low=0, high=2**31 - 1)
    max_actions: int = parameter(
        0, "Actions after which it is given up, 0 = the executive's.", low=0, high=100000
    )
    max_failures: int = parameter(
        0, "Failures after which it is given up, 0 = the executive's.", low=0, high=100000
    )
    patience: float = parameter(
        180.0, "Seconds to wait for the other nodes, then for a ready robot.", low=1.0, high=3600.0
    )
    recorded: bool = parameter(False, "Whether a recorder has to listen before the task is given.")


@dataclass(frozen=True)
class TaskToRun:
    """What to say, what to load before ('' = nothing), where to leave the record (None = nowhere)."""

    instruction: str
    steps: tuple[str, ...]
    dialogue: tuple[str, ...]
    scene: str
    layout: str
    run_dir: Path | None


def choose(parameters: RunTaskParameters) -> TaskToRun:
    """Return the task the parameters ask for.

    :raises TaskError: when the file, or the task in it, cannot be used, nothing is asked for, or the folder for the
        record holds something already
    """
    steps = tuple(s.strip() for s in parameters.steps.split("|") if s.strip())
    instruction, scene, layout = parameters.instruction.strip(), parameters.scene, ""
    dialogue: tuple[str, ...] = ()
    if parameters.task_file:
        task = _pick(read_tasks(Path(parameters.task_file).expanduser()), parameters.task)
        if not instruction:
            instruction, dialogue = task.annotations[0].goal, task.annotations[0].dialogue
        scene, layout = task.scene, task.layout_json()
    if not (instruction or steps):
        raise TaskError("there is no instruction: give instruction:='...' or task_file:=FILE.")
    return TaskToRun(
        instruction, steps, dialogue, scene, layout, _run_dir(parameters.run_dir, scene, instruction)
    )


def _pick(tasks: list[Task], wanted: str) -> Task:
    by_id = {task.task_id: task for task in tasks}
    if wanted in by_id:
        return by_id[wanted]
    if wanted.isdigit() and int(wanted) < len(tasks):
        return tasks[int(wanted)]
    raise TaskError(f"there is no task {wanted!r}: give a number from 0 to {len(tasks) - 1}, or a task_id.")


def _run_dir(given: str, scene: str, instruction: str) -> Path | None:
    if given == NO_RECORD:
        return None
    if not given:
        return new_folder(Path("runs"), scene, instruction.lower())
    try:
        return check_free(Path(given).expanduser().absolute())
    except FileExistsError as error:
        raise TaskError(str(error)) from error
