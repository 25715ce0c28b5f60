"""What kinds of things there are on the table: names as in the vocabulary, sizes (m), masses (kg)."""

from __future__ import annotations

from dataclasses import dataclass

CANS = ("FantaCan", "PepsiCan", "BlueCan")
TOOLS = ("Screwdriver", "Hammer", "Wrench")
FRUITS = ("Lemon", "Apple", "Banana", "Orange")

CAN_RADIUS = 0.027
CAN_HEIGHT = 0.105

CUP_HEIGHT = 0.118
CUP_WALL = 0.0025
CUP_CLOSED_RADIUS = 0.0335
CUP_OPEN_RADIUS = 0.0375

BOWL_RADIUS = 0.078
BOWL_FOOT = 0.045
BOWL_HEIGHT = 0.055
BOWL_WALL = 0.004

BOX_SIZE = (0.26, 0.18, 0.075)
BOX_WALL = 0.005

CUPBOARD_SIZE = (0.16, 0.20, 0.27)
"""Depth (front to back), width, height."""
CUPBOARD_BOARD = 0.010
CUPBOARD_SHELF = 0.100
"""Height of the shelf's upper face above the table."""

CORNER_SIZE = (0.15, 0.15, 0.001)
CORNER_COLOURS = ("red", "green", "blue", "purple")


@dataclass(frozen=True)
class Kind:
    """One kind: its bounding box as it stands (m), mass (kg; 0 for what is fixed), and what can be in or on it."""

    name: str
    size: tuple[float, float, float]
    mass: float = 0.0
    holds: tuple[str, ...] = ()

    @property
    def fixed(self) -> bool:
        """Whether it is part of the furniture."""
        return self.mass == 0.0


_CAN = (2.0 * CAN_RADIUS, 2.0 * CAN_RADIUS, CAN_HEIGHT)
_ALL = (
    Kind("FantaCan", _CAN, 0.22),
    Kind("PepsiCan", _CAN, 0.22),
    Kind("BlueCan", _CAN, 0.22),
    Kind("RedCup", (2.0 * CUP_OPEN_RADIUS, 2.0 * CUP_OPEN_RADIUS, CUP_HEIGHT), 0.06, ("under", "in")),
    Kind("Bowl", (2.0 * BOWL_RADIUS, 2.0 * BOWL_RADIUS, BOWL_HEIGHT), 0.45, ("in",)),
    Kind("Lemon", (0.070, 0.052, 0.052), 0.09),
    Kind("Apple", (0.068, 0.068, 0.066), 0.15),
    Kind("Banana", (0.150, 0.058, 0.034), 0.12),
    Kind("Orange", (0.070, 0.070, 0.070), 0.16),
    Kind("Screwdriver", (0.185, 0.028, 0.028), 0.10),
    Kind("Hammer", (0.205, 0.085, 0.030), 0.30),
    Kind("Wrench", (0.170, 0.040, 0.014), 0.14),
    Kind("Box", BOX_SIZE, 0.35, ("in",)),
    Kind("YellowCupboard", CUPBOARD_SIZE, 0.0, ("on", "in")),
    Kind("Corner", CORNER_SIZE, 0.0, ("on",)),
)
KINDS: dict[str, Kind] = {kind.name: kind for kind in _ALL}
TABLE = "Table"
