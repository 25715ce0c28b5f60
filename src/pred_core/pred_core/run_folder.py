"""Where the record of a run goes: into a folder of its own, named after the time and the words, never another run's."""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass
from pathlib import Path

BAG = "bag"
"""Folder of a run's recording, which begins before the run does."""
NO_RECORD = "none"
"""Given instead of a folder: no record is left."""
SLUG_LENGTH = 40


@dataclass(frozen=True)
class RecordNews:
    """What is told of a task's record: its folder, and whether the executive's part of it is whole."""

    folder: str
    whole: bool

    def to_text(self) -> str:
        """Return it as the text of a message."""
        return json.dumps({"folder": self.folder, "whole": self.whole})

    @staticmethod
    def from_text(text: str) -> RecordNews:
        """Return what a message tells.

        :raises ValueError: when it is none
        """
        try:
            told = json.loads(text)
            return RecordNews(str(told["folder"]), bool(told["whole"]))
        except (KeyError, TypeError) as error:
            raise ValueError(f"{text!r} tells of no record") from error


def new_folder(base: Path, *words: str) -> Path:
    """Return a folder below ``base`` that is not there yet, named after now and the words. It is not made."""
    slugs = (re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-")[:SLUG_LENGTH].strip("-") for text in words)
    name = "_".join(part for part in (time.strftime("%Y%m%d-%H%M%S"), *slugs) if part)
    folder, again = base.expanduser().absolute() / name, 1
    while folder.exists():
        again += 1
        folder = folder.with_name(f"{name}_{again}")
    return folder


def check_free(folder: Path) -> Path:
    """Return the folder when no record of another run can get mixed with a new one in it; its bag may have begun.

    :raises FileExistsError: when it holds something else
    """
    if folder.exists() and (not folder.is_dir() or any(p.name != BAG for p in folder.iterdir())):
        raise FileExistsError(
            f"{folder} is there and not empty: give another run_dir, or remove it, so that two runs do not mix."
        )
    return folder
