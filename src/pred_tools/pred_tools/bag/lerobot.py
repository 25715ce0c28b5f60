"""A bag as a LeRobot dataset, version 3.0: one episode, a frame an observation, pictures in Parquet.

``observation.state`` is what the robot measures of itself, ``action`` how that changes until the next frame.
Timestamps are those of a constant rate, the bag's median, because LeRobot knows no other.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rclpy.serialization import deserialize_message
from sensor_msgs.msg import Image as ImageMsg

from pred_core.geometry import wrap_angle
from pred_core.ros.conversions import pose_from_msg, seconds
from pred_core.ros.lazy_message import Stamp, stamp_of_raw
from pred_msgs.msg import RobotState
from pred_tools.bag.plain import picture_of
from pred_tools.bag.reader import Bag

VERSION = "v3.0"
CAMERA = "observation.images.camera"
STATE = ("x", "y", "yaw", "camera_pitch", "holding")
ACTION = ("forward", "left", "turn", "camera_pitch", "grip")
DATA = "data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet"
EPISODES = "meta/episodes/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet"
FIRST = {"chunk_index": 0, "file_index": 0}
PICTURES, STATES = "/camera/color/image_raw", "/robot_state"


class ExportError(ValueError):
    """A bag of which no dataset can be made, or a library that is missing."""


@dataclass(frozen=True)
class EpisodeFrame:
    """One observation: time (s), picture, and what the robot measures of itself."""

    time: float
    picture: ImageMsg
    state: NDArray[np.float32]


def write_dataset(bag: Bag, out: Path, start: int | None = None, end: int | None = None) -> str:
    """Write the dataset and return a line about it.

    :raises ExportError: when the bag has no observations with pictures, or pyarrow is not installed
    """
    try:
        pa, pq = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise ExportError(
            "A LeRobot dataset needs pyarrow: ./pred shell python -m pip install pyarrow"
        ) from error
    frames = list(_frames(bag, start, end))
    if len(frames) < 2:
        raise ExportError(f"{bag.path} holds {len(frames)} observations with pictures; a dataset needs two.")
    gaps = [b.time - a.time for a, b in pairwise(frames) if b.time > a.time]
    fps = max(1, round(1.0 / median(gaps))) if gaps else 1
    task = bag.custom.get("instruction") or "unknown"
    columns = _columns(frames, fps)
    table = _table(pa, frames, columns)
    stats = {name: _statistics(values.astype(np.float64)) for name, values in columns.items()}
    stats[CAMERA] = _picture_statistics(frames)
    for name, rows in (
        (DATA.format(**FIRST), table),
        (EPISODES.format(**FIRST), _episodes(pa, len(frames), task, stats)),
        ("meta/tasks.parquet", _tasks(pa, task)),
    ):
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(rows, out / name)
    _json(out / "meta" / "stats.json", stats)
    _json(out / "meta" / "info.json", _info(frames, columns, fps, bag.custom.get("robot", "unknown")))
    return f"1 episode of {len(frames)} frames at {fps} Hz, '{task}': {out}"


def _frames(bag: Bag, start: int | None, end: int | None) -> Iterator[EpisodeFrame]:
    """Yield the observations in order: pictures and states of equal stamps."""
    waiting: dict[Stamp, dict[str, bytes]] = {}
    wanted = {name: part for name in bag.topics for part in (PICTURES, STATES) if name.endswith(part)}
    for message in bag.messages(wanted.keys(), start, end):
        stamp = stamp_of_raw(message.data)
        parts = waiting.setdefault(stamp, {})
        parts[wanted[message.topic]] = message.data
        if len(parts) == 2:
            del waiting[stamp]
            yield _frame(parts)


def _frame(parts: Mapping[str, bytes]) -> EpisodeFrame:
    state: RobotState = deserialize_message(parts[STATES], RobotState)
    pose = pose_from_msg(state.base_pose)
    values = [pose.x, pose.y, pose.yaw, state.camera_pitch, float(state.holding)]
    picture: ImageMsg = deserialize_message(parts[PICTURES], ImageMsg)
    return EpisodeFrame(seconds(state.header.stamp), picture, np.array(values, np.float32))


def _actions(frames: Sequence[EpisodeFrame]) -> NDArray[np.float32]:
    """Return what changes from each frame to the next, in the robot's own frame; nothing after the last."""
    rows = np.zeros((len(frames), len(ACTION)), np.float32)
    for row, (before, after) in zip(rows, pairwise(frames), strict=False):
        dx, dy = after.state[:2] - before.state[:2]
        cos, sin = np.cos(before.state[2]), np.sin(before.state[2])
        turn = wrap_angle(float(after.state[2] - before.state[2]))
        row[:] = (cos * dx + sin * dy, cos * dy - sin * dx, turn, *(after.state[3:] - before.state[3:]))
    return rows


def _columns(frames: Sequence[EpisodeFrame], fps: int) -> dict[str, NDArray[Any]]:
    count = len(frames)
    return {
        "observation.state": np.stack([frame.state for frame in frames]),
        "action": _actions(frames),
        "timestamp": (np.arange(count) / fps).astype(np.float32),
        "frame_index": np.arange(count),
        "episode_index": np.zeros(count, np.int64),
        "index": np.arange(count),
        "task_index": np.zeros(count, np.int64),
    }


def _table(pa: Any, frames: Sequence[EpisodeFrame], columns: Mapping[str, NDArray[Any]]) -> Any:
    data: dict[str, Any] = {
        CAMERA: pa.array(
            [{"bytes": _png(frame.picture), "path": f"frame_{n:06d}.png"} for n, frame in enumerate(frames)],
            pa.struct([("bytes", pa.binary()), ("path", pa.string())]),
        )
    }
    known: dict[str, Any] = {CAMERA: {"_type": "Image"}}
    for name, values in columns.items():
        kind = {"dtype": str(values.dtype), "_type": "Value"}
        if values.ndim == 2:
            data[name] = pa.FixedSizeListArray.from_arrays(values.ravel(), values.shape[1])
            known[name] = {"feature": kind, "length": values.shape[1], "_type": "Sequence"}
        else:
            data[name], known[name] = pa.array(values), kind
    told = json.dumps({"info": {"features": known}})
    return pa.table(data).replace_schema_metadata({"huggingface": told})


def _episodes(pa: Any, length: int, task: str, stats: Mapping[str, Mapping[str, Any]]) -> Any:
    """Return the table of episodes: where the rows of each are, and its statistics."""
    row: dict[str, Any] = {"episode_index": 0, "tasks": [task], "length": length}
    row |= {f"{part}/{key}": value for part in ("data", "meta/episodes") for key, value in FIRST.items()}
    row |= {"dataset_from_index": 0, "dataset_to_index": length}
    row |= {f"stats/{name}/{kind}": value for name, told in stats.items() for kind, value in told.items()}
    return pa.table({name: [value] for name, value in row.items()})


def _tasks(pa: Any, task: str) -> Any:
    """Return the table of tasks as pandas writes it: the words are the rows' index, by which LeRobot names a task."""
    told = {
        "index_columns": ["task"],
        "column_indexes": [],
        "columns": [
            {"name": name, "field_name": name, "pandas_type": kind, "numpy_type": held, "metadata": None}
            for name, kind, held in (("task_index", "int64", "int64"), ("task", "unicode", "object"))
        ],
    }
    table = pa.table({"task_index": pa.array([0], pa.int64()), "task": [task]})
    return table.replace_schema_metadata({"pandas": json.dumps(told)})


def _info(
    frames: Sequence[EpisodeFrame], columns: Mapping[str, NDArray[Any]], fps: int, robot: str
) -> dict[str, Any]:
    first = frames[0].picture
    names = {"observation.state": list(STATE), "action": list(ACTION)}
    features: dict[str, Any] = {
        CAMERA: {
            "dtype": "image",
            "shape": [first.height, first.width, 3],
            "names": ["height", "width", "channels"],
        }
    }
    for name, values in columns.items():
        shape = [values.shape[1]] if values.ndim == 2 else [1]
        features[name] = {"dtype": str(values.dtype), "shape": shape, "names": names.get(name)}
    return {
        "codebase_version": VERSION,
        "robot_type": robot,
        "total_episodes": 1,
        "total_frames": len(frames),
        "total_tasks": 1,
        "chunks_size": 1000,
        "data_files_size_in_mb": 100,
        "video_files_size_in_mb": 200,
        "fps": fps,
        "splits": {"train": "0:1"},
        "data_path": DATA,
        "video_path": None,
        "features": features,
    }


def _statistics(values: NDArray[np.float64]) -> dict[str, Any]:
    rows = values.reshape(len(values), -1)
    each = {"min": rows.min(0), "max": rows.max(0), "mean": rows.mean(0), "std": rows.std(0)}
    return {name: value.tolist() for name, value in each.items()} | {"count": [len(rows)]}


def _picture_statistics(frames: Sequence[EpisodeFrame]) -> dict[str, Any]:
    """Return the statistics of each channel, 0 to 1, in the shape (3, 1, 1)."""
    pixels = np.concatenate([np.asarray(picture_of(f.picture)).reshape(-1, 3) / 255.0 for f in frames])
    found = _statistics(pixels)
    return {k: v if k == "count" else [[[x]] for x in v] for k, v in found.items()} | {"count": [len(frames)]}


def _json(path: Path, content: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(content, indent=4) + "\n", "utf-8")


def _png(msg: ImageMsg) -> bytes:
    buffer = io.BytesIO()
    picture_of(msg).save(buffer, "PNG")
    return buffer.getvalue()
