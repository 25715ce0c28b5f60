"""Makes a gallery of attribute examples from the player: masked crops of objects in known states.

``python -m pred_learning.attributes.example_pictures --out DIR [--rooms FloorPlan1 ...] [--types Mug ...]
[--per 20] [--seed 0]``

The folder is what ``pred_perception.attributes.gallery`` reads: ``<attribute>/<true|false>/<Type>/*.png``, transparent
where the object is not. A file's name says where it was taken: room, seed and number, distance in centimetres.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from pred_learning.examples import Example, take, teaching_type
from thor_player.rooms import scenes
from thor_player.rooms_data import UnknownScene

SIDE = 128  # pixels, at most
VIEWS = 60
TEACHING = range(1, 21)
"""Rooms of each kind that teach; the others, 21 to 30, are held out to test on."""

Key = tuple[str, str, bool]


def rooms_of(held_out: bool) -> list[str]:
    """Return the rooms to teach from, or those held out, kinds by turns."""
    numbered = [(int(name.removeprefix("FloorPlan")), name) for name in scenes()]
    chosen = [(n % 100, n, name) for n, name in numbered if (n % 100 in TEACHING) != held_out]
    return [name for _, _, name in sorted(chosen)]


def keys_of(example: Example) -> list[Key]:
    """Return where an example is filed: (attribute, type, value)."""
    return [(name, teaching_type(example.type, name), value) for name, value in example.attributes.items()]


def collect(
    rooms: Sequence[str], per: int, views: int, seed: int, types: Sequence[str] | None = None
) -> Iterator[tuple[Example, list[Key]]]:
    """Yield examples with what each is to teach, at most ``per`` of a kind, spread evenly over the rooms.

    :param types: of objects to take examples of; None: all
    """
    counts: Counter[Key] = Counter()
    for scene in rooms:
        here: Counter[Key] = Counter()
        share = max(3, per // 10)  # of one room: many rooms teach more than many views
        for example in take(scene, views, seed, types):
            if types is not None and example.type not in types:
                continue
            keys = [key for key in keys_of(example) if counts[key] < per and here[key] < share]
            if keys:
                counts.update(keys)
                here.update(keys)
                yield example, keys


def picture(example: Example) -> Image.Image:
    """Return the crop with its background transparent, at most ``SIDE`` pixels long."""
    alpha = example.mask.astype(np.uint8) * 255
    image = Image.fromarray(np.dstack([example.rgb, alpha]))
    longest = max(image.size)
    if longest > SIDE:
        size = tuple(max(1, round(n * SIDE / longest)) for n in image.size)
        image = image.resize((size[0], size[1]), Image.Resampling.BOX)
    return image


def write(out: Path, examples: Iterator[tuple[Example, list[Key]]], seed: int) -> int:
    """Write examples as files; return how many pictures were taken. ``seed`` keeps the names of two runs apart."""
    number = -1
    for number, (example, keys) in enumerate(examples):
        image = picture(example)
        name = f"{example.scene}_{seed}-{number:05d}_{round(example.distance * 100)}cm.png"
        for attribute, kind, value in keys:
            folder = out / attribute / str(value).lower() / kind
            folder.mkdir(parents=True, exist_ok=True)
            image.save(folder / name)
    return number + 1


def main() -> None:
    """Make the gallery asked for on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures")
    parser.add_argument("--rooms", nargs="*", help="rooms to look at (default: 1 to 20 of each kind)")
    parser.add_argument(
        "--held-out", action="store_true", help="the rooms kept for testing instead, 21 to 30"
    )
    parser.add_argument("--types", nargs="*", help="types of objects (default: all)")
    parser.add_argument("--per", type=int, default=20, help="pictures of a type in one state, at most")
    parser.add_argument("--views", type=int, default=VIEWS, help="pictures taken in one room")
    parser.add_argument("--seed", type=int, default=0, help="decides views and states")
    arguments = parser.parse_args()
    rooms = arguments.rooms or rooms_of(arguments.held_out)
    chosen = collect(rooms, arguments.per, arguments.views, arguments.seed, arguments.types)
    try:
        count = write(arguments.out, chosen, arguments.seed)
    except UnknownScene as error:
        raise SystemExit(f"gallery: {error}") from error
    print(f"{count} pictures of {len(rooms)} rooms are in {arguments.out}")


if __name__ == "__main__":
    main()
