"""Networks of one ONNX file, run on one core."""

from __future__ import annotations

from typing import Any

import onnxruntime


def on_one_core(model: bytes) -> Any:
    """Return onnxruntime's session of a model.

    :raises Fail, InvalidProtobuf: when it is none
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(model, options, ["CPUExecutionProvider"])
