"""Values as they come out of JSON, read by type; a value of another type is a TypeError or ValueError (``WRONG``)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..model import Array

WRONG = (TypeError, ValueError)
"""What reading a value of the wrong type raises."""


def flag(value: Any) -> bool:
    """Return a truth value; numbers count as well."""
    if not isinstance(value, bool | int):
        raise TypeError("not a truth value")
    return bool(value)


def number(value: Any) -> float:
    """Return a finite number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError("not a number")
    return float(value)


def text(value: Any) -> str:
    """Return a string."""
    if not isinstance(value, str):
        raise TypeError("not a string")
    return value


def vector(value: Any, default: Array | None = None) -> Array:
    """Return {x, y, z} as (3,); a component that is missing keeps the default's, if there is one."""
    parts = mapping(value)
    if default is None:
        return np.array([number(parts.get(axis)) for axis in "xyz"])
    return np.array([number(parts.get(axis, old)) for axis, old in zip("xyz", default.tolist(), strict=True)])


def mapping(value: Any) -> Mapping[str, Any]:
    """Return a JSON object."""
    if not isinstance(value, Mapping):
        raise TypeError("not an object")
    return value
