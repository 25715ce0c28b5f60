"""Trains what says whether two neighbouring pieces are of one thing, on pairs met while pieces are merged.

``python -m pred_learning.detector.merging --pictures DIR --out FILE [--albums N] [--seed 0]``
The pairs are those that the merging of the round before meets (Ross et al. 2011): first of all an order by chance.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional as F  # noqa: N812 - its usual name
from tqdm import tqdm

from pred_learning.detector.merger_file import save_merger
from pred_learning.detector.truth import instances
from pred_learning.detector.views import AlbumView, albums_in, training_views
from pred_perception.rgbd.proposals import merge
from pred_perception.rgbd.tree import PAIR, Merger

WIDTHS = (32, 16)
ROUNDS = ((8, 1500), (6, 2000), (6, 4000))
"""Of each round: every how manieth picture of an album is taken, and training steps."""
KEPT_PAIRS = 600_000
"""Pairs of earlier rounds that are kept."""
BATCH = 2048

Floats = NDArray[np.float32]


def blank() -> Merger:
    """Return a merger to which all pairs are alike."""
    first, second = WIDTHS
    shapes = ((PAIR,), (PAIR,), (PAIR, first), (first,), (first, second), (second,), (second,), (1,))
    return Merger(*(np.zeros(shape, np.float32) for shape in shapes))


def pairs_of(view: AlbumView, merger: Merger) -> tuple[Floats, Floats]:
    """Return what is known (N, PAIR) of the pairs met in a picture, and how far (N,) they are of one thing."""
    found, ends, known = merge(view.rgb, view.surface(), merger, record=True)
    parts = instances(found, view.ids)
    parts /= parts.sum(1, keepdims=True)
    return known, np.asarray((parts[ends[:, 0]] * parts[ends[:, 1]]).sum(1), np.float32)


def fit(known: Floats, same: Floats, steps: int, seed: int) -> Merger:
    """Return the merger that says best which pairs are of one thing."""
    torch.manual_seed(seed)
    mean, scale = known.mean(0), 1.0 / (known.std(0) + np.float32(1e-3))
    first, second = WIDTHS
    net = nn.Sequential(
        nn.Linear(PAIR, first), nn.ReLU(), nn.Linear(first, second), nn.ReLU(), nn.Linear(second, 1)
    )
    x, y = torch.from_numpy((known - mean) * scale), torch.from_numpy(same)
    optimiser = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 5e-3, total_steps=steps)
    for _ in tqdm(range(steps), unit="steps", desc="merger", mininterval=5.0):
        some = torch.randint(len(x), (BATCH,))
        loss = F.binary_cross_entropy_with_logits(net(x[some])[:, 0], y[some])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()

    def array(value: torch.Tensor) -> Floats:
        return np.ascontiguousarray(value.detach().numpy(), np.float32)

    one, two, three = (layer for layer in net if isinstance(layer, nn.Linear))
    return Merger(
        mean, scale, array(one.weight.T), array(one.bias), array(two.weight.T), array(two.bias), array(three.weight[0]),
        array(three.bias),
    )  # fmt: skip


def train(albums: Sequence[Path], out: Path, seed: int) -> None:
    """Train in rounds and write the merger, unless it is there."""
    if out.exists():
        return
    merger = blank()
    known: Floats = np.empty((0, PAIR), np.float32)
    same: Floats = np.empty(0, np.float32)
    for number, (every, steps) in enumerate(ROUNDS):
        random = np.random.default_rng([seed, number])
        met = [
            pairs_of(view, merger)
            for album in tqdm(albums[number :: len(ROUNDS)], unit="albums", desc="pairs", mininterval=5.0)
            for view in training_views(album, random, every)
        ]
        kept = random.permutation(len(known))[:KEPT_PAIRS]
        known = np.concatenate([known[kept], *(k for k, _ in met)], dtype=np.float32)
        same = np.concatenate([same[kept], *(s for _, s in met)], dtype=np.float32)
        merger = fit(known, same, steps, seed)
    save_merger(merger, out)


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pictures", type=Path, required=True, help="folder of albums")
    parser.add_argument("--out", type=Path, required=True, help="file for the merger")
    parser.add_argument(
        "--albums", type=int, default=150, help="albums that are used, evenly over the folder"
    )
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    albums = albums_in(arguments.pictures)
    train(albums[:: max(1, len(albums) // arguments.albums)], arguments.out, arguments.seed)
    print(arguments.out)


if __name__ == "__main__":
    main()
