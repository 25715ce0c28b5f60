"""The file of weights: an encoder and the judge that was trained with it, in one archive of two ONNX models.

``pred_learning.detector.graphs`` writes it.
"""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import BinaryIO, NamedTuple

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
