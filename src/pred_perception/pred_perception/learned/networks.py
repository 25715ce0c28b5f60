"""Ultralytics' networks: loading them, with sentences about what is missing, and reading what they answer."""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pred_perception.detector import DetectorError, DetectorSettings

TROUBLE = (
    *(OSError, RuntimeError, AssertionError, ValueError, TypeError, KeyError, AttributeError, ImportError),
    *(EOFError, NotImplementedError, pickle.UnpicklingError),
)
"""What ultralytics and torch raise when a file, a download or a device is not as it should be."""


def default_weights() -> Path:
    """Return the folder where weights given by name are looked for and downloaded to."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "pred" / "detectors"


@contextlib.contextmanager
def weights_folder() -> Iterator[Path]:
    """Work in the weights' folder for a while: ultralytics looks for files, and puts downloads, where it stands."""
    folder = default_weights()
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.chdir(folder):
        yield folder


def need_packages(detector: str) -> None:
    """Make sure that the vision packages are there.

    :raises DetectorError: saying how to get them
    """
    missing = [name for name in ("torch", "ultralytics") if find_spec(name) is None]
    if missing:
        raise DetectorError(
            f"the detector {detector} needs {' and '.join(missing)}: run ./pred setup vision (about 6 GB)"
        )


def need_files(detector: str, settings: DetectorSettings) -> None:
    """Make sure that the weights are there; those given by name alone are found, or downloaded, when they are loaded.

    :raises DetectorError: naming the missing file, or that none was named
    """
    if detector == "yolo" and not settings.weights:
        raise DetectorError(
            "the detector yolo needs the file of a trained network: name it as detector_weights"
        )
    for given in (settings.weights, settings.sam_weights):
        _named(given)


def _named(weights: str) -> bool:
    """Tell whether weights are given by the name of published ones.

    :raises DetectorError: when they are a file that is not there
    """
    path = Path(weights).expanduser()
    if path.is_file():
        return False
    if path.parent != Path():
        raise DetectorError(f"there are no weights {path}")
    return True


def load(kind: str, weights: str) -> Any:
    """Return one of ultralytics' models.

    :param kind: YOLO, YOLOE, YOLOWorld or SAM
    :param weights: a file, or the name of a published one, which is downloaded where there is internet
    :raises DetectorError: when there is no such file, or it holds no such model
    """
    os.environ.setdefault("YOLO_AUTOINSTALL", "false")  # nothing is installed behind the user's back
    os.environ.setdefault("YOLO_VERBOSE", "false")
    path, named = Path(weights).expanduser(), _named(weights)
    with weights_folder() as folder:
        try:
            ultralytics = importlib.import_module("ultralytics")
            return getattr(ultralytics, kind)(str(path) if named else str(path.resolve(strict=True)))
        except TROUBLE as error:
            place = f"{folder / path}, nor can it be downloaded" if named else f"{path} as weights of {kind}"
            lead = "there is no usable file" if named else "cannot use"
            raise DetectorError(f"{lead} {place}: {_first_line(error)}") from error


def set_classes(model: Any, texts: list[str], weights: str) -> None:
    """Tell an open-vocabulary model what to look for.

    :raises DetectorError: when its text encoder cannot be had
    """
    with weights_folder() as folder:
        try:
            model.set_classes(texts)
        except TROUBLE as error:
            raise DetectorError(
                f"the texts to look for cannot be encoded for {weights}: {_first_line(error)}. Its text encoder is "
                f"looked for as mobileclip_blt.ts in {folder} (YOLOE), or as CLIP ViT-B/32 in ultralytics' own "
                "weights folder (YOLO-World)"
            ) from error


def use_all_cores() -> None:
    """Let torch use every core there is: ultralytics leaves one out once it has chosen its device."""
    importlib.import_module("torch").set_num_threads(len(os.sched_getaffinity(0)))


@dataclass(frozen=True)
class Found:
    """What a network found: boxes Nx4 (x, y, x, y pixels), scores N, class numbers N, masks NxHxW or None."""

    boxes: NDArray[np.float32]
    scores: NDArray[np.float32]
    classes: NDArray[np.int64]
    masks: NDArray[np.bool_] | None


def predict(model: Any, picture: NDArray[np.uint8], **options: Any) -> Found:
    """Ask a network about one picture.

    :param picture: HxWx3, blue first, as ultralytics takes arrays
    :raises DetectorError: when it fails (no memory on the device, ...)
    """
    try:
        answer = model.predict(picture, verbose=False, **options)[0]
    except TROUBLE as error:
        raise DetectorError(f"the network failed on a picture: {_first_line(error)}") from error
    return read_answer(answer, (picture.shape[0], picture.shape[1]))


def read_answer(answer: Any, shape: tuple[int, int]) -> Found:
    """Return an ultralytics Results object as arrays; masks of another size are brought to the picture's.

    :param shape: height and width of the picture
    """
    if answer.boxes is None or len(answer.boxes) == 0:
        empty = np.zeros(0, np.float32)
        return Found(empty.reshape(0, 4), empty, np.zeros(0, np.int64), np.zeros((0, *shape), np.bool_))
    boxes = _array(answer.boxes.xyxy).astype(np.float32)
    scores = _array(answer.boxes.conf).astype(np.float32)
    classes = _array(answer.boxes.cls).astype(np.int64)
    if answer.masks is None:
        return Found(boxes, scores, classes, None)
    return Found(boxes, scores, classes, _sized(_array(answer.masks.data) > 0.5, shape))


def _array(tensor: Any) -> NDArray[Any]:
    return np.asarray(tensor.cpu().numpy())


def _sized(masks: NDArray[np.bool_], shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Return masks sampled at the picture's pixels."""
    if masks.shape[1:] == shape:
        return masks
    rows = (np.arange(shape[0]) + 0.5) * masks.shape[1] / shape[0]
    columns = (np.arange(shape[1]) + 0.5) * masks.shape[2] / shape[1]
    return np.asarray(masks[:, rows.astype(int)[:, None], columns.astype(int)[None, :]])


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
