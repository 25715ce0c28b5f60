"""What the door says, and the one error it raises for things a user can put right."""

from __future__ import annotations

import sys

FAILED, WRONG_USAGE = 1, 2
"""Exit codes, as in the table of all commands (pred_core.exit_codes)."""


class DoorError(Exception):
    """Something the user can put right; the message says what happened and what to do."""

    def __init__(self, message: str, hint: str = "", code: int = FAILED) -> None:
        super().__init__(message)
        self.hint = hint
        self.code = code


def say(text: str) -> None:
    """Print one line of progress to standard error, so that standard output stays the command's own."""
    print(text, file=sys.stderr, flush=True)


def progress(text: str, done: int, total: int) -> None:
    """Show a counter: rewritten in place on a terminal, one line per call elsewhere."""
    line = f"      {text}: {done} of {total}"
    if sys.stderr.isatty():
        end = "\n" if done >= total else "\r"
        print(line, end=end, file=sys.stderr, flush=True)
    else:
        say(line)


def complain(error: DoorError) -> None:
    """Print an error and, on the next line, what to do about it."""
    say(f"pred: {error}")
    if error.hint:
        say(f"      {error.hint}")
