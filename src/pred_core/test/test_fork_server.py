"""Programs that a fork server runs are like programs that were started: streams, environment, ends and signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from pred_core import fork_server
from pred_core.forked import SERVER, forked
from pred_core.stack_owner import LAUNCHED_BY

SECONDS = 30.0
TOLD_EARLY = 7
HOLDING = ("env", "--block-signal=INT")


class Served:
    """A fork server that has imported what a test wants, and programs run by it."""

    def __init__(self, folder: Path, modules: str) -> None:
        self.path = str(folder / "forks")
        self.folder = folder
        self.process = fork_server.start(self.path, modules.split(","))

    def start(self, text: str, *arguments: str, holding: bool = False, **more: str) -> subprocess.Popen[str]:
        """Run a Python program by the server; with ``holding`` SIGINT waits until it is let through."""
        program = self.folder / "program"
        program.write_text(f"#!{sys.executable}\n{text}\n")
        program.chmod(0o755)
        return subprocess.Popen(
            [*(HOLDING if holding else ()), *forked(self.path, TOLD_EARLY), str(program), *arguments],
            env={**os.environ, **more},
            cwd=self.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def end(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.process.wait(SECONDS) == 0


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    server = Served(tmp_path, "json,no_such_module,numpy.random")
    yield server
    if server.process.poll() is None:
        server.end()


def _pid_of(client: subprocess.Popen[str]) -> int:
    """Return the process that a client stands for, once its program runs."""
    assert client.stdout is not None
    return int(client.stdout.readline())


def _listens(pid: int) -> bool:
    """Return whether a process has a handler of SIGINT and lets it through."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    masks = {line.split(":")[0]: line.split()[1] for line in lines if line.startswith("Sig")}
    bit = 1 << (signal.SIGINT - 1)
    return bool(int(masks["SigCgt"], 16) & bit) and not int(masks["SigBlk"], 16) & bit


def _until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < deadline


def _passes(gate: Path) -> bool:
    """Let who reads a named pipe go on; returns whether somebody did."""
    try:
        os.close(os.open(gate, os.O_WRONLY | os.O_NONBLOCK))
    except OSError:  # nobody yet
        return False
    return True


def test_products_of_matrices_take_no_threads(served: Served) -> None:
    text = """
import os
import numpy
square = numpy.ones((600, 600))
square @ square
print(len(os.listdir("/proc/self/task")))
"""
    out, err = served.start(text).communicate(timeout=SECONDS)
    assert (out, err) == ("1\n", "")


def test_a_program_has_its_own_streams_environment_folder_and_arguments(served: Served) -> None:
    text = (
        "import os, sys; print(sys.argv[1:], os.environ['OWN'], os.getcwd(), 'json' in sys.modules, sys.stdin.read());"
        "print('told', file=sys.stderr); sys.exit(5)"
    )
    client = served.start(text, "one", "two words", OWN="mine")
    out, error = client.communicate("typed", SECONDS)
    assert out == f"['one', 'two words'] mine {served.folder} True typed\n"
    assert (error, client.returncode) == ("told\n", 5)


def test_a_module_is_run_as_one(served: Served) -> None:
    told = subprocess.run(
        [*forked(served.path), sys.executable, "-m", "json.tool", "--compact"],
        input='{"a": 1}',
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == '{"a":1}\n', told.stderr


def test_what_is_no_python_is_run_as_well(served: Served) -> None:
    told = subprocess.run([*forked(served.path), "/bin/echo", "said"], capture_output=True, text=True, check=True)
    assert told.stdout == "said\n"


def test_what_a_program_raises_is_told_and_its_code(served: Served) -> None:
    client = served.start("raise ValueError('why')")
    _, error = client.communicate(timeout=SECONDS)
    assert client.returncode == 1
    assert error.endswith("ValueError: why\n")


def test_programs_draw_other_numbers(served: Served) -> None:
    texts = [served.start("import numpy; print(numpy.random.random())").communicate()[0] for _ in range(2)]
    assert texts[0] != texts[1]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_reach_the_program(served: Served, number: signal.Signals) -> None:
    text = (
        "import os, signal, sys, time\n"
        f"signal.signal({int(number)}, lambda *_: sys.exit(9))\n"
        "print(os.getpid(), flush=True)\ntime.sleep(60)"
    )
    client = served.start(text)
    _pid_of(client)
    client.send_signal(number)
    assert client.wait(SECONDS) == 9


def test_a_signal_reaches_a_program_whose_client_has_not_yet_heard_of_it(served: Served) -> None:
    served.process.send_signal(signal.SIGSTOP)
    client = served.start(
        "import os, signal, sys, time\n"
        "signal.signal(signal.SIGTERM, lambda *_: sys.exit(9))\n"
        "print(os.getpid(), flush=True)\ntime.sleep(60)"
    )
    _until(lambda: _listens(client.pid) and psutil.Process(client.pid).status() == psutil.STATUS_SLEEPING)
    client.send_signal(signal.SIGSTOP)
    served.process.send_signal(signal.SIGCONT)
    _pid_of(client)
    client.send_signal(signal.SIGTERM)
    client.send_signal(signal.SIGCONT)
    assert client.wait(SECONDS) == 9


def test_a_server_that_is_interrupted_while_it_starts_goes_on(served: Served) -> None:
    served.process.send_signal(signal.SIGINT)
    client = served.start("print('ran')")
    assert client.communicate(timeout=SECONDS)[0] == "ran\n"


def test_what_is_early_runs_while_others_wait_for_their_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gates = [tmp_path / name for name in ("gate_one", "gate_two")]
    for gate in gates:
        os.mkfifo(gate)
        gate.with_suffix(".py").write_text(f"open({str(gate)!r}).close()")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    server = Served(tmp_path, f"gate_one,{fork_server.EARLY}program,gate_two")
    later = subprocess.Popen(
        [*forked(server.path), sys.executable, "-m", "json.tool", "--compact"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    _until(lambda: psutil.Process(later.pid).status() == psutil.STATUS_SLEEPING)
    early = server.start("import os, sys; print(os.getpid(), flush=True); sys.stdin.read()")
    _until(lambda: _listens(early.pid) and psutil.Process(early.pid).status() == psutil.STATUS_SLEEPING)
    _until(lambda: _passes(gates[0]))
    _pid_of(early)
    _until(lambda: _passes(gates[1]))
    assert later.communicate('{"a": 1}', SECONDS)[0] == '{"a":1}\n', "nobody else holds its streams open"
    assert early.poll() is None
    early.communicate(timeout=SECONDS)
    assert early.returncode == 0
    server.end()


def test_who_is_killed_takes_the_program_along(served: Served) -> None:
    client = served.start("import os, time; print(os.getpid(), flush=True); time.sleep(60)")
    program = psutil.Process(_pid_of(client))
    client.kill()
    program.wait(SECONDS)


def test_a_program_that_is_killed_ends_its_client_the_same_way(served: Served) -> None:
    client = served.start("import os, time; print(os.getpid(), flush=True); time.sleep(60)")
    os.kill(_pid_of(client), signal.SIGKILL)
    assert client.wait(SECONDS) == -signal.SIGKILL


def test_who_is_told_to_end_before_the_program_runs_ends_at_once(served: Served) -> None:
    served.process.send_signal(signal.SIGSTOP)
    try:
        client = served.start("print('ran')", holding=True)
        _until(lambda: _listens(client.pid))
        client.send_signal(signal.SIGINT)
        assert client.wait(SECONDS) == TOLD_EARLY
    finally:
        served.process.send_signal(signal.SIGCONT)


def test_a_program_knows_who_launched_it_and_who_forks(served: Served) -> None:
    client = served.start(
        f"import os; print(os.environ['{LAUNCHED_BY}'] == str(os.getppid()), os.environ['{SERVER}'])",
        **{LAUNCHED_BY: str(os.getpid())},
    )
    assert client.communicate()[0] == f"True {served.path}\n"


def test_processes_are_called_by_their_programs(served: Served) -> None:
    client = served.start("import os, time; print(os.getpid(), flush=True); time.sleep(60)")
    program = psutil.Process(_pid_of(client))
    assert (program.cmdline()[0], program.name()) == ("pred: program", "program")
    client.kill()


def test_without_a_server_a_client_becomes_the_program(tmp_path: Path) -> None:
    command = [*forked(str(tmp_path / "nobody")), sys.executable, "-c", "print('alone')"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "alone\n"


def test_there_is_none_where_no_launch_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SERVER, raising=False)
    assert forked() == []
