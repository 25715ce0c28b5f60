"""Writes the file of trained weights, with its scores fitted on validation rooms.

``python -m pred_learning.detector.export --trained DIR --merger FILE --out FILE [--validate DIR] [--limit N]``
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from pred_learning.detector.evaluate import calibrate
from pred_learning.detector.graphs import encoder_graph, judge_graph, save
from pred_learning.detector.merger_file import load_merger
from pred_perception.rgbd.detector import Finder
from pred_perception.rgbd.judge import CALIBRATION
from pred_perception.rgbd.tree import Merger
from pred_perception.rgbd.weights_file import load

ENCODER, JUDGE = "encoder.npz", "judge.npz"
"""Files of a training's folder: tensors by name."""


def export(trained: Path, merger: Merger, out: Path, validate: Path | None, limit: int) -> None:
    """Write the file.

    :param validate: folder of pictures to fit the scores on; None: scores stay as the judge gives them
    """
    with np.load(trained / ENCODER) as data:
        eyes = encoder_graph(dict(data))
    with np.load(trained / JUDGE) as data:
        tensors = dict(data)
    save(eyes, judge_graph(tensors, merger), out)
    if validate is not None:
        calibration = calibrate(Finder(load(out)), validate, limit)
        save(eyes, judge_graph(tensors, merger, {CALIBRATION: calibration.text()}), out)


def main() -> None:
    """Export as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--trained", type=Path, required=True, help="folder of a training")
    parser.add_argument("--merger", type=Path, required=True, help="file of the trained merger")
    parser.add_argument("--out", type=Path, required=True, help="file to write")
    parser.add_argument("--validate", type=Path, default=None, help="folder of albums to fit the scores on")
    parser.add_argument("--limit", type=int, default=0, help="pictures of them to use; 0: all")
    arguments = parser.parse_args()
    export(arguments.trained, load_merger(arguments.merger), arguments.out, arguments.validate, arguments.limit)
    print(f"{arguments.out}: {arguments.out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
