"""Encoded examples: features of pictures, and what each teaches. Read from folders, or from one packed file."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pred_core.objects import Truth
from pred_perception.attributes.encoder import Encoder
from pred_perception.attributes.pictures import GalleryError, list_pictures, read_picture

PACKED = "data/attribute_gallery.npz"
Key = tuple[str, str]
"""Attribute and type."""


@dataclass(frozen=True)
class Lesson:
    """One example teaches one attribute: ``row`` of the features; ``source`` is the room or place it is from."""

    key: Key
    truth: Truth
    row: int
    source: str


@dataclass(frozen=True)
class Projection:
    """A linear map of an encoder's features (E,) to a smaller space (D,) in which like states lie near."""

    mean: NDArray[np.float32]  # (E,)
    matrix: NDArray[np.float32]  # (E, D)

    def apply(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return unit vectors (..., D) of features (..., E)."""
        mapped = (features - self.mean) @ self.matrix
        length = np.linalg.norm(mapped, axis=-1, keepdims=True)
        return np.asarray(mapped / np.maximum(length, 1e-9), np.float32)


@dataclass(frozen=True)
class Examples:
    """Features (N, D) of an encoder, after ``projection`` if there is one, and what they teach.

    ``scales`` turns a key's score into log odds; empty when not calibrated yet.
    """

    encoder: str
    features: NDArray[np.float32]
    lessons: tuple[Lesson, ...]
    projection: Projection | None
    scales: dict[Key, float]


def read_folder(folder: Path, encoder: Encoder, cache: Path) -> Examples:
    """Encode a folder of pictures; its features are kept in ``cache`` until a picture changes.

    :raises GalleryError: when the folder or a picture cannot be used
    """
    listed = list_pictures(folder)
    digests = [hashlib.sha256(picture.path.read_bytes()).hexdigest() for picture in listed]
    rows = {
        digest: row for row, digest in enumerate(dict.fromkeys(digests))
    }  # one view may teach several things
    views = {digest: picture.path for picture, digest in zip(listed, digests, strict=True)}
    stored = cache / f"gallery_{_digest([encoder.name, *rows])}.npy"
    if stored.exists():
        features = np.load(stored)
    else:
        features = np.stack([encoder.encode(*read_picture(views[digest])) for digest in rows])
        cache.mkdir(parents=True, exist_ok=True)
        np.save(stored, features)
    lessons = tuple(
        Lesson((picture.attribute, picture.type), picture.truth, rows[digest], picture.source)
        for picture, digest in zip(listed, digests, strict=True)
    )
    return Examples(encoder.name, features, lessons, None, {})


def _digest(parts: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:24]


def pack(examples: Examples, path: Path) -> None:
    """Write examples into one small file: features in 8 bits, the projection in 16.

    :raises GalleryError: when they have no projection
    """
    if examples.projection is None:
        raise GalleryError("Only examples with a projection are packed: theirs are small enough.")
    keys = sorted({lesson.key for lesson in examples.lessons})
    sources = sorted({lesson.source for lesson in examples.lessons})
    scale = float(np.abs(examples.features).max()) / 127.0
    table = [
        (keys.index(lesson.key), int(lesson.truth), lesson.row, sources.index(lesson.source))
        for lesson in examples.lessons
    ]
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            encoder=np.array(examples.encoder),
            features=np.round(examples.features / scale).astype(np.int8),
            scale=np.array(scale, np.float32),
            keys=np.array(keys),
            sources=np.array(sources),
            lessons=np.array(table, np.int32),
            mean=examples.projection.mean,
            matrix=examples.projection.matrix.astype(np.float16),
            scales=np.array([examples.scales.get(key, 0.0) for key in keys], np.float32),
        )


def unpack(path: Path | None = None) -> Examples:
    """Read a packed file; without a path, the one that comes along.

    :raises GalleryError: when it cannot be read
    """
    source = path or Path(str(resources.files("pred_perception").joinpath(PACKED)))
    try:
        with np.load(source) as data:
            keys: list[Key] = [(str(attribute), str(kind)) for attribute, kind in data["keys"]]
            sources = [str(name) for name in data["sources"]]
            truths = {truth.value: truth for truth in Truth}
            return Examples(
                encoder=str(data["encoder"]),
                features=data["features"].astype(np.float32) * data["scale"],
                lessons=tuple(
                    Lesson(keys[key], truths[truth], row, sources[place])
                    for key, truth, row, place in data["lessons"].tolist()
                ),
                projection=Projection(data["mean"], data["matrix"].astype(np.float32)),
                scales={key: float(s) for key, s in zip(keys, data["scales"], strict=True) if s > 0.0},
            )
    except (OSError, KeyError, ValueError) as error:
        raise GalleryError(f"{source} is not a packed gallery: {error}") from error


def merge(known: Examples, more: Examples) -> Examples:
    """Return known examples with others of the same encoder added; they replace those of a key they show both ways.

    :raises GalleryError: when the encoders differ
    """
    if known.encoder != more.encoder:
        raise GalleryError(
            f"The gallery that comes along was encoded by {known.encoder}, not {more.encoder}; "
            "make one of pictures (python -m pred_learning.attributes.example_pictures) and "
            "name it as attribute_gallery."
        )
    added = known.projection.apply(more.features) if known.projection is not None else more.features
    shown: dict[Key, set[Truth]] = {}
    for lesson in more.lessons:
        shown.setdefault(lesson.key, set()).add(lesson.truth)
    replaced = {key for key, truths in shown.items() if len(truths) > 1}
    start = len(known.features)
    lessons = [lesson for lesson in known.lessons if lesson.key not in replaced]
    lessons += [replace(lesson, row=lesson.row + start) for lesson in more.lessons]
    scales = {key: scale for key, scale in known.scales.items() if key not in shown}
    features = np.concatenate([known.features, added])
    return Examples(known.encoder, features, tuple(lessons), known.projection, scales)
