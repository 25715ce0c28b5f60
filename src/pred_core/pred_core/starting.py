"""Programs that load for seconds and end quietly when they are interrupted meanwhile."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module

Program = Callable[[], int]

GENERATOR = "rosidl_generator_py.generate_py_impl"
"""What makes Python of message files, with a parser and a grammar: rclpy imports it with the first message, and goes on
where it cannot be had. No program of ours needs it; it is a tenth of a second of each one's start."""


def program(module: str, interrupted: int = 0) -> Program:
    """Return what loads a module and runs its ``main``, for an entry point.

    :param interrupted: exit code when SIGINT comes before it is loaded; nodes end well when they are told to end
    """
    return partial(_run, module, interrupted)


def _run(module: str, interrupted: int) -> int:
    # At once: nothing has begun yet that had to be ended, and what is half loaded would only tell where it was.
    before = signal.signal(signal.SIGINT, lambda *_: os._exit(interrupted))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    sys.modules.setdefault(GENERATOR, None)  # type: ignore[arg-type]
    main: Program = import_module(module).main
    signal.signal(signal.SIGINT, before)
    try:
        return main()
    except KeyboardInterrupt:
        return interrupted
    finally:
        # A terminal and a launch file both send it: the second one would kill what has ended and only tidies up.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
