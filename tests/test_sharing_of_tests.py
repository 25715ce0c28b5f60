"""Workers take the files of tests from both ends: robots in the clock's time beside what computes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

FILE = """import os
import pytest
{mark}
def test_it(worker_id):
    open('order', 'a').write(f'{{worker_id}} {name} {{os.nice(0)}}\\n')
"""
SLOW = "@pytest.mark.slow"
NICEST = 19
NAMES = ("a", "b", "c", "compute", "d", "e", "spot_robot", "stack", "ur5_robot")


def shared(folder: Path, workers: int) -> tuple[dict[str, list[str]], dict[str, set[int]]]:
    """Return the files that each worker ran, in order, and how nice it was."""
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = slow: takes long\n")
    tests = folder / "tests"
    tests.mkdir()
    (tests / "conftest.py").write_text(Path(__file__).with_name("conftest.py").read_text("utf-8"))
    for name in NAMES:
        mark = SLOW if name in ("compute", "stack", "ur5_robot") else ""
        (tests / f"test_{name}.py").write_text(FILE.format(mark=mark, name=name))
    options = ["-q", "-n", str(workers), "--dist", "loadfile", "-p", "no:cacheprovider", "tests"]
    command = [sys.executable, "-m", "pytest", *options]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    took, nice = defaultdict(list), defaultdict(set)
    for worker, name, value in (line.split() for line in (folder / "order").read_text().splitlines()):
        took[worker].append(name)
        nice[worker].add(int(value))
    assert sorted(name for names in took.values() for name in names) == sorted(NAMES)
    return took, nice


def test_of_two_workers_one_begins_with_robots_and_the_other_with_what_computes_long(tmp_path: Path) -> None:
    took, _ = shared(tmp_path, 2)
    assert took["gw0"][:2] == ["ur5_robot", "spot_robot"]
    assert took["gw1"][:2] == ["stack", "compute"]


def test_of_three_workers_two_begin_with_robots_and_the_third_one_stands_back(tmp_path: Path) -> None:
    took, nice = shared(tmp_path, 3)
    assert {took["gw0"][0], took["gw1"][0]} == {"ur5_robot", "spot_robot"}
    assert took["gw2"][:2] == ["stack", "compute"]
    here = os.nice(0)
    assert nice["gw0"] == nice["gw1"] == {here}
    assert nice["gw2"] == {min(here + 5, NICEST)}
