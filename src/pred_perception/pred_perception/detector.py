"""What a detector is, what it may be told, and what it raises when it cannot work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pred_perception.observation import Detections, Observation


class DetectorError(RuntimeError):
    """A detector that cannot work, with a sentence that says why."""


class Detector(Protocol):
    """Finds instances in one observation."""

    name: str
    needs_colour: bool
    needs_ground_truth: bool
    calibrated: bool
    """Whether scores say how likely answers are right."""

    def detect(self, observation: Observation) -> Detections:
        """Return the instances.

        :raises DetectorError: when the observation lacks what the detector needs
        """
        ...


@dataclass(frozen=True)
class DetectorSettings:
    """What a learned detector is to use and to look for (docs/detectors.md).

    ``classes``: ``FantaCan`` or ``FantaCan: orange soda can, Fanta``, none for every type of the domain; ``weights``
    and ``sam_weights``: files, or names of published ones; ``image_size``: longer edge the network works on, pixels;
    ``device``: torch's, '' for the best there is; ``least_pixels``: smallest thing worth reporting.
    """

    classes: tuple[str, ...] = ()
    weights: str = ""
    sam_weights: str = ""
    confidence: float = 0.25
    image_size: int = 640
    device: str = ""
    least_pixels: int = 20
