"""Memory that the C library keeps after it was freed, given back to the machine."""

from __future__ import annotations

import ctypes


def give_back() -> None:
    """Give back what is free: loading modules and models takes much more for a moment than what stays."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of glibc alone
    if trim is not None:
        trim(0)
