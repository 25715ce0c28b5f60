"""Parameters that the bridges of real robots share."""

from __future__ import annotations

from dataclasses import dataclass

from pred_bridge.asking import must_ask
from pred_core.ros.parameters import parameter

SILENCE = 0.35
"""Seconds that a client which sends heartbeats may be silent: three of them may be late."""


@dataclass(frozen=True)
class ApprovalParameters:
    """Who allows a robot to move, and how long that holds. A subclass says where the robot is."""

    approval: str = parameter(
        "auto",
        "Ask a person before every motion; auto: yes, unless the robot's address is a loopback address. "
        "With ros2 run it has to be quoted as a string: -p \"approval:='true'\".",
        choices=("auto", "true", "false"),
    )
    approval_timeout: float = parameter(60.0, "No answer within this is a no, s.", low=1.0, high=3600.0)
    approval_looks_for: float = parameter(
        120.0,
        "How long one yes to looking around, or walking, holds, s; 0 asks each time.",
        low=0.0,
        high=3600.0,
    )
    client_timeout: float = parameter(
        SILENCE,
        "Goals stop when a client that sends heartbeats falls silent for this, s.",
        low=0.1,
        high=10.0,
    )

    @property
    def address(self) -> str:
        """Where the robot is."""
        raise NotImplementedError

    def asks(self) -> bool:
        """Return whether a person must approve: yes for anything that is not surely an emulator."""
        return must_ask(self.approval, self.address)
