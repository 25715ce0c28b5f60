"""The calls to a model in a run's folder: kept as they come, told in the story, replayable, without a key."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from std_msgs.msg import Header

from pred_core.model_calls import Call, Question
from pred_core.ros.call_conversions import call_to_msg
from pred_msgs.msg import LlmCall as LlmCallMsg
from pred_planner.llm.client import LlmClient, ModelSettings
from pred_planner.llm.replay import ReplayClient
from pred_planner.llm.scripted_server import Reply, ScriptedServer
from pred_tools.explain import as_text, main, story
from pred_tools.run_calls import RunCalls, write_cost
from pred_tools.run_files import read_run

CALL = Call(
    "k", "plan", "m", "http://here/v1", "s", "u", "[]", "SUCCESS", "", 100, 20, seconds=1.5, cost=0.01
)
FAILED = replace(CALL, purpose="revise", response="", code="UNAVAILABLE", message="Too slow.", cost=0.0)
QUESTION = Question("revise", "You revise.", "Here is a plan.")
KEY = "sk-very-secret"


class FakeNode:
    """Hands messages to the one subscription."""

    def __init__(self):
        self.warnings, self.said = [], []

    def create_subscription(self, _kind, _topic, callback, _qos):
        self.hear = callback

    def get_logger(self):
        return self

    def warning(self, text):
        self.warnings.append(text)

    def tell(self, call):
        self.hear(call_to_msg(call, Header()))


@pytest.fixture
def node():
    return FakeNode()


@pytest.fixture
def folder(tmp_path):
    start = {"step": 1, "kind": "start", "subgoal": "", "text": "tidy up", "data": {}}
    (tmp_path / "events.jsonl").write_text(json.dumps(start) + "\n")
    ended = {"success": False, "code": "NOT_UNDERSTOOD", "actions": 0, "failures": 0}
    ended |= {"goal_conditions": 0, "goal_conditions_total": 1}
    (tmp_path / "result.json").write_text(json.dumps(ended))
    return tmp_path


def test_calls_and_cost_are_in_folder_result_and_story(node, folder):
    calls = RunCalls(node, node.said.append)
    calls.begin(folder)
    for call in (CALL, FAILED, replace(CALL, cached=True, cost=None)):
        node.tell(call)
    assert node.said == ["Model (revise): Too slow."], "at once, not at the end"
    write_cost(folder, calls.take())
    run = read_run(folder)
    assert [c.purpose for c in run.calls] == ["plan", "revise", "plan"]
    assert run.calls[0] == CALL
    assert run.result["code"] == "NOT_UNDERSTOOD"
    spent = {"calls": 2, "failed": 1, "cached": 1, "prompt_tokens": 200, "completion_tokens": 40, "pictures": 0}
    assert run.result["llm"] == spent | {"seconds": 3.0, "cost": 0.01}
    text = " ".join(as_text(story(run)).split())
    assert "1. Plan (m): answered in 1.5 s, 100 + 20 tokens." in text
    assert "2. Revise (m): no answer at try 1: Too slow." in text
    assert "3. Plan (m): answered from the record." in text
    assert "2 calls (1 failed), 1 answers from the record, 200 + 40 tokens in 3.0 s, cost 0.0100." in text


def test_calls_of_an_earlier_task_and_broken_ones_are_left_out(node, folder):
    calls = RunCalls(node, node.said.append)
    node.tell(CALL)
    calls.begin(folder)
    node.hear(LlmCallMsg(request="{"))
    assert len(node.warnings) == 1 and calls.take() is None
    write_cost(folder, None)
    assert not (folder / "llm_calls.jsonl").exists()
    assert "llm" not in read_run(folder).result


def test_without_a_folder_failures_are_told_all_the_same(node):
    calls = RunCalls(node, node.said.append)
    calls.begin(None)
    node.tell(FAILED)
    spent = calls.take()
    assert node.said == ["Model (revise): Too slow."] and spent is not None
    assert spent.report().startswith("1 call (1 failed)")


def test_a_run_that_is_cut_off_keeps_the_calls_it_made(node, folder):
    (folder / "result.json").unlink()
    calls = RunCalls(node, node.said.append)
    calls.begin(folder)
    node.tell(CALL)
    assert len(read_run(folder).calls) == 1
    write_cost(folder, calls.take())
    assert not (folder / "result.json").exists()


def test_what_a_run_leaves_is_replayed_and_holds_no_key(node, folder, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    calls = RunCalls(node, node.said.append)
    calls.begin(folder)
    with ScriptedServer([Reply(f"a plan, {KEY}"), Reply(f"bad key {KEY}", status=403)]) as server:
        base_url = server.base_url.replace("://", f"://me:{KEY}@")
        client = LlmClient(ModelSettings("m", base_url), node.tell)
        assert client.ask(QUESTION).outcome
        assert not client.ask(replace(QUESTION, user="another")).outcome
    record = folder / "llm_calls.jsonl"
    assert len(record.read_text().splitlines()) == 2
    assert KEY not in record.read_text()
    assert ReplayClient(record, lambda _: None).ask(QUESTION).text.startswith("a plan")


def test_a_broken_record_is_an_error_with_the_file_in_it(folder, capsys):
    (folder / "llm_calls.jsonl").write_text("{}\n")
    assert main([str(folder)]) == 2
    assert "llm_calls.jsonl, line 1" in capsys.readouterr().err
