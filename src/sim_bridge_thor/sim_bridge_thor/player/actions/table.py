"""All actions by name."""

from __future__ import annotations

from collections.abc import Mapping

from . import arranging, cameras, changing, hand, navigation, opening, querying, running, teleport, toggling
from .registry import Action

_FAMILIES = (navigation, teleport, hand, opening, toggling, changing, querying, arranging, cameras, running)

ACTIONS: Mapping[str, Action] = {each.name: each for family in _FAMILIES for each in family.ACTIONS}
