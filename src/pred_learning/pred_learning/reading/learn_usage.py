"""Learn what people mean by words: ``python -m pred_learning.reading.learn_usage --tasks FILE [--parts dev check]``.

``--folds 5`` measures instead how well sentences of rooms are read that were not learned from.

Maximises the likelihood of the recorded goals among the choices that the reader leaves open (a conditional
log-linear model), with a Gaussian prior around the reader's own weights. Deterministic.
"""

from __future__ import annotations

import argparse
import collections
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from pred_learning.reading.evaluate import Verdict, judge, table
from pred_planner.recorded_tasks import Goal, chosen, grounder, load
from pred_planner.understanding import encoder
from pred_planner.understanding.context import Refusal
from pred_planner.understanding.grounding import Grounder
from pred_planner.understanding.reader import read
from pred_planner.understanding.usage import FAMILIES, Choice, Features, choices, features

TARGET = Path(str(resources.files("pred_planner").joinpath("data/usage.json")))
RARE = 2
"""Features seen in fewer sentences than this are left out."""
STRENGTH = 16.0
"""Inverse variance of the prior of a counted feature, around 0; chosen on rooms that were not learned from."""
LOOSE = 1.5
"""Inverse variance of the prior of the few features that say something about every choice."""
EXPECTED = {"fits": 2.0, "too few": -2.0, "burns already": -3.0}
"""What is so by common sense, where the prior of these has its middle: nobody asks for what is so already."""
HELD = {"moved, some there": -1.0, "moved, share there": 0.0}
"""Weights that are not learned. In the recorded worlds next to nothing lies where it is to be brought, but others are
not arranged for their task: there the words tell, and what is so already is seen by comparing (ASR)."""
GENERAL = frozenset(
    {
        *("usual place", "usual holder", "fits", "too few", "in no hollow", "on a hollow"),
        *("target where it is taken", "burns already"),
    }
)
DIGITS = 3


@dataclass(frozen=True)
class Example:
    """One sentence: the features of each choice it leaves open, and which choices are the recorded goal."""

    found: tuple[Features, ...]
    right: NDArray[np.bool_]


def examples(tasks: Iterable[Mapping[str, Any]]) -> list[Example]:
    """Return the sentences (goal sentences, and step texts read as one) whose right meaning is among the choices."""
    found = []
    for task in tasks:
        goal, chooser = Goal.of(task), grounder(task, encoder.nearest)
        for annotation in task["annotations"]:
            texts = (annotation["task_desc"], ". ".join(annotation["high_descs"]))
            found += [e for e in (_example(text, goal, chooser) for text in texts) if e is not None]
    return found


def _example(text: str, goal: Goal, chooser: Grounder) -> Example | None:
    context = read(text, chooser, usage={})
    if isinstance(context, Refusal) or context.task_type not in FAMILIES:
        return None
    options = choices(context)
    right = np.array([_is_right(goal, option) for option in options])
    if len(options) < 2 or not right.any():
        return None
    return Example(tuple(features(context, option, chooser) for option in options), right)


def _is_right(goal: Goal, choice: Choice) -> bool:
    return (
        choice["target"] == goal.target
        and choice["movable"] == goal.movable
        and goal.accepts(choice["destination"])
        and choice["toggle"] == goal.toggle
    )


def out_of_fold(tasks: Sequence[Mapping[str, Any]], text: str, folds: int) -> list[Verdict]:
    """Return the judgement of each annotation by weights learned from the tasks of other rooms only.

    :param text: ``goal`` for the goal sentence alone, ``steps`` for the step texts in addition
    """
    learned_from = [(_fold(task, folds), examples([task])) for task in tasks]
    verdicts = []
    for fold in range(folds):
        weights = learn([e for other, found in learned_from if other != fold for e in found])
        those = [task for task in tasks if _fold(task, folds) == fold]
        verdicts += [v for task in those for v in judge(task, text, False, weights)]
    return verdicts


def _fold(task: Mapping[str, Any], folds: int) -> int:
    return int(hashlib.sha1(str(task["floor_plan"]).encode()).hexdigest(), 16) % folds


def learn(sentences: Sequence[Example]) -> dict[str, float]:
    """Return the weight of each feature that maximises likelihood and prior."""
    counted = collections.Counter(
        name for example in sentences for name in set().union(*map(set, example.found))
    )
    names = sorted(name for name, number in counted.items() if number >= RARE)
    index = {name: i for i, name in enumerate(names)}
    tables = [(_table(example, index), example.right) for example in sentences]
    middle = {**EXPECTED, **HELD}
    centre = np.array([1.0 if name.startswith("log ") else middle.get(name, 0.0) for name in names])
    bounds = [(HELD.get(name), HELD.get(name)) for name in names]
    strength = np.array([_strength(name) for name in names])

    def cost(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        away = weights - centre
        total, slope = 0.5 * float(strength @ away**2), strength * away
        for rows, right in tables:
            scores = rows @ weights
            chances = np.exp(scores - scores.max())
            chances /= chances.sum()
            good = chances * right
            total -= float(np.log(good.sum()))
            slope += rows.T @ (chances - good / good.sum())
        return total, slope

    solution = minimize(cost, centre, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 300})
    learned = {name: round(float(weight), DIGITS) for name, weight in zip(names, solution.x, strict=True)}
    return {name: weight for name, weight in learned.items() if weight}


def _table(example: Example, index: Mapping[str, int]) -> NDArray[np.float64]:
    """Return the features (choices, names) of one sentence."""
    table = np.zeros((len(example.found), len(index)))
    for row, found in enumerate(example.found):
        for name, value in found.items():
            if name in index:
                table[row, index[name]] = value
    return table


def _strength(name: str) -> float:
    if name.startswith("log "):
        return 1.0
    return LOOSE if name in GENERAL or name.endswith(" there") else STRENGTH


def main(arguments: list[str] | None = None) -> None:
    """Write the weights."""
    parser = argparse.ArgumentParser(prog="pred_learning.reading.learn_usage", description=__doc__)
    parser.add_argument("--tasks", type=Path, required=True, help="task file, JSON lines")
    parser.add_argument("--parts", nargs="+", default=["dev", "check"], help="parts of it to learn from")
    parser.add_argument("--out", type=Path, default=TARGET, help="file to write")
    parser.add_argument(
        "--folds", type=int, help="write nothing; judge each sentence by what other rooms taught"
    )
    parser.add_argument("--text", choices=("goal", "steps"), default="goal", help="what --folds judges")
    options = parser.parse_args(arguments)
    tasks = chosen(load(options.tasks), options.parts)
    if options.folds:
        print(table(out_of_fold(tasks, options.text, options.folds)))
        return
    sentences = examples(tasks)
    weights = learn(sentences)
    made = {"from": f"{len(sentences)} texts of the parts {' and '.join(options.parts)}", "weights": weights}
    options.out.write_text(json.dumps(made, indent=0) + "\n", "utf-8")
    print(f"{len(weights)} weights from {made['from']} written to {options.out}")


if __name__ == "__main__":
    main()
