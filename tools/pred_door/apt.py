"""Debian packages: installed when we may, named in one line to copy when not."""

from __future__ import annotations

import os
import shutil

from .console import DoorError, say
from .process import run_or_fail

TOOLS = {"cmake": "cmake", "make": "make", "g++": "g++", "ldd": "libc-bin"}
"""Command -> Debian package that holds it."""


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
