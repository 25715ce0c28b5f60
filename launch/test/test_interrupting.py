"""SIGINT while the launch service's event loop is busy."""

from __future__ import annotations

import subprocess
import sys

from launched import ended

SECONDS = 60.0

LAUNCH = """
import signal, sys
from launch import LaunchDescription, LaunchService
from launch.actions import ExecuteProcess, OpaqueFunction
from pred_bringup.interrupting import leave_to_launch

def interrupt(frame, event, argument):
    if frame.f_code.co_name == "_on_completion":  # of asyncio.wait: what wakes the launch service
        sys.settrace(None)
        signal.raise_signal(signal.SIGINT)

service = LaunchService(noninteractive=True)
service.include_launch_description(LaunchDescription([
    OpaqueFunction(function=leave_to_launch),
    OpaqueFunction(function=lambda context: sys.settrace(interrupt)),
    ExecuteProcess(cmd=["sleep", "300"]),
]))
code = service.run()
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("as before")
sys.exit(code)
"""


def test_an_interrupt_in_the_callback_that_wakes_launch_still_ends_it() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", LAUNCH], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    code, output = ended(process, SECONDS)
    assert code == 0, output
    assert "user interrupted" in output and "as before" in output
