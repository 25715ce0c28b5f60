"""Pictures of the arm's table: what stands there by chance, and what each of them says."""

import numpy as np
import pytest

from pred_core.vocabulary import within_domain
from pred_learning.detector.table_pictures import (
    DOMAIN,
    ENLARGED,
    SPLITS,
    arrangement,
    photograph,
    plan,
)
from pred_learning.detector.views import file_of, views_of
from pred_perception.rgbd.classes import class_names
from ur5_emulator.table.kinds import KINDS, TABLE


@pytest.fixture(scope="module")
def album():
    with within_domain(DOMAIN):
        yield photograph(arrangement(2), 2, 3, as_seen=True)


def test_arrangements_are_many_and_each_is_the_same_again():
    first, again, other = arrangement(5), arrangement(5), arrangement(6)
    assert first == again != other
    assert {t.kind for seed in range(40) for t in arrangement(seed)} == set(KINDS)


def test_what_is_seen_is_named_and_measured_from_the_table(album, tmp_path):
    names = class_names()
    seen = {names[k] for row in album.classes for k in row if k}
    assert TABLE in seen and len(seen) > 2
    for ids, classes in zip(album.ids, album.classes, strict=True):
        assert all(classes[k] for k in np.unique(ids) if k)
    path = tmp_path / "album.npz"
    path.write_bytes(file_of(album))
    for view in views_of(path, 0, 0, None):
        flat = view.surface()
        top = np.isin(view.ids, np.flatnonzero(view.classes == names.index(TABLE))) & flat.known
        if top.sum() > 1000:
            heights = flat.points[..., 2][top] / ENLARGED
            assert abs(np.median(heights)) < 0.005  # the table's top is where the arm's base is


def test_no_picture_of_a_split_is_one_of_another():
    made = [set(plan(split, 1440, 0)) for split in SPLITS]
    assert sum(len(each) for each in made) == len(set.union(*made))
