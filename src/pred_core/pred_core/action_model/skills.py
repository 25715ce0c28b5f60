"""Judge a program of skills as CAPE does (section IV): checks in order, moot steps skipped, the program's figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources

from pred_core.action_model.logic import Fact, State, World
from pred_core.action_model.pddl import Formula, PddlDomain, read_domain
from pred_core.action_model.sentences import say_all, say_step
from pred_core.action_model.stepping import Step, applied, violated

MOOT = "moot-"
"""Predicates that begin so say that what a step is there for is so already."""
SKILLS = "data/spot_skills.pddl"


class Verdict(StrEnum):
    """What is to be done with a step."""

    DO = "do"
    SKIP = "skip"
    REFUSE = "refuse"


@dataclass(frozen=True)
class Checked:
    """A step's verdict, and for what is not done the first check that it did not pass, in words."""

    step: Step
    verdict: Verdict
    sentence: str = ""


@dataclass(frozen=True)
class Figures:
    """CAPE's figures of one program (section IV-D): shares from 0 to 1, and numbers of steps.

    ``executable``: whether no step was refused; ``afforded``: share of steps that were done or moot; ``scene_graph``:
    share of the wished facts that hold in the end; ``lcs``: longest common subsequence with the reference program, as a
    share of the longer one; ``corrections``: steps that were asked for again.
    """

    executable: bool
    afforded: float
    scene_graph: float
    lcs: float
    steps: int
    corrections: int


def skills() -> PddlDomain:
    """Return the skills' domain."""
    return read_domain(resources.files("pred_core").joinpath(SKILLS).read_text("utf-8"), SKILLS)


def checked(world: World, step: Step, state: State) -> Checked:
    """Return what is to be done with a step: the first check that it does not pass decides.

    :raises KeyError: for a skill that there is not
    """
    wrong = violated(world, step, state)
    if not wrong:
        return Checked(step, Verdict.DO)
    why = say_all(world, wrong[:1], state)
    if _is_moot(wrong[0]):
        return Checked(step, Verdict.SKIP, f"I need not {say_step(world, step)}: {why}.")
    return Checked(step, Verdict.REFUSE, f"I cannot {say_step(world, step)}: {why}.")


def _is_moot(formula: Formula) -> bool:
    inner = formula[1] if formula[0] == "not" else None
    return isinstance(inner, tuple) and str(inner[0]).startswith(MOOT)


def run(world: World, program: Sequence[Step], state: State) -> tuple[tuple[Checked, ...], State]:
    """Return each step's verdict and the state after those that could be done; refused ones change nothing."""
    verdicts = []
    for step in program:
        found = checked(world, step, state)
        verdicts.append(found)
        if found.verdict is Verdict.DO:
            state = applied(world, step, state)
    return tuple(verdicts), state


def figures(
    verdicts: Sequence[Checked],
    end: State,
    wished: Mapping[Fact, bool],
    reference: Sequence[Step],
    corrections: int,
) -> Figures:
    """Return the figures of a program that was run.

    :param wished: facts, and whether they shall hold in the end
    :param corrections: how often steps were asked for again
    """
    refused = sum(v.verdict is Verdict.REFUSE for v in verdicts)
    right = sum((fact in end.true) is value for fact, value in wished.items())
    return Figures(
        executable=refused == 0,
        afforded=1.0 - refused / len(verdicts) if verdicts else 1.0,
        scene_graph=right / len(wished) if wished else 1.0,
        lcs=common([v.step for v in verdicts], reference),
        steps=len(verdicts),
        corrections=corrections,
    )


def common(program: Sequence[Step], reference: Sequence[Step]) -> float:
    """Return the length of the longest common subsequence of two programs, as a share of the longer one."""
    if not program or not reference:
        return float(not program and not reference)
    above = [0] * (len(reference) + 1)
    for step in program:
        row = [0]
        for j, other in enumerate(reference):
            row.append(above[j] + 1 if step == other else max(above[j + 1], row[j]))
        above = row
    return above[-1] / max(len(program), len(reference))
