"""``./pred bench --planner-accuracy``: how often the first plan is right, from few examples (FLARE, Table 2).

Of recorded human tasks some are examples, the others are planned for: by copying the nearest example's plan with the
objects that the words name, by the type that the k nearest have in common, by a language model that is shown them, and,
to compare, by the rules. Nearest is by words, by what is seen around at the task's start, or by both (Eq. 1). A plan is
right when its triplets are those of the recorded goal.
"""

from __future__ import annotations

import argparse
import collections
import json
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from pred_bench.studies.plan_copies import Rows, copied, gold_rows, same
from pred_bench.studies.surroundings import Surroundings
from pred_core.objects import ObjectMemory
from pred_language.meaning.encoder import embed
from pred_language.reader import Texts
from pred_planner.llm.client import LlmClient, ModelSettings
from pred_planner.llm.endpoint import ServerError
from pred_planner.memory.multimodal import multimodal, nearest
from pred_planner.model.examples import written
from pred_planner.model.planning import planned_rows
from pred_planner.rules.reasoner import RulesReasoner
from pred_tasks.alfred.recorded import Goal, load

BAD_INPUT = 2
EXAMPLES, SHOWN = 100, 9
"""FLARE's few-shot size, and its k."""
WEIGHTS = {"words": (1.0, 0.0), "surroundings": (0.0, 1.0), "both": (1.0, 1.0)}


@dataclass(frozen=True)
class Case:
    """One task in one person's words, with its goal and right plan."""

    task: Mapping[str, Any]
    words: str
    goal: Goal
    rows: Rows

    @classmethod
    def of(cls, task: Mapping[str, Any], text: str) -> Case:
        """Return the case of a recorded task; ``text`` 'steps' adds the step-by-step texts."""
        annotation, goal = task["annotations"][0], Goal.of(task)
        steps = annotation["high_descs"] if text == "steps" else ()
        return cls(task, " ".join((annotation["task_desc"], *steps)), goal, gold_rows(goal))


def split(tasks: Sequence[Mapping[str, Any]], examples: int, seed: int) -> tuple[list[Any], list[Any]]:
    """Return examples, as many of each type as can be, and the tasks to plan for, drawn by seed.

    :raises ValueError: when there are too few
    """
    of_type: dict[str, list[Mapping[str, Any]]] = collections.defaultdict(list)
    for task in tasks:
        of_type[task["task_type"]].append(task)
    drawn = random.Random(seed)
    for those in of_type.values():
        drawn.shuffle(those)
    if not 0 < examples < len(tasks):
        raise ValueError(f"{len(tasks)} tasks are too few for {examples} examples")
    order = [those[i] for i in range(len(tasks)) for those in of_type.values() if i < len(those)]
    return order[:examples], order[examples:]


Predict = Callable[[Case, Sequence[int]], Rows]


class Planners:
    """The ways to plan that are compared; each gets a case and the examples nearest to it."""

    def __init__(self, examples: Sequence[Case], client: LlmClient | None) -> None:
        """Plan by these examples, and by a model where there is one."""
        self._examples = examples
        self._client = client
        self.each: dict[str, Predict] = {"copy": self.copy, "common type": self.common}
        if client is not None:
            self.each["model"] = self.model

    def copy(self, case: Case, near: Sequence[int]) -> Rows:
        """Return the nearest example's plan with the objects that the words name."""
        example = self._examples[near[0]]
        return copied(example.goal, example.rows, case.words)

    def common(self, case: Case, near: Sequence[int]) -> Rows:
        """Return the same of the nearest example whose type most of the k have."""
        types = collections.Counter(self._examples[index].goal.task_type for index in near)
        most = max(types.values())
        return self.copy(case, [i for i in near if types[self._examples[i].goal.task_type] == most])

    def model(self, case: Case, near: Sequence[int]) -> Rows:
        """Return the plan of a model that is shown the k examples (section 3.1)."""
        if self._client is None:
            return ()
        self._client.start_task()
        shown = [(self._examples[i].words, written(self._examples[i].rows, "flare")) for i in reversed(near)]
        return planned_rows(self._client, case.words, shown)


def by_rules(case: Case) -> Rows:
    """Return the rules' plan, with nothing seen."""
    plan = RulesReasoner().make_plan(Texts(case.words), ObjectMemory()).plan
    return tuple(triplet.as_triplet() for triplet in plan.triplets) if plan is not None else ()


def measure(examples: Sequence[Case], cases: Sequence[Case], options: argparse.Namespace) -> dict[str, Any]:
    """Return the share of right plans by way to plan and kind of likeness."""
    said = np.stack([embed(case.words) for case in examples])
    around = Surroundings(options.cache)
    seen = np.stack([around.features(case.task) for case in tqdm(examples, unit="room", desc="examples")])
    planners = Planners(examples, _client(options))
    right: dict[tuple[str, str], list[bool]] = collections.defaultdict(list)
    for case in tqdm(cases, unit="task"):
        language = (said @ embed(case.words)).astype(np.float64)
        likeness = (seen @ around.features(case.task)).astype(np.float64)
        for kind, weights in WEIGHTS.items():
            near = nearest(multimodal(language, likeness, weights), options.k)
            for name, predict in planners.each.items():
                right[name, kind].append(same(predict(case, near), case.goal, case.rows))
        right["rules", "-"].append(same(by_rules(case), case.goal, case.rows))
    around.save()
    return {
        "examples": len(examples),
        "tasks": len(cases),
        "k": options.k,
        "seed": options.seed,
        "text": options.text,
        "accuracy": {f"{name}, {kind}": round(sum(v) / len(v), 4) for (name, kind), v in right.items()},
    }


def _client(options: argparse.Namespace) -> LlmClient | None:
    if not options.llm_model:
        return None
    settings = ModelSettings(model=options.llm_model, base_url=options.llm_base_url or None)
    return LlmClient(settings, lambda _: None)


def main(argv: Sequence[str]) -> int:
    """Measure and print a table. Returns 0, or 2 for input that cannot be used."""
    parser = argparse.ArgumentParser(prog="pred bench --planner-accuracy", description=__doc__)
    add = parser.add_argument
    add("--tasks", type=Path, required=True, help="recorded human tasks, JSON lines in ALFRED's fields")
    add("--examples", type=int, default=EXAMPLES, help=f"how many tasks are examples ({EXAMPLES})")
    add("--k", type=int, default=SHOWN, help=f"how many examples are retrieved ({SHOWN})")
    add("--limit", type=int, default=0, help="plan for so many tasks only")
    add(
        "--text",
        choices=("goal", "steps"),
        default="goal",
        help="which words: the goal sentence, or steps too",
    )
    add("--seed", type=int, default=0, help="draws the examples")
    add("--cache", type=Path, default=None, help="file of the panoramas' features, made once")
    add("--llm-model", default="", help="a model to plan with as well; its key is OPENAI_API_KEY")
    add("--llm-base-url", default="", help="OpenAI-compatible endpoint, '' = OpenAI's own")
    add("--out", type=Path, default=None, help="where the result goes as JSON")
    options = parser.parse_args(argv)
    try:
        tasks, others = split(load(options.tasks), options.examples, options.seed)
        cases = [
            Case.of(task, options.text) for task in (others[: options.limit] if options.limit else others)
        ]
        result = measure([Case.of(task, options.text) for task in tasks], cases, options)
    except (OSError, ValueError, KeyError, ServerError) as error:
        print(f"bench: {error}", file=sys.stderr)
        return BAD_INPUT
    print(table(result))
    if options.out is not None:
        options.out.write_text(json.dumps(result, indent=2) + "\n", "utf-8")
    return 0


def table(result: Mapping[str, Any]) -> str:
    """Return a result as text."""
    head = "{tasks} tasks, {examples} examples, k = {k}, text: {text}, seed: {seed}".format(**result)
    rows = [f"| {name} | {100 * share:.1f} |" for name, share in result["accuracy"].items()]
    return "\n".join([head, "", "| planner, likeness | plans right (%) |", "|---|---|", *rows])
