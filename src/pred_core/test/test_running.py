"""A node as a process: signals at any moment, refusals, break-downs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

rclpy = pytest.importorskip("rclpy", reason="needs a ROS environment")

from rclpy.executors import MultiThreadedExecutor  # noqa: E402
from rclpy.node import Node  # noqa: E402
from std_msgs.msg import String  # noqa: E402

from pred_core.ros.parameters import ParameterError  # noqa: E402
from pred_core.ros.running import run_until_told  # noqa: E402
from pred_core.ros.spinning import make_executor  # noqa: E402

NUMBERS = (signal.SIGINT, signal.SIGTERM)


class Busy(Node):
    """Publishes again and again; `work` is done in its first callback."""

    def __init__(self, work: Callable[[], object] = lambda: None) -> None:
        super().__init__("busy")
        self.log: list[str] = []
        self._work = work
        self._topic = self.create_publisher(String, "busy", 10)
        self.create_timer(0.001, self._publish)

    def _publish(self) -> None:
        for _ in range(20):
            self._topic.publish(String(data="again"))
        work, self._work = self._work, lambda: None
        work()

    def destroy_node(self) -> None:
        self.log.append("destroyed")
        super().destroy_node()


def close(node: Busy) -> None:
    node.log.append("closed")


def signalled(number: int = signal.SIGINT) -> None:
    os.kill(os.getpid(), number)


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    os.environ["ROS_DOMAIN_ID"] = "49"
    before = [signal.getsignal(number) for number in NUMBERS]
    yield
    for number, handler in zip(NUMBERS, before, strict=True):
        signal.signal(number, handler)


def run(node: Callable[[], Busy], **options: Any) -> int:
    return run_until_told("busy", node, close=close, args=[], **options)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("executor", [make_executor, MultiThreadedExecutor])
def test_a_signal_amid_callbacks_ends_it(number: int, executor: Any) -> None:
    nodes = []

    def make() -> Busy:
        nodes.append(Busy(lambda: signalled(number)))
        return nodes[0]

    assert run(make, executor=executor) == 0
    assert nodes[0].log == ["closed", "destroyed"]
    assert not rclpy.ok()


def test_a_signal_interrupts_the_making() -> None:
    def make() -> Busy:
        signalled()
        threading.Event().wait(60.0)
        pytest.fail("nothing interrupted it")

    assert run(make) == 0


def test_a_signal_interrupts_the_start_and_what_was_made_is_closed() -> None:
    node_log: list[str] = []

    def start(node: Busy) -> None:
        node.log = node_log
        signalled()
        threading.Event().wait(60.0)

    assert run(Busy, start=start) == 0
    assert node_log == ["closed", "destroyed"]


def test_a_signal_that_code_swallows_still_ends_it() -> None:
    def start(_node: Busy) -> None:
        try:
            signalled()
        except KeyboardInterrupt:
            return
        pytest.fail("nothing interrupted it")

    assert run(Busy, start=start) == 0


def test_further_signals_do_not_disturb_the_end() -> None:
    node_log: list[str] = []

    def end(node: Busy) -> None:
        signalled(signal.SIGTERM)
        node.log = node_log
        signalled()

    assert run_until_told("busy", lambda: Busy(signalled), close=end, args=[]) == 0
    assert node_log == ["destroyed"]


def test_what_a_callback_raises_because_the_node_was_closed_is_no_break_down() -> None:
    closed = threading.Event()

    def work() -> None:
        signalled()
        assert closed.wait(20.0)
        raise OSError("the plug was pulled")

    assert run_until_told("busy", lambda: Busy(work), close=lambda _: closed.set(), args=[]) == 0


def test_a_refusal_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    def make() -> Busy:
        raise ParameterError("parameter size: 3 is not allowed.")

    assert run(make) == 2
    assert capsys.readouterr().err == "busy: parameter size: 3 is not allowed.\n"


def test_an_expected_break_down_is_told_in_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    def work() -> None:
        raise OSError("the plug was pulled")

    assert run(lambda: Busy(work), breakdowns=(OSError,)) == 1
    assert "busy: the plug was pulled\n" in capfd.readouterr().err


def test_what_a_callback_raises_comes_out() -> None:
    with pytest.raises(ZeroDivisionError):
        run(lambda: Busy(lambda: 1 / 0))
    assert not rclpy.ok()


PROGRAM = """
from pred_core.ros import running
from test_running import Busy, run_until_told

def serve():
    print("serving", flush=True)
    while {for_ever}:
        pass

def main():
    running.STOP_SECONDS = 0.2
    return run_until_told("busy", lambda: Busy(serve))
"""


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("for_ever", [False, True])
def test_as_a_process_it_ends_in_silence_whatever_a_callback_does(
    number: int, for_ever: bool, tmp_path: Path
) -> None:
    (tmp_path / "busy_program.py").write_text(PROGRAM.format(for_ever=for_ever))
    run = "import sys; from pred_core.starting import program; sys.exit(program('busy_program')())"
    path = os.pathsep.join([str(tmp_path), str(Path(__file__).parent), *sys.path])
    process = subprocess.Popen(
        [sys.executable, "-c", run],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stdout.readline() == "serving\n"
    process.send_signal(number)
    _, told = process.communicate(timeout=20.0)
    assert (process.returncode, told) == (0, "")
