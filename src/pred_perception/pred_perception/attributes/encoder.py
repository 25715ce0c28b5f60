"""From a masked crop to a feature vector. Encoders stand behind one interface."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

import numpy as np
import onnxruntime
from numba import njit
from numpy.typing import NDArray
from PIL import Image

Features = NDArray[np.float32]
SIDE = 128
GREY = 127
MARGIN = 0.08  # of the crop's side, so that the outline is inside
COLOUR_BINS = (8, 4, 4)
WEIGHTS = {"pooled": 1.0, "mid": 1.0, "colour": 0.7}
THREADS = 2
"""That encode one crop. In lock step the other nodes wait for it; they do not spin, so that nobody waits for them."""


class EncoderError(ValueError):
    """An encoder that cannot be had, with a sentence that says what is missing."""


def default_cache() -> Path:
    """Return the folder for models and features that are made once."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "pred" / "attributes"


class Encoder(Protocol):
    """Turns masked crops into unit vectors whose cosine is similarity (PRED Eq. 4)."""

    name: str

    def encode(self, rgb: NDArray[np.uint8], mask: NDArray[np.bool_]) -> Features:
        """Return the unit feature vector of one object.

        :param rgb: HxWx3 image
        :param mask: HxW, True on the object, at least one pixel
        """


def crop(
    rgb: NDArray[np.uint8],
    mask: NDArray[np.bool_],
    side: int = SIDE,
    resampling: Image.Resampling = Image.Resampling.BILINEAR,
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return the object alone on grey, centred in a square.

    :returns: side x side x 3 image and side x side mask
    :raises ValueError: when the mask is empty
    """
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if rows.size == 0:
        raise ValueError("the mask is empty")
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    part = np.where(mask[top:bottom, left:right, None], rgb[top:bottom, left:right], GREY).astype(np.uint8)
    inside = mask[top:bottom, left:right].astype(np.uint8)
    height, width = inside.shape
    square = int(np.ceil(max(height, width) * (1 + 2 * MARGIN)))
    y, x = (square - height) // 2, (square - width) // 2
    canvas = np.full((square, square, 3), GREY, np.uint8)
    canvas[y : y + height, x : x + width] = part
    outline = np.zeros((square, square), np.uint8)
    outline[y : y + height, x : x + width] = inside
    image = Image.fromarray(canvas).resize((side, side), resampling)
    small = Image.fromarray(outline).resize((side, side), Image.Resampling.NEAREST)
    return np.asarray(image, np.uint8), np.asarray(small).astype(bool)


@njit(cache=True)
def _bins(hsv: NDArray[np.uint8], mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return how many masked pixels are in each bin of hue, saturation and value, the last axis fastest."""
    hues, saturations, values = COLOUR_BINS
    counts = np.zeros(hues * saturations * values, np.int64)
    for row in range(mask.shape[0]):
        for column in range(mask.shape[1]):
            if mask[row, column]:
                hue = int(hsv[row, column, 0]) * hues // 256
                saturation = int(hsv[row, column, 1]) * saturations // 256
                value = int(hsv[row, column, 2]) * values // 256
                counts[(hue * saturations + saturation) * values + value] += 1
    return counts


def colour_histogram(image: NDArray[np.uint8], mask: NDArray[np.bool_]) -> Features:
    """Return the square root of the hue-saturation-value histogram of the masked pixels, length 128."""
    flat = _bins(np.asarray(Image.fromarray(image).convert("HSV")), mask).astype(np.float32)
    return np.asarray(np.sqrt(flat / max(float(flat.sum()), 1.0)), np.float32)


def unit(vector: NDArray[np.float32]) -> Features:
    """Return the vector at length one (zero stays zero)."""
    length = float(np.linalg.norm(vector))
    return np.asarray(vector / length if length > 0 else vector, np.float32)


class LiteEncoder:
    """EfficientNet-Lite0: pooled and mid-level features, and a colour histogram. About 5 ms a crop on one core."""

    name = "efficientnet_lite0"

    def __init__(self, cache: Path) -> None:
        """Open the model, building it in ``cache`` on first use.

        :raises pred_perception.attributes.torch_weights.WeightsError: when the weights cannot be had
        """
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        path = cache / f"{self.name}_{SIDE}.onnx"
        if not path.exists():
            from pred_perception.attributes.efficientnet import make  # with onnx, which nothing else needs

            make(path, SIDE)
        self._session = onnxruntime.InferenceSession(str(path), options, ["CPUExecutionProvider"])

    def encode(self, rgb: NDArray[np.uint8], mask: NDArray[np.bool_]) -> Features:
        """Return the unit feature vector of one object (see :class:`Encoder`)."""
        image, inside = crop(rgb, mask)
        scaled = (image.astype(np.float32) - 127.0) / 128.0
        mid, pooled = self._session.run(["mid", "pooled"], {"image": scaled.transpose(2, 0, 1)[None]})
        parts = {"pooled": pooled[0], "mid": mid[0], "colour": colour_histogram(image, inside)}
        return unit(np.concatenate([WEIGHTS[name] * unit(part) for name, part in parts.items()]))
