"""What makes a player start soon."""

from __future__ import annotations

import sys


def load_numba() -> None:
    """Load what runs compiled functions, without scipy.

    Numba asks scipy for linear algebra as soon as it runs anything, which nothing here uses: a quarter of the start. It
    goes on where scipy cannot be had, so for this moment it cannot; whoever imports it later gets it.
    """
    hidden = "scipy" not in sys.modules
    if hidden:
        sys.modules["scipy"] = None  # type: ignore[assignment]
    try:
        from numba.core.registry import cpu_target

        cpu_target.typing_context.refresh()
        cpu_target.target_context.refresh()
    finally:
        if hidden:
            del sys.modules["scipy"]
