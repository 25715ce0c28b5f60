"""Values as they come out of JSON, read by type; a value of another type is a TypeError or ValueError (``WRONG``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..model import Array

_LARGEST = float(np.finfo(np.float32).max)
NOWHERE = np.zeros(3)
WRONG = (TypeError, ValueError)
"""What reading a value of the wrong type raises."""


def flag(value: Any) -> bool:
    """Return a truth value; 0 and 1 count as well."""
    if not isinstance(value, bool | int) or value not in (0, 1):
        raise TypeError("not a truth value")
    return bool(value)


def number(value: Any) -> float:
    """Return a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError("not a number")
    if not -_LARGEST <= value <= _LARGEST:  # which also leaves out what is not a number
        raise ValueError("beyond what a single-precision number holds")
    return float(value)


def text(value: Any) -> str:
    """Return a string."""
    if not isinstance(value, str):
        raise TypeError("not a string")
    return value


def vector(value: Any, default: Array | None = None) -> Array:
    """Return {x, y, z} as (3,); a component that is missing keeps the default's, if there is one."""
    parts = mapping(value)
    if not any(axis in parts for axis in "xyz"):
        raise ValueError("none of x, y, z")
    if default is None:
        return np.array([number(parts.get(axis)) for axis in "xyz"])
    return np.array([number(parts.get(axis, old)) for axis, old in zip("xyz", default.tolist(), strict=True)])


def mapping(value: Any) -> Mapping[str, Any]:
    """Return a JSON object."""
    if not isinstance(value, Mapping):
        raise TypeError("not an object")
    return value
