"""Answers cut off anywhere, in every dialect: a rejection or the steps that were whole, never another plan.

What cannot be seen in a text without brackets is a cut right after a name that another one begins with.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pred_core.vocabulary import object_types
from pred_planner.dialects.name_repair import repairer
from pred_planner.dialects.registry import parse
from pred_planner.plan.parsed import Parsed, Repairs

Rows = list[list[str]]
PLACES = sorted(name for name, kind in object_types().items() if kind.can("receptacle"))
THINGS = sorted(name for name, kind in object_types().items() if kind.can("pickupable"))


def _flat(rows: Rows) -> str:
    return ", ".join(f"{a}Object, {o}, {'0' if r == 'None' else r}" for a, o, r in rows)


def _calls(rows: Rows) -> str:
    names = {"Move": "Place", "Pickup": "Pick_up"}
    made = [f"{names.get(a, a)}({o}_1{'' if r == 'None' else f', {r}_1'})" for a, o, r in rows]
    return json.dumps({"subgoals": made})


def _script(rows: Rows) -> str:
    lines = []
    for number, (action, thing, place) in enumerate(rows):
        lines.append(f'target_{number} = InteractionObject("{thing}")')
        where = f'InteractionObject("{place}")' if place != "None" else ""
        method = "pickup_and_place" if action == "Move" else action.lower()
        lines.append(f"target_{number}.{method}({where})")
    return "\n".join(lines)


FORMS: Mapping[str, tuple[str, Callable[[Rows], str]]] = {
    "json": ("pred", json.dumps),
    "object": ("pred", lambda rows: json.dumps({"plan": rows})),
    "python": ("pred", lambda rows: repr([tuple(row) for row in rows])),
    "rows": ("pred", lambda rows: json.dumps(rows)[1:-1]),
    "lines": ("pred", lambda rows: "\n".join(", ".join(row) for row in rows)),
    "flare": ("flare", _flat),
    "flare list": ("flare", lambda rows: json.dumps(_flat(rows).split(", "))),
    "cmfr": ("cmfr", _calls),
    "helper": ("helper", _script),
}
UNCLOSED = ("json", "object", "python", "flare list", "cmfr")
"""Forms in which what is cut is always seen to be."""

ROWS = st.lists(
    st.one_of(
        st.tuples(st.just("Move"), st.sampled_from(THINGS), st.sampled_from(PLACES)),
        st.tuples(st.sampled_from(["Pickup", "Clean", "Slice"]), st.sampled_from(THINGS), st.just("None")),
    ).map(list),
    min_size=2,
    max_size=3,
)


@pytest.mark.parametrize("form", FORMS)
@settings(deadline=None, max_examples=8)
@given(rows=ROWS)
@example(rows=[["Move", "AlarmClock", "ArmChair"], ["Move", "AlarmClock", "ShelvingUnit"]])
def test_a_cut_answer_is_never_another_plan(form: str, rows: Rows) -> None:
    dialect, write = FORMS[form]
    text = write(rows)
    whole = parse(dialect, text, repairer())
    assert isinstance(whole, Parsed)
    plan = whole.as_lists()
    for end in range(1, len(text)):
        cut = parse(dialect, text[:end], repairer())
        if not isinstance(cut, Parsed) or cut.level is not whole.level:
            continue  # a plan of the other level is refused by the one who asked
        assert form not in UNCLOSED, text[:end]
        *before, last = cut.as_lists()
        assert before == plan[: len(before)], text[:end]
        right = plan[len(before)]
        for name, word in zip(last, right, strict=True):
            written = re.split(r"\W", text[:end])[-1]  # Sink, of SinkBasin, or "Shelving", of ShelvingUnit: a shelf
            may_be_whole = word.startswith(written) and not repairer().is_cut(written)
            assert name == word or (may_be_whole and repairer().resolve(written, Repairs()) == name), text[:end]
