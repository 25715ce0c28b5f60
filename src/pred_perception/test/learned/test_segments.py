"""From overlapping masks to a picture of labels."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pred_perception.learned.segments import Segment, detections_of, distinct

SHAPE = (40, 60)


def box(name, score, top, left, bottom, right):
    mask = np.zeros(SHAPE, np.bool_)
    mask[top:bottom, left:right] = True
    return Segment(name, score, mask)


def test_one_thing_under_two_classes_keeps_the_likelier():
    found = distinct([box("Pepsi", 0.4, 5, 5, 15, 15), box("Fanta", 0.7, 5, 5, 16, 15)])
    assert [s.class_name for s in found] == ["Fanta"]


def test_a_piece_of_a_thing_is_not_another_one_but_something_else_in_it_is():
    whole, piece = box("Can", 0.8, 0, 0, 20, 20), box("Can", 0.5, 2, 2, 8, 8)
    assert distinct([piece, whole]) == [whole]
    other = box("Label", 0.5, 2, 2, 8, 8)
    assert distinct([other, whole]) == [whole, other]


def test_the_smaller_mask_is_in_front():
    cupboard, can = box("Cupboard", 0.9, 0, 0, 30, 40), box("Can", 0.5, 10, 10, 20, 20)
    found = detections_of("test", [can, cupboard], SHAPE, 1)
    assert [d.class_name for d in found.items] == ["Cupboard", "Can"]
    assert found.labels[15, 15] == found.items[1].label and found.labels[1, 1] == found.items[0].label
    assert (found.labels == found.items[1].label).sum() == 100


def test_what_is_too_small_is_left_out_of_items_and_labels():
    found = detections_of("test", [box("Can", 0.5, 0, 0, 3, 3), box("Cup", 0.6, 10, 10, 20, 20)], SHAPE, 20)
    assert [d.class_name for d in found.items] == ["Cup"]
    assert set(np.unique(found.labels)) == {0, found.items[0].label}


def test_nothing_is_nothing():
    empty = Segment("Can", 0.9, np.zeros(SHAPE, np.bool_))
    for segments in ([], [empty]):
        found = detections_of("test", segments, SHAPE, 1)
        assert found.items == () and not found.labels.any() and found.labels.shape == SHAPE


corners = st.tuples(st.integers(0, 38), st.integers(0, 58), st.integers(1, 40), st.integers(1, 60))
boxes = st.tuples(st.sampled_from(["A", "B"]), st.floats(0.0, 1.0), corners)


@given(st.lists(boxes, max_size=8), st.integers(1, 50))
def test_items_and_labels_agree(drawn, least):
    segments = [box(n, s, t, left, max(t + 1, b), max(left + 1, r)) for n, s, (t, left, b, r) in drawn]
    found = detections_of("test", segments, SHAPE, least)
    labels, counts = np.unique(found.labels[found.labels > 0], return_counts=True)
    assert sorted(d.label for d in found.items) == sorted(labels)
    assert all(c >= least for c in counts)
    assert len({d.id for d in found.items}) == len(found.items)
    together = np.any([s.mask for s in segments], axis=0) if segments else np.zeros(SHAPE, np.bool_)
    assert not (found.labels > 0)[~together].any()
