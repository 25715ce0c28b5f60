"""Trains the network on albums of pictures: seeded, with progress, going on where it was stopped.

``python -m pred_learning.detector.training --pictures DIR --out DIR [--steps N] [--seed 0]``
"""

from __future__ import annotations

import argparse
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional as F  # noqa: N812 - its usual name
from tqdm import tqdm

from pred_learning.detector.batches import Batch, batches
from pred_learning.detector.network import Net
from pred_perception.rgbd.albums import make_features

CHECKPOINT = "checkpoint.pt"
TRAINED = "trained.npz"
KEEP = 0.995
"""Share of the averaged weights that a step keeps."""


@dataclass(frozen=True)
class Plan:
    """How to train. ``batch`` pictures a step, ``points`` pixels judged of each; ``rate`` at its highest."""

    steps: int = 12000
    batch: int = 4
    points: int = 2048
    rate: float = 1.5e-3
    decay: float = 0.02
    warm_up: int = 150
    seed: int = 0
    save_every: int = 100


class Trainer:
    """The network, its averaged weights and the optimiser."""

    def __init__(self, plan: Plan, device: str) -> None:
        torch.manual_seed(plan.seed)
        self.plan = plan
        self.device = device
        self.net = Net().to(device, memory_format=torch.channels_last)
        self.average = Net().to(device)
        self.average.load_state_dict(self.net.state_dict())
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=plan.rate, weight_decay=plan.decay)
        self.step = 0

    def learn(self, batch: Batch) -> dict[str, float]:
        """Take one step and return the losses."""
        share = self.step / self.plan.steps
        rate = self.plan.rate * min(1.0, (self.step + 1) / self.plan.warm_up)
        for group in self.optimiser.param_groups:
            group["lr"] = rate * (0.01 + 0.99 * 0.5 * (1.0 + math.cos(math.pi * min(share, 1.0))))
        self.net.train()
        losses = self.losses(batch)
        total = losses["class"] + losses["way"] + losses["middle"]
        self.optimiser.zero_grad(set_to_none=True)
        total.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1
        self._follow()
        return {name: float(value.detach()) for name, value in losses.items()}

    def losses(self, batch: Batch) -> dict[str, Any]:
        """Return the loss of classes, ways and middles, and the share of right classes."""
        half = self._tensor(batch.half).contiguous(memory_format=torch.channels_last)
        encoded = [self._tensor(e).contiguous(memory_format=torch.channels_last) for e in batch.encoded]
        fine, coarse, middles = self.net(half, encoded)
        logits, ways = self.net.at_points(fine, coarse, self._tensor(batch.points))
        classes = self._tensor(batch.classes)
        off = (ways - self._tensor(batch.ways)).abs().sum(2)
        weights = self._tensor(batch.weights)
        return {
            "class": F.cross_entropy(logits.flatten(0, 1), classes.flatten()),
            "way": 0.5 * (off * weights).sum() / weights.sum().clamp(min=1.0),
            "middle": 0.5 * focal(middles, self._tensor(batch.middles)),
            "right": (logits.argmax(2) == classes).float().mean(),
        }

    def _tensor(self, array: Any) -> Any:
        return torch.from_numpy(array).to(self.device)

    def _follow(self) -> None:
        keep = min(KEEP, self.step / (self.step + 10.0))
        with torch.no_grad():
            now = self.net.state_dict()
            for name, value in self.average.state_dict().items():
                if value.dtype.is_floating_point:
                    value.lerp_(now[name], 1.0 - keep)
                else:
                    value.copy_(now[name])

    def save(self, out: Path) -> None:
        """Write what training goes on from, and the averaged weights by name (``TRAINED``)."""
        state = {
            "step": self.step,
            "net": self.net.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
        }
        partial = out / "checkpoint.partial"
        torch.save(state, partial)
        partial.replace(out / CHECKPOINT)
        arrays = {name: value.detach().cpu().numpy() for name, value in self.average.state_dict().items()}
        arrays["steps"] = np.array(self.step)
        partial = out / "trained.partial.npz"
        np.savez(partial, **arrays)
        partial.replace(out / TRAINED)

    def resume(self, out: Path) -> bool:
        """Go on from the checkpoint of a folder, if there is one."""
        path = out / CHECKPOINT
        if not path.exists():
            return False
        state = torch.load(path, map_location=self.device, weights_only=True)
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.step = int(state["step"])
        return True


def focal(logits: Any, wanted: Any) -> Any:
    """Return the penalty-reduced focal loss of middles (Law & Deng 2018), a mean over the middles there are."""
    logits = logits.float()
    sure, unsure = F.logsigmoid(logits), F.logsigmoid(-logits)
    share = torch.sigmoid(logits)
    at = wanted >= 0.999
    loss = torch.where(at, -sure * (1.0 - share) ** 2, -unsure * share**2 * (1.0 - wanted) ** 4)
    return loss.sum() / at.sum().clamp(min=1)


def endless(files: Sequence[Path], plan: Plan, step: int) -> Iterator[Batch]:
    """Yield batches for ever, epoch by epoch, from the epoch that a step belongs to."""
    for epoch in itertools.count(step):
        yield from batches(files, np.random.default_rng([plan.seed, epoch]), plan.batch, plan.points)


def train(files: Sequence[Path], out: Path, plan: Plan, device: str) -> Path:
    """Train to the plan's end and return the file of weights.

    A stopped training goes on from its last checkpoint (with pictures in another order).
    """
    out.mkdir(parents=True, exist_ok=True)
    trainer = Trainer(plan, device)
    if trainer.resume(out):
        print(f"going on from step {trainer.step}")
    means: dict[str, float] = {}
    stream = endless(files, plan, trainer.step)
    with tqdm(total=plan.steps, initial=trainer.step, unit="steps", desc="training", mininterval=5.0) as bar:
        while trainer.step < plan.steps:
            for name, value in trainer.learn(next(stream)).items():
                means[name] = 0.98 * means.get(name, value) + 0.02 * value
            bar.update()
            bar.set_postfix({name: f"{value:.3f}" for name, value in means.items()}, refresh=False)
            if trainer.step % plan.save_every == 0:
                trainer.save(out)
    trainer.save(out)
    return out / TRAINED


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pictures", type=Path, required=True, help="folder of albums")
    parser.add_argument("--out", type=Path, required=True, help="folder for weights and checkpoints")
    parser.add_argument("--steps", type=int, default=Plan.steps, help="in all")
    parser.add_argument("--batch", type=int, default=Plan.batch, help="pictures of a step")
    parser.add_argument("--rate", type=float, default=Plan.rate, help="highest learning rate")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--jobs", type=int, default=2, help="processes that make features, and threads that train"
    )
    parser.add_argument("--device", default="", help="torch's; default: cuda if there is one")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.jobs)
    device = arguments.device or ("cuda" if torch.cuda.is_available() else "cpu")
    files = make_features(arguments.pictures, arguments.jobs)
    plan = Plan(steps=arguments.steps, batch=arguments.batch, rate=arguments.rate, seed=arguments.seed)
    print(train(files, arguments.out, plan, device))


if __name__ == "__main__":
    main()
