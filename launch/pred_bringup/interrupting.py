"""Ctrl-C while a launch runs: the launch service hears of it, and nothing else happens."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType
from typing import Any

from launch.actions import EmitEvent
from launch.events import Shutdown
from launch.substitutions import LaunchConfiguration
from launch.utilities import AsyncSafeSignalManager

from launch import LaunchContext
from pred_bringup.launch_end import END
from pred_core.exit_codes import INTERRUPTED

PREFIX = "launch-prefix"
"""Launch's own argument: what all programs are started with, such as a debugger."""
HOLDING: list[Any] = ["env --block-signal=INT --ignore-signal=HUP ", LaunchConfiguration(PREFIX, default="")]
"""What our programs are started with: SIGINT waits while Python itself starts, which would tell where it was. They let
it through when they hear it (:mod:`pred_core.starting`). That their terminal was closed the launch hears, and ends
them."""

ENDED_BEFORE = "will report returncode 255"
"""What asyncio warns of where a program's end was seen by the sending of a signal to it, before its own watcher."""


@dataclass
class Interrupts:
    """Whether SIGINT has come since it was listened for."""

    heard: bool = False

    def end(self, _context: LaunchContext) -> list[EmitEvent]:
        """End a launch that was interrupted before the launch service listened; the first thing to visit."""
        return [EmitEvent(event=Shutdown(reason="interrupted"))] if self.heard else []


def listen() -> Interrupts:
    """Keep SIGINT from raising KeyboardInterrupt inside the event loop of the launch service.

    The service learns of signals through a wake-up descriptor, but lets Python's own handler stand, which raises in
    whatever line the loop is at. Where that is the first one of a callback the callback is lost, and if it was to wake
    the service, the service sleeps for ever with everything it has started; where it is an import of a launch file,
    what is imported is broken. Out of the loop the handler that was there before acts as ever, for tests that launch
    things in their own process.

    Programs that end by the same SIGINT may be gone when the service tells them to end. What asyncio warns of that is
    held back.
    """
    logging.getLogger("asyncio").addFilter(_not_of_an_end)
    interrupts = Interrupts()
    before = signal.getsignal(signal.SIGINT)
    if not callable(before):  # ignored, as in a shell's background: then the service hears nothing either
        return interrupts

    def hear(number: int, frame: FrameType | None) -> None:
        END.because(INTERRUPTED)
        interrupts.heard = True
        if not _in_loop():
            before(number, frame)

    signal.signal(signal.SIGINT, hear)
    return interrupts


def end_in_order() -> None:
    """Have SIGTERM (``kill``, a container that stops) and SIGHUP (a closed terminal) end a launch as Ctrl-C does.

    Call it after :func:`listen`, before the launch service runs. At SIGTERM the service would drop everything at once,
    and no record would be whole. What is ignored, as after ``nohup``, stays so.
    """
    if not callable(signal.getsignal(signal.SIGINT)):
        return
    handle = AsyncSafeSignalManager.handle

    def without_term(manager: AsyncSafeSignalManager, number: int, handler: Callable[[int], None]) -> Any:
        return None if number == signal.SIGTERM else handle(manager, number, handler)

    AsyncSafeSignalManager.handle = without_term
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, lambda *_: signal.raise_signal(signal.SIGINT))


def leave_to_launch(_context: LaunchContext) -> None:
    """Do :func:`listen` from within a launch file, for what starts it by other means than ours."""
    listen()


def _not_of_an_end(record: logging.LogRecord) -> bool:
    return ENDED_BEFORE not in str(record.msg)


def _in_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
