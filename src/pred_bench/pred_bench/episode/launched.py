"""Run a robot's launch description with the real launch service: the benchmark's child process."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch.actions import IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource

from launch import LaunchDescription, LaunchService


def main() -> int:
    """Launch the robot named first with ``key:=value`` arguments until SIGINT, or until standard input is at its end.

    That is so when the benchmark is gone without having ended its graph: nothing is left running then.
    """
    robot, *texts = sys.argv[1:]
    threading.Thread(target=_end_with_the_benchmark, daemon=True).start()
    arguments = [tuple(text.split(":=", 1)) for text in texts]
    file = Path(get_package_share_directory("pred_bringup")) / "launch" / f"{robot}.launch.py"
    service = LaunchService()
    included = IncludeLaunchDescription(PythonLaunchDescriptionSource(str(file)), launch_arguments=arguments)
    service.include_launch_description(LaunchDescription([included]))
    return int(service.run())


def _end_with_the_benchmark() -> None:
    sys.stdin.read()
    os.killpg(os.getpgrp(), signal.SIGINT)


if __name__ == "__main__":
    sys.exit(main())
