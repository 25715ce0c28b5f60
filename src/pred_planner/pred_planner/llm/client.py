"""The client: one question in, one answer or an outcome out, whatever the server does."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import openai

from pred_core.outcome import Code, Outcome
from pred_planner.llm.budget import Budget, Limits
from pred_planner.llm.calls import Call, Question

KEY_VARIABLE = "OPENAI_API_KEY"
NO_KEY = "none"  # local servers want no key, but the library wants a string


@dataclass(frozen=True)
class Settings:
    """Where the model is and how patient we are. Temperature is 0: the same question, the same plan.

    ``timeout`` is for a whole attempt: a server that sends a byte now and then does not prolong it.
    """

    model: str
    base_url: str | None = None
    timeout: float = 20.0
    tries: int = 3
    first_pause: float = 0.5
    max_tokens: int = 1500
    temperature: float = 0.0
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class Answer:
    """What became of a question: the text when the outcome is a success."""

    outcome: Outcome
    text: str = ""


class LlmClient:
    """Asks one model. Not thread-safe: a planner asks one question at a time.

    :param settings: see :class:`Settings`
    :param record: called with every attempt, cache hits included
    :param pause: sleeps between tries (replaced in tests)
    :param clock: monotonic seconds
    """

    def __init__(
        self,
        settings: Settings,
        record: Callable[[Call], None],
        pause: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._record = record
        self._pause = pause
        self._clock = clock
        self._key = os.environ.get(KEY_VARIABLE, "")
        self._client = openai.AsyncOpenAI(
            api_key=self._key or NO_KEY,
            base_url=settings.base_url,
            timeout=settings.timeout,
            max_retries=0,  # tries are ours: each is counted, recorded and paid for
        )
        self._loop = asyncio.new_event_loop()  # only to end an attempt at its deadline, whatever it waits for
        self._endpoint = str(self._client.base_url.copy_with(username=None, password=None, query=None))
        self._cache: dict[str, str] = {}
        self._structured = True
        self.budget = Budget(settings.limits)

    def start_task(self) -> None:
        """Begin a new task with a full budget. The cache stays."""
        self.budget = Budget(self._settings.limits)

    def close(self) -> None:
        """Close the connections."""
        self._loop.run_until_complete(self._client.close())
        self._loop.close()

    def ask(self, question: Question) -> Answer:
        """Have a question answered: from the cache, else by the server, in at most ``tries`` attempts."""
        key = question.key(self._settings.model)
        if key in self._cache:
            text = self._cache[key]
            self._note(question, key, Outcome.success("from the cache"), text, attempt=0, cached=True)
            return Answer(Outcome.success(), text)
        outcome = Outcome(Code.UNAVAILABLE, "No attempt was made.")
        for attempt in range(1, self._settings.tries + 1):
            allowed = self.budget.check()
            if not allowed:
                return Answer(allowed)
            outcome, text, again = self._attempt(question, key, attempt)
            if outcome:
                self._cache[key] = text
                return Answer(outcome, text)
            if not again:
                break
            if attempt < self._settings.tries:
                self._pause(self._settings.first_pause * 2 ** (attempt - 1))
        return Answer(outcome)

    def _attempt(self, question: Question, key: str, attempt: int) -> tuple[Outcome, str, bool]:
        """Ask once. Returns the outcome, the text, and whether another try makes sense."""
        started = self._clock()
        tokens, text, again = (0, 0), "", False
        try:
            completion = self._loop.run_until_complete(
                asyncio.wait_for(self._complete(question), self._settings.timeout)
            )
        except TimeoutError:
            outcome, again = self._late(), True
        except openai.OpenAIError as error:
            outcome, again = self._failure(error)
        except ValueError as error:  # a body that is cut off or is no JSON
            why = self._without_key(str(error))
            outcome, again = Outcome(Code.UNAVAILABLE, f"The model's answer is broken: {why}"), True
        else:
            outcome, text = _content(completion)
            tokens = _usage(completion)
            again = not outcome
        self.budget.spend(*tokens)
        seconds = self._clock() - started
        self._note(question, key, outcome, text, attempt, tokens=tokens, seconds=seconds)
        return outcome, text, again

    async def _complete(self, question: Question) -> Any:
        options: dict[str, Any] = {}
        if question.schema is not None and self._structured:
            form = {"name": question.purpose, "schema": dict(question.schema), "strict": True}
            options["response_format"] = {"type": "json_schema", "json_schema": form}
        try:
            return await self._create(question, options)
        except (openai.BadRequestError, openai.UnprocessableEntityError):
            if not options:
                raise
        completion = await self._create(question, {})
        self._structured = False  # this server has no structured output: ask in plain text from now on
        return completion

    async def _create(self, question: Question, options: dict[str, Any]) -> Any:
        return await self._client.chat.completions.create(
            model=self._settings.model,
            temperature=self._settings.temperature,
            max_tokens=self._settings.max_tokens,
            messages=[
                {"role": "system", "content": question.system},
                {"role": "user", "content": question.user},
            ],
            **options,
        )

    def _failure(self, error: openai.OpenAIError) -> tuple[Outcome, bool]:
        """Say what went wrong and whether it may pass."""
        again = isinstance(
            error, openai.APIConnectionError | openai.RateLimitError | openai.InternalServerError
        )
        if isinstance(error, openai.APITimeoutError):
            return self._late(), again
        if isinstance(error, openai.AuthenticationError | openai.PermissionDeniedError):
            text = f"The model's server refused the key. Set {KEY_VARIABLE}."
        else:
            text = f"The model's server failed: {self._without_key(str(error))[:300]}"
        return Outcome(Code.UNAVAILABLE, text), again

    def _late(self) -> Outcome:
        return Outcome(Code.UNAVAILABLE, f"The model did not answer within {self._settings.timeout:g} s.")

    def _without_key(self, text: str) -> str:
        return text.replace(self._key, "***") if self._key else text

    def _note(
        self,
        question: Question,
        key: str,
        outcome: Outcome,
        text: str,
        attempt: int,
        *,
        tokens: tuple[int, int] = (0, 0),
        seconds: float = 0.0,
        cached: bool = False,
    ) -> None:
        call = Call(
            key=key,
            purpose=question.purpose,
            model=self._settings.model,
            endpoint=self._endpoint,
            system=self._without_key(question.system),
            user=self._without_key(question.user),
            response=self._without_key(text),
            code=str(outcome.code),
            message=outcome.message,
            prompt_tokens=tokens[0],
            completion_tokens=tokens[1],
            seconds=round(seconds, 3),
            attempt=attempt,
            cached=cached,
            cost=None if cached else self._settings.limits.price(*tokens),
        )
        self._record(call)


def _content(completion: Any) -> tuple[Outcome, str]:
    # servers that are nearly compatible leave out fields or send a page: nothing is taken for granted
    choices = getattr(completion, "choices", None)
    first = choices[0] if isinstance(choices, list) and choices else None
    text = getattr(getattr(first, "message", None), "content", None)
    if not isinstance(text, str) or not text.strip():
        return Outcome(Code.UNAVAILABLE, "The model gave an empty answer."), ""
    if getattr(first, "finish_reason", None) == "length":
        return Outcome(Code.UNAVAILABLE, "The model's answer was cut off at its length limit."), text
    return Outcome.success(), text


def _usage(completion: Any) -> tuple[int, int]:
    usage = getattr(completion, "usage", None)
    prompt, answer = (getattr(usage, name, None) for name in ("prompt_tokens", "completion_tokens"))
    return int(prompt or 0), int(answer or 0)
