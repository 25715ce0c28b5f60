"""A small builder of ONNX graphs: nodes and constants by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

OPSET = 17
Sides = list[int | str | None]
Signature = Mapping[str, tuple[int, Sides]]


@dataclass
class Graph:
    """Nodes in order and the constants they use."""

    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: list[onnx.TensorProto] = field(default_factory=list)

    def constant(self, name: str, value: NDArray[np.generic]) -> str:
        """Add a constant and return its name."""
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        """Add a node with one output and return its name."""
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def pool(self, x: str, output: str) -> str:
        """Add the mean over the picture, (N, C), and return its name."""
        return self.node("Flatten", [self.node("GlobalAveragePool", [x], f"{output}.gap")], output)

    def model(self, name: str, inputs: Signature, outputs: Signature) -> onnx.ModelProto:
        """Return the checked model.

        :param inputs: the elements' type (of ``TensorProto``) and the sides of each, by name
        """
        proto = helper.make_graph(self.nodes, name, _infos(inputs), _infos(outputs), self.constants)
        model = helper.make_model(proto, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=9)
        onnx.checker.check_model(model)
        return model


def _infos(signature: Signature) -> list[onnx.ValueInfoProto]:
    return [helper.make_tensor_value_info(name, kind, sides) for name, (kind, sides) in signature.items()]
