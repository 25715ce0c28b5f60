"""The judge: of each proposal, which type of thing it shows and how much of its outline is right.

What merges pieces to proposals (``tree.Merger``) and the scores' calibration travel with it, as they were trained for
one another.
"""

from __future__ import annotations

import json

import numpy as np
from numpy.typing import NDArray

from pred_perception.rgbd.classes import class_names
from pred_perception.rgbd.pooling import FEATURES
from pred_perception.rgbd.scores import Calibration
from pred_perception.rgbd.sessions import on_one_core
from pred_perception.rgbd.tree import PAIR, Merger

WIDEST = 6.0
"""Standard deviations beyond which a feature says nothing more."""
CALIBRATION, CLASSES, MERGER, ENLARGED = "calibration", "classes", "merger", "enlarged"
"""Keys of the metadata: the scores' calibration, the classes in order, the merger's weights, how much lengths count."""

Floats = NDArray[np.float32]


class Judge:
    """A trained judge, ready to be asked."""

    def __init__(self, model: bytes) -> None:
        """Load the ONNX model of a trained judge.

        :raises ValueError, Fail, InvalidProtobuf: when it is something else
        """
        self._session = on_one_core(model)
        kept = self._session.get_modelmeta().custom_metadata_map
        text = kept.get(CALIBRATION, "")
        self.calibration = Calibration.read(text) if text else Calibration()
        self.merger = read_merger(kept.get(MERGER, ""))
        self.enlarged = float(kept.get(ENLARGED, "1"))
        """By how much lengths are enlarged before anything is measured: a table of cans is a small room."""
        if self._session.get_inputs()[0].shape != ["n", FEATURES]:
            raise ValueError("its judge is of another kind: train one with ./pred train detector")
        if kept.get(CLASSES, "") != ",".join(class_names()):
            raise ValueError("it was trained for other object types than there are now: train it again")

    def ask(self, known: Floats) -> tuple[Floats, Floats]:
        """Return how likely each class is (K, C), 0 for no thing, and the share of the outline that is right (K,).

        :param known: (K, FEATURES), see ``pooling.features``
        """
        likely, shared = self._session.run(["likely", "shared"], {"known": known})
        return likely, shared[:, 0]


def written(merger: Merger) -> str:
    """Return a merger as JSON."""
    return json.dumps({name: np.round(value, 6).tolist() for name, value in merger._asdict().items()})


def read_merger(text: str) -> Merger:
    """Return what :func:`written` wrote.

    :raises ValueError: when it is something else
    """
    try:
        values = json.loads(text)
        merger = Merger(*(np.array(values[name], np.float32) for name in Merger._fields))
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError("it holds nothing that merges pieces") from error
    if merger.mean.shape != (PAIR,):
        raise ValueError("what merges its pieces was trained for other measures than there are now")
    return merger
