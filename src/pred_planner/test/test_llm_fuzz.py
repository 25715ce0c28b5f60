"""2,000 soiled, cut and malformed replies over HTTP: no exception, no unknown name, no control character out.

With another profile than continuous integration's they are 10,000: ``./pred test --hypothesis-profile=default FILE``.
"""

from __future__ import annotations

import json
import random
import unicodedata
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

import pytest
from hypothesis import settings
from llm_desk import plan_of, said, triplet

from pred_core.model_calls import Call, Question
from pred_core.objects import ObjectMemory
from pred_core.plan_language import High, Kind, Plan, PlanRevision, Primitive
from pred_core.vocabulary import object_types
from pred_language.reader import Texts
from pred_planner.llm.client import LlmClient, ModelAnswer, ModelSettings
from pred_planner.llm.dirt import HOPELESS, REPAIRED
from pred_planner.llm.scripted_server import Reply, ScriptedServer
from pred_planner.model.reasoner import LlmReasoner

SHARDS = 2 if settings.get_current_profile_name() == "ci" else 10
REPLIES = 1_000
KEY = "sk-fuzz-0123456789abcdef"
SENTENCES = ("put a clean mug on the coffee machine", "chill a slice of lettuce and put it on the table")
CONTEXT = {
    "task_type": "pick_clean_then_place_in_recep",
    "target": "mug",
    "quantity": 1,
    "states": ["clean"],
    "movable": "X",
    "destination": "coffee machine",
    "toggle": "X",
    "location": "X",
}
PLAN = [["Clean", "Mug", "None"], ["Move", "Mug", "CoffeeMachine"]]
LINE = "\x1b[31mThe mug is clean.\n[run_task] Done: 2 of 2 goals \x07" + KEY
BODIES = (
    *("[]", "null", "3", '"x"', "{", '{"choices":{}}', '{"choices":[null]}', '{"choices":[[]]}', "[[[[[["),
    *('{"choices":[{"message":[]}]}', '{"choices":[{"message":{"content":[1]}}],"usage":[]}', "\ud83d"),
    '{"choices":[{"message":{"content":"x"},"finish_reason":7}],"usage":{"prompt_tokens":1e300}}',
    '{"choices":[{"message":{"content":"x"}}],"usage":{"prompt_tokens":-9,"completion_tokens":99999999999}}',
)


class Soiler:
    """Makes replies, the same for a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def noise(self, length: int) -> str:
        pick = self.random.randrange
        ranges = ((32, 127), (0, 32), (0x80, 0x500), (0x2000, 0x2070), (0, 0xD800), (0x1F300, 0x1F400))
        return "".join(chr(pick(*self.random.choice(ranges))) for _ in range(length))

    def mutated(self, text: str) -> str:
        pick = self.random.randrange
        for _ in range(pick(6)):
            at = pick(len(text) + 1)
            kind = pick(4)
            if kind == 0:
                text = text[:at] + self.noise(pick(1, 5)) + text[at:]
            elif kind == 1:
                text = text[:at] + text[at + pick(1, 6) :]
            elif kind == 2:
                text = text[:at]
            else:
                start = pick(len(text) + 1)
                text = text[:at] + text[start : start + 20] + text[at:]
        return text

    def words(self) -> str:
        choose = self.random.choice
        made = (
            lambda: self.mutated(json.dumps(CONTEXT)),
            lambda: self.mutated(json.dumps(PLAN)),
            lambda: choose(list(REPAIRED.values()))(PLAN),
            lambda: choose(list(HOPELESS.values()))(PLAN),
            lambda: self.noise(self.random.randrange(200)),
            lambda: self.mutated(LINE),
            lambda: json.dumps(CONTEXT),
            lambda: json.dumps({"plan": PLAN}),
        )
        return choose(made)()

    def reply(self) -> Reply:
        choose = self.random.choice
        kind = self.random.randrange(20)
        if kind == 0:
            whole = {"choices": [{"message": {"content": self.words()}, "finish_reason": "stop"}]}
            return Reply(raw=self.mutated(json.dumps(whole)).encode("utf-8", "replace").decode())
        if kind == 1:
            return Reply(raw=choose(BODIES).encode("utf-8", "replace").decode())
        if kind == 2:
            return Reply(self.words(), status=choose([200, 400, 418, 422, 500, 503]))
        if kind == 3:
            return Reply(self.words(), finish=choose(["length", "content_filter", ""]))
        return Reply(self.words())


class Fresh:
    """Puts every question anew, past the client's cache."""

    def __init__(self, client: LlmClient) -> None:
        self._client = client
        self._asked = 0

    def ask(self, question: Question) -> ModelAnswer:
        self._asked += 1
        return self._client.ask(replace(question, user=f"{question.user}\n{self._asked}"))

    def start_task(self) -> None:
        self._client.start_task()


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from strings(key)
            yield from strings(inner)
    elif isinstance(value, list | tuple | frozenset):
        for inner in value:
            yield from strings(inner)


def unsafe(value: Any, lines: bool) -> list[str]:
    """Return the texts in a value that hold a key, or a character that is not to be seen."""
    kept = "\n\t" if lines else ""
    texts = {text: set(text) for text in strings(value)}
    characters = set().union(*texts.values())
    hidden = {c for c in characters if unicodedata.category(c)[0] == "C" and c not in kept}
    return [text for text, has in texts.items() if KEY in text or not hidden.isdisjoint(has)]


def test_what_is_not_to_be_seen_is_found() -> None:
    hidden = ["a\x1b", "\u200b", f"with {KEY}", "\ud83d"]
    assert unsafe([*hidden, "a b", {"a\n": ("c", {"d"})}], lines=True) == hidden
    assert unsafe({"line\n": "é"}, lines=False) == ["line\n"]


def strange(plan: Plan) -> set[str]:
    """Return the names in a plan that the vocabulary does not have."""
    known = {*object_types(), *High, *Primitive, ""}
    steps = (*plan.triplets, *plan.subgoals)
    return {name for s in steps for name in (s.object, s.receptacle, s.action, *s.inside)} - known


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SHARDS))
def test_whatever_a_server_sends_what_comes_out_is_a_plan(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    soiler = Soiler(seed)
    calls: list[Call] = []
    running = plan_of(triplet(1, High.MOVE, "Pillow", "Sofa"), triplet(2, High.CLEAN, "Mug"))
    with ScriptedServer([soiler.reply() for _ in range(REPLIES)]) as server:
        client = LlmClient(ModelSettings("test", server.base_url, timeout=60.0), calls.append, lambda _: None)
        llm = LlmReasoner(Fresh(client))
        task = 0
        while len(server.requests) < REPLIES:
            planned = llm.make_plan(Texts(SENTENCES[task % 2]), ObjectMemory())
            assert planned.plan is not None and not strange(planned.plan)
            assert not unsafe(
                [asdict(planned.plan), planned.understood, planned.outcome.message], lines=False
            )
            for plan in (running, planned.plan):
                found = said(soiler.random.choice(list(Kind)), plan.subgoals[0].object, "clean", sentence="")
                _check(llm.revise_plan(plan, found, ObjectMemory()))
            task += 1
        client.close()
        sent = [request["messages"] for request in server.requests]
    assert not unsafe(sent, lines=True)
    assert not unsafe([asdict(call) for call in calls], lines=True)
    assert not unsafe([call.message for call in calls], lines=False)


def _check(revision: PlanRevision) -> None:
    assert not strange(revision.after)
    assert not unsafe(asdict(revision), lines=False)
