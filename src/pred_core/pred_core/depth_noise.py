"""How a stereo depth camera errs: noise that grows with range, holes at edges, on dark and on shiny things.

Figures are those of a RealSense D435 as its data sheet and users report them: a disparity error of some 0.08 pixels
at 50 mm between the imagers, 0.17 m nearest, little beyond 6 m.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage


@dataclass(frozen=True)
class DepthErrors:
    """Lengths in metres, shares in 0..1.

    ``growth``: standard deviation at 1 m, growing with the square of the range; ``patch``: pixels over which errors go
    together; ``edge``: relative step of depth that counts as an edge, where ``edge_loss`` of the pixels are lost;
    ``surface_loss``: share of dark or glaring patches that is lost.
    """

    growth: float = 0.0035
    patch: float = 1.2
    edge: float = 0.05
    edge_loss: float = 0.6
    dark: int = 28
    glaring: int = 251
    surface_loss: float = 0.35
    nearest: float = 0.17
    farthest: float = 6.0


def measure(
    depth: NDArray[np.float32], rgb: NDArray[np.uint8], random: np.random.Generator, errors: DepthErrors
) -> NDArray[np.float32]:
    """Return what such a camera would measure, 0 where it measures nothing.

    :param depth: HxW true planar depth in metres
    :param rgb: HxWx3 colours registered to it
    """
    noise = ndimage.gaussian_filter(random.standard_normal(depth.shape, dtype=np.float32), errors.patch)
    noise /= max(float(noise.std()), 1e-6)
    measured = depth + np.float32(errors.growth) * depth * depth * noise
    lost = (depth < errors.nearest) | (depth > errors.farthest)
    high, low = ndimage.maximum_filter(depth, 3), ndimage.minimum_filter(depth, 3)
    at_edge = high - low > errors.edge * low
    lost |= at_edge & (random.random(depth.shape, dtype=np.float32) < errors.edge_loss)
    brightest, darkest = rgb.max(axis=2), rgb.min(axis=2)
    hard = (brightest < errors.dark) | (darkest > errors.glaring)
    if hard.any():
        blotches = ndimage.gaussian_filter(random.standard_normal(depth.shape, dtype=np.float32), 3.0)
        lost |= hard & (blotches > np.quantile(blotches, 1.0 - errors.surface_loss))
    measured[lost] = 0.0
    return np.asarray(measured, dtype=np.float32)
