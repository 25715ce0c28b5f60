"""What ends a launch, and the exit code it then has."""

from __future__ import annotations

import atexit
import signal
from dataclasses import dataclass
from typing import Any

from launch.actions import EmitEvent, ExecuteProcess, RegisterEventHandler
from launch.event_handlers import OnProcessExit
from launch.events import Shutdown
from launch.events.process import ProcessExited

from launch import LaunchContext
from pred_core.exit_codes import BAD_INPUT, DONE, INTERRUPTED, MEANINGS, NOT_DONE, UNAVAILABLE
from pred_core.stack_owner import forget_why, launched_environment, say_why

RUNNER = "run_task"
NOT_DONE_TOLD = "The task was not done; the reason is above."
_TOLD = frozenset(MEANINGS)
"""Exit codes of a runner that has told how its task ended."""


class Ended(RuntimeError):
    """Raised inside the launch service, which then ends everything and returns 1."""


@dataclass
class LaunchEnd:
    """What is known of the end of this process's launch: whether anything was started, and why it ended first."""

    started: bool = False
    code: int | None = None

    def because(self, code: int) -> None:
        """Note why it ends; what follows from that changes nothing."""
        if self.code is None:
            self.code = code

    def exit_code(self, returned: int) -> int:
        """Return the exit code for what the launch service returned.

        The service has one code for all that goes wrong. Where nothing was started it was what had been typed.
        """
        if self.code is not None:
            return self.code
        if returned == DONE:
            return DONE
        return NOT_DONE if self.started else BAD_INPUT


END = LaunchEnd()


def environment() -> dict[str, str]:
    """Return what every process of the launch has in its environment besides the launch's own."""
    if not _environment:
        _environment.update(launched_environment())
        atexit.register(forget_why, _environment)
    return _environment


_environment: dict[str, str] = {}


def needed(process: ExecuteProcess) -> RegisterEventHandler:
    """Return what ends everything with exit code 1 when a process ends that the others cannot do without."""
    return RegisterEventHandler(OnProcessExit(target_action=process, on_exit=_node_ended))


def task_ended(event: ProcessExited, context: LaunchContext) -> list[Any]:
    """Return what ends everything after the task, with the code of who gave it."""
    if event.returncode not in _TOLD and not context.is_shutdown:
        raise _ended(event)
    END.because(event.returncode if event.returncode in _TOLD else INTERRUPTED)
    if event.returncode != DONE:
        raise Ended(NOT_DONE_TOLD)
    return [EmitEvent(event=Shutdown(reason="the task is done"))]


def _node_ended(event: ProcessExited, context: LaunchContext) -> None:
    if not context.is_shutdown:
        raise _ended(event)


def _ended(event: ProcessExited) -> Ended:
    """Return what to raise for a process that ended too early, after telling the others, which are ended next."""
    END.because(UNAVAILABLE)
    name = event.process_name.rsplit("-", 1)[0]
    if event.returncode < 0:
        reason = f"{name} was killed by {signal.Signals(-event.returncode).name}"
        told = f"{reason}; everything else is ended, too."
    else:
        reason = f"{name} ended with code {event.returncode}"
        told = f"{reason}; its reason is above."
    say_why(reason, environment())
    return Ended(told)
