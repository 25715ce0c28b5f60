"""What an EfficientNet-Lite0 makes of colours and surface of a picture, enlarged so that small things are large enough.

It was trained on ImageNet, and further on the player's rooms (``pred_learning.detector.training``). Beside the three
colours it is given four pictures of the surface, so that it knows what is near, high up, level or upright.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import TensorProto

from pred_perception.attributes.efficientnet import Weights, encode
from pred_perception.onnx_graph import Graph
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


def build(weights: Weights) -> onnx.ModelProto:
    """Return the model of an encoder: ``image`` and ``surface`` to ``fine`` and ``coarse``.

    :param weights: its tensors, named as in the checkpoint
    :raises WeightsError: when a tensor is missing
    """
    graph = Graph()
    stages = encode(graph, weights, _scaled(graph), STAGES[-1])
    fine, eight, *deep = (stages[k] for k in STAGES)
    larger = [_resized(graph, x, CELLS) for x in deep]
    graph.node("Transpose", [fine], "fine", perm=[0, 2, 3, 1])
    joined = graph.node("Concat", [eight, *larger], "joined", axis=1)
    graph.node("Transpose", [joined], "coarse", perm=[0, 2, 3, 1])
    floats = TensorProto.FLOAT
    return graph.model(
        "encoder",
        {
            "image": (TensorProto.UINT8, [1, SIDE, SIDE, 3]),
            "surface": (floats, [1, GEOMETRY, SIDE, SIDE]),
        },
        {"fine": (floats, [1, None, None, FINE]), "coarse": (floats, [1, None, None, COARSE])},
    )


class Encoder:
    """A session of the encoder on one core."""

    def __init__(self, model: bytes) -> None:
        """Load what :func:`build` made.

        :raises ValueError, Fail, InvalidProtobuf: when it is something else
        """
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        self._session: Any = onnxruntime.InferenceSession(model, options, ["CPUExecutionProvider"])
        sides = {each.name: each.shape for each in self._session.get_inputs()}
        if sides.get("surface") != [1, GEOMETRY, SIDE, SIDE]:
            raise ValueError("its encoder is of another kind")

    def maps(self, rgb: NDArray[np.uint8], seen: Surface) -> tuple[Floats, Floats]:
        """Return the fine (h, w, FINE) and the coarse map (h, w, COARSE) of a picture (300, 300, 3)."""
        given = {"image": rgb[None], "surface": geometry(seen)[None]}
        fine, coarse = self._session.run(["fine", "coarse"], given)
        return fine[0], coarse[0]


def _scaled(graph: Graph) -> str:
    """Add the way of colours of 0..255 and surface to (1, 3 + GEOMETRY, h, w), about -1..1, and return its name."""
    x = graph.node("Cast", ["image"], "image.float", to=TensorProto.FLOAT)
    x = graph.node("Sub", [x, graph.constant("image.mean", np.array(127.0, np.float32))], "image.centred")
    x = graph.node("Div", [x, graph.constant("image.range", np.array(128.0, np.float32))], "image.scaled")
    planes = graph.node("Transpose", [x], "image.planes", perm=[0, 3, 1, 2])
    return _resized(graph, graph.node("Concat", [planes, "surface"], "seen", axis=1), ENLARGED)


def _resized(graph: Graph, x: str, side: int) -> str:
    channels = graph.node("Slice", [graph.node("Shape", [x], f"{x}.shape"),
                                    graph.constant(f"{x}.from", np.array([0], np.int64)),
                                    graph.constant(f"{x}.to", np.array([2], np.int64))], f"{x}.first")  # fmt: skip
    wanted = graph.constant(f"{x}.side", np.array([side, side], np.int64))
    sizes = graph.node("Concat", [channels, wanted], f"{x}.sizes", axis=0)
    return graph.node("Resize", [x, "", "", sizes], f"{x}.large", mode="linear")
