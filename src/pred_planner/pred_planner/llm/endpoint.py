"""The address of a model's server as people give it, and what else goes with every request to it."""

from __future__ import annotations

import json
import os
import re
import urllib.parse
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from pred_core.loopback import is_loopback
from pred_core.plain_text import ended_well

QUESTIONS = "/chat/completions"
"""Where questions go, below the base address; people paste addresses with it and without."""
NO_ADDRESS = "The address of the model's server must be like http://127.0.0.1:8000/v1."
_VARIABLE = re.compile(r"\$\{?([A-Za-z_][A-Za-z0-9_]*)\}?")
_SECRET = re.compile(
    r"authorization|cookie|(?:\A|[-_])(?:api-?)?(?:key|token|secret|password)\Z", re.IGNORECASE
)


class ServerError(ValueError):
    """An address, headers or fields that cannot be those of requests to a model's server."""


@dataclass(frozen=True)
class Endpoint:
    """Where requests go.

    :param base_url: without query, None for the client library's own
    :param query: what follows the ``?`` of every request, Azure's ``api-version`` above all
    :param loopback: whether it is this machine, to which no proxy leads
    """

    base_url: str | None = None
    query: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    loopback: bool = False

    @property
    def keyed_by_header(self) -> bool:
        """Whether it takes the key in Azure's header ``api-key``."""
        return "api-version" in self.query

    @classmethod
    def of(cls, address: str | None) -> Endpoint:
        """Return the endpoint of an address as it was pasted.

        :raises ServerError: for one that is none
        """
        if address is None:
            return cls()
        try:
            parts = urllib.parse.urlsplit(address)
            usable = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
            query = dict(urllib.parse.parse_qsl(parts.query, keep_blank_values=True))
        except ValueError as error:
            raise ServerError(NO_ADDRESS) from error
        if not usable or any(c.isspace() for c in address):
            raise ServerError(NO_ADDRESS)
        path = parts.path.rstrip("/").removesuffix(QUESTIONS)
        base = urllib.parse.urlunsplit((parts.scheme, parts.netloc, path, "", ""))
        return cls(base, query, _is_this_machine(parts.hostname or ""))


def _is_this_machine(host: str) -> bool:
    return is_loopback(host) or host == "localhost" or host.endswith(".localhost")


@dataclass(frozen=True)
class Headers:
    """Further headers of every request, and the secrets in them, which come from the environment."""

    values: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    secrets: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str) -> Headers:
        """Return the headers that a JSON object names; ``$NAME`` in a value is that variable of the environment.

        :raises ServerError: for what is none, a variable that is not set, or a key that is written out
        """
        values: dict[str, str] = {}
        secrets: list[str] = []
        for name, value in fields_of(text).items():
            if not isinstance(value, str) or any(c in f"{name}{value}" for c in "\r\n"):
                raise ServerError(f"The header {name} must be a text in one line.")
            used = _VARIABLE.findall(value)
            if _SECRET.search(name) and not used:
                raise ServerError(
                    f'The header {name} is a key: set a variable, and write {{"{name}": "$VARIABLE"}}.'
                )
            unset = next((variable for variable in used if not os.environ.get(variable)), "")
            if unset:
                raise ServerError(f"The header {name} needs the variable {unset}, which is not set.")
            secrets += [os.environ[variable] for variable in used]
            values[name] = _VARIABLE.sub(lambda match: os.environ[match[1]], value)
        return cls(values, tuple(secrets))


def fields_of(text: str) -> Mapping[str, Any]:
    """Return the fields of a JSON object, none of ''.

    :raises ServerError: for another text
    """
    if not text.strip():
        return {}
    try:
        found = json.loads(text)
    except ValueError as error:
        raise ServerError(ended_well(f"It must be a JSON object, like {{}}: {error}")) from error
    if not isinstance(found, dict):
        raise ServerError('It must be a JSON object, like {"name": "value"}.')
    return found
