"""An encoder whose time per view is reported."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pred_core.ros.timing import Timings
from pred_perception.attributes.encoder import Encoder, Features


class TimedEncoder:
    """Passes views on to an encoder and publishes how long each took, as ``attribute view``."""

    def __init__(self, encoder: Encoder, timings: Timings) -> None:
        self._encoder = encoder
        self._timings = timings
        self.name = encoder.name

    def encode(self, rgb: NDArray[np.uint8], mask: NDArray[np.bool_]) -> Features:
        """Return the feature vector, see :class:`Encoder`."""
        with self._timings.of("attribute view"):
            return self._encoder.encode(rgb, mask)
