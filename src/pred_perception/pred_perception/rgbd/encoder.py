"""What an EfficientNet-Lite0 makes of colours and surface of a picture, enlarged so that small things are large enough.

It was trained on ImageNet, and further on the player's rooms (``pred_learning.detector.training``). Beside the three
colours it is given four pictures of the surface, so that it knows what is near, high up, level or upright.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pred_perception.rgbd.sessions import on_one_core
from pred_perception.rgbd.surface import Surface

SIDE = 300
"""Pixels of a picture's side."""
ENLARGED = 450
"""Pixels of the side of what the encoder is given."""
CELLS = -(-ENLARGED // 8)
"""Cells of the coarse map's side."""
FINE, COARSE = 24, 344
"""Channels at stride 4, and at stride 8 with those of 16 and 32 brought to it."""
STAGES = (1, 2, 4, 5)
"""Stages that are used: at strides 4, 8, 16, 32."""
GEOMETRY = 4
"""Pictures of the surface: height, nearness, how far it faces up, how far it faces the camera's way."""
REACH = 2.0
"""Largest value of these, as of colours it is about 1."""

Floats = NDArray[np.float32]


def geometry(seen: Surface) -> Floats:
    """Return (GEOMETRY, H, W) of a surface: each -1 to 1 for most of a room, never beyond REACH."""
    height = seen.points[..., 2] / np.float32(0.9) - np.float32(1.0)  # the floor, and what a person reaches
    nearness = seen.inverse - np.float32(1.0)  # far off, and half a metre away
    faces = seen.normals[..., 2], seen.normals[..., 1]
    return np.clip(np.stack([height, nearness, *faces]), -REACH, REACH).astype(np.float32)


class Encoder:
    """A session of the encoder on one core."""

    def __init__(self, model: bytes) -> None:
        """Load the ONNX model of a trained encoder.

        :raises ValueError, Fail, InvalidProtobuf: when it is something else
        """
        self._session = on_one_core(model)
        sides = {each.name: each.shape for each in self._session.get_inputs()}
        if sides.get("surface") != [1, GEOMETRY, SIDE, SIDE]:
            raise ValueError("its encoder is of another kind")

    def maps(self, rgb: NDArray[np.uint8], seen: Surface) -> tuple[Floats, Floats]:
        """Return the fine (h, w, FINE) and the coarse map (h, w, COARSE) of a picture (300, 300, 3)."""
        given = {"image": rgb[None], "surface": geometry(seen)[None]}
        fine, coarse = self._session.run(["fine", "coarse"], given)
        return fine[0], coarse[0]
