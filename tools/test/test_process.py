"""Children never outlive the door."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pred_door.console import DoorError
from pred_door.process import beside, run, run_or_fail

TOOLS = Path(__file__).resolve().parents[1]


def test_quiet_output_is_collected() -> None:
    done = run(["sh", "-c", "echo out; echo err >&2; exit 3"], quiet=True)
    assert (done.returncode, done.stdout) == (3, "out\nerr\n")


def test_a_failure_shows_the_end_of_the_output() -> None:
    with pytest.raises(DoorError, match=r"it broke \(exit code 4\):\n      \| last words"):
        run_or_fail(["sh", "-c", "echo last words; exit 4"], "it broke")


def alive(pid: int) -> bool:
    """Say whether a process runs (one that ended and waits for its parent does not)."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_whole_group(number: signal.Signals) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(TOOLS)!r})\n"
        "from pred_door.process import Stopped, run, stop_on_signals\n"
        "stop_on_signals()\n"
        "try:\n    run(['sh', '-c', 'sleep 600 & echo $!; echo $$; wait'])\n"
        "except Stopped as stop:\n    sys.exit(128 + stop.number)\n"
    )
    door = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert door.stdout is not None
    children = [int(door.stdout.readline()) for _ in range(2)]
    assert all(map(alive, children))
    os.kill(door.pid, number)
    assert door.wait(timeout=30) == 128 + number
    # Every child holds the pipe's other end: it reads as ended only when all of them are gone.
    assert door.stdout.read() == ""
    assert not any(map(alive, children))


def test_what_runs_beside_stands_back_and_tells_how_it_ended() -> None:
    with beside(["sh", "-c", "nice; echo err >&2; exit 3"]) as ended:
        done = ended()
    own = os.nice(0)
    assert (done.returncode, done.stdout) == (3, f"{min(own + 10, 19)}\nerr\n")


def test_the_sessions_of_what_runs_beside_stand_back_as_well() -> None:
    """A session has its share of the processor, however nice its processes are (sched(7), autogroups)."""
    if not Path("/proc/self/autogroup").exists():
        pytest.skip("this kernel shares among processes alone")
    stands_back = "until grep -q 'nice 10' /proc/self/autogroup; do sleep 0.01; done"
    code = (
        f"import os, sys, time; sys.path.insert(0, {str(TOOLS)!r})\n"
        "from pred_door.process import run, session_niceness\n"
        "while session_niceness(os.getpid()) != 10: time.sleep(0.01)\n"
        f'print(run(["sh", "-c", "{stands_back}"]).returncode)\n'
    )
    with beside([sys.executable, "-c", code]) as ended:
        assert ended().stdout == "0\n"


def test_what_runs_beside_ends_with_the_block(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with beside(["sh", "-c", f"exec > {pipe}; sleep 600 & echo $! $$; wait"]):
        told = pipe.open()
        children = [int(word) for word in told.readline().split()]
        assert all(map(alive, children))
    with told:
        assert told.read() == "", "each of them held the other end"
    assert not any(map(alive, children))


def test_what_nohup_started_does_not_hear_that_its_terminal_is_closed() -> None:
    asks = "import signal; print(signal.getsignal(signal.SIGHUP) == signal.SIG_IGN)"
    code = (
        f"import os, sys; sys.path.insert(0, {str(TOOLS)!r})\n"
        "from pred_door.process import hand_over, stop_on_signals\n"
        "stop_on_signals()\n"
        f"hand_over([sys.executable, '-c', {asks!r}], os.environ)\n"
    )
    said = [
        subprocess.run([*before, sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        for before in (["nohup"], ["env", "--default-signal=HUP"])
    ]
    assert said == ["True\n", "False\n"]
