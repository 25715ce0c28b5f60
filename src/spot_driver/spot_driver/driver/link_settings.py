"""How the link to a robot is kept."""

from __future__ import annotations

from dataclasses import dataclass, field

from spot_driver.driver.limits import Limits
from spot_driver.driver.session import PATIENCE, Address


@dataclass(frozen=True)
class LinkSettings:
    """``estop``: own (replace whatever is there), if_free (only where nobody watches) or none; times in s.

    ``patience``: an answer that takes longer, or a measurement that is older, counts as a lost link.
    """

    address: Address
    limits: Limits = field(default_factory=Limits)
    estop: str = "if_free"
    estop_timeout: float = 5.0
    guard_silence: float = 0.35
    state_rate: float = 15.0
    patience: float = PATIENCE
