from __future__ import annotations

import io
import logging

import pytest

from pred_bringup.launch_end import NOT_DONE_TOLD
from pred_bringup.task_lines import CAUGHT, TaskLines, line_for

INFO, WARNING, ERROR = logging.INFO, logging.WARNING, logging.ERROR


@pytest.mark.parametrize(
    ("logger", "level", "message", "line"),
    [
        ("run_task-6-stdout", INFO, "[run_task-6] [1/2] (Book, PickupObject)", "[1/2] (Book, PickupObject)"),
        ("bridge-1-stderr", INFO, "[bridge-1] [INFO] [17.2] [pred.bridge]: Starting", None),
        (
            "bridge-1-stderr",
            INFO,
            "[bridge-1] [INFO] [17.2] [pred.bridge]: Ready after 3 s",
            "bridge: Ready after 3 s",
        ),
        ("bridge-1-stderr", INFO, "[bridge-1] [INFO] [17.2] [x]: The arm is READY.", "bridge: The arm is READY."),
        ("nav-3-stderr", INFO, "[nav-3] \x1b[33m[WARN] [17.2] [pred.nav]: stuck\x1b[0m\r", "nav: stuck"),
        (
            "nav-3-stderr",
            INFO,
            "[nav-3] Traceback (most recent call last):",
            "nav: Traceback (most recent call last):",
        ),
        ("bridge-1-stderr", INFO, "[bridge-1] bridge: parameter seed: no", "bridge: parameter seed: no"),
        ("bridge-1", INFO, "process started with pid [3]", None),
        ("run_task-6", ERROR, "process has died [pid 3, exit code 1, cmd 'x'].", None),
        ("launch", INFO, "All log files can be found below /x", None),
        ("launch", ERROR, f"{CAUGHT}nav was killed by SIGKILL", "pred: nav was killed by SIGKILL"),
        ("launch", ERROR, f"{CAUGHT}{NOT_DONE_TOLD}", None),
    ],
)
def test_a_person_sees_the_task_warnings_and_why_it_ended(
    logger: str, level: int, message: str, line: str | None
) -> None:
    assert line_for(logger, level, message) == line


def test_after_ctrl_c_only_how_the_task_ended_is_told() -> None:
    told = io.StringIO()
    lines = TaskLines(told)
    for logger, level, message in [
        ("nav-3-stderr", INFO, "[nav-3] [WARN] [17.2] [pred.nav]: stuck"),
        ("launch", WARNING, "user interrupted with ctrl-c (SIGINT)"),
        ("bridge-1-stderr", INFO, "[bridge-1] RTDEControlInterface Exception: End of file"),
        ("run_task-6-stdout", INFO, "[run_task-6] Not done: Everything was told to end. (CANCELED)"),
        ("run_task-6", ERROR, "process has died [pid 3, exit code 130, cmd 'x']."),
        ("nav-3-stderr", INFO, "[nav-3] [WARN] [17.2] [pred.nav]: nobody is there"),
    ]:
        lines.emit(logging.LogRecord(logger, level, "", 0, message, (), None))
    assert told.getvalue() == "nav: stuck\nNot done: Everything was told to end. (CANCELED)\n"
