"""The file of weights says what the trained networks say (needs PyTorch: ./pred setup vision)."""

import importlib.util
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from pred_learning.detector import prepared
from pred_learning.detector.export import export
from pred_learning.detector.graphs import encoder_graph, judge_graph, save
from pred_learning.detector.prepared import COUNTS, MOST, Prepared, prepare
from pred_learning.detector.truth import WRONG, shares
from pred_learning.detector.views import DEPTH_UNIT, AlbumView
from pred_perception.attributes.efficientnet import find_weights
from pred_perception.attributes.torch_weights import read
from pred_perception.rgbd import encoder
from pred_perception.rgbd.judge import CALIBRATION
from pred_perception.rgbd.pooling import FEATURES, SHAPE, features
from pred_perception.rgbd.proposals import propose
from pred_perception.rgbd.scores import Calibration
from pred_perception.rgbd.surface import upward
from pred_perception.rgbd.weights_file import default_weights, load

ROOM = Path(__file__).parents[2] / "pred_perception" / "test" / "rgbd" / "room.npz"

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="needs PyTorch: ./pred setup vision"
)


def test_the_file_says_what_the_network_says(tmp_path):
    import torch

    from pred_learning.detector.encoder_network import EncoderNet
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
    path = tmp_path / "weights.zip"
    calibration = Calibration((0.5, 1.0, 0.25, -1.0))
    trained = {name: value.numpy() for name, value in net.state_dict().items()}
    eyes = EncoderNet()
    eyes.begin(read(find_weights()))
    model = encoder_graph({name: value.numpy() for name, value in eyes.state_dict().items()})
    save(model, judge_graph(trained, blank(), {CALIBRATION: calibration.text()}), path)
    asked = load(path).judge
    likely, shared = asked.ask(known.numpy())
    assert np.allclose(likely, logits.softmax(1).numpy(), atol=0.01)
    assert np.allclose(shared, quality.sigmoid().numpy(), atol=0.01)
    assert asked.calibration == calibration
    assert path.stat().st_size < 20e6


@pytest.fixture(scope="module")
def view() -> AlbumView:
    """A picture of a room as a training has it."""
    with np.load(ROOM) as data:
        depth = data["depth"].astype(np.float32) * np.float32(DEPTH_UNIT)
        height, horizon = (float(v) for v in data["camera"])
        return AlbumView(data["rgb"], depth, data["ids"], data["classes"], height, upward(horizon))


def test_what_is_taught_is_what_the_robot_asks(view, monkeypatch):
    import torch

    from pred_learning.detector.encoder_network import EncoderNet
    from pred_learning.detector.pooled import pooled

    torch.manual_seed(0)
    eyes = EncoderNet().eval()
    eyes.begin(read(find_weights()))
    with torch.no_grad():
        eyes._conv_stem.weight[:, 3:] += 0.05 * torch.randn(32, encoder.GEOMETRY, 3, 3)
    weights = {name: value.numpy() for name, value in eyes.state_dict().items()}
    merger, seen = load(default_weights()).judge.merger, view.surface()
    found = propose(view.rgb, seen, merger)
    maps = encoder.Encoder(encoder_graph(weights).SerializeToString()).maps(view.rgb, seen)
    asked = features(view.rgb, seen, found, maps)

    monkeypatch.setattr(prepared, "KEPT", 0.0)  # nothing by chance
    row = prepare(view, merger, np.random.default_rng(0))
    drawn = {f.name: torch.from_numpy(np.array(v))[None] for f, v in zip(fields(Prepared), row, strict=True)}
    with torch.no_grad():
        fine, coarse = eyes(drawn["rgb"].permute(0, 3, 1, 2).float(), drawn["surface"] / COUNTS)
        known = pooled(fine, coarse, drawn["labels"], drawn["members"], drawn["limits"])
    taught = torch.cat([known, drawn["shape"].float()], -1)[drawn["limits"][..., 1] > 0].numpy()
    kept = np.flatnonzero(shares(found, view.ids).max(1) >= WRONG)
    assert 0 < len(kept) <= MOST
    spread = asked.std(0) + 0.2  # what is alike for all proposals of a picture has none
    assert np.abs((taught - asked[kept]) / spread).max() < 0.1  # the surface is stored in counts
    assert np.abs(taught[:, -SHAPE:] - asked[kept][:, -SHAPE:]).max() < 0.02


def test_a_training_ends_with_weights_and_goes_on(tmp_path, view):
    """Two steps on one picture, then two more."""
    import torch

    from pred_learning.detector.ring import Ring
    from pred_learning.detector.training import CHECKPOINT, Plan, Trainer

    merger = load(default_weights()).judge.merger
    row = prepare(view, merger, np.random.default_rng(0))
    ring = Ring(3, "cpu")
    for _ in range(2):
        ring.add(Prepared(*(np.stack([v, v]) for v in row)))
    assert len(ring) == 3 and ring.come == 4
    random = np.random.default_rng(0)
    plan = Plan(steps=4, batch=2)
    trainer = Trainer(plan, "cpu")
    for _ in range(2):
        losses = trainer.learn(ring.draw(2, random), ring.worth())
        assert all(torch.isfinite(value) for value in losses.values())
    trainer.save(tmp_path)
    again = Trainer(plan, "cpu")
    assert (tmp_path / CHECKPOINT).exists() and again.resume(tmp_path) and again.step == 2
    again.learn(ring.draw(2, random), ring.worth())
    again.settle(ring, random)
    again.save(tmp_path)
    export(tmp_path, merger, tmp_path / "weights.zip", None, 0)
    load(tmp_path / "weights.zip")
    other = Trainer(plan, "cpu")
    other.begin(tmp_path)
    assert other.step == 0
    for name, value in other.pair.judge.state_dict().items():
        assert torch.equal(value, again.average.judge.state_dict()[name]), name


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
