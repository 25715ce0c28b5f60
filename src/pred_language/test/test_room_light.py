"""The light of a room is its switch, where one was seen and would change."""

from __future__ import annotations

import pytest

from pred_language.meaning.grounding import Grounder
from pred_language.meaning.room_light import with_room_light

SEEN = {"LightSwitch": 1, "DeskLamp": 1}


@pytest.mark.parametrize(
    ("said", "on", "told"),
    [
        ("turn off the light", 1.0, "turn off the lightswitch"),
        ("switch the lights off, please", 1.0, "switch off the lightswitch, please"),
        ("turn off the light", 0.0, "turn off the light"),
        ("turn on the light", 0.0, "turn on the lightswitch"),
        ("turn on the light", 1.0, "turn on the light"),
        ("turn off the light on the desk", 1.0, "turn off the light on the desk"),
    ],
)
def test_the_light_is_the_rooms_where_that_would_change(said: str, on: float, told: str) -> None:
    assert with_room_light(said, Grounder(SEEN, counts=SEEN, burning={"LightSwitch": on}, literal=True)) == told


def test_recorded_people_and_rooms_without_a_switch_mean_a_lamp() -> None:
    lamp = {"DeskLamp": 1}
    assert with_room_light("turn off the light", Grounder(lamp, counts=lamp, literal=True)) == "turn off the light"
    recorded = Grounder(SEEN, counts=SEEN, burning={"LightSwitch": 1.0})
    assert with_room_light("turn off the light", recorded) == "turn off the light"
