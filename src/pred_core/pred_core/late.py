"""Modules that are loaded when they are first used: those that take long and that most runs do without."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any


class _Late:
    """Stands for a module.

    It is not in ``sys.modules`` as :class:`importlib.util.LazyLoader`'s is: rclpy asks every module there for its file
    with the first line that a node logs, which would load it.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)


def late(name: str) -> Any:
    """Return what a module has, loaded as soon as something of it is asked for.

    :raises ModuleNotFoundError: when there is none of that name
    """
    if find_spec(name) is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return _Late(name)
