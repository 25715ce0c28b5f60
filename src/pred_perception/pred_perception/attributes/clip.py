"""CLIP's ViT-B/32 (the paper's encoder, C.3), where ``open_clip`` and a file with its weights are at hand."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from pred_perception.attributes.encoder import EncoderError, Features, crop, unit

ARCHITECTURE = "ViT-B-32"
SIDE = 224
MEAN = np.array([0.48145466, 0.4578275, 0.40821073], np.float32)
SPREAD = np.array([0.26862954, 0.26130258, 0.27577711], np.float32)


def missing(weights: Path | None) -> str:
    """Return what CLIP lacks here, as a sentence ('' if nothing)."""
    if find_spec("open_clip") is None or find_spec("torch") is None:
        return "The CLIP encoder needs open_clip and torch: ./pred setup vision."
    if weights is None:
        return "The CLIP encoder needs the file with ViT-B/32's weights: name it as attribute_weights."
    if not weights.is_file():
        return f"There are no CLIP weights {weights}."
    return ""


class ClipEncoder:
    """The image tower of CLIP ViT-B/32. About 120 ms a crop on one core."""

    name = "clip_vit_b_32"

    def __init__(self, weights: Path | None) -> None:
        """Load the model.

        :raises EncoderError: saying what is missing, or why the weights cannot be used
        """
        lack = missing(weights)
        if lack:
            raise EncoderError(lack)
        self._torch = importlib.import_module("torch")
        open_clip = importlib.import_module("open_clip")
        try:
            model = open_clip.create_model(ARCHITECTURE, pretrained=str(weights))
        except (RuntimeError, OSError, ValueError, KeyError) as error:
            raise EncoderError(f"{weights} holds no weights of CLIP {ARCHITECTURE}: {error}") from error
        self._model = model.eval()

    def encode(self, rgb: NDArray[np.uint8], mask: NDArray[np.bool_]) -> Features:
        """Return the unit feature vector (512,) of one object."""
        image, _ = crop(rgb, mask, SIDE, Image.Resampling.BICUBIC)
        scaled = (image.astype(np.float32) / 255.0 - MEAN) / SPREAD
        with self._torch.inference_mode():
            batch = self._torch.from_numpy(scaled.transpose(2, 0, 1)[None].copy())
            features = self._model.encode_image(batch)[0].numpy()
        return unit(np.asarray(features, np.float32))
