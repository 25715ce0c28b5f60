"""A launch leaves nothing in the temporary folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("launch_ros", reason="needs a ROS environment")

LAUNCH = """
import sys
from launch import LaunchDescription, LaunchService
from pred_bringup.temporary import place
from pred_bringup.tidy_node import TidyNode

(place() / "ca.pem").write_text("certificate")
node = TidyNode(executable=sys.argv[1], name="talker", parameters=[{"words": "hello"}], output="screen")
service = LaunchService()
service.include_launch_description(LaunchDescription([node]))
sys.exit(service.run())
"""
READER = '#!/bin/sh\nfor word; do case $word in *launch_params_*) grep hello "$word";; esac; done\n'


def test_what_nodes_are_told_is_there_while_they_run_and_gone_after(tmp_path: Path) -> None:
    reader = tmp_path / "reader"
    reader.write_text(READER)
    reader.chmod(0o755)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    ended = subprocess.run(
        [sys.executable, "-c", LAUNCH, str(reader)],
        env={**os.environ, "TMPDIR": str(temporary), "ROS_LOG_DIR": str(tmp_path / "log")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "words: hello" in ended.stdout, ended.stdout + ended.stderr
    assert not list(temporary.iterdir())
