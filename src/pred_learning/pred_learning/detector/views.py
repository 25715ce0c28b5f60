"""Pictures out of albums, one at a time: colour, depth as a camera measures it, and the truth."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from pred_core.depth_noise import DepthErrors, measure
from pred_core.geometry import Intrinsics
from pred_learning.workers import Workers
from pred_perception.rgbd.surface import Surface, surface, upward

DEPTH_UNIT = 1.0 / 3000.0
"""Metres of one count of an album's depth."""
ARRAYS = ("rgb", "depth", "ids", "classes", "camera")
"""An album's pictures and what is true of them, by name."""
SIDE = 300
CAMERA = Intrinsics.from_fov(SIDE, SIDE, np.pi / 2)
"""The camera that took the albums."""
NOISY = 0.5
"""Share of the training pictures whose depth is a real camera's."""
LEAST_GROWTH, MOST_GROWTH = 0.3, 1.5
"""A training camera's errors, of those of the camera that is judged with."""
HELD_UP = 0.03
"""Standard deviation of the camera's height and pitch in training, metres and radians: a robot's may be off."""


class AlbumError(ValueError):
    """A folder or file of pictures that cannot be used, with a sentence that says why."""


@dataclass(frozen=True)
class AlbumView:
    """One picture with its truth, see ``pred_learning.detector.pictures.Album``; ``depth`` in metres."""

    rgb: NDArray[np.uint8]
    depth: NDArray[np.float32]
    ids: NDArray[np.uint8]
    classes: NDArray[np.uint8]
    height: float
    up: NDArray[np.float64]
    camera: Intrinsics = CAMERA

    def surface(self) -> Surface:
        """Return the surface the depth shows."""
        return surface(self.rgb, self.depth, self.camera, self.up, self.height)


def mirrored(view: AlbumView) -> AlbumView:
    """Return the view as a mirror shows it."""
    flipped = np.ascontiguousarray(view.rgb[:, ::-1])
    depth, ids = np.ascontiguousarray(view.depth[:, ::-1]), np.ascontiguousarray(view.ids[:, ::-1])
    return replace(view, rgb=flipped, depth=depth, ids=ids)


def albums_in(folder: Path) -> list[Path]:
    """Return the albums of a folder in order.

    :raises AlbumError: when there is none
    """
    found = sorted(p for p in folder.glob("*.npz") if not p.name.endswith(".partial.npz"))
    if not found:
        raise AlbumError(f"{folder} holds no albums of pictures")
    return found


def file_of(record: Any) -> bytes:
    """Return the file of a dataclass of arrays: each by the name of its field."""
    file = io.BytesIO()
    np.savez(file, **{each.name: getattr(record, each.name) for each in fields(record)})
    return file.getvalue()


def write_whole(path: Path, file: bytes) -> None:
    """Write a file at once or not at all."""
    partial = path.with_suffix(f".partial{path.suffix}")
    partial.write_bytes(file)
    partial.replace(path)


def make_missing(work: Mapping[Path, tuple[Any, ...]], make: Callable[..., bytes], hands: Workers) -> None:
    """Make the files that are not there, with progress.

    :param work: of each path what ``make`` is given for it
    """
    missing = [path for path in work if not path.exists()]
    for folder in {path.parent for path in work}:
        folder.mkdir(parents=True, exist_ok=True)
    made = hands.each(make, (work[path] for path in missing))
    for number, file in tqdm(made, total=len(missing), unit="files"):
        write_whole(missing[number], file)


def views(folder: Path, limit: int, errors: DepthErrors | None = None) -> Iterator[AlbumView]:
    """Yield up to ``limit`` pictures, evenly over the albums (0: all).

    :param errors: of the depth camera; None: the true depth
    """
    albums = albums_in(folder)
    for number, path in enumerate(albums):
        yield from views_of(path, number, shared_out(limit, len(albums)), errors)


def shared_out(limit: int, albums: int) -> int:
    """Return how many pictures of each album make up to ``limit``, 0 for all."""
    return -(-limit // albums) if limit else 0


def views_of(album: Path | BinaryIO, number: int, most: int, errors: DepthErrors | None) -> Iterator[AlbumView]:
    """Yield up to ``most`` pictures of an album, evenly (0: all).

    :param number: which album it is: decides what errors are drawn
    :param errors: of the depth camera; None: the true depth
    """
    random = np.random.default_rng([7, number])
    with np.load(album) as data:
        count = len(data["camera"])
        chosen = range(count) if not most else np.linspace(0, count - 1, min(most, count)).astype(int)
        arrays = {name: data[name] for name in ARRAYS}
    for k in chosen:
        depth = arrays["depth"][k].astype(np.float32) * np.float32(DEPTH_UNIT)
        if errors is not None:
            depth = measure(depth, arrays["rgb"][k], random, errors)
        yield AlbumView(arrays["rgb"][k], depth, arrays["ids"][k], arrays["classes"][k], *_eye(arrays["camera"][k]))


def training_views(album: Path, random: np.random.Generator, every: int = 1) -> Iterator[AlbumView]:
    """Yield an album's pictures (or each ``every``-th), see :func:`as_taken`."""
    with np.load(album) as data:
        yield from as_taken({name: data[name][::every] for name in ARRAYS}, random)


def as_taken(arrays: Mapping[str, NDArray[Any]], random: np.random.Generator) -> Iterator[AlbumView]:
    """Yield an album's pictures as a robot might have taken them: depth and pose may err.

    :param arrays: of ``pred_learning.detector.pictures.Album``, by name
    """
    for k in range(len(arrays["camera"])):
        depth = arrays["depth"][k].astype(np.float32) * np.float32(DEPTH_UNIT)
        if random.random() < NOISY:
            growth = DepthErrors.growth * float(random.uniform(LEAST_GROWTH, MOST_GROWTH))
            depth = measure(depth, arrays["rgb"][k], random, DepthErrors(growth=growth))
        height, up, camera = _eye(arrays["camera"][k])
        height += float(random.normal(0.0, HELD_UP))
        up = _tilted(up, float(random.normal(0.0, HELD_UP / 2.0)))
        yield AlbumView(arrays["rgb"][k], depth, arrays["ids"][k], arrays["classes"][k], height, up, camera)


def _tilted(up: NDArray[np.float64], angle: float) -> NDArray[np.float64]:
    """Return where up is for a camera that looks down by so much more, radians."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([up[0], c * up[1] - s * up[2], s * up[1] + c * up[2]])


def _eye(row: NDArray[np.float32]) -> tuple[float, NDArray[np.float64], Intrinsics]:
    """Return height, up and camera of a picture: the room's camera, or one that an album describes itself."""
    if len(row) == 2:
        return float(row[0]), upward(float(row[1])), CAMERA
    fx, fy, cx, cy = (float(v) for v in row[4:])
    return float(row[0]), np.asarray(row[1:4], np.float64), Intrinsics(fx, fy, cx, cy, SIDE, SIDE)
