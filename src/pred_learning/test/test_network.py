"""The ONNX file says what the trained judge says (needs PyTorch: ./pred setup vision)."""

import importlib.util

import numpy as np
import pytest

from pred_perception.rgbd.judge import CALIBRATION, Judge, build, save
from pred_perception.rgbd.pooling import FEATURES
from pred_perception.rgbd.scores import Calibration

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="needs PyTorch: ./pred setup vision"
)


def test_the_file_says_what_the_network_says(tmp_path):
    import torch

    from pred_learning.detector.merging import blank
    from pred_learning.detector.network import Net

    torch.manual_seed(0)
    net = Net()
    known = torch.randn(64, FEATURES)
    with torch.no_grad():
        net.mean.normal_()
        for _ in range(5):
            net(known * 1.5)  # for statistics of its own
        net.eval()
        logits, quality = net(known)
    path = tmp_path / "judge.onnx"
    calibration = Calibration((0.5, 1.0, 0.25, -1.0))
    trained = {name: value.numpy() for name, value in net.state_dict().items()}
    save(build(trained, blank(), {CALIBRATION: calibration.text()}), path)
    judge = Judge(path)
    likely, shared = judge.ask(known.numpy())
    assert np.allclose(likely, logits.softmax(1).numpy(), atol=0.01)
    assert np.allclose(shared, quality.sigmoid().numpy(), atol=0.01)
    assert judge.calibration == calibration
    assert path.stat().st_size < 20e6


def test_pairs_of_one_thing_are_learnt():
    from pred_learning.detector.merging import fit
    from pred_perception.rgbd.tree import PAIR

    random = np.random.default_rng(0)
    known = random.standard_normal((4000, PAIR), np.float32)
    same = (known[:, 3] > 0.0).astype(np.float32)
    merger = fit(known, same, 200, 0)
    hidden = np.maximum(((known - merger.mean) * merger.scale) @ merger.first + merger.first_bias, 0.0)
    said = np.maximum(hidden @ merger.second + merger.second_bias, 0.0) @ merger.last + merger.last_bias
    assert np.mean((said > 0.0) == (same > 0.5)) > 0.95
