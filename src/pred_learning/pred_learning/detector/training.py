"""Trains the judge on examples: seeded, with progress, going on where it was stopped.

``python -m pred_learning.detector.training --examples DIR --out DIR [--steps N] [--seed 0]``
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as F  # noqa: N812 - its usual name
from tqdm import tqdm

from pred_learning.detector.examples import UNSURE
from pred_learning.detector.network import Net
from pred_learning.detector.views import AlbumError

CHECKPOINT = "checkpoint.pt"
TRAINED = "trained.npz"
KEEP = 0.998
"""Share of the averaged weights that a step keeps."""
SMOOTHED = 0.05
"""Share of the likelihood that is given to other classes than the right one."""
FEW = 40
"""Examples of a class under which it is not drawn more often for being rare."""


@dataclass(frozen=True)
class Examples:
    """What :mod:`examples` made: features (N, FEATURES), class and share (N,)."""

    known: NDArray[np.float16]
    numbers: NDArray[np.uint8]
    shared: NDArray[np.float16]

    def chances(self) -> NDArray[np.float64]:
        """Return how often each is to be drawn: classes by the root of how often they occur."""
        counts = np.bincount(self.numbers, minlength=256)
        chances = 1.0 / np.sqrt(np.maximum(counts, FEW))[self.numbers]
        return np.asarray(chances / chances.sum())


@dataclass(frozen=True)
class Plan:
    """How to train: ``batch`` examples a step, ``rate`` at its highest."""

    steps: int = 12000
    batch: int = 512
    rate: float = 2e-3
    decay: float = 0.02
    warm_up: int = 300
    seed: int = 0
    save_every: int = 500


def load(folder: Path) -> Examples:
    """Return all examples of a folder.

    :raises AlbumError: when there are none
    """
    files = sorted(p for p in folder.glob("*.npz") if not p.name.endswith(".partial.npz"))
    if not files:
        raise AlbumError(f"{folder} holds no examples")
    parts: dict[str, list[NDArray[np.generic]]] = {"x": [], "y": [], "q": []}
    for file in tqdm(files, unit="files", desc="reading", mininterval=5.0):
        with np.load(file) as data:
            for name, part in parts.items():
                part.append(data[name])
    known = np.concatenate(parts["x"]).astype(np.float16, copy=False)
    return Examples(
        known, np.concatenate(parts["y"]).astype(np.uint8), np.concatenate(parts["q"]).astype(np.float16)
    )


class Trainer:
    """The network, its averaged weights and the optimiser."""

    def __init__(self, plan: Plan, examples: Examples, device: str) -> None:
        torch.manual_seed(plan.seed)
        self.plan = plan
        self.device = device
        self.net = Net().to(device)
        some = examples.known[:: max(1, len(examples.known) // 50_000)].astype(np.float32)
        self.net.mean.copy_(torch.from_numpy(some.mean(0)))
        self.net.scale.copy_(torch.from_numpy(1.0 / (some.std(0) + 1e-3)))
        self.average = Net().to(device)
        self.average.load_state_dict(self.net.state_dict())
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=plan.rate, weight_decay=plan.decay)
        self.step = 0

    def learn(self, known: Any, numbers: Any, shared: Any) -> dict[str, float]:
        """Take one step and return the losses."""
        share = self.step / self.plan.steps
        rate = self.plan.rate * min(1.0, (self.step + 1) / self.plan.warm_up)
        for group in self.optimiser.param_groups:
            group["lr"] = rate * (0.01 + 0.99 * 0.5 * (1.0 + math.cos(math.pi * min(share, 1.0))))
        self.net.train()
        with torch.autocast(self.device, torch.bfloat16):  # nearly twice as fast, on CPUs too
            logits, quality = self.net(known)
        logits, quality = logits.float(), quality.float()
        losses = {
            "class": F.cross_entropy(logits, numbers, ignore_index=UNSURE, label_smoothing=SMOOTHED),
            "outline": F.binary_cross_entropy_with_logits(quality, shared),
        }
        self.optimiser.zero_grad(set_to_none=True)
        (losses["class"] + 2.0 * losses["outline"]).backward()
        self.optimiser.step()
        self.step += 1
        self._follow()
        return {name: float(value.detach()) for name, value in losses.items()}

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


def train(folder: Path, out: Path, plan: Plan, device: str) -> Path:
    """Train to the plan's end and return the file of weights.

    A stopped training goes on from its last checkpoint (with other draws).
    """
    out.mkdir(parents=True, exist_ok=True)
    examples = load(folder)
    print(
        f"{len(examples.numbers)} examples, {np.mean(examples.numbers == 0):.2f} of them of nothing",
        flush=True,
    )
    trainer = Trainer(plan, examples, device)
    if trainer.resume(out):
        print(f"going on from step {trainer.step}")
    random = np.random.default_rng([plan.seed, trainer.step])
    edges = np.cumsum(examples.chances())
    means: dict[str, float] = {}
    with tqdm(total=plan.steps, initial=trainer.step, unit="steps", desc="training", mininterval=5.0) as bar:
        while trainer.step < plan.steps:
            drawn = np.minimum(np.searchsorted(edges, random.random(plan.batch)), len(edges) - 1)
            losses = trainer.learn(
                torch.from_numpy(examples.known[drawn].astype(np.float32)).to(device),
                torch.from_numpy(examples.numbers[drawn].astype(np.int64)).to(device),
                torch.from_numpy(examples.shared[drawn].astype(np.float32)).to(device),
            )
            for name, value in losses.items():
                means[name] = 0.99 * means.get(name, value) + 0.01 * value
            bar.update()
            bar.set_postfix({name: f"{value:.3f}" for name, value in means.items()}, refresh=False)
            if trainer.step % plan.save_every == 0:
                trainer.save(out)
    trainer.save(out)
    return out / TRAINED


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--examples", type=Path, required=True, help="folder of examples")
    parser.add_argument("--out", type=Path, required=True, help="folder for weights and checkpoints")
    parser.add_argument("--steps", type=int, default=Plan.steps, help="in all")
    parser.add_argument("--batch", type=int, default=Plan.batch, help="examples of a step")
    parser.add_argument("--rate", type=float, default=Plan.rate, help="highest learning rate")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2, help="threads")
    parser.add_argument("--device", default="", help="torch's; default: cuda if there is one")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.jobs)
    device = arguments.device or ("cuda" if torch.cuda.is_available() else "cpu")
    plan = Plan(steps=arguments.steps, batch=arguments.batch, rate=arguments.rate, seed=arguments.seed)
    print(train(arguments.examples, arguments.out, plan, device))


if __name__ == "__main__":
    main()
