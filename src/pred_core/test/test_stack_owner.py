from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pred_core.stack_owner import (
    ENDING_FILE,
    LAUNCHED_BY,
    TakenError,
    claim,
    forget_why,
    launched_environment,
    orphaned,
    reason_of_the_end,
    say_why,
    stacks,
)

OWNER = """
import sys
from pathlib import Path
from pred_core.stack_owner import claim
claim(7, "/pred", "a stack of thor in FloorPlan1", Path(sys.argv[1]))
print("mine", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def other(tmp_path: Path):
    with subprocess.Popen(
        [sys.executable, "-c", OWNER, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None and process.stdout.readline() == "mine\n"
        yield process
        process.kill()


def test_a_namespace_has_one_owner_who_is_named_until_it_ends(
    other: subprocess.Popen[str], tmp_path: Path
) -> None:
    with pytest.raises(TakenError, match=rf"FloorPlan1, process {other.pid}, started at .* in {Path.cwd()}"):
        claim(7, "pred", "mine", tmp_path)
    claim(8, "pred", "mine", tmp_path)
    claim(7, "other", "mine", tmp_path)
    other.kill()
    other.wait()
    claim(7, "pred", "mine", tmp_path)
    claim(7, "pred", "my next one", tmp_path)


def test_the_stacks_that_run_are_known(other: subprocess.Popen[str], tmp_path: Path) -> None:
    (tmp_path / "3_broken.json").write_text("{")
    (found,) = stacks(tmp_path)
    assert (found.domain, found.namespace, found.owner.pid) == (7, "pred", other.pid)
    assert found.owner.what == "a stack of thor in FloorPlan1"
    other.kill()
    other.wait()
    assert stacks(tmp_path) == [] == stacks(tmp_path / "nowhere")


def test_why_everything_ends_is_known_to_what_was_launched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = launched_environment(tmp_path)
    assert given[LAUNCHED_BY] == str(os.getpid())
    monkeypatch.setenv(ENDING_FILE, given[ENDING_FILE])
    assert reason_of_the_end() == ""
    say_why("nav was killed by SIGKILL", given)
    say_why("bridge ended with code 0", given)
    assert reason_of_the_end() == "nav was killed by SIGKILL"
    forget_why(given)
    assert not list(tmp_path.iterdir())


def test_who_outlives_its_launch_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(LAUNCHED_BY, raising=False)
    assert not orphaned()
    for alive in (os.getppid(), os.getpid()):
        monkeypatch.setenv(LAUNCHED_BY, str(alive))
        assert not orphaned()
    monkeypatch.setenv(LAUNCHED_BY, "1" if os.getppid() != 1 else "2")
    assert orphaned() and reason_of_the_end() == "its launch was killed"
