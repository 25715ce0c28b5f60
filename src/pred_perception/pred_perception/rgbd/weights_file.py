"""The file of weights: an encoder and the judge that was trained with it, in one archive of two ONNX models.

A judge that was trained on the rooms' encoder as it is comes without one. ``pred_learning.detector.graphs``
writes it.
"""

from __future__ import annotations

import zipfile
from importlib import resources
from pathlib import Path
from typing import BinaryIO, NamedTuple

from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidProtobuf

from pred_core.domain_file import HOUSEHOLD
from pred_core.vocabulary import domain
from pred_perception.detector import DetectorError
from pred_perception.rgbd.encoder import Encoder
from pred_perception.rgbd.judge import Judge

PARTS = ("encoder.onnx", "judge.onnx")
WEIGHTS = {HOUSEHOLD: "rgbd_thor.zip", "table": "rgbd_table.zip"}
"""Files of weights by domain."""


class Weights(NamedTuple):
    """What a file of weights holds, ready to be asked."""

    encoder: Encoder
    judge: Judge


def default_weights(of: str | None = None) -> Path:
    """Return the weights that come with the project.

    :param of: a domain; None: the one in use
    :raises DetectorError: when there are none for it
    """
    name = domain().name if of is None else of
    if name not in WEIGHTS:
        raise DetectorError(f"the detector rgbd has learnt nothing of the domain {name}: name weights of your own")
    return Path(str(resources.files("pred_perception").joinpath(f"data/{WEIGHTS[name]}")))


def load(file: Path | BinaryIO) -> Weights:
    """Return what a file holds; where that is no encoder, with the rooms' one.

    :raises DetectorError: when it is not there or holds something else
    """
    try:
        with zipfile.ZipFile(file) as archive:
            encoder = archive.read(PARTS[0]) if PARTS[0] in archive.namelist() else _rooms_encoder()
            return Weights(Encoder(encoder), Judge(archive.read(PARTS[1])))
    except (OSError, KeyError, ValueError, zipfile.BadZipFile, Fail, InvalidProtobuf) as error:
        name = file if isinstance(file, Path) else "given"
        raise DetectorError(f"the detector rgbd cannot use the weights {name}: {error}") from error


def _rooms_encoder() -> bytes:
    with zipfile.ZipFile(default_weights(HOUSEHOLD)) as archive:
        return archive.read(PARTS[0])
