"""Settings that are described where they are defined: default, bounds and words in one place. No ROS."""

from __future__ import annotations

import dataclasses
from typing import Any


def parameter(
    default: Any,
    description: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
) -> Any:
    """Return a dataclass field that declares one parameter.

    :param default: also fixes the type
    :param low: smallest value of a number, inclusive (``high`` must be given too)
    :param choices: the only values a string may have
    """
    metadata = {"description": description, "low": low, "high": high, "choices": choices}
    if isinstance(default, list):
        return dataclasses.field(default_factory=lambda: list(default), metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)
