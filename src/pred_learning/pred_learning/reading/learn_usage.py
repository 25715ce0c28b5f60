"""Learn what people mean by words: ``python -m pred_learning.reading.learn_usage --tasks FILE [--work FOLDER]``.

``--folds 5`` measures instead how well sentences of rooms are read that were not learned from. With ``--work`` a run
that was interrupted goes on where it was, and a measurement takes the examples of an earlier run.

Maximises the likelihood of the recorded goals among the choices that the reader leaves open (a conditional
log-linear model), with a Gaussian prior around the reader's own weights. Deterministic.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from pred_language.choice.usage import PLACED
from pred_learning.reading.evaluate import ReadingVerdict, judge, table
from pred_learning.reading.examples import TARGET_NAME, by_room
from pred_learning.reading.loglinear import Prior, SentenceExample, fit
from pred_tasks.alfred.recorded import chosen, load

TARGET = Path(str(resources.files("pred_language").joinpath("data") / TARGET_NAME))
STRENGTH = 8.0
"""Inverse variance of the prior of a counted feature, around 0; chosen on rooms that were not learned from."""
LOOSE = 1.5
"""Inverse variance of the prior of the few features that say something about every choice."""
EXPECTED = {"fits": 2.0, "too few": -2.0, "burns already": -3.0}
"""What is so by common sense, where the prior of these has its middle: nobody asks for what is so already."""
HELD = {
    "moved, some there": -1.0,
    "moved, share there": 0.0,
    **{f"{slot} where it is said to be": 3.0 for slot in PLACED},
}
"""Weights that are not learned. In the recorded worlds next to nothing lies where it is to be brought, but others are
not arranged for their task: there the words tell, and what is so already is seen by comparing (ASR). What lies beside a
thing is told in steps, which are not learned from."""
GENERAL = frozenset(
    {
        *("usual place", "usual holder", "fits", "too few", "in no hollow", "on a hollow"),
        *("target where it is taken", "burns already"),
    }
)
_GENERAL_STARTS = ("own name ", "not its name ", "unseen ")


def prior(name: str) -> Prior:
    """Return what is expected of a feature's weight before any sentence is seen."""
    if name.startswith("log "):
        return Prior(1.0, 1.0)
    if name in HELD:
        return Prior(HELD[name], LOOSE, held=True)
    general = name in GENERAL or name.endswith(" there") or name.startswith(_GENERAL_STARTS)
    return Prior(EXPECTED.get(name, 0.0), LOOSE if general else STRENGTH)


def learn(sentences: Sequence[SentenceExample]) -> dict[str, float]:
    """Return the weight of each feature that maximises likelihood and prior."""
    return fit(sentences, prior)


def out_of_fold(
    tasks: Sequence[Mapping[str, Any]],
    texts: Sequence[str],
    folds: int,
    every: int = 1,
    work: Path | None = None,
) -> dict[str, list[ReadingVerdict]]:
    """Return the judgements of annotations by weights learned from other rooms only, for each kind of text.

    :param texts: of ``goal`` for the goal sentence alone, ``steps`` for the step texts in addition
    :param every: judge only each so many-th task; all are learned from
    """
    learned_from = list(by_room(tasks, work))
    verdicts: dict[str, list[ReadingVerdict]] = {text: [] for text in texts}
    for fold in range(folds):
        weights = learn([e for room, found in learned_from if fold_of(room, folds) != fold for e in found])
        those = [task for task in tasks[::every] if fold_of(str(task["floor_plan"]), folds) == fold]
        for text in texts:
            verdicts[text] += [v for task in those for v in judge(task, text, False, weights)]
    return verdicts


def fold_of(room: str, folds: int) -> int:
    """Return which fold a room belongs to, by the hash of its name."""
    return int(hashlib.sha1(room.encode()).hexdigest(), 16) % folds


def main(arguments: list[str] | None = None) -> None:
    """Write the weights."""
    parser = argparse.ArgumentParser(prog="pred_learning.reading.learn_usage", description=__doc__)
    parser.add_argument("--tasks", type=Path, required=True, help="task file, JSON lines (.gz or plain)")
    parser.add_argument(
        "--parts", nargs="+", help="parts of it to learn from (dev, check, held-out); all if not said"
    )
    parser.add_argument("--out", type=Path, default=TARGET, help="file to write")
    parser.add_argument("--work", type=Path, help="folder for what was read, to go on after an interruption")
    parser.add_argument(
        "--folds", type=int, help="write nothing; judge each sentence by what other rooms taught"
    )
    parser.add_argument("--every", type=int, default=1, help="--folds judges each so many-th task only")
    parser.add_argument(
        "--text", choices=("goal", "steps"), nargs="+", default=["goal"], help="what --folds judges"
    )
    options = parser.parse_args(arguments)
    tasks = load(options.tasks)
    those = chosen(tasks, options.parts) if options.parts else tasks
    if options.folds:
        found = out_of_fold(those, options.text, options.folds, options.every, options.work)
        for text, verdicts in found.items():
            print(f"{text}, {options.folds} folds of rooms\n{table(verdicts)}")
        return
    sentences = [example for _, found in by_room(those, options.work) for example in found]
    weights = learn(sentences)
    told = sum(len(task["annotations"]) for task in those)
    rooms = len({task["floor_plan"] for task in those})
    made = {
        "from": f"{told} annotations of {len(those)} tasks in {rooms} rooms ({len(sentences)} texts with a choice)",
        "weights": weights,
    }
    options.out.write_text(json.dumps(made, indent=0) + "\n", "utf-8")
    print(f"{len(weights)} weights from {made['from']} written to {options.out}")


if __name__ == "__main__":
    main()
