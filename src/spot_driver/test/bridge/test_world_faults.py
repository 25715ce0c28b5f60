"""What of a benchmark's layout the emulated robot is asked for."""

from __future__ import annotations

import json

import pytest

from pred_core.outcome import Code
from spot_driver.bridge.world_faults import CARRIED, requests_of


def test_grasps_that_fail_and_a_thing_that_falls_are_asked_of_the_emulator():
    faults = [{"kind": "grasp", "after": 7, "times": 2}, {"kind": "slip", "after": 9, "times": 1}]
    asked, outcome = requests_of(json.dumps({"faults": faults, "changes": []}))
    assert outcome
    assert asked == [{"fault": "grasps_slip", "times": 2}, {"fault": "hold_tires", "seconds": CARRIED}]
    assert requests_of("") == ([], outcome)


@pytest.mark.parametrize("layout", [
    {"faults": [{"kind": "jam", "times": 1}]},
    {"faults": [{"kind": "slip"}], "random_spawn": {"seed": 1}},
    {"changes": [{"object_id": "Mug", "place": ["Fridge"]}]},
    [1],
])  # fmt: skip
def test_what_it_cannot_do_is_refused_as_a_whole(layout):
    asked, outcome = requests_of(json.dumps(layout))
    assert asked == [] and outcome.code is Code.BAD_INPUT and "grasp and slip" in outcome.message


def test_what_is_no_json_is_told():
    assert "not JSON" in requests_of("{")[1].message
