"""The trained part of the network, in PyTorch. ``rgbd.graph`` writes the same network as ONNX.

A frozen EfficientNet-Lite0 says what the colours are like at strides 4 to 32; a plain encoder reads colours and shape
at half size and is joined to it level by level; a decoder comes back up to half size. Outputs as in Panoptic-DeepLab
(Cheng et al. 2020): a class for every pixel, the way to the middle of its instance, and where middles are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812 - its usual name

from pred_perception.rgbd.classes import GROUPS, class_names
from pred_perception.rgbd.inputs import CHANNELS

ENCODED = (24, 40, 112, 192)
WIDTHS = (48, 80, 128, 160)
"""Channels at strides 4, 8, 16, 32."""
HALF_IN, HALF_OUT = 16, 24
SHAPES = (40, 64, 96, 128)
"""Channels of the plain encoder at strides 4, 8, 16, 32."""


def block(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> Any:
    """Return convolution, normalisation, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Net(nn.Module):
    """See the module. Inputs: half-size channels and the frozen encoder's features; outputs as feature maps."""

    def __init__(self) -> None:
        super().__init__()
        self.entry = block(CHANNELS, HALF_IN)
        self.down = nn.ModuleList([block((HALF_IN, *WIDTHS)[k], SHAPES[k], stride=2) for k in range(4)])
        self.join = nn.ModuleList([block(SHAPES[k] + ENCODED[k], WIDTHS[k], kernel=1) for k in range(4)])
        self.whole = nn.Linear(WIDTHS[3], WIDTHS[3])
        self.lift = nn.ModuleList([nn.Conv2d(WIDTHS[k + 1], WIDTHS[k], 1) for k in range(3)])
        self.mix = nn.ModuleList([block(WIDTHS[k], WIDTHS[k]) for k in range(3)])
        self.lift_half = nn.Conv2d(WIDTHS[0], HALF_IN, 1)
        self.mix_half = block(HALF_IN, HALF_OUT)
        classes = len(class_names())
        self.semantic = nn.Conv2d(HALF_OUT, classes, 1)
        self.semantic_coarse = nn.Conv2d(WIDTHS[0], classes, 1, bias=False)
        self.offset = nn.Conv2d(HALF_OUT, 2, 1)
        self.offset_coarse = nn.Conv2d(WIDTHS[0], 2, 1, bias=False)
        self.middle = nn.Conv2d(WIDTHS[0], len(GROUPS), 1)
        nn.init.constant_(self.middle.bias, -4.0)

    def forward(self, half: Any, encoded: list[Any]) -> tuple[Any, Any, Any]:
        """Return features at half size, features at stride 4, and the middles' logits at stride 4.

        :param half: (N, 9, 150, 150)
        :param encoded: the four feature maps of the frozen encoder
        """
        at_half = self.entry(half)
        x, levels = at_half, []
        for down, join, feature in zip(self.down, self.join, encoded, strict=True):
            x = join(torch.cat([down(x), feature], 1))
            levels.append(x)
        x = levels[3] + self.whole(levels[3].mean((2, 3)))[:, :, None, None]
        for k in (2, 1, 0):
            larger = F.interpolate(self.lift[k](x), levels[k].shape[2:], mode="nearest")
            x = self.mix[k](levels[k] + larger)
        fine = self.mix_half(at_half + F.interpolate(self.lift_half(x), scale_factor=2.0, mode="nearest"))
        return fine, x, self.middle(x)

    def at_points(self, fine: Any, coarse: Any, points: Any) -> tuple[Any, Any]:
        """Return class logits (N, K, C) and ways to the middle (N, K, 2; rows, columns; ``WAY_UNIT``) at points.

        :param points: (N, K) flat places in the half-size picture
        """
        side = fine.shape[3]
        cells = points // side // 2 * (side // 2) + points % side // 2
        a = _pick(fine, points)
        b = _pick(coarse, cells)
        semantic = F.linear(a, self.semantic.weight[:, :, 0, 0], self.semantic.bias)
        semantic = semantic + F.linear(b, self.semantic_coarse.weight[:, :, 0, 0])
        offset = F.linear(a, self.offset.weight[:, :, 0, 0], self.offset.bias)
        return semantic, offset + F.linear(b, self.offset_coarse.weight[:, :, 0, 0])


def _pick(features: Any, points: Any) -> Any:
    flat = features.flatten(2).transpose(1, 2)
    return torch.gather(flat, 1, points[:, :, None].expand(-1, -1, flat.shape[2]))


def load_state(net: Net, state: Mapping[str, Any]) -> None:
    """Load trained weights."""
    net.load_state_dict(dict(state))
