"""Judges a network on albums of held-out rooms, and fits its scores on those kept for choosing.

``python -m pred_learning.detector.evaluate --pictures DIR [--weights FILE] [--limit N]
[--report FILE] [--diagram FILE]``
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from pred_core.depth_camera import DepthErrors, measure
from pred_learning.detector.batches import FOCAL, MIDDLE
from pred_learning.detector.diagram import draw
from pred_learning.detector.matching import (
    LEAST_TRUE,
    Tally,
    average_precision,
    confusions,
    counted,
    judge,
    mean_average_precision,
    panoptic_quality,
    reliability,
)
from pred_perception.rgbd.albums import DEPTH_UNIT, AlbumError, albums_in
from pred_perception.rgbd.classes import class_names
from pred_perception.rgbd.detector import LEAST_HALF, Network, default_weights
from pred_perception.rgbd.grouping import Found, enlarge, group, smoothed
from pred_perception.rgbd.inputs import CHANNELS, HALF, halves, stack, upward
from pred_perception.rgbd.scores import Calibration, fit

LEAST_PIXELS = 40
"""Full-size pixels of the smallest answer, as in the running detector."""
BELIEVED = 0.35
"""Score from which panoptic quality, recall and confusions count an answer."""
SIZES = ((100, 150), (150, 400), (400, 1600), (1600, 90001))


@dataclass(frozen=True)
class Picture:
    """One picture with its truth, see ``pred_learning.detector.pictures.Album``; ``depth`` in metres."""

    rgb: NDArray[np.uint8]
    depth: NDArray[np.float32]
    ids: NDArray[np.uint8]
    classes: NDArray[np.uint8]
    height: float
    horizon: float


def pictures(folder: Path, limit: int, errors: DepthErrors | None = None) -> Iterator[Picture]:
    """Yield up to ``limit`` pictures, evenly over the albums (0: all).

    :param errors: of the depth camera; None: the true depth
    """
    albums = albums_in(folder)
    each = -(-limit // len(albums)) if limit else 0
    random = np.random.default_rng(7)
    for path in albums:
        with np.load(path) as data:
            count = len(data["camera"])
            numbers = range(count) if not each else np.linspace(0, count - 1, min(each, count)).astype(int)
            arrays = {name: data[name] for name in ("rgb", "depth", "ids", "classes", "camera")}
        for k in numbers:
            depth = arrays["depth"][k].astype(np.float32) * np.float32(DEPTH_UNIT)
            if errors is not None:
                depth = measure(depth, arrays["rgb"][k], random, errors)
            height, horizon = (float(v) for v in arrays["camera"][k])
            yield Picture(arrays["rgb"][k], depth, arrays["ids"][k], arrays["classes"][k], height, horizon)


def answer(network: Network, picture: Picture) -> tuple[NDArray[np.int32], list[Found]]:
    """Return full-size labels and what was found."""
    half = np.empty((CHANNELS, HALF, HALF), np.float32)
    sparse = np.ascontiguousarray(picture.depth[::2, ::2])
    stack(halves(picture.rgb), sparse, FOCAL, MIDDLE, upward(picture.horizon), picture.height, half)
    labels, found = group(smoothed(network.ask(picture.rgb, half), half), LEAST_HALF)
    return enlarge(labels, picture.rgb, picture.depth), found


def assess(
    network: Network, shown: Iterator[Picture], total: int, calibration: Calibration
) -> tuple[Tally, list[tuple[Found, bool]], float]:
    """Return the judgements, each answer with whether it was right, and the mean time in seconds."""
    tally, each, seconds, count = Tally(), list[tuple[Found, bool]](), 0.0, 0
    for picture in tqdm(shown, total=total or None, unit="pictures", mininterval=5.0):
        start = time.process_time()
        labels, found = answer(network, picture)
        seconds += time.process_time() - start
        count += 1
        pixels = np.bincount(labels.ravel(), minlength=max((f.label for f in found), default=0) + 1)
        kept = sorted(
            (f for f in found if pixels[f.label] >= LEAST_PIXELS), key=lambda f: -calibration.likely(f)
        )
        answers = [(f.label, f.number, calibration.likely(f)) for f in kept]
        judged = judge(labels.astype(np.uint16), answers, picture.ids, picture.classes)
        each += [(f, j.right) for f, j in zip(kept, judged.judged, strict=True) if not j.ignored]
        tally.add(judged)
    return tally, each, seconds / max(count, 1)


def report(tally: Tally, seconds: float) -> str:
    """Return the figures as Markdown."""
    numbers, names = counted(tally), class_names()
    lines = [
        f"{len(tally.truths)} true instances of at least {LEAST_TRUE} pixels; {len(numbers)} classes with at least 20.",
        "",
        "| figure | value |",
        "|---|---|",
        f"| mask mAP50 over these classes | {100 * mean_average_precision(tally, numbers):.1f} |",
        f"| panoptic quality (score >= {BELIEVED}) | {100 * panoptic_quality(tally, numbers, BELIEVED):.1f} |",
        f"| precision / recall (score >= {BELIEVED}) | {_precision(tally):.2f} / {_recall(tally, 0, 10**9):.2f} |",
        f"| CPU a picture, one core | {1000 * seconds:.0f} ms |",
        "",
        "| size, pixels | instances | outlined (any class) | found (right class) |",
        "|---|---|---|---|",
    ]
    for low, high in SIZES:
        inside = [(shared, found) for t, shared, found in tally.truths if low <= t.pixels < high]
        if inside:
            outlined = np.mean([shared > 0.5 for shared, _ in inside])
            named = np.mean([found for _, found in inside])
            lines.append(f"| {low} to {high - 1} | {len(inside)} | {outlined:.2f} | {named:.2f} |")
    lines += ["", "| class | instances | AP50 | recall |", "|---|---|---|---|"]
    for number in sorted(numbers, key=lambda k: -average_precision(tally, k)):
        found = [f for t, _, f in tally.truths if t.number == number]
        precision = 100 * average_precision(tally, number)
        lines.append(f"| {names[number]} | {len(found)} | {precision:.0f} | {np.mean(found):.2f} |")
    lines += ["", "| true | said | times |", "|---|---|---|"]
    lines += [f"| {names[a]} | {names[b]} | {n} |" for a, b, n in confusions(tally, BELIEVED, 20)]
    lines += ["", "| score | right | answers |", "|---|---|---|"]
    lines += [f"| {score:.2f} | {right:.2f} | {n} |" for score, right, n in reliability(tally)]
    return "\n".join(lines) + "\n"


def _precision(tally: Tally) -> float:
    believed = [j.right for j in tally.judged if j.score >= BELIEVED and not j.ignored]
    return float(np.mean(believed)) if believed else float("nan")


def _recall(tally: Tally, low: int, high: int) -> float:
    return float(np.mean([f for t, _, f in tally.truths if low <= t.pixels < high]))


def calibrate(network: Network, folder: Path, limit: int) -> Calibration:
    """Return the calibration fitted on a folder of pictures."""
    _, each, _ = assess(network, pictures(folder, limit), limit, network.calibration)
    return fit([f for f, _ in each], [right for _, right in each])


def main(arguments: Sequence[str] | None = None) -> None:
    """Judge as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pictures", type=Path, required=True, help="folder of albums")
    parser.add_argument(
        "--weights", type=Path, default=None, help="network (default: the one that comes along)"
    )
    parser.add_argument("--limit", type=int, default=0, help="pictures, evenly over the albums; 0: all")
    parser.add_argument("--real-depth", action="store_true", help="depth with the errors of a real camera")
    parser.add_argument(
        "--report", type=Path, default=None, help="file for the figures (default: the terminal)"
    )
    parser.add_argument("--diagram", type=Path, default=None, help="PNG file for the reliability diagram")
    chosen = parser.parse_args(arguments)
    network = Network(chosen.weights or default_weights())
    errors = DepthErrors() if chosen.real_depth else None
    try:
        shown = pictures(chosen.pictures, chosen.limit, errors)
        tally, _, seconds = assess(network, shown, chosen.limit, network.calibration)
    except AlbumError as error:
        raise SystemExit(f"evaluate: {error}") from error
    text = report(tally, seconds)
    if chosen.report:
        chosen.report.write_text(text, "utf-8")
    else:
        print(text)
    if chosen.diagram:
        draw(reliability(tally), chosen.diagram)
    print(json.dumps({"mAP50": round(mean_average_precision(tally, counted(tally)), 4)}))


if __name__ == "__main__":
    main()
