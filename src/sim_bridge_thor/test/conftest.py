"""A player without its pipes."""

from __future__ import annotations

import pytest
from player_session import Driver


@pytest.fixture
def kitchen() -> Driver:
    """Start a player in the first kitchen."""
    return Driver("FloorPlan1")
