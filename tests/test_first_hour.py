"""The first commands of docs/first_hour.md print what the page shows."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from pred_door import cli

from pred_core import stack_owner

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "first_hour.md"
DOMAIN = "74"
EACH = """
import json, os, sys, tempfile
from pathlib import Path
import pred_bringup.spot, pred_bringup.thor, pred_bringup.ur5
from pred_bringup.launcher import main

codes, said = [], []
for words in json.loads(sys.argv[1]):
    with tempfile.TemporaryFile() as output:
        process = os.fork()
        if not process:
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
            code = main(words)
            sys.stdout.flush()
            os._exit(code)
        codes.append(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
        output.seek(0)
        said.append(output.read().decode())
Path("codes").write_text(json.dumps(codes))
Path("said").write_text(json.dumps(said))
"""
_COMMAND = re.compile(r"^\$ (?P<typed>.*?) +# exit code (?P<code>\d+)$")


@dataclass(frozen=True)
class Shown:
    """A command as the page shows it: the words typed, its environment, what it prints and its exit code."""

    words: tuple[str, ...]
    environment: Mapping[str, str]
    prints: str
    code: int

    def __str__(self) -> str:
        return shlex.join([*(f"{name}={value}" for name, value in self.environment.items()), *self.words])


def shown() -> Iterator[Shown]:
    """Yield the commands of the page that it shows with what they print."""
    block = PAGE.read_text("utf-8").partition("## First commands")[2].split("```")[1]
    for part in re.split(r"^(?=\$ )", block, flags=re.MULTILINE)[1:]:
        line, _, prints = part.partition("\n")
        found = _COMMAND.match(line)
        assert found is not None, line
        typed = shlex.split(found["typed"])
        start = typed.index("./pred")
        given = dict(word.split("=", 1) for word in typed[:start])
        yield Shown(tuple(typed[start + 1 :]), given, prints, int(found["code"]))


ALL = list(shown())
LAUNCHES = [s for s in ALL if s.words[:1] == ("launch",) and len(s.words) > 1 and s.words[1] != "--help"]
OTHERS = [s for s in ALL if s not in LAUNCHES]


def as_shown(command: Shown, code: int | str | None, printed: str) -> None:
    alike = doctest.OutputChecker().check_output(command.prints, printed, doctest.ELLIPSIS)
    assert (code, alike) == (command.code, True), f"{code}, printed:\n{printed}"


def test_there_are_at_least_twenty() -> None:
    assert len(ALL) >= 20 and {s.code for s in ALL} == {0, 2, 3}


@pytest.mark.parametrize("command", OTHERS, ids=str)
def test_a_command_prints_what_the_page_shows(
    command: Shown, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Run it in this process: the door, then the verb's own program."""
    monkeypatch.setattr(cli, "_run_module", _here)
    monkeypatch.setattr(cli, "stop_on_signals", lambda: None)
    monkeypatch.setattr(cli.Door, "ready", lambda _: os.environ)
    monkeypatch.setattr(stack_owner, "default_folder", lambda: tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for name, value in {"ROS_DOMAIN_ID": DOMAIN, **command.environment}.items():
        monkeypatch.setenv(name, value)
    code: Any
    try:
        code = cli.main(list(command.words))
    except SystemExit as left:
        code = left.code
    said = capsys.readouterr()
    as_shown(command, code, said.out + said.err)


def _here(_door: object, name: str, args: list[str], _env: object) -> None:
    raise SystemExit(import_module(name).main(args))


@pytest.fixture(scope="module")
def launched(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[int, str]]:
    """Run all launches of the page, each in a process of its own that has loaded already; return codes and output."""
    folder = tmp_path_factory.mktemp("launched")
    subprocess.run(
        [sys.executable, "-c", EACH, json.dumps([launch.words[1:] for launch in LAUNCHES])],
        env={**os.environ, "ROS_DOMAIN_ID": DOMAIN, "ROS_LOG_DIR": str(folder / "log")},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        check=True,
    )
    codes = json.loads((folder / "codes").read_text())
    assert {path.name for path in folder.iterdir()} <= {"log", "codes", "said"}, "nothing was started"
    return list(zip(codes, json.loads((folder / "said").read_text()), strict=True))


@pytest.mark.parametrize("number", range(len(LAUNCHES)), ids=lambda number: str(LAUNCHES[number]))
def test_a_launch_is_refused_as_the_page_shows(number: int, launched: list[tuple[int, str]]) -> None:
    as_shown(LAUNCHES[number], *launched[number])
