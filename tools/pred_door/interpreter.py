"""Finding a Python 3.12 that really runs, has headers, and can make virtual environments."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Iterator

from .console import DoorError
from .process import run

WANTED = (3, 12)
_PROBE = (
    "import json, sys, sysconfig, importlib.util as u; print(json.dumps({"
    "'version': sys.version_info[:2], 'base': sys.base_prefix,"
    "'headers': sysconfig.get_path('include'), 'libdir': sysconfig.get_config_var('LIBDIR'),"
    "'library': sysconfig.get_config_var('INSTSONAME') or '',"
    "'shared': bool(sysconfig.get_config_var('Py_ENABLE_SHARED')),"
    "'venv': u.find_spec('ensurepip') is not None}))"
)
INSTALL_HINT = (
    "Install it with one of: apt-get install python3.12 python3.12-dev python3.12-venv (Ubuntu 24.04), "
    "pyenv install 3.12, or uv python install 3.12; then run this again."
)


def probe(python: str) -> dict[str, object] | None:
    """Return what the interpreter says of itself, or None when it does not run (as a bare pyenv shim)."""
    if shutil.which(python) is None:
        return None
    done = run([python, "-E", "-c", _PROBE], quiet=True)
    if done.returncode:
        return None
    try:
        facts: dict[str, object] = json.loads(done.stdout)
    except ValueError:
        return None
    return facts


def candidates() -> Iterator[str]:
    """Yield interpreters that may be Python 3.12: on PATH, in pyenv's versions folder, then uv's."""
    yield "python3.12"
    yield "python3"
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    for folder in sorted(pyenv.glob("versions/3.12*"), reverse=True):
        yield str(folder / "bin" / "python3.12")
    if shutil.which("uv"):
        done = run(["uv", "python", "find", "3.12"], quiet=True)
        if done.returncode == 0 and done.stdout.strip():
            yield done.stdout.strip().splitlines()[-1]


def find_python() -> str:
    """Return a Python 3.12 that can make a virtual environment and build extensions; else say what is missing."""
    for python in candidates():
        facts = probe(python)
        if facts is None or facts["version"] != list(WANTED):
            continue
        if not facts["venv"]:
            raise DoorError(
                f"{python} cannot make virtual environments", "Run: apt-get install python3.12-venv"
            )
        if not (Path(str(facts["headers"])) / "Python.h").is_file():
            raise DoorError(f"{python} has no C headers (Python.h)", "Run: apt-get install python3.12-dev")
        return python
    raise DoorError("Python 3.12 is needed (ROS 2 Jazzy's own) and none was found that runs", INSTALL_HINT)
