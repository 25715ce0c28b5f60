"""Examples for the judge: what is known of the proposals of training pictures, and which thing each of them shows.

``python -m pred_learning.detector.examples --pictures DIR --merger FILE --out DIR [--jobs N | --cluster tcp://HOST:PORT]``
One file for each album; what is there already is kept.
"""

from __future__ import annotations

import argparse
import functools
import io
from pathlib import Path

import numpy as np
from tqdm import tqdm

from pred_learning.detector.merger_file import load_merger
from pred_learning.detector.truth import shares
from pred_learning.detector.views import albums_in, training_views, write_whole
from pred_learning.workers import Workers, add_arguments, told, workers
from pred_perception.rgbd.encoder import Encoder
from pred_perception.rgbd.pooling import features
from pred_perception.rgbd.proposals import propose
from pred_perception.rgbd.tree import Merger

RIGHT, WRONG = 0.5, 0.4
"""Share of the union from which a proposal shows a thing, and below which it shows none."""
UNSURE = 255
"""Class of what lies between."""
KEPT = 0.35
"""Share of the proposals of nothing that are kept."""


def packed(name: str, album: bytes, merger: Merger, seed: int) -> bytes:
    """Return the file of an album's examples: ``x`` (N, FEATURES), ``y`` class, ``q`` share (N,).

    :param album: its file
    """
    random = np.random.default_rng([seed, sum(name.encode())])
    encoder = _encoder()
    x, y, q = [], [], []
    for view in training_views(io.BytesIO(album), random):
        seen = view.surface()
        found = propose(view.rgb, seen, merger)
        share = shares(found, view.ids)
        best, quality = share.argmax(1), share.max(1)
        number = np.where(quality >= RIGHT, view.classes[best], np.where(quality < WRONG, 0, UNSURE))
        kept = (quality >= WRONG) | (random.random(len(quality)) < KEPT)
        known = features(view.rgb, seen, found, encoder.maps(view.rgb))
        x.append(known[kept].astype(np.float16))
        y.append(number[kept].astype(np.uint8))
        q.append(quality[kept].astype(np.float16))
    file = io.BytesIO()
    np.savez(file, x=np.concatenate(x), y=np.concatenate(y), q=np.concatenate(q))
    return file.getvalue()


@functools.cache
def _encoder() -> Encoder:
    """Return the encoder of this process."""
    return Encoder()


def make_examples(pictures: Path, merger: Path, out: Path, seed: int, hands: Workers) -> list[Path]:
    """Make what is missing of the examples of a folder's albums, with progress, and return all their files."""
    albums = albums_in(pictures)
    out.mkdir(parents=True, exist_ok=True)
    missing = [a for a in albums if not (out / a.name).exists()]
    known = load_merger(merger)
    made = hands.each(packed, ((a.name, a.read_bytes(), known, seed) for a in missing))
    for number, file in tqdm(made, total=len(missing), unit="albums", desc="examples", mininterval=5.0):
        write_whole(out / missing[number].name, file)
    return [out / a.name for a in albums]


def main() -> None:
    """Make examples as the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pictures", type=Path, required=True, help="folder of albums")
    parser.add_argument("--merger", type=Path, required=True, help="file of the trained merger")
    parser.add_argument("--out", type=Path, required=True, help="folder for the examples")
    parser.add_argument("--seed", type=int, default=0)
    add_arguments(parser)
    arguments = parser.parse_args()
    with workers(arguments.jobs, arguments.cluster) as hands:
        made = make_examples(arguments.pictures, arguments.merger, arguments.out, arguments.seed, hands)
    print(f"examples of {len(made)} albums are in {arguments.out}")


if __name__ == "__main__":
    told("examples", main)
