"""Which detector runs, and what it needs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pred_perception.detector import DetectorError
from pred_perception.detectors import OracleDetector, make_detector, without_attributes


def test_the_oracle_hands_on_the_ground_truth_under_its_own_name(studio, make_thing):
    studio.things = {"m": make_thing("Mug", (1, 0, 0.5), (1.1, 0.1, 0.6), {"clean": False})}
    found = make_detector("oracle").detect(studio.observation())
    assert found.detector == "oracle"
    assert [d.class_name for d in found.items] == ["Mug"]


def test_without_ground_truth_the_oracle_says_what_to_do(studio):
    with pytest.raises(DetectorError, match="ground_truth:=true"):
        OracleDetector().detect(replace(studio.observation(), ground_truth=None))


def test_an_unknown_detector_is_named_with_the_known_ones():
    with pytest.raises(DetectorError, match=r"'magic'.*oracle"):
        make_detector("magic")


def test_attributes_can_be_left_out(studio, make_thing):
    studio.things = {"m": make_thing("Mug", (1, 0, 0.5), (1.1, 0.1, 0.6), {"clean": False})}
    found = OracleDetector().detect(studio.observation())
    assert found.items[0].attributes and not without_attributes(found).items[0].attributes
