"""Putting something down where what the hand holds hides the place from the camera."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fake_house import House, do, plan_of, skills, thing

from pred_core.plan_language import Primitive
from pred_recovery.mission.requests import Navigate, Reply


class HidingHouse(House):
    """What is held fills the picture, and the robot looks ``pitch`` down (rad) where it goes."""

    pitch = 0.3

    def _navigate(self, request: Navigate) -> Reply:
        reply = super()._navigate(request)
        self.robot = replace(self.robot, pitch=self.pitch, holding=bool(self.held))
        if self.held:
            for name in list(self.objects):
                self.change(name, visible=False)
        return reply


def put_down(pitch: float, **settings: object) -> list[tuple[str, str]]:
    house = HidingHouse(
        plan_of(("Newspaper", Primitive.PICKUP), ("CounterTop", Primitive.PUT)),
        thing("Newspaper_1", (0.5, 0.0)),
        thing("CounterTop_1", (1.2, 0.0)),
    )
    house.pitch = pitch
    do(house, modules="none", recovery="none", approach_always=True, **settings)
    return skills(house)


def test_a_place_that_is_hidden_though_it_is_looked_at_is_put_on_from_earlier_pictures() -> None:
    assert (Primitive.PUT, "CounterTop_1") in put_down(0.3, keep_views=True)


@pytest.mark.parametrize(("pitch", "keeps"), [(0.3, False), (-1.5, True)])
def test_what_is_not_kept_or_not_looked_at_is_no_place_to_put_things(pitch: float, keeps: bool) -> None:
    assert (Primitive.PUT, "CounterTop_1") not in put_down(pitch, keep_views=keeps)
