"""Why a model's server gave no answer, in a sentence to act on, and whether another try makes sense."""

from __future__ import annotations

import email.utils
import math
import re
import socket
import ssl
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pred_core.late import late

if TYPE_CHECKING:
    import openai
else:
    openai = late("openai")

KEY_VARIABLE = "OPENAI_API_KEY"
MOST_WORDS = 200
"""Characters of a server's own words that are passed on."""
_TOO_LONG = re.compile(r"context[ _](?:length|size|window)", re.IGNORECASE)


@dataclass(frozen=True)
class Failure:
    """One attempt without an answer.

    ``passing`` says that the same question may fare better at another try, ``final`` that no question will, as after
    a time-out or with a key that is refused. ``wait`` is how many seconds the server asks to be left alone. ``busy``
    says that it only wanted to be asked later: when it answers then, nothing was wrong.
    """

    message: str
    passing: bool = True
    final: bool = False
    wait: float = 0.0
    busy: bool = False


def timed_out(seconds: float) -> Failure:
    """Return the failure of a server that hangs, or sends too slowly."""
    return Failure(f"The model did not answer within {seconds:.3g} s.", passing=False, final=True)


def broken(why: str) -> Failure:
    """Return the failure of an answer that cannot be read."""
    return Failure(f"The model's answer is broken: {why[:MOST_WORDS]}")


def failure_of(error: openai.OpenAIError, endpoint: str) -> Failure:
    """Say what went wrong.

    :param endpoint: the server's address, without a password
    """
    if isinstance(error, openai.APIStatusError):
        return _refused(error, endpoint)
    if isinstance(error, openai.APIConnectionError):
        return _unreached(error, endpoint)
    return Failure(f"The model's server failed: {str(error)[:MOST_WORDS]}", passing=False)


def _refused(error: openai.APIStatusError, endpoint: str) -> Failure:
    status, words = error.status_code, str(error.message)[:MOST_WORDS]
    if error.response.history:
        leads = str(error.response.url.copy_with(username=None, password=None, query=None))
        text = f"{endpoint} leads on to {leads}, where no question arrives (HTTP {status}): give its own address."
        return Failure(text, passing=False, final=True)
    match status:
        case 401 | 403:
            text = f"The model's server refused the key (HTTP {status}). Set {KEY_VARIABLE} to one it takes."
            return Failure(text, passing=False, final=True)
        case 404:
            ends = "" if "/v1" in endpoint else " Most addresses end in /v1."
            text = f"{endpoint} has no such address or model (HTTP 404): {words}.{ends}"
            return Failure(text, passing=False, final=True)
        case 400 if "content_filter" in f"{error.code} {words} {error.body}":
            return Failure(
                f"The model's server refuses the question by its content filter: {words}", passing=False
            )
        case 400 if _TOO_LONG.search(f"{error.code} {words} {error.body}"):
            text = (
                "The question and the longest answer do not fit the model's context: start its server with a longer "
                f"one, or lower llm_answer_tokens (HTTP 400): {words}"
            )
            return Failure(text, passing=False)
        case 429:
            return _busy(error, words)
    wait = _seconds_to_wait(error)
    return Failure(
        f"The model's server failed (HTTP {status}): {words}",
        passing=status >= 500 or status == 408,
        wait=wait,
    )


def _busy(error: openai.APIStatusError, words: str) -> Failure:
    if "quota" in f"{error.code} {words}".lower():
        text = f"The account at the model's server has no quota left (HTTP 429): {words}"
        return Failure(text, passing=False, final=True)
    wait = _seconds_to_wait(error)
    asks = f" and asks to wait {wait:.3g} s" if wait else ""
    return Failure(f"The model's server limits the rate of calls{asks} (HTTP 429): {words}", wait=wait, busy=True)


def _seconds_to_wait(error: openai.APIStatusError) -> float:
    """Return what Retry-After says, as seconds or as a date; 0 where it says nothing."""
    given = str(error.response.headers.get("retry-after", "")).strip()
    try:
        wait = float(given)
    except ValueError:
        try:
            wait = email.utils.parsedate_to_datetime(given).timestamp() - time.time()
        except (ValueError, OverflowError):
            return 0.0
    return max(wait, 0.0) if math.isfinite(wait) else 0.0


def _unreached(error: openai.APIConnectionError, endpoint: str) -> Failure:
    causes = list(_causes(error))
    why = next((str(cause)[:MOST_WORDS] for cause in reversed(causes) if str(cause)), "")
    if any(isinstance(cause, ssl.SSLError) for cause in causes) or "CERTIFICATE" in why.upper():
        text = f"The model's server cannot be trusted or speaks no TLS ({endpoint}): {why}"
        return Failure(text, passing=False, final=True)
    if any(isinstance(cause, socket.gaierror) for cause in causes):
        return Failure(f"The host of {endpoint} is not known: {why}")
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes) or "refused" in why:
        return Failure(f"Nothing listens at {endpoint}. Is the model's server running?")
    return Failure(f"The model's server cannot be reached at {endpoint}: {why or error}")


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and what led to it, the first cause last."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        cause = cause.__cause__ or cause.__context__
