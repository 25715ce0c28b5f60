"""A ROS 2 Jazzy out of package registries, for machines that have none.

The runtime is the open-source tree inside one wheel; what builds interface packages are community wheels.
"""

from __future__ import annotations

import platform
import shutil
import zipfile
from pathlib import Path

from .console import DoorError, progress, say
from .interpreter import find_python
from .layout import Layout
from .process import run, run_or_fail
from .ros import OWN_TREE_MARK
from .steps import digest, once
from .venvs import create, install
from .wheels import fetch, read_pins

TREE = "isaacsim/exts/isaacsim.ros2.core/jazzy/"
LICENCE = (
    "no ROS 2 Jazzy found: taking the open-source ROS 2 packages (Apache-2.0/BSD, each under its own licence) out of "
    "the isaacsim-ros2 wheel, itself under NVIDIA's terms (133 MB, nothing else of it is unpacked or passed on). "
    "Alternatives: ROS 2 Jazzy from apt on Ubuntu 24.04, or RoboStack."
)
APT_OF_LIBRARY = {
    "libacl.so.1": "libacl1",
    "libatomic.so.1": "libatomic1",
    "libgcc_s.so.1": "libgcc-s1",
    "libpython3.12.so.1.0": "libpython3.12",
    "libstdc++.so.6": "libstdc++6",
}
LOADED = (
    "lib/librmw_fastrtps_cpp.so",
    "lib/librmw_cyclonedds_cpp.so",
    "lib/librcl_logging_spdlog.so",
    "lib/libsensor_msgs__rosidl_generator_py.so",
)
BAKED_NUMPY = "/opt/python/cp312-cp312/lib/python3.12/site-packages/numpy/_core/include"
BAKED_PYTHON = "/opt/python/cp312-cp312"


def check_platform() -> None:
    """Raise DoorError where the wheels cannot run."""
    libc, version = platform.libc_ver()
    parts = tuple(int(part) for part in version.split(".")[:2]) if version else ()
    if platform.system() != "Linux" or platform.machine() != "x86_64" or libc != "glibc" or parts < (2, 35):
        raise DoorError(
            f"ROS 2 cannot be taken from the registries here ({platform.system()} {platform.machine()}, "
            f"{libc or 'unknown C library'} {version}): that needs Linux x86_64 with glibc 2.35 or newer",
            "Install ROS 2 Jazzy (Ubuntu 24.04: apt; others: RoboStack or a container) and run this again.",
        )


def unpack_tree(layout: Layout, python: Path) -> None:
    """Put the Jazzy runtime into the layout's ROS folder; raises DoorError when it cannot be had."""
    say(f"pred: {LICENCE}")
    wheel = fetch(layout.wheels, read_pins(layout.requirements("ros_tree")), python)[0]
    fresh = layout.state / "ros.new"
    shutil.rmtree(fresh, ignore_errors=True)
    with zipfile.ZipFile(wheel) as archive:
        members = [
            info for info in archive.infolist() if info.filename.startswith(TREE) and not info.is_dir()
        ]
        for number, info in enumerate(members, start=1):
            _extract(archive, info, fresh)
            if number % 4000 == 0 or number == len(members):
                progress("unpacked", number, len(members))
    (fresh / OWN_TREE_MARK).write_text(f"{wheel.name}\n")
    shutil.rmtree(layout.ros_tree, ignore_errors=True)
    fresh.replace(layout.ros_tree)


def _extract(archive: zipfile.ZipFile, info: zipfile.ZipInfo, root: Path) -> None:
    target = root / info.filename[len(TREE) :]
    target.parent.mkdir(parents=True, exist_ok=True)
    with archive.open(info) as source, target.open("wb") as sink:
        shutil.copyfileobj(source, sink)
    mode = info.external_attr >> 16
    if mode:
        target.chmod(mode & 0o777 | 0o600)


def missing_libraries(tree: Path, env: dict[str, str]) -> list[str]:
    """Return the shared libraries that the ROS tree names and this machine lacks."""
    done = run(["ldd", *(str(tree / name) for name in LOADED)], env=env, quiet=True)
    lines = (line.split() for line in done.stdout.splitlines() if "not found" in line)
    return sorted({line[0] for line in lines})


def apt_packages(libraries: list[str]) -> list[str]:
    """Return the apt packages that hold `libraries`; raise DoorError naming those we do not know."""
    unknown = [name for name in libraries if name not in APT_OF_LIBRARY]
    if unknown:
        raise DoorError(
            f"shared libraries are missing: {', '.join(unknown)}", "Install the packages that hold them."
        )
    return sorted({APT_OF_LIBRARY[name] for name in libraries})


def ensure_build_venv(layout: Layout) -> None:
    """Have the environment that builds interface packages, unless an earlier call made it."""
    key = digest([str(layout.root), layout.requirements("ros_build").read_bytes()])
    title = "ROS 2 build environment, to build interfaces"
    once(layout.stamps, "build_venv", key, title, lambda: _make_build_venv(layout, find_python()))


def _make_build_venv(layout: Layout, python: str) -> None:
    """Make the environment anew, with the paths its makers left in it put right."""
    shutil.rmtree(layout.build_venv, ignore_errors=True)
    create(layout.build_venv, python)
    install(layout, layout.build_venv, read_pins(layout.requirements("ros_build")))
    own_python = layout.build_venv / "bin" / "python"
    command = [str(own_python), "-c", "import numpy, sys; print(numpy.get_include()); print(sys.base_prefix)"]
    numpy_include, base_prefix = run_or_fail(command, "the build environment does not work").split()
    rewrite_paths(layout.build_venv, {BAKED_NUMPY: numpy_include, BAKED_PYTHON: base_prefix})


def rewrite_paths(prefix: Path, paths: dict[str, str]) -> int:
    """Replace in every CMake file below `prefix` the `paths` (in their order); return how many files changed.

    A changed file is a new one: the old may be a hard link into the cache that all clones share.
    """
    changed = 0
    for folder in (prefix / "share", prefix / "lib" / "cmake"):
        for file in folder.rglob("*.cmake"):
            text = file.read_text()
            fixed = text
            for old, new in paths.items():
                fixed = fixed.replace(old, new)
            if fixed != text:
                fresh = file.with_suffix(".new")
                fresh.write_text(fixed)
                fresh.replace(file)
                changed += 1
    return changed


def build_environment(layout: Layout, env: dict[str, str]) -> dict[str, str]:
    """Return the environment in which colcon builds interface packages without a ROS installation."""
    prefix = layout.build_venv
    libraries = [
        str(prefix / "lib"),
        *map(str, sorted(prefix.glob("lib/python3.12/site-packages/ros_*.libs"))),
    ]
    keep: dict[str, str] = {
        name: env[name] for name in ("HOME", "PATH", "TMPDIR", "LANG", "TERM") if name in env
    }
    keep["PATH"] = f"{prefix / 'bin'}:{keep.get('PATH', '/usr/bin:/bin')}"
    keep.update(
        AMENT_PREFIX_PATH=str(prefix),
        CMAKE_PREFIX_PATH=str(prefix),
        LD_LIBRARY_PATH=":".join(libraries),
        ROS_DISTRO="jazzy",
        # Its bootstrapper would start Python anew to set the library path, which is set here already.
        _ROS_WHEELS_BOOTSTRAP_COMPLETE="1",
    )
    return keep
