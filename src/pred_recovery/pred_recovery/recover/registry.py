"""The strategies that the parameter ``recovery`` chooses from."""

from __future__ import annotations

from collections.abc import Mapping

from pred_recovery.recover.strategies.advised import ADVISED
from pred_recovery.recover.strategies.none import NONE
from pred_recovery.recover.strategies.rules import POSITIONING, RULES
from pred_recovery.recover.strategy import Strategy

STRATEGIES: Mapping[str, Strategy] = {s.name: s for s in (NONE, POSITIONING, RULES, *ADVISED)}
"""By name. A new one is a line here."""
