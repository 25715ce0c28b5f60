"""The whole network as one ONNX file: the frozen encoder, the trained part, and classes and peaks ready to be read.

Normalisation is folded into the convolutions, and weights are kept as 16-bit floats, which halves the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper

from pred_perception.attributes.efficientnet import Weights, encode
from pred_perception.onnx_graph import Graph
from pred_perception.rgbd.albums import STAGES, scaled
from pred_perception.rgbd.classes import GROUPS, class_names, group_table
from pred_perception.rgbd.inputs import CHANNELS, HALF, SIDE
from pred_perception.rgbd.targets import WAY_UNIT

Trained = Mapping[str, NDArray[np.generic]]
EPSILON = 1e-5  # of PyTorch's normalisation
CELLS = HALF // 2
CALIBRATION = "calibration"
"""Key of the metadata in which the scores' calibration travels."""
CLASSES = "classes"
"""Key of the metadata that names the classes in order."""


class _Writer:
    """Adds the layers of the trained part by the names they have in its weights."""

    def __init__(self, graph: Graph, weights: Trained) -> None:
        self.graph = graph
        self._weights = weights

    def array(self, name: str) -> NDArray[np.float64]:
        return np.asarray(self._weights[name], np.float64)

    def block(self, x: str, name: str, stride: int = 1) -> str:
        """Convolution, normalisation, ReLU."""
        weight = self.array(f"{name}.0.weight")
        factor = self.array(f"{name}.1.weight") / np.sqrt(self.array(f"{name}.1.running_var") + EPSILON)
        bias = self.array(f"{name}.1.bias") - self.array(f"{name}.1.running_mean") * factor
        y = self._conv(x, name, weight * factor[:, None, None, None], bias, stride)
        return self.graph.node("Relu", [y], f"{name}.relu")

    def conv(self, x: str, name: str) -> str:
        """Plain convolution, with a bias if it has one."""
        weight = self.array(f"{name}.weight")
        known = f"{name}.bias" in self._weights
        return self._conv(x, name, weight, self.array(f"{name}.bias") if known else np.zeros(len(weight)), 1)

    def _conv(
        self, x: str, name: str, weight: NDArray[np.float64], bias: NDArray[np.float64], stride: int
    ) -> str:
        side = weight.shape[2] // 2
        inputs = [
            x,
            self.graph.constant(f"{name}.w", weight.astype(np.float32)),
            self.graph.constant(f"{name}.b", bias.astype(np.float32)),
        ]
        shape = list(weight.shape[2:])
        return self.graph.node(
            "Conv", inputs, f"{name}.conv", kernel_shape=shape, strides=[stride] * 2, pads=[side] * 4
        )

    def whole(self, x: str, name: str) -> str:
        """Add to every place what the whole picture says."""
        mean = self.graph.pool(x, f"{name}.mean")
        weight = self.graph.constant(f"{name}.w", self.array(f"{name}.weight").astype(np.float32))
        bias = self.graph.constant(f"{name}.b", self.array(f"{name}.bias").astype(np.float32))
        y = self.graph.node("Gemm", [mean, weight, bias], f"{name}.gemm", transB=1)
        axes = self.graph.constant(f"{name}.axes", np.array([2, 3], np.int64))
        return self.graph.node(
            "Add", [x, self.graph.node("Unsqueeze", [y, axes], f"{name}.wide")], f"{name}.sum"
        )

    def enlarged(self, x: str, side: int) -> str:
        """Make a map larger, each place taking the value of the place it comes from."""
        sizes = self.graph.constant(f"{x}.sizes", np.array([1, self.channels(x), side, side], np.int64))
        return self.graph.node(
            "Resize",
            [x, "", "", sizes],
            f"{x}.large",
            mode="nearest",
            nearest_mode="floor",
            coordinate_transformation_mode="asymmetric",
        )

    def channels(self, x: str) -> int:
        return len(self.array(f"{x.removesuffix('.conv')}.weight"))


def build(encoder: Weights, trained: Trained, metadata: Mapping[str, str] | None = None) -> onnx.ModelProto:
    """Return the model of one picture.

    Inputs: ``image`` (1, 300, 300, 3) uint8, ``half`` (1, 9, 150, 150). Outputs: ``classes`` (22500, C) probabilities;
    ``groups`` (22500, 1 + groups), background first; ``ways`` (1, 2, 150, 150) half-size pixels, rows and columns;
    ``middles`` (1, groups, 75, 75): how sure a middle is there, 0 beside the best of 3x3.
    """
    graph = Graph()
    stages = encode(graph, encoder, scaled(graph, "image"), STAGES[-1])
    writer = _Writer(graph, trained)
    fine, coarse = _decode(writer, [stages[k] for k in STAGES])
    _answer(writer, fine, coarse)
    floats = TensorProto.FLOAT
    model = graph.model(
        "rgbd",
        {"image": (TensorProto.UINT8, [1, SIDE, SIDE, 3]), "half": (floats, [1, CHANNELS, HALF, HALF])},
        {
            "classes": (floats, [HALF * HALF, len(class_names())]),
            "groups": (floats, [HALF * HALF, len(GROUPS) + 1]),
            "ways": (floats, [1, 2, HALF, HALF]),
            "middles": (floats, [1, len(GROUPS), CELLS, CELLS]),
        },
    )
    helper.set_model_props(model, {CLASSES: ",".join(class_names()), **(metadata or {})})
    return model


def _decode(writer: _Writer, encoded: list[str]) -> tuple[str, str]:
    """Add encoder and decoder; return the features at half size and at stride 4."""
    graph = writer.graph
    at_half = writer.block("half", "entry")
    x, levels = at_half, []
    for k, feature in enumerate(encoded):
        down = writer.block(x, f"down.{k}", stride=2)
        x = writer.block(graph.node("Concat", [down, feature], f"join.{k}.in", axis=1), f"join.{k}")
        levels.append(x)
    x = writer.whole(levels[3], "whole")
    for k, side in ((2, 19), (1, 38), (0, CELLS)):
        larger = writer.enlarged(writer.conv(x, f"lift.{k}"), side)
        x = writer.block(graph.node("Add", [levels[k], larger], f"mix.{k}.in"), f"mix.{k}")
    larger = writer.enlarged(writer.conv(x, "lift_half"), HALF)
    return writer.block(graph.node("Add", [at_half, larger], "mix_half.in"), "mix_half"), x


def _answer(writer: _Writer, fine: str, coarse: str) -> None:
    graph = writer.graph
    logits = _both(writer, fine, coarse, "semantic")
    flat = graph.constant("flat", np.array([len(class_names()), HALF * HALF], np.int64))
    rows = graph.node(
        "Transpose", [graph.node("Reshape", [logits, flat], "logits.flat")], "logits.rows", perm=[1, 0]
    )
    graph.node("Softmax", [rows], "classes", axis=-1)
    member = np.zeros((len(class_names()), len(GROUPS) + 1), np.float32)
    member[np.arange(len(class_names())), group_table() + 1] = 1.0
    graph.node("MatMul", ["classes", graph.constant("member", member)], "groups")
    ways = _both(writer, fine, coarse, "offset")
    graph.node("Mul", [ways, graph.constant("way_unit", np.array(WAY_UNIT, np.float32))], "ways")
    sure = graph.node("Sigmoid", [writer.conv(coarse, "middle")], "sure")
    best = graph.node("MaxPool", [sure], "best", kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1])
    peak = graph.node("Cast", [graph.node("Equal", [sure, best], "is_peak")], "peak", to=TensorProto.FLOAT)
    graph.node("Mul", [sure, peak], "middles")


def _both(writer: _Writer, fine: str, coarse: str, name: str) -> str:
    """Add what half size and stride 4 say together."""
    a = writer.conv(fine, name)
    b = writer.enlarged(writer.conv(coarse, f"{name}_coarse"), HALF)
    return writer.graph.node("Add", [a, b], f"{name}.both")


def narrow(model: onnx.ModelProto) -> onnx.ModelProto:
    """Return the model with its large constants kept as 16-bit floats and widened when it is loaded."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    casts = []
    for tensor in copy.graph.initializer:
        if tensor.data_type != TensorProto.FLOAT or np.prod(tensor.dims) < 64:
            continue
        values = onnx.numpy_helper.to_array(tensor).astype(np.float16)
        name = tensor.name
        tensor.CopyFrom(onnx.numpy_helper.from_array(values, f"{name}.16"))
        casts.append(helper.make_node("Cast", [f"{name}.16"], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *copy.graph.node]
    del copy.graph.node[:]
    copy.graph.node.extend(nodes)
    onnx.checker.check_model(copy)
    return copy


def save(model: onnx.ModelProto, path: Path) -> None:
    """Write a model, small, at once or not at all."""
    partial = path.with_suffix(".partial")
    partial.write_bytes(narrow(model).SerializeToString())
    partial.replace(path)
