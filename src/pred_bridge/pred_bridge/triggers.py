"""Trigger services that answer with an outcome."""

from __future__ import annotations

from collections.abc import Callable

from std_srvs.srv import Trigger

from pred_core.outcome import Outcome


def trigger(work: Callable[[], Outcome]) -> Callable[[Trigger.Request, Trigger.Response], Trigger.Response]:
    """Return the callback of a Trigger service that does some work."""

    def answer(_request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        outcome = work()
        response.success, response.message = bool(outcome), str(outcome)
        return response

    return answer
