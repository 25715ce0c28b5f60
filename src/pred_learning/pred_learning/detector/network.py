"""The judge in PyTorch. ``graphs`` writes the same network as ONNX."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import torch
from torch import nn

from pred_perception.rgbd.classes import class_names
from pred_perception.rgbd.judge import WIDEST
from pred_perception.rgbd.pooling import FEATURES

WIDTHS = (1024, 512)
DROPPED = 0.3
NOISE = 0.1
"""Standard deviation of what is added to standardised features in training."""
LEAST = 1e-3
"""Added to the spread of a feature, which may have none."""
MOMENTUM = 0.01
"""Share of a step's examples in the mean and spread that features are standardised by, as the encoder changes them."""


class Net(nn.Module):
    """A perceptron with two heads: the class, and how much of the outline is right."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(FEATURES))
        self.register_buffer("scale", torch.ones(FEATURES))
        sides = (FEATURES, *WIDTHS)
        self.body = nn.ModuleList(
            nn.Sequential(nn.Linear(a, b), nn.BatchNorm1d(b), nn.ReLU(), nn.Dropout(DROPPED))
            for a, b in pairwise(sides)
        )
        self.number = nn.Linear(WIDTHS[-1], len(class_names()))
        self.quality = nn.Linear(WIDTHS[-1], 1)

    def forward(self, known: Any) -> tuple[Any, Any]:
        """Return logits of the classes (N, C) and of the share (N,) of features (N, FEATURES)."""
        if self.training:
            self.follow(known, MOMENTUM)
        x = ((known - self.mean) * self.scale).clamp(-WIDEST, WIDEST)
        if self.training:
            x = x + NOISE * torch.randn_like(x)
        for layer in self.body:
            x = layer(x)
        return self.number(x), self.quality(x)[:, 0]

    @torch.no_grad()
    def follow(self, known: Any, share: float) -> None:
        """Move mean and spread towards those of features."""
        self.mean.lerp_(known.mean(0), share)
        self.scale.lerp_(1.0 / (known.std(0) + LEAST), share)
