"""Figures of found instances, by hand."""

import numpy as np
import pytest

from pred_learning.detector.matching import (
    average_precision,
    confusions,
    counted,
    judge,
    mean_average_precision,
    panoptic_quality,
    reliability,
)

MUG, CUP = 3, 4


def picture(boxes):
    out = np.zeros((60, 60), np.uint16)
    for k, (top, left, bottom, right) in enumerate(boxes):
        out[top:bottom, left:right] = k + 1
    return out


def truth(boxes, numbers):
    classes = np.zeros(256, np.uint8)
    classes[1 : 1 + len(numbers)] = numbers
    return picture(boxes).astype(np.uint8), classes


A, B, SPECK = (0, 0, 20, 20), (30, 30, 50, 50), (55, 55, 58, 58)


def test_everything_found_is_perfect():
    tally = judge(picture([A, B]), [(1, MUG, 0.9), (2, MUG, 0.8)], *truth([A, B], [MUG, MUG]))
    assert average_precision(tally, MUG) == pytest.approx(1.0)
    assert panoptic_quality(tally, [MUG], 0.5) == pytest.approx(1.0)


def test_half_found_is_half():
    tally = judge(picture([A]), [(1, MUG, 0.9)], *truth([A, B], [MUG, MUG]))
    assert average_precision(tally, MUG) == pytest.approx(0.5)
    assert panoptic_quality(tally, [MUG], 0.5) == pytest.approx(1.0 / 1.5)


def test_a_surer_wrong_answer_costs_precision():
    wrong = (0, 40, 15, 55)
    tally = judge(picture([A, wrong]), [(1, MUG, 0.5), (2, MUG, 0.9)], *truth([A], [MUG]))
    assert average_precision(tally, MUG) == pytest.approx(0.5)


def test_a_thing_is_found_once():
    left, right = (0, 0, 20, 11), (0, 11, 20, 20)
    tally = judge(picture([left, right]), [(1, MUG, 0.9), (2, MUG, 0.8)], *truth([A], [MUG]))
    assert [j.right for j in tally.judged] == [True, False]


def test_the_wrong_name_is_a_confusion():
    tally = judge(picture([A]), [(1, CUP, 0.9)], *truth([A], [MUG]))
    assert confusions(tally, 0.5, 5) == [(MUG, CUP, 1)]
    assert average_precision(tally, MUG) == 0.0


def test_too_small_a_thing_is_neither_right_nor_wrong():
    tally = judge(picture([A, SPECK]), [(1, MUG, 0.9), (2, CUP, 0.9)], *truth([A, SPECK], [MUG, CUP]))
    assert [j.ignored for j in tally.judged] == [False, True]
    assert len(tally.truths) == 1


def test_only_classes_with_enough_instances_count():
    tally = judge(picture([A, B]), [(1, MUG, 0.9), (2, MUG, 0.8)], *truth([A, B], [MUG, CUP]))
    assert counted(tally, 1) == [MUG, CUP]
    assert mean_average_precision(tally, [MUG, CUP]) == pytest.approx(0.5)
    assert counted(tally, 2) == []


def test_reliability_compares_scores_with_the_share_that_is_right():
    tally = judge(picture([A, B]), [(1, MUG, 0.95), (2, CUP, 0.15)], *truth([A, B], [MUG, MUG]))
    assert reliability(tally) == [(0.15, 0.0, 1), (0.95, 1.0, 1)]
