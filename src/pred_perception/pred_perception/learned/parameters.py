"""The perception node's parameters for learned detectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pred_core.ros.parameters import parameter
from pred_perception.detector import DetectorSettings


@dataclass(frozen=True)
class DetectorParameters:
    """Parameters of the detectors open_vocabulary, yolo and rgbd."""

    detector_classes: Sequence[str] = parameter(
        [""],
        "What to look for: 'FantaCan' or 'FantaCan: orange soda can, Fanta' each; none for the whole domain.",
    )
    detector_weights: str = parameter(
        "", "File of the network, or the name of a published one; '' is YOLOE 11 large for open_vocabulary."
    )
    sam_weights: str = parameter(
        "", "File or name of SAM's weights, for finer masks; YOLO-World gives boxes only and takes MobileSAM."
    )
    detector_confidence: float = parameter(0.25, "Least score of a detection.", low=0.0, high=1.0)
    detector_image_size: int = parameter(
        640, "Longer edge of the picture the network works on, pixels.", low=32, high=4096
    )
    detector_device: str = parameter("", "Device of torch: cpu, cuda:0, ...; '' is the best there is.")

    def detector_settings(self) -> DetectorSettings:
        """Return the detectors' settings."""
        return DetectorSettings(
            classes=tuple(c for c in self.detector_classes if c.strip()),
            weights=self.detector_weights,
            sam_weights=self.sam_weights,
            confidence=self.detector_confidence,
            image_size=self.detector_image_size,
            device=self.detector_device,
        )
