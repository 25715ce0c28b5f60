"""What pip check says of the environment is explained in docs/install.md, and what is explained there is so."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "install.md"
SAID = re.compile(r"^(?P<package>\S+) \S+ (?:requires (?P<lacks>\S+), which|has requirement (?P<other>[\w.-]+))")
OF_TESTING = "pytest"
"""Installed by ./pred test, so never lacking here, but where only the runtime is installed."""


def explained() -> set[tuple[str, str]]:
    section = PAGE.read_text("utf-8").partition("## What pip check says")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| ([\w.-]+) \| ([\w.-]+) \| .{8,} \|$", section, re.MULTILINE))


def ours() -> set[str]:
    """Return the packages of our lists; a system ROS brings others, which are not ours to explain."""
    text = "\n".join(path.read_text("utf-8") for path in (ROOT / "tools" / "requirements").glob("*.txt"))
    return {re.sub(r"[-_.]+", "-", name).lower() for name in re.findall(r"^([\w.-]+)==", text, re.MULTILINE)}


def test_what_pip_check_says_is_explained() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pip", "check", "--disable-pip-version-check"],
        capture_output=True,
        text=True,
        check=False,
    )
    found = [SAID.match(line) for line in done.stdout.splitlines()]
    assert all(found) or not done.returncode, done.stdout
    said = {(m["package"], m["lacks"] or m["other"]) for m in found if m is not None}
    assert not {pair for pair in said - explained() if pair[0] in ours()}
    assert not {pair for pair in explained() - said if pair[0] in ours() and pair[1] != OF_TESTING}
