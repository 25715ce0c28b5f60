"""What lies in a thing, told between commas or in brackets: "a pan, with a spoon in it, on the table"."""

from __future__ import annotations

from pred_language.discourse.rewriting import rules
from pred_language.lexicon.shapes import NP

ENCLOSED = rules(
    [
        (
            rf"\s*[,(]\s*(?P<held>with {NP} (?:in|on|inside)(?: of)?(?: it| them)?)\s*[,)](?=\s*\w)",
            r" \g<held> ",
        )
    ]
)
"""The same without the commas, which part what belongs together."""
