"""The encoder in PyTorch, its tensors named as in the checkpoint. ``graphs`` writes the same network as ONNX."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional as F  # noqa: N812 - its usual name

from pred_perception.attributes.efficientnet import EPSILON, STAGES
from pred_perception.rgbd import encoder

MOMENTUM = 0.01


class _Conv(nn.Conv2d):
    """A convolution that pads as TensorFlow does: to a whole number of strides, what is odd at the end."""

    def forward(self, x: Any) -> Any:
        pads: list[int] = []
        for size, kernel, stride in zip(x.shape[-2:], self.kernel_size, self.stride, strict=True):
            more = max((-(-size // stride) - 1) * stride + kernel - size, 0)
            pads = [more // 2, more - more // 2, *pads]
        return super().forward(F.pad(x, pads) if any(pads) else x)


def _normed(channels: int) -> nn.BatchNorm2d:
    return nn.BatchNorm2d(channels, eps=EPSILON, momentum=MOMENTUM)


class _Block(nn.Module):
    """An inverted residual block of MobileNetV2 (Sandler et al. 2018), as EfficientNet-Lite has it."""

    def __init__(self, given: int, out: int, kernel: int, stride: int, expansion: int) -> None:
        super().__init__()
        wide = given * expansion
        self.residual = stride == 1 and given == out
        if expansion > 1:
            self._expand_conv = _Conv(given, wide, 1, bias=False)
            self._bn0 = _normed(wide)
        self.expands = expansion > 1
        self._depthwise_conv = _Conv(wide, wide, kernel, stride, groups=wide, bias=False)
        self._bn1 = _normed(wide)
        self._project_conv = _Conv(wide, out, 1, bias=False)
        self._bn2 = _normed(out)

    def forward(self, x: Any) -> Any:
        y = F.relu6(self._bn0(self._expand_conv(x))) if self.expands else x
        y = F.relu6(self._bn1(self._depthwise_conv(y)))
        y = self._bn2(self._project_conv(y))
        return x + y if self.residual else y


class EncoderNet(nn.Module):
    """EfficientNet-Lite0 up to the stages that are used, with pictures of the surface beside the colours."""

    WIDTHS = (16, 24, 40, 80, 112, 192)
    """Channels of the stages."""

    def __init__(self) -> None:
        super().__init__()
        self._conv_stem = _Conv(3 + encoder.GEOMETRY, 32, 3, 2, bias=False)
        self._bn0 = _normed(32)
        blocks, given, ends = list[nn.Module](), 32, list[int]()
        for (repeats, kernel, stride, expansion), out in zip(STAGES, self.WIDTHS, strict=False):
            for repeat in range(repeats):
                blocks.append(_Block(given, out, kernel, stride if repeat == 0 else 1, expansion))
                given = out
            ends.append(len(blocks) - 1)
        self._blocks = nn.ModuleList(blocks)
        self.used = [ends[stage] for stage in encoder.STAGES]

    def begin(self, weights: Mapping[str, NDArray[np.generic]]) -> None:
        """Take over the tensors of a checkpoint; one that knows colours only gives nothing for the surface yet."""
        own = self.state_dict()
        for name, value in own.items():
            if name.endswith("num_batches_tracked"):
                continue
            given = torch.from_numpy(np.array(weights[name]))
            if given.shape != value.shape:  # of the stem
                value.zero_()
                value[:, : given.shape[1]] = given
            else:
                value.copy_(given)

    def forward(self, rgb: Any, surface: Any) -> tuple[Any, Any]:
        """Return the fine (B, FINE, h, w) and the coarse map (B, COARSE, h, w).

        :param rgb: (B, 3, H, W) of 0..255, :param surface: (B, GEOMETRY, H, W)
        """
        x = torch.cat([(rgb - 127.0) / 128.0, surface], 1)
        side = encoder.ENLARGED
        x = F.interpolate(x, (side, side), mode="bilinear", align_corners=False)
        x = x.contiguous(memory_format=torch.channels_last)
        x = F.relu6(self._bn0(self._conv_stem(x)))
        kept = []
        for index, block in enumerate(self._blocks):
            x = block(x)
            if index in self.used:
                kept.append(x)
        fine, eight, *deep = kept
        size = (encoder.CELLS, encoder.CELLS)
        larger = [F.interpolate(d, size, mode="bilinear", align_corners=False) for d in deep]
        return fine, torch.cat([eight, *larger], 1)
