"""Few-shot examples for a language model's prompts: the nearest language-program pairs, in the dialect asked for.

HELPER (section 3.1) retrieves K of them by the text encoder from what ships and what was remembered.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources

import numpy as np

from pred_core.plan_language import High
from pred_core.vocabulary import domain
from pred_language.meaning.encoder import embed
from pred_planner.dialects.forms import PRED
from pred_planner.memory.program import ProgramError, read
from pred_planner.memory.store import Pair, PairKind, Store, StoreError
from pred_planner.model.offered import spelled

SHOWN = 3
"""HELPER's K."""
Rows = Sequence[tuple[str, str, str]]
Example = tuple[str, Rows]
"""Words, and the triplets that carry them out."""
_NONE = ("", "None")


@cache
def seeds(kind: PairKind) -> tuple[Pair, ...]:
    """Return the pairs that ship, of one kind. Their programs are those of the household."""
    text = resources.files("pred_planner").joinpath("data/pairs.json").read_text("utf-8")
    listed = json.loads(text)[str(kind)]
    return tuple(
        Pair(
            one["words"],
            json.dumps([_step(row) for row in one["plan"]]),
            kind,
            source="shipped",
        )
        for one in listed
    )


def _step(row: Sequence[str]) -> dict[str, str]:
    action, thing, place = row
    step = {"action": action, "object": "" if thing in _NONE else thing}
    return step if place in _NONE else {**step, "receptacle": place}


def nearest(
    words: str, store: Store | None, person: str = "", k: int = SHOWN, kind: PairKind = PairKind.PLAN
) -> list[Example]:
    """Return the k pairs nearest to some words, the nearest first: of what ships, and of what was remembered.

    What is no program in this domain is passed over.

    :raises StoreError: when the memory cannot be read
    """
    found: list[tuple[float, Pair]] = []
    if store is not None:
        for known in {kind, PairKind.ROUTINE} if kind is PairKind.PLAN else {kind}:
            near = store.nearest(words, k, known, person, domain().name)
            found += [(cosine, pair) for pair, cosine in near]
    asked = embed(words)
    found += [
        (float(np.dot(embed(pair.words), asked)), pair)
        for pair in seeds(kind)
        if pair.domain == domain().name
    ]
    found.sort(key=lambda one: (-one[0], one[1].words))
    usable = ((pair.words, _rows(pair)) for _, pair in found)
    return [(said, rows) for said, rows in usable if rows][:k]


def _rows(pair: Pair) -> Rows:
    try:
        return [triplet.as_triplet() for triplet in read(pair.program)]
    except ProgramError:
        return []


class PromptExamples:
    """What a model's prompts are given to go by. A memory that cannot be read gives those that ship."""

    def __init__(
        self,
        k: int = SHOWN,
        store: Store | None = None,
        person: str = "",
        warn: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Give k examples, none with k = 0."""
        self._k = k
        self._store = store
        self._person = person
        self._warn = warn

    def text(self, words: str, dialect: str = PRED) -> str:
        """Return the examples for a prompt, '' for none."""
        if not self._k or not words.strip():
            return ""
        try:
            found = nearest(words, self._store, self._person, self._k)
        except StoreError as error:
            self._warn(str(error))
            found = nearest(words, None, k=self._k)
        told = "\n\n".join(f"Said: {said}\nPlan: {written(rows, dialect)}" for said, rows in reversed(found))
        return f"Plans of other tasks, to go by:\n\n{told}\n\n" if found else ""


def written(rows: Rows, dialect: str) -> str:
    """Return triplets as a model would write them in a dialect."""
    return _WRITERS[dialect](rows)


def _pred(rows: Rows) -> str:
    return json.dumps([list(row) for row in rows])


def _flare(rows: Rows) -> str:
    words: list[str] = []
    for action, thing, place in rows:
        if action == High.MOVE:
            words += ["PickupObject", thing, "0", "PutObject", thing, place]
        else:
            words += [spelled("flare", action), thing, "0" if place in _NONE else place]
    return ", ".join(words)


def _cmfr(rows: Rows) -> str:
    calls: list[str] = []
    for action, thing, place in rows:
        if action == High.MOVE:
            calls += [f"Pick_up({thing})", f"Place({thing}, {place})"]
        else:
            name = spelled("cmfr", action).partition("(")[0]
            calls.append(f"{name}({thing})" if place in _NONE else f"{name}({thing}, {place})")
    return json.dumps({"subgoals": calls})


def _helper(rows: Rows) -> str:
    made: dict[str, str] = {}
    lines: list[str] = []

    def variable(name: str) -> str:
        if name not in made:
            made[name] = f"target_{name.lower()}"
            lines.append(f'{made[name]} = InteractionObject("{name}")')
        return made[name]

    for action, thing, place in rows:
        subject = variable(thing)
        other = "" if place in _NONE else variable(place)
        name = "pickup_and_place" if action == High.MOVE else spelled("helper", action).partition("(")[0]
        lines.append(f"{subject}.{name}({other})")
    return "\n" + "\n".join(lines)


_WRITERS: Mapping[str, Callable[[Rows], str]] = {
    "pred": _pred,
    "flare": _flare,
    "cmfr": _cmfr,
    "helper": _helper,
}
