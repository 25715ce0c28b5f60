"""How the free sentences for the arm came out: ``python -m pred_bench.studies.table_sentences FOLDER``."""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path

from pred_bench.scoring.results import TaskResult, read_results
from pred_bench.suites.files import suites_folder
from pred_bench.suites.table_sentences import SUITES, Sentence, read_sentences
from pred_core.outcome import Code

SAID_NO = frozenset({Code.NOT_UNDERSTOOD, Code.PLAN_REJECTED, Code.NOT_FOUND, Code.NOT_AFFORDED})
"""What a task ends with that was refused or asked about, and not tried in vain."""


class CameOut(StrEnum):
    """How a sentence came out. ``FALSE`` was told as done and was not; ``FAILED`` was tried in vain and said so."""

    RIGHT = "right"
    REFUSED = "refused"
    FAILED = "failed"
    FALSE = "false"


def came_out(sentence: Sentence, result: TaskResult) -> CameOut:
    """Return how a sentence came out; ``result.success`` says that the table is as it is to be."""
    refused = result.code in SAID_NO and result.conditions.get("nothing else is moved", False)
    if sentence.answer:
        said = re.findall(r"\w+", result.message.lower())
        answered = all(any(_is_in(word, said) for word in words) for words in sentence.answer)
        return _told(result, right=answered and result.success)
    if refused:
        return CameOut.RIGHT if sentence.may_refuse else CameOut.REFUSED
    return _told(result, right=bool(sentence.places) and result.success)


def _is_in(word: str, said: Iterable[str]) -> bool:
    return any(one.rstrip("s").startswith(word.rstrip("s")) for one in said)


def _told(result: TaskResult, *, right: bool) -> CameOut:
    if result.believed:
        return CameOut.RIGHT if right else CameOut.FALSE
    return CameOut.REFUSED if result.code in SAID_NO else CameOut.FAILED


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how each sentence of a folder of results came out that did not come out right, and how many of each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="what --out said")
    sentences = {s.id: s for file in SUITES.values() for s in read_sentences(suites_folder() / file)}
    counts: Counter[CameOut] = Counter()
    for result in read_results(parser.parse_args(arguments).folder).values():
        how = came_out(sentences[result.task_id.rpartition(".")[0]], result)
        counts[how] += 1
        if how is not CameOut.RIGHT:
            print(f"{how:8s} {result.task_id}: {result.instruction}")
            print(f"         {result.code} {result.message} {dict(result.conditions)}")
    print(", ".join(f"{counts[one]} {one}" for one in CameOut), "of", counts.total())
    return 0


if __name__ == "__main__":
    sys.exit(main())
