"""Judges a folder of pictures by a gallery and prints how often it is right, as a table.

``python -m pred_learning.attributes.evaluate PICTURES [--gallery FILE] [--near 1.25] [--least 0.75]``
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from dataclasses import astuple, dataclass
from pathlib import Path

import numpy as np

from pred_core.objects import Truth
from pred_perception.attributes.encoder import Features, LiteEncoder, default_cache
from pred_perception.attributes.examples import unpack
from pred_perception.attributes.gallery import Gallery
from pred_perception.attributes.pictures import GalleryError, Picture, list_pictures, read_picture
from pred_perception.attributes.torch_weights import WeightsError
from pred_perception.attributes.votes import LEAST, in_words


@dataclass(frozen=True)
class GalleryAnswer:
    """What the gallery said of one picture."""

    picture: Picture
    value: Truth
    evidence: float


@dataclass(frozen=True)
class Row:
    """How good answers are: shares of 1; ``all`` takes the sign of the evidence where the answer was UNKNOWN."""

    pictures: int
    answered: float
    all: float
    unknown: float


def rate(answers: list[GalleryAnswer]) -> Row:
    """Return the balanced accuracy of answers to one question, of those given and of all, and the share of UNKNOWN."""
    said = [a for a in answers if a.value is not Truth.UNKNOWN]
    forced = [GalleryAnswer(a.picture, Truth.of(a.evidence > 0.0), a.evidence) for a in answers]
    return Row(len(answers), _balanced(said), _balanced(forced), 1.0 - len(said) / len(answers))


def _balanced(answers: list[GalleryAnswer]) -> float:
    """Return the mean of the shares of right answers among true and false examples (nan without any)."""
    sides = [
        [a.value is truth for a in answers if a.picture.truth is truth] for truth in (Truth.TRUE, Truth.FALSE)
    ]
    shares = [float(np.mean(side)) for side in sides if side]
    return float(np.mean(shares)) if shares else float("nan")


def judge_all(
    folder: Path, gallery: Gallery, encoder: LiteEncoder, least: float
) -> tuple[list[GalleryAnswer], float]:
    """Return the answers to a folder's pictures, and the encoder's CPU seconds a picture.

    :raises GalleryError: when the folder or a picture cannot be used
    """
    known: dict[str, Features] = {}
    answers, spent = [], 0.0
    for picture in list_pictures(folder):
        if picture.path.name not in known:
            crop = read_picture(picture.path)
            start = time.process_time()
            known[picture.path.name] = encoder.encode(*crop)
            spent += time.process_time() - start
        evidence = gallery.judge(picture.type, known[picture.path.name]).get(picture.attribute, 0.0)
        answers.append(GalleryAnswer(picture, in_words(picture.attribute, evidence, least).value, evidence))
    return answers, spent / len(known)


def table(answers: list[GalleryAnswer], near: float) -> str:
    """Return the table of all attributes in Markdown: views up to ``near`` metres, and all."""
    columns = ("views", "right if answered", "right if forced", "unknown")
    heads = ["attribute", *(f"{name}, to {near} m" for name in columns), *columns]
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    found: dict[str, list[GalleryAnswer]] = defaultdict(list)
    for answer in answers:
        found[answer.picture.attribute].append(answer)
    numbers = []
    for name, own in sorted(found.items()):
        close = [a for a in own if a.picture.distance is None or a.picture.distance <= near]
        numbers.append((*astuple(rate(close or own)), *astuple(rate(own))))
        lines.append(_line(name, numbers[-1]))
    lines.append(_line("mean", tuple(np.nanmean(np.array(numbers, float), axis=0))))
    return "\n".join(lines)


def _line(name: str, numbers: tuple[float, ...]) -> str:
    cells = [f"{value:.0f}" if index % 4 == 0 else f"{value:.3f}" for index, value in enumerate(numbers)]
    return f"| {name} | " + " | ".join(cells) + " |"


def weakest(answers: list[GalleryAnswer], count: int) -> str:
    """Return the types that were judged worst, a line each."""
    found: dict[tuple[str, str], list[GalleryAnswer]] = defaultdict(list)
    for answer in answers:
        found[answer.picture.attribute, answer.picture.type].append(answer)
    rated = sorted((rate(own).all, key, rate(own)) for key, own in found.items())
    return "\n".join(f"{k[0]} {k[1]}: {r.answered:.2f} of answered, {r.unknown:.0%} unknown, {r.pictures} views"
                     for _, k, r in rated[:count])  # fmt: skip


def main() -> None:
    """Judge the folder named on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("pictures", type=Path, help="folder <attribute>/<true|false>/<Type>/*.png")
    parser.add_argument("--gallery", type=Path, help="packed gallery (default: the one in this package)")
    parser.add_argument("--near", type=float, default=1.25, help="what counts as near, metres")
    parser.add_argument("--least", type=float, default=LEAST, help="least confidence of an answer")
    parser.add_argument("--weakest", type=int, default=12, help="how many of the worst types to list")
    arguments = parser.parse_args()
    try:
        start = time.process_time()
        gallery = Gallery(unpack(arguments.gallery))
        loaded = time.process_time() - start
        encoder = LiteEncoder(default_cache())
        answers, seconds = judge_all(arguments.pictures, gallery, encoder, arguments.least)
    except (GalleryError, WeightsError) as error:
        raise SystemExit(f"evaluate: {error}") from error
    print(table(answers, arguments.near))
    print(f"\nencoder {1e3 * seconds:.1f} ms of CPU a view; gallery ready after {loaded:.2f} s of CPU\n")
    print(weakest(answers, arguments.weakest))


if __name__ == "__main__":
    main()
