"""Programs that are started over and over: one process loads for all of them, and they outlive who started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from pred_core import fork_server
from pred_core.forked import SERVER
from pred_core.forked_program import ForkedProgram

SECONDS = 30.0
TELLS = """
import os, sys
line = os.fdopen(os.dup(0), "rb", buffering=0)
if __name__ == "__main__":
    print("for nobody")
    os.write(0, f"{os.getpid()} {os.getppid()}\\n".encode())
    said = line.readline()
    with open(os.environ["TOLD"], "w") as file:
        file.write(said.decode() or "the line is at its end")
"""
STARTS = """
import sys
from pred_core.forked_program import ForkedProgram
program = ForkedProgram("tells")
print(program.line.recv(100).decode().split()[0], flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give the file in which the program says what it heard."""
    (tmp_path / "tells.py").write_text(TELLS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("TOLD", str(tmp_path / "told"))
    monkeypatch.delenv(SERVER, raising=False)
    return tmp_path / "told"


def _processes(program: ForkedProgram) -> tuple[int, int]:
    """Return the process of a program that has begun, and who forked it."""
    program.line.settimeout(SECONDS)
    own, parent = map(int, program.line.recv(100).split())
    return own, parent


def test_it_hears_its_starter_and_its_end_is_heard(told: Path) -> None:
    program = ForkedProgram("tells")
    assert _processes(program)[0] == program.pid
    assert not program.poll()
    program.line.sendall(b"go\n")
    assert program.wait(SECONDS) and program.poll()
    assert told.read_text() == "go\n"


def test_one_process_has_loaded_for_all_of_them() -> None:
    programs = [ForkedProgram("tells") for _ in range(2)]
    (one, server), (another, same) = map(_processes, programs)
    assert one != another and server == same != os.getpid()
    for program in programs:
        program.kill()
    os.kill(server, signal.SIGKILL)
    psutil.Process(server).wait(SECONDS)
    again = ForkedProgram("tells")
    assert _processes(again)[1] not in (server, os.getpid()), "who has died is replaced"
    again.kill()


def test_who_is_killed_has_ended() -> None:
    program = ForkedProgram("tells")
    own, _ = _processes(program)
    assert not program.wait(0.0)
    program.kill()
    assert program.poll() and not psutil.pid_exists(own)
    program.kill()


def test_it_outlives_who_started_it(told: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    starter = subprocess.Popen(
        [sys.executable, "-c", STARTS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert starter.stdout is not None
    program = psutil.Process(int(starter.stdout.readline()))
    starter.kill()
    starter.communicate()
    program.wait(SECONDS)
    assert told.read_text() == "the line is at its end"
    deadline = time.monotonic() + SECONDS
    while list(tmp_path.glob("pred_forks_*")):
        assert time.monotonic() < deadline, "it leaves nothing in the temporary folder"


def test_in_a_launch_it_is_the_launchs_server_that_forks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = fork_server.start(str(tmp_path / "forks"), ["tells"])
    monkeypatch.setenv(SERVER, str(tmp_path / "forks"))
    program = ForkedProgram("tells")
    assert _processes(program)[1] == server.pid
    server.communicate()  # its lifeline is at its end
    assert program.wait(SECONDS), "nobody is left to tell of it"
    monkeypatch.setenv(SERVER, str(tmp_path / "nobody"))
    alone = ForkedProgram("tells")
    assert _processes(alone)[1] != server.pid
    alone.kill()
