"""The file of weights: an encoder and the judge that was trained with it, in one archive of two ONNX models.

Weights are kept as 16-bit floats, which halves the file.
"""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np
import onnx
from onnx import TensorProto, helper
from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidProtobuf

from pred_perception.detector import DetectorError
from pred_perception.rgbd.encoder import Encoder
from pred_perception.rgbd.judge import Judge

PARTS = ("encoder.onnx", "judge.onnx")


class Weights(NamedTuple):
    """What a file of weights holds, ready to be asked."""

    encoder: Encoder
    judge: Judge


def load(file: Path | BinaryIO) -> Weights:
    """Return what a file holds.

    :raises DetectorError: when it is not there or holds something else
    """
    try:
        with zipfile.ZipFile(file) as archive:
            encoder, judge = (archive.read(part) for part in PARTS)
        return Weights(Encoder(encoder), Judge(judge))
    except (OSError, KeyError, ValueError, zipfile.BadZipFile, Fail, InvalidProtobuf) as error:
        name = file if isinstance(file, Path) else "given"
        raise DetectorError(f"the detector rgbd cannot use the weights {name}: {error}") from error


def save(encoder: onnx.ModelProto, judge: onnx.ModelProto, path: Path) -> None:
    """Write a file at once or not at all."""
    partial = path.with_suffix(".partial")
    with zipfile.ZipFile(partial, "w") as archive:
        for part, model in zip(PARTS, (encoder, judge), strict=True):
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
