"""``python -m pred_bench.words.main``: judges the suite of sentences on remembered rooms, without a simulator."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from pred_bench.suites.files import suites_folder
from pred_bench.words.judge import Judged, Verdict, judge
from pred_bench.words.rooms import Room, read_rooms, rooms_together
from pred_bench.words.suite import read_suite

SUITES = (
    "words", "words_second", "words_third", "words_fourth", "words_fifth", "words_sixth", "words_seventh",
    "words_eighth", "words_ninth", "words_tenth", "words_eleventh", "words_twelfth", "words_thirteenth",
    "words_fourteenth", "words_fifteenth", "words_sixteenth", "words_seventeenth", "words_eighteenth",
    "words_nineteenth", "words_twentieth", "words_twentyfirst", "words_twentysecond", "words_twentythird",
    "words_twentyfourth", "words_twentyfifth", "words_twentysixth", "words_twentyseventh", "words_twentyeighth",
    "words_twentyninth", "words_thirtieth", "words_thirtyfirst", "words_thirtysecond", "words_thirtythird",
    "words_thirtyfourth", "words_thirtyfifth", "words_thirtysixth", "words_thirtyseventh",
    "words_thirtyeighth", "words_thirtyninth", "words_fortieth", "words_fortyfirst",
    "words_fortysecond", "words_fortythird", "words_fortyfourth", "words_fortyfifth",
    "words_kinds", "words_household", "words_everyday",
)  # fmt: skip
"""The suites by the names of their files: the rules were made with the first; those with numbers were written before
looking at them, in other rooms, and only the kinds of their faults were mended. The last has variants of these kinds,
each written before its kind was mended, in the rooms of the others."""


def judge_all(folder: Path, only: str = "", suite: str = SUITES[0]) -> list[Judged]:
    """Return the verdicts on a suite of a folder.

    :param only: only sentences whose id begins with this
    """
    rooms = rooms_of(folder, suite)
    chosen = (s for s in read_suite(folder / f"{suite}.jsonl") if s.id.startswith(only))
    return [judge(sentence, rooms[sentence.room]) for sentence in chosen]


def rooms_of(folder: Path, suite: str) -> Mapping[str, Room]:
    """Return the rooms of a suite by name: its own, or where it has none those of all other suites."""
    own = folder / f"{suite}_rooms.json"
    return read_rooms(own) if own.exists() else all_rooms(folder)


def all_rooms(folder: Path) -> Mapping[str, Room]:
    """Return the rooms of all suites by name; where two have one name, the older suite's has it."""
    files = (folder / f"{suite}_rooms.json" for suite in SUITES)
    return rooms_together(file for file in files if file.exists())


def table(judged: Sequence[Judged]) -> str:
    """Return the verdicts by kind of qualifier as text, and the times of reading and grounding."""
    lines = [f"{'kind':26s}" + "".join(f"{v:>9s}" for v in ("n", *Verdict))]
    for kind in [*dict.fromkeys(j.sentence.kind for j in judged), "all"]:
        counts = Counter(j.verdict for j in judged if kind in (j.sentence.kind, "all"))
        lines.append(f"{kind:26s}{counts.total():9d}" + "".join(f"{counts[v]:9d}" for v in Verdict))
    seconds = sorted(j.seconds for j in judged)
    lines.append(
        f"right {sum(j.verdict is Verdict.RIGHT for j in judged) / len(judged):.1%}, "
        f"false success {sum(j.verdict is Verdict.FALSE for j in judged) / len(judged):.1%}, "
        f"{1000.0 * seconds[len(seconds) // 2]:.0f} ms a sentence (median), {1000.0 * seconds[-1]:.0f} ms at most"
    )
    offers = [j.offered for j in judged if j.offered is not None and j.verdict is Verdict.ASKED]
    if offers:
        lines.append(f"asked by what may be meant {len(offers)}, of these {sum(offers)} by what is")
    which = [j.verdict is Verdict.RIGHT for j in judged if j.which]
    if which:
        lines.append(f"asked which of several is meant {len(which)}, of these {sum(which)} rightly")
    return "\n".join(lines)


def report(judged: Sequence[Judged], *, faults: bool) -> str:
    """Return the table, after every sentence that came out otherwise where that is asked for."""
    otherwise = [one for one in judged if faults and one.verdict is not Verdict.RIGHT]
    told = [f"{one.verdict:8s} {one.sentence.id}: {one.sentence.say}\n         {one.why}" for one in otherwise]
    return "\n".join([*told, table(judged)])


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, and what came out otherwise."""
    parser = argparse.ArgumentParser(prog="pred_bench.words.main", description=__doc__)
    parser.add_argument("--only", default="", help="only sentences whose id begins with this")
    parser.add_argument("--suite", choices=SUITES, default=SUITES[0], help="which suite to judge")
    parser.add_argument("--faults", action="store_true", help="list every sentence that came out otherwise")
    options = parser.parse_args(arguments)
    judged = judge_all(suites_folder(), options.only, options.suite)
    print(report(judged, faults=options.faults))
    return 0


if __name__ == "__main__":
    sys.exit(main())
