"""What came back from a model's server, in whatever form it speaks: the words of the answer, or what they are instead.

Servers that are nearly compatible leave fields out, think aloud, call tools, send parts, or stream: nothing is taken
for granted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pred_core.outcome import Code, Outcome
from pred_planner.dialects.cleaning import without_thoughts

MOST_TOKENS = 2**31
"""More than any server counts for one call."""
MOST_WORDS = 200
"""Characters of a server's own words that are passed on."""
_THINKING = ("reasoning_content", "reasoning")
"""Under which names servers send what a model thought."""
CUT = "The answer was cut off at its length limit"
MORE = "raise the planner's llm_answer_tokens"


@dataclass(frozen=True)
class Completion:
    """An answer. SUCCESS with its text; PLAN_REJECTED where it is cut off; UNAVAILABLE where there is none.

    ``broken`` says that another try may fare better.
    """

    outcome: Outcome
    text: str = ""
    tokens: tuple[int, int] = (0, 0)
    broken: bool = False


def read(body: str) -> Completion:
    """Return the answer in the body of a response, JSON or a stream of events."""
    try:
        data = _streamed(body) if body.lstrip().startswith(("data:", "event:", ":")) else json.loads(body)
    except ValueError as error:
        return _no_answer(
            f"it is no JSON ({error}): {body.strip()[:MOST_WORDS]}" if body.strip() else "it is empty."
        )
    if not isinstance(data, Mapping):
        return _no_answer("it is no JSON object.")
    if data.get("error") and not data.get("choices"):
        return _no_answer(f"the server says: {_message_of(data['error'])}")
    choices = data.get("choices")
    first = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], Mapping) else None
    if first is None:
        return _no_answer("it holds no choices.")
    tokens = _usage(data.get("usage"))
    message = first.get("message")
    return _answer(message if isinstance(message, Mapping) else {}, first, tokens)


def _answer(message: Mapping[str, Any], choice: Mapping[str, Any], tokens: tuple[int, int]) -> Completion:
    finish = choice.get("finish_reason")
    refusal = _refusal(message)
    if finish == "content_filter":
        return _declined("The content filter of the model's server held the answer back.", tokens)
    if refusal:
        return _declined(f"The model refuses to answer: {refusal[:MOST_WORDS]}", tokens)
    said = _text(message.get("content")) or _text(choice.get("text"))
    text = without_thoughts(said).strip() or _of_tools(message)
    if finish == "length":
        return _cut(text or said or _thought(message), bool(text), tokens)
    text = text or without_thoughts(_thought(message)).strip()
    if not text and said.strip():
        return Completion(Outcome(Code.PLAN_REJECTED, "The answer is nothing but thoughts."), said, tokens)
    if not text:
        return Completion(_no_answer("it is empty.").outcome, "", tokens, broken=True)
    return Completion(Outcome.success(), text, tokens)


def _cut(text: str, answering: bool, tokens: tuple[int, int]) -> Completion:
    why = f"{CUT}." if answering else f"{CUT} while the model was still thinking: {MORE}."
    return Completion(Outcome(Code.PLAN_REJECTED, why), text, tokens)


def _no_answer(why: str) -> Completion:
    return Completion(Outcome(Code.UNAVAILABLE, why), broken=True)


def _declined(why: str, tokens: tuple[int, int]) -> Completion:
    return Completion(Outcome(Code.UNAVAILABLE, why), tokens=tokens)


def _text(content: object) -> str:
    """Return the words of a content: a text, or parts of which some are texts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else [content]
    return "".join(_part(part) for part in parts)


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, Mapping) or part.get("type") in ("thinking", "reasoning", "refusal"):
        return ""
    text = part.get("text")
    return text if isinstance(text, str) else ""


def _refusal(message: Mapping[str, Any]) -> str:
    given = message.get("refusal")
    parts = message.get("content")
    found = [p.get("refusal") for p in parts if isinstance(p, Mapping)] if isinstance(parts, list) else []
    return next((text.strip() for text in (given, *found) if isinstance(text, str) and text.strip()), "")


def _thought(message: Mapping[str, Any]) -> str:
    return next(
        (text for name in _THINKING if isinstance(text := message.get(name), str) and text.strip()), ""
    )


def _of_tools(message: Mapping[str, Any]) -> str:
    """Return the arguments of the first call of a tool that has any: a model that answers in them."""
    calls = message.get("tool_calls")
    functions = (
        [call.get("function") for call in calls if isinstance(call, Mapping)]
        if isinstance(calls, list)
        else []
    )
    for function in (*functions, message.get("function_call")):
        given = function.get("arguments") if isinstance(function, Mapping) else None
        text = given if isinstance(given, str) else json.dumps(given) if given else ""
        if text.strip(" {}\n"):
            return text
    return ""


def _message_of(error: object) -> str:
    words = error.get("message") if isinstance(error, Mapping) else error
    return str(words)[:MOST_WORDS]


# -- streams --------------------------------------------------------------------------------------------------------
def _streamed(body: str) -> Mapping[str, Any]:
    """Return the whole answer that the events of a stream make.

    :raises ValueError: when an event is no JSON, or the stream ends before the answer does
    """
    texts: dict[str, list[str]] = {name: [] for name in ("content", "refusal", *_THINKING)}
    tools: dict[int, list[str]] = {}
    finish, usage, whole = None, None, False
    for event in _events(body):
        if event is None:
            whole = True
            continue
        if event.get("error"):
            return event
        usage = event.get("usage") or usage
        choices = event.get("choices") or [{}]
        delta = choices[0].get("delta") or choices[0].get("message") or {}
        finish = choices[0].get("finish_reason") or finish
        for name, found in texts.items():
            found.append(_text(delta.get(name)) if name == "content" else str(delta.get(name) or ""))
        for call in delta.get("tool_calls") or ():
            arguments = (call.get("function") or {}).get("arguments")
            tools.setdefault(int(call.get("index") or 0), []).append(str(arguments or ""))
    if not whole and finish is None:
        raise ValueError("the stream ends before the answer does")
    message: dict[str, Any] = {name: "".join(found) for name, found in texts.items()}
    message["tool_calls"] = [{"function": {"arguments": "".join(tools[index])}} for index in sorted(tools)]
    return {"choices": [{"message": message, "finish_reason": finish}], "usage": usage}


def _events(body: str) -> Iterator[Mapping[str, Any] | None]:
    """Yield the data of a stream's events, None for its end."""
    for line in body.splitlines():
        name, _, data = line.partition(":")
        if name != "data" or not data.strip():
            continue
        if data.strip() == "[DONE]":
            yield None
            continue
        event = json.loads(data)
        if isinstance(event, Mapping):
            yield event


def _usage(usage: object) -> tuple[int, int]:
    given = usage if isinstance(usage, Mapping) else {}
    return _counted(given.get("prompt_tokens")), _counted(given.get("completion_tokens"))


def _counted(given: object) -> int:
    return min(max(given, 0), MOST_TOKENS) if isinstance(given, int) else 0
