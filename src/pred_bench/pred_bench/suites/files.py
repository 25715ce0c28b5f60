"""Where the files of the project's suites are installed."""

from __future__ import annotations

from pathlib import Path

from ament_index_python.packages import get_package_share_directory


def suites_folder() -> Path:
    """Return the folder of the suites."""
    return Path(get_package_share_directory("pred_bench")) / "suites"
