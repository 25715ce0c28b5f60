"""Debian packages: installed when we may, named in one line to copy when not."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from .console import DoorError, say
from .process import run_or_fail

TOOLS = {"cmake": "cmake", "make": "make", "g++": "g++", "ldd": "libc-bin"}
"""Command -> Debian package that holds it."""


DRAWING = {"libEGL.so.1": "libegl1", "libgallium": "libgl1-mesa-dri", "swrast_dri.so": "libgl1-mesa-dri"}
"""Library that draws without a screen -> Debian package that holds it; Mesa's drivers had another name before 24.2."""


def missing_drawing() -> list[str]:
    """Return the Debian packages that drawing the emulated table lacks."""
    folders = [Path("/usr/lib"), Path("/usr/lib/x86_64-linux-gnu"), Path("/usr/lib/x86_64-linux-gnu/dri")]
    there = [file.name for folder in folders if folder.is_dir() for file in folder.iterdir()]
    found = {package for start, package in DRAWING.items() if any(name.startswith(start) for name in there)}
    return sorted(set(DRAWING.values()) - found)


def offer(packages: list[str], purpose: str) -> None:
    """Install Debian `packages` where we may; elsewhere only say what `purpose` needs, which is not needed by all."""
    if packages and os.geteuid() == 0 and shutil.which("apt-get") is not None:
        ensure(packages, purpose)
    elif packages:
        say(f"pred: {purpose} needs {', '.join(packages)}, which are not installed; all else works without.")


def missing_tools() -> list[str]:
    """Return the Debian packages of build tools that are not on PATH."""
    return sorted({package for tool, package in TOOLS.items() if shutil.which(tool) is None})


def ensure(packages: list[str], purpose: str) -> None:
    """Install Debian `packages` as root; elsewhere raise DoorError with the line that does it."""
    if not packages:
        return
    line = f"apt-get install -y --no-install-recommends {' '.join(packages)}"
    if shutil.which("apt-get") is None:
        raise DoorError(
            f"{purpose} needs {', '.join(packages)}", "Install them with this system's package manager."
        )
    if os.geteuid() != 0:
        raise DoorError(f"{purpose} needs {', '.join(packages)}", f"Run: sudo {line}")
    say(f"pred: {line}")
    hint = f"Install them by hand ({line}) and run this again."
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    run_or_fail(["apt-get", "update", "-q"], "apt-get update failed", hint=hint, env=env)
    run_or_fail(line.split(), "apt-get install failed", hint=hint, env=env)
