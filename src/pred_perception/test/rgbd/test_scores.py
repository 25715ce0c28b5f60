"""Scores are likelihoods once they are fitted."""

import numpy as np
import pytest

from pred_perception.rgbd.choice import Found
from pred_perception.rgbd.scores import Calibration, fit


def test_fitted_scores_match_how_often_answers_are_right():
    random = np.random.default_rng(0)
    sure = random.random(4000)
    right = random.random(4000) < sure**2  # the network is too sure of itself
    found = [Found(1, 5, float(s), 0.5, 100) for s in sure]
    calibration = fit(found, [bool(r) for r in right])
    scores = np.array([calibration.likely(f) for f in found])
    for low in (0.1, 0.3, 0.5, 0.7):
        inside = (scores >= low) & (scores < low + 0.2)
        assert right[inside].mean() == pytest.approx(scores[inside].mean(), abs=0.08)


def test_a_calibration_survives_being_written():
    calibration = Calibration((0.5, 1.0, -0.25, 2.0))
    assert Calibration.read(calibration.text()) == calibration


@pytest.mark.parametrize("text", ["{}", "[]", '{"weights": [1, 2]}', "no json"])
def test_something_else_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011 - each has its own sentence
        Calibration.read(text)
