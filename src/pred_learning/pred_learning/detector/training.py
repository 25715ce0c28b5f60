"""Trains encoder and judge together, on pictures that are made meanwhile; goes on where it was stopped.

``python -m pred_learning.detector.training --merger FILE --out DIR [--steps N | --minutes M] [--seed 0]
[--jobs N | --cluster tcp://HOST:PORT] [--begin DIR]``
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812 - its usual name
from tqdm import tqdm

from pred_learning.detector.encoder_network import EncoderNet
from pred_learning.detector.export import ENCODER, JUDGE
from pred_learning.detector.merger_file import load_merger
from pred_learning.detector.network import Net
from pred_learning.detector.pictures import plan as rooms_and_seeds
from pred_learning.detector.pooled import pooled
from pred_learning.detector.prepared import COUNTS, Prepared, packed
from pred_learning.detector.ring import Feeder, Ring
from pred_learning.detector.truth import UNSURE
from pred_learning.workers import Workers, add_arguments, told, workers
from pred_perception.attributes.efficientnet import find_weights
from pred_perception.attributes.torch_weights import read
from pred_perception.rgbd.classes import class_names
from pred_perception.rgbd.encoder import COARSE

CHECKPOINT = "checkpoint.pt"
TRAINED = {"encoder": ENCODER, "judge": JUDGE}
"""Files of the averaged weights."""
AVERAGED_EVERY, KEEP = 4, 0.996
"""Steps after which the averaged weights follow, and the share of them that is kept then."""
SMOOTHED = 0.05
"""Share of the likelihood that is given to other classes than the right one."""
OUTLINE, CELL = 2.0, 0.4
"""What the errors of outlines and of cells count beside those of classes."""
GAMMA, GAIN, TINT = 0.15, 0.1, 0.05
"""Standard deviations of the light that a picture is seen in each time."""
TOLD_EVERY = 20
"""Steps after which the losses are told: asking for them waits for the device."""
ENDLESS = 10**9
"""Pictures, more than any training sees."""
BEGUN = 0.5
"""Share of the highest rates where a training begins with another one's weights."""
SETTLING = 100
"""Batches by which the averaged weights' statistics are measured at the end."""


@dataclass(frozen=True)
class Plan:
    """How to train: ``batch`` pictures a step, rates at their highest, for so many steps or, if not 0, seconds."""

    steps: int = 8000
    seconds: float = 0.0
    batch: int = 32
    encoder_rate: float = 4e-4
    judge_rate: float = 1.5e-3
    decay: float = 0.02
    warm_up: int = 300
    seed: int = 0
    save_every: int = 500
    kept: int = 4000
    least: int = 480
    """Pictures that must have come before the first step."""


class EncoderAndJudge(nn.Module):
    """The encoder, the judge, and what tells the encoder's cells apart, which is needed for teaching only."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder = EncoderNet()
        self.judge = Net()
        self.cells = nn.Conv2d(COARSE, len(class_names()), 1)

    def forward(self, drawn: dict[str, Any], rgb: Any) -> tuple[Any, Any, Any]:
        """Return logits of the proposals' classes (N, C) and outlines (N,), and of the cells (B, C, h, w).

        N: those of the pictures that are proposals, one picture after the other.
        """
        known, coarse = self.look(drawn, rgb)
        return *self.judge(known), self.cells(coarse)

    def look(self, drawn: dict[str, Any], rgb: Any) -> tuple[Any, Any]:
        """Return what is known of the proposals (N, FEATURES), and the coarse map (B, COARSE, h, w)."""
        fine, coarse = self.encoder(rgb, drawn["surface"] / COUNTS)
        with torch.autocast(rgb.device.type, enabled=False):  # variances want more digits
            known = pooled(fine.float(), coarse.float(), drawn["labels"], drawn["members"], drawn["limits"])
        return torch.cat([known, drawn["shape"].float()], -1)[proposals(drawn)], coarse


def proposals(drawn: dict[str, Any]) -> Any:
    """Return (B, MOST): which rows hold a proposal."""
    return drawn["limits"][..., 1] > 0


class Trainer:
    """Both networks, their averaged weights and the optimiser."""

    def __init__(self, plan: Plan, device: str) -> None:
        torch.manual_seed(plan.seed)
        self.plan, self.device = plan, device
        torch.backends.cudnn.benchmark = True
        self.pair, self.average = (EncoderAndJudge().to(device, memory_format=torch.channels_last) for _ in range(2))
        self.pair.encoder.begin(read(find_weights()))
        self.average.load_state_dict(self.pair.state_dict())
        groups = [
            {"params": list(part.parameters()), "lr": 0.0, "highest": rate}
            for part, rate in (
                (self.pair.encoder, plan.encoder_rate),
                (self.pair.judge, plan.judge_rate),
                (self.pair.cells, plan.judge_rate),
            )
        ]
        self.optimiser = torch.optim.AdamW(groups, weight_decay=plan.decay)
        self.step = 0
        self.spent = 0.0
        """Seconds of training so far."""
        self.standardised = False
        """Whether the judge knows mean and spread of its features."""

    def done(self) -> float:
        """Return the share of the training that is behind."""
        by_time = self.spent / self.plan.seconds if self.plan.seconds else 0.0
        return min(1.0, max(by_time, self.step / self.plan.steps))

    def learn(self, drawn: dict[str, Any], worth: Any) -> dict[str, Any]:
        """Take one step and return the losses."""
        rate = min(1.0, (self.step + 1) / self.plan.warm_up)
        rate *= 0.01 + 0.99 * 0.5 * (1.0 + math.cos(math.pi * self.done()))
        for group in self.optimiser.param_groups:
            group["lr"] = rate * group["highest"]
        self.pair.train()
        if not self.standardised:
            self.standardised = True
            with torch.no_grad():  # features are standardised by those of the first pictures
                self.pair.judge.follow(self.pair.look(drawn, in_other_light(drawn["rgb"]))[0], 1.0)
        half = self.device != "cpu"  # most CPUs lack such convolutions
        with torch.autocast(self.device, torch.bfloat16, enabled=half):
            logits, quality, cells = self.pair(drawn, in_other_light(drawn["rgb"]))
        mask = proposals(drawn)
        numbers, shared = drawn["number"][mask].long(), drawn["shared"][mask].float()
        known = numbers != UNSURE
        classes = F.cross_entropy(
            logits.float(), numbers.where(known, 0), reduction="none", label_smoothing=SMOOTHED
        )
        losses = {
            "class": (classes * worth[numbers]).mean(),
            "outline": F.binary_cross_entropy_with_logits(quality.float(), shared),
            "cell": F.cross_entropy(cells.float(), drawn["cells"].long()),
        }
        self.optimiser.zero_grad(set_to_none=True)
        (losses["class"] + OUTLINE * losses["outline"] + CELL * losses["cell"]).backward()
        nn.utils.clip_grad_norm_(self.pair.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1
        if self.step % AVERAGED_EVERY == 0:
            self._follow()
        return {name: value.detach() for name, value in losses.items()}

    @torch.no_grad()
    def _follow(self) -> None:
        keep = min(KEEP, self.step / (self.step + 10.0 * AVERAGED_EVERY))
        now = self.pair.state_dict()
        for name, value in self.average.state_dict().items():
            if value.dtype.is_floating_point:
                value.lerp_(now[name], 1.0 - keep)
            else:
                value.copy_(now[name])

    @torch.no_grad()
    def settle(self, ring: Ring, random: np.random.Generator) -> None:
        """Measure the averaged weights' statistics, which averaging does not give."""
        self.average.eval()
        norms = [m for m in self.average.modules() if isinstance(m, nn.BatchNorm1d | nn.BatchNorm2d)]
        for norm in norms:
            norm.reset_running_stats()
            norm.momentum = None
            norm.train()
        for _ in range(min(SETTLING, self.step)):
            drawn = ring.draw(self.plan.batch, random)
            self.average(drawn, in_other_light(drawn["rgb"]))
        self.average.eval()

    def save(self, out: Path) -> None:
        """Write what training goes on from, and the averaged weights by name (``TRAINED``)."""
        state = {
            "step": self.step,
            "spent": self.spent,
            "pair": self.pair.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
        }
        partial = out / "checkpoint.partial"
        torch.save(state, partial)
        partial.replace(out / CHECKPOINT)
        for part, name in TRAINED.items():
            values = getattr(self.average, part).state_dict()
            partial = out / f"{part}.partial.npz"
            np.savez(partial, **{key: value.detach().cpu().numpy() for key, value in values.items()})
            partial.replace(out / name)

    def begin(self, trained: Path) -> None:
        """Begin with the averaged weights of another training's folder, at half the rates."""
        for part, name in TRAINED.items():
            with np.load(trained / name) as data:
                tensors = {key: torch.from_numpy(value) for key, value in data.items()}
            for own in (self.pair, self.average):
                getattr(own, part).load_state_dict(tensors)
        self.standardised = True
        for group in self.optimiser.param_groups[: len(TRAINED)]:
            group["highest"] *= BEGUN

    def resume(self, out: Path) -> bool:
        """Go on from the checkpoint of a folder, if there is one."""
        path = out / CHECKPOINT
        if not path.exists():
            return False
        state = torch.load(path, map_location=self.device, weights_only=True)
        self.pair.load_state_dict(state["pair"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.step, self.spent = int(state["step"]), float(state["spent"])
        self.standardised = True
        return True


def in_other_light(rgb: Any) -> Any:
    """Return (B, 3, H, W) float of pictures (B, H, W, 3) of 0..255, each in a light of its own."""
    x = rgb.permute(0, 3, 1, 2).float() / 255.0

    def drawn(spread: float, channels: int) -> Any:
        return torch.randn(len(x), channels, 1, 1, device=x.device) * spread

    gain = (drawn(GAIN, 1) + drawn(TINT, 3)).exp()
    return (x.clamp(min=1e-3) ** drawn(GAMMA, 1).exp() * gain).clamp(max=1.0) * 255.0


def stream(merger: Path, seed: int, hands: Workers) -> Iterator[Prepared]:
    """Yield pictures without end, rooms by turns."""
    known = load_merger(merger)
    rooms = rooms_and_seeds("train", ENDLESS, seed)
    for _, file in hands.each(packed, ((scene, number, known) for scene, number in rooms)):
        yield Prepared.unpacked(file)


def train(merger: Path, out: Path, plan: Plan, device: str, hands: Workers, begin: Path | None = None) -> None:
    """Train to the plan's end.

    A stopped training goes on from its last checkpoint (with other pictures).

    :param begin: folder of a training with whose weights a new one begins; None: with ImageNet's encoder
    """
    out.mkdir(parents=True, exist_ok=True)
    trainer = Trainer(plan, device)
    if trainer.resume(out):
        print(f"going on from step {trainer.step}", flush=True)
    elif begin is not None:
        trainer.begin(begin)
    random = np.random.default_rng([plan.seed, trainer.step])
    ring = Ring(plan.kept, device)
    with Feeder(stream(merger, plan.seed + trainer.step, hands), ring) as feeder:
        feeder.wait_for(min(plan.least, plan.kept))
        _take_steps(trainer, ring, random, out, feeder)
        trainer.settle(ring, random)
    trainer.save(out)


def _take_steps(trainer: Trainer, ring: Ring, random: np.random.Generator, out: Path, feeder: Feeder) -> None:
    plan, means = trainer.plan, dict[str, Any]()
    before = time.monotonic()
    with tqdm(total=plan.steps, initial=trainer.step, unit="steps", desc="training", mininterval=5.0) as bar:
        while trainer.done() < 1.0:
            feeder.check()
            losses = trainer.learn(ring.draw(plan.batch, random), ring.worth())
            for name, value in losses.items():
                means[name] = 0.98 * means.get(name, value) + 0.02 * value
            bar.update()
            if trainer.step % TOLD_EVERY == 0:
                told_now = {name: f"{float(value):.3f}" for name, value in means.items()}
                bar.set_postfix(told_now | {"pictures": ring.come}, refresh=False)
            now = time.monotonic()
            trainer.spent += now - before
            before = now
            if trainer.step % plan.save_every == 0:
                trainer.save(out)


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--merger", type=Path, required=True, help="file of the trained merger")
    parser.add_argument("--out", type=Path, required=True, help="folder for weights and checkpoints")
    parser.add_argument("--steps", type=int, default=Plan.steps, help="in all")
    parser.add_argument("--minutes", type=float, default=0.0, help="end after so many; 0: by steps only")
    parser.add_argument("--batch", type=int, default=Plan.batch, help="pictures of a step")
    parser.add_argument("--kept", type=int, default=Plan.kept, help="newest pictures, drawn from (0.9 MB each)")
    parser.add_argument("--begin", type=Path, help="folder of a training with whose weights this one begins")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", default="", help="torch's; default: cuda if there is one")
    add_arguments(parser)
    arguments = parser.parse_args()
    device = arguments.device or ("cuda" if torch.cuda.is_available() else "cpu")
    plan = Plan(
        steps=arguments.steps,
        seconds=60.0 * arguments.minutes,
        batch=arguments.batch,
        seed=arguments.seed,
        kept=arguments.kept,
    )
    with workers(arguments.jobs, arguments.cluster) as hands:
        train(arguments.merger, arguments.out, plan, device, hands, arguments.begin)
    print(arguments.out)


if __name__ == "__main__":
    told("training", main)
