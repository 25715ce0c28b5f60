"""Tests shared among forked processes: all reports arrive, each is its own, and one that dies is told and replaced."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SETTINGS = f"[pytest]\npythonpath = {HERE} {HERE.parent / 'tools'}\n"
GOOD = "def test_good():\n    print('said by good')\n"


def pytest_in(folder: Path, files: dict[str, str], *options: str) -> subprocess.Popen[str]:
    """Start pytest with three workers over some files."""
    (folder / "pytest.ini").write_text(SETTINGS)
    (folder / "conftest.py").write_text((HERE / "conftest.py").read_text("utf-8"))
    for name, text in files.items():
        (folder / f"test_{name}.py").write_text(text)
    command = [sys.executable, "-m", "pytest", "-q", "--workers", "3", *options]
    return subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def ran(folder: Path, files: dict[str, str], *options: str) -> tuple[int, str]:
    """Return exit code and output of pytest with three workers over some files."""
    process = pytest_in(folder, files, *options)
    output, _ = process.communicate(timeout=60)
    return process.returncode, output


def test_all_kinds_of_reports_arrive_with_what_was_said_and_warned(tmp_path: Path) -> None:
    files = {
        "good": GOOD,
        "bad": "def test_bad():\n    print('said by bad')\n    assert [1] == [2]\n",
        "skips": "import pytest\ndef test_skips():\n    pytest.skip('no robot here')\n",
        "warns": "import warnings\ndef test_warns():\n    warnings.warn('it is old')\n",
        "broken": "import pytest\n@pytest.fixture\ndef end():\n    yield\n    1 / 0\ndef test_ends(end):\n    pass\n",
    }
    code, output = ran(tmp_path, files, "-rs")
    assert code == 1
    assert "1 failed, 3 passed, 1 skipped, 1 warning, 1 error" in output
    for said in ("said by bad", "assert [1] == [2]", "no robot here", "it is old", "ZeroDivisionError"):
        assert said in output
    assert "said by good" not in output
    failed = [sys.executable, "-m", "pytest", "-q", "--last-failed", "--collect-only"]
    left = subprocess.run(failed, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    assert "test_bad" in left and "test_ends" in left and "test_good" not in left


def test_one_that_dies_is_told_and_the_rest_of_its_file_is_run(tmp_path: Path) -> None:
    files = {
        "dies": f"import os\ndef test_dies():\n    os.kill(os.getpid(), 9)\n{GOOD}",
        "good": GOOD,
        "too": GOOD,
    }
    code, output = ran(tmp_path, files)
    assert code == 1
    assert "1 failed, 3 passed" in output
    assert "test_dies.py::test_dies" in output
    assert "killed by signal 9" in output


def test_what_ends_with_the_session_does_and_its_failure_is_told(tmp_path: Path) -> None:
    text = (
        "import pytest, atexit, pathlib\n"
        "@pytest.fixture(scope='session')\n"
        "def all_along():\n"
        "    atexit.register(pathlib.Path('left').touch)\n"
        "    yield\n"
        "    pathlib.Path('ended').touch()\n"
        "    {0}\n"
        "def test_it(all_along, tmp_path):\n"
        "    assert tmp_path.parent.name.startswith('worker')\n"
    )
    assert ran(tmp_path, {"session": text.format("pass")})[0] == 0
    assert (tmp_path / "ended").exists() and (tmp_path / "left").exists()
    code, output = ran(tmp_path, {"session": text.format("1 / 0")})
    assert code == 1 and "ZeroDivisionError" in output


def test_workers_draw_and_capture_apart(tmp_path: Path) -> None:
    text = "import os, random\ndef test_it():\n    print(f'drawn {random.random()}')\n    assert 0\n"
    _, output = ran(tmp_path, {"one": text, "two": text, "three": text})
    drawn = [line for line in output.splitlines() if line.startswith("drawn")]
    assert len(drawn) == len(set(drawn)) == 3


def test_the_first_failure_ends_all_where_that_is_asked_for(tmp_path: Path) -> None:
    waits = "import time\ndef test_waits():\n    time.sleep(600)\n"
    code, output = ran(tmp_path, {"bad": "def test_bad():\n    assert 0\n", "waits": waits}, "-x")
    assert code == 1 and "1 failed" in output


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 2), (signal.SIGKILL, -signal.SIGKILL)])
def test_ended_it_lets_workers_end_what_they_started(tmp_path: Path, number: int, code: int) -> None:
    text = (
        "import os, pathlib, pytest, time\n"
        "@pytest.fixture\n"
        "def robot():\n"
        "    yield\n"
        "    pathlib.Path('ended{0}').touch()\n"
        "def test_it(robot):\n"
        "    os.write(os.open('begun', os.O_WRONLY), b'x')\n"
        "    time.sleep(600)\n"
    )
    os.mkfifo(tmp_path / "begun")
    process = pytest_in(tmp_path, {name: text.format(n) for n, name in enumerate("ab")})
    with (tmp_path / "begun").open("rb", buffering=0) as begun:
        assert begun.read(1) + begun.read(1) == b"xx"
        process.send_signal(number)
        output, _ = process.communicate(timeout=60)  # its end is that of all who hold the pipe
    assert process.returncode == code, output
    assert (tmp_path / "ended0").exists() and (tmp_path / "ended1").exists()
