from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pred_core import left_segments

HOLDS = """
import fcntl
import sys
with open(sys.argv[1], "rb") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    print(flush=True)
    sys.stdin.read()
"""
NODE = """
import os
import rclpy
from pathlib import Path
rclpy.init()
node = rclpy.create_node("left")
mine = [f"/proc/self/fd/{fd}" for fd in os.listdir("/proc/self/fd")]
locks = {Path(os.path.realpath(fd)).name for fd in mine if os.path.realpath(fd).startswith("/dev/shm/")}
print(*(name.removesuffix("_el") for name in locks if "port" not in name), flush=True)
rclpy.spin(node)
"""


DOMAIN = "104"


def aged(segment: Path, seconds: float = 60.0) -> None:
    """Let a segment have been made some time ago."""
    lock = segment.with_name(f"{segment.name}_el")
    then = lock.stat().st_mtime - seconds
    os.utime(lock, (then, then))


def made(folder: Path, name: str, age: float) -> Path:
    """Make a segment and its lock, so many seconds old."""
    for path in (folder / name, folder / f"{name}_el"):
        path.write_bytes(b"")
    aged(folder / name, age)
    return folder / name


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_only_old_segments_whose_locks_nobody_holds_are_removed(tmp_path: Path) -> None:
    made(tmp_path, "fastrtps_0842977a3b8ec7bc", 60.0)
    made(tmp_path, "fastdds_0842977a3b8ec7bc", 60.0)
    held = made(tmp_path, "fastrtps_1b0e12e1dba8bad8", 60.0)
    kept = {held, made(tmp_path, "fastrtps_269e0be78fc2b8b6", 0.0), made(tmp_path, "fastrtps_port7000", 60.0)}
    kept.add(made(tmp_path, "somebody_elses", 60.0))
    (tmp_path / "fastrtps_60f9d978715708df").write_bytes(b"")  # without a lock nobody can tell whose it is
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, f"{held}_el"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None and holder.stdout.readline()
        assert left_segments.remove(tmp_path) == 2
        left = {name for path in kept for name in (path.name, f"{path.name}_el")}
        assert names(tmp_path) == left | {"fastrtps_60f9d978715708df"}
        holder.kill()
    assert left_segments.remove(tmp_path) == 1 and held.name not in names(tmp_path)


def test_where_there_is_no_shared_memory_nothing_is_removed(tmp_path: Path) -> None:
    assert left_segments.remove(tmp_path / "none") == 0


def test_what_a_killed_node_leaves_is_removed_and_not_before() -> None:
    pytest.importorskip("rclpy", reason="needs ROS 2: run through ./pred test")
    folder, environment = left_segments.SHARED_MEMORY, os.environ | {"ROS_DOMAIN_ID": DOMAIN}
    with subprocess.Popen(
        [sys.executable, "-c", NODE], env=environment, stdout=subprocess.PIPE, text=True
    ) as node:
        assert node.stdout is not None
        segments = [folder / name for name in node.stdout.readline().split()]
        if not segments:
            node.kill()
            pytest.skip("messages do not go over shared memory here")
        for segment in segments:
            aged(segment)
        left_segments.remove()
        assert all(path.exists() for path in segments)
        node.send_signal(signal.SIGKILL)
    assert all(path.exists() for path in segments)
    left_segments.remove()
    assert not any(path.exists() for path in segments)
