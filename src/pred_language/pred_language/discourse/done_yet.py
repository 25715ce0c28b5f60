"""What was done and what was forgotten, and asking for it: "the cloth never made it into the hamper. Finish that"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import base_of_participle, order_verbs
from pred_language.lexicon.inflection import known_noun, plural
from pred_language.lexicon.shapes import LAST, NAME, PREP


def _other_done(match: re.Match[str]) -> str:
    """Return "wash the cup on the table" of "Tom washed the cup here but not the one on the table, so you do that"."""
    base = base_of_participle(match["done"])
    which = f"{match['which']} " if match["which"] else ""
    at = f" {match['at']}" if match["at"] else ""
    return f"{base} the {which}{match['noun']}{at}" if base and known_noun(match["noun"]) else match.group()


def _rest_there(match: re.Match[str]) -> str:
    """Return "put the other books on the shelf" of "one book is on the shelf already, put the rest there too"."""
    noun = known_noun(match["noun"])
    return f"put the other {plural(noun)} {match['at']}" if noun else match.group()


def _never_there(match: re.Match[str]) -> str:
    """Return "put the cloth on the chair into the hamper" of "cloth on the chair never made it into the hamper"."""
    at = f" {match['at']}" if match["at"] else ""
    return f"put the {match['thing']}{at} {match['to']}" if known_noun(match["thing"]) else match.group()


def _overlooked(match: re.Match[str]) -> str:
    """Return "wash the plate" of "I did the washing-up, but I overlooked the plate; would you do that one?"."""
    return f"wash {match['thing']}" if known_noun(re.split(rf" {PREP} ", match["thing"])[0]) else match.group()


def _forgotten(match: re.Match[str]) -> str:
    """Return "put the tomato in the fridge" of "I put the tomato in the fridge, no, I forgot, do it for me"."""
    base = base_of_participle(match["done"])
    return f"{base} {match['rest']}" if base in order_verbs() else match.group()


def _state_asked(match: re.Match[str]) -> str:
    """Return "is the mirror clean?" of "did anybody clean this mirror yet?"."""
    state = _ENDS_SO.get(match["does"].lower(), "")
    return f"is {match['thing']} {state}?" if state and known_noun(match["thing"]) else match.group()


_ENDS_SO = {"clean": "clean", "wash": "clean", "wipe": "clean", "close": "closed", "shut": "closed", "open": "open",
            "slice": "sliced", "cut": "sliced", "fill": "full"}  # fmt: skip


_FORMS: tuple[tuple[str, Change], ...] = (
    (rf"^\W*[^?]*?[,.;]? ?\bwhere did (?:i|we) (?:leave|put|lay) (?P<thing>{NAME}(?: of [a-z]+)?)\W*$", (r"where is \g<"
                                                                                                        r"thing>?")),
    (r"\b(?P<is>is|are) still (?=(?:lying|standing|hanging|sitting|in|on|under) )", r"\g<is> "),
    ((r"^\W*(?:the |my )?(?P<thing>(?:[a-z]+ )?[a-z]+)(?: (?P<at>(?:on|in|under|by) the [a-z]+(?: [a-z]+)?))? never "
      r"made it (?P<to>(?:in|on)?to the [a-z]+(?: [a-z]+)?)\b(?:[,.;!]+ "
      r"(?:so |please |(?:can|could) you )*(?:finish|do|see to|sort) (?:that|it))?(?: for me| please)*\W*$"),
     _never_there),
    ((r"^\W*[^?]*\b(?:washing-up|washing up|dishes)\b[^?]*\b(?:overlooked|missed|forgot) (?P<thing>(?:the|a) [a-z "
      r"]+?)[,.;]+ (?:so |please |(?:can|could|would|will) you )*do (?:that|it)(?: one)?"
      r"(?: for me| too| as well| please)*\W*$"), _overlooked),
    ((r"^\W*i(?:'ve| have)? (?:already |alredy )?(?P<done>[a-z]+) (?P<rest>(?:the|my) [a-z "
      r"]+?)[\s.,!…]+(?:(?:oh|wait|no|actually|hang on|but)\b[\s,.]*)+i (?:forgot|didn't|haven't|did not)"
      r"(?: to)?[,.;]+ (?:so |please |(?:can|could|would|will) you )*do (?:it|that)(?: for me| please| now)*\W*$"),
     _forgotten),
    ((rf"^\W*did (?:any(?:one|body)|some(?:one|body)|you lot) (?P<does>[a-z]+) (?P<thing>{NAME}|this [a-z]+)(?: yet| "
     rf"already)?\W*$"), _state_asked),
    ((r"^\W*[a-z ]+? (?:has |have |already )?(?P<done>[a-z]+) the (?:[a-z]+ )?(?P<noun>[a-z]+)(?: (?:on|in|by) the "
      r"[a-z ]+?)?,? but not the (?:(?P<which>[a-z]+) )?one"
      r"(?: (?P<at>(?:on|in|by|under) the [a-z]+(?: [a-z]+)?))?[,.;]+ (?:so |and |now )*(?:please )?(?:you |can you "
      r"|could you )?(?:please )?do (?:that(?: one)?|it)"
      rf"(?: too| as well)?\??{LAST}"), _other_done),
    ((r"^\W*(?:one|a|the first) (?P<noun>[a-z]+) is (?P<at>(?:on|in) the [a-z]+(?: [a-z]+)?)(?: already)?[,.;]+ "
      r"(?:(?:so|please|(?:can|could|would|will) you|and)\b[\s,]*)*"
      rf"put the (?:rest of the|other|remaining) (?!one\b)[a-z]+ there(?: too| as well)?(?:,? "
      rf"(?:dear|please|love))?\??{LAST}"), _rest_there),
    ((r"^\W*(?:i (?:believe|think)|i'm (?:fairly |pretty |quite )?sure) i(?:'ve| have)? (?:already "
      r")?(?:put|left|placed|laid) (?P<thing>(?:the|my) [a-z]+(?: [a-z]+)??) "
      r"(?P<at>(?:on|in|under) the [a-z]+(?: [a-z]+)?),? (?:haven't|didn't|have|did) i\W*$"), r"is \g<thing> \g<at>?"),
    ((r"^\W*(?:the )?(?P<thing>[a-z]+(?: [a-z]+)?)[:,] (?:did|have) i (?:already )?(?:switch|turn|switched|turned) it "
      r"(?P<way>on|off)\W*$"),
     r"is the \g<thing> \g<way>?"),
    ((r"^\W*(?:did|have) i (?:already |actually )?(?:switch|turn|switched|turned) (?P<way>on|off) "
      r"(?P<thing>(?:the|my) [a-z]+(?: [a-z]+)?)\W*$"),
     r"is \g<thing> \g<way>?"),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
