"""What the encoder's maps say of proposals, in PyTorch, so that the encoder can be taught: as ``rgbd.pooling`` has it.

Every mean over a proposal, or over a box around it, is a product of weights of cells with a map.
"""

from __future__ import annotations

from typing import Any

import torch

from pred_learning.detector.prepared import PIECES
from pred_perception.rgbd.encoder import SIDE
from pred_perception.rgbd.pooling import AROUND, SQUARED

LEAST = 1e-6
"""Least variance: a root has no slope at 0."""
NARROWEST = 6.0
"""Pixels by which a box is widened at least."""


def pooled(fine: Any, coarse: Any, labels: Any, members: Any, limits: Any) -> Any:
    """Return (B, K, FEATURES - SHAPE), float32.

    :param fine: (B, FINE, h, w), :param coarse: (B, COARSE, h, w)
    :param labels: (B, S, S) pieces, :param members: (B, K, PIECES / 8) uint8, :param limits: (B, K, 4) rows and columns
    """
    own = _unpacked(members)
    fine_weights, coarse_weights = (_over(labels, own, m.shape[-1]) for m in (fine, coarse))
    area = coarse_weights.sum(-1, keepdim=True).clamp(min=1.0)
    fine_weights, coarse_weights = fine_weights / area, coarse_weights / area
    near, wide = (_around(limits, margin, coarse.shape[-1]) for margin in AROUND)
    cells = coarse.flatten(2).transpose(1, 2).float()  # (B, h * w, COARSE)
    looks = coarse_weights @ cells
    squares = coarse_weights @ cells[..., :SQUARED].square()
    spread = (squares - looks[..., :SQUARED].square()).clamp(min=LEAST).sqrt()
    whole = cells[..., SQUARED:].mean(1, keepdim=True).expand(-1, looks.shape[1], -1)
    return torch.cat(
        [
            fine_weights @ fine.flatten(2).transpose(1, 2).float(),
            looks,
            spread,
            near @ cells[..., :SQUARED],
            wide @ cells,
            whole,
        ],
        -1,
    )


def _unpacked(members: Any) -> Any:
    """Return (B, K, PIECES) float of bits, the highest first."""
    bits = torch.arange(7, -1, -1, device=members.device, dtype=torch.uint8)
    return (members[..., None].bitwise_right_shift(bits) & 1).flatten(-2).float()


def _over(labels: Any, own: Any, side: int) -> Any:
    """Return (B, K, side * side): how many pixels of each proposal lie in each cell."""
    batch = labels.shape[0]
    rows = torch.arange(SIDE, device=labels.device) * side // SIDE
    cell = rows[:, None] * side + rows
    index = labels.long() * (side * side) + cell
    index = index + torch.arange(batch, device=labels.device)[:, None, None] * (PIECES * side * side)
    counts = torch.zeros(batch * PIECES * side * side, device=labels.device)
    counts.scatter_add_(0, index.flatten(), torch.ones_like(index.flatten(), dtype=counts.dtype))
    return own @ counts.view(batch, PIECES, side * side)


def _around(limits: Any, margin: float, side: int) -> Any:
    """Return (B, K, side * side): weights of the mean over each proposal's box, widened by a share of its side."""
    top, bottom, left, right = limits.float().unbind(-1)
    more = (margin * torch.maximum(bottom - top, right - left)).clamp(min=NARROWEST)
    rows = _between((top - more) * side / SIDE, (bottom + 1 + more) * side / SIDE, side)
    columns = _between((left - more) * side / SIDE, (right + 1 + more) * side / SIDE, side)
    return (rows[..., :, None] * columns[..., None, :]).flatten(-2)


def _between(low: Any, high: Any, side: int) -> Any:
    """Return (B, K, side): weights of the mean over the cells from a low one up to before a high one."""
    low = low.clamp(0, side - 1).floor()
    high = torch.maximum(high.clamp(1, side).floor(), low + 1)
    cells = torch.arange(side, device=low.device)
    inside = ((cells >= low[..., None]) & (cells < high[..., None])).float()
    return inside / inside.sum(-1, keepdim=True)
