"""Wishes and clearings told as plain orders: "what I'd like is the spoon that lies there", "clear the shelf"."""

from __future__ import annotations

import re

from pred_language.discourse.hinting import undoing
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import base_of_gerund, base_of_participle, order_verbs
from pred_language.lexicon.courtesy import PRAISED
from pred_language.lexicon.inflection import known_noun, named_can, types_named
from pred_language.lexicon.people import KIN
from pred_language.lexicon.shapes import DET, END, NP, PLACE, START

_WANT = r"(?:i|we)(?:'d| would| do)? (?:really |just |quite )*(?:love|like|want|need|fancy)"
_NEXT_TO = r"(?:beside|next to|near|by|behind|under|in front of)"
_LIES = r"(?:that|which)(?:'s| is| are| lies?| stands?| sits?| hangs?| was left| is lying| is standing)(?: over there)?"


def _cleared(match: re.Match[str]) -> str:
    """Return "put everything that is on the shelf on the bed" of "clear the shelf onto the bed"."""
    kinds = types_named(match["place"])
    if not any(kind.can("receptacle") and not kind.can("pickupable") for kind in kinds):
        return match.group()
    return f"{match['start']}put everything that is on {match['place']} {match['to']}"


def _watered(match: re.Match[str]) -> str:
    """Return "water the plant" of "the poor plant hasn't had a drop of water all week"."""
    return f"{match['start']}water {match['det']} {match['thing']}{f' that is {match['at']}' if match['at'] else ''}"


def _made(match: re.Match[str]) -> str:
    """Return "wash it" of "I want it washed", and of "it needs washing"."""
    done = match["done"]
    base = base_of_participle(done) or base_of_gerund(done)
    return f"{match['start']}{base} {match['thing']}" if base else match.group()


def _done_with_it(match: re.Match[str]) -> str:
    """Return "wash the mug and return it to" of "wash the mug and returned to"."""
    base = base_of_participle(match["done"])
    return f"{match['before']} and {base} it " if base and match["verb"].lower() in order_verbs() else match.group()


def _needed(match: re.Match[str]) -> str:
    """Return "throw the bottle away" of "the bottle needs throwing away"; what has to be put somewhere stays."""
    base = base_of_gerund(match["done"].lower())
    if not base or base in ("put", "place", "move", "take", "bring", "set") or not known_noun(match["thing"]):
        return match.group()
    at = f" that is {match['at']}" if match["at"] else ""
    if base in ("chuck", "throw", "toss", "bin", "discard", "dump"):
        return f"{match['start']}throw {match['thing']}{at} away"
    return f"{match['start']}{base} {match['thing']}{at}{match['way'] or ''}"


MADE = {
    **dict.fromkeys(("on", "running", "lit", "burning"), "turn on"),
    **dict.fromkeys(("off", "dark"), "turn off"),
    **dict.fromkeys(("open",), "open"),
    **dict.fromkeys(("closed", "shut", "down"), "close"),
    **dict.fromkeys(("clean", "washed", "rinsed"), "clean"),
    **dict.fromkeys(("hot", "warm", "heated"), "heat"),
    **dict.fromkeys(("cold", "cool", "chilled"), "cool"),
    **dict.fromkeys(("full", "filled"), "fill"),
    **dict.fromkeys(("sliced", "cut", "chopped"), "slice"),
}
"""How a state that is wished for is brought about."""
_HOPED = {**MADE, "out": "turn off", "in slices": "slice"}
_HOPE = (
    r"^(?P<lead>\W*(?:(?:oh|ah|well|goodness|gosh|dear|so|and|but)[\s,!]+)*)(?:(?:i|we)(?: do| really| just| only|"
    rf" so)* wish(?: that)?|if only|would that|how i wish(?: that)?|"
    rf"(?:it|that)(?:'d| would) be (?:so |just |much |such |far |a lot |(?:an?|my) |great |big |real "
    rf")*(?:{PRAISED}|comfort|"
    r"relief|help|joy|pleasure|blessing|treat|dream)(?: (?:to|for) (?:me|us|everyone))? (?:if|when)|"
    r"(?:it|that)(?:'d| would) (?:ease my mind|help(?: me)?(?: a lot)?|please me|suit me(?: better)?|calm me(?: "
    r"down)?|make me (?:so |much )*"
    r"(?:happy|happier|feel better)) if|"
    rf"(?:i|we)(?:'d| would) be (?:so |very |most )*{PRAISED} if|"
    rf"(?:would )?be (?:so |really )?{PRAISED} if|(?:it(?: is|'s) |is )(?:so |much )*(?:better|nicer|easier)(?: for "
    rf"(?:me|us))? "
    r"(?:if|when)|(?:i|we)(?:'d| would) (?:like|love|prefer|want)(?: very much| it)? that|"
    r"(?:i|we)(?:'d| would)(?: [a-z]+){0,2} (?:like|love|prefer|appreciate) it if) "
)
_YET = r"(?: already| now| again| at last| in here| finally| right now| for once)?"


def _brought_about(match: re.Match[str], lead: str = "lead") -> str:
    """Return "turn on the lamp that is on my desk" of "I wish the lamp on my desk was on"."""
    if not known_noun(match["thing"]):
        return match.group()
    state = match["state"].lower()
    denied = match.groupdict().get("not") or match.groupdict().get("nt")
    verb = undoing(state) if denied else _HOPED[state]
    if not verb:
        return match.group()
    at = f" {'' if verb.startswith('turn') else 'that is '}{match['at']}" if match["at"] else ""
    return f"{match[lead]}{verb} {match['thing']}{at}"


def _had(match: re.Match[str]) -> str:
    """Return "bring me the red book" of "if only I had the red book here"."""
    return f"{match['lead']}bring me {match['thing']}" if known_noun(match["thing"]) else match.group()


def _put_there(match: re.Match[str]) -> str:
    """Return "put the phone on the dresser" of "I wish the phone was on the dresser"."""
    moves = named_can(match["thing"], "pickupable")
    return f"{match['lead']}put {match['thing']} {match['at']}" if moves else match.group()


_HOPES: tuple[tuple[str, Change], ...] = (
    ((rf"{_HOPE}(?:some(?:one|body)|any(?:one|body)|you|one of you)(?: here)? ?(?:would|could|'d)(?: please| just|"
     r" kindly)* (?=(?!have\b|had\b|be\b)[a-z]+ )"), r"\g<lead>"),
    ((rf"{_HOPE}(?P<thing>{NP})(?: (?P<at>{PLACE}|at {NP}|(?:nearest|closest to) {NP}))? (?:(?:was|were|is|would "
      rf"be)(?P<not> "
      r"not)?|(?P<nt>wasn't|weren't|isn't))(?: back| finally| still| just| left| turned| switched| kept)* "
      rf"(?P<state>{'|'.join(_HOPED)}){_YET}(?=\s*(?:[.!,;]|$))"), _brought_about),
    ((rf"{_HOPE}(?:i|we) had (?P<thing>{DET} (?:[a-z-]+ ){{0,2}}?[a-z-]+)(?: here| with me| now|"
     r" to hand| in my hands?){0,2}(?=\s*(?:[.!,;]|$))"), _had),
    ((rf"{_HOPE}(?P<thing>{NP}) (?:was|were|is|would be)(?: back| put| safely)* (?P<at>{PLACE}){_YET}"
      r"(?=\s*(?:[.!,;]|$))"), _put_there),
    (rf"{_HOPE}(?P<thing>{NP}) (?:was|were) (?:here|with me|in my hands?|over here){_YET}(?=\s*(?:[.!,;]|$))", _had),
)  # fmt: skip
HOPES: tuple[Rule, ...] = rules(_HOPES)
"""Wishes for what is not so: "I wish the lamp was on", "if only somebody would ..."."""
_FORMS: tuple[tuple[str, Change], ...] = (
    (rf"{START}{_WANT} (?P<thing>it|them|that one|this one|both|{NP}) (?:to be )?(?P<done>[a-z]+){END}", _made),
    ((rf"{START}{KIN} (?:wants?|needs?|would like|'d like|likes?|asked for|is asking for|asks for) (?:to have )"
     rf"?(?P<thing>{NP})"
     rf"(?: over| back| up)? (?P<at>{PLACE}){END}"), r"\g<start>put \g<thing> \g<at>"),
    ((rf"{START}{KIN} (?:wants?|needs?|would like|'d like|likes?) (?P<thing>{NP})(?: (?P<at>{PLACE}))? (?:to be "
     rf")?(?:turned |"
     rf"switched )?(?P<state>{'|'.join(_HOPED)}){END}"), lambda m: _brought_about(m, "start")),
    ((rf"{START}(?P<thing>(?:(?:all|both)(?: of)? )?{NP})(?: (?P<at>{PLACE}))? (?:needs?|wants?|could do with|"
     rf"requires?) "
     rf"(?P<done>[a-z]+ing)(?P<way> away| out| up| off)?{END}"), _needed),
    ((rf"{START}(?P<thing>it|they|that one|this one) (?:wants?|needs?|could do with) (?P<done>[a-z]+ing|[a-z]+ed)"
     rf"{END}"),
     lambda m: _made(m).replace(" they", " them")),
    (rf"{START}(?:what|all|the only thing) {_WANT}(?: now| please)? is (?={DET}\b)", r"\g<start>bring me "),
    (rf"{START}(?:please )?{_WANT} (?P<thing>{NP}) {_LIES} (?P<at>{PLACE}) (?P<to>(?:in|on|into|onto) {NP}){END}",
     r"\g<start>put \g<thing> that is \g<at> \g<to>"),
    (rf"{START}(?:please )?{_WANT} (?P<thing>{NP}) {_LIES} (?P<at>{PLACE}(?: {_NEXT_TO} {NP})?){END}",
     r"\g<start>bring me \g<thing> that is \g<at>"),
    ((rf"{START}(?:please )?(?:can you |could you |will you )?(?:clear|empty|unload|strip)(?: out| off)? "
    rf"(?P<place>{NP}) "
     rf"(?:off |out )?(?P<to>(?:onto|into|on to|in to|over to|to) {NP})"), _cleared),
    ((rf"{START}(?P<det>{DET}) (?:(?:poor|little|old|dear) )*(?P<thing>(?:[a-z]+ )??(?:plants?|flowers?|fern|"
    rf"cactus|orchid))(?: (?P<at>{PLACE}))? (?:is|are|looks?|needs?|"
     r"could do with|wants?|(?:has|have)(?:n'?t| not)) (?:a bit |a little |rather |very |so |really |terribly "
     r"|awfully |some )*(?:thirsty|dry|parched|water(?:ing|ed)?|a drink|(?:had|seen|got) "
     r"(?:[a-z]+ ){0,3}(?:water|drop|drink)|been watered)\b[^,.;!?]*(?!,? "
     r"(?:and |so |then |please )*(?:turn|switch|open|close|put|bring|wash|take|give) (?!it\b|them\b))"),
     _watered),
    ((r"(?P<verb>\b(?:put|place|drop|throw|toss|chuck|stick|leave|hide|bin|discard)) (?:the|a|my|that) "
     r"(?P<thing>[a-z]+(?: [a-z]+)?)(?P<to>[^.,;!?]*?),? (?:while|when|whilst) (?:it|that)(?: is|'s) (?:still |yet )?"
     r"(?P<state>lit|burning|running|alight|on fire)\b"),
     lambda m: f"{m['verb']} the {'lit' if m['state'] in ('alight', 'on fire') else m['state']} "
         f"{m['thing']}{m['to']}"),
    ((rf"(?P<before>\b(?P<verb>[a-z]+) (?P<thing>{NP})) and (?P<done>[a-z]+(?:ed|t|ken|n)) (?=(?:back )?(?:to|in|"
     rf"into|on|onto|"
     r"where)\b)"), _done_with_it),
    (r"(?P<before>\b(?:burning|lit|candle|lamp|light|fire|tv|telly|television)\b[^;!?]*?)\bput (?P<it>it|them) out\b",
     r"\g<before>turn \g<it> off"),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
