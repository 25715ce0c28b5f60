"""What a frozen EfficientNet-Lite0 (ImageNet) makes of a picture, enlarged so that small things are large enough."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnx import TensorProto

from pred_perception.attributes.efficientnet import Weights, encode, find_weights
from pred_perception.attributes.torch_weights import read
from pred_perception.onnx_graph import Graph

SIDE = 300
"""Pixels of a picture's side."""
ENLARGED = 450
"""Pixels of the side of what the encoder is given."""
FINE, COARSE = 24, 344
"""Channels at stride 4, and at stride 8 with those of 16 and 32 brought to it."""
STAGES = (1, 2, 4, 5)
"""Stages that are used: at strides 4, 8, 16, 32."""

Floats = NDArray[np.float32]


class Encoder:
    """A session of the frozen encoder on one core."""

    def __init__(self, weights: Weights | None = None, enlarged: int = ENLARGED) -> None:
        """Build the graph from the installed weights, or those given.

        :raises WeightsError: when they cannot be had
        """
        graph = Graph()
        stages = encode(graph, weights or read(find_weights()), _scaled(graph, enlarged), STAGES[-1])
        fine, eight, *deep = (stages[k] for k in STAGES)
        side = -(-enlarged // 8)
        larger = [_resized(graph, x, side) for x in deep]
        graph.node("Transpose", [fine], "fine", perm=[0, 2, 3, 1])
        graph.node(
            "Transpose",
            [graph.node("Concat", [eight, *larger], "joined", axis=1)],
            "coarse",
            perm=[0, 2, 3, 1],
        )
        floats = TensorProto.FLOAT
        model = graph.model(
            "encoder",
            {"image": (TensorProto.UINT8, [1, SIDE, SIDE, 3])},
            {"fine": (floats, [1, None, None, FINE]), "coarse": (floats, [1, None, None, COARSE])},
        )
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        self._session: Any = onnxruntime.InferenceSession(
            model.SerializeToString(), options, ["CPUExecutionProvider"]
        )

    def maps(self, rgb: NDArray[np.uint8]) -> tuple[Floats, Floats]:
        """Return the fine (h, w, FINE) and the coarse map (h, w, COARSE) of a picture (300, 300, 3)."""
        fine, coarse = self._session.run(["fine", "coarse"], {"image": rgb[None]})
        return fine[0], coarse[0]


def _scaled(graph: Graph, enlarged: int) -> str:
    """Add the picture's (1, H, W, 3) of 0..255 way to (1, 3, h, w) of -1..1 and return its name."""
    x = graph.node("Cast", ["image"], "image.float", to=TensorProto.FLOAT)
    x = graph.node("Sub", [x, graph.constant("image.mean", np.array(127.0, np.float32))], "image.centred")
    x = graph.node("Div", [x, graph.constant("image.range", np.array(128.0, np.float32))], "image.scaled")
    planes = graph.node("Transpose", [x], "image.planes", perm=[0, 3, 1, 2])
    return planes if enlarged == SIDE else _resized(graph, planes, enlarged)


def _resized(graph: Graph, x: str, side: int) -> str:
    channels = graph.node("Slice", [graph.node("Shape", [x], f"{x}.shape"),
                                    graph.constant(f"{x}.from", np.array([0], np.int64)),
                                    graph.constant(f"{x}.to", np.array([2], np.int64))], f"{x}.first")  # fmt: skip
    wanted = graph.constant(f"{x}.side", np.array([side, side], np.int64))
    sizes = graph.node("Concat", [channels, wanted], f"{x}.sizes", axis=0)
    return graph.node("Resize", [x, "", "", sizes], f"{x}.large", mode="linear")
