"""`./pred build`: colcon over src/ and launch/, skipped when nothing that matters changed."""

from __future__ import annotations

import json
import os
import platform
import shutil
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

from .bare_ros import build_environment, ensure_build_venv
from .console import DoorError, say
from .environment import base
from .layout import Layout
from .process import run
from .ros import Ros, added, sourced
from .steps import digest, is_done, locked, mark_done

BASES = ("src", "launch")
SKIPPED = {"test", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis"}
BUILD_FILES = {"package.xml", "setup.py", "setup.cfg", "CMakeLists.txt", "COLCON_IGNORE"}
INTERFACES = {".msg", ".srv", ".action"}
SCRIPTS = {".bash", ".cmake", ".dsv", ".ps1", ".sh", ".zsh"}
BUILT_FOR = "built_for"
"""File in a built package kept in the cache: the folder it was built for."""


@dataclass(frozen=True)
class Package:
    """A ROS package of the workspace; `interfaces` ones are built with CMake, the others are Python."""

    name: str
    folder: Path
    interfaces: bool


def find_packages(root: Path) -> list[Package]:
    """Return the workspace's packages (folders with a package.xml and a build file) by name."""
    found = []
    for base_folder in BASES:
        for manifest in sorted(
            {*(root / base_folder).glob("package.xml"), *(root / base_folder).glob("*/package.xml")}
        ):
            folder = manifest.parent
            name = manifest.read_text().partition("<name>")[2].partition("</name>")[0].strip()
            is_cmake = (folder / "CMakeLists.txt").exists()
            if name and (is_cmake or (folder / "setup.py").exists()):
                found.append(Package(name, folder, is_cmake))
    return sorted(found, key=lambda package: package.name)


def _files(folder: Path) -> Iterator[Path]:
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(
            name for name in folders if name not in SKIPPED and not name.endswith(".egg-info")
        )
        for name in sorted(names):
            yield Path(here) / name


def package_key(package: Package) -> str:
    """Return what the built package depends on.

    Python packages are installed as links, so for them only the build files' content and the names of the files that
    setup.py may list count; for interfaces the content of everything does.
    """
    parts: list[bytes | str] = [package.name]
    for file in _files(package.folder):
        relative = str(file.relative_to(package.folder))
        if package.interfaces or file.name in BUILD_FILES or file.suffix in INTERFACES:
            parts += [relative, file.read_bytes()]
        elif file.suffix != ".py" or file.name.endswith(".launch.py"):
            parts.append(relative)
    return digest(parts)


def build(layout: Layout, ros: Ros) -> None:
    """Build what changed since the last build; return quickly when nothing did."""
    packages = find_packages(layout.root)
    if not packages:
        raise DoorError("there is no package under src/ or launch/")
    keys = build_keys(layout, ros, packages)
    if _changed(layout, packages, keys) or not layout.environment_file.is_file():
        with locked(layout.state / "lock", "another ./pred is building this checkout"):
            # Asked again, because the other ./pred may have built it meanwhile.
            _build_changed(layout, ros, _changed(layout, packages, keys), keys)
            _link_programs(layout, packages)
            _remember_environment(layout, ros)


def build_keys(layout: Layout, ros: Ros, packages: list[Package]) -> dict[str, str]:
    """Return, per package, what its built form depends on."""
    meta = (layout.root / "colcon.meta").read_bytes()
    common: list[bytes | str] = [ros.name, str(layout.root), meta]
    if ros.bare:
        common.append(layout.requirements("ros_build").read_bytes())
    return {package.name: digest([*common, package_key(package)]) for package in packages}


def _changed(layout: Layout, packages: list[Package], keys: dict[str, str]) -> list[Package]:
    return [p for p in packages if not is_done(layout.stamps, f"package.{p.name}", keys[p.name])]


def _build_changed(layout: Layout, ros: Ros, changed: list[Package], keys: dict[str, str]) -> None:
    for package in (package for package in changed if package.interfaces):
        say(f"pred: building {package.name} (a minute or two when new)")
        _build_interfaces(layout, ros, package)
        mark_done(layout.stamps, f"package.{package.name}", keys[package.name])
    python = [package for package in changed if not package.interfaces]
    if python:
        say(f"pred: building {', '.join(package.name for package in python)}")
        forget_removed(layout, python)
        _colcon(layout, base(layout, ros, os.environ), python, ["--symlink-install"])
        for package in python:
            mark_done(layout.stamps, f"package.{package.name}", keys[package.name])


def forget_removed(layout: Layout, packages: list[Package]) -> None:
    """Take away the built packages' links to files that are gone: setup.py, which runs there, would install them."""
    for package in packages:
        for path in (layout.colcon / "build" / package.name).rglob("*"):
            if path.is_symlink() and not path.exists():
                path.unlink()


def _build_interfaces(layout: Layout, ros: Ros, package: Package) -> None:
    if not ros.bare:
        _colcon(layout, base(layout, ros, os.environ), [package], [])
        return
    archive = layout.built / f"{package.name}-{_built_key(layout, package)}.tar"
    target = layout.install / package.name
    if archive.is_file():
        _restore(archive, target)
        say(f"      {package.name} comes from {layout.built}")
        return
    ensure_build_venv(layout)
    # CMake cannot be told to forget interfaces or languages that are generated no longer.
    for stale in (layout.colcon / "build" / package.name, target):
        shutil.rmtree(stale, ignore_errors=True)
    python = layout.build_venv / "bin" / "python"
    cmake = ["--cmake-args", f"-DPython3_EXECUTABLE={python}", "-DPython3_FIND_VIRTUALENV=ONLY"]
    cmake.append("-DPRED_MSGS_CPP=OFF")
    # Without this, colcon lets make start one compiler only while the machine is busy otherwise.
    jobs = {"MAKEFLAGS": f"-j{os.cpu_count() or 1}", **os.environ}
    _colcon(layout, build_environment(layout, jobs), [package], cmake)
    _keep(target, archive)


def _built_key(layout: Layout, package: Package) -> str:
    """Return what a built interface package in the user's cache depends on beyond this checkout."""
    meta = (layout.root / "colcon.meta").read_bytes()
    compiler = run(["g++", "--version"], quiet=True).stdout
    parts: list[bytes | str] = [
        package_key(package),
        meta,
        layout.requirements("ros_build").read_bytes(),
        compiler,
        platform.machine(),
    ]
    return digest(parts)[:16]


def _restore(archive: Path, target: Path) -> None:
    """Unpack a built package from the cache and put the folder it was built for right in its scripts."""
    shutil.rmtree(target, ignore_errors=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive) as packed:
        packed.extractall(target.parent)
    built_for = (target / BUILT_FOR).read_text()
    for script in (path for path in target.rglob("*") if path.suffix in SCRIPTS):
        text = script.read_text()
        if built_for in text:
            script.write_text(text.replace(built_for, str(target)))


def _keep(folder: Path, archive: Path) -> None:
    """Pack a built package into the cache, where it appears whole or not at all."""
    archive.parent.mkdir(parents=True, exist_ok=True)
    (folder / BUILT_FOR).write_text(str(folder))
    with tempfile.TemporaryDirectory(prefix=".partial-", dir=archive.parent) as partial:
        fresh = Path(partial) / archive.name
        with tarfile.open(fresh, "w") as packed:
            packed.add(folder, arcname=folder.name)
        fresh.replace(archive)


def _colcon(layout: Layout, env: dict[str, str], packages: list[Package], options: list[str]) -> None:
    layout.colcon.mkdir(parents=True, exist_ok=True)
    command = [str(layout.python), "-m", "colcon", "--log-base", str(layout.colcon / "log"), "build"]
    command += ["--base-paths", *(str(layout.root / name) for name in BASES)]
    command += ["--build-base", str(layout.colcon / "build"), "--install-base", str(layout.install)]
    command += ["--metas", str(layout.root / "colcon.meta"), "--event-handlers", "console_start_end-"]
    command += ["--packages-select", *(package.name for package in packages), *options]
    env = {**env, "PYTHONWARNINGS": "ignore"}
    if run(command, env=env, cwd=layout.root, output_to_stderr=True).returncode:
        raise DoorError("the build failed", f"colcon's log is in {layout.colcon / 'log' / 'latest_build'}")


def _link_programs(layout: Layout, packages: list[Package]) -> None:
    """Put the programs called ``pred-...`` on the path; nodes have short names that only ``ros2 run`` tells apart."""
    shutil.rmtree(layout.programs, ignore_errors=True)
    layout.programs.mkdir(parents=True)
    for package in packages:
        for program in (layout.install / package.name / "lib" / package.name).glob("pred-*"):
            if (
                program.name in (package.folder / "setup.py").read_text()
            ):  # else it is left from an older build
                (layout.programs / program.name).symlink_to(program)


def _remember_environment(layout: Layout, ros: Ros) -> None:
    """Write down what the built packages add to the environment, so that later commands need no shell to find out."""
    bare_shell = {"HOME": os.environ.get("HOME", "/"), "PATH": "/usr/bin:/bin"}
    before = base(layout, ros, bare_shell if ros.bare or ros.setup else os.environ)
    script = layout.install / "local_setup.bash"
    after = sourced(script, before) if script.is_file() else before
    fresh = layout.state / "environment.new"
    fresh.write_text(json.dumps(added(before, after), indent=1))
    fresh.replace(layout.environment_file)
