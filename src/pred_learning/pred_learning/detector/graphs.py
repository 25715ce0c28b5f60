"""Trained networks as ONNX models, and the file of weights that the detector loads.

Normalisation is folded into the layers; weights are kept as 16-bit floats, which halves the file.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper

from pred_perception.attributes.efficientnet import Weights, encode
from pred_perception.onnx_graph import Graph
from pred_perception.rgbd.classes import class_names
from pred_perception.rgbd.encoder import CELLS, COARSE, ENLARGED, FINE, GEOMETRY, SIDE, STAGES
from pred_perception.rgbd.judge import CLASSES, MERGER, WIDEST, written
from pred_perception.rgbd.pooling import FEATURES
from pred_perception.rgbd.tree import Merger
from pred_perception.rgbd.weights_file import PARTS

Trained = Mapping[str, NDArray[np.generic]]
EPSILON = 1e-5  # of PyTorch's normalisation

Floats = NDArray[np.float32]


def encoder_graph(weights: Weights) -> onnx.ModelProto:
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


def judge_graph(trained: Trained, merger: Merger, metadata: Mapping[str, str] | None = None) -> onnx.ModelProto:
    """Return the model of a trained judge (``pred_learning.detector.network``): ``known`` to ``likely``, ``shared``."""
    graph = Graph()
    x = _standard(graph, trained)
    for layer in _layers(trained):
        weight, bias = _folded(trained, layer)
        y = graph.node("Gemm", [x, *_constants(graph, layer, weight, bias)], f"{layer}.gemm", transB=1)
        x = graph.node("Relu", [y], f"{layer}.relu")
    for head, kind, name in (("number", "Softmax", "likely"), ("quality", "Sigmoid", "shared")):
        weight = np.asarray(trained[f"{head}.weight"], np.float32)
        bias = np.asarray(trained[f"{head}.bias"], np.float32)
        y = graph.node("Gemm", [x, *_constants(graph, head, weight, bias)], f"{head}.gemm", transB=1)
        graph.node(kind, [y], name)
    floats = TensorProto.FLOAT
    model = graph.model(
        "judge",
        {"known": (floats, ["n", FEATURES])},
        {"likely": (floats, ["n", len(class_names())]), "shared": (floats, ["n", 1])},
    )
    kept = {CLASSES: ",".join(class_names()), MERGER: written(merger), **(metadata or {})}
    helper.set_model_props(model, kept)
    return model


def _standard(graph: Graph, trained: Trained) -> str:
    mean = graph.constant("mean", np.asarray(trained["mean"], np.float32))
    scale = graph.constant("scale", np.asarray(trained["scale"], np.float32))
    x = graph.node("Mul", [graph.node("Sub", ["known", mean], "centred"), scale], "standard")
    low, high = (graph.constant(n, np.array(v, np.float32)) for n, v in (("low", -WIDEST), ("high", WIDEST)))
    return graph.node("Clip", [x, low, high], "clipped")


def _layers(trained: Trained) -> list[str]:
    return sorted({name.rsplit(".", 2)[0] for name in trained if name.startswith("body.")})


def _folded(trained: Trained, layer: str) -> tuple[Floats, Floats]:
    """Return weights and bias of a layer with the normalisation that follows it."""

    def array(name: str) -> NDArray[np.float64]:
        return np.asarray(trained[f"{layer}.{name}"], np.float64)

    factor = array("1.weight") / np.sqrt(array("1.running_var") + EPSILON)
    bias = (array("0.bias") - array("1.running_mean")) * factor + array("1.bias")
    return (array("0.weight") * factor[:, None]).astype(np.float32), bias.astype(np.float32)


def _constants(graph: Graph, name: str, weight: Floats, bias: Floats) -> list[str]:
    return [graph.constant(f"{name}.w", weight), graph.constant(f"{name}.b", bias)]


def save(encoder: onnx.ModelProto | None, judge: onnx.ModelProto, path: Path) -> None:
    """Write a file at once or not at all.

    :param encoder: None: another file's, which stays where it is
    """
    partial = path.with_suffix(".partial")
    with zipfile.ZipFile(partial, "w") as archive:
        for part, model in zip(PARTS, (encoder, judge), strict=True):
            if model is None:
                continue
            # a day of its own would make each file another one
            archive.writestr(zipfile.ZipInfo(part), _narrow(model).SerializeToString())
    partial.replace(path)


def _narrow(model: onnx.ModelProto) -> onnx.ModelProto:
    """Return the model with its large constants kept as 16-bit floats and widened when it is loaded."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    casts = []
    for tensor in copy.graph.initializer:
        if tensor.data_type != TensorProto.FLOAT or np.prod(tensor.dims) < 4096:
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
