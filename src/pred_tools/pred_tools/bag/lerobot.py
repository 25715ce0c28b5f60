"""A bag as a LeRobot dataset, version 2.1: one episode, a frame an observation, pictures in Parquet.

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
from pred_core.ros.latest import Stamp, stamp_of_raw
from pred_msgs.msg import RobotState
from pred_tools.bag.plain import picture_of
from pred_tools.bag.reader import Bag

VERSION = "v2.1"
CAMERA = "observation.images.camera"
STATE = ("x", "y", "yaw", "camera_pitch", "holding")
ACTION = ("forward", "left", "turn", "camera_pitch", "grip")
DATA = "data/chunk-{episode_chunk:03d}/episode_{episode_index:06d}.parquet"
PICTURES, STATES = "/camera/color/image_raw", "/robot_state"


class ExportError(ValueError):
    """A bag of which no dataset can be made, or a library that is missing."""


@dataclass(frozen=True)
class Frame:
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
    path = out / DATA.format(episode_chunk=0, episode_index=0)
    path.parent.mkdir(parents=True)
    pq.write_table(table, path)
    _write_meta(out, frames, columns, fps, task, bag.custom.get("robot", "unknown"))
    return f"1 episode of {len(frames)} frames at {fps} Hz, '{task}': {out}"


def _frames(bag: Bag, start: int | None, end: int | None) -> Iterator[Frame]:
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


def _frame(parts: Mapping[str, bytes]) -> Frame:
    state: RobotState = deserialize_message(parts[STATES], RobotState)
    pose = pose_from_msg(state.base_pose)
    values = [pose.x, pose.y, pose.yaw, state.camera_pitch, float(state.holding)]
    picture: ImageMsg = deserialize_message(parts[PICTURES], ImageMsg)
    return Frame(seconds(state.header.stamp), picture, np.array(values, np.float32))


def _actions(frames: Sequence[Frame]) -> NDArray[np.float32]:
    """Return what changes from each frame to the next, in the robot's own frame; nothing after the last."""
    rows = np.zeros((len(frames), len(ACTION)), np.float32)
    for row, (before, after) in zip(rows, pairwise(frames), strict=False):
        dx, dy = after.state[:2] - before.state[:2]
        cos, sin = np.cos(before.state[2]), np.sin(before.state[2])
        turn = wrap_angle(float(after.state[2] - before.state[2]))
        row[:] = (cos * dx + sin * dy, cos * dy - sin * dx, turn, *(after.state[3:] - before.state[3:]))
    return rows


def _columns(frames: Sequence[Frame], fps: int) -> dict[str, NDArray[Any]]:
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


def _table(pa: Any, frames: Sequence[Frame], columns: Mapping[str, NDArray[Any]]) -> Any:
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


def _write_meta(
    out: Path, frames: Sequence[Frame], columns: Mapping[str, NDArray[Any]], fps: int, task: str, robot: str
) -> None:
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
    info = {
        "codebase_version": VERSION,
        "robot_type": robot,
        "total_episodes": 1,
        "total_frames": len(frames),
        "total_tasks": 1,
        "total_videos": 0,
        "total_chunks": 1,
        "chunks_size": 1000,
        "fps": fps,
        "splits": {"train": "0:1"},
        "data_path": DATA,
        "video_path": None,
        "features": features,
    }
    meta = out / "meta"
    meta.mkdir()
    (meta / "info.json").write_text(json.dumps(info, indent=4) + "\n", "utf-8")
    _line(meta / "tasks.jsonl", {"task_index": 0, "task": task})
    _line(meta / "episodes.jsonl", {"episode_index": 0, "tasks": [task], "length": len(frames)})
    stats = {name: _statistics(values.astype(np.float64)) for name, values in columns.items()}
    stats[CAMERA] = _picture_statistics(frames)
    _line(meta / "episodes_stats.jsonl", {"episode_index": 0, "stats": stats})


def _statistics(values: NDArray[np.float64]) -> dict[str, Any]:
    rows = values.reshape(len(values), -1)
    each = {"min": rows.min(0), "max": rows.max(0), "mean": rows.mean(0), "std": rows.std(0)}
    return {name: value.tolist() for name, value in each.items()} | {"count": [len(rows)]}


def _picture_statistics(frames: Sequence[Frame]) -> dict[str, Any]:
    """Return the statistics of each channel, 0 to 1, in the shape (3, 1, 1)."""
    pixels = np.concatenate([np.asarray(picture_of(f.picture)).reshape(-1, 3) / 255.0 for f in frames])
    found = _statistics(pixels)
    return {k: v if k == "count" else [[[x]] for x in v] for k, v in found.items()} | {"count": [len(frames)]}


def _line(path: Path, content: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(content) + "\n", "utf-8")


def _png(msg: ImageMsg) -> bytes:
    buffer = io.BytesIO()
    picture_of(msg).save(buffer, "PNG")
    return buffer.getvalue()
