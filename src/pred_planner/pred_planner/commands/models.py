"""``./pred models check``: asks a model's server for one plan, and says what it can do and what a task will cost."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from importlib import resources

from pred_core.exit_codes import BAD_INPUT, DONE, NOT_DONE, UNAVAILABLE
from pred_core.model_calls import Call
from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.plain_text import one_line
from pred_language.reader import Texts
from pred_planner.llm.budget import BudgetLimits
from pred_planner.llm.client import LlmClient, ModelSettings
from pred_planner.llm.endpoint import Headers, ServerError, fields_of
from pred_planner.model.reasoner import LlmReasoner
from pred_planner.rules.reasoner import Planned


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns 0, 1 where the model's plan is not used, 2 for bad input, 3 where no server answers."""
    given = _parser().parse_args(arguments)
    calls: list[Call] = []
    try:
        client = LlmClient(_settings(given), calls.append)
    except ServerError as error:
        print(f"models: {error}", file=sys.stderr)
        return BAD_INPUT
    warned: list[str] = []
    try:
        planned = LlmReasoner(client, warn=warned.append, at_once=True).make_plan(*_sample())
        for line in _report(client, calls, planned, warned):
            print(one_line(line))
    finally:
        client.close()
    if not any(call.outcome for call in calls):
        return UNAVAILABLE
    return DONE if planned.plan is not None and planned.plan.source == "llm" else NOT_DONE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pred models", description=__doc__)
    check = parser.add_subparsers(required=True, metavar="check").add_parser("check", help="ask for one plan")
    usual = ModelSettings("gpt-4o-mini")
    check.add_argument("--base-url", help="OpenAI-compatible endpoint, by default OpenAI's own")
    check.add_argument("--model", default=usual.model, help="its model; the key is OPENAI_API_KEY")
    check.add_argument("--timeout", type=float, default=usual.timeout, help="seconds for one answer")
    check.add_argument("--answer-tokens", type=int, default=usual.answer_tokens, help="longest answer")
    check.add_argument("--temperature", type=float, default=0.0, help="-1 leaves it to the server")
    check.add_argument("--extra-body", default="", help="further fields of requests, a JSON object")
    check.add_argument("--extra-headers", default="", help="further headers, a JSON object")
    check.add_argument("--prompt-price", type=float, default=0.0, help="of a million prompt tokens")
    check.add_argument("--answer-price", type=float, default=0.0, help="of a million answer tokens")
    return parser


def _settings(given: argparse.Namespace) -> ModelSettings:
    """Return how the server is asked.

    :raises ServerError: for headers or fields that are none
    """
    return ModelSettings(
        given.model,
        given.base_url,
        timeout=given.timeout,
        patience=max(given.timeout + 0.5, ModelSettings(given.model).patience),
        answer_tokens=given.answer_tokens,
        temperature=given.temperature if given.temperature >= 0 else None,
        extra_headers=Headers.of(given.extra_headers),
        extra_body=fields_of(given.extra_body),
        limits=BudgetLimits(prompt_price=given.prompt_price, completion_price=given.answer_price),
    )


def _sample() -> tuple[Texts, ObjectMemory]:
    """Return the sentence that is asked about, and the room it is said in."""
    sample = json.loads(resources.files("pred_planner").joinpath("data/check_question.json").read_text("utf-8"))
    things = (
        ObjectState(
            f"{name}_1",
            name,
            (0.0, 0.0, 0.0),
            (0.1, 0.1, 0.1),
            attributes={key: Attribute(key, Truth.of(value)) for key, value in states.items()},
        )
        for name, states in sample["things"].items()
    )
    return Texts(sample["sentence"]), ObjectMemory(objects=tuple(things))


def _report(
    client: LlmClient, calls: Sequence[Call], planned: Planned, warned: Sequence[str]
) -> Iterator[str]:
    answered = [call for call in calls if call.outcome]
    first = calls[0]
    yield f"server       {first.endpoint}, model {first.model}"
    if not answered:
        yield f"answers      no: {calls[-1].message}"
        return
    seconds = sum(call.seconds for call in answered) / len(answered)
    yield f"answers      yes, {len(answered)} of {len(calls)} calls, {seconds:.1f} s each"
    for call in calls:
        if not call.outcome:
            yield f"failed       {call.message}"
    manners = client.manners
    yield f"JSON schema  {'taken' if manners.structured else 'not taken: asked in plain text'}"
    yield f"temperature  {'taken' if manners.temperature else 'not taken: the model has its own'}"
    yield f"length       {manners.tokens or 'no limit is taken'}"
    yield f"system role  {'taken' if manners.system else 'not taken: told in the one message'}"
    yield f"stream       {'only so' if manners.streamed else 'not needed'}"
    told, written = (sum(getattr(call, f"{kind}_tokens") for call in answered) for kind in ("prompt", "completion"))
    price = sum(call.cost or 0.0 for call in answered)
    cost = f", {price:.4f} in money" if price else ""
    yield f"a first plan {told} tokens told, {written} written{cost}; each surprise after it is two calls more"
    plan = planned.plan
    used = plan is not None and plan.source == "llm"
    yield f"its plan     {'used' if used else 'not used'}: {plan.context.get('decision', '') if plan else warned[-1]}"


if __name__ == "__main__":
    sys.exit(main())
