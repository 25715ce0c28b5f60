"""Areas that a route crosses and a client's callback watches over: where each begins and ends, and when to stand."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bosdyn.api.graph_nav import area_callback_pb2

Stage, Policy = area_callback_pb2.UpdateCallbackRequest, area_callback_pb2.UpdateCallbackResponse.NavPolicy


@dataclass(frozen=True)
class Area:
    """A part of a route. ``first``, ``last``: where it begins and ends, by waypoints' places in the route.

    ``region``: the AreaCallbackRegion of the map
    """

    name: str
    first: int
    last: int
    region: Any


def areas(route: Sequence[str], edges: Sequence[Any]) -> list[Area]:
    """Return the areas that a route over waypoints crosses, in the order in which they begin."""
    watched = {}
    for edge in edges:
        ends = edge.id.from_waypoint, edge.id.to_waypoint
        watched[ends] = watched[ends[::-1]] = edge.annotations.area_callbacks
    found: list[Area] = []
    open_ones: dict[str, Area] = {}
    for index, pair in enumerate(itertools.pairwise(route)):
        here = watched.get(pair, {})
        found += [open_ones.pop(name) for name in list(open_ones) if name not in here]
        for name, region in here.items():
            begun = open_ones[name].first if name in open_ones else index
            open_ones[name] = Area(name, begun, index + 1, region)
    return sorted([*found, *open_ones.values()], key=lambda area: area.first)


class Crossing:
    """How far the robot is with an area, and whether it stands, goes on or lets the callback move it.

    ``policy``: what the callback said last; until it has said anything the robot stands at the start
    """

    def __init__(self) -> None:
        self.stage: int = Stage.STAGE_TO_START
        self.policy = Policy(at_start=Policy.OPTION_STOP, at_end=Policy.OPTION_CONTINUE)

    @property
    def wanted(self) -> int:
        """What the callback wants where the robot stands, or comes to next."""
        before = self.stage in (Stage.STAGE_TO_START, Stage.STAGE_AT_START)
        return int(self.policy.at_start if before else self.policy.at_end)

    def arrive(self, *, at_start: bool, at_end: bool) -> None:
        """Go on to the next stage where the robot is so far and the callback lets it."""
        if self.stage == Stage.STAGE_TO_START and at_start:
            self.stage = Stage.STAGE_AT_START
        if self.stage == Stage.STAGE_AT_START and self.wanted == Policy.OPTION_CONTINUE:
            self.stage = Stage.STAGE_TO_END
        if self.stage == Stage.STAGE_TO_END and at_end:
            self.stage = Stage.STAGE_AT_END

    @property
    def crossed(self) -> bool:
        """Whether the area is behind."""
        return bool(self.stage == Stage.STAGE_AT_END and self.wanted == Policy.OPTION_CONTINUE)

    def hold(self, area: Area) -> int | None:
        """Return the waypoint of the route beyond which the robot does not go for now."""
        if self.wanted == Policy.OPTION_CONTINUE:
            return None
        return area.first if self.stage in (Stage.STAGE_TO_START, Stage.STAGE_AT_START) else area.last

    @property
    def lends(self) -> bool:
        """Whether the callback is to move the robot now."""
        standing = self.stage in (Stage.STAGE_AT_START, Stage.STAGE_AT_END)
        return bool(standing and self.wanted == Policy.OPTION_CONTROL)
