"""What CAPE's grades are worth in words, without a robot: ``python -m pred_bench.studies.cape_grades [--seeds N]``.

Plans of CAPE's suite lack a step that a later one needs. Their failed step is put to the planner's recovery as the
executive would, and the scripted model (:mod:`pred_bench.studies.scripted_model`) answers; told is in how many of the
draws steps were found after which the failed one can be done, by the action model, and how often it was asked.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pred_bench.studies.scripted_model import ScriptedModel
from pred_bench.suites.spot import ROBOT, own_domain
from pred_core.model_calls import Call
from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import Subgoal
from pred_core.vocabulary import within_domain
from pred_language.reader import Texts
from pred_planner.dialects.forms import GRADES, SUCCESS_ONLY
from pred_planner.llm.client import LlmClient, ModelSettings
from pred_planner.llm.scripted_server import Reply, ScriptedServer
from pred_planner.recovering.recoverer import Recoverer, Style
from pred_planner.recovering.situation import Situation, Stage
from pred_planner.rules.reasoner import RulesReasoner

ARMS = (("resample", SUCCESS_ONLY), ("saycan", SUCCESS_ONLY), *(("cape", grade) for grade in GRADES))
"""Methods with the grade in which an error is told; the first two are told none."""
THINGS = ("CellPhone", "Newspaper", "Bottle", "Cup")
PLACES = ("DiningTable", "SideTable", "Cabinet", "Bed")


@dataclass(frozen=True)
class Forgotten:
    """A plan without one of its steps, and the world as the step fails that needs it.

    ``left_out`` is the index of the step in the whole plan, ``done`` how many of the others were done before.
    """

    words: str
    left_out: int
    done: int
    code: Code
    held: str = ""
    opened: bool = False


CASES: Mapping[str, Forgotten] = {
    "the phone not picked up": Forgotten("Put the phone on the nightstand.", 0, 0, Code.HAND_EMPTY),
    "the storage not opened": Forgotten(
        "Put the mail in the storage.", 0, 1, Code.RECEPTACLE_CLOSED, "Newspaper"
    ),
    "the mail not picked up": Forgotten("Put the mail in the storage.", 1, 1, Code.HAND_EMPTY, opened=True),
    "the water not put on the nightstand": Forgotten(
        "Put the water and the phone on the nightstand.", 1, 1, Code.HAND_FULL, "Bottle"
    ),
    "the water not put in the pantry": Forgotten(
        "Put the water and the cup in the pantry.", 2, 2, Code.HAND_FULL, "Bottle", opened=True
    ),
}


@dataclass
class Mended:
    """In how many draws steps were found, and how many questions all of them took."""

    draws: int = 0
    mended: int = 0
    asked: int = 0


def situation_of(case: Forgotten) -> Situation:
    """Return the failure as the planner is told of it."""
    plan = RulesReasoner().make_plan(Texts(case.words), _memory(case, held="")).plan
    if plan is None:
        raise ValueError(f"{case.words!r} is not understood")
    steps = (*plan.subgoals[: case.left_out], *plan.subgoals[case.left_out + 1 :])
    bound = {s.object_ref: f"{s.object}_1" for s in steps if s.object in (*THINGS, *PLACES)}
    return Situation(
        "cape",
        Stage.PRECONDITIONS,
        replace(plan, subgoals=steps, cursor=case.done),
        Outcome(case.code, "It failed."),
        _memory(case, held=case.held),
        Texts(case.words),
        target_id=_id(steps[case.done]),
        bound=bound,
        done=frozenset(s.id for s in steps[: case.done]),
    )


def _id(step: Subgoal) -> str:
    return f"{step.object}_1"


def _memory(case: Forgotten, held: str) -> ObjectMemory:
    things = [_thing(name, "" if name == held else "DiningTable_1", held=name == held) for name in THINGS]
    places = [_thing(name) for name in PLACES]
    shut = {"open": Attribute("open", Truth.of(case.opened))}
    places = [replace(p, attributes=shut) if p.class_name == "Cabinet" else p for p in places]
    return ObjectMemory(objects=(*things, *places), held_id=f"{held}_1" if held else "")


def _thing(name: str, parent: str = "", *, held: bool = False) -> ObjectState:
    return ObjectState(f"{name}_1", name, (0, 0, 0), (0.1, 0.1, 0.1), parent_id=parent, held=held)


def measured(seeds: int) -> dict[tuple[str, str], dict[str, Mended]]:
    """Return by method and grade, and by case, what came of each seed's answers."""
    table: dict[tuple[str, str], dict[str, Mended]] = {}
    with within_domain(str(own_domain()), ROBOT):
        situations = {name: situation_of(case) for name, case in CASES.items()}
        for method, grade in ARMS:
            row = table.setdefault((method, grade), {name: Mended() for name in CASES})
            for name, situation in situations.items():
                for seed in range(seeds):
                    _draw(replace(situation, method=method), grade, seed, row[name])
    return table


def _draw(situation: Situation, grade: str, seed: int, found: Mended) -> None:
    with ScriptedServer([Reply(ScriptedModel(seed).answer)]) as server:
        client = LlmClient(ModelSettings("scripted", server.base_url), _unheard)
        advice = Recoverer(client, style=Style(grade=grade, search=False)).advise(situation)
        client.close()
        found.draws += 1
        found.mended += advice.proposal is not None
        found.asked += len(server.requests)


def _unheard(_call: Call) -> None:
    """Keep no record of a call."""


def _lines(table: Mapping[tuple[str, str], Mapping[str, Mended]]) -> Iterator[str]:
    yield f"| method | {' | '.join(CASES)} | all, % | questions |"
    yield f"|{'---|' * (len(CASES) + 3)}"
    for (method, grade), row in table.items():
        found = list(row.values())
        draws = sum(one.draws for one in found)
        share = 100 * sum(one.mended for one in found) / draws
        asked = sum(one.asked for one in found) / draws
        cells = [f"{one.mended} of {one.draws}" for one in found]
        name = f"`{method}`, {grade}" if method == "cape" else f"`{method}`"
        yield f"| {name} | {' | '.join(cells)} | {share:.0f} | {asked:.1f} |"


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m pred_bench.studies.cape_grades", description=__doc__)
    parser.add_argument("--seeds", type=int, default=20, help="draws of the script for each case (default: 20)")
    print("\n".join(_lines(measured(parser.parse_args(argv).seeds))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
