"""The newest training pictures, where the networks are trained: what comes in takes the place of the oldest."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import fields
from types import TracebackType
from typing import Any, Self

import numpy as np
import torch

from pred_learning.detector.prepared import Prepared
from pred_learning.detector.truth import UNSURE
from pred_perception.rgbd.classes import class_names

FEW = 400
"""Proposals of a class under which it counts no more for being rare."""


class Ring:
    """Room for some thousand pictures, on one device."""

    def __init__(self, size: int, device: str) -> None:
        self.size, self.device = size, device
        self.come = 0
        """Pictures that came so far."""
        self._kept: dict[str, Any] = {}
        self._counts = torch.zeros(256, device=device)
        self._alone = threading.Lock()

    def __len__(self) -> int:
        return min(self.come, self.size)

    def add(self, pictures: Prepared) -> None:
        """Keep pictures."""
        given = {each.name: torch.from_numpy(getattr(pictures, each.name)) for each in fields(pictures)}
        count = len(pictures.rgb)
        if not self._kept:
            self._kept = {
                name: torch.empty((self.size, *value.shape[1:]), dtype=value.dtype, device=self.device)
                for name, value in given.items()
            }
        places = torch.arange(self.come, self.come + count, device=self.device) % self.size
        with self._alone:
            for name, value in given.items():
                self._kept[name][places] = value.to(self.device)
            self._counts += torch.bincount(given["number"].flatten().long(), minlength=256).to(self.device)
            self.come += count

    def draw(self, count: int, random: np.random.Generator) -> dict[str, Any]:
        """Return some of the pictures by name, see :class:`Prepared`."""
        with self._alone:
            places = torch.from_numpy(random.integers(len(self), size=count)).to(self.device)
            return {name: value[places] for name, value in self._kept.items()}

    def worth(self) -> Any:
        """Return what a proposal of each class counts: the root of how rare it is; nothing where it is unsure."""
        counts = self._counts.clone()
        counts[len(class_names()) :] = 0.0
        out = counts.clamp(min=FEW).rsqrt()
        out *= counts.sum() / (out * counts).sum().clamp(min=1e-6)
        out[UNSURE] = 0.0
        return out


class Feeder:
    """A thread that adds what comes to a ring, until it is left."""

    def __init__(self, coming: Iterator[Prepared], ring: Ring) -> None:
        self._coming, self._ring = coming, ring
        self._changed = threading.Condition()
        self._ended = False
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._feed, name="pictures", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended = True
        self._thread.join()

    def check(self) -> None:
        """Raise what went wrong as pictures were made."""
        if self._error is not None:
            raise self._error

    def wait_for(self, count: int) -> None:
        """Wait until so many pictures are there."""
        with self._changed:
            self._changed.wait_for(lambda: len(self._ring) >= count or self._error is not None)
        self.check()

    def _feed(self) -> None:
        try:
            for pictures in self._coming:
                self._ring.add(pictures)
                with self._changed:
                    self._changed.notify_all()
                if self._ended:
                    return
        except BaseException as error:  # noqa: BLE001 - raised where the steps are taken
            self._error = error
        finally:
            with self._changed:
                self._changed.notify_all()
