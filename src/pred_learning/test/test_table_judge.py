"""A judge for another place's things, on the rooms' encoder: what it learns, and the file that it comes in."""

import io
import zipfile

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs PyTorch: ./pred setup vision")

from pred_core.domain_file import HOUSEHOLD
from pred_core.vocabulary import within_domain
from pred_learning.detector.graphs import judge_graph, save
from pred_learning.detector.judging import train
from pred_learning.detector.truth import UNSURE
from pred_perception.rgbd.classes import class_names
from pred_perception.rgbd.judge import ENLARGED
from pred_perception.rgbd.pooling import FEATURES
from pred_perception.rgbd.weights_file import PARTS, default_weights, load


def test_it_tells_apart_what_it_was_shown_and_comes_without_an_encoder(tmp_path):
    with within_domain(HOUSEHOLD):
        merger = load(default_weights()).judge.merger
    with within_domain("table"):
        random = np.random.default_rng(0)
        numbers = random.integers(0, len(class_names()), 4000).astype(np.uint8)
        middles = random.normal(size=(len(class_names()), FEATURES)).astype(np.float32)
        known = middles[numbers] + random.normal(size=(4000, FEATURES)).astype(np.float32)
        shared = np.where(numbers > 0, 0.9, 0.1).astype(np.float32)
        taught = numbers.copy()
        taught[::10] = UNSURE
        tensors = train(known, taught, shared, 120, 0)
        path = tmp_path / "table.zip"
        save(None, judge_graph(tensors, merger, {ENLARGED: "3.5"}), path)
        assert zipfile.ZipFile(path).namelist() == [PARTS[1]]
        judge = load(io.BytesIO(path.read_bytes())).judge
        likely, said = judge.ask(known[::10])
        assert np.mean(likely.argmax(1) == numbers[::10]) > 0.95
        things = numbers[::10] > 0
        assert said[things].mean() > 0.7 and said[~things].mean() < 0.3
        assert judge.enlarged == 3.5
