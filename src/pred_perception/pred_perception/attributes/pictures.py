"""Examples on disk: a folder of pictures ``<attribute>/<true|false>/<Type>/*.png``.

Transparent pixels are background. To teach a new attribute is to add pictures; the type ``Any`` serves types without
examples of their own. Pictures of the same name show the same object in the same view, whatever they are to teach.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from pred_core.objects import Truth

TRUTHS = {"true": Truth.TRUE, "false": Truth.FALSE}
_TAKEN_AT = re.compile(r"_(\d+)cm$")


class GalleryError(ValueError):
    """A gallery that cannot be used, with the file and the reason."""


@dataclass(frozen=True)
class Picture:
    """One example on disk."""

    attribute: str
    truth: Truth
    type: str
    path: Path

    @property
    def source(self) -> str:
        """Where it was taken: what its name begins with, up to an underscore."""
        return self.path.stem.split("_")[0]

    @property
    def distance(self) -> float | None:
        """Metres to the object, when the file's name tells."""
        found = _TAKEN_AT.search(self.path.stem)
        return int(found[1]) / 100.0 if found else None


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


def list_pictures(folder: Path) -> list[Picture]:
    """Return the pictures of a gallery folder.

    :raises GalleryError: when there are none, or as :func:`pictures`
    """
    listed = list(pictures(folder))
    if not listed:
        raise GalleryError(f"The gallery {folder} holds no picture <attribute>/<true|false>/<Type>/*.png.")
    return listed


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
