"""Verbs that stand apart from their particle: "turn the toaster and the tap off", "put the telly on"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import first_order_verb
from pred_language.lexicon.inflection import named_can, types_named, with_article
from pred_language.lexicon.shapes import DET, LAST, NAME, NP, PREP

_CLAUSE_END = (
    r"(?=\s*(?:[.,;!?]|$|and (?:then )?[a-z]+ (?:the|a|an|my|it)\b|then\b|please\b|before\b|while\b|so\b|because\b|for "
    r"(?:me|us)\b))"
)
_HANGS = r"(?:blinds?|curtains?|drapes?|shades?|roller blinds?|shutters?)"


def _only_switched(thing: str) -> bool:
    """Tell whether a thing can be switched and is not carried: "put the telly on" moves no television."""
    return any(kind.can("toggleable") and not kind.can("pickupable") for kind in types_named(thing))


def _put_on(match: re.Match[str]) -> str:
    return f"turn {match['way']} {match['thing']}" if _only_switched(match["thing"]) else match.group()


def _bare_switched(match: re.Match[str]) -> str:
    """Return "turn off the microwave" of "microwave off, now"."""
    thing = with_article(match["thing"])
    return f"{match['lead']}turn {match['way']} {thing}" if _only_switched(thing) else match.group()


def _bare_opened(match: re.Match[str]) -> str:
    """Return "open the microwave" of "microwave open please"."""
    thing = with_article(match["thing"])
    opens = named_can(thing, "openable")
    verb = "open" if match["way"].lower() == "open" else "close"
    return f"{match['lead']}{verb} {thing}" if opens else match.group()


def _note_and_order(match: re.Match[str]) -> str:
    """Return "turn off the stove. put the ball on the bed" of "stove off, and put the ball on the bed"."""
    if not first_order_verb(match["next"]) or first_order_verb(match["thing"]):
        return match.group()
    noted = (_bare_switched if match["way"].lower() in ("on", "off") else _bare_opened)(match)
    order = re.sub(r"^(?:\W|(?:and|then|also|after that)\b)+", "", match["rest"], flags=re.IGNORECASE)
    return f"{noted}. {order}" if noted != match.group() else noted


def _started(match: re.Match[str]) -> str:
    """Return "turn on the coffee machine" of "start the coffee machine"."""
    return f"turn on {match['thing']}" if _only_switched(match["thing"]) else match.group()


def _put_out(match: re.Match[str]) -> str:
    """Return "turn off the candle that is on the table" of "blow the candle out on the table"."""
    return f"turn off {match['thing']}{f' that is{match["at"]}' if match['at'] else ''}"


def _powered(match: re.Match[str]) -> str:
    """Return "turn off the laptop" of "power the laptop down"."""
    way = "off" if match["way"].lower() in ("down", "off") else "on"
    closes = match.group().lower().startswith("shut") and match["way"].lower() != "down"
    return match.group() if closes else f"turn {way} {match['thing']}"


def _kept_cold(match: re.Match[str]) -> str:
    """Return "put the milk in the fridge" of "keep the milk cold"."""
    lead = match.groupdict().get("lead") or ""
    known = named_can(match["thing"], "pickupable")
    at = f" that is{match['at']}" if match["at"] else ""
    return f"{lead}put {match['thing']}{at} in the fridge" if known else match.group()


def _emptied_there(match: re.Match[str]) -> str:
    """Return "empty the bowl that is on the table" of "empty the bowl on the table"."""
    poured = named_can(match["thing"], "canFillWithLiquid")
    return f"empty {match['thing']} that is {match['at']}" if poured else match.group()


def _opened(match: re.Match[str]) -> str:
    """Return "open the blinds" of "pull up the blinds"."""
    shut = {match[group].lower() for group in ("way", "later") if match[group]} & {"down", "closed", "shut", "to"}
    verb = "close" if shut or match["verb"].lower() == "lower" else "open"
    return f"{verb} {match['thing']}"


_FORMS: tuple[tuple[str, Change], ...] = (
    (
        (
            rf"\b(?P<verb>turn|switch|flick) (?P<things>(?:both )?{NAME}(?:, {NAME})*,? and {NAME}) "
            rf"(?P<way>on|off){_CLAUSE_END}"
        ),
        r"\g<verb> \g<way> \g<things>",
    ),
    (rf"\bput (?P<thing>{NAME}) (?P<way>on|off)(?: again)?{_CLAUSE_END}", _put_on),
    (rf"\b(?:start|run|fire)(?: up)? (?P<thing>{NAME})(?: up)?{_CLAUSE_END}", _started),
    ((r"\b(?:blow|put|snuff) (?P<thing>(?:the|my|that|all the|both) "
      rf"(?:[a-z]+ )?(?:candles?|lamps?|lights?)|it|them) out(?P<at> {PREP} {NAME})?{_CLAUSE_END}"), _put_out),
    (
        rf"^(?P<lead>\W*(?:please )?)(?P<verb>bring|fetch) (?P<thing>{NAME} that (?:is|are|isn't|is not) [a-z]+){LAST}",
        r"\g<lead>\g<verb> me \g<thing>",
    ),
    (
        (r"\b(?P<way>open|close|shut) (?P<thing>(?:the|both|all the|that|this|my) (?:[a-z]+ )?(?:tap|faucet|water)s?\b)"
        r"(?=\s*(?:[.,;!?]|$|\b(?:and|then|of|at|in|on the|by|please|now|again|fully|for)\b))"),
        lambda m: f"turn {'on' if m['way'].lower() == 'open' else 'off'} {m['thing']}",
    ),
    (
        (
            rf"\b(?:switch|turn) (?P<one>it|them|{NAME}) (?P<way>on|off),? and (?P<two>{NAME}(?: of {NAME})?)"
            r" (?:also|too|as well)\b"
        ),
        r"turn \g<way> \g<one> and turn \g<way> \g<two>",
    ),
    (rf"\bshut (?=(?:that|the|this)(?: [a-z]+)? one off{_CLAUSE_END})", "turn "),
    (rf"\b(?:power|shut) (?P<thing>it|them|{NAME}) (?P<way>down|up|off|on){_CLAUSE_END}", _powered),
    (r"\bgive (?P<thing>it|them) (?:some |a (?:bit|little|drop|drink|sip) (?:of )?)?water\b", r"water \g<thing>"),
    (r"\bought (?P<not>not )?to (?=(?:be|go|stay|have)\b)", r"should \g<not>"),
    (r"\b(?P<is>is|'s|are) (?:wide )?gaping(?: wide)?(?: open)?\b", r"\g<is> open"),
    (r"\b(?P<so>(?:is|'s|are) (?:open|closed|shut|on|off|dirty|empty|running|lit)) (?:over |up |down )?there\b",
     r"\g<so>"),
    (rf"\bkeep (?P<thing>{NAME})(?P<at> {PREP} {NAME})? (?:cool|cold|chilled){_CLAUSE_END}", _kept_cold),
    ((rf"^(?P<lead>\W*)(?P<thing>{NAME})(?P<at> {PREP} {NAME})? (?:should|must|has to|have to|needs? "
      rf"to) be (?:kept|stored) (?:cool|cold|chilled){_CLAUSE_END}"), _kept_cold),
    ((r"\b(?P<verb>(?:heat|warm|reheat)(?: up)?|cool(?: down)?|chill) (?:my|the|our) "
      rf"(?:tea|coffee|soup|milk|cocoa|drink|water)(?: that is)? in (?P<np>{NAME})"), r"\g<verb> \g<np>"),
    ((rf"(?P<put>\b(?:put|place|set|stand) (?:it|them|{NAME})) with the (?:others|rest|other ones) "
      rf"(?=(?:on|in|under) {NAME})"), r"\g<put> "),
    (r"\b(?:in )?with the (?:dirty )?laundry\b", "in the laundry hamper"),
    ((r"\bthe (?P<n>[a-z]+(?: [a-z]+)??) (?:that|which)(?: is|'s)? (?:lying|standing|sitting|left) "
      rf"(?P<so>open|closed|shut) (?={PREP} )"),
     r"the \g<so> \g<n> "),
    ((r"[,.;]+ (?:i(?:'ve| have)? )?(?:already )?(?:read|finished|used|done with|watched|seen) "
      rf"(?:it|them|that)(?: already| now)?{LAST}"), ""),
    (rf"\bempty (?P<thing>{NAME}) (?P<at>{PREP} {NAME}){LAST}", _emptied_there),
    (rf"(?:^|(?<=[.;!,] ))up with (?P<thing>(?:the|those|these|all the) (?:[a-z]+ )?{_HANGS})\b", r"open \g<thing>"),
    (rf"(?:^|(?<=[.;!,] ))down with (?P<thing>(?:the|those|these|all the) (?:[a-z]+ )?{_HANGS})\b", r"close \g<thing>"),
    ((r"\b(?P<put>(?:put|leave|place|set) (?P<it>it|them|(?:the|my|our) [a-z]+(?: [a-z]+)?) "
      r"(?P<at>(?:in|on|at|by|near|next to) (?:the|my) [a-z]+(?: [a-z]+)??)),? (?:to "
      r"(?:charge|dry|cool(?: down)?|rest|soak|drain)|so (?:that )?it can [a-z]+(?: "
      rf"[a-z]+)?){_CLAUSE_END}"), r"\g<put>"),
    (
        (
            r"\b(?P<verb>blowing|putting|snuffing) (?P<thing>(?:the|my|that|all the|both) "
            rf"(?:[a-z]+ )?(?:candles?|lamps?|lights?)) out{_CLAUSE_END}"
        ),
        r"turning off \g<thing>",
    ),
    (rf"\b(?P<verb>turn|switch) (?P<thing>{NAME}) (?P<way>on|off) (?:at|by|over) (?P<at>{NAME}){_CLAUSE_END}",
     r"\g<verb> \g<way> \g<thing> next to \g<at>"),
    (r"\b(?P<shut>(?:shut|close) (?:the|that|its|my) [a-z]+(?: [a-z]+)?) (?:behind|after) (?:it|them|you|yourself)\b",
     r"\g<shut>"),
    (r"(?<=[a-z])(?<!\bfor) a (?:bit|little|tad)(?=\s*(?:[.,;!?]|$|(?:and|then|please|before)\b))", ""),
    ((rf"\b(?:flip|snap|pull|push|fold|clap|bring) (?:(?:its|the) (?:lid|top|cover|screen)|it) "
    rf"(?:shut|closed|down|to){_CLAUSE_END}"),
     "close it"),
    ((rf"\btop (?:up (?P<thing>{NAME}|it)|(?P<thing2>{NAME}|it) up)(?: again)?(?: (?:with|"
      r"of) (?:some )?(?:fresh )?water)?\b"),
     lambda m: f"fill {m['thing'] or m['thing2']}"),
    (rf"(?P<lead>\b(?:put|place|stick|pop) {NP}) (?P<at>{PREP} {NP}) (?:together|along) with (?P<more>{NP})",
     r"\g<lead> and \g<more> \g<at>"),
    (r"(?:(?<=\bon)|(?<=\boff)) first(?=,? (?:and|then|and then) [a-z]+ (?:it|them|the|my|that)\b)", ""),
    (r",? (?:and )?(?:only )?after (?:this|that|which),? (?=[a-z]+ (?:me|us|the|a|an|my|it|them)\b)", ", then "),
    (r",? (?:[a-z]+ and all),? (?=(?:to|on|onto|into|in) )", " "),
    (
        (
            r"^(?P<lead>\W*)(?P<thing>(?:the |my )?[a-z]+(?: [a-z]+)?) (?P<way>on|off|open|shut|closed)(?:,? "
            r"(?:now|please|"
            r"thanks|pls))*(?P<rest>(?:\s*[,.;]+|,? and\b)(?: (?:then|also|and|after that))*,? (?P<next>[a-z]+) [^?]+)$"
        ),
        _note_and_order,
    ),
    ((r"^(?P<lead>\W*)(?P<thing>(?:the |my )?[a-z]+(?: [a-z]+)?) (?P<way>on|off)(?:,? "
      rf"(?:now|right now|at once|please|thanks))+{LAST}"), _bare_switched),
    (
        (
            r"^(?P<lead>\W*)(?P<thing>(?:the |my )?[a-z]+(?: [a-z]+)?) (?P<way>open|closed|shut)(?:,? "
            rf"(?:now|right now|at once|please|thanks))+(?:, (?:i|we|my|our)(?:'m|'ve|'re)? [^.;!?]*)?{LAST}"
        ),
        _bare_opened,
    ),
    (rf"\b(?P<hang>hang(?:ing)?) (?P<thing>it|them|{NAME}) (?:back )?up (?=(?:again )?{PREP} {NP})",
     r"\g<hang> \g<thing> "),
    (rf"\b(?P<hang>hang(?:ing)?) (?:back )?up (?P<thing>{NAME}) (?=(?:again )?{PREP} {NP})", r"\g<hang> \g<thing> "),
    (
        (
            r"\b(?P<verb>pull|roll|wind|draw|raise|lift|lower|let)(?: (?P<way>up|down|back|open))? "
            rf"(?P<thing>(?:the|my|these|those|all the|both) (?:[a-z]+ )?{_HANGS})(?: "
            rf"(?P<later>up|down|back|open|closed|shut|to))?{_CLAUSE_END}"
        ),
        _opened,
    ),
    ((rf"\b(?:get|take|move|pick up|pick|lift|grab) (?P<thing>{NAME}) "
      rf"(?P<from>off|out of|from) (?P<place>{NAME}),? and (?=(?:on|in)to )"), r"put \g<thing> \g<from> \g<place> "),
    ((rf"\bget (?P<things>(?:(?:both|all) (?:the )?[a-z]+|{NAME})(?:(?:, "
      rf"(?:and )?| and )(?:(?:both|all) (?:the )?[a-z]+|{NAME}))+) (?=(?:on|in)to {NP})"), r"put \g<things> "),
    (rf"\bget (?P<thing>{NAME}) (?:running|going|started|switched on){_CLAUSE_END}", _started),
    (rf"\brun (?P<thing>{NAME}) (?:at|in|of|by|over) (?P<at>{NAME}){_CLAUSE_END}", r"turn on \g<thing> next to \g<at>"),
    (r"\bturn(?P<ing>ing)? out (?=(?:the|all|both|that) (?:[a-z]+ )?lights?\b)", r"turn\g<ing> off "),
    ((r",? (?:till|until) (?:it|they)(?:'s|'re| is| are) (?:all |nice and |really |piping |good and |properly )*"
      r"(?:hot|warm|cold|cool|clean|done|full)\b"), ""),
    (r"\b(?:goes|go|put) (?:away|back) (?=(?:in|into|on|onto) )", lambda m: m.group().split()[0] + " "),
    ((r"\b(?:that|which) (?:stands?|is standing|is lying|lies|is left|was left|has been left|hangs) "
      r"(?:wide )?(?=open\b)"), "that is "),
    ((r"\b(?:lift|raise|put up|open)(?: up)? the (?:(?:lid|seat) (?:of|on) the (?:toilet|loo)|(?:toilet|loo) "
      r"(?:lid|seat))\b"),
     "open the toilet"),
    (
        rf"\b(?:put|pour) (?:some |a bit of |a little |fresh )?water in(?:to)? (?P<it>it|{NAME}){_CLAUSE_END}",
        r"fill \g<it>",
    ),
    (rf"\bpark (?P<it>it|them) (?=(?:next to|{PREP}) )", r"put \g<it> "),
    (rf"\block (?P<it>it|{NAME})(?: up)?(?: again| afterwards)+(?=\s*(?:[.!]|$))", r"close \g<it>"),
    (
        r"\b(?:get|give|make) (?:us|me) (?:some|a bit of|more) light(?: in (?:here|this [a-z]+|the [a-z]+))?",
        "turn on the light",
    ),
    (r"\b(?:is|are) to be (?:packed|stowed|tidied|stored) (?=(?:in|into|on|onto) )", "should go "),
    (r" in this (?:heat|cold|weather|mess)\b", ""),
    ((r"(?P<start>^|[.;!,] ?)you (?:may|can)(?: now)? (?=(?:(?:turn|switch) "
      rf"(?:on|off)|put|bring|wash|open|close|shut|take|fill) {DET}\b)"),
     r"\g<start>"),
    (r"^\W*(?:all )?(?:done|finished)(?: [a-z]+ing)?[,.;!] (?=[a-z])", ""),
    ((r"^\W*for (?:(?:the|our|my|a|tonight's) )?(?:salad|soup|dinner|lunch|breakfast|supper|cake|tea|party|guests|"
      r"sandwich(?:es)?|stew|sauce|film|movie),? (?=(?:cut|slice|chop|wash|put|bring|turn|switch|fill|heat|take|get|"
      rf"open|close) (?:up )?{DET}\b)"),
     ""),
    (r"\b(?:and |but )?only after (?:that|this) (?=[a-z]+ (?:the|my|it)\b)", "and then "),
    (
        (
            rf"\b(?:hold|run|put|place|stick) (?P<thing>it|them|{NAME}) (?:briefly |quickly )?(?:under|beneath) the "
            r"(?:running |cold |hot |warm )?(?:tap|faucet|water)\b(?: for [a-z ]+)?"
        ),
        r"rinse \g<thing>",
    ),
    (
        (
            r"^(?P<did>\W*(?:have|had|did) you(?: already| just| ever)? )(?P<verb>switch(?:ed)?|turn(?:ed)?) "
            rf"(?P<thing>{NAME}) (?P<way>on|off)(?P<end>(?: yet| already| again)*\s*\?*){LAST}"
        ),
        r"\g<did>\g<verb> \g<way> \g<thing>\g<end>",
    ),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
