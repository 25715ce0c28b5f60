"""The stand-in for launch_pytest: what it runs, and when it ends it."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import launch_pytest
import pytest
from launch import LaunchDescription
from launch.actions import ExecuteProcess, TimerAction


@launch_pytest.fixture
def sleeper() -> LaunchDescription:
    return LaunchDescription([ExecuteProcess(cmd=["sleep", "600"]), launch_pytest.actions.ReadyToTest()])


@launch_pytest.fixture(scope="module")
def shared() -> tuple[LaunchDescription, ExecuteProcess]:
    process = ExecuteProcess(cmd=["sleep", "600"])
    ready = TimerAction(period=0.05, actions=[launch_pytest.actions.ReadyToTest()])
    return LaunchDescription([process, ready]), process


@pytest.mark.launch(fixture=sleeper)
def test_the_fixture_need_not_be_named(launch_context: Any) -> None:
    assert not launch_context.is_shutdown


@pytest.mark.launch(fixture=shared)
def test_a_nested_ready_is_waited_for(shared: Any) -> None:
    os.kill(shared[1].process_details["pid"], 0)


@pytest.mark.launch(fixture=shared)
async def test_a_coroutine_runs_in_the_launch_loop(shared: Any) -> None:
    await asyncio.sleep(0)
    assert shared[1].return_code is None


@pytest.mark.launch(fixture=shared, shutdown=True)
def test_after_shutdown_the_process_has_ended(shared: Any) -> None:
    assert shared[1].return_code is not None


def run_file(folder: Path, text: str) -> tuple[int, str]:
    (folder / "test_inner.py").write_text(
        "import launch_pytest, pytest\nfrom launch import LaunchDescription\n" + text
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    return done.returncode, done.stdout


def test_a_failing_test_fails(tmp_path: Path) -> None:
    code, out = run_file(
        tmp_path,
        "@launch_pytest.fixture\ndef ld(): return LaunchDescription([launch_pytest.actions.ReadyToTest()])\n"
        "@pytest.mark.launch(fixture=ld)\ndef test_it(): assert 1 == 2\n",
    )
    assert code == 1
    assert "assert 1 == 2" in out


def test_a_launch_that_never_gets_ready_is_an_error(tmp_path: Path) -> None:
    code, out = run_file(
        tmp_path,
        "from launch.actions import TimerAction, Shutdown\n"
        "@launch_pytest.fixture\n"
        "def ld():\n"
        "    late = TimerAction(period=60.0, actions=[launch_pytest.actions.ReadyToTest()])\n"
        "    return LaunchDescription([late, Shutdown()])\n"
        "@pytest.mark.launch(fixture=ld)\ndef test_it(): pass\n",
    )
    assert code == 1
    assert "the launch was not ready to test" in out
