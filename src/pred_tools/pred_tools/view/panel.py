"""What a person may say to the robot on a page: an answer to its question, or that it shall stop. Plain HTML forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Protocol

from pred_core.asking import Asked


@dataclass(frozen=True)
class OpenQuestion:
    """A question of the robot that waits for an answer. ``kind`` is approval, choice or text."""

    id: str
    kind: str
    text: str
    reason: str = ""
    candidates: Sequence[str] = ()


class Listener(Protocol):
    """Who passes on to the robot what is said on a page. Its methods may be called from any thread."""

    def question(self) -> OpenQuestion | None:
        """Return the question that is open, if there is one."""

    def answer(self, question: str, words: str) -> None:
        """Answer a question, by its id."""

    def stop(self) -> None:
        """Ask for the end of what the robot does."""


def panel(question: OpenQuestion | None, token: str) -> str:
    """Return the forms as they are now.

    :param token: what this server's own pages send along, so that no other page can speak for a person
    """
    return f"{_asked(question, token) if question is not None else ''}{_form('stop', token, _button('Stop the robot'))}"


def _asked(question: OpenQuestion, token: str) -> str:
    told = f"<p><b>{escape(question.text)}</b> {escape(question.reason)}</p>"
    if question.kind == Asked.APPROVAL:
        return f'{told}<p class="small">Approvals are typed at the terminal of ask_person.</p>'
    asked = f'<input type="hidden" name="question" value="{escape(question.id)}">'
    numbered = enumerate(question.candidates, 1)
    buttons = "".join(_button(f"{number}. {text}", "words", str(number)) for number, text in numbered)
    if question.kind == Asked.CHOICE:
        buttons += _button("None of them", "words", "0")
    buttons = _form("answer", token, asked + buttons) if buttons else ""
    words = '<input name="words" placeholder="in words" autocomplete="off" required>'
    return f"{told}{buttons}{_form('answer', token, f'{asked}{words} {_button("Answer")}')}"


def _form(what: str, token: str, content: str) -> str:
    """Return a form whose answer goes into a frame that nobody sees: the page stays."""
    return (
        f'<form method="post" action="/robot/{what}" target="said">'
        f'<input type="hidden" name="token" value="{escape(token)}">{content}</form>'
    )


def _button(text: str, name: str = "", value: str = "") -> str:
    named = f' name="{name}" value="{escape(value)}"' if name else ""
    return f"<button{named}>{escape(text)}</button> "
