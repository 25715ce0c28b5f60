"""`./pred setup`: from a fresh clone to an environment in which everything runs."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

from . import apt, bare_ros, venvs
from .console import say
from .environment import base
from .interpreter import find_python
from .known import begin_with_compiled_packages
from .layout import Layout
from .process import run
from .ros import Ros
from .steps import digest, is_done, locked, once
from .wheels import Pin, override, read_pins

STAND_INS = ("ros2launch", "ros2action", "ros2interface", "launch_pytest")
"""Modules of ROS 2 that small packages of ours stand in for where the real ones are not importable."""

ADDED = ("dev", "cluster", "vision")
"""Steps, and lists, that add to the runtime environment for who asks for them."""
BUSY = "another ./pred is setting up this checkout"


def set_up(layout: Layout, ros: Ros) -> None:
    """Bring the checkout's environment up to date; quick when nothing changed."""
    keys = step_keys(layout, ros)
    if all(is_done(layout.stamps, name, key) for name, key in keys.items()):
        return
    layout.state.mkdir(exist_ok=True)
    with locked(layout.state / "lock", BUSY), locked(layout.cache / "lock", "another ./pred is downloading"):
        _do_steps(layout, ros, keys)
    say("pred: set-up is complete")


def step_keys(layout: Layout, ros: Ros) -> dict[str, str]:
    """Return what each step's result depends on, in the order of the steps."""

    def key(*files: Path) -> str:
        return digest([str(layout.root), ros.name, *(file.read_bytes() for file in files)])

    listed = layout.requirements
    files = {"venv": [listed("runtime"), listed("build"), listed("runtime_system_ros")]}
    if ros.bare:
        files["ros"] = [listed("ros_tree")]
    files["stand_ins"] = sorted((layout.tools / "standins").glob("*/pyproject.toml"))
    return {name: key(*paths) for name, paths in files.items()}


def _do_steps(layout: Layout, ros: Ros, keys: dict[str, str]) -> None:
    actions = {
        "venv": ("Python packages", lambda: _make_venv(layout, ros)),
        "ros": ("ROS 2 Jazzy runtime", lambda: _make_ros(layout)),
        "stand_ins": ("ROS 2 commands", lambda: _add_commands(layout, ros)),
    }
    if ros.bare:
        bare_ros.check_platform()
    apt.ensure(apt.missing_tools(), "building ROS 2 packages")
    apt.offer(apt.missing_drawing(), "the emulated table (launch ur5 mock:=true)")
    for number, (name, key) in enumerate(keys.items(), start=1):
        title, action = actions[name]
        once(layout.stamps, name, key, f"[{number}/{len(keys)}] {title}", action)


def runtime_pins(layout: Layout, ros: Ros) -> list[Pin]:
    """Return what the runtime environment holds: what runs, and what builds the packages."""
    pins = read_pins(layout.requirements("runtime")) + read_pins(layout.requirements("build"))
    return pins if ros.bare else override(pins, read_pins(layout.requirements("runtime_system_ros")))


def _make_venv(layout: Layout, ros: Ros) -> None:
    # what else was added may be gone with the environment that it was added to
    for name in ADDED:
        with contextlib.suppress(FileNotFoundError):
            (layout.stamps / name).unlink()
    if ros.bare:
        venvs.create(layout.venv, find_python())
    else:
        # rclpy belongs to the system's (or the sourced environment's) own interpreter.
        path = base(layout, ros, os.environ)["PATH"].replace(f"{layout.venv / 'bin'}{os.pathsep}", "", 1)
        venvs.create(layout.venv, shutil.which("python3", path=path) or "python3", system_packages=True)
    venvs.install(layout, layout.venv, runtime_pins(layout, ros))
    begin_with_compiled_packages(layout)


def _make_ros(layout: Layout) -> None:
    bare_ros.unpack_tree(layout, layout.python)
    env = base(layout, Ros(bare=True), os.environ)
    apt.ensure(bare_ros.apt_packages(bare_ros.missing_libraries(layout.ros_tree, env)), "the ROS 2 runtime")


def _add_commands(layout: Layout, ros: Ros) -> None:
    """Write the `ros2` command into the environment, and our stand-ins for the verbs this ROS 2 lacks."""
    command = layout.venv / "bin" / "ros2"
    command.write_text(f"#!{layout.python}\nimport sys\n\nfrom ros2cli.cli import main\n\nsys.exit(main())\n")
    command.chmod(0o755)
    env = base(layout, ros, os.environ)
    lacking = [name for name in STAND_INS if not _importable(layout, name, env)]
    projects = [layout.tools / "standins" / name for name in lacking]
    venvs.install_editable(layout, [project for project in projects if project.is_dir()])
    if lacking:
        say(f"      stand-ins for {', '.join(lacking)} (see tools/standins)")


def _importable(layout: Layout, module: str, env: dict[str, str]) -> bool:
    """Say whether the real `module` is there; one of our own stand-ins does not count."""
    check = (
        "import importlib.util as u, sys; s = u.find_spec(sys.argv[1]); "
        "sys.exit(not (s and sys.argv[2] not in str(s.origin)))"
    )
    own = str(layout.tools / "standins")
    return run([str(layout.python), "-c", check, module, own], env=env, quiet=True).returncode == 0


def set_up_dev(layout: Layout, ros: Ros) -> None:
    """Add what checks and tests take to the runtime environment; it stays there for later commands."""
    _add(layout, ros, "dev", "tools for checking and testing")
    set_up_cluster(layout, ros)


def set_up_cluster(layout: Layout, ros: Ros) -> None:
    """Add what runs a benchmark in several processes or on several machines."""
    _add(layout, ros, "cluster", "what spreads a benchmark over processes and machines")


def set_up_vision(layout: Layout, ros: Ros) -> None:
    """Add the heavy vision packages to the runtime environment."""
    if not _add(layout, ros, "vision", "vision packages (about 6 GB)"):
        say("pred: the vision packages are there")


def _add(layout: Layout, ros: Ros, name: str, title: str) -> bool:
    """Install one of the lists that are `ADDED` unless that was done; return whether it was done now."""
    set_up(layout, ros)
    listed = layout.requirements(name)
    key = digest([str(layout.root), ros.name, listed.read_bytes()])
    if is_done(layout.stamps, name, key):
        return False
    with locked(layout.state / "lock", BUSY):
        return once(
            layout.stamps, name, key, title, lambda: venvs.install(layout, layout.venv, read_pins(listed))
        )
