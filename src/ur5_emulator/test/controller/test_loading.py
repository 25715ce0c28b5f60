"""What a script's text becomes in the process that compiles: once, whatever it is worth."""

from __future__ import annotations

import pytest

from ur5_emulator.controller.script import loading
from ur5_emulator.controller.script.compiler import Script, compiled

BLOCKING = frozenset({"sync", "sleep"})
PROGRAM, SECONDARY = "def program():\n  sleep(0.1)\nend\n", "sec beside():\n  n = 1\nend\n"


def test_the_same_text_is_compiled_once_and_a_faulty_one_refused_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts: list[str] = []

    def counted(text: str, blocking: frozenset[str]) -> Script:
        texts.append(text)
        return compiled(text, blocking)

    monkeypatch.setattr(loading, "compiled", counted)
    loading._compiled.cache_clear()
    asked = [PROGRAM, SECONDARY, "def broken(", PROGRAM, "def broken(", SECONDARY]
    answers = [loading._received(loading._compiled(text, BLOCKING)) for text in asked]
    assert texts == asked[:3]
    names = [answer if isinstance(answer, str) else (answer.name, answer.secondary) for answer in answers]
    assert names[0] == names[3] == ("program", False) and names[1] == names[5] == ("beside", True)
    assert isinstance(names[2], str) and names[2] == names[4]
    loading._compiled.cache_clear()
