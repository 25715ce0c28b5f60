"""What several views of a detector that errs are worth together."""

import pytest

from pred_perception.belief import Belief


def believed(belief):
    return belief.likely >= 0.5


def look(belief, score):
    belief.look_from_elsewhere()
    belief.seen(score)


def test_one_sure_view_is_enough():
    belief = Belief()
    look(belief, 0.6)
    assert believed(belief)


def test_one_doubtful_view_is_not_but_several_from_elsewhere_are():
    belief = Belief()
    look(belief, 0.4)
    assert not believed(belief)
    for _ in range(3):
        look(belief, 0.4)
    assert believed(belief)


def test_looking_longer_from_one_place_adds_nothing():
    belief = Belief()
    for _ in range(20):
        belief.seen(0.4)
    assert not believed(belief)


def test_a_view_under_the_prior_speaks_against():
    belief = Belief()
    before = belief.total
    look(belief, 0.1)
    assert belief.total < before


def miss(belief, pixels):
    belief.look_from_elsewhere()
    belief.missed(pixels)


def test_a_wrong_sight_is_forgotten_when_nothing_is_found_there():
    belief = Belief()
    look(belief, 0.55)
    assert believed(belief)
    miss(belief, 200.0)
    assert not believed(belief)
    miss(belief, 200.0)
    assert belief.gone


def test_what_was_seen_often_survives_a_few_misses():
    belief = Belief()
    for _ in range(5):
        look(belief, 0.9)
    for _ in range(3):
        miss(belief, 1000.0)
    assert believed(belief)


def test_a_miss_of_something_large_says_more():
    small, large = Belief(), Belief()
    small.missed(100.0)
    large.missed(2000.0)
    assert large.total < small.total


def test_missing_it_for_long_from_one_place_says_no_more():
    belief = Belief()
    look(belief, 0.9)
    before = belief.total
    belief.look_from_elsewhere()
    for _ in range(20):
        belief.missed(200.0)
    assert before - belief.total == pytest.approx(1.2)
    belief.look_from_elsewhere()
    belief.missed(200.0)
    assert before - belief.total == pytest.approx(2.4)
