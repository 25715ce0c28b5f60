"""Learn which plain order a clause means: ``python -m pred_bench.words.learn_retelling [--without SUITE ...]``.

A way to tell a sentence again is right when what the rules make of the plain words ends as the sentence wants; nobody
says what each clause means, except for the clauses of ``retelling_clauses.jsonl``, from which the first weights come.
Maximises the likelihood of the right ways among the likeliest ones (a conditional log-linear model). Deterministic.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from importlib import resources
from pathlib import Path

import numpy as np

from pred_bench.suites.files import suites_folder
from pred_bench.words.judge import Verdict, judge
from pred_bench.words.main import SUITES, rooms_of
from pred_bench.words.rooms import Room
from pred_bench.words.suite import Sentence, read_suite
from pred_core.vocabulary import within_domain
from pred_language.retelling.acts import Act
from pred_language.retelling.search import Telling, parts_of, tellings, ways
from pred_language.retelling.weighing import SHARED, WEIGHTS, ActWeights
from pred_learning.reading.loglinear import Prior, SentenceExample, fit

TARGET = Path(str(resources.files("pred_language").joinpath(f"data/{WEIGHTS}")))
CLAUSES = "retelling_clauses.jsonl"
KEPT = ("words_ninth", "words_tenth", "words_eleventh")
"""Suites that are kept aside to judge by."""
STRENGTH = 1.0
"""Inverse variance of the prior of each weight, around 0."""
MOST = 16
"""How many ways to tell a sentence are judged."""
SMALL = 0.02
"""Weights below this are not kept."""


def clause_examples(lines: Iterable[str]) -> Iterator[SentenceExample]:
    """Yield clauses (JSON with ``act`` and ``say``): ways with that act are right."""
    for line in lines:
        entry = json.loads(line)
        said = tuple(word for part, _ in parts_of(entry["say"]) for word in ("and", *part))[1:]
        found = list(ways(said))
        right = np.array([told.act is Act(entry["act"]) for told in found])
        if right.any() and not right.all():
            yield SentenceExample(tuple(told.features() for told in found), right)


def sentence_example(
    sentence: Sentence, room: Room, weights: ActWeights, known: dict[str, str]
) -> SentenceExample | None:
    """Return a sentence with its likeliest tellings, None where none is right, or all are.

    :param known: verdicts on tellings, which are added to
    """
    with within_domain(room.domain):
        found = tellings(sentence.say, weights, MOST)
        right = np.array([_is_right(sentence, one.text, room, known) for one in found])
    if not right.any() or right.all():
        return None
    return SentenceExample(tuple(map(_features, found)), right)


def _is_right(sentence: Sentence, text: str, room: Room, known: dict[str, str]) -> bool:
    """Tell whether a telling ends as wanted; what is to be refused is told as nothing."""
    if not text:
        return "refuse" in sentence.instead
    if sentence.instead:  # a refusal for another reason teaches nothing
        return False
    key = f"{sentence.room}/{sentence.id}/{text}"
    if key not in known:
        known[key] = str(judge(replace(sentence, say=text), room, retells=False).verdict)
    return known[key] == Verdict.RIGHT


def _features(telling: Telling) -> Counter[str]:
    found: Counter[str] = Counter()
    for told in telling.told:
        found.update(told.features())
    return found


def nested(flat: dict[str, float]) -> ActWeights:
    """Return weights by act and feature of those by their joined names."""
    made: dict[str, dict[str, float]] = defaultdict(dict)
    for name, weight in sorted(flat.items()):
        act, _, feature = name.partition("\t")
        if abs(weight) >= SMALL or act == SHARED:
            made[act][feature] = round(weight, 3)
    return dict(made)


def learn(examples: Sequence[SentenceExample]) -> ActWeights:
    """Return the weights under which the right ways are likeliest."""
    return nested(fit(examples, lambda _: Prior(0.0, STRENGTH)))


def learn_from(folder: Path, suites: Iterable[str], known: dict[str, str]) -> tuple[ActWeights, int]:
    """Return weights learned from the clauses and these suites, and from how many examples.

    :param known: verdicts on tellings, which are added to
    """
    with within_domain("household"):
        clauses = list(clause_examples((folder / CLAUSES).read_text("utf-8").splitlines()))
    first = learn(clauses)
    examples = list(clauses)
    for suite in suites:
        rooms = rooms_of(folder, suite)
        for sentence in read_suite(folder / f"{suite}.jsonl"):
            one = sentence_example(sentence, rooms[sentence.room], first, known)
            examples += [one] if one else []
    return learn(examples), len(examples)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the weights."""
    parser = argparse.ArgumentParser(prog="pred_bench.words.learn_retelling", description=__doc__)
    parser.add_argument(
        "--without", nargs="*", choices=SUITES, default=[*KEPT], help="suites that are not learned from"
    )
    parser.add_argument("--work", type=Path, help="file of verdicts, to go on after an interruption")
    parser.add_argument("--out", type=Path, default=TARGET, help="file to write")
    options = parser.parse_args(arguments)
    known = json.loads(options.work.read_text("utf-8")) if options.work and options.work.exists() else {}
    taken = [suite for suite in SUITES if suite not in options.without]
    weights, number = learn_from(suites_folder(), taken, known)
    if options.work:
        options.work.write_text(json.dumps(known), "utf-8")
    told = {"from": f"{number} clauses and sentences; suites: {', '.join(taken)}", "weights": weights}
    options.out.write_text(json.dumps(told, indent=0, sort_keys=True) + "\n", "utf-8")
    print(f"{sum(map(len, weights.values()))} weights from {number} examples written to {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
