"""The client: one question in, one answer or an outcome out, whatever the server does."""

from __future__ import annotations

import asyncio
import os
import time
import urllib.parse
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pred_core.late import late
from pred_core.model_calls import Call, Question
from pred_core.outcome import Code, Outcome
from pred_core.plain_text import one_line, without_controls
from pred_planner.llm.breaker import RULES_GO_ON, Breaker
from pred_planner.llm.budget import Budget, Limits
from pred_planner.llm.failures import KEY_VARIABLE, Failure, broken, failure_of, timed_out
from pred_planner.llm.masking import Masking

if TYPE_CHECKING:
    import openai
else:
    openai = late("openai")  # half a second, for nothing where rules make the plans

NO_KEY = "none"  # local servers want no key, but the library wants a string
MOST_TOKENS = 2**31
"""More than any server counts for one call."""


@dataclass(frozen=True)
class Settings:
    """Where the model is and how patient we are. Temperature is 0: the same question, the same plan.

    ``timeout`` is for a whole attempt: a server that sends a byte now and then does not prolong it. ``patience`` is
    what one task may lose to attempts without an answer in all, ``errors`` after how many of them, s and a count, the
    task goes on without the model.
    """

    model: str
    base_url: str | None = None
    timeout: float = 15.0
    patience: float = 19.5  # with what it takes to end an attempt: 20 s
    errors: int = 2
    first_pause: float = 0.5
    max_tokens: int = 1500
    temperature: float = 0.0
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class Answer:
    """What became of a question: the text when the outcome is a success.

    UNAVAILABLE says that there is none, PLAN_REJECTED that it was cut off. A text holds no control characters and
    none of our keys.
    """

    outcome: Outcome
    text: str = ""


class ServerError(ValueError):
    """An address that cannot be one of a model's server."""


class LlmClient:
    """Asks one model. Not thread-safe: a planner asks one question at a time.

    :param settings: see :class:`Settings`
    :param record: called with every attempt, cache hits included
    :param pause: sleeps between tries (replaced in tests)
    :param clock: monotonic seconds
    :raises ServerError: for an address that is none
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
        self._masked = Masking.of_environment()
        self._client = openai.AsyncOpenAI(
            api_key=os.environ.get(KEY_VARIABLE, "") or NO_KEY,
            base_url=_checked(settings.base_url),
            timeout=settings.timeout,
            max_retries=0,  # tries are ours: each is counted, recorded and paid for
        )
        self._loop = asyncio.new_event_loop()  # only to end an attempt at its deadline, whatever it waits for
        address = self._client.base_url.copy_with(username=None, password=None, query=None)
        self._endpoint = self._masked(str(address))
        self._cache: dict[str, str] = {}
        self._structured = True
        self.start_task()

    def start_task(self) -> None:
        """Begin a new task with a full budget, and with a server that is not given up. The cache stays."""
        self.budget = Budget(self._settings.limits)
        self.breaker = Breaker(self._settings.patience, self._settings.errors)

    def close(self) -> None:
        """Close the connections."""
        self._loop.run_until_complete(self._client.close())
        self._loop.close()

    def ask(self, question: Question) -> Answer:
        """Have a question answered: from the cache, else by the server, unless the task has given that up."""
        question = replace(question, system=self._safe(question.system), user=self._safe(question.user))
        key = question.key(self._settings.model)
        if key in self._cache:
            text = self._cache[key]
            self._note(question, key, Outcome.success("from the cache"), text, attempt=0, cached=True)
            return Answer(Outcome.success(), text)
        attempt = 0
        while True:
            allowed = self._allowed()
            if not allowed:
                return Answer(allowed)
            attempt += 1
            answer, pause = self._attempt(question, key, attempt)
            if pause is None:
                return answer
            self._pause(pause)

    def _allowed(self) -> Outcome:
        """Tell whether one more call may be made."""
        if self.breaker.reason:
            return Outcome(Code.UNAVAILABLE, self.breaker.reason)
        return self.budget.check()

    def _attempt(self, question: Question, key: str, attempt: int) -> tuple[Answer, float | None]:
        """Ask once. Returns the answer, and after how many seconds to try again, None for not at all."""
        started = self._clock()
        tokens, text, failure = (0, 0), "", None
        outcome = Outcome.success()
        deadline = min(self._settings.timeout, self.breaker.left)
        try:
            completion = self._loop.run_until_complete(asyncio.wait_for(self._complete(question), deadline))
        except (TimeoutError, openai.APITimeoutError):
            failure = timed_out(deadline)
        except openai.OpenAIError as error:
            failure = failure_of(error, self._endpoint)
        except ValueError as error:  # a body that is cut off or is no JSON
            failure = broken(str(error))
        else:
            outcome, text = _content(completion)
            text, tokens = self._safe(text), _usage(completion)
            failure = broken(outcome.message) if outcome.code is Code.UNAVAILABLE else None
        self.budget.spend(*tokens)
        seconds = self._clock() - started
        pause = None
        if failure is not None:
            outcome, pause = self._failed(failure, seconds)
        elif outcome:
            self._cache[key] = text
        self._note(question, key, outcome, text, attempt, tokens=tokens, seconds=seconds)
        return Answer(outcome, text), pause

    def _failed(self, failure: Failure, seconds: float) -> tuple[Outcome, float | None]:
        """Count a failure. Returns what to tell of it, and after how many seconds to try again."""
        message = self._masked(one_line(failure.message))
        pause = max(self._settings.first_pause * 2**self.breaker.failed, failure.wait)
        again = self.breaker.note(replace(failure, message=message), seconds, pause)
        if self.breaker.reason:
            message = f"{message.rstrip('. ')}. {RULES_GO_ON}"
        return Outcome(Code.UNAVAILABLE, message), pause if again else None

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

    def _safe(self, text: str) -> str:
        """Return a text as it may be written, printed and sent."""
        return self._masked(without_controls(text))

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
            system=question.system,
            user=question.user,
            response=text,
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


def _checked(base_url: str | None) -> str | None:
    """Return an address that a server may have.

    :raises ServerError: for one that is none
    """
    if base_url is None:
        return None
    try:
        parts = urllib.parse.urlsplit(base_url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable or any(c.isspace() for c in base_url):
        raise ServerError("The address of the model's server must be like http://127.0.0.1:8000/v1.")
    return base_url


def _content(completion: Any) -> tuple[Outcome, str]:
    # servers that are nearly compatible leave out fields or send a page: nothing is taken for granted
    choices = getattr(completion, "choices", None)
    first = choices[0] if isinstance(choices, list) and choices else None
    text = getattr(getattr(first, "message", None), "content", None)
    if not isinstance(text, str) or not text.strip():
        return Outcome(Code.UNAVAILABLE, "it is empty."), ""
    if getattr(first, "finish_reason", None) == "length":
        return Outcome(Code.PLAN_REJECTED, "The answer was cut off at its length limit."), text
    return Outcome.success(), text


def _usage(completion: Any) -> tuple[int, int]:
    usage = getattr(completion, "usage", None)
    prompt, answer = (getattr(usage, name, None) for name in ("prompt_tokens", "completion_tokens"))
    return _counted(prompt), _counted(answer)


def _counted(given: Any) -> int:
    return min(max(given, 0), MOST_TOKENS) if isinstance(given, int) else 0
