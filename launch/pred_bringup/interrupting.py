"""Ctrl-C while a launch runs: the launch service hears of it, and nothing else happens."""

from __future__ import annotations

import signal
from types import FrameType

from launch import LaunchContext
from pred_bringup.launch_end import END
from pred_core.exit_codes import INTERRUPTED


def leave_to_launch(context: LaunchContext) -> None:
    """Keep SIGINT from raising KeyboardInterrupt inside the event loop of the launch service.

    The service learns of signals through a wake-up descriptor, but lets Python's own handler stand, which raises in
    whatever line the loop is at. Where that is the first one of a callback the callback is lost, and if it was to wake
    the service, the service sleeps for ever with everything it has started. Out of the loop the handler that was there
    before acts as ever, for tests that launch things in their own process.
    """
    loop = context.asyncio_loop
    before = signal.getsignal(signal.SIGINT)
    if not callable(before):  # ignored, as in a shell's background: then the service hears nothing either
        return

    def hear(number: int, frame: FrameType | None) -> None:
        END.because(INTERRUPTED)
        if not loop.is_running():
            before(number, frame)

    signal.signal(signal.SIGINT, hear)
