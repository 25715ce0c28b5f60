"""A Python file that is longer than 400 lines has more than one subject, and is cut."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
LONGEST = 400


def test_no_python_file_is_longer_than_400_lines() -> None:
    files = [path for name in ("src", "launch", "tests", "tools") for path in (ROOT / name).rglob("*.py")]
    assert len(files) > 500
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in files}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}
