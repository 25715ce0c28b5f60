"""What commands print, line by line, to readers who may have enough: ``./pred parse ... | head -1``."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def until_unread() -> Iterator[None]:
    """Print until whoever reads standard output is gone; that is no failure, so nothing is said of it."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        # Python writes what is left when it ends, which must not fail again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def answer_lines(answer: Callable[[str], dict[str, Any]]) -> None:
    """Print the answer to each line of standard input as JSON in ASCII, each as soon as it is known."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    with until_unread():
        for line in sys.stdin:
            print(json.dumps(answer(line)), flush=True)
