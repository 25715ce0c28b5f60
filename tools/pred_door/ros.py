"""Which ROS 2 Jazzy this machine has: a sourced one, one in /opt/ros/jazzy, or none."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Mapping

from .console import DoorError, say
from .process import run

DISTRO = "jazzy"
SYSTEM_SETUP = Path("/opt/ros/jazzy/setup.bash")
OWN_TREE_MARK = "made_by_pred"
"""File in the root of a ROS tree that the door unpacked, so that it is never mistaken for a system one."""

LIST_VARIABLES = (
    "AMENT_PREFIX_PATH",
    "CMAKE_PREFIX_PATH",
    "COLCON_PREFIX_PATH",
    "LD_LIBRARY_PATH",
    "PATH",
    "PKG_CONFIG_PATH",
    "PYTHONPATH",
)


@dataclass(frozen=True)
class Ros:
    """A ROS 2 Jazzy: `setup` is the script to source, None where the shell sourced it or there is none (`bare`)."""

    bare: bool
    setup: Path | None = None

    @property
    def name(self) -> str:
        """How messages call it."""
        if self.bare:
            return "bare"
        return str(self.setup) if self.setup else "sourced"


def is_own(prefix: str) -> bool:
    """Say whether an ament prefix belongs to a tree the door made (as inside `./pred shell`)."""
    path = Path(prefix)
    return any((folder / OWN_TREE_MARK).exists() for folder in (path, *path.parents))


def find_ros(env: Mapping[str, str], system_setup: Path = SYSTEM_SETUP) -> Ros:
    """Return the ROS 2 to use: the sourced one if it is Jazzy, else the system's, else none (bare)."""
    prefixes = [p for p in env.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if p and not is_own(p)]
    has_rclpy = any(
        (Path(p) / "share" / "ament_index" / "resource_index" / "packages" / "rclpy").exists()
        for p in prefixes
    )
    if has_rclpy:
        if env.get("ROS_DISTRO") == DISTRO:
            return Ros(bare=False)
        say(f"pred: the sourced ROS 2 is '{env.get('ROS_DISTRO')}', not Jazzy: it is left aside")
    if system_setup.is_file():
        return Ros(bare=False, setup=system_setup)
    return Ros(bare=True)


def sourced(script: Path, env: Mapping[str, str]) -> dict[str, str]:
    """Return the environment after sourcing `script` with bash, starting from `env`."""
    command = ["bash", "-c", '. "$0" >/dev/null && env -0', str(script)]
    done = run(command, env=env, quiet=True)
    if done.returncode:
        raise DoorError(f"sourcing {script} failed:\n{done.stdout.strip()}")
    pairs = (entry.partition("=") for entry in done.stdout.split("\0") if "=" in entry)
    return {name: value for name, _, value in pairs}


def added(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, list[str]]:
    """Return, per list variable, the entries of `after` that `before` lacks, in their order."""
    result = {}
    for name in LIST_VARIABLES:
        old = set(before.get(name, "").split(os.pathsep))
        new = [entry for entry in after.get(name, "").split(os.pathsep) if entry and entry not in old]
        if new:
            result[name] = new
    return result


def prepended(env: Mapping[str, str], entries: Mapping[str, list[str]]) -> dict[str, str]:
    """Return `env` with `entries` put in front of its list variables, each once."""
    result = dict(env)
    for name, new in entries.items():
        old = [entry for entry in env.get(name, "").split(os.pathsep) if entry and entry not in new]
        result[name] = os.pathsep.join([*dict.fromkeys(new), *old])
    return result
