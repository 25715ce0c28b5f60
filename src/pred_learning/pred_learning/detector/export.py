"""Writes the ONNX file of trained weights, with its scores fitted on validation rooms.

``python -m pred_learning.detector.export --trained FILE --out FILE [--validate DIR] [--limit N]``
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from pred_learning.detector.evaluate import calibrate
from pred_perception.attributes.efficientnet import find_weights
from pred_perception.attributes.torch_weights import read
from pred_perception.rgbd.detector import Network
from pred_perception.rgbd.graph import CALIBRATION, Trained, build, save


def export(trained: Trained, out: Path, validate: Path | None, limit: int) -> None:
    """Write the file.

    :param validate: folder of pictures to fit the scores on; None: scores stay as the network gives them
    """
    encoder = read(find_weights())
    save(build(encoder, trained), out)
    if validate is not None:
        calibration = calibrate(Network(out), validate, limit)
        save(build(encoder, trained, {CALIBRATION: calibration.text()}), out)


def main() -> None:
    """Export as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--trained", type=Path, required=True, help="trained.npz of a training")
    parser.add_argument("--out", type=Path, required=True, help="ONNX file to write")
    parser.add_argument("--validate", type=Path, default=None, help="folder of albums to fit the scores on")
    parser.add_argument("--limit", type=int, default=400, help="pictures of them to use")
    arguments = parser.parse_args()
    with np.load(arguments.trained) as data:
        export(dict(data), arguments.out, arguments.validate, arguments.limit)
    print(f"{arguments.out}: {arguments.out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
