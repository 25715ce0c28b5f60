"""An emulated robot's own word on what its pictures show: ground truth, for tests and benchmarks only."""

from __future__ import annotations

import base64
import json
import socket
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from std_msgs.msg import Header

from pred_core.objects import Attribute, Truth
from pred_core.ros.conversions import attribute_to_msg, image_to_msg, sure_detection_to_msg
from pred_core.vocabulary import object_types
from pred_msgs.msg import Detections
from spot_driver.driver.pictures import Shot

SECONDS = 10.0
FULL_WIDTH = 640
_STATES = {
    "filled": "filled",
    "on": "is_toggled",
    "sliced": "is_sliced",
    "cooked": "is_cooked",
    "broken": "is_broken",
}
_AFFORDED = {
    "filled": "canFillWithLiquid",
    "on": "toggleable",
    "sliced": "sliceable",
    "cooked": "cookable",
    "broken": "breakable",
}


class SimPort:
    """The emulator's port of faults and truths: one JSON line there, one back."""

    def __init__(self, host: str, port: int) -> None:
        self._address = (host, port)

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a request.

        :raises OSError: when nothing answers
        :raises ValueError: when the emulator refuses it
        """
        with socket.create_connection(self._address, SECONDS) as connection:
            connection.sendall(json.dumps(request).encode() + b"\n")
            with connection.makefile("rb") as answers:
                answer: dict[str, Any] = json.loads(answers.readline())
        if not answer.get("ok"):
            raise ValueError(str(answer.get("error", "the emulator refused it")))
        return answer

    def instances(self, shot: Shot) -> Detections | None:
        """Return the true instances in a picture that was just taken, None when nothing answers."""
        ratio = shot.camera.width / FULL_WIDTH
        try:
            seen = self.ask({"instances": {"source": shot.source, "ratio": ratio}})
            room = self.ask({"objects": True})
        except (OSError, ValueError):
            return None
        raw = np.frombuffer(zlib.decompress(base64.b64decode(seen["labels"])), dtype="<u2")
        labels = raw.reshape(seen["height"], seen["width"])
        return detections(labels, list(seen["names"]), {entry["id"]: entry for entry in room["objects"]})


def detections(
    labels: NDArray[np.uint16], names: list[str], room: Mapping[str, Mapping[str, Any]]
) -> Detections:
    """Return what an emulator says as detections; walls and floor are background.

    :param labels: HxW, the index in ``names``
    :param room: the emulator's report of objects by id
    """
    kept = np.array([name in room for name in names])
    shown = np.where(kept[labels], labels, 0).astype(np.uint16)
    found = []
    for index, window in enumerate(ndimage.find_objects(shown)):
        if window is None:
            continue
        rows, columns = window
        entry = room[names[index + 1]]
        box = (columns.start, rows.start, columns.stop - columns.start, rows.stop - rows.start)
        message = sure_detection_to_msg(entry["id"], entry["type"], index + 1, box)
        message.attributes = [
            attribute_to_msg(Attribute(name, Truth.of(value))) for name, value in attributes_of(entry).items()
        ]
        found.append(message)
    return Detections(
        header=Header(), detector="oracle", labels=image_to_msg(shown, "16UC1", Header()), detections=found
    )


def attributes_of(entry: Mapping[str, Any]) -> dict[str, bool]:
    """Return the visible attributes of an object of the emulator's report; those it cannot have are left out."""
    known = object_types().get(str(entry["type"]))
    can = (lambda _: False) if known is None else known.can
    found = {name: bool(entry[key]) for name, key in _STATES.items() if can(_AFFORDED[name])}
    if entry["openable"]:
        found["open"] = float(entry["openness"]) > 0.0
    if can("dirtyable"):
        found["clean"] = not entry["is_dirty"]
    return found
