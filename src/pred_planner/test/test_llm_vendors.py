"""The servers that docs/llm_servers.md names, by the answers that their own pages and sources show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pred_core.model_calls import Call, Question
from pred_core.outcome import Code
from pred_planner.llm.client import LlmClient, ModelSettings
from pred_planner.llm.scripted_server import Reply, ScriptedServer

PLAN = '{"plan": [["Move", "Mug", "Desk"]]}'
QUESTION = Question("plan", "You plan.", "Plan this.", {"type": "object", "properties": {"plan": {"type": "array"}}})
USAGE = {"prompt_tokens": 19, "completion_tokens": 10, "total_tokens": 29}


def whole(message: dict[str, Any], **more: Any) -> Reply:
    """Return the reply with a whole answer and what a server puts around it."""
    choice = {"index": 0, "finish_reason": "stop", "logprobs": None, "message": {"role": "assistant", **message}}
    body = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1741569952, "model": "m", "usage": USAGE}
    return Reply(raw=json.dumps({**body, "choices": [choice | more.pop("choice", {})], **more}))


def refused(status: int, body: Any, **headers: str) -> Reply:
    """Return the reply with an error."""
    return Reply(raw=json.dumps(body), status=status, headers=headers)


def openai_error(message: str, kind: str, code: str | None, param: str | None = None) -> dict[str, Any]:
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


FILTERED = {
    name: {"filtered": False, "severity": "safe"} for name in ("hate", "self_harm", "sexual", "violence")
}
ANSWERED = {
    "openai": whole(
        {"content": PLAN, "refusal": None, "annotations": []},
        service_tier="default",
        usage=USAGE | {"prompt_tokens_details": {"cached_tokens": 0, "audio_tokens": 0}},
    ),
    "azure": whole(
        {"content": PLAN, "refusal": None},
        choice={"content_filter_results": FILTERED},
        prompt_filter_results=[{"prompt_index": 0, "content_filter_results": FILTERED}],
        system_fingerprint="fp_50a4261de5",
    ),
    "vllm": whole(
        {"content": PLAN, "reasoning_content": "First the mug.", "tool_calls": [], "refusal": None},
        choice={"stop_reason": None, "token_ids": None},
        prompt_logprobs=None,
        kv_transfer_params=None,
    ),
    "ollama": whole({"content": PLAN, "reasoning": "First the mug."}, system_fingerprint="fp_ollama"),
    "llama.cpp": whole(
        {"content": PLAN, "reasoning_content": "First the mug."},
        system_fingerprint="b6123-9a96389",
        timings={"cache_n": 0, "prompt_n": 26, "predicted_n": 10, "predicted_per_second": 20.5},
    ),
}

ERRORS = [
    (
        "openai: a wrong key",
        refused(401, openai_error("Incorrect API key provided: sk-x.", "invalid_request_error", "invalid_api_key")),
        "refused the key",
    ),
    (
        "openai: no such model",
        refused(
            404,
            openai_error("The model `gpt-9` does not exist.", "invalid_request_error", "model_not_found"),
        ),
        "gpt-9",
    ),
    (
        "openai: no quota",
        refused(
            429,
            openai_error("You exceeded your current quota.", "insufficient_quota", "insufficient_quota"),
        ),
        "no quota",
    ),
    (
        "azure: the prompt is filtered",
        refused(
            400,
            {
                "error": {
                    "message": "The response was filtered due to the prompt triggering Azure OpenAI's content "
                    "management policy.",
                    "type": None,
                    "param": "prompt",
                    "code": "content_filter",
                    "status": 400,
                    "innererror": {"code": "ResponsibleAIPolicyViolation"},
                }
            },
        ),
        "content filter",
    ),
    (
        "azure: no such deployment",
        refused(
            404,
            {
                "error": {
                    "code": "DeploymentNotFound",
                    "message": "The API deployment for this resource does not exist.",
                }
            },
        ),
        "deployment for this resource does not exist",
    ),
    (
        "azure: a wrong key",
        refused(
            401,
            {"error": {"code": "401", "message": "Access denied due to invalid subscription key."}},
        ),
        "refused the key",
    ),
    (
        "vllm: no such model, in its older form",
        refused(
            404,
            {
                "object": "error",
                "message": "The model `x` does not exist.",
                "type": "NotFoundError",
                "param": None,
                "code": 404,
            },
        ),
        "The model `x` does not exist",
    ),
    (
        "vllm: the context is too short",
        refused(
            400,
            {
                "error": {
                    "message": "This model's maximum context length is 2048 tokens. However, you requested 2900 tokens "
                    "(1400 in the messages, 1500 in the completion). Please reduce the length of the messages or "
                    "completion.",
                    "type": "BadRequestError",
                    "param": None,
                    "code": 400,
                }
            },
        ),
        "llm_answer_tokens",
    ),
    (
        "ollama: a model that was not pulled",
        refused(404, openai_error('model "foo" not found, try pulling it first', "api_error", None)),
        "try pulling it first",
    ),
    (
        "llama.cpp: the context is too short",
        refused(
            400,
            {
                "error": {
                    "code": 400,
                    "message": "the request exceeds the available context size, try increasing it",
                    "type": "exceed_context_size_error",
                    "n_prompt_tokens": 2100,
                    "n_ctx": 2048,
                }
            },
        ),
        "context",
    ),
    (
        "llama.cpp: a wrong key",
        refused(401, {"error": {"code": 401, "message": "Invalid API Key", "type": "authentication_error"}}),
        "refused the key",
    ),
]


def ask(*replies: Reply) -> tuple[Any, list[Call], list[dict[str, Any]]]:
    """Return the answer, the calls, and the requests as the server got them."""
    calls: list[Call] = []
    with ScriptedServer(replies) as server:
        client = LlmClient(ModelSettings("m", server.base_url, timeout=5.0), calls.append, pause=lambda _: None)
        answer = client.ask(QUESTION)
        client.close()
        return answer, calls, server.requests


@pytest.mark.parametrize("vendor", ANSWERED)
def test_a_whole_answer_of_each_server_is_used_and_counted(vendor: str) -> None:
    answer, calls, _ = ask(ANSWERED[vendor])
    assert answer.outcome and answer.text == PLAN
    assert (calls[0].prompt_tokens, calls[0].completion_tokens) == (19, 10)


@pytest.mark.parametrize(("reply", "says"), [pytest.param(r, s, id=name) for name, r, s in ERRORS])
def test_an_error_of_each_server_is_told_with_what_to_do(reply: Reply, says: str) -> None:
    answer, _, requests = ask(reply)
    assert answer.outcome.code is Code.UNAVAILABLE and says in answer.outcome.message
    assert len(requests) <= 2, "nothing is asked over and over"


def test_openais_thinking_models_are_asked_as_they_want() -> None:
    limit = refused(
        400,
        openai_error(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens'.",
            "invalid_request_error",
            "unsupported_parameter",
            "max_tokens",
        ),
    )
    warmth = refused(
        400,
        openai_error(
            "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is "
            "supported.",
            "invalid_request_error",
            "unsupported_value",
            "temperature",
        ),
    )
    answer, calls, requests = ask(limit, warmth, ANSWERED["openai"])
    assert answer.outcome and len(calls) == 1
    assert "max_completion_tokens" in requests[-1] and "temperature" not in requests[-1]


def test_azures_rate_limit_is_waited_for() -> None:
    busy = {
        "error": {
            "code": "429",
            "message": "Requests to the ChatCompletions_Create Operation have exceeded token rate limit. Please retry "
            "after 2 seconds.",
        }
    }
    answer, calls, _ = ask(refused(429, busy, **{"Retry-After": "2"}), ANSWERED["azure"])
    assert answer.outcome and "asks to wait 2 s" in calls[0].message


def test_llama_cpps_server_that_still_loads_is_asked_again() -> None:
    loading = {"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}}
    answer, calls, _ = ask(refused(503, loading), ANSWERED["llama.cpp"])
    assert answer.outcome and "Loading model" in calls[0].message


def test_every_server_of_the_page_is_tried_here() -> None:
    page = (Path(__file__).parents[3] / "docs" / "llm_servers.md").read_text("utf-8")
    named = [line.removeprefix("## ").lower() for line in page.splitlines() if line.startswith("## ")]
    assert set(ANSWERED) <= {name.split(" ")[0] for name in named}
