"""Workers begin with files of a kind each: stacks of robots in the clock's time, their drivers, what computes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

FILE = """import gc
import os
import pytest
{mark}
def test_it(worker_id):
    assert gc.isenabled() and gc.get_freeze_count(), "what was there before the tests is left alone"
    open('order', 'a').write(f'{{worker_id}} {name} {{os.nice(0)}}\\n')
"""
SLOW = "@pytest.mark.slow"
NICEST = 19
FILES = {name: f"tests/test_{name}.py" for name in ("a", "b", "c", "compute", "d", "spot_stack", "thor", "ur5_stack")}
FILES |= {"driver": "src/spot_driver/test/test_driver.py", "fault": "src/ur5_emulator/test/test_fault.py"}
LONG = ("compute", "fault", "spot_stack", "thor", "ur5_stack")


def shared(folder: Path, workers: int) -> tuple[dict[str, list[str]], dict[str, set[int]]]:
    """Return the files that each worker ran, in order, and how nice it was."""
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = slow: takes long\n")
    for name, path in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(FILE.format(mark=SLOW if name in LONG else "", name=name))
    (folder / "tests" / "conftest.py").write_text(Path(__file__).with_name("conftest.py").read_text("utf-8"))
    options = ["-q", "-n", str(workers), "--dist", "loadfile", "-p", "no:cacheprovider", "src", "tests"]
    command = [sys.executable, "-m", "pytest", *options]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    took, nice = defaultdict(list), defaultdict(set)
    for worker, name, value in (line.split() for line in (folder / "order").read_text().splitlines()):
        took[worker].append(name)
        nice[worker].add(int(value))
    assert sorted(name for names in took.values() for name in names) == sorted(FILES)
    return took, nice


def test_of_two_workers_one_begins_with_robots_and_the_other_with_what_computes_long(tmp_path: Path) -> None:
    took, _ = shared(tmp_path, 2)
    assert took["gw0"][:2] == ["spot_stack", "ur5_stack"]
    assert took["gw1"][:2] == ["thor", "compute"]


def test_of_three_workers_one_has_the_stacks_and_the_one_that_computes_stands_back(tmp_path: Path) -> None:
    took, nice = shared(tmp_path, 3)
    assert took["gw0"][:2] == ["spot_stack", "ur5_stack"]
    assert took["gw1"][:2] == ["fault", "driver"]
    assert took["gw2"][:2] == ["thor", "compute"]
    here = os.nice(0)
    assert nice["gw0"] == nice["gw1"] == {here}
    assert nice["gw2"] == {min(here + 3, NICEST)}
