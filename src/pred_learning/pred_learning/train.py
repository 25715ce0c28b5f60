"""``./pred train detector``: pictures, training, weights, figures.

Each step goes on from what is there already.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess  # nosec: runs this project's own modules
import sys
from collections.abc import Sequence
from pathlib import Path

from pred_perception.rgbd.weights_file import WEIGHTS

SPLITS = ("test", "validate", "train")
HELD_OUT = 480
"""Pictures of the test rooms and of the validation rooms."""
SCENES = 144
TABLE = {"scenes": SCENES, "validate": 240, "train": 1440}
"""Pictures of the arm's table: of the scenes that come along, to fit scores on, and to learn from."""
MERGED = 3600
"""Pictures of training rooms of which the merger is trained on some; the networks see new ones all the time."""


def default_folder() -> Path:
    """Return where pictures and weights are kept unless another folder is named."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "pred" / "detector"


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    words = argparse.ArgumentParser(prog="pred train", description=(__doc__ or "").splitlines()[0])
    words.add_argument("what", choices=["detector"], help="what to train")
    words.add_argument(
        "--domain",
        choices=["household", "table"],
        default="household",
        help="whose things: rooms, or the lab arm's emulated table, for which the rooms' encoder stays as it is",
    )
    words.add_argument(
        "--folder", type=Path, default=default_folder(), help="pictures, checkpoints and results"
    )
    words.add_argument("--steps", type=int, default=8000, help="training steps")
    words.add_argument("--minutes", type=float, default=0.0, help="end training after so many; 0: by steps only")
    words.add_argument("--batch", type=int, default=32, help="pictures of a step")
    words.add_argument("--kept", type=int, default=4000, help="newest training pictures, drawn from (0.9 MB each)")
    words.add_argument(
        "--begin", type=Path, metavar="DIR", help="begin with the weights of this training's folder"
    )
    words.add_argument("--seed", type=int, default=0, help="decides pictures and training")
    words.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes that make pictures and judge"
    )
    words.add_argument(
        "--cluster",
        default="",
        metavar="tcp://HOST:PORT",
        help="make pictures, and judge, on the workers of this dask scheduler; training stays here",
    )
    words.add_argument("--device", default="", help="PyTorch's; default: cuda if there is one")
    words.add_argument(
        "--evaluate", action="store_true", help="only judge the weights in use on the test rooms"
    )
    words.add_argument("--weights", type=Path, default=None, help="with --evaluate: other weights")
    words.add_argument(
        "--dataset",
        type=Path,
        metavar="DIR",
        help="only write the pictures as ultralytics reads them, to train a network for detector:=yolo",
    )
    words.add_argument(
        "--limit", type=int, default=0, help="with --evaluate or --dataset: how many pictures, of each part (0: all)"
    )
    words.add_argument(
        "--real-depth", action="store_true", help="with --evaluate: depth with a real camera's errors"
    )
    return words


def commands(options: argparse.Namespace) -> list[list[str]]:
    """Return what is to be run, in order: modules with their arguments."""
    if options.domain == "table":
        return table_commands(options)
    folder: Path = options.folder
    jobs = ["--jobs", str(options.jobs)]
    hands = ["--cluster", options.cluster] if options.cluster else jobs

    def pictures(split: str) -> list[str]:
        count, seen = (MERGED, []) if split == "train" else (HELD_OUT, ["--as-seen"])
        seed = ["--seed", str(options.seed if split == "train" else 0)]
        out = ["--out", str(folder / split), "--split", split, "--pictures", str(needed(options, count))]
        return ["pred_learning.detector.pictures", *out, *seed, *hands, *seen]

    if options.dataset:
        return [*(pictures(split) for split in SPLITS), dataset_command(options, folder, "test")]
    judge = ["pred_learning.detector.evaluate", "--pictures", str(folder / "test"), *hands]
    if options.evaluate:
        judge += ["--limit", str(options.limit)]
        judge += ["--weights", str(options.weights)] if options.weights else []
        return [pictures("test"), judge + (["--real-depth"] if options.real_depth else [])]
    out = folder / "training"
    weights = folder / WEIGHTS["household"]
    steps = [f"--{name}={getattr(options, name)}" for name in ("steps", "minutes", "batch", "kept", "seed")]
    begin = ["--begin", str(options.begin)] if options.begin else []
    device = ["--device", options.device] if options.device else []
    merger = str(folder / "merger.npz")
    train, seed = ["--pictures", str(folder / "train")], ["--seed", str(options.seed)]
    training = ["--merger", merger, "--out", str(out), *steps, *hands, *begin, *device]
    validate = ["--validate", str(folder / "validate")]
    return [
        *(pictures(split) for split in SPLITS),
        ["pred_learning.detector.merging", *train, "--out", merger, *seed],
        ["pred_learning.detector.training", *training],
        ["pred_learning.detector.export", "--trained", str(out), "--merger", merger,
         "--out", str(weights), *validate],
        [*judge, "--weights", str(weights), "--report", str(folder / "figures.md"), "--diagram",
         str(folder / "reliability.png")],
    ]  # fmt: skip


def table_commands(options: argparse.Namespace) -> list[list[str]]:
    """Return what is to be run for the arm's table, in order."""
    folder: Path = options.folder / "table"
    hands = ["--cluster", options.cluster] if options.cluster else ["--jobs", str(options.jobs)]
    made = folder / WEIGHTS["table"]
    weights = options.weights if options.evaluate else made

    def pictures(split: str, count: int) -> list[str]:
        out = ["--out", str(folder / split), "--split", split, "--pictures", str(needed(options, count))]
        return ["pred_learning.detector.table_pictures", *out, *hands]

    if options.dataset:
        return [*(pictures(split, count) for split, count in TABLE.items()), dataset_command(options, folder, "scenes")]
    judge = ["pred_learning.detector.evaluate", "--domain", "table", "--pictures", str(folder / "scenes"), *hands]
    judge += ["--weights", str(weights)] if weights else []
    judge += ["--limit", str(options.limit)] + (["--real-depth"] if options.real_depth else [])
    if options.evaluate:
        return [pictures("scenes", SCENES), judge]
    return [
        *(pictures(split, count) for split, count in TABLE.items()),
        ["pred_learning.detector.judging", "--pictures", str(folder / "train"), "--validate",
         str(folder / "validate"), "--out", str(made), "--seed", str(options.seed)],
        [*judge, "--report", str(folder / "figures.md")],
    ]  # fmt: skip


def needed(options: argparse.Namespace, count: int) -> int:
    """Return how many of so many pictures have to be made: a small dataset needs few."""
    return min(count, options.limit) if options.dataset and options.limit else count


def dataset_command(options: argparse.Namespace, folder: Path, test: str) -> list[str]:
    """Return what writes the dataset.

    :param folder: of the pictures, :param test: its folder of those that nothing learns from
    """
    parts = {"train": "train", "val": "validate", "test": test}
    albums = [f"--{part}={folder / name}" for part, name in parts.items()]
    given = ["--domain", options.domain, "--limit", str(options.limit)]
    return ["pred_learning.detector.yolo_dataset", "--out", str(options.dataset), *albums, *given]


def main(arguments: Sequence[str] | None = None) -> None:
    """Do what the command line says, one step after the other."""
    options = parser().parse_args(arguments)
    only = options.evaluate or options.dataset
    if not only and importlib.util.find_spec("torch") is None:
        raise SystemExit("pred train: training needs PyTorch; install it with ./pred setup vision")
    for command in commands(options):
        print(f"pred train: {command[0]}", flush=True)
        # threads that wait for one another must not spin where cores are shared
        env = {**os.environ, "OMP_WAIT_POLICY": "passive"}
        done = subprocess.run([sys.executable, "-m", *command], env=env, check=False)
        if done.returncode:
            raise SystemExit(done.returncode)
    if not only:
        inside = options.folder / "table" if options.domain == "table" else options.folder
        weights = inside / WEIGHTS[options.domain]
        print(f"pred train: use them with detector:=rgbd perception.detector_weights:={weights}")


if __name__ == "__main__":
    main()
