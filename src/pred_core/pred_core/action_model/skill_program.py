"""A program of skills from a file, judged: ``python -m pred_core.action_model.skill_program PROBLEM.json``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pred_core.action_model.logic import Fact, State, World
from pred_core.action_model.pddl import PddlDomain
from pred_core.action_model.skills import Checked, Figures, figures, run, skills
from pred_core.action_model.stepping import Step
from pred_core.exit_codes import BAD_INPUT, DONE


class ProblemError(ValueError):
    """A problem that cannot be used, with a sentence that names what is wrong."""


@dataclass(frozen=True)
class Problem:
    """What is there and so at first, what is to be done, what is wished for, and how a person would do it."""

    world: World
    start: State
    program: tuple[Step, ...]
    wished: Mapping[Fact, bool]
    reference: tuple[Step, ...]
    corrections: int


def read_problem(text: str) -> Problem:
    """Return the problem of a JSON text.

    Keys: ``objects`` (name -> what it affords), ``always`` (facts that stay), ``facts`` (true at first), ``program``
    and ``reference`` (skills with their objects), ``wished`` (facts; ``["not", ...]`` shall not hold), ``corrections``.

    :raises ProblemError: saying what is wrong
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise ProblemError(f"not JSON: {error}") from error
    if not isinstance(data, dict) or not isinstance(data.get("objects"), dict):
        raise ProblemError("a problem is a JSON object with objects, facts and a program.")
    domain, objects = skills(), dict(data["objects"])
    affords = [[what, name] for name, kinds in objects.items() for what in _list(kinds, name)]
    always = _facts(domain, [*affords, *_list(data.get("always", []), "always")], objects)
    wished = {}
    for entry in _list(data.get("wished", []), "wished"):
        holds = not (isinstance(entry, list) and entry[:1] == ["not"])
        wished[_facts(domain, [entry if holds else entry[1:]], objects)[0]] = holds
    corrections = data.get("corrections", 0)
    if not isinstance(corrections, int) or corrections < 0:
        raise ProblemError(f"corrections must be a number from 0, not {corrections!r}.")
    return Problem(
        World(domain, dict.fromkeys(objects, "thing"), always),
        State.of(_facts(domain, _list(data.get("facts", []), "facts"), objects)),
        _steps(domain, _list(data.get("program", []), "program"), objects),
        wished,
        _steps(domain, _list(data.get("reference", []), "reference"), objects),
        corrections,
    )


def judge(problem: Problem) -> tuple[tuple[Checked, ...], Figures]:
    """Return each step's verdict and the program's figures."""
    verdicts, end = run(problem.world, problem.program, problem.start)
    return verdicts, figures(verdicts, end, problem.wished, problem.reference, problem.corrections)


def _list(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise ProblemError(f"{what}: {value!r} is no list.")
    return value


def _words(entry: Any, known: Mapping[str, int], objects: Mapping[str, Any], what: str) -> tuple[str, ...]:
    if not isinstance(entry, list) or not entry or not all(isinstance(word, str) for word in entry):
        raise ProblemError(f"{entry!r} is no {what}: write a list of its name and its objects.")
    head, *names = entry
    if head not in known:
        raise ProblemError(f"there is no {what} {head!r}. Known: {', '.join(sorted(known))}.")
    if len(names) != known[head]:
        raise ProblemError(f"{what} {head} takes {known[head]} objects, not {len(names)}.")
    strange = [name for name in names if name not in objects]
    if strange:
        raise ProblemError(f"{what} {head}: there is no object {strange[0]!r}.")
    return tuple(entry)


def _facts(domain: PddlDomain, entries: Sequence[Any], objects: Mapping[str, Any]) -> list[Fact]:
    known = {p.name: len(p.parameters) for p in domain.predicates.values() if p.name not in domain.derived}
    return [_words(entry, known, objects, "fact") for entry in entries]


def _steps(domain: PddlDomain, entries: Sequence[Any], objects: Mapping[str, Any]) -> tuple[Step, ...]:
    known = {action.name: len(action.parameters) for action in domain.actions.values()}
    found = (_words(entry, known, objects, "skill") for entry in entries)
    return tuple(Step(head, tuple(names)) for head, *names in found)


def main(argv: Sequence[str] | None = None) -> int:
    """Print what becomes of each step, and the figures. Returns 2 for a problem that cannot be used."""
    parser = argparse.ArgumentParser(description="Judge a program of Spot's skills, without a robot.")
    parser.add_argument(
        "problem", type=Path, help="JSON file with objects, facts, program, wished, reference"
    )
    path = parser.parse_args(argv).problem
    try:
        verdicts, found = judge(read_problem(path.read_text("utf-8")))
    except (OSError, UnicodeDecodeError, ProblemError) as error:
        print(f"skill_program: {path}: {error}", file=sys.stderr)
        return BAD_INPUT
    for verdict in verdicts:
        print(
            f"{verdict.verdict:6} {' '.join((verdict.step.action, *verdict.step.objects))}  {verdict.sentence}".rstrip()
        )
    print(
        f"executable {'yes' if found.executable else 'no'}, afforded {found.afforded:.0%}, scene graph "
        f"{found.scene_graph:.0%}, LCS {found.lcs:.0%}, {found.steps} steps, {found.corrections} corrections"
    )
    return DONE


if __name__ == "__main__":
    sys.exit(main())
