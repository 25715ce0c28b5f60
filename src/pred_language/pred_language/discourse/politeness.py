"""An order without what only makes it polite: "could you please put the lid down?" is "put the lid down".

Rules that look at how a text begins and ends then see the order itself.
"""

from __future__ import annotations

import re

from pred_language.discourse.wrapping import order_verbs

_CALL = r"(?:(?:hey|hi|hello|ok|okay|robot|please|now|so|well)\b[\s,]+)*"
_ASKS = (
    r"(?:(?:can|could|would|will) (?:you|u)|(?:i|we)(?:'d| would)? (?:need|want|like) you to|"
    r"you (?:need|have) to|you (?:should|must))"
)
_ASKED = re.compile(
    rf"^\W*{_CALL}(?P<asks>{_ASKS} )?(?:please |kindly |just |possibly |quickly )*(?P<order>(?P<verb>[a-z]+) [^.;!?]*?)"
    r"(?:,? (?:please|pls|thanks|thank you|cheers|ta))?(?: very much| a lot| so much)?\s*(?P<end>[.!?]*)\s*$",
    re.IGNORECASE,
)
_TAKES_MORE = re.compile(r"\b(?:if|unless|when|whether|or|but)\b", re.IGNORECASE)
"""What makes of a sentence more than one plain order: other steps read how it is wrapped."""


def without_courtesy(text: str) -> str:
    """Return a text of one plain order without asking, "please" and thanks; any other text as it is."""
    match = _ASKED.match(text)
    if match is None or match["verb"].lower() not in order_verbs() or _TAKES_MORE.search(match["order"]):
        return text
    if "?" in match["end"] and not match["asks"]:  # "put it in the sink, right?"
        return text
    return f"{match['order']}{'.' if match['end'] else ''}"
