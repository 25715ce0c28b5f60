"""`./pred check`: the linter and the type checker over all packages."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import ContextManager

from .build import find_packages
from .console import say
from .layout import Layout
from .process import run
from .steps import locked


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


def begin_with_known_types(layout: Layout) -> bool:
    """Give a checkout that was never checked what mypy knows from another one; return whether it is such a checkout.

    Wherever a file lies and whenever it was written, mypy believes what it knows only where the file holds the same.
    """
    if layout.types.exists():
        return False
    with _alone(layout):
        if layout.known_types.is_dir():
            _copy_whole(layout.known_types, layout.types)
    return True


def keep_types(layout: Layout) -> None:
    """Keep what mypy knows of this checkout for the next one."""
    with _alone(layout):
        _copy_whole(layout.types, layout.known_types)


def _alone(layout: Layout) -> ContextManager[None]:
    return locked(layout.cache / "mypy.lock", "another ./pred copies what mypy knows")


def _copy_whole(source: Path, target: Path) -> None:
    """Copy a folder, which appears whole or not at all, in the place of what is there."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".partial-", dir=target.parent) as partial:
        fresh, old = Path(partial) / "fresh", Path(partial) / "old"
        shutil.copytree(source, fresh)
        if target.exists():
            target.rename(old)
        fresh.rename(target)
