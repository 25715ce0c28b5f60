"""What endpoints that call themselves OpenAI-compatible do: used, or named for what it is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from pred_core.model_calls import Call, Question
from pred_core.outcome import Code
from pred_planner.llm.client import LlmClient, ModelSettings
from pred_planner.llm.endpoint import Headers, ServerError
from pred_planner.llm.scripted_server import Reply, ScriptedServer

SCHEMA = {"type": "object", "properties": {"plan": {"type": "array"}}}
QUESTION = Question("plan", "You plan.", "Plan this.", SCHEMA)
PLAN = '{"plan": [["Move", "Mug", "Desk"]]}'
KEY = "sk-proj-1aVerySecretKey99"
Request = dict[str, Any]


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


@contextmanager
def bench(
    *replies: Reply, address: Callable[[str], str] = str, **settings: Any
) -> Iterator[tuple[LlmClient, ScriptedServer, list[Call]]]:
    calls: list[Call] = []
    with ScriptedServer(replies) as server:
        given = ModelSettings("test", address(server.base_url), timeout=5.0, **settings)
        client = LlmClient(given, calls.append, pause=lambda _: None)
        yield client, server, calls
        client.close()


def fields(server: ScriptedServer, number: int = -1) -> set[str]:
    """Return the fields of a request but for those that every one has."""
    return set(server.requests[number]) - {"model", "messages", "headers", "path"}


# -- what it does not take ------------------------------------------------------------------------------------------
def no_temperature(request: Request) -> str:
    wrong = "Unsupported value: 'temperature' does not support 0.0 with this model. Only the default (1) is supported."
    return wrong if "temperature" in request else ""


def new_limit(request: Request) -> str:
    wrong = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
    return wrong if "max_tokens" in request else ""


def o_series(request: Request) -> str:
    return new_limit(request) or no_temperature(request)


def no_limit(request: Request) -> str:
    return "Unknown parameter: 'max_tokens'." if "max_tokens" in request else ""


def no_system(request: Request) -> str:
    return "System role not supported" if request["messages"][0]["role"] == "system" else ""


def user_and_assistant_only(request: Request) -> str:
    wrong = "Conversation roles must alternate user/assistant/user/assistant/..."
    return wrong if request["messages"][0]["role"] == "system" else ""


def streams_only(request: Request) -> str:
    return "" if request.get("stream") else "This model only supports streaming: set stream to true."


def plain_only(request: Request) -> str:
    wrong = "Unsupported: response_format json_schema is not supported with this model."
    return wrong if "response_format" in request else ""


def nothing_of_ours(request: Request) -> str:
    return o_series(request) or no_system(request) or plain_only(request)


MISLIKED = [
    (no_temperature, {"max_tokens", "response_format"}),
    (new_limit, {"max_completion_tokens", "temperature", "response_format"}),
    (o_series, {"max_completion_tokens", "response_format"}),
    (no_limit, {"temperature", "response_format"}),
    (no_system, {"max_tokens", "temperature", "response_format"}),
    (user_and_assistant_only, {"max_tokens", "temperature", "response_format"}),
    (plain_only, {"max_tokens", "temperature"}),
    (nothing_of_ours, {"max_completion_tokens"}),
]


@pytest.mark.parametrize(("mislikes", "left"), MISLIKED)
def test_what_a_server_does_not_take_is_left_out_from_then_on(
    mislikes: Callable[[Request], str], left: set[str]
) -> None:
    with bench(Reply(PLAN, mislikes=mislikes)) as (client, server, calls):
        assert client.ask(QUESTION).text == PLAN
        asked = len(server.requests)
        assert fields(server) == left
        assert client.ask(Question("plan", "You plan.", "Another.", SCHEMA)).text == PLAN
        assert len(server.requests) == asked + 1, "it was learned for good"
        told = "\n".join(m["content"] for m in server.requests[-1]["messages"])
        assert told in ("You plan.\nAnother.", "You plan.\n\nAnother.")
        assert not client.breaker.failed and all(call.outcome for call in calls)


def test_a_server_that_only_streams_is_read_as_it_streams() -> None:
    with bench(Reply(PLAN, mislikes=streams_only, stream=True)) as (client, server, _):
        assert client.ask(QUESTION).text == PLAN
        assert server.requests[-1]["stream"] is True


def test_a_server_that_streams_unasked_is_read() -> None:
    with bench(Reply(PLAN, stream=True)) as (client, server, _):
        assert client.ask(QUESTION).text == PLAN
        assert "stream" not in server.requests[0]


def test_a_stream_that_ends_too_early_is_asked_for_again() -> None:
    half = 'data: {"choices": [{"delta": {"content": "half"}, "finish_reason": null}]}\n\n'
    with bench(Reply(raw=half), Reply(PLAN)) as (client, _, calls):
        assert client.ask(QUESTION).text == PLAN
        assert "ends before the answer does" in calls[0].message


def test_a_limit_that_is_too_large_is_no_lesson() -> None:
    wrong = "max_tokens is too large: 1500. This model supports at most 1024 completion tokens."
    with bench(Reply(PLAN, mislikes=lambda request: wrong if "max_tokens" in request else "")) as (
        client,
        server,
        _,
    ):
        assert "too large" in client.ask(Question("plan", "s", "u")).outcome.message
        assert len(server.requests) == 1


# -- what comes back --------------------------------------------------------------------------------------------------
def tool(arguments: object) -> Mapping[str, Any]:
    return {
        "content": None,
        "tool_calls": [{"type": "function", "function": {"name": "plan", "arguments": arguments}}],
    }


USED = {
    "thoughts apart": {"content": PLAN, "reasoning_content": 'Perhaps {"plan": []}.'},
    "all in the thoughts": {"content": None, "reasoning_content": PLAN},
    "all in the reasoning": {"content": "", "reasoning": PLAN},
    "a tool's arguments": tool(PLAN),
    "a tool's arguments as an object": tool(json.loads(PLAN)),
    "a function's arguments": {"content": None, "function_call": {"name": "plan", "arguments": PLAN}},
    "parts": {"content": [{"type": "text", "text": PLAN[:9]}, {"type": "text", "text": PLAN[9:]}]},
    "parts of thought and text": {
        "content": [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": PLAN}]
    },
    "thoughts before": {"content": f'<think>First a draft: {{"plan": []}}.</think>\n{PLAN}'},
    "the end of thoughts only": {"content": f'A draft: {{"plan": []}}.</think>{PLAN}'},
}


@pytest.mark.parametrize("form", USED)
def test_an_answer_is_used_in_whatever_form_it_comes(form: str) -> None:
    with bench(Reply(message=USED[form])) as (client, _, calls):
        answer = client.ask(QUESTION)
        assert answer.outcome and json.loads(answer.text) == json.loads(PLAN)
        assert calls[0].prompt_tokens == 10


NAMED = [
    (
        Reply(message={"content": None, "refusal": "I can't plan that."}),
        "refuses to answer: I can't plan that.",
    ),
    (
        Reply(message={"content": [{"type": "refusal", "refusal": "Not that."}]}),
        "refuses to answer: Not that.",
    ),
    (Reply("", finish="content_filter"), "content filter"),
    (Reply('{"pl', finish="content_filter"), "content filter"),
    (
        Reply(mislikes=lambda _: "The response was filtered due to content_filter of the prompt."),
        "content filter",
    ),
]


@pytest.mark.parametrize(("reply", "says"), NAMED)
def test_an_answer_that_is_declined_is_named_and_costs_no_further_call(reply: Reply, says: str) -> None:
    with bench(reply) as (client, server, calls):
        answer = client.ask(Question("plan", "s", "u"))
        assert answer.outcome.code is Code.UNAVAILABLE and says in answer.outcome.message
        assert "broken" not in answer.outcome.message and len(server.requests) == 1
        assert calls[-1].message == answer.outcome.message


CUT = [
    (Reply("", finish="length", message={"reasoning_content": "Let me"}), "llm_answer_tokens"),
    (Reply("", finish="length"), "llm_answer_tokens"),
    (Reply("<think>Let me see", finish="length"), "llm_answer_tokens"),
    (Reply('{"plan": [["Mo', finish="length"), "cut off"),
    (Reply("<think>Let me see"), "nothing but thoughts"),
]


@pytest.mark.parametrize(("reply", "says"), CUT)
def test_an_answer_that_comes_to_no_end_is_named(reply: Reply, says: str) -> None:
    with bench(reply) as (client, _, _calls):
        answer = client.ask(QUESTION)
        assert answer.outcome.code is Code.PLAN_REJECTED and says in answer.outcome.message


BROKEN = [
    (Reply(raw='{"error": {"message": "upstream overloaded"}}'), "upstream overloaded"),
    (Reply(raw='{"choices": []}'), "no choices"),
    (Reply(raw="[]"), "no JSON object"),
    (Reply(raw="<html>gateway</html>"), "<html>gateway</html>"),
    (Reply(raw=""), "it is empty"),
]


@pytest.mark.parametrize(("reply", "says"), BROKEN)
def test_a_body_that_is_no_answer_says_what_it_is(reply: Reply, says: str) -> None:
    with bench(reply, Reply(PLAN)) as (client, _, calls):
        assert client.ask(QUESTION).text == PLAN, "another try may fare better"
        assert says in calls[0].message


# -- addresses --------------------------------------------------------------------------------------------------------
def test_azures_api_version_stays_behind_the_path_and_its_key_in_its_header() -> None:
    def azure(base: str) -> str:
        return base.replace("/v1", "/openai/deployments/gpt-5/chat/completions?api-version=2024-10-21")

    with bench(Reply(PLAN), address=azure) as (client, server, calls):
        assert client.ask(QUESTION).text == PLAN
        assert (
            server.requests[0]["path"] == "/openai/deployments/gpt-5/chat/completions?api-version=2024-10-21"
        )
        assert server.requests[0]["headers"]["api-key"] == KEY
    assert KEY not in repr(calls)


@pytest.mark.parametrize("pasted", ["{}/chat/completions", "{}/chat/completions/", "{}/", "{}"])
def test_an_address_is_taken_as_it_was_pasted(pasted: str) -> None:
    with bench(Reply(PLAN), address=pasted.format) as (client, server, _):
        assert client.ask(QUESTION).text == PLAN
        assert server.requests[0]["path"] == "/v1/chat/completions"
        assert "api-key" not in server.requests[0]["headers"]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_no_proxy_is_asked_for_a_server_on_this_machine(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")  # nothing listens there
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with bench(Reply(PLAN), address=lambda base: base.replace("127.0.0.1", host)) as (client, _, _calls):
        assert client.ask(QUESTION).text == PLAN


@pytest.mark.parametrize("status", [301, 302, 303])
def test_an_address_that_leads_elsewhere_is_told_so(status: int) -> None:
    moved = Reply("moved", status=status, headers={"Location": "/elsewhere/chat/completions"})
    with bench(moved) as (client, server, _):
        message = client.ask(QUESTION).outcome.message
        assert "leads on to" in message and "/elsewhere/chat/completions" in message
        assert len(server.requests) == 1 and KEY not in message


@pytest.mark.parametrize("status", [307, 308])
def test_a_question_follows_where_an_address_leads_whole(status: int) -> None:
    with ScriptedServer([Reply(PLAN)]) as other:
        moved = Reply("moved", status=status, headers={"Location": f"{other.base_url}/chat/completions"})
        with bench(moved) as (client, _, _calls):
            assert client.ask(QUESTION).text == PLAN


def test_an_address_without_its_version_is_told_so() -> None:
    with bench(Reply(PLAN, status=404), address=lambda base: base.removesuffix("/v1")) as (client, _, _calls):
        assert "Most addresses end in /v1." in client.ask(QUESTION).outcome.message


# -- parameters -------------------------------------------------------------------------------------------------------
def test_tokens_temperature_and_fields_are_sent_as_they_are_set() -> None:
    extra = {"reasoning_effort": "low", "seed": 4}
    with bench(Reply(PLAN), answer_tokens=4000, temperature=0.7, extra_body=extra) as (client, server, _):
        client.ask(QUESTION)
        sent = server.requests[0]
    assert (sent["max_tokens"], sent["temperature"], sent["reasoning_effort"], sent["seed"]) == (
        4000,
        0.7,
        "low",
        4,
    )


def test_further_fields_win_and_null_leaves_one_out() -> None:
    extra = {"max_completion_tokens": 9000, "temperature": None, "response_format": None}
    with bench(Reply(PLAN), extra_body=extra) as (client, server, _):
        client.ask(QUESTION)
        assert fields(server) == {"max_completion_tokens"}
        assert server.requests[0]["max_completion_tokens"] == 9000


def test_the_temperature_can_be_left_to_the_server() -> None:
    with bench(Reply(PLAN), temperature=None) as (client, server, _):
        client.ask(QUESTION)
        assert "temperature" not in server.requests[0]


def test_keys_in_headers_come_from_the_environment_and_are_written_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GATEWAY", "gw-7f3a9c1e55")
    headers = Headers.of('{"X-Gateway-Key": "Bearer $GATEWAY", "X-Team": "robots"}')
    with bench(Reply("echo gw-7f3a9c1e55"), extra_headers=headers) as (client, server, calls):
        assert client.ask(QUESTION).text == "echo ***"
        sent = server.requests[0]["headers"]
    assert sent["x-gateway-key"] == "Bearer gw-7f3a9c1e55" and sent["x-team"] == "robots"
    assert "gw-7f3a9c1e55" not in repr(calls)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ('{"api-key": "abc123"}', "set a variable"),
        ('{"Authorization": "Bearer abc123"}', "set a variable"),
        ('{"X-Auth-Token": "$NOT_SET_ANYWHERE"}', "NOT_SET_ANYWHERE, which is not set"),
        ('{"X-Team": 4}', "must be a text"),
        ("X-Team: robots", "must be a JSON object"),
        ('["X-Team"]', "must be a JSON object"),
    ],
)
def test_headers_that_cannot_be_used_are_named(given: str, says: str) -> None:
    with pytest.raises(ServerError, match=says) as raised:
        Headers.of(given)
    assert "abc123" not in str(raised.value)
