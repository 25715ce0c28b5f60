"""When something was, as people say it."""

from __future__ import annotations

from datetime import datetime


def at_what_time(then: float, now: float) -> str:
    """Return "today at 18:20", "yesterday at 18:20" or "on 3 May 2026 at 18:20", by this machine's clock and zone.

    :param then: what is told, seconds since 1970
    :param now: the present, seconds since 1970
    """
    told, today = datetime.fromtimestamp(then).astimezone(), datetime.fromtimestamp(now).astimezone()
    days = (today.date() - told.date()).days
    day = {0: "today", 1: "yesterday"}.get(days, f"on {told.day} {told:%B %Y}")
    return f"{day} at {told:%H:%M}"
