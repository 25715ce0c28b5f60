"""Which programs of a launch share their imports: all, unless ``separate:=true``."""

from __future__ import annotations

from typing import Any

from launch.substitution import Substitution
from launch.substitutions import LaunchConfiguration

from launch import LaunchContext
from pred_bringup import forking
from pred_bringup.arguments import FALSE, TRUE, Argument, flag
from pred_bringup.interrupting import HOLDING, PREFIX
from pred_core.exit_codes import DONE

SEPARATE = Argument(
    "separate",
    FALSE,
    "Start each node as a program of its own that imports for itself, not forked from one that has imported for all",
    (TRUE, FALSE),
)


class Shared(Substitution):
    """Stands before a program: nothing, or what has it run by the launch's fork server."""

    def __init__(self, early: int = DONE) -> None:
        """Take the exit code of a program that is told to end before it runs."""
        super().__init__()
        self._early = early

    def perform(self, context: LaunchContext) -> str:
        """Return the text; a debugger, as the launch's own prefix, gets the program itself."""
        return "" if LaunchConfiguration(PREFIX, default="").perform(context) else forking.prefix(self._early)


def shared(early: int = DONE) -> list[Any]:
    """Return the prefix of a program that shares its imports with the others of its launch."""
    return [*HOLDING, Shared(early)]


def share_imports(context: LaunchContext, robot: str) -> None:
    """Start what imports for all programs of this launch, where they are not to be separate."""
    if flag(context, SEPARATE.name):
        forking.end()
    else:
        forking.begin(robot, mock=context.launch_configurations.get("mock") == TRUE)
