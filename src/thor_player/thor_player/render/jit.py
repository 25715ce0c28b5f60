"""The numba settings of the renderer, as typed decorators.

Compiled code is cached on disk. ``_nrt=False`` leaves out reference counting, for
functions that allocate nothing: with it a shaded pixel costs three times as much.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit


def exact[F: Callable[..., Any]](function: F) -> F:
    """Compile with strict IEEE arithmetic: geometry."""
    compiled: F = njit(cache=True, error_model="numpy")(function)
    return compiled


def fast[F: Callable[..., Any]](function: F) -> F:
    """Compile with free reordering of arithmetic: colours. The function must not allocate.

    It lets other threads run meanwhile, which may paint other rows of the picture.
    """
    compiled: F = njit(cache=True, fastmath=True, error_model="numpy", _nrt=False, nogil=True)(function)
    return compiled


def inlined[F: Callable[..., Any]](function: F) -> F:
    """Compile like :func:`fast`, into its callers."""
    compiled: F = njit(cache=True, fastmath=True, error_model="numpy", _nrt=False, inline="always")(function)
    return compiled
