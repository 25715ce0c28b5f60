"""Albums of training pictures (``pred_learning.detector.pictures``) and what the frozen encoder makes of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from onnx import TensorProto
from tqdm import tqdm

from pred_perception.attributes.efficientnet import Weights, encode, find_weights
from pred_perception.attributes.torch_weights import read
from pred_perception.onnx_graph import Graph
from pred_perception.rgbd.inputs import SIDE, halves

DEPTH_UNIT = 1.0 / 3000.0
"""Metres of one count of an album's depth."""
STAGES = (1, 2, 4, 5)
"""Stages of the frozen encoder that are used: at strides 4, 8, 16, 32."""
BATCH = 8
SUFFIX = ".features.npz"


class AlbumError(ValueError):
    """A folder or file of pictures that cannot be used, with a sentence that says why."""


@dataclass(frozen=True)
class Features:
    """Half-size pictures of an album (N) with the frozen encoder's features.

    ``rgb`` (N, 150, 150, 3) uint8; ``depth`` (N, 150, 150) uint16 counts; ``ids`` (N, 150, 150) uint8;
    ``classes`` (N, 256) uint8; ``camera`` (N, 2); ``encoded`` four (N, C, H, W) float16.
    """

    rgb: NDArray[np.uint8]
    depth: NDArray[np.uint16]
    ids: NDArray[np.uint8]
    classes: NDArray[np.uint8]
    camera: NDArray[np.float32]
    encoded: tuple[NDArray[np.float16], ...]

    def __len__(self) -> int:
        return len(self.rgb)


def encoder(weights: Weights | None = None) -> Any:
    """Return a session of the frozen encoder on one core: ``image`` (N, 300, 300, 3) uint8 to four feature maps."""
    graph = Graph()
    image = scaled(graph, "image")
    stages = encode(graph, weights or read(find_weights()), image, STAGES[-1])
    model = graph.model(
        "encoder",
        {"image": (TensorProto.UINT8, ["n", SIDE, SIDE, 3])},
        {stages[k]: (TensorProto.FLOAT, ["n", None, None, None]) for k in STAGES},
    )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(model.SerializeToString(), options, ["CPUExecutionProvider"])


def scaled(graph: Graph, image: str) -> str:
    """Add the scaling of a picture (N, H, W, 3) of 0..255 to (N, 3, H, W) of -1..1 and return its name."""
    x = graph.node("Cast", [image], "image.float", to=TensorProto.FLOAT)
    x = graph.node("Sub", [x, graph.constant("image.mean", np.array(127.0, np.float32))], "image.centred")
    x = graph.node("Div", [x, graph.constant("image.range", np.array(128.0, np.float32))], "image.scaled")
    return graph.node("Transpose", [x], "image.planes", perm=[0, 3, 1, 2])


def albums_in(folder: Path) -> list[Path]:
    """Return the albums of a folder in order.

    :raises AlbumError: when there is none
    """
    found = sorted(p for p in folder.glob("*.npz") if not p.name.endswith((SUFFIX, ".partial.npz")))
    if not found:
        raise AlbumError(f"{folder} holds no albums of pictures")
    return found


def features_of(album: Path, session: Any) -> Path:
    """Return the file of an album's features, made beside it unless it is there."""
    path = album.with_name(album.stem + SUFFIX)
    if path.exists():
        return path
    with np.load(album) as data:
        rgb = data["rgb"]
        parts = [session.run(None, {"image": rgb[k : k + BATCH]}) for k in range(0, len(rgb), BATCH)]
        encoded = {
            f"encoded{k}": np.concatenate([part[k] for part in parts]).astype(np.float16)
            for k in range(len(STAGES))
        }
        kept = {
            "rgb": halves(rgb),
            "depth": data["depth"][:, ::2, ::2],
            "ids": data["ids"][:, ::2, ::2],
            "classes": data["classes"],
            "camera": data["camera"],
        }
    partial = path.with_name(album.stem + ".partial.npz")
    np.savez(partial, **kept, **encoded)
    partial.replace(path)
    return path


def load_features(path: Path) -> Features:
    """Return the features of a file."""
    with np.load(path) as data:
        encoded = tuple(data[f"encoded{k}"] for k in range(len(STAGES)))
        return Features(data["rgb"], data["depth"], data["ids"], data["classes"], data["camera"], encoded)


def _make(albums: Sequence[Path]) -> int:
    session = encoder()
    for album in albums:
        features_of(album, session)
    return len(albums)


def make_features(folder: Path, jobs: int = 1) -> list[Path]:
    """Make what is missing of the features of a folder's albums, with progress, and return all their files."""
    albums = albums_in(folder)
    missing = [a for a in albums if not a.with_name(a.stem + SUFFIX).exists()]
    chunks = [missing[k : k + 10] for k in range(0, len(missing), 10)]
    if missing:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            work = [pool.submit(_make, chunk) for chunk in chunks]
            with tqdm(total=len(missing), unit="albums", desc="features") as bar:
                for done in as_completed(work):
                    bar.update(done.result())
    return [a.with_name(a.stem + SUFFIX) for a in albums]


def shuffled(files: Sequence[Path], random: np.random.Generator, pool: int) -> Iterator[tuple[Features, int]]:
    """Yield every picture once as (album, number), mixed among ``pool`` albums at a time."""
    order = random.permutation(len(files))
    for start in range(0, len(order), pool):
        group = [load_features(files[k]) for k in order[start : start + pool]]
        pictures = [(a, k) for a in range(len(group)) for k in range(len(group[a]))]
        for index in random.permutation(len(pictures)):
            a, k = pictures[index]
            yield group[a], k
