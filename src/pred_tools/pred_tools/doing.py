"""Giving a running robot a task and hearing what is said of it, whoever gives it: a launch, a terminal, a program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from pred_client.robot import Robot
from pred_client.task import Ended, Task


class Keeping(Protocol):
    """What listens while a task runs."""

    def begin(self, folder: Path | None) -> None:
        """Keep what comes from now on; what was heard before is of an earlier task."""


def do(
    robot: Robot, task: Task, say: Callable[[object], None], keeping: Keeping, folder: Path | None = None
) -> Ended:
    """Do a task and return how it ended.

    :param folder: of the record beside the executive's, None for none
    :raises NoAnswer: when the robot does not answer
    """
    robot.hear_late()  # for what is still kept of an earlier task: clocks of two machines cannot tell
    keeping.begin(folder)
    ended = robot.do(task, on_feedback=say)
    robot.hear_late()
    return ended
