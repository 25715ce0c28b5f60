"""Writes the ONNX file of a trained judge, with its scores fitted on validation rooms.

``python -m pred_learning.detector.export --trained FILE --merger FILE --out FILE [--validate DIR] [--limit N]``
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from pred_learning.detector.evaluate import calibrate
from pred_learning.detector.merger_file import load_merger
from pred_perception.rgbd.judge import CALIBRATION, Judge, Trained, build, save
from pred_perception.rgbd.tree import Merger


def export(trained: Trained, merger: Merger, out: Path, validate: Path | None, limit: int) -> None:
    """Write the file.

    :param validate: folder of pictures to fit the scores on; None: scores stay as the judge gives them
    """
    save(build(trained, merger), out)
    if validate is not None:
        calibration = calibrate(Judge(out), validate, limit)
        save(build(trained, merger, {CALIBRATION: calibration.text()}), out)


def main() -> None:
    """Export as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--trained", type=Path, required=True, help="trained.npz of a training")
    parser.add_argument("--merger", type=Path, required=True, help="file of the trained merger")
    parser.add_argument("--out", type=Path, required=True, help="ONNX file to write")
    parser.add_argument("--validate", type=Path, default=None, help="folder of albums to fit the scores on")
    parser.add_argument("--limit", type=int, default=0, help="pictures of them to use; 0: all")
    arguments = parser.parse_args()
    with np.load(arguments.trained) as data:
        export(dict(data), load_merger(arguments.merger), arguments.out, arguments.validate, arguments.limit)
    print(f"{arguments.out}: {arguments.out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
