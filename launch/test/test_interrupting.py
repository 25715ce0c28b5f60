"""SIGINT while the launch service's event loop is busy."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys

import pytest
from launched import ended

from pred_bringup.interrupting import listen
from pred_core.exit_codes import INTERRUPTED

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

LAUNCHER = """
import signal, sys
import pred_bringup.launcher as launcher

{when}
sys.argv[1:] = ["thor", "run_dir:=none"]
sys.exit(launcher.main())
"""
AS_THE_FILE_LOADS = """
from launch.actions import IncludeLaunchDescription
execute = IncludeLaunchDescription.execute
def interrupted(self, context):
    signal.raise_signal(signal.SIGINT)
    return execute(self, context)
IncludeLaunchDescription.execute = interrupted
"""
BEFORE_THE_SERVICE_LISTENS = """
from launch import LaunchService
run_async = LaunchService.run_async
async def interrupted(self, **options):
    signal.raise_signal(signal.SIGINT)
    return await run_async(self, **options)
LaunchService.run_async = interrupted
"""


@pytest.mark.parametrize("when", [AS_THE_FILE_LOADS, BEFORE_THE_SERVICE_LISTENS], ids=["file", "service"])
def test_an_interrupt_before_anything_has_started_ends_the_launch_with_its_code(when: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", LAUNCHER.format(when=when)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    code, output = ended(process, SECONDS)
    assert code == INTERRUPTED, output
    assert len(output.splitlines()) == 1 and output.startswith("Starting thor"), output


ENDED_IN_ORDER = """
import os, signal, sys
from launch import LaunchDescription, LaunchService
from launch.actions import ExecuteProcess, RegisterEventHandler
from launch.event_handlers import OnProcessIO
from pred_bringup.interrupting import HOLDING, end_in_order, listen

tells = '''
import signal, sys, time
signal.signal(signal.SIGINT, lambda *_: sys.exit("told to end"))
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
print("runs", flush=True)
time.sleep(300)
'''
listen()
end_in_order()
service = LaunchService(noninteractive=True)
program = ExecuteProcess(cmd=[sys.executable, "-c", tells], prefix=HOLDING, output="screen")
number = int(sys.argv[1])
def tell(_):
    if number == signal.SIGHUP:
        os.killpg(0, number)
    else:
        os.kill(os.getpid(), number)

runs = OnProcessIO(target_action=program, on_stdout=tell)
service.include_launch_description(LaunchDescription([RegisterEventHandler(runs), program]))
sys.exit(service.run())
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_launch_that_is_to_end_tells_its_programs_as_ctrl_c_does(number: signal.Signals) -> None:
    """A closed terminal tells all of its processes, ``kill`` and a container that stops the launch alone."""
    process = subprocess.Popen(
        # whoever runs these tests may have them keep from hearing of a closed terminal, as nohup does
        ["env", "--default-signal=HUP", sys.executable, "-c", ENDED_IN_ORDER, str(int(number))],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    code, output = ended(process, SECONDS)
    assert code == 0 and "told to end" in output, output


STARTED = """
import signal, sys
from launch import LaunchDescription, LaunchService
from launch.actions import ExecuteProcess
from pred_bringup.interrupting import HOLDING

see = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"
service = LaunchService(noninteractive=True)
service.include_launch_description(LaunchDescription([
    ExecuteProcess(cmd=[sys.executable, "-c", see], prefix=HOLDING, output="screen")
]))
sys.exit(service.run())
"""


def test_an_interrupt_waits_until_our_programs_hear_it() -> None:
    seen = subprocess.run([sys.executable, "-c", STARTED], capture_output=True, text=True, check=True)
    assert "] True" in seen.stdout


def test_an_interrupt_in_the_callback_that_wakes_launch_still_ends_it() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", LAUNCH], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    code, output = ended(process, SECONDS)
    assert code == 0, output
    assert "user interrupted" in output and "as before" in output


def test_a_program_that_ended_before_it_was_told_to_is_no_warning() -> None:
    """Who sends a signal to what has ended takes its exit status away from asyncio's watcher, which then warns."""
    said: list[str] = []

    class Said(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.append(record.getMessage())

    async def run() -> int:
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", "")
        os.waitpid(process.pid, 0)
        return await process.wait()

    before, logger, handler = signal.getsignal(signal.SIGINT), logging.getLogger("asyncio"), Said()
    filters, logger.filters = logger.filters, []
    logger.addHandler(handler)
    try:
        assert asyncio.run(run()) == 255 and len(said) == 1, "the watcher found no exit status, and says so"
        listen()
        assert asyncio.run(run()) == 255
        logger.warning("something else")
    finally:
        logger.removeHandler(handler)
        logger.filters = filters
        signal.signal(signal.SIGINT, before)
    assert said[1:] == ["something else"]
