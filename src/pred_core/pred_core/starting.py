"""Programs that load for seconds and end quietly when they are interrupted meanwhile."""

from __future__ import annotations

import atexit
import inspect
import os
import signal
import sys
import threading
from collections.abc import Callable
from functools import partial
from importlib import import_module

Program = Callable[[], int]

GENERATOR = "rosidl_generator_py.generate_py_impl"
"""What makes Python of message files, with a parser and a grammar: rclpy imports it with the first message, and goes on
where it cannot be had. No program of ours needs it; it is a tenth of a second of each one's start."""

SAYS_NOTHING = {"ORT_DISABLE_TELEMETRY": "1"}
"""What keeps libraries from telling their makers what runs here, by the environment before they load: ONNX Runtime does
from 1.29 on, and leaves a file of its session in the temporary folder. Whoever has set it otherwise keeps that."""


def program(module: str, interrupted: int = 0) -> Program:
    """Return what loads a module and runs its ``main``, for an entry point.

    :param interrupted: exit code when SIGINT comes before it is loaded; nodes end well when they are told to end
    """
    return partial(_run, module, interrupted)


def without_generator() -> None:
    """Keep rclpy from importing :data:`GENERATOR`."""
    sys.modules.setdefault(GENERATOR, None)  # type: ignore[arg-type]


def know_sources() -> None:
    """Tell :mod:`inspect` which module each file is that has been loaded.

    rclpy asks it, with the first line that a program logs, from which line that comes. It then follows the links of
    every module's path, a fifth of a second for two thousand modules.
    """
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str):
            inspect.modulesbyfile.setdefault(file, name)


def _run(module: str, interrupted: int) -> int:
    # At once: nothing has begun yet that had to be ended, and what is half loaded would only tell where it was.
    before = signal.signal(signal.SIGINT, lambda *_: os._exit(interrupted))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    leaving = _Leaving()
    atexit.register(leaving)
    without_generator()
    os.environ.update({**SAYS_NOTHING, **os.environ})
    main: Program = import_module(module).main
    know_sources()
    signal.signal(signal.SIGINT, before)
    try:
        leaving.code = main()
    except KeyboardInterrupt:
        leaving.code = interrupted
    except SystemExit as asked:
        leaving.code = asked.code if isinstance(asked.code, int) else int(asked.code is not None)
        raise
    finally:
        # A terminal and a launch file both send it, and SIGTERM where a busy machine takes long: the second one would
        # kill what has ended and only tidies up.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
    return leaving.code


class _Leaving:
    """Ends the process before Python takes itself apart, where daemon threads go on.

    As soon as one of them wants to run Python again it is unwound, through C++ that holds Python objects where it came
    from there (rclpy's executor), and that aborts the process. Registered first, this comes after all else that is to
    be done at exit.
    """

    code = 1
    """Exit code: that of a program which ends by an exception until it is known better."""

    def __call__(self) -> None:
        if any(thread.daemon for thread in threading.enumerate()):
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(self.code)
