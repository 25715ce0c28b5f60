"""Workers begin with files of a kind each: stacks of robots in the clock's time, their drivers, slow, quick ones."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

FILE = """import gc
import os
import pytest
open('found', 'a').write(f'{{os.environ.get("PYTEST_XDIST_WORKER", "")}} {name}\\n')
{mark}
def test_it(worker_id):
    assert gc.isenabled() and gc.get_freeze_count(), "what was there before the tests is left alone"
    open('order', 'a').write(f'{{worker_id}} {name} {{os.nice(0)}}\\n')
"""
DIES_ONCE = """import os
import pathlib
def test_dies():
    begun = pathlib.Path('begun')
    if not begun.exists():
        begun.touch()
        os._exit(1)
def test_is_well():
    pass
"""
SLOW = "@pytest.mark.slow"
NICEST = 19
FILES = {
    name: f"tests/test_{name}.py"
    for name in ("a", "b", "c", "compute", "d", "spot_stack", "thor", "ur5_stack")
}
FILES |= {"driver": "src/spot_driver/test/test_driver.py", "fault": "src/ur5_emulator/test/test_fault.py"}
FILES |= {"longest": "src/ur5_emulator/test/trials/test_faults.py"}
LONG = ("compute", "fault", "spot_stack", "thor", "ur5_stack")


def pytest_in(folder: Path, workers: int, *paths: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of a folder with so many workers, none of which loads plugins that these tests do not take."""
    options = ["-q", "-p", "xdist", "-n", str(workers), "--dist", "loadfile", "-p", "no:cacheprovider", *paths]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options],
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=200,
    )


def shared(folder: Path, workers: int, *paths: str) -> tuple[dict[str, list[str]], dict[str, set[int]]]:
    """Return the files that each worker ran, in order, and how nice it was."""
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = slow: takes long\ntestpaths = src tests\n")
    for name, path in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(FILE.format(mark=SLOW if name in LONG else "", name=name))
    (folder / "tests" / "conftest.py").write_text(Path(__file__).with_name("conftest.py").read_text("utf-8"))
    ran = pytest_in(folder, workers, *paths)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    took, nice = defaultdict(list), defaultdict(set)
    for worker, name, value in (line.split() for line in (folder / "order").read_text().splitlines()):
        took[worker].append(name)
        nice[worker].add(int(value))
    assert sorted(name for names in took.values() for name in names) == sorted(FILES)
    return took, nice


def found(folder: Path) -> dict[str, set[str]]:
    """Return the files that each worker has collected."""
    names = defaultdict(set)
    for worker, name in (line.split() for line in (folder / "found").read_text().splitlines()):
        names[worker].add(name)
    return names


def test_of_two_workers_one_begins_with_robots_and_the_other_with_what_takes_long(tmp_path: Path) -> None:
    took, _ = shared(tmp_path, 2)
    assert took["gw0"][:2] == ["spot_stack", "ur5_stack"]
    assert took["gw1"][:2] == ["thor", "compute"]


def test_of_four_workers_one_has_the_stacks_and_those_without_robots_stand_back(tmp_path: Path) -> None:
    took, nice = shared(tmp_path, 4)
    assert took["gw0"][:2] == ["spot_stack", "ur5_stack"]
    assert took["gw1"][:2] == ["longest", "fault"]  # the driver's goes to whichever of both is done first
    assert took["gw2"][:2] == ["thor", "compute"]
    assert took["gw3"][:2] == ["a", "b"]
    here = os.nice(0)
    assert nice["gw0"] == nice["gw1"] == {here}
    assert nice["gw2"] == nice["gw3"] == {min(here + 5, NICEST)}
    collected = found(tmp_path)
    assert collected["gw0"] == collected["gw1"] == {"spot_stack", "ur5_stack", "driver", "fault", "longest"}
    assert collected["gw2"] == collected["gw3"] == set(FILES)


def test_those_that_begin_as_the_longest_are_there() -> None:
    root = Path(__file__).parents[1]
    longest = runpy.run_path(str(Path(__file__).with_name("conftest.py")))["LONGEST"]
    assert longest and all((root / file).is_file() for file in longest)


def test_of_some_tests_each_worker_takes_what_there_is(tmp_path: Path) -> None:
    took, _ = shared(tmp_path, 3, "src", "tests")
    assert found(tmp_path)["gw0"] == set(FILES)
    assert took["gw0"][:2] == ["spot_stack", "ur5_stack"]


def test_what_a_worker_had_that_dies_is_run_by_another(tmp_path: Path) -> None:
    folder = tmp_path / "src" / "spot_driver" / "test"
    folder.mkdir(parents=True)
    (folder / "test_dies.py").write_text(DIES_ONCE)
    (tmp_path / "tests").mkdir()
    for name in ("other", "third"):
        (tmp_path / "tests" / f"test_{name}.py").write_text("def test_it():\n    pass\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\ntestpaths = src tests\n")
    (tmp_path / "tests" / "conftest.py").write_text(
        Path(__file__).with_name("conftest.py").read_text("utf-8")
    )
    ran = pytest_in(tmp_path, 3)
    assert ran.returncode == 1 and "1 failed, 4 passed" in ran.stdout, ran.stdout + ran.stderr
