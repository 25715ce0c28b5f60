"""Training pictures: seeded, true, of the right rooms."""

import numpy as np
import pytest

from pred_core.vocabulary import object_types
from pred_learning.detector.pictures import (
    NEVER,
    PER_FILE,
    in_other_light,
    photograph,
    plan,
    rooms_of,
    training_colors,
)
from pred_learning.detector.room_variations import vary
from thor_player.shapes.paint import paint_of


@pytest.fixture(scope="module")
def album():
    return photograph("FloorPlan405", 1, 6)


def test_the_same_seed_takes_the_same_pictures_and_another_does_not(album):
    again, other = photograph("FloorPlan405", 1, 6), photograph("FloorPlan405", 2, 6)
    assert np.array_equal(album.rgb, again.rgb)
    assert np.array_equal(album.ids, again.ids)
    assert not np.array_equal(album.rgb, other.rgb)


def test_every_instance_has_a_class_and_every_class_a_name(album):
    for ids, classes in zip(album.ids, album.classes, strict=True):
        present = np.unique(ids[ids > 0])
        assert (classes[present] > 0).all()
        assert classes.max() <= len(object_types())
    assert 0.5 < album.camera[:, 0].min() <= album.camera[:, 0].max() < 1.7


def test_rooms_are_kept_apart_and_alfreds_unseen_ones_out():
    train, validate, test = (set(rooms_of(split)) for split in ("train", "validate", "test"))
    assert not (train & validate or train & test or validate & test)
    assert not (train | validate | test) & NEVER
    assert (len(train), len(validate), len(test)) == (77, 19, 20)


def test_files_go_round_the_rooms():
    jobs = list(plan("test", 21 * PER_FILE, 5))
    assert len(jobs) == 21
    assert len(set(jobs)) == 21
    assert [seed for _, seed in jobs] == [5] * 20 + [6]


def test_the_robots_own_views_are_level_with_its_eyes():
    album = photograph("FloorPlan426", 0, 6, as_seen=True)
    assert np.ptp(album.camera[:, 0]) < 1e-3
    assert set(album.camera[:, 1]) <= {-30.0, 0.0, 30.0, 60.0}


def test_other_light_keeps_the_picture_recognisable():
    ramp = np.repeat(np.linspace(20, 230, 64, dtype=np.uint8)[None], 64, 0)[..., None].repeat(3, 2)
    lit = in_other_light(ramp, np.random.default_rng(0))
    assert lit.dtype == np.uint8
    assert np.corrcoef(lit[..., 0].ravel(), ramp[..., 0].ravel())[0, 1] > 0.95


def test_things_are_painted_as_they_are_in_training_rooms_and_otherwise():
    colors = training_colors()
    assert set(colors["Fridge"]) == {"black", "white"}
    assert colors["Fridge"].count("black") > colors["Fridge"].count("white")
    fridges, bare = [], 0
    for seed in range(6):
        things = list(vary("FloorPlan1", seed, colors).world.active())
        fridges += [o.paint for o in things if o.object_type == "Fridge"]
        assert len({o.paint for o in things if o.object_type == "Drawer"}) == 1
        assert not any(o.paint for o in things if o.can("cookable"))
        bare += sum(not o.paint for o in things)
    assert bare
    assert {"black", "white", ""} < set(fridges)  # a colour that no fridge has there, too


def test_colours_of_rooms_that_judge_are_not_learned():
    alone = {(kind, paint_of(room, kind)) for room in rooms_of("test") for kind in object_types()}
    known = {(kind, name) for kind, names in training_colors().items() for name in names}
    assert {pair for pair in alone - known if pair[1]}  # there are some
    assert known <= {(kind, paint_of(room, kind)) for room in rooms_of("train") for kind in object_types()}
