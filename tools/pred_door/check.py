"""`./pred check`: the linter and the type checker over all packages."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from .build import find_packages
from .console import say
from .known import begin_with_known_types, keep_types
from .layout import Layout
from .process import run


def python_roots(root: Path) -> dict[str, Path]:
    """Return, per importable Python package of the workspace, the folder to put on the search path."""
    roots = {}
    for package in find_packages(root):
        for init in sorted(package.folder.glob("*/__init__.py")):
            if init.parent.name != "test":
                roots[init.parent.name] = package.folder
    return roots


def check(layout: Layout) -> int:
    """Run ruff and mypy over everything; return 0 when both are content."""
    roots = python_roots(layout.root)
    own = {"pred_door": layout.tools}
    for init in sorted((layout.tools / "standins").glob("*/*/__init__.py")):
        own[init.parent.name] = init.parent.parent
    env = {**os.environ, "MYPYPATH": os.pathsep.join(str(path) for path in {**roots, **own}.values())}
    names = [option for name in (*roots, *own) for option in ("-p", name)]
    commands = {
        "ruff": ["ruff", "check", "."],
        "mypy": ["mypy", "--strict", "--explicit-package-bases", *names],
    }
    failed = []
    first_time = begin_with_known_types(layout)
    for title, command in commands.items():
        if title == "mypy":
            env = {**env, "MYPY_CACHE_DIR": str(layout.types)}
        say(f"pred: {title}")
        sys.stdout.flush()
        if run([str(layout.python), "-m", *command], env=env, cwd=layout.root).returncode:
            failed.append(title)
    if first_time and not failed:
        keep_types(layout)
    if failed:
        say(f"pred: not clean: {', '.join(failed)}")
    return 1 if failed else 0
