"""The ONNX file says what the trained network says (needs PyTorch: ./pred setup vision)."""

import importlib.util

import numpy as np
import pytest

from pred_perception.attributes.efficientnet import find_weights
from pred_perception.attributes.torch_weights import read
from pred_perception.rgbd.albums import encoder
from pred_perception.rgbd.detector import Network
from pred_perception.rgbd.graph import build, save
from pred_perception.rgbd.inputs import CHANNELS, HALF, SIDE
from pred_perception.rgbd.targets import WAY_UNIT


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs PyTorch: ./pred setup vision")
def test_the_file_says_what_the_network_says(tmp_path):
    import torch

    from pred_learning.detector.network import Net

    torch.manual_seed(0)
    net = Net().eval()
    random = np.random.default_rng(0)
    image = random.integers(0, 255, (1, SIDE, SIDE, 3), np.uint8)
    half = random.standard_normal((CHANNELS, HALF, HALF), np.float32)
    encoded = [torch.from_numpy(x) for x in encoder().run(None, {"image": image})]
    with torch.no_grad():
        fine, coarse, _ = net(torch.from_numpy(half[None]), encoded)
        logits, ways = net.at_points(fine, coarse, torch.arange(HALF * HALF)[None])
    path = tmp_path / "net.onnx"
    save(build(read(find_weights()), {k: v.numpy() for k, v in net.state_dict().items()}), path)
    answer = Network(path).ask(image[0], half)
    assert np.allclose(answer.classes, logits.softmax(2)[0].numpy(), atol=0.01)
    assert np.allclose(answer.ways.reshape(2, -1).T, ways[0].numpy() * WAY_UNIT, atol=0.1)
    assert path.stat().st_size < 12e6
