"""Which encoder and which gallery to use, by the names people choose them with."""

from __future__ import annotations

from pathlib import Path

from pred_perception.attributes.clip import ClipEncoder, missing
from pred_perception.attributes.encoder import Encoder, EncoderError, LiteEncoder
from pred_perception.attributes.examples import merge, read_folder, unpack
from pred_perception.attributes.gallery import Gallery
from pred_perception.attributes.pictures import GalleryError
from pred_perception.attributes.torch_weights import WeightsError

ENCODERS = ("auto", LiteEncoder.name, "clip")


def make_encoder(choice: str, weights: Path | None, cache: Path) -> Encoder:
    """Return the encoder of that name; ``auto`` is CLIP where all it needs is named and there.

    :param weights: file of CLIP's weights, or None
    :raises EncoderError: when it cannot be had, saying what is missing
    """
    if choice not in ENCODERS:
        raise EncoderError(f"There is no encoder {choice!r}. Known: {', '.join(ENCODERS)}.")
    if choice == "clip" or (choice == "auto" and weights is not None and not missing(weights)):
        return ClipEncoder(weights)
    try:
        return LiteEncoder(cache)
    except WeightsError as error:
        raise EncoderError(str(error)) from error


def make_gallery(folder: Path | None, encoder: Encoder, cache: Path) -> Gallery:
    """Return the gallery that comes along, with a folder's pictures added; for another encoder the folder's alone.

    :raises GalleryError: when a gallery cannot be used, or there is none for the encoder
    """
    known = unpack()
    if folder is None and encoder.name != known.encoder:
        raise GalleryError(
            f"The gallery that comes along is for {known.encoder}, not {encoder.name}: "
            "name a folder of pictures as attribute_gallery."
        )
    if folder is None:
        return Gallery(known)
    own = read_folder(folder, encoder, cache)
    return Gallery(merge(known, own) if encoder.name == known.encoder else own)
