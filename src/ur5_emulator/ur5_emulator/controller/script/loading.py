"""Compile scripts in a process of its own: ur_rtde's takes 70 ms, for which the control loop may not stand still.

It comes anew with each connection and each recovery, the same text, and is compiled once.
"""

from __future__ import annotations

import marshal
import multiprocessing
import signal
from collections.abc import Iterator
from functools import lru_cache
from multiprocessing.connection import Connection

from ur5_emulator.controller.script.compiler import Script, compiled
from ur5_emulator.controller.script.tokens import ScriptError

KEPT = 8
"""How many texts are kept compiled, the latest ones."""
Answer = str | tuple[str, bool, bytes]
"""What is wrong with a script, or its name, whether it is a secondary program, and its code."""


class Loader:
    """Takes script texts, and hands them out compiled, in the same order, once they are."""

    def __init__(self, blocking: frozenset[str]) -> None:
        context = multiprocessing.get_context("fork")
        self.pipe, other = context.Pipe()
        self.worker = context.Process(target=_work, args=(other, self.pipe, blocking), daemon=True)
        self.worker.start()
        other.close()
        self.pending = 0

    def submit(self, text: str) -> None:
        """Have a script compiled."""
        self.pipe.send(text)
        self.pending += 1

    def ready(self) -> Iterator[Script | str]:
        """Yield what is compiled by now; for a script with an error its description. Raises EOFError: no worker."""
        while self.pending and self.pipe.poll():
            self.pending -= 1
            yield _received(self.pipe.recv())

    def close(self) -> None:
        """End the worker."""
        self.pipe.close()
        self.worker.join()


def _received(answer: Answer) -> Script | str:
    if isinstance(answer, str):
        return answer
    name, secondary, code = answer
    return Script(name, secondary, marshal.loads(code))


def _work(pipe: Connection, parents: Connection, blocking: frozenset[str]) -> None:
    """Compile one text after another until the other end closes."""
    parents.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a key press is for the parent, whose end ends this one
    while True:
        try:
            text = pipe.recv()
        except EOFError:
            return
        pipe.send(_compiled(text, blocking))


@lru_cache(KEPT)
def _compiled(text: str, blocking: frozenset[str]) -> Answer:
    try:
        script = compiled(text, blocking)
    except ScriptError as error:
        return str(error)
    return script.name, script.secondary, marshal.dumps(script.code)
