"""The emulator ends when it is told to, also while calls hang in it, and with the process that started it."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from bosdyn.client.exceptions import RpcError
from spot_client import Emulator, Program

OPTIONS = ("--scene", "FloorPlan4", "--power", "on")
SOON = 30.0
"""Seconds; without other work on the machine it is one."""
STUCK = """
import sys, threading, time
from spot_emulator.ending import Ending
ending = Ending(patience=0.5)
threading.Thread(target=time.sleep, args=(600,)).start()  # as a call that waits for a network
print("up", flush=True)
while True:
    time.sleep(1.0)
"""
STARTER = """
import subprocess, sys, time
command = [sys.executable, "-m", "spot_emulator.command", "--host", "127.0.0.1", "--port", "0", "--end-with-parent"]
child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
print(child.pid, child.stdout.readline().strip(), flush=True)
time.sleep(600)
"""


def _gone(pid: int) -> bool:
    end = time.monotonic() + SOON
    while time.monotonic() < end:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, 0)
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
            if state != "Z":
                time.sleep(0.1)
                continue
        return True
    return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_who_is_stuck_is_ended(number: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", STUCK], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "up\n"
        process.send_signal(number)
        assert process.wait(SOON) == 0


def test_it_ends_while_calls_hang_in_it(tmp_path: Path) -> None:
    running = Emulator(tmp_path, *OPTIONS)
    program = Program(running)
    running.fault("network_cut")
    threading.Thread(target=_ask, args=(program,), daemon=True).start()
    time.sleep(0.5)
    running.process.send_signal(signal.SIGTERM)
    assert running.process.wait(SOON) == 0
    program.close()


def _ask(program: Program) -> None:
    with contextlib.suppress(RpcError):
        program.state()


def test_it_ends_with_who_started_it() -> None:
    with subprocess.Popen([sys.executable, "-c", STARTER], stdout=subprocess.PIPE, text=True) as starter:
        assert starter.stdout is not None
        pid, ready = starter.stdout.readline().split()[:2]
        assert ready == "ready"
        starter.kill()
    assert _gone(int(pid))
