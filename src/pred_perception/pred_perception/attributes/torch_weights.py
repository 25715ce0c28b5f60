"""Reads the tensors of a PyTorch checkpoint of the old (pre-zip) format without PyTorch and without running it.

The format: four pickles (magic number, protocol, system info, the object), one with the storages' keys in order, then
each storage as an 8-byte count and raw little-endian values. Only the few names such a file needs can be unpickled.
"""

from __future__ import annotations

import pickle
import struct
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

MAGIC = 0x1950A86A20F9469CFC6C
STORAGES: dict[str, type[np.generic]] = {"FloatStorage": np.float32, "LongStorage": np.int64}


class WeightsError(ValueError):
    """A file that is not a checkpoint this reader understands."""


@dataclass(frozen=True)
class _Tensor:
    key: str
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


class _Reader(pickle.Unpickler):
    """Unpickles nothing but ordered dictionaries of tensors."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__(file)
        self.storages: dict[str, type[np.generic]] = {}

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return _rebuild
        if module == "torch" and name in STORAGES:
            return STORAGES[name]
        raise WeightsError(f"The checkpoint wants {module}.{name}, which no weights need.")

    def persistent_load(self, pid: Any) -> str:
        _, dtype, key, *_ = pid
        self.storages[key] = dtype
        return str(key)


def _rebuild(key: str, offset: int, shape: tuple[int, ...], strides: tuple[int, ...], *_: object) -> _Tensor:
    return _Tensor(key, offset, tuple(shape), tuple(strides))


def read(path: Path) -> dict[str, NDArray[np.generic]]:
    """Return the checkpoint's tensors by name.

    :raises WeightsError: when the file is not such a checkpoint
    """
    try:
        with path.open("rb") as file:
            return _read(file)
    except (OSError, pickle.UnpicklingError, EOFError, struct.error, TypeError) as error:
        raise WeightsError(f"{path} is not a readable checkpoint: {error}") from error


def _read(file: BinaryIO) -> dict[str, NDArray[np.generic]]:
    load: Callable[[], Any] = lambda: _Reader(file).load()  # noqa: E731
    if load() != MAGIC:
        raise WeightsError("The file does not begin as a checkpoint does.")
    load()  # protocol version
    load()  # system info
    reader = _Reader(file)
    tensors: dict[str, _Tensor] = reader.load()
    values: dict[str, NDArray[np.generic]] = {}
    for key in load():
        (count,) = struct.unpack("<q", file.read(8))
        dtype = reader.storages[key]
        values[key] = np.frombuffer(file.read(count * np.dtype(dtype).itemsize), dtype=dtype, count=count)
    return {name: _view(tensor, values) for name, tensor in tensors.items()}


def _view(tensor: _Tensor, values: dict[str, NDArray[np.generic]]) -> NDArray[np.generic]:
    flat = values[tensor.key][tensor.offset :]
    reach = sum((n - 1) * stride for n, stride in zip(tensor.shape, tensor.strides, strict=True))
    if reach >= flat.size or min((*tensor.strides, 0)) < 0:
        raise WeightsError("A tensor reaches beyond its storage.")
    # weights converted from TensorFlow are stored in its order of axes: strides matter
    steps = [stride * flat.itemsize for stride in tensor.strides]
    return np.ascontiguousarray(np.lib.stride_tricks.as_strided(flat, tensor.shape, steps))
