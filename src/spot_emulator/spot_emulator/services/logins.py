"""Who is logged in: opaque tokens, and whose they are."""

from __future__ import annotations

import hmac
import os
import secrets
import threading
from typing import Any

USERNAME, PASSWORD = "BOSDYN_CLIENT_USERNAME", "BOSDYN_CLIENT_PASSWORD"
_BEARER = "Bearer "


class Logins:
    """Tokens given out since the robot booted, and the credentials of payloads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users: dict[str, str] = {}

    def log_in(self, user: str, password: str) -> str | None:
        """Return a token, or None for a wrong user or password."""
        wanted = os.environ.get(USERNAME), os.environ.get(PASSWORD)
        if wanted[0] is None or wanted[1] is None:
            right = bool(user and password)
        else:
            right = hmac.compare_digest(user.encode(), wanted[0].encode()) and hmac.compare_digest(
                password.encode(), wanted[1].encode()
            )
        return self.give(user) if right else None

    def give(self, user: str) -> str:
        """Return a fresh token of a user."""
        token = secrets.token_urlsafe(24)
        with self._lock:
            self._users[token] = user
        return token

    def renew(self, token: str) -> str | None:
        """Return another token for a valid one; the old one stays valid, too."""
        user = self._users.get(token)
        return None if user is None else self.give(user)

    def forget(self) -> None:
        """Make all tokens invalid."""
        with self._lock:
            self._users.clear()

    def knows(self, metadata: Any) -> bool:
        """Tell whether a call's metadata carry a valid token."""
        return _token(metadata) in self._users

    def user_of(self, context: Any) -> str:
        """Return who sent a call."""
        return self._users.get(_token(context.invocation_metadata()), "")


def _token(metadata: Any) -> str:
    for key, value in metadata or ():
        if key == "authorization" and str(value).startswith(_BEARER):
            return str(value)[len(_BEARER) :]
    return ""
