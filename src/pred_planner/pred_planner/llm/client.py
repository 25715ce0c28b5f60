"""The client: one question in, one answer or an outcome out, whatever the server does."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pred_core.late import late
from pred_core.model_calls import Call, Question
from pred_core.outcome import Code, Outcome
from pred_core.plain_text import ended_well, one_line, without_controls
from pred_planner.llm import completion
from pred_planner.llm.breaker import RULES_GO_ON, Breaker
from pred_planner.llm.budget import Budget, BudgetLimits
from pred_planner.llm.completion import Completion
from pred_planner.llm.endpoint import Endpoint, Headers
from pred_planner.llm.failures import KEY_VARIABLE, Failure, broken, failure_of, timed_out
from pred_planner.llm.manners import MOST_LESSONS, Manners
from pred_planner.llm.masking import Masking

if TYPE_CHECKING:
    import openai
else:
    openai = late("openai")  # half a second, for nothing where rules make the plans

ADDRESS_VARIABLE = "OPENAI_BASE_URL"
NO_KEY = "none"  # local servers want no key, but the library wants a string
NO_EYES = "The model takes no pictures."
BAD_REQUEST = (400, 422)
MISLIKED = (*BAD_REQUEST, 500)
"""How servers answer a request with a field that they do not take; 500 where their template of a chat fails."""
SIGHTLESS = (*MISLIKED, 404, 415)
"""How servers answer a request with a picture for a model that sees nothing."""


class _NoEyes(Exception):
    """A question with pictures was put to a model that takes none: nothing that a server does wrong."""


@dataclass(frozen=True)
class ModelSettings:
    """Where the model is, how it is asked, and how patient we are.

    ``temperature`` 0 asks for the same plan of the same question; None leaves it to the server. ``answer_tokens`` is
    the longest answer, with what a model thinks before it. ``extra_headers`` and ``extra_body`` go with every request.
    ``timeout`` is for a whole attempt: a server that sends a byte now and then does not prolong it. ``patience`` is
    what one task may lose to attempts without an answer in all, ``errors`` after how many of them, s and a count, the
    task goes on without the model.
    """

    model: str
    base_url: str | None = None
    timeout: float = 14.0
    patience: float = 14.5  # with what it takes to end an attempt: 15 s
    errors: int = 2
    first_pause: float = 0.5
    answer_tokens: int = 1500
    temperature: float | None = 0.0
    extra_headers: Headers = field(default_factory=Headers)
    extra_body: Mapping[str, Any] = field(default_factory=dict)
    limits: BudgetLimits = field(default_factory=BudgetLimits)


@dataclass(frozen=True)
class ModelAnswer:
    """What became of a question: the text when the outcome is a success.

    UNAVAILABLE says that there is none, PLAN_REJECTED that it was cut off. A text holds no control characters and
    none of our keys.
    """

    outcome: Outcome
    text: str = ""


class LlmClient:
    """Asks one model. Not thread-safe: a planner asks one question at a time.

    :param settings: see :class:`ModelSettings`
    :param record: called with every attempt, cache hits included
    :param pause: sleeps between tries (replaced in tests)
    :param clock: monotonic seconds
    :raises ServerError: for an address that is none

    ``manners`` is what the server was found to take.
    """

    def __init__(
        self,
        settings: ModelSettings,
        record: Callable[[Call], None],
        pause: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._record = record
        self._pause = pause
        self._clock = clock
        self._masked = Masking.of_environment(settings.extra_headers.secrets)
        self._client = _library_client(settings)
        self._loop = asyncio.new_event_loop()  # only to end an attempt at its deadline, whatever it waits for
        address = self._client.base_url.copy_with(username=None, password=None, query=None)
        self._endpoint = self._masked(str(address))
        self._cache: dict[str, str] = {}
        self.manners = Manners()
        self.start_task()

    def start_task(self) -> None:
        """Begin a new task with a full budget, and with a server that is not given up. The cache stays."""
        self.budget = Budget(self._settings.limits)
        self.breaker = Breaker(self._settings.patience, self._settings.errors)

    def close(self) -> None:
        """Close the connections."""
        self._loop.run_until_complete(self._client.close())
        self._loop.close()

    def ask(self, question: Question) -> ModelAnswer:
        """Have a question answered: from the cache, else by the server, unless the task has given that up."""
        question = replace(question, system=self._safe(question.system), user=self._safe(question.user))
        key = question.key(self._settings.model)
        if key in self._cache:
            text = self._cache[key]
            self._note(question, key, Outcome.success("from the cache"), text, attempt=0, cached=True)
            return ModelAnswer(Outcome.success(), text)
        attempt = 0
        while True:
            allowed = self._allowed(question)
            if not allowed:
                return ModelAnswer(allowed)
            attempt += 1
            answer, pause = self._attempt(question, key, attempt)
            if pause is None:
                return answer
            self._pause(pause)

    def _allowed(self, question: Question) -> Outcome:
        """Tell whether one more call may be made."""
        if question.pictures and not self.manners.sees:
            return Outcome(Code.UNAVAILABLE, NO_EYES)
        if self.breaker.reason:
            return Outcome(Code.UNAVAILABLE, self.breaker.reason)
        return self.budget.check()

    def _attempt(self, question: Question, key: str, attempt: int) -> tuple[ModelAnswer, float | None]:
        """Ask once. Returns the answer, and after how many seconds to try again, None for not at all."""
        started = self._clock()
        tokens, text, failure = (0, 0), "", None
        outcome = Outcome.success()
        deadline = min(self._settings.timeout, self.breaker.left)
        try:
            answer = self._loop.run_until_complete(asyncio.wait_for(self._complete(question), deadline))
        except (TimeoutError, openai.APITimeoutError):
            failure = timed_out(deadline)
        except _NoEyes:
            outcome = Outcome(Code.UNAVAILABLE, NO_EYES)
        except openai.OpenAIError as error:
            failure = failure_of(error, self._endpoint)
        except ValueError as error:  # a body that is no text
            failure = broken(str(error))
        else:
            outcome, text, tokens = answer.outcome, self._safe(answer.text), answer.tokens
            failure = broken(outcome.message) if answer.broken else None
            outcome = replace(outcome, message=self._masked(one_line(outcome.message)))
        self.budget.spend(*tokens)
        seconds = self._clock() - started
        pause = None
        if failure is not None:
            outcome, pause = self._failed(failure, seconds)
        else:
            self.breaker.answered()
        if failure is None and outcome:
            self._cache[key] = text
        self._note(question, key, outcome, text, attempt, tokens=tokens, seconds=seconds)
        return ModelAnswer(outcome, text), pause

    def _failed(self, failure: Failure, seconds: float) -> tuple[Outcome, float | None]:
        """Count a failure. Returns what to tell of it, and after how many seconds to try again."""
        message = self._masked(one_line(failure.message))
        pause = max(self._settings.first_pause * 2**self.breaker.failed, failure.wait)
        again = self.breaker.note(replace(failure, message=message), seconds, pause)
        if self.breaker.reason:
            message = f"{ended_well(message)} {RULES_GO_ON}"
        return Outcome(Code.UNAVAILABLE, message), pause if again else None

    async def _complete(self, question: Question) -> Completion:
        """Put a question, in as many ways as it takes until the server likes it.

        :raises openai.OpenAIError: when it likes none
        :raises _NoEyes: when it takes no pictures
        """
        for _ in range(MOST_LESSONS):
            try:
                return await self._create(question)
            except openai.APIStatusError as error:
                if error.status_code in MISLIKED and self.manners.learn(error):
                    continue
                if question.pictures and error.status_code in SIGHTLESS and self.manners.refuses_pictures(error):
                    raise _NoEyes from error
                return await self._without_form(question, error)
        return await self._create(question)

    async def _without_form(self, question: Question, refused: openai.APIStatusError) -> Completion:
        """Ask in plain text where a refusal does not say what is misliked: it may be the structured output."""
        formed = question.schema is not None and self.manners.structured
        if not formed or refused.status_code not in BAD_REQUEST:
            raise refused
        answer = await self._create(replace(question, schema=None))
        self.manners.structured = False  # this server has none: ask in plain text from now on
        return answer

    async def _create(self, question: Question) -> Completion:
        given = self._settings
        body = self.manners.body(question, given.temperature, given.answer_tokens, given.extra_body)
        raw = await self._client.chat.completions.with_raw_response.create(
            model=given.model,
            messages=body.pop("messages"),
            extra_body=body,
        )
        return completion.read(raw.text)

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
            pictures=question.pictures,
        )
        self._record(call)


def _library_client(settings: ModelSettings) -> openai.AsyncOpenAI:
    """Return the library's client for an endpoint.

    :raises ServerError: for an address that is none
    """
    given = settings.base_url
    endpoint = Endpoint.of(os.environ.get(ADDRESS_VARIABLE) or None if given is None else given)
    key = os.environ.get(KEY_VARIABLE, "") or NO_KEY
    headers = {"api-key": key} if endpoint.keyed_by_header else {}
    return openai.AsyncOpenAI(
        api_key=key,
        base_url=endpoint.base_url,
        timeout=settings.timeout,
        max_retries=0,  # tries are ours: each is counted, recorded and paid for
        default_query=endpoint.query,
        default_headers={**headers, **settings.extra_headers.values},
        http_client=openai.DefaultAsyncHttpxClient(trust_env=False) if endpoint.loopback else None,
    )
