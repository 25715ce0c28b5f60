"""How a model's server wants to be asked, learned from its refusals: OpenAI-compatible servers differ."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pred_core.late import late
from pred_core.model_calls import Question

if TYPE_CHECKING:
    import openai
else:
    openai = late("openai")

OLD_LIMIT, NEW_LIMIT = "max_tokens", "max_completion_tokens"
"""How the longest answer is called, and how models that think (o-series, gpt-5) want it called."""
MOST_LESSONS = 6
"""How often one question is put in another way."""
_UNWANTED = re.compile(
    r"unsupported|n[o']t (?:be )?(?:support|allow|permit|accept)|unrecogni[sz]ed|unknown|unexpected|only the default"
    r"|must (?:be (?:1|true)|alternate)|only supports|only .{0,60}supported|extra (?:inputs|fields)|deprecated",
    re.IGNORECASE | re.DOTALL,
)
"""How servers say that they do not want a field, not that its value is too large."""
_NO_SYSTEM = re.compile(
    r"system.{0,40}(?:role|prompt|message)|roles?\b.{0,60}(?:system|alternate)"
    r"|only user and assistant|messages\[0\]\.role",
    re.IGNORECASE | re.DOTALL,
)
_NO_PICTURES = re.compile(
    r"image|vision|multi-?modal|content.{0,40}(?:must be|should be|expected).{0,20}str|parts?\b.{0,40}(?:support|text)",
    re.IGNORECASE | re.DOTALL,
)
"""How servers say that a model sees nothing."""
_STREAM = re.compile(
    r"(?:must|only|requires?|enable|set)\b.{0,60}\bstream|\bstream.{0,60}(?:true|only|required|must)",
    re.IGNORECASE | re.DOTALL,
)


@dataclass
class Manners:
    """What an endpoint takes; everything until it refuses it.

    ``tokens`` is the name of the limit, '' for none; ``system`` whether there are messages of the system; ``sees``
    whether pictures are taken.
    """

    temperature: bool = True
    tokens: str = OLD_LIMIT
    structured: bool = True
    system: bool = True
    streamed: bool = False
    sees: bool = True

    def body(
        self, question: Question, temperature: float | None, tokens: int, extra: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the fields of a request.

        :param temperature: None to leave it to the server
        :param extra: fields that win over ours; null leaves one out
        """
        body: dict[str, Any] = {"messages": self._messages(question)}
        if temperature is not None and self.temperature:
            body["temperature"] = temperature
        if self.tokens and not {OLD_LIMIT, NEW_LIMIT} & extra.keys():
            body[self.tokens] = tokens
        if question.schema is not None and self.structured:
            form = {"name": question.purpose, "schema": dict(question.schema), "strict": _is_strict(question.schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": form}
        if self.streamed:
            body["stream"] = True
        body |= extra
        return {name: value for name, value in body.items() if value is not None}

    def _messages(self, question: Question) -> list[dict[str, Any]]:
        if self.system:
            return [
                {"role": "system", "content": question.system},
                {"role": "user", "content": _with_pictures(question.user, question)},
            ]
        return [{"role": "user", "content": _with_pictures(f"{question.system}\n\n{question.user}", question)}]

    def refuses_pictures(self, error: openai.APIStatusError) -> bool:
        """Tell whether a question with pictures was refused for them, and remember it."""
        if _NO_PICTURES.search(f"{error.message} {_words(error.body)}"):
            self.sees = False
        return not self.sees

    def learn(self, error: openai.APIStatusError) -> bool:
        """Take from a refusal what is not wanted; return whether anything was learned."""
        named = f"{getattr(error, 'param', '') or ''} {error.message} {_words(error.body)}"
        unwanted = _UNWANTED.search(named) is not None
        if self.system and unwanted and _NO_SYSTEM.search(named):
            self.system = False
        elif self.tokens == OLD_LIMIT and NEW_LIMIT in named:
            self.tokens = NEW_LIMIT
        elif self.temperature and unwanted and "temperature" in named:
            self.temperature = False
        elif self.tokens and unwanted and re.search(rf"\b{self.tokens}\b", named):
            self.tokens = ""
        elif not self.streamed and _STREAM.search(named):
            self.streamed = True
        elif self.structured and unwanted and re.search("response_format|json_schema|structured", named):
            self.structured = False
        else:
            return False
        return True


def _with_pictures(text: str, question: Question) -> str | list[dict[str, Any]]:
    """Return what a message holds: a text alone, or pictures and the text."""
    if not question.pictures:
        return text
    urls = (f"data:image/jpeg;base64,{base64.b64encode(picture.data).decode()}" for picture in question.pictures)
    shown = [{"type": "image_url", "image_url": {"url": url, "detail": "low"}} for url in urls]
    return [*shown, {"type": "text", "text": text}]


def _words(body: object) -> str:
    """Return what the body of an error says, whatever form it has."""
    return body if isinstance(body, str) else str(body or "")


def _is_strict(schema: object) -> bool:
    """Tell whether a schema may be kept to strictly: servers want every field of every object to be required then."""
    if isinstance(schema, list):
        return all(map(_is_strict, schema))
    if not isinstance(schema, Mapping):
        return True
    fields = schema.get("properties")
    whole = not isinstance(fields, Mapping) or set(fields) <= set(schema.get("required", ()))
    return whole and all(map(_is_strict, schema.values()))
