"""How things are to be switched, opened or treated, in other words: "get the lamp on", "unlock the safe"."""

from __future__ import annotations

import re

from pred_language.discourse.hinting import undoing
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wishing import MADE
from pred_language.discourse.wrapping import base_of_participle
from pred_language.lexicon.inflection import known_noun, named_can
from pred_language.lexicon.shapes import LAST, NAME, NP, START

_PLEASE = r"(?:,? (?:please|thanks|now|right now|again|at once|for me))*"
_STATES = r"(?P<so>on|off|open|opened|closed|shut)"
_MAKES = {**MADE, "opened": "open"}


def _made_so(match: re.Match[str]) -> str:
    """Return "turn on the lamp" of "I need the lamp switched on", and "open the fridge" of "can we have it open?"."""
    state = match["so"].lower()
    needed = "toggleable" if state in ("on", "off") else "openable"
    lead = match.groupdict().get("lead") or ""
    return f"{lead}{_MAKES[state]} {match['thing']}" if named_can(match["thing"], needed) else match.group()


def _unmade(match: re.Match[str]) -> str:
    """Return "turn off the lamp" of "make sure the lamp isn't on"."""
    state = match["so"].lower()
    return f"{match['lead']}{undoing(state)} {match['thing']}" if known_noun(match["thing"]) else match.group()


def _treated(match: re.Match[str]) -> str:
    """Return "heat the egg" of "I'd like the egg heated up"."""
    verb = _TREATS[match["done"].lower()]
    thing = re.sub(r"^(?:both|all|every) ", "", match["thing"], flags=re.IGNORECASE)
    return f"{match['lead']}{verb} {match['thing']}" if named_can(thing, "pickupable") else match.group()


def _turned(match: re.Match[str]) -> str:
    thing = match["thing"]
    return f"{match['start']}turn {match['way']} {thing}" if named_can(thing, "toggleable") else match.group()


def _pulled(match: re.Match[str]) -> str:
    verb = "open" if match["way"].lower() in ("open", "up") else "close"
    return f"{match['start']}{verb} {match['thing']}" if named_can(match["thing"], "openable") else match.group()


def _unlocked(match: re.Match[str]) -> str:
    return f"{match['start']}open {match['thing']}" if named_can(match["thing"], "openable") else match.group()


def _started(match: re.Match[str]) -> str:
    return f"{match['start']}turn on {match['thing']}" if named_can(match["thing"], "toggleable") else match.group()


def _done_yet(match: re.Match[str]) -> str:
    """Return "close the laptop" of "nobody closed the laptop. Do it please"."""
    verb = _DID.get(match["did"].lower(), "")
    return f"{verb} {match['thing']}" if verb and known_noun(match["thing"]) else match.group()


_TREATS = {"heated": "heat", "warmed": "heat", "microwaved": "heat", "cooled": "cool", "chilled": "cool",
           "washed": "wash", "cleaned": "wash", "rinsed": "wash", "sliced": "slice", "cut": "slice",
           "chopped": "slice"}  # fmt: skip
_DID = {"closed": "close", "shut": "close", "opened": "open", "washed": "wash", "cleaned": "clean"}
_HAVE = (
    r"(?:(?:i|we)(?:'d| would)? (?:really )?(?:want|need|like|love|prefer)(?: to have)?|(?:i|we)'d rather "
    r"have|(?:i|we) wouldn't mind(?: having)?|(?:can|could|may|might) (?:i|we) "
    r"(?:please )?have|let's have|have|it(?:'d| would) be (?:nice|good|great|lovely|better) (?:to have|if))"
)


def _passive(match: re.Match[str]) -> str:
    """Return "warm it up" of "could it be warmed up?"."""
    base = base_of_participle(match["done"])
    it = "them" if match["it"].lower() == "they" else match["it"]
    return f"please {base} {it}{match['rest']}" if base else match.group()


def _washed_all(match: re.Match[str]) -> str:
    """Return "wash everything dirty in the sink" of "everything dirty in the sink needs washing"."""
    return f"{match['lead']}wash {match['set']}"


def _not_wanted_so(match: re.Match[str]) -> str:
    """Return "close the toilet lid" of "nobody wants to see the toilet lid up"."""
    state = {"up": "open"}.get(match["so"].lower(), match["so"].lower())
    return f"{undoing(state)} {match['thing']}" if known_noun(match["thing"]) else match.group()


_NEEDS_A_WASH = (
    r"(?:(?:needs?|wants?|could do with|requires?) (?:a (?:good )?)?(?:wash(?:ing)?|clean(?:ing)?|rins(?:e|ing)|scrub"
    r"(?:bing)?)|(?:must|should|ha(?:s|ve) to|needs? to|ought to|(?:is|are) to) be (?:washed|cleaned|rinsed))"
)
_OPPOSITE = {"on": "off", "off": "on", "open": "closed", "closed": "open", "clean": "dirty"}
_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (r"^(?P<lead>\W*)it(?:'s| is)(?: about| high)? time (?:that )?(?P<thing>(?:the|my) [a-z]+(?: [a-z]+)??) "
        rf"(?:got|gets|was|is) (?P<done>{'|'.join(_TREATS)}){_PLEASE}{LAST}"),
        _treated,
    ),
    (r"\bthe light switch(?P<many>es)?\b", r"the lightswitch\g<many>"),
    (
        (rf"^(?P<lead>\W*){_HAVE} (?P<thing>{NAME}) (?:(?:to )?be |was |were |got )?(?:turned |switched |left "
         rf")?{_STATES}{_PLEASE}\??{LAST}"),
        _made_so,
    ),
    (
        (rf"^(?P<lead>\W*){_HAVE} (?P<thing>(?:(?:both|all|every) )?{NAME}|both [a-z]+|all [a-z]+) (?:to be )?"
         rf"(?P<done>{'|'.join(_TREATS)})(?: up| "
         rf"down)?{_PLEASE}\??{LAST}"),
        _treated,
    ),
    (rf"^(?P<lead>\W*)(?P<thing>{NAME}) ?: (?:turn(?:ed)? |switch(?:ed)? )?{_STATES}{_PLEASE}{LAST}", _made_so),
    ((rf"^(?P<lead>\W*)(?:can|could|may|should) (?P<thing>{NAME}) (?:go|be) "
      rf"(?P<so>on|off)(?: now)?{_PLEASE}\??{LAST}"), _made_so),
    (
        (rf"^(?P<lead>\W*)(?:make sure|see|see to it|ensure|check)(?: that)? (?P<thing>{NAME}) "
         rf"(?:isn't|is not|aren't|are not) (?:left |still )?(?P<so>on|open|running|off|closed|shut){_PLEASE}{LAST}"),
        _unmade,
    ),
    (
        (rf"^(?P<lead>\W*)(?:check|make sure|see)(?: that)? (?P<thing>{NAME}) (?:is|are) {_STATES},? "
         r"(?:and )?(?:if not|if (?:it|they) (?:isn't|aren't|is not|are not)|otherwise),? [a-z]+ "
         rf"(?:it|them)(?: on| off)?{_PLEASE}{LAST}"),
        _made_so,
    ),
    (
        (r"(?<=[.,;!] )(?:(?:and|so|please)\b,? )*(?:could|can) (?P<it>it|they|that) (?:please )?be "
         r"(?P<done>[a-z]+)(?P<rest>(?: (?:on|off|up|down|away|out))?(?: again)?(?: "
         rf"(?:to|in|on|into|onto) {NP})?)(?:,? please)?\?*{LAST}"),
        _passive,
    ),
    (
        (r"^(?P<lead>\W*)(?P<set>(?:everything|all|anything)(?: that(?:'s| is))?(?: dirty)? "
         rf"(?:in|on) {NAME}(?: that(?:'s| is) dirty)?|everything (?:that(?:'s| is) )?dirty(?: "
         rf"(?:in|on) {NAME})?|(?:all|both|every)\b(?! (?:[a-z]+ )?things?\b)[^.,;!?]*?) "
         rf"{_NEEDS_A_WASH}{_PLEASE}{LAST}"),
        _washed_all,
    ),
    (
        (r"^\W*(?:(?:i|we) (?:don't|do not) |nobody |no one |[a-z]+ (?:don't|do not) )(?:wants?|likes?|needs?)(?: "
         rf"to (?:see|find|have))? (?P<thing>{NAME}) (?:to be |left |standing |still )*"
         rf"(?P<so>on|open|up|running){_PLEASE}{LAST}"),
        _not_wanted_so,
    ),
    (rf"{START}(?:flip|flick|get|shut) (?P<thing>{NAME}) (?P<way>on|off){_PLEASE}{LAST}", _turned),
    (rf"\b(?P<verb>turn|switch) (?P<thing>{NAME}) (?P<way>on|off)(?=,? (?:if|unless) )", r"\g<verb> \g<way> \g<thing>"),
    (r"\b(?P<that>that|which) isn't (?=(?:burning|alight|lit|running|on|off|open|closed|full|empty)\b)",
     r"\g<that> is not "),
    (r"(?<=that is not )(?:burning|alight)\b(?: yet| already)?", "lit"),
    (rf"{START}(?:flip|flick) (?P<way>on|off) (?P<thing>{NAME})\b", _turned),
    (rf"{START}(?:pull|push|slide|swing|flip) (?P<thing>{NAME}) (?P<way>open|shut|closed){_PLEASE}{LAST}", _pulled),
    (rf"{START}(?:unlock|unlatch) (?P<thing>{NAME}){_PLEASE}{LAST}", _unlocked),
    (rf"{START}(?:start|boot|power|fire) (?:up )?(?P<thing>{NAME})(?: up)?{_PLEASE}{LAST}", _started),
    (r"\bwide (?=open\b)", ""),
    (r"\b(?P<turn>(?:turn|switch) off) the heat(?= under |\s*(?:[.,;!?]|$))", r"\g<turn> the burner"),
    (r"\b(?P<turn>turn|switch) the heat off(?= under |\s*(?:[.,;!?]|$))", r"\g<turn> off the burner"),
    ((r"\bgo (?=(?:open|close|shut|turn|switch|wash|clean|rinse|fill|empty|put) "
      r"(?:the|my|our|it|them|on|off|up)\b)"), ""),
    ((r"(?P<so>\b(?:open|close|shut) (?:the|my|it|our)\b[^.,;!?]*?| (?:is|are) (?:open|closed|shut)) "
      rf"(?:wide|properly|fully|completely|all the way|tight(?:ly)?){LAST}"), r"\g<so>"),
    (r"(?<=[a-z]) (?:stands?|sits?|hangs?) (?=open[,.;] )", " is "),
    (
        (rf"^\W*(?:nobody|no one|no-one) (?:has )?(?P<did>{'|'.join(_DID)}) (?P<thing>{NAME})\s*[,.;]+ "
         rf"(?:so )?(?:please |can you |could you )?(?:please )?do (?:it|that|so){_PLEASE}\??{LAST}"),
        _done_yet,
    ),
    ((r"(?P<if>\bif (?:it|they)) (?:isn't|aren't|is "
      r"not|are not) (?P<so>on|off|open|closed|clean)(?: "
      rf"already| yet)+{LAST}"), lambda m: f"{m['if']} is {_OPPOSITE[m['so'].lower()]}"),
    (rf"(?P<order>^\W*(?:turn|switch) (?:on|off|the|it)\b[^.,;!?]*?) to save (?:energy|power|electricity|money){LAST}",
     r"\g<order>"),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
