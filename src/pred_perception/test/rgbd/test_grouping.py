"""Instances out of what a faultless network would say."""

import numpy as np
import pytest

from pred_perception.rgbd.classes import GROUPS, class_names, group_table
from pred_perception.rgbd.grouping import Answer, enlarge, group
from pred_perception.rgbd.inputs import HALF
from pred_perception.rgbd.targets import WAY_UNIT, targets


def perfect(ids, names):
    """Return the answer a faultless network gives to a picture of instances."""
    classes = np.zeros(256, np.uint8)
    for k, name in names.items():
        classes[k] = class_names().index(name)
    numbers, ways, middles, _ = targets(ids, classes)
    flat = numbers.ravel().astype(int)
    said = np.full((HALF * HALF, len(class_names())), 1e-3, np.float32)
    said[np.arange(HALF * HALF), flat] = 0.9
    groups = np.zeros((HALF * HALF, len(GROUPS) + 1), np.float32)
    groups[np.arange(HALF * HALF), group_table()[flat] + 1] = 1.0
    peaks = np.where(middles > 0.999, middles, 0.0).astype(np.float32)
    return Answer(said, groups, np.ascontiguousarray(ways.transpose(2, 0, 1)) * np.float32(WAY_UNIT), peaks)


def picture(*boxes):
    ids = np.zeros((HALF, HALF), np.uint8)
    for k, (top, left, bottom, right) in enumerate(boxes):
        ids[top:bottom, left:right] = k + 1
    return ids


def named(answer, least=4):
    labels, found = group(answer, least)
    return labels, {f.label: class_names()[f.number] for f in found}


def test_touching_drawers_are_told_apart():
    ids = picture((20, 20, 40, 60), (40, 20, 60, 60), (60, 20, 80, 60))
    labels, names = named(perfect(ids, {1: "Drawer", 2: "Drawer", 3: "Drawer"}))
    assert sorted(names.values()) == ["Drawer"] * 3
    for k in (1, 2, 3):
        assert len(np.unique(labels[ids == k])) == 1


def test_a_mug_in_the_middle_of_a_table_is_its_own_thing():
    ids = picture((40, 20, 100, 130), (66, 70, 75, 80))
    labels, names = named(perfect(ids, {1: "DiningTable", 2: "Mug"}))
    assert {names[labels[70, 75]], names[labels[50, 30]]} == {"Mug", "DiningTable"}


def test_what_is_hidden_in_between_does_not_divide_a_thing():
    ids = picture((40, 20, 60, 130), (30, 60, 80, 90))
    labels, names = named(perfect(ids, {1: "Shelf", 2: "Vase"}))
    assert labels[50, 30] == labels[50, 120]
    assert sorted(names.values()) == ["Shelf", "Vase"]


def test_a_thing_whose_middle_nobody_saw_is_still_found():
    answer = perfect(picture((20, 20, 60, 60)), {1: "Bed"})
    blind = Answer(answer.classes, answer.groups, answer.ways, np.zeros_like(answer.middles))
    _, found = group(blind, 4)
    assert [class_names()[f.number] for f in found] == ["Bed"]
    assert found[0].middle < 0.1


def test_the_floor_is_one_however_it_is_divided():
    ids = picture((100, 0, 150, 40), (100, 60, 150, 150), (60, 40, 150, 60))
    classes = {1: "Floor", 2: "Floor", 3: "Fridge"}
    labels, names = named(perfect(ids, classes))
    assert sorted(names.values()) == ["Floor", "Fridge"]
    assert labels[140, 10] == labels[140, 100]


def test_a_speck_is_wiped_out():
    labels, names = named(perfect(picture((20, 20, 22, 21)), {1: "Pen"}), least=4)
    assert not names
    assert not labels.any()


@pytest.mark.parametrize("edge", [40, 41])
def test_full_size_outlines_follow_depth(edge):
    full = np.zeros((HALF * 2, HALF * 2), np.int32)
    full[:, edge:] = 1
    depth = np.where(full, 1.0, 2.0).astype(np.float32)
    grey = np.full((HALF * 2, HALF * 2, 3), 120, np.uint8)
    assert np.array_equal(enlarge(np.ascontiguousarray(full[::2, ::2]), grey, depth), full)
