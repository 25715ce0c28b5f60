"""Programs that are interrupted while they load."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

LEAN = """
import sys

def main():
    from std_msgs.msg import Empty
    Empty.__class__.__import_type_support__()
    assert "rosidl_generator_py" in sys.modules
    return 1 if "lark" in sys.modules else 0
"""
TELLS_ITS_ENVIRONMENT = """
import os
said = os.environ["ORT_DISABLE_TELEMETRY"]

def main():
    return 10 + int(said)
"""
LOADS_FOR_EVER = """
import sys, threading
print("loading", flush=True)
threading.Event().wait()
"""
LOADED = """
import signal

def main():
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    return 7
"""
LEAVES_A_THREAD = """
import atexit, sys, threading

def main():
    threading.Thread(target=threading.Event().wait, daemon=True).start()
    atexit.register(print, "tidied up")
    {end}
"""


def start(folder: Path, text: str, interrupted: int) -> subprocess.Popen[str]:
    (folder / "slow.py").write_text(text)
    code = f"import sys; from pred_core.starting import program; sys.exit(program('slow', {interrupted})())"
    path = os.pathsep.join([str(folder), *sys.path])
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("given", [None, "0"])
def test_libraries_are_asked_to_tell_nobody_what_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str | None
) -> None:
    monkeypatch.delenv("ORT_DISABLE_TELEMETRY", raising=False)
    if given is not None:
        monkeypatch.setenv("ORT_DISABLE_TELEMETRY", given)
    process = start(tmp_path, TELLS_ITS_ENVIRONMENT, 0)
    assert process.wait() == 10 + int(given or 1)


@pytest.mark.parametrize("code", [0, 130])
def test_a_program_that_is_interrupted_while_it_loads_ends_without_a_word(tmp_path: Path, code: int) -> None:
    process = start(tmp_path, LOADS_FOR_EVER, code)
    assert process.stdout is not None
    assert process.stdout.readline() == "loading\n"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60.0)
    assert (process.returncode, errors) == (code, "")


def test_a_loaded_program_hears_signals_itself_and_its_exit_code_counts(tmp_path: Path) -> None:
    process = start(tmp_path, LOADED, 0)
    _, errors = process.communicate(timeout=60.0)
    assert (process.returncode, errors) == (7, "")


def test_no_program_loads_what_only_makes_python_of_message_files(tmp_path: Path) -> None:
    process = start(tmp_path, LEAN, 0)
    _, errors = process.communicate(timeout=60.0)
    assert (process.returncode, errors) == (0, "")


@pytest.mark.parametrize(("end", "code"), [("return 3", 3), ("sys.exit(2)", 2), ("raise KeyboardInterrupt", 130)])
def test_a_thread_that_goes_on_changes_neither_exit_code_nor_what_is_done_at_exit(
    tmp_path: Path, end: str, code: int
) -> None:
    process = start(tmp_path, LEAVES_A_THREAD.format(end=end), 130)
    output, errors = process.communicate(timeout=60.0)
    assert (process.returncode, output, errors) == (code, "tidied up\n", "")
