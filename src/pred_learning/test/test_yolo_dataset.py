"""A dataset for ultralytics: outlines that give the masks again, and a network that is trained on it and used."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from scipy.ndimage import binary_fill_holes, label

from pred_core.domain_file import HOUSEHOLD
from pred_core.vocabulary import within_domain
from pred_learning.detector.pictures import Album
from pred_learning.detector.views import AlbumError
from pred_learning.detector.yolo_dataset import LEAST_PIXELS, describe, joined, outlines, write
from pred_perception.rgbd.classes import class_names

cv2 = pytest.importorskip("cv2", reason="needs OpenCV: ./pred setup vision")

SIDE = 300


def drawn(outline):
    return cv2.fillPoly(np.zeros((64, 64), np.uint8), [outline], 1).astype(bool)


@given(st.lists(st.tuples(*[st.integers(0, 63)] * 2, *[st.integers(3, 30)] * 2), min_size=1, max_size=4))
def test_an_outline_gives_the_mask_again_without_holes(boxes):
    mask = np.zeros((64, 64), bool)
    for x, y, wide, high in boxes:
        mask[y : y + high, x : x + wide] = True
    numbers, count = label(mask, np.ones((3, 3)))
    large = [k for k in range(1, count + 1) if (numbers == k).sum() >= LEAST_PIXELS]
    parts = outlines(mask)
    assert len(parts) == len(large)
    if not large:
        return
    together = np.logical_or.reduce([drawn(part) for part in parts])
    assert (together == np.logical_or.reduce([binary_fill_holes(numbers == k, np.ones((3, 3))) for k in large])).all()
    more = drawn(joined(parts)) & ~together
    assert (drawn(joined(parts)) | ~together).all()  # nothing is lost by joining
    assert more.sum() <= 128 * (len(parts) - 1)  # and only the lines between parts are added


def album() -> Album:
    """Return two pictures: a table with a hole for the cup that stands on it, and the building alone."""
    kinds = class_names()
    ids = np.zeros((2, SIDE, SIDE), np.uint8)
    ids[0, 100:200, 50:250] = 1
    ids[0, 120:160, 90:130] = 2
    ids[0, 10:12, 10:12] = 3
    classes = np.zeros((2, 256), np.uint8)
    classes[:, 1:4] = [kinds.index(name) for name in ("DiningTable", "Cup", "Fork")]
    rgb = np.where(ids[..., None] == 2, 200, ids[..., None] * np.uint8(90)).repeat(3, axis=3).astype(np.uint8)
    camera = np.tile(np.float32([1.5, 30.0]), (2, 1))
    return Album("FloorPlan1", rgb, np.full((2, SIDE, SIDE), 3000, np.uint16), ids, classes, camera)


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    with within_domain(HOUSEHOLD):
        for part in ("train", "val", "test"):
            (tmp_path / part).mkdir()
            (tmp_path / part / "FloorPlan1_00000.npz").write_bytes(album().packed())
            assert write(tmp_path / "yolo", part, tmp_path / part, 0) == 2
        describe(tmp_path / "yolo")
    return tmp_path / "yolo"


def test_pictures_come_with_the_things_in_sight(dataset: Path) -> None:
    names = yaml.safe_load((dataset / "data.yaml").read_text())["names"]
    shown = (dataset / "labels/train/FloorPlan1_00000_00.txt").read_text().splitlines()
    assert [names[int(line.split()[0])] for line in shown] == ["DiningTable", "Cup"]  # of the fork too little is seen
    corners = np.array(shown[1].split()[1:], float).reshape(-1, 2) * SIDE
    assert corners.min(0) == pytest.approx([90.5, 120.5], abs=0.01)
    assert corners.max(0) == pytest.approx([129.5, 159.5], abs=0.01)
    assert (dataset / "labels/train/FloorPlan1_00000_01.txt").read_text() == ""
    assert Image.open(dataset / "images/train/FloorPlan1_00000_00.png").size == (SIDE, SIDE)
    assert not list(dataset.rglob("*.partial*"))


def test_what_is_there_is_kept_and_no_albums_are_told(dataset: Path, tmp_path: Path) -> None:
    label_file = dataset / "labels/train/FloorPlan1_00000_00.txt"
    label_file.write_text("mended by hand")
    assert write(dataset, "train", tmp_path / "train", 1) == 1
    assert label_file.read_text() == "mended by hand"
    with pytest.raises(AlbumError, match="no albums"):
        write(dataset, "train", tmp_path / "nowhere", 0)


@pytest.mark.slow
def test_ultralytics_trains_on_it_and_the_detector_takes_what_comes_of_it(dataset: Path, tmp_path: Path) -> None:
    ultralytics = pytest.importorskip("ultralytics", reason="needs ultralytics: ./pred setup vision")
    from pred_perception.detector import DetectorSettings
    from pred_perception.detectors import make_detector

    network = ultralytics.YOLO("yolo11n-seg.yaml")
    network.train(
        data=str(dataset / "data.yaml"), epochs=1, imgsz=64, batch=2, workers=0, device="cpu", plots=False, amp=False,
        project=str(tmp_path / "runs"), name="tiny", verbose=False,
    )  # fmt: skip
    weights = tmp_path / "runs/tiny/weights/last.pt"
    with within_domain(HOUSEHOLD):
        detector = make_detector("yolo", DetectorSettings(weights=str(weights), confidence=1e-6, image_size=64))
    assert detector.name == "yolo"
