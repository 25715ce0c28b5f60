"""Trains a judge for another place's things on an encoder that stays as it is, on a CPU.

``python -m pred_learning.detector.judging --domain table --pictures DIR --validate DIR --out FILE``

The encoder, trained on the rooms, tells colours, edges and surfaces of a table apart as well; only what these mean is
learnt anew. What merges pieces stays, too. What the encoder says of each proposal is computed once and kept in memory.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as F  # noqa: N812 - its usual name
from tqdm import tqdm

from pred_core.domain_file import HOUSEHOLD
from pred_core.vocabulary import choose_domain, within_domain
from pred_learning.detector.evaluate import calibrate
from pred_learning.detector.graphs import judge_graph, save
from pred_learning.detector.network import Net
from pred_learning.detector.table_pictures import ENLARGED as TABLE_ENLARGED
from pred_learning.detector.training import OUTLINE, SMOOTHED
from pred_learning.detector.truth import UNSURE, shares, shown
from pred_learning.detector.views import AlbumView, albums_in, mirrored, training_views
from pred_learning.workers import told
from pred_perception.rgbd.detector import Finder
from pred_perception.rgbd.encoder import Encoder
from pred_perception.rgbd.judge import CALIBRATION, ENLARGED
from pred_perception.rgbd.pooling import features
from pred_perception.rgbd.proposals import propose
from pred_perception.rgbd.tree import Merger
from pred_perception.rgbd.weights_file import default_weights, load

BATCH = 512
RATE, DECAY = 2e-3, 0.05
Floats = NDArray[np.float32]


def examples(views: Iterable[AlbumView], encoder: Encoder, merger: Merger) -> tuple[Floats, NDArray[np.uint8], Floats]:
    """Return of all proposals what is known (N, FEATURES), and what they show, see :func:`truth.shown`."""
    parts = []
    for view in views:
        seen = view.surface()
        found = propose(view.rgb, seen, merger)
        number, share = shown(shares(found, view.ids), view.classes)
        parts.append((features(view.rgb, seen, found, encoder.maps(view.rgb, seen)), number, share))
    known, numbers, shared = (np.concatenate(each) for each in zip(*parts, strict=True))
    return known, numbers, shared


def both_ways(albums: Sequence[Path], seed: int) -> Iterable[AlbumView]:
    """Yield all pictures of albums as a robot might have taken them, and as a mirror shows them."""
    random = np.random.default_rng([seed, 41])
    for album in tqdm(albums, unit="albums", mininterval=5.0):
        for view in training_views(album, random):
            yield view
            yield mirrored(view)


def train(known: Floats, numbers: NDArray[np.uint8], shared: Floats, steps: int, seed: int) -> dict[str, Floats]:
    """Return a judge's tensors by name."""
    torch.manual_seed(seed)
    net = Net()
    x, y, q = torch.from_numpy(known), torch.from_numpy(numbers).long(), torch.from_numpy(shared)
    net.follow(x, 1.0)
    counts = torch.bincount(y[y != UNSURE], minlength=net.number.out_features).float()
    worth = (counts.clamp(min=1.0).median() / counts.clamp(min=1.0)).sqrt().clamp(0.3, 3.0)
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps)
    net.train()
    for _ in tqdm(range(steps), unit="steps", desc="judge", mininterval=5.0):
        some = torch.randint(len(x), (BATCH,))
        logits, quality = net(x[some])
        sure = y[some] != UNSURE
        loss = F.cross_entropy(logits[sure], y[some][sure], weight=worth, label_smoothing=SMOOTHED)
        loss = loss + OUTLINE * F.binary_cross_entropy_with_logits(quality, q[some])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
    return {name: value.detach().numpy() for name, value in net.state_dict().items()}


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--domain", default="table", help="whose types are told apart")
    parser.add_argument("--pictures", type=Path, required=True, help="folder of albums to learn from")
    parser.add_argument("--validate", type=Path, required=True, help="folder of albums to fit the scores on")
    parser.add_argument("--out", type=Path, required=True, help="file of weights to write")
    parser.add_argument("--enlarged", type=float, default=TABLE_ENLARGED, help="by how much lengths were enlarged")
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    with within_domain(HOUSEHOLD):
        encoder, judge = load(default_weights())
    choose_domain(arguments.domain)
    views = both_ways(albums_in(arguments.pictures), arguments.seed)
    known, numbers, shared = examples(views, encoder, judge.merger)
    print(f"{len(known)} proposals, {int(((numbers > 0) & (numbers != UNSURE)).sum())} of them things", flush=True)
    tensors = train(known, numbers, shared, arguments.steps, arguments.seed)
    kept = {ENLARGED: f"{arguments.enlarged:.6g}"}
    save(None, judge_graph(tensors, judge.merger, kept), arguments.out)
    fitted = calibrate(Finder(load(arguments.out)), arguments.validate, 0)
    save(None, judge_graph(tensors, judge.merger, kept | {CALIBRATION: fitted.text()}), arguments.out)
    print(f"{arguments.out}: {arguments.out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    told("judging", main)
