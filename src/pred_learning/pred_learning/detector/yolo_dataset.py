"""Writes albums of pictures as a dataset that ultralytics trains a segmenting network on, for ``detector:=yolo``.

``python -m pred_learning.detector.yolo_dataset --out DIR --train DIR --val DIR --test DIR [--domain NAME] [--limit N]``

``images/PART/*.png`` are the pictures; ``labels/PART/*.txt`` have a line for each thing in sight: the number of its
type and its outline, x and y by turns as shares of width and height; ``data.yaml`` names the types. An outline has no
holes: where things overlap ultralytics puts the smaller one in front, so a cup on a table is no part of the table.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray
from PIL import Image
from tqdm import tqdm

from pred_core.domain_file import HOUSEHOLD
from pred_core.vocabulary import choose_domain
from pred_learning.detector.views import AlbumError, AlbumView, albums_in, shared_out, views_of, write_whole
from pred_perception.rgbd.classes import class_names

LEAST_PIXELS = 20
"""Parts of a thing that show less are left out."""
PARTS = ("train", "val", "test")
DESCRIPTION = "data.yaml"

Outline = NDArray[np.int32]


def outlines(mask: NDArray[np.bool_]) -> list[Outline]:
    """Return the outer outline (N, 2) of each part of a mask, x and y in pixels, the largest part first."""
    cv2 = importlib.import_module("cv2")
    number, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    sizes = stats[:, cv2.CC_STAT_AREA]
    kept = sorted((k for k in range(1, number) if sizes[k] >= LEAST_PIXELS), key=lambda k: (-sizes[k], k))
    found = []
    for k in kept:
        drawn, _ = cv2.findContours((labels == k).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        found.append(np.asarray(drawn[0][:, 0], np.int32))
    return found


def joined(parts: Iterable[Outline]) -> Outline:
    """Return one outline of several, joined where they are nearest by a line there and back, (0, 2) of none."""
    whole: Outline = np.zeros((0, 2), np.int32)
    for part in parts:
        if not len(whole):
            whole = part
            continue
        apart = np.abs(whole[:, None] - part[None]).sum(axis=2)
        here, there = np.unravel_index(int(apart.argmin()), apart.shape)
        around = np.roll(part, -int(there), axis=0)
        whole = np.concatenate([whole[: here + 1], around, around[:1], whole[here:]])
    return whole


def lines(view: AlbumView) -> Iterator[str]:
    """Yield the line of each thing in a picture that shows enough."""
    height, width = view.ids.shape
    for number in np.unique(view.ids):
        kind = int(view.classes[number])
        outline = joined(outlines(view.ids == number)) if number and kind else np.zeros((0, 2), np.int32)
        if len(outline) >= 3:
            shares = (outline + 0.5) / (width, height)
            yield " ".join([str(kind - 1), *(f"{v:.5f}" for v in shares.ravel())])


def write(out: Path, part: str, albums: Path, limit: int) -> int:
    """Write a part of the dataset; pictures that are there are kept.

    :param limit: of pictures, evenly over the albums; 0: all
    :returns: how many pictures it has
    :raises AlbumError: when the folder has no albums
    """
    images, labels = out / "images" / part, out / "labels" / part
    for folder in (images, labels):
        folder.mkdir(parents=True, exist_ok=True)
    paths = albums_in(albums)
    count = 0
    for number, path in enumerate(tqdm(paths, unit="albums", desc=part)):
        for k, view in enumerate(views_of(path, number, shared_out(limit, len(paths)), None)):
            name = f"{path.stem}_{k:02d}"
            count += 1
            if not (images / f"{name}.png").exists():
                text = "".join(f"{line}\n" for line in lines(view))
                write_whole(labels / f"{name}.txt", text.encode())
                Image.fromarray(view.rgb).save(images / f"{name}.partial.png")
                (images / f"{name}.partial.png").replace(images / f"{name}.png")
    return count


def describe(out: Path) -> None:
    """Write what ultralytics is to be given: where the parts are, and what the numbers mean."""
    told_of = {
        "path": str(out.resolve()),
        **{part: f"images/{part}" for part in PARTS},
        "names": dict(enumerate(class_names()[1:])),
    }
    write_whole(out / DESCRIPTION, yaml.safe_dump(told_of, sort_keys=False).encode())


def main() -> None:
    """Write the dataset that the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="folder to write")
    for part in PARTS:
        parser.add_argument(f"--{part}", type=Path, required=True, help=f"folder of albums for '{part}'")
    parser.add_argument("--domain", default=HOUSEHOLD, help="whose types are told apart (default: household)")
    parser.add_argument("--limit", type=int, default=0, help="pictures of each part; 0: all")
    arguments = parser.parse_args()
    if find_spec("cv2") is None:
        raise SystemExit("yolo_dataset: outlines need OpenCV: ./pred setup vision")
    choose_domain(arguments.domain)
    for part in PARTS:
        try:
            count = write(arguments.out, part, getattr(arguments, part), arguments.limit)
        except AlbumError as error:
            raise SystemExit(f"yolo_dataset: {error}") from error
        print(f"{part}: {count} pictures")
    describe(arguments.out)
    print(f"{arguments.out / DESCRIPTION} describes them; train on them with")
    print(f"  yolo segment train data={arguments.out / DESCRIPTION} model=yolo11n-seg.pt imgsz=320")


if __name__ == "__main__":
    main()
