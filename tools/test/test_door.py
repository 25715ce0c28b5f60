"""The script as a user meets it, and what it says when something is missing."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pred_core.exit_codes import BAD_INPUT, NOT_DONE
from pred_door import apt, bare_ros, interpreter
from pred_door.cli import VERBS, _listens, usage
from pred_door.console import FAILED, WRONG_USAGE, DoorError
from pred_door.layout import find_layout
from pred_door.set_up import STAND_INS

ROOT = Path(__file__).resolve().parents[2]


def door(*args: str, **env: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(ROOT / "pred"), *args], capture_output=True, text=True, check=False, env={**os.environ, **env}
    )


def test_help_names_every_verb() -> None:
    done = door("--help")
    assert done.returncode == 0
    assert done.stdout.strip() == usage().strip()
    assert all(f"./pred {verb}" in done.stdout for verb in VERBS)


def test_verbs_of_the_door_itself_are_told_and_not_done() -> None:
    for verb in ("setup", "build", "launch", "test", "check", "shell"):
        done = door(verb, "--help")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(f"Usage: ./pred {verb}") and VERBS[verb].help in done.stdout


def test_the_script_works_through_a_link_from_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(ROOT / "pred")
    done = subprocess.run(
        [str(tmp_path / "link"), "--help"], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.stdout.strip() == usage().strip()


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["fly"], 2, "there is no verb 'fly'"),
        (["bnech", "--limit", "3"], 2, "Did you mean ./pred bench?"),
        (["run", "put", "a", "mug", "on", "the", "table"], 2, './pred do "put a mug on the table"'),
        (["put", "a", "mug", "away"], 2, './pred do "put a mug away"'),
        (["start", "thor"], 2, "Did you mean ./pred launch?"),
        (["lunch", "thor"], 2, "Did you mean ./pred launch?"),
        (["run", "put a mug away"], 2, './pred do "put a mug away"'),
        (["put a mug away"], 2, './pred do "put a mug away"'),
        (["replace", "the", "mug"], 2, './pred do "replace the mug"'),
        (["setup", "everything"], 2, "Usage: ./pred setup [dev|cluster|vision]"),
        (["build", "now"], 2, "build takes no arguments"),
        (["launch"], 2, "Usage: ./pred launch"),
    ],
)
def test_wrong_usage_is_said(args: list[str], code: int, words: str) -> None:
    done = door(*args)
    assert done.returncode == code
    assert words in done.stderr


@pytest.mark.parametrize("given", ["abc", "-1", "233", "1.5", " 3"])
def test_a_ros_domain_that_cannot_be_is_named_before_anything_starts(given: str) -> None:
    done = door("memory", "list", ROS_DOMAIN_ID=given)
    assert done.returncode == 2 and done.stdout == ""
    assert f"ROS_DOMAIN_ID is '{given}'" in done.stderr and "from 0 to 232" in done.stderr


def test_the_exit_codes_are_those_of_the_table_of_all_commands() -> None:
    assert NOT_DONE == FAILED and BAD_INPUT == WRONG_USAGE


def test_no_python_at_all_is_said(tmp_path: Path) -> None:
    for tool in ("dirname", "readlink"):
        (tmp_path / tool).symlink_to(f"/usr/bin/{tool}")
    copy = tmp_path / "checkout" / "pred"
    copy.parent.mkdir()
    copy.write_bytes((ROOT / "pred").read_bytes())
    done = subprocess.run(
        ["/bin/sh", str(copy)], capture_output=True, text=True, check=False, env={"PATH": str(tmp_path)}
    )
    assert done.returncode == 1
    assert "Install Python 3.12" in done.stderr


def script(path: Path, body: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


FACTS = '{"version": [3, %d], "base": "/", "headers": "%s", "libdir": "", "library": "", "shared": true, "venv": %s}'


def test_a_shim_that_fails_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "Python.h").touch()
    script(tmp_path / "bin" / "python3.12", "echo command not found >&2; exit 127")
    script(tmp_path / "bin" / "python3", f"echo '{FACTS % (11, tmp_path, 'true')}'")
    good = script(
        tmp_path / "pyenv" / "versions" / "3.12.9" / "bin" / "python3.12",
        f"echo '{FACTS % (12, tmp_path, 'true')}'",
    )
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    assert interpreter.find_python() == str(good)


@pytest.mark.parametrize(
    ("minor", "headers", "venv", "words"),
    [
        (11, True, "true", "Python 3.12 is needed"),
        (12, False, "true", "no C headers"),
        (12, True, "false", "cannot make virtual environments"),
    ],
)
def test_an_interpreter_that_will_not_do_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, minor: int, headers: bool, venv: str, words: str
) -> None:
    if headers:
        (tmp_path / "Python.h").touch()
    script(tmp_path / "bin" / "python3.12", f"echo '{FACTS % (minor, tmp_path, venv)}'")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "none"))
    with pytest.raises(DoorError, match=words) as caught:
        interpreter.find_python()
    assert "nstall" in caught.value.hint


def test_missing_debian_packages_are_one_line_to_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(tmp_path / "apt-get", "exit 1")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    packages = apt.missing_tools()
    assert packages == ["cmake", "g++", "libc-bin", "make"]
    with pytest.raises(DoorError) as caught:
        apt.ensure(packages, "building")
    assert caught.value.hint == "Run: sudo apt-get install -y --no-install-recommends cmake g++ libc-bin make"


def test_nothing_missing_asks_for_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    apt.ensure([], "anything")


def test_unknown_missing_libraries_are_named() -> None:
    assert bare_ros.apt_packages(["libacl.so.1", "libstdc++.so.6"]) == ["libacl1", "libstdc++6"]
    with pytest.raises(DoorError, match=r"libodd\.so\.9"):
        bare_ros.apt_packages(["libodd.so.9"])


def test_other_machines_are_told_the_alternatives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    with pytest.raises(DoorError, match="riscv64") as caught:
        bare_ros.check_platform()
    assert "RoboStack" in caught.value.hint


def test_baked_in_paths_are_rewritten_once(tmp_path: Path) -> None:
    file = tmp_path / "share" / "x" / "cmake" / "export.cmake"
    file.parent.mkdir(parents=True)
    file.write_text(f"a {bare_ros.BAKED_NUMPY} b {bare_ros.BAKED_PYTHON}/include")
    paths = {bare_ros.BAKED_NUMPY: "/numpy", bare_ros.BAKED_PYTHON: "/python"}
    shared = tmp_path / "cache.cmake"
    shared.hardlink_to(file)
    baked = shared.read_text()
    assert bare_ros.rewrite_paths(tmp_path, paths) == 1
    assert file.read_text() == "a /numpy b /python/include"
    assert shared.read_text() == baked, "the next clone takes its files from the cache"
    assert bare_ros.rewrite_paths(tmp_path, paths) == 0


def test_every_stand_in_is_a_project() -> None:
    projects = {path.parent.name for path in (find_layout().tools / "standins").glob("*/pyproject.toml")}
    assert projects == set(STAND_INS)


def test_drawing_is_offered_not_demanded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    apt.offer(["libegl1"], "the emulated table")
    apt.offer([], "nothing")
    said = capsys.readouterr()
    assert "libegl1" in said.out + said.err and "nothing" not in said.out + said.err


@pytest.mark.parametrize(
    ("package", "name", "listens"),
    [
        ("pred_core", "ask_person", True),
        ("ur5_driver", "approve", True),
        ("pred_bringup", "run_task", True),
        ("thor_player", "pred-thor-player", False),
        ("pred_msgs", "anything", False),
        ("demo_nodes_py", "talker", False),
    ],
)
def test_signals_are_held_back_only_for_programs_that_let_them_through(
    package: str, name: str, listens: bool
) -> None:
    assert _listens(ROOT, package, name) is listens


PENDING = (
    "import os, signal, sys; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]); "
    "os.kill(os.getpid(), signal.SIGINT); os.execv(sys.executable, [sys.executable, '-E', sys.argv[1], '--help'])"
)


def test_an_interrupt_while_python_itself_starts_waits_for_the_door_and_ends_it_without_a_word(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PENDING, str(ROOT / "tools" / "door.py")], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
    (tmp_path / "tools").mkdir()
    asks = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"
    (tmp_path / "tools" / "door.py").write_text(asks)
    shutil.copy(ROOT / "pred", tmp_path / "pred")
    said = subprocess.run([str(tmp_path / "pred")], capture_output=True, text=True, check=True).stdout
    assert said == "True\n", "the script holds it back"
