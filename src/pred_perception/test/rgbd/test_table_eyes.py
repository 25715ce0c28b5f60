"""The learnt eyes of the arm's table: its things in a picture of a scene that no training saw."""

from pathlib import Path

import numpy as np
import pytest

from pred_core.domain_file import HOUSEHOLD
from pred_core.geometry import Intrinsics, Pose2D
from pred_core.vocabulary import within_domain
from pred_perception.detector import DetectorError, DetectorSettings
from pred_perception.detectors import make_detector
from pred_perception.observation import Observation
from pred_perception.rgbd import weights_file
from pred_perception.rgbd.classes import class_names
from pred_perception.rgbd.encoder import SIDE

PICTURE = Path(__file__).parent / "table.npz"
"""Colour, depth (enlarged, counts of 1/3000 m), true instances and their classes, and the camera: see TableAlbum."""


@pytest.fixture(scope="module")
def table():
    with within_domain("table"), np.load(PICTURE) as data:
        yield dict(data)


@pytest.fixture(scope="module")
def found(table):
    detector = make_detector("rgbd", DetectorSettings(confidence=0.35))
    height, *up = (float(v) for v in table["camera"][:4])
    larger = detector._finder.judge.enlarged
    transform = np.eye(4)
    transform[2, :3], transform[2, 3] = up, height / larger
    observation = Observation(
        stamp=0.0,
        step=1,
        episode=1,
        depth=table["depth"].astype(np.float32) / np.float32(3000.0 * larger),
        camera=Intrinsics(*(float(v) for v in table["camera"][4:]), SIDE, SIDE),
        transform=transform,
        base=Pose2D(0.0, 0.0, 0.0),
        colour=table["rgb"],
    )
    return detector.detect(observation)


def test_things_of_the_table_are_named_where_they_are(table, found):
    pixels = np.bincount(table["ids"].ravel(), minlength=256)
    names = class_names()
    true = [(k, names[c]) for k, c in enumerate(table["classes"]) if c and pixels[k] >= 300]
    right = 0
    for k, name in true:
        mask = table["ids"] == k
        for item in found.items:
            own = found.labels == item.label
            right += item.class_name == name and np.sum(own & mask) > 0.5 * np.sum(own | mask)
    assert len(true) >= 6 and right >= 0.7 * len(true)


def test_what_is_cut_off_by_two_edges_says_so(found):
    assert {d.class_name for d in found.items if not d.whole} <= {"Table", "YellowCupboard", "Box"}


def test_a_domain_of_which_nothing_was_learnt_is_named(monkeypatch):
    monkeypatch.setattr(weights_file, "WEIGHTS", {HOUSEHOLD: "rgbd_thor.zip"})
    with within_domain("table"), pytest.raises(DetectorError, match="nothing of the domain table"):
        make_detector("rgbd")
