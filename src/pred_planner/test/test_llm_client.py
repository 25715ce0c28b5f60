"""The client against a scripted server: good answers, and everything servers do wrong."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from pred_core.model_calls import Call, CallLog, Question, RecordError, Spent, read_calls
from pred_core.outcome import Code
from pred_planner.llm.budget import BudgetLimits
from pred_planner.llm.client import LlmClient, ModelSettings
from pred_planner.llm.replay import ReplayClient
from pred_planner.llm.scripted_server import Reply, ScriptedServer

QUESTION = Question("revise", "You revise plans.", "Here is one.")
SCHEMA = {"type": "object", "properties": {"plan": {"type": "array"}}}
KEY = "sk-very-secret"


class Bench:
    """A client with its record and the pauses it took."""

    def __init__(self, server: ScriptedServer, **settings: object) -> None:
        self.calls: list[Call] = []
        self.pauses: list[float] = []
        given = {"model": "test", "base_url": server.base_url, "timeout": 5.0} | settings
        self.client = LlmClient(ModelSettings(**given), self.calls.append, pause=self.pauses.append)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def test_a_good_answer_is_recorded_and_cached() -> None:
    with ScriptedServer([Reply("a plan")]) as server:
        bench = Bench(server)
        assert bench.client.ask(QUESTION).text == "a plan"
        assert bench.client.ask(QUESTION).text == "a plan"
        assert len(server.requests) == 1
        assert server.requests[0]["temperature"] == 0.0
        assert server.requests[0]["headers"]["authorization"] == f"Bearer {KEY}"
    assert [c.cached for c in bench.calls] == [False, True]
    assert Spent.on(bench.calls).report().startswith("1 call, 1 answers from the record, 10 + 5 tokens")
    assert bench.client.budget.cost is None, "no price is known"


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_passing_trouble_is_tried_again_after_a_pause(status: int) -> None:
    with ScriptedServer([Reply("busy", status=status), Reply("ok")]) as server:
        bench = Bench(server)
        assert bench.client.ask(QUESTION).text == "ok"
    assert bench.pauses == [0.5]
    assert [c.code for c in bench.calls] == ["UNAVAILABLE", "SUCCESS"]


def test_a_busy_server_that_answers_later_has_made_no_error() -> None:
    busy = Reply("slow down", status=429, headers={"Retry-After": "1"})
    with ScriptedServer([busy, Reply("one"), busy, Reply("two"), busy, Reply("three")]) as server:
        bench = Bench(server)
        said = [bench.client.ask(Question("plan", "s", str(number))).text for number in range(3)]
    assert said == ["one", "two", "three"] and bench.pauses == [1.0, 1.0, 1.0]
    assert not bench.client.breaker.failed and not bench.client.breaker.reason


def test_a_server_that_stays_busy_is_left() -> None:
    with ScriptedServer([Reply("slow down", status=429)]) as server:
        bench = Bench(server)
        assert not bench.client.ask(QUESTION).outcome
        assert len(server.requests) == 2 and "limits the rate" in bench.client.breaker.reason


def test_pauses_grow_where_more_errors_are_borne() -> None:
    with ScriptedServer([Reply("busy", status=500)] * 3 + [Reply("ok")]) as server:
        bench = Bench(server, errors=4)
        assert bench.client.ask(QUESTION).text == "ok"
    assert bench.pauses == [0.5, 1.0, 2.0]


def test_a_refused_key_is_not_tried_again_and_never_shown() -> None:
    with ScriptedServer([Reply(f"Incorrect key: {KEY}", status=401)]) as server:
        bench = Bench(server)
        answer = bench.client.ask(QUESTION)
        assert "OPENAI_API_KEY" in answer.outcome.message
        assert len(server.requests) == 1
    assert KEY not in repr(bench.calls)


def test_a_key_in_an_answer_or_error_is_masked() -> None:
    with ScriptedServer([Reply(f"echo {KEY}"), Reply(KEY, status=404)]) as server:
        bench = Bench(server)
        bench.client.ask(QUESTION)
        bench.client.ask(Question("plan", "s", "u"))
    assert KEY not in repr(bench.calls)


def test_a_hanging_server_is_left_after_the_time_out() -> None:
    with ScriptedServer([Reply(hang=True)]) as server:
        bench = Bench(server, timeout=0.2)
        answer = bench.client.ask(QUESTION)
    assert "0.2 s" in answer.outcome.message


def test_a_dripping_server_is_left_after_the_time_out_of_the_whole_call() -> None:
    """Each byte comes long before a time-out of single reads would strike."""
    with ScriptedServer([Reply("a plan that comes byte by byte", drip=0.05)]) as server:
        bench = Bench(server, timeout=2.0)
        started = time.monotonic()
        assert not bench.client.ask(QUESTION).outcome
        assert time.monotonic() - started < 15.0, "the whole body takes about 20 s"
    assert "within 2 s" in bench.calls[0].message
    assert 1.9 < bench.calls[0].seconds < 10.0


def test_a_client_can_be_closed() -> None:
    with ScriptedServer([Reply("x")]) as server:
        bench = Bench(server)
        bench.client.ask(QUESTION)
        bench.client.close()


BROKEN = [
    Reply("half", cut=True),
    Reply("  "),
    Reply(raw="<html>gateway</html>"),
    Reply(raw=""),
]


@pytest.mark.parametrize("bad", BROKEN)
def test_broken_and_empty_answers_are_asked_again(bad: Reply) -> None:
    with ScriptedServer([bad, Reply("whole")]) as server:
        assert Bench(server).client.ask(QUESTION).text == "whole"


def test_an_answer_at_its_length_limit_is_rejected_and_not_asked_for_again() -> None:
    with ScriptedServer([Reply("too lo", finish="length")]) as server:
        bench = Bench(server)
        answer = bench.client.ask(QUESTION)
        assert answer.outcome.code is Code.PLAN_REJECTED and "cut off" in answer.outcome.message
        assert len(server.requests) == 1 and not bench.client.breaker.reason


def test_no_server_at_all_is_an_outcome() -> None:
    server = ScriptedServer([Reply("x")])
    server.close()
    assert Bench(server).client.ask(QUESTION).outcome.code is Code.UNAVAILABLE


def test_structured_output_is_used_where_the_server_has_it() -> None:
    question = Question("plan", "s", "u", SCHEMA)
    with ScriptedServer([Reply("{}")]) as server:
        Bench(server).client.ask(question)
        assert server.requests[0]["response_format"]["type"] == "json_schema"


def test_plain_text_is_asked_for_where_it_has_not() -> None:
    with ScriptedServer([Reply("{}", structured=False)]) as server:
        bench = Bench(server)
        assert bench.client.ask(Question("plan", "s", "u", SCHEMA)).text == "{}"
        assert bench.client.ask(Question("plan", "s", "v", SCHEMA)).text == "{}"
        assert ["response_format" in r for r in server.requests] == [True, False, False]


def test_a_request_that_is_bad_either_way_says_nothing_of_structured_output() -> None:
    replies = [Reply("too long", status=400), Reply("too long", status=400), Reply("{}")]
    with ScriptedServer(replies) as server:
        bench = Bench(server)
        assert "too long" in bench.client.ask(Question("plan", "s", "u", SCHEMA)).outcome.message
        assert bench.client.ask(Question("plan", "s", "v", SCHEMA)).outcome
        assert ["response_format" in r for r in server.requests] == [True, False, True]


def test_the_budget_of_a_task_ends_its_calls() -> None:
    with ScriptedServer([Reply("x")]) as server:
        bench = Bench(server, limits=BudgetLimits(calls=1))
        assert bench.client.ask(QUESTION).outcome
        assert "used up" in bench.client.ask(Question("plan", "s", "2")).outcome.message
        bench.client.start_task()
        assert bench.client.ask(Question("plan", "s", "3")).outcome
        assert len(server.requests) == 2


def test_tokens_are_budgeted_and_priced() -> None:
    with ScriptedServer([Reply("x")]) as server:
        bench = Bench(server, limits=BudgetLimits(tokens=15, prompt_price=1e5, completion_price=2e5))
        assert bench.client.ask(QUESTION).outcome
        assert bench.client.budget.cost == pytest.approx(2.0)
        assert Spent.on(bench.calls).cost == pytest.approx(2.0)
        assert not bench.client.ask(Question("plan", "s", "2")).outcome


def test_recorded_answers_replay(tmp_path: Path) -> None:
    log = CallLog(tmp_path / "deep" / "calls.jsonl")
    with ScriptedServer([Reply("first"), Reply("second")]) as server:
        client = LlmClient(ModelSettings("test", server.base_url), log.add)
        client.ask(QUESTION)
        client.ask(Question("plan", "s", "u"))
    replayed: list[Call] = []
    replay = ReplayClient(tmp_path / "deep" / "calls.jsonl", replayed.append)
    assert replay.ask(QUESTION).text == "first"
    assert replay.ask(QUESTION).text == "first"
    assert replay.ask(Question("plan", "s", "u")).text == "second"
    assert "no recorded answer" in replay.ask(Question("plan", "s", "other")).outcome.message
    assert [c.purpose for c in replayed] == ["revise", "revise", "plan"]


def test_bad_records_are_named_with_their_line(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('\n{"key": 1}\n')
    with pytest.raises(RecordError, match="line 2"):
        list(read_calls(bad))
    with pytest.raises(RecordError, match="Cannot read"):
        list(read_calls(tmp_path / "missing.jsonl"))
