"""The judge: of each proposal, which type of thing it shows and how much of its outline is right.

Normalisation is folded into the layers. What merges
pieces to proposals (``tree.Merger``) and the scores' calibration travel with it, as they were trained for one another.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import TensorProto, helper

from pred_perception.onnx_graph import Graph
from pred_perception.rgbd.classes import class_names
from pred_perception.rgbd.pooling import FEATURES
from pred_perception.rgbd.scores import Calibration
from pred_perception.rgbd.tree import PAIR, Merger

Trained = Mapping[str, NDArray[np.generic]]
EPSILON = 1e-5  # of PyTorch's normalisation
WIDEST = 6.0
"""Standard deviations beyond which a feature says nothing more."""
CALIBRATION, CLASSES, MERGER = "calibration", "classes", "merger"
"""Keys of the metadata: the scores' calibration, the classes in order, the merger's weights."""

Floats = NDArray[np.float32]


class Judge:
    """A trained judge, ready to be asked."""

    def __init__(self, model: bytes) -> None:
        """Load what :func:`build` made.

        :raises ValueError, Fail, InvalidProtobuf: when it is something else
        """
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 3
        self._session: Any = onnxruntime.InferenceSession(model, options, ["CPUExecutionProvider"])
        kept = self._session.get_modelmeta().custom_metadata_map
        text = kept.get(CALIBRATION, "")
        self.calibration = Calibration.read(text) if text else Calibration()
        self.merger = read_merger(kept.get(MERGER, ""))
        if self._session.get_inputs()[0].shape != ["n", FEATURES]:
            raise ValueError("its judge is of another kind: train one with ./pred train detector")
        if kept.get(CLASSES, "") != ",".join(class_names()):
            raise ValueError("it was trained for other object types than there are now: train it again")

    def ask(self, known: Floats) -> tuple[Floats, Floats]:
        """Return how likely each class is (K, C), 0 for no thing, and the share of the outline that is right (K,).

        :param known: (K, FEATURES), see ``pooling.features``
        """
        likely, shared = self._session.run(["likely", "shared"], {"known": known})
        return likely, shared[:, 0]


def build(trained: Trained, merger: Merger, metadata: Mapping[str, str] | None = None) -> onnx.ModelProto:
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


def written(merger: Merger) -> str:
    """Return a merger as JSON."""
    return json.dumps({name: np.round(value, 6).tolist() for name, value in merger._asdict().items()})


def read_merger(text: str) -> Merger:
    """Return what :func:`written` wrote.

    :raises ValueError: when it is something else
    """
    try:
        values = json.loads(text)
        merger = Merger(*(np.array(values[name], np.float32) for name in Merger._fields))
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError("it holds nothing that merges pieces") from error
    if merger.mean.shape != (PAIR,):
        raise ValueError("what merges its pieces was trained for other measures than there are now")
    return merger
