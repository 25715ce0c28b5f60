"""Sentences that end with what an exception says have one mark at their end, whatever it ends with."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOREIGN = frozenset({"src/thor_player/thor_player/errors.py", "src/thor_player/thor_player/session.py"})
"""They say what Unity says, in its form."""
CAUGHT = re.compile(r"^ *except .* as (\w+):", re.MULTILINE)


def doubled(text: str) -> list[str]:
    """Return where a mark follows the text of a caught exception within a string."""
    found = []
    for name in sorted(set(CAUGHT.findall(text))):
        found += re.findall(rf".*\{{{name}\}}[.!?;](?![.\w/]).*", text)
    return found


def test_a_caught_text_is_seen_before_a_mark() -> None:
    text = 'try:\n    f()\nexcept E as e:\n    raise F(f"{e}, {x}. no: {e}.") from e\n'
    assert len(doubled(text)) == 1
    assert not doubled(text.replace("{e}.", "{e}"))


def test_no_mark_is_put_behind_what_an_exception_says() -> None:
    files = [*ROOT.glob("src/*/*/**/*.py"), *ROOT.glob("launch/pred_bringup/**/*.py")]
    ours = {str(f.relative_to(ROOT)): f for f in files if "test" not in f.relative_to(ROOT).parts}
    texts = {name: f.read_text("utf-8") for name, f in ours.items() if name not in FOREIGN}
    wrong = {name: found for name, text in texts.items() if "except" in text and (found := doubled(text))}
    assert not wrong, "put it together with pred_core.plain_text.ended_well"
