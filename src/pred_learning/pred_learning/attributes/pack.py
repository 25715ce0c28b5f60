"""Turns a folder of pictures into the small packed gallery that comes along with this package.

``python -m pred_learning.attributes.pack PICTURES [--out FILE] [--dimensions 160]``
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pred_core.objects import Truth
from pred_perception.attributes.encoder import LiteEncoder, default_cache
from pred_perception.attributes.examples import PACKED, Examples, Key, Projection, pack, read_folder
from pred_perception.attributes.gallery import calibrated
from pred_perception.attributes.pictures import GalleryError
from pred_perception.attributes.torch_weights import WeightsError

DIMENSIONS = 160
SHRINKAGE = 0.5


def learn_projection(examples: Examples, dimensions: int) -> Projection:
    """Return the principal axes, scaled so that what differs among examples of one type and state counts less."""
    mean = examples.features.mean(axis=0)
    centred = examples.features - mean
    axes = np.linalg.svd(centred, full_matrices=False)[2][:dimensions].T
    mapped = centred @ axes
    scatter = _scatter_within(examples, mapped)
    size = axes.shape[1]
    values, vectors = np.linalg.eigh(scatter + SHRINKAGE * np.trace(scatter) / size * np.eye(size))
    return Projection(mean.astype(np.float32), (axes @ (vectors / np.sqrt(values))).astype(np.float32))


def _scatter_within(examples: Examples, mapped: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the covariance (D, D) of examples about the mean of their own type and state."""
    groups: dict[tuple[Key, Truth], list[int]] = {}
    for lesson in examples.lessons:
        groups.setdefault((lesson.key, lesson.truth), []).append(lesson.row)
    off = np.concatenate([mapped[rows] - mapped[rows].mean(axis=0) for rows in groups.values()])
    return np.asarray(off.T @ off / len(off), np.float64)


def packable(examples: Examples, dimensions: int = DIMENSIONS) -> Examples:
    """Return encoded pictures in a learned space, with their scales."""
    projection = learn_projection(examples, dimensions)
    mapped = replace(examples, features=projection.apply(examples.features), projection=projection)
    return calibrated(mapped)


def main() -> None:
    """Pack the folder named on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("pictures", type=Path, help="folder <attribute>/<true|false>/<Type>/*.png")
    parser.add_argument("--out", type=Path, help="file to write (default: the one in this package)")
    parser.add_argument("--dimensions", type=int, default=DIMENSIONS, help="numbers kept of a picture")
    arguments = parser.parse_args()
    out = arguments.out or Path(str(resources.files("pred_perception").joinpath(PACKED)))
    cache = default_cache()
    try:
        examples = packable(read_folder(arguments.pictures, LiteEncoder(cache), cache), arguments.dimensions)
        out.parent.mkdir(parents=True, exist_ok=True)
        pack(examples, out)
    except (GalleryError, WeightsError) as error:
        raise SystemExit(f"pack: {error}") from error
    print(f"{len(examples.features)} views of {len(examples.scales)} attributes of types: {out}")


if __name__ == "__main__":
    main()
