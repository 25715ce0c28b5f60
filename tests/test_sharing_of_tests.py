"""Two workers take the files of tests from both ends: whole stacks beside what computes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

FILE = "import pytest\n{mark}\ndef test_it(worker_id):\n    open('order', 'a').write(f'{{worker_id}} {name}\\n')\n"
SLOW = "@pytest.mark.slow"


def test_one_worker_begins_with_slow_files_and_the_other_at_the_other_end(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = slow: takes long\n")
    (tmp_path / "conftest.py").write_text(Path(__file__).with_name("conftest.py").read_text("utf-8"))
    for name in "abcdefgh":
        text = FILE.format(mark=SLOW if name in "fg" else "", name=name)
        (tmp_path / f"test_{name}.py").write_text(text)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadfile", "-p", "no:cacheprovider"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    ran_by = [line.split() for line in (tmp_path / "order").read_text().splitlines()]
    first = [name for worker, name in ran_by if worker == "gw0"]
    other = [name for worker, name in ran_by if worker == "gw1"]
    # which of the two has collected first is the one that begins with the slow ones
    assert sorted([first[:2], other[:2]]) == [["f", "g"], ["h", "e"]]
    assert sorted(first + other) == list("abcdefgh")
