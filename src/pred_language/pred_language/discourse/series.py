"""Notes of how things are to be, one after the other: "burner off. Fridge shut. Red mug in the sink."."""

from __future__ import annotations

import re

from pred_language.discourse.end_states import MADE_SO
from pred_language.discourse.wrapping import first_order_verb
from pred_language.lexicon.inflection import known_noun, named_can
from pred_language.lexicon.shapes import DET, PREP

_SPLIT = re.compile(r"\s*[.,;!]+\s+(?:and |then |and then )?|\s+and(?: then)?\s+", re.IGNORECASE)
_SO = re.compile(
    rf"^(?P<det>(?:{DET}|all(?: the)?|both(?: the)?) )?(?P<thing>[a-z]+(?: [a-z]+){{0,2}}?) "
    r"(?P<so>on|off|open|closed|shut|down|up|lit|out|clean|washed|sliced|hot|cold|full|empty)$",
    re.IGNORECASE,
)
_AT = re.compile(
    rf"^(?P<det>(?:{DET}|both|all the) )?(?P<thing>[a-z]+(?: [a-z]+){{0,2}}?)(?P<at> (?:back "
    rf")?(?:(?:{PREP}|to|from) (?:{DET} )?"
    r"[a-z]+(?: [a-z]+)?)+)$",
    re.IGNORECASE,
)
_SAYS_MORE = re.compile(
    r"\b(?:not|no|never|don't|dont|only|if|when|keep|leave|leaving|with|but|one|ones)\b", re.IGNORECASE
)
_SPARED = re.compile(
    r"[\s,.;]+(?:and |but )?(?:don't|do not|dont) (?:touch|move|use|take) (?P<kept>[^.;!?]+)[\s.!]*$", re.IGNORECASE
)
"""What is to be left alone, behind all notes."""
_WHEN = re.compile(
    r"^\W*(?:(?:i|we)(?:'d)? )?(?:want|need|like) (?:it|everything|things|the room) [a-z ]*?(?:when|before|by "
    r"the time|once) "
    r"[^:.;!?]+:\s*",
    re.IGNORECASE,
)
"""What leads to notes of how it is to be: "want it bright when I get in: ..."."""
_TURNED = frozenset({"on", "off", "lit", "out"})
_DOOR = frozenset({"open", "closed", "shut", "down", "up"})


def _as_order(clause: str) -> tuple[str, bool]:
    """Return one note as an order, and whether it says a state; '' where it is none."""
    so = _SO.match(clause)
    if so is not None and first_order_verb(clause) in ("", so["thing"].lower()):
        state, thing = so["so"].lower(), so["thing"]
        need = "toggleable" if state in _TURNED else "openable" if state in _DOOR else ""
        fits = named_can(thing, need) if need else state != "empty" and known_noun(thing) != ""
        fits = fits or (need == "openable" and thing.lower() in ("lid", "seat", "door"))
        return (f"{MADE_SO[state]} {so['det'] or 'the '}{thing}", True) if fits else ("", False)
    at = _AT.match(clause)
    if at is not None and not first_order_verb(clause) and named_can(at["thing"], "pickupable"):
        return f"put {at['det'] or 'the '}{at['thing']}{at['at']}", False
    return (clause, False) if first_order_verb(clause) else ("", False)


def with_orders(text: str) -> str:
    """Return two or more notes as orders one after the other; a text with anything else in it stays."""
    spared = _SPARED.search(text)
    body = _WHEN.sub("", text[: spared.start()] if spared is not None else text)
    body = re.sub(r"(?<=[a-z]): (?=(?:on|off|open|closed|shut|full|clean|empty)\b)", " ", body, flags=re.IGNORECASE)
    clauses = [one for one in _SPLIT.split(body.strip(" .,;!")) if one]
    shared = first_order_verb(clauses[0]) if clauses else ""  # "turn the toaster and the tap off" has one verb
    if len(clauses) < 2 or "?" in text or shared or _SAYS_MORE.search(body):
        return text
    told = [_as_order(re.sub(r"^(?:please|then|and) ", "", one, flags=re.IGNORECASE)) for one in clauses]
    if not all(order for order, _ in told) or not any(is_state for _, is_state in told):
        return text
    noted = sum(order != clause for (order, _), clause in zip(told, clauses, strict=True))
    kept = f" But leave {spared['kept']} alone." if spared is not None else ""
    return ", then ".join(order for order, _ in told) + f".{kept}" if noted else text
