"""The table of exit codes in docs/launch.md is the one in the code."""

from __future__ import annotations

import re
from pathlib import Path

from pred_core.exit_codes import MEANINGS

PAGE = Path(__file__).resolve().parents[1] / "docs" / "launch.md"


def test_the_page_shows_the_table() -> None:
    section = PAGE.read_text("utf-8").partition("## Exit codes")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\d+) \| (.+) \|$", section, re.MULTILINE)
    assert {int(code): meaning for code, meaning in rows} == dict(MEANINGS)
