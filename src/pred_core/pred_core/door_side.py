"""On which side of a piece of furniture its door is, told from how its box grows when it is opened."""

from __future__ import annotations

from collections.abc import Sequence

from pred_core.geometry import Pose2D

LEAST_DOOR = 0.15
"""By how much a door that swings out enlarges the box of furniture at least (m)."""


def growth_by_side(
    shut: tuple[Sequence[float], Sequence[float]],
    opened: tuple[Sequence[float], Sequence[float]],
    robot: Pose2D,
) -> dict[int, float]:
    """Return by how many metres the box has grown on each side that may be that of the door.

    Sides are named by the direction in which one looks in, in quarter turns from the map's x. The side away from the
    robot is left out: what is new there is no door but what the door had hidden.

    :param shut: lower and upper corner of the box, (x, y, ...) in map, before it was opened
    :param opened: the same after that
    :param robot: where the robot stood meanwhile
    """
    growth = {}
    for axis, place in enumerate((robot.x, robot.y)):
        if place <= shut[1][axis]:
            growth[axis] = float(shut[0][axis] - opened[0][axis])
        if place >= shut[0][axis]:
            growth[axis + 2] = float(opened[1][axis] - shut[1][axis])
    return growth
