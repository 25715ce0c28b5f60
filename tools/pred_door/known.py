"""What one checkout has worked out that another may begin with: compiled packages, and what mypy knows.

Both say themselves what they hold for: Python believes in compiled code where its source has the same time and length,
as packages have that are linked to the cache, and mypy in what it knows of a file where that holds the same. Nothing
hangs on it: what cannot be copied is worked out again.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path
from typing import Callable, ContextManager, Sequence

from .layout import Layout
from .steps import digest, is_done, locked, mark_done

KEPT = "bytecode"
"""The stamp of a checkout whose compiled packages were kept."""


def begin_with_known_types(layout: Layout) -> bool:
    """Give a checkout that was never checked what mypy knows from another one; return whether it is such a checkout."""
    if layout.types.exists():
        return False
    _begin(layout, layout.known_types, layout.types, shutil.copy2)
    return True


def keep_types(layout: Layout) -> None:
    """Keep what mypy knows of this checkout for the next one."""
    with _alone(layout):
        _copy_whole(layout.types, layout.known_types, shutil.copy2)


def begin_with_compiled_packages(layout: Layout) -> None:
    """Give a new environment the compiled packages of another checkout's, and those of Python itself."""
    for name, folder in _compiled(layout).items():
        if not folder.exists():
            _begin(layout, layout.known_bytecode / name, folder, _link)


def keep_compiled_packages(layout: Layout) -> None:
    """Keep for the next checkout what this one has compiled of its packages; once for each set of packages."""
    key = digest(file.read_bytes() for file in sorted(layout.requirements("dev").parent.glob("*.txt")))
    if is_done(layout.stamps, KEPT, key):
        return
    with _alone(layout):
        for name, folder in _compiled(layout).items():
            if folder.exists():
                _copy_whole(folder, layout.known_bytecode / name, _link)
    mark_done(layout.stamps, KEPT, key)


def _compiled(layout: Layout) -> dict[str, Path]:
    """Return the folders of compiled code, by name, that do not hang on the checkout."""
    lines = (layout.venv / "pyvenv.cfg").read_text().splitlines()
    home = next(line.partition("=")[2].strip() for line in lines if line.partition("=")[0].strip() == "home")
    libraries = {"packages": layout.venv / "lib", "python": Path(home).parent / "lib"}
    return {name: layout.bytecode / str(folder).lstrip(os.sep) for name, folder in libraries.items()}


def _alone(layout: Layout) -> ContextManager[None]:
    return locked(layout.cache / "known.lock", "another ./pred copies what is known")


def _begin(layout: Layout, known: Path, mine: Path, copy: Callable[[str, str], object]) -> None:
    with _alone(layout):
        if known.is_dir():
            _copy_whole(known, mine, copy)


def _link(source: str, target: str) -> None:
    """Link a file that nobody writes into: who compiles makes a new one."""
    try:
        os.link(source, target)
    except OSError:  # on another file system
        shutil.copy2(source, target)


def _unfinished(_folder: str, names: Sequence[str]) -> list[str]:
    """Return the names of compiled files that are being written: they end with a number."""
    return [name for name in names if ".pyc." in name]


def _copy_whole(source: Path, target: Path, copy: Callable[[str, str], object]) -> None:
    """Copy a folder, which appears whole or not at all, in the place of what is there."""
    with contextlib.suppress(OSError):
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".partial-", dir=target.parent) as partial:
            fresh, old = Path(partial) / "fresh", Path(partial) / "old"
            shutil.copytree(source, fresh, copy_function=copy, ignore=_unfinished)
            if target.exists():
                target.rename(old)
            fresh.rename(target)
