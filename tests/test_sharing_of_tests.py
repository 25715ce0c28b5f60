"""Workers begin with files of a kind each: stacks of robots in the clock's time, their drivers, what computes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import sharing

FILE = """import gc
import os
import pytest
from pred_door.process import session_niceness
{mark}
def test_it():
    assert gc.isenabled() and gc.get_freeze_count(), "what was there before the tests is left alone"
    nice = (os.nice(0), session_niceness(os.getpid()))
    open('order', 'a').write(f'{{os.environ["PRED_TEST_WORKER"]}} {name} {{nice[0]}} {{nice[1]}}\\n')
"""
HERE = Path(__file__).parent
SLOW = "@pytest.mark.slow"
NICEST = 19
FILES = {
    name: f"tests/test_{name}.py"
    for name in ("a", "b", "c", "compute", "d", "spot_stack", "thor", "ur5_stack")
}
FILES |= {"driver": "src/spot_driver/test/test_driver.py", "fault": "src/ur5_emulator/test/test_fault.py"}
LONG = ("compute", "fault", "spot_stack", "thor", "ur5_stack")
ORDER = ["spot_stack", "ur5_stack", "fault", "driver", "a", "b", "c", "d", "compute", "thor"]


def ran(folder: Path, *options: str) -> dict[str, list[tuple[str, int, int]]]:
    """Return the files that each worker ran, in order, and how nice it and its session were."""
    (folder / "pytest.ini").write_text(
        f"[pytest]\nmarkers = slow: takes long\npythonpath = {HERE} {HERE.parent / 'tools'}\n"
    )
    for name, path in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(FILE.format(mark=SLOW if name in LONG else "", name=name))
    (folder / "tests" / "conftest.py").write_text((HERE / "conftest.py").read_text("utf-8"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, "src", "tests"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    took = defaultdict(list)
    for line in (folder / "order").read_text().splitlines():
        worker, name, nice, session = line.split()
        took[worker].append((name, int(nice), int(session)))
    assert sorted(name for files in took.values() for name, *_ in files) == sorted(FILES)
    return took


def taken(workers: int) -> list[list[str]]:
    """Return what each of some workers gets that all take as long."""
    choose = sharing.choice(workers)
    paths = {FILES[name]: name for name in ORDER}
    got: list[list[str]] = [[] for _ in range(workers)]
    while paths:
        for worker in range(min(workers, len(paths))):
            got[worker].append(paths.pop(choose(list(paths), worker)))
    return got


def test_of_two_workers_one_begins_with_robots_and_the_other_with_what_computes_long() -> None:
    first, second = taken(2)
    assert first[:4] == ORDER[:4]
    assert second[:2] == ["thor", "compute"]


def test_of_four_workers_one_has_the_stacks_one_the_drivers_and_the_rest_what_computes() -> None:
    stacks, drivers, *compute = taken(4)
    assert stacks[:2] == ["spot_stack", "ur5_stack"]
    assert drivers[:2] == ["fault", "driver"]
    assert [files[0] for files in compute] == ["thor", "compute"]


def test_workers_that_compute_stand_back(tmp_path: Path) -> None:
    took = ran(tmp_path, "--workers", "3")
    assert [took[worker][0][0] for worker in "012"] == ["spot_stack", "fault", "thor"]
    here = os.nice(0)
    assert {nice for worker in "01" for _, nice, _ in took[worker]} == {here}
    assert {nice for _, nice, _ in took["2"]} == {min(here + sharing.STAND_BACK, NICEST)}
    if Path("/proc/self/autogroup").exists():
        assert {session for _, _, session in took["2"]} == {sharing.STAND_BACK}


def test_alone_it_runs_them_in_order(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text("import os\nos.environ['PRED_TEST_WORKER'] = 'none'\n")
    assert [name for name, *_ in ran(tmp_path)["none"]] == ORDER
