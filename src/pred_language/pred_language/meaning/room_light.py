"""The light of a room: where a switch was seen "turn off the light" means it, unless it stands so already."""

from __future__ import annotations

import re

from pred_language.meaning.grounding import Grounder

_END = r"(?=\s*(?:[.,;!?]|$|\b(?:and|then|but|so|please|in here|in this room|in the room)\b))"
_LIGHT = re.compile(
    r"\b(?P<verb>turn|switch)(?: (?P<way>on|off) (?:the|all the|both) (?P<room>room(?:'s)? )?lights?|"
    rf" (?:the|all the) (?P<rooms>room(?:'s)? )?lights? (?P<later>on|off)){_END}",
    re.IGNORECASE,
)
SWITCH = "LightSwitch"


def with_room_light(text: str, grounder: Grounder) -> str:
    """Return a text in which the light that is switched is the room's, where its switch was seen and would change."""
    if not grounder.literal or not grounder.is_seen(SWITCH):
        return text

    def told(match: re.Match[str]) -> str:
        way = (match["way"] or match["later"]).lower()
        so_already = grounder.burning(SWITCH) == (1.0 if way == "on" else 0.0)
        so_already = so_already and not (match["room"] or match["rooms"])
        return match.group() if so_already else f"{match['verb']} {way} the lightswitch"

    return _LIGHT.sub(told, text)
