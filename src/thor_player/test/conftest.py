"""Players without their pipes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from player_session import Driver


@pytest.fixture
def drive() -> Callable[[str], Driver]:
    """Start a player in a scene."""
    return Driver


@pytest.fixture
def kitchen() -> Driver:
    """Start a player in the first kitchen."""
    return Driver("FloorPlan1")
