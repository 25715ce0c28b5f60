"""Where numba keeps what it compiled: by what the sources say, so that all checkouts of a user share it.

numba's own places go by the path of the source file, so each fresh checkout would compile for half a minute, and they
go by that one file, so a caller would keep the old form of what it calls in another.
"""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from numba.core.caching import UserProvidedCacheLocator

ROOT = "PRED_JIT_CACHE"
"""Environment variable with the folder to keep compiled code in; without it numba goes on to its own places."""
MARKS = (b"numba", b"jit import")
"""What a file that compiles something says."""


@functools.cache
def sources_digest(package: Path) -> str:
    """Return a digest (hex, 16 digits) of the files in a package's folder that compile something."""
    total = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        text = path.read_bytes()
        if any(mark in text for mark in MARKS):
            total.update(str(path.relative_to(package)).encode() + b"\0" + text)
    return total.hexdigest()[:16]


def package_folder(source: Path) -> Path:
    """Return the folder of the top-level package that a source file belongs to, or of the file itself."""
    folder = source.parent
    while (folder.parent / "__init__.py").is_file():
        folder = folder.parent
    return folder


class ByContent(UserProvidedCacheLocator):
    """A cache locator for ``NUMBA_CACHE_LOCATOR_CLASSES``: one folder for each state of a package's compiled files."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        super().__init__(py_func, py_file)
        source = Path(py_file).resolve()
        package = package_folder(source)
        # Files of one name in different folders of a package must not meet.
        inside = str(source.parent.relative_to(package)).replace(os.sep, "_")
        name = f"{package.name}-{sources_digest(package)}"
        self._cache_path = str(Path(os.environ[ROOT]) / name / inside)

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> Self | None:
        """Return the locator of a function in a file, or None where this place cannot be used."""
        if not os.environ.get(ROOT) or not Path(py_file).is_file():
            return None
        locator = cls(py_func, py_file)
        try:
            locator.ensure_cache_path()
        except OSError:
            return None
        return locator
