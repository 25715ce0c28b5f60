"""All actions by name."""

from __future__ import annotations

from collections.abc import Mapping

from . import (
    arranging,
    cameras,
    changing,
    dispatch,
    forces,
    hand,
    holding,
    looks,
    making,
    navigation,
    opening,
    querying,
    routes,
    running,
    scenery,
    showing,
    teleport,
    toggling,
    undone,
)
from .registry import Action

_FAMILIES = (
    navigation,
    teleport,
    hand,
    holding,
    forces,
    opening,
    toggling,
    changing,
    querying,
    routes,
    arranging,
    making,
    scenery,
    showing,
    looks,
    cameras,
    running,
    dispatch,
    undone,
)

ACTIONS: Mapping[str, Action] = {each.name: each for family in _FAMILIES for each in family.ACTIONS}
