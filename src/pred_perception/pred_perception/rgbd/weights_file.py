"""The file of weights: an encoder and the judge that was trained with it, in one archive of two ONNX models.

A judge that was trained with another file's encoder as it is comes without one. ``pred_learning.detector.graphs``
writes it.
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


def load(file: Path | BinaryIO, other: Path | None = None) -> Weights:
    """Return what a file holds.

    :param other: the file whose encoder is meant where this one holds none
    :raises DetectorError: when it is not there or holds something else
    """
    try:
        with zipfile.ZipFile(file) as archive:
            own = PARTS[0] in archive.namelist()
            encoder = archive.read(PARTS[0]) if own or other is None else encoder_of(other)
            return Weights(Encoder(encoder), Judge(archive.read(PARTS[1])))
    except (OSError, KeyError, ValueError, zipfile.BadZipFile, Fail, InvalidProtobuf) as error:
        name = file if isinstance(file, Path) else "given"
        raise DetectorError(f"the detector rgbd cannot use the weights {name}: {error}") from error


def encoder_of(file: Path) -> bytes:
    """Return the ONNX model of a file's encoder.

    :raises OSError, KeyError, BadZipFile: when there is none
    """
    with zipfile.ZipFile(file) as archive:
        return archive.read(PARTS[0])
