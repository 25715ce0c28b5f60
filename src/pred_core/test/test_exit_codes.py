from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from pred_core.exit_codes import BAD_INPUT, DONE, INTERRUPTED, MEANINGS, NOT_DONE, UNAVAILABLE, code_of
from pred_core.outcome import Code, Outcome
from pred_core.plain_text import ended_well


def test_every_outcome_has_an_exit_code_of_the_table():
    codes = {code: code_of(Outcome(code)) for code in Code}
    assert set(codes.values()) <= set(MEANINGS) and [c for c in Code if codes[c] == DONE] == [Code.SUCCESS]
    assert codes[Code.ROBOT_LOST] == codes[Code.UNAVAILABLE] == UNAVAILABLE
    assert codes[Code.BAD_INPUT] == BAD_INPUT and codes[Code.STEP_LIMIT] == NOT_DONE


def test_a_sentence_has_one_mark_at_its_end():
    assert [ended_well(t) for t in ("a", "a.", "a?", "a:", "a: ", "")] == ["a.", "a.", "a?", "a.", "a.", ""]


LOADING = """
import os, signal, sys
print("loading", flush=True)
signal.pause()
"""
RUNNING = """
import signal

def main():
    print("running", flush=True)
    signal.pause()
"""
AS_THE_DOOR = """
import os, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
if sys.argv[1]:
    os.kill(os.getpid(), signal.SIGINT)
os.execv(sys.argv[2], [sys.argv[2], "-m", "pred_core.command", "some_command"])
"""
PENDING = """
def main():
    print("not reached")
"""


def run(folder: Path, text: str, *, held: bool = False) -> tuple[int, str, str]:
    """Run a module as the door does, interrupt it at its first line, or before it starts, and return how it ends."""
    (folder / "some_command.py").write_text(text)

    process = subprocess.Popen(
        [sys.executable, "-c", AS_THE_DOOR, "interrupted" if held else "", sys.executable],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])},
    )
    assert process.stdout is not None
    first = "" if held else process.stdout.readline()
    if not held:
        process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return process.returncode, first + out, err


def test_a_command_is_interrupted_without_a_traceback_before_it_starts_while_it_loads_and_while_it_runs(tmp_path):
    assert run(tmp_path, PENDING, held=True) == (INTERRUPTED, "", "")
    assert run(tmp_path, LOADING) == (INTERRUPTED, "loading\n", "")
    assert run(tmp_path, RUNNING) == (INTERRUPTED, "running\n", "")
