"""The environment that everything of PRED runs in."""

from __future__ import annotations

import json
import os
import shutil
import sysconfig
from pathlib import Path
from typing import Mapping

from .layout import Layout
from .ros import LIST_VARIABLES, Ros, prepended, sourced

SEGMENT_BYTES = 32 * 1024 * 1024
SHARED_MEMORY = Path("/dev/shm")
SHARED_MEMORY_NEEDED = 64 * SEGMENT_BYTES


def base(layout: Layout, ros: Ros, env: Mapping[str, str]) -> dict[str, str]:
    """Return `env` with ROS 2, the virtual environment and our defaults, without the built packages."""
    if ros.bare:
        result = _bare(layout, env)
    elif ros.setup is not None:
        result = sourced(ros.setup, env)
    else:
        result = dict(env)
    result = prepended(result, {"PATH": [str(layout.venv / "bin")]})
    result["VIRTUAL_ENV"] = str(layout.venv)
    result["NUMBA_CACHE_DIR"] = str(layout.state / "numba")
    result["PRED_ROOT"] = str(layout.root)
    result.setdefault("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    result.setdefault("RCUTILS_COLORIZED_OUTPUT", "1" if os.isatty(2) else "0")
    # ONNX Runtime tells its makers what runs here; pred_core.starting has the same for starts without the door.
    result.setdefault("ORT_DISABLE_TELEMETRY", "1")
    # ai2thor's sources give such a warning each time they are compiled, that is on the first run.
    result.setdefault("PYTHONWARNINGS", "ignore:invalid escape sequence:SyntaxWarning")
    # Container images often switch bytecode off: every program would compile its 2,000 modules each time it starts.
    result.pop("PYTHONDONTWRITEBYTECODE", None)
    result.setdefault("PYTHONPYCACHEPREFIX", str(layout.bytecode))
    # ROS nodes and the player run on the processor; a leftover value here makes GPU libraries fail on start.
    result.pop("CUDA_VISIBLE_DEVICES", None)
    result.pop("PYTHONHOME", None)
    return _with_transport(layout, result)


def complete(layout: Layout, ros: Ros, env: Mapping[str, str]) -> dict[str, str]:
    """Return `base` plus the packages of the last build."""
    result = base(layout, ros, env)
    if layout.environment_file.is_file():
        entries: dict[str, list[str]] = json.loads(layout.environment_file.read_text())
        result = prepended(result, entries)
        result = prepended(result, {"PATH": [str(layout.programs)]})
        result["PRED_JIT_CACHE"] = str(layout.cache / "jit")
        result["NUMBA_CACHE_LOCATOR_CLASSES"] = "pred_core.jit_cache.ByContent,UserProvidedCacheLocator"
    return result


def _bare(layout: Layout, env: Mapping[str, str]) -> dict[str, str]:
    clean = {name: value for name, value in env.items() if name not in LIST_VARIABLES or name == "PATH"}
    tree = layout.ros_tree
    # The message libraries name libpython3.12.so; it lies beside the interpreter that made the environment.
    libraries = [str(tree / "lib"), str(python_library_folder(layout))]
    # What the user put on PYTHONPATH stays; what another ROS put there does not.
    own = [p for p in env.get("PYTHONPATH", "").split(os.pathsep) if p and "/opt/ros/" not in p]
    clean.update(ROS_DISTRO="jazzy", ROS_VERSION="2", ROS_PYTHON_VERSION="3")
    clean["PYTHONPATH"] = os.pathsep.join([str(tree / "rclpy"), *own])
    clean["AMENT_PREFIX_PATH"] = str(tree)
    clean["LD_LIBRARY_PATH"] = os.pathsep.join(libraries)
    return clean


def python_library_folder(layout: Layout) -> Path:
    """Return the folder of libpython next to the interpreter the virtual environment was made from."""
    real = (layout.venv / "bin" / "python3.12").resolve()
    beside = real.parent.parent / "lib"
    return beside if beside.is_dir() else Path(sysconfig.get_config_var("LIBDIR") or "/usr/lib")


def _with_transport(layout: Layout, env: dict[str, str]) -> dict[str, str]:
    """Give Fast DDS a shared-memory segment that holds camera images, where there is room for one per node."""
    profile = layout.tools / "fastdds_profile.xml"
    chosen = env.get("RMW_IMPLEMENTATION", "rmw_fastrtps_cpp")
    if chosen == "rmw_fastrtps_cpp" and "FASTRTPS_DEFAULT_PROFILES_FILE" not in env and has_room():
        env["FASTRTPS_DEFAULT_PROFILES_FILE"] = str(profile)
    return env


def has_room(folder: Path = SHARED_MEMORY, needed: int = SHARED_MEMORY_NEEDED) -> bool:
    """Say whether the shared-memory file system is large enough (containers often give it 64 MB only)."""
    try:
        return shutil.disk_usage(folder).total >= needed
    except OSError:
        return False
