"""Control loops that a busy machine may not keep waiting."""

from __future__ import annotations

import contextlib
import os

NICER = -10
REALTIME = 10
"""Priority among real-time processes, 1 to 99."""


def be_punctual() -> None:
    """Go before everything else that wants the processor; without the right to it, as well as the machine allows.

    Niceness alone counts within a session only (autogroups, sched(7)): other sessions would get their share first.
    """
    with contextlib.suppress(OSError):
        os.nice(NICER)
    with contextlib.suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(REALTIME))
