"""Judges a detector's weights on albums of held-out rooms, and fits its scores on those kept for choosing.

``python -m pred_learning.detector.evaluate --pictures DIR [--weights FILE] [--limit N] [--real-depth]
[--jobs N | --cluster tcp://HOST:PORT]
[--report FILE] [--diagram FILE]``
"""

from __future__ import annotations

import argparse
import functools
import io
import itertools
import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from tqdm import tqdm

from pred_core.cluster import ClusterError
from pred_core.depth_noise import DepthErrors
from pred_core.domain_file import HOUSEHOLD
from pred_core.vocabulary import choose_domain
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
from pred_learning.detector.views import AlbumError, AlbumView, albums_in, shared_out, views, views_of
from pred_learning.workers import Workers, add_arguments, workers
from pred_perception.detector import DetectorError
from pred_perception.rgbd.choice import Found
from pred_perception.rgbd.classes import carried, class_names
from pred_perception.rgbd.detector import Finder
from pred_perception.rgbd.scores import Calibration, fit
from pred_perception.rgbd.weights_file import default_weights, load

LEAST_PIXELS = 20
"""Full-size pixels of the smallest answer, as in the running detector."""
BELIEVED = 0.35
"""Score from which panoptic quality, recall and confusions count an answer."""
SCORES = (0.2, 0.35, 0.5, 0.65, 0.8)
"""Scores from which precision and recall are reported."""
SIZES = ((100, 150), (150, 400), (400, 1600), (1600, 90001), (150, 90001))
"""Pixels; the last row is of all of those for which goals are set."""


@dataclass
class Assessed:
    """Judgements of pictures, each answer with whether it was right, and the processor time of each picture, s.

    The first picture's time is left out: it waits for compilers.
    """

    tally: Tally = field(default_factory=Tally)
    answers: list[tuple[Found, bool]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    pictures: int = 0

    def look(self, finder: Finder, view: AlbumView, calibration: Calibration) -> None:
        """Add what a detector says of a picture."""
        start = time.process_time()
        labels, found = finder.find(view.rgb, view.surface())
        if self.pictures:
            self.seconds.append(time.process_time() - start)
        self.pictures += 1
        kept = sorted((f for f in found if f.pixels >= LEAST_PIXELS), key=lambda f: -calibration.likely(f))
        answers = [(f.label, f.number, calibration.likely(f)) for f in kept]
        judged = judge(labels.astype(np.uint16), answers, view.ids, view.classes)
        self.answers += [(f, j.right) for f, j in zip(kept, judged.judged, strict=True) if not j.ignored]
        self.tally.add(judged)

    def add(self, other: Assessed) -> None:
        """Add the judgements of other pictures."""
        self.tally.add(other.tally)
        self.answers += other.answers
        self.seconds += other.seconds
        self.pictures += other.pictures


def assess(finder: Finder, shown: Iterable[AlbumView]) -> Assessed:
    """Return the judgements of pictures, by the calibration that comes with the judge."""
    found = Assessed()
    for view in shown:
        found.look(finder, view, finder.judge.calibration)
    return found


def assess_albums(
    folder: Path, limit: int, errors: DepthErrors | None, weights: Path, hands: Workers, domain: str = HOUSEHOLD
) -> Assessed:
    """Return the judgements of a folder's albums, whoever makes them.

    :param limit: pictures, evenly over the albums; 0: all
    :raises AlbumError: when there is no album
    """
    albums, file = albums_in(folder), weights.read_bytes()
    most = shared_out(limit, len(albums))
    work = ((path.read_bytes(), number, most, errors, file, domain) for number, path in enumerate(albums))
    parts = dict(tqdm(hands.each(assess_album, work), total=len(albums), unit="albums", mininterval=5.0))
    found = Assessed()
    for number in sorted(parts):
        found.add(parts[number])
    return found


def assess_album(
    album: bytes, number: int, most: int, errors: DepthErrors | None, weights: bytes, domain: str
) -> Assessed:
    """Return the judgements of an album; see :func:`pred_learning.detector.views.views_of`.

    :param weights: their file
    """
    choose_domain(domain)
    return assess(_finder(weights), views_of(io.BytesIO(album), number, most, errors))


@functools.lru_cache(1)
def _finder(weights: bytes) -> Finder:
    """Return what finds things in this process by a file of weights."""
    return Finder(load(io.BytesIO(weights)))


def report(tally: Tally, seconds: float) -> str:
    """Return the figures as Markdown."""
    numbers, names = counted(tally), class_names()
    groups = (("all", lambda _: True), ("carried", carried), ("furniture", lambda k: not carried(k)))
    lines = [
        f"{len(tally.truths)} true instances of at least {LEAST_TRUE} pixels; {len(numbers)} classes with at least 20.",
        "",
        "| figure | all | carried | furniture |",
        "|---|---|---|---|",
        _row("mask mAP50", (_map50(tally, numbers, of) for _, of in groups)),
        f"| classes | {' | '.join(str(sum(of(k) for k in numbers)) for _, of in groups)} |",
        f"| panoptic quality (score >= {BELIEVED}) | {100 * panoptic_quality(tally, numbers, BELIEVED):.1f} | | |",
        f"| CPU a picture, one core | {1000 * seconds:.0f} ms | | |",
        "",
        "| score from | precision | recall | precision, carried | recall, carried |",
        "|---|---|---|---|---|",
    ]
    for score in SCORES:
        values = [f(tally, score, of) for _, of in groups[:2] for f in (_precision, _recall)]
        lines.append(_row(f"{score}", (100 * v for v in values)))
    for name, of in groups[1:]:
        lines += [
            "",
            f"| pixels ({name}) | instances | outlined (any class) | found (right class) |",
            "|---|---|---|---|",
        ]
        for low, high in SIZES:
            inside = [
                (share, right) for t, share, right in tally.truths if low <= t.pixels < high and of(t.number)
            ]
            if inside:
                outlined = np.mean([share > 0.5 for share, _ in inside])
                named = np.mean([right for _, right in inside])
                lines.append(f"| {low} to {high - 1} | {len(inside)} | {outlined:.2f} | {named:.2f} |")
    lines += ["", "| class | instances | AP50 | outlined | recall |", "|---|---|---|---|---|"]
    for number in sorted(numbers, key=lambda k: -average_precision(tally, k)):
        own = [(share > 0.5, right) for t, share, right in tally.truths if t.number == number]
        outlined, right = np.mean(own, 0)
        precision = 100 * average_precision(tally, number)
        lines.append(f"| {names[number]} | {len(own)} | {precision:.0f} | {outlined:.2f} | {right:.2f} |")
    lines += ["", "| true | said | times |", "|---|---|---|"]
    lines += [f"| {names[a]} | {names[b]} | {n} |" for a, b, n in confusions(tally, BELIEVED, 20)]
    lines += ["", "| score | right | answers |", "|---|---|---|"]
    lines += [f"| {score:.2f} | {right:.2f} | {n} |" for score, right, n in reliability(tally)]
    return "\n".join(lines) + "\n"


def _row(name: str, values: Iterator[float]) -> str:
    return f"| {name} | {' | '.join(f'{v:.1f}' for v in values)} |"


def _map50(tally: Tally, numbers: Sequence[int], of: Callable[[int], bool]) -> float:
    return 100 * mean_average_precision(tally, [k for k in numbers if of(k)])


def _precision(tally: Tally, score: float, of: Callable[[int], bool]) -> float:
    believed = [j.right for j in tally.judged if j.score >= score and not j.ignored and of(j.number)]
    return float(np.mean(believed)) if believed else float("nan")


def _recall(tally: Tally, score: float, of: Callable[[int], bool]) -> float:
    right = sum(j.right for j in tally.judged if j.score >= score and not j.ignored and of(j.number))
    return right / max(sum(of(t.number) for t, _, _ in tally.truths), 1)


def calibrate(finder: Finder, folder: Path, limit: int) -> Calibration:
    """Return the calibration fitted on a folder of pictures, half of them with a real camera's depth."""
    each = list[tuple[Found, bool]]()
    for errors in (None, DepthErrors()):
        half = itertools.islice(views(folder, limit, errors), int(errors is not None), None, 2)
        each += assess(finder, tqdm(half, unit="pictures", mininterval=5.0)).answers
    return fit([f for f, _ in each], [right for _, right in each])


def main(arguments: Sequence[str] | None = None) -> None:
    """Judge as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pictures", type=Path, required=True, help="folder of albums")
    parser.add_argument(
        "--weights", type=Path, default=None, help="their file (default: the one that comes along)"
    )
    parser.add_argument("--limit", type=int, default=0, help="pictures, evenly over the albums; 0: all")
    parser.add_argument("--real-depth", action="store_true", help="depth with the errors of a real camera")
    parser.add_argument(
        "--report", type=Path, default=None, help="file for the figures (default: the terminal)"
    )
    parser.add_argument("--diagram", type=Path, default=None, help="PNG file for the reliability diagram")
    parser.add_argument("--domain", default=HOUSEHOLD, help="whose types are told apart (default: household)")
    add_arguments(parser)
    chosen = parser.parse_args(arguments)
    errors = DepthErrors() if chosen.real_depth else None
    choose_domain(chosen.domain)
    weights = chosen.weights or default_weights()
    try:
        with workers(chosen.jobs, chosen.cluster) as hands:
            found = assess_albums(chosen.pictures, chosen.limit, errors, weights, hands, chosen.domain)
    except (AlbumError, ClusterError, DetectorError, OSError) as error:
        raise SystemExit(f"evaluate: {error}") from error
    tally = found.tally
    text = report(tally, float(np.mean(found.seconds)) if found.seconds else float("nan"))
    if chosen.report:
        chosen.report.write_text(text, "utf-8")
    else:
        print(text)
    if chosen.diagram:
        draw(reliability(tally), chosen.diagram)
    print(json.dumps({"mAP50": round(mean_average_precision(tally, counted(tally)), 4)}))


if __name__ == "__main__":
    main()
