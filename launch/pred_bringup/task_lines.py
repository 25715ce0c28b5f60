"""What a person sees of a launch: the lines of the task, warnings, and why something ended. The rest is in the log."""

from __future__ import annotations

import logging
import re

from launch import logging as launch_logging
from pred_bringup.launch_end import NOT_DONE_TOLD, RUNNER
from pred_bringup.start_profile import StartProfile

CAUGHT = "Caught exception in launch (see debug for traceback): "
LAUNCH = "launch"
_OUTPUT = re.compile(r"^\[(?P<node>.+?)-\d+\] (?P<text>.*)$", re.DOTALL)
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_LOGGED = re.compile(r"^\[(?P<level>[A-Z]+)\] \[[0-9.]+\] \[(?P<logger>[^\]]*)\]: (?P<text>.*)$", re.DOTALL)
_STREAM = re.compile(r"-(stdout|stderr)$")
_PLUMBING = frozenset({"DEBUG", "INFO"})
_READY = ("Ready", "View", "The arm is READY", "The robot is READY")
_RUNNER_PROCESS = re.compile(rf"^{RUNNER}-\d+$")
ENDED = ("process has finished", "process has died")
"""What launch says of a process that has ended."""
INTERRUPT = "user interrupted"
"""What launch says of Ctrl-C."""


def line_for(logger: str, level: int, message: str) -> str | None:
    """Return the line a person sees for a record of launch's log, None when there is none.

    :param logger: its name: ``launch``, a process, or a process's output
    """
    if _STREAM.search(logger):
        return _line_of_output(message)
    if logger == LAUNCH and level >= logging.ERROR:
        told = message.removeprefix(CAUGHT)
        return None if told == NOT_DONE_TOLD else f"pred: {told}"
    return None


def _line_of_output(message: str) -> str | None:
    found = _OUTPUT.match(_COLOUR.sub("", message))
    if found is None:
        return message
    node, text = found["node"], found["text"].rstrip()
    if node == RUNNER:
        return text
    logged = _LOGGED.match(text)
    if logged is None:
        return f"{node}: {text.removeprefix(f'{node}: ')}"
    if logged["level"] in _PLUMBING and not logged["text"].startswith(_READY):
        return None
    return f"{node}: {logged['text']}"


class TaskLines(launch_logging.handlers.StreamHandler):
    """Launch's handler for the screen that leaves everything but :func:`line_for` out.

    Once the task has ended, or a person ended everything, nodes are ended, too, and what they say of that is of no
    interest; after Ctrl-C the runner still tells how the task ended.
    """

    _over = _interrupted = False
    profile: StartProfile | None = None
    """What tells where the time of the start went, where that is asked for."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record's line, if it has one."""
        if _RUNNER_PROCESS.match(record.name) and record.getMessage().startswith(ENDED):
            self._over = True
        if record.name == LAUNCH and record.getMessage().startswith(INTERRUPT):
            self._interrupted = True
        line = line_for(record.name, record.levelno, record.getMessage())
        if line is not None and not self._of_no_interest(record.name):
            table = self.profile.hear(line) if self.profile is not None else None
            self.stream.write(f"{line}\n{table}\n" if table else f"{line}\n")
            self.flush()

    def _of_no_interest(self, logger: str) -> bool:
        of_process = _STREAM.sub("", logger)
        if of_process == logger:
            return False
        return self._over or (self._interrupted and not _RUNNER_PROCESS.match(of_process))
