"""The gallery: examples of objects with and without an attribute, and the nearest neighbour among them (Eq. 4).

On disk a gallery is a folder of pictures ``<attribute>/<true|false>/<Type>/*.png`` whose transparent pixels are
background. To teach a new attribute is to add pictures. ``Any`` as type serves types without examples of their own.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from pred_core.objects import Attribute, Truth
from pred_perception.attributes.encoder import Encoder, Features

ANY = "Any"
NEIGHBOURS = 3
TRUTHS = {"true": Truth.TRUE, "false": Truth.FALSE}


class GalleryError(ValueError):
    """A gallery folder that cannot be used, with the file and the reason."""


@dataclass(frozen=True)
class _Examples:
    features: NDArray[np.float32]  # N x D, unit rows
    truths: NDArray[np.int8]


@dataclass(frozen=True)
class Picture:
    """One example on disk."""

    attribute: str
    truth: Truth
    type: str
    path: Path


def pictures(folder: Path) -> Iterator[Picture]:
    """Yield the pictures of a gallery folder in a fixed order.

    :raises GalleryError: when the folder is missing or a subfolder is not true or false
    """
    if not folder.is_dir():
        raise GalleryError(f"There is no gallery folder {folder}.")
    for path in sorted(folder.glob("*/*/*/*.png")):
        attribute, truth, kind = path.relative_to(folder).parts[:3]
        if truth not in TRUTHS:
            raise GalleryError(f"{path}: the folder under an attribute is true or false, not {truth!r}.")
        yield Picture(attribute, TRUTHS[truth], kind, path)


def read_picture(path: Path) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return the colour and the mask of an example (all of it, when the picture has no transparency).

    :raises GalleryError: when it is no picture or all transparent
    """
    try:
        with Image.open(path) as picture:
            pixels = np.asarray(picture.convert("RGBA"))
    except (OSError, UnidentifiedImageError) as error:
        raise GalleryError(f"{path} is not a picture: {error}") from error
    mask = pixels[..., 3] > 127
    if not mask.any():
        raise GalleryError(f"{path} is all transparent.")
    return np.ascontiguousarray(pixels[..., :3]), mask


class Gallery:
    """Examples by attribute and type, ready to be searched."""

    def __init__(self, examples: Mapping[tuple[str, str], _Examples]) -> None:
        self._examples = examples
        self._attributes: dict[str, list[str]] = defaultdict(list)
        for attribute, kind in sorted(examples):
            self._attributes[kind].append(attribute)

    @classmethod
    def load(cls, folder: Path, encoder: Encoder, cache: Path) -> Gallery:
        """Read a gallery folder; its features are kept in ``cache`` until a picture changes.

        :raises GalleryError: when the folder or a picture cannot be used
        """
        listed = list(pictures(folder))
        if not listed:
            raise GalleryError(
                f"The gallery {folder} holds no picture <attribute>/<true|false>/<Type>/*.png."
            )
        stored = cache / f"gallery_{_digest(listed, encoder)}.npy"
        if stored.exists():
            features = np.load(stored)
        else:
            features = np.stack([encoder.encode(*read_picture(p.path)) for p in listed])
            cache.mkdir(parents=True, exist_ok=True)
            np.save(stored, features)
        return cls._of(listed, features)

    @classmethod
    def _of(cls, listed: list[Picture], features: NDArray[np.float32]) -> Gallery:
        rows: dict[tuple[str, str], list[int]] = defaultdict(list)
        for index, picture in enumerate(listed):
            rows[(picture.attribute, picture.type)].append(index)
        truths = np.array([int(p.truth) for p in listed], np.int8)
        return cls({key: _Examples(features[index], truths[index]) for key, index in rows.items()})

    def attributes_of(self, kind: str) -> list[str]:
        """Return the attributes for which a type (or any type) has examples."""
        return self._attributes.get(kind) or self._attributes.get(ANY, [])

    def judge(self, attribute: str, kind: str, features: Features, margin: float) -> Attribute:
        """Return what the nearest examples say of an attribute.

        The value is the class of the nearest example; the similarity by which it beats the best example of the
        other class is its confidence, and under ``margin`` the answer is UNKNOWN.
        """
        examples = self._examples.get((attribute, kind)) or self._examples.get((attribute, ANY))
        if examples is None:
            return Attribute(attribute, Truth.UNKNOWN, 0.0)
        similarity = examples.features @ features
        yes = _best(similarity[examples.truths == Truth.TRUE])
        no = _best(similarity[examples.truths == Truth.FALSE])
        lead = abs(yes - no)
        confidence = float(lead / (lead + margin)) if lead > 0 else 0.0
        if lead < margin:
            return Attribute(attribute, Truth.UNKNOWN, confidence)
        return Attribute(attribute, Truth.TRUE if yes > no else Truth.FALSE, confidence)


def _best(similarity: NDArray[np.float32]) -> float:
    """Return the mean of the few best similarities, which one odd example cannot decide; -1 where there is none."""
    if similarity.size == 0:
        return -1.0
    count = min(NEIGHBOURS, similarity.size)
    return float(np.partition(similarity, -count)[-count:].mean())


def _digest(listed: list[Picture], encoder: Encoder) -> str:
    digest = hashlib.sha256(encoder.name.encode())
    for picture in listed:
        status = picture.path.stat()
        digest.update(f"{picture.path}|{status.st_size}|{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:24]
