"""What is said offhand, in full: "the towel someone dropped on the floor", "same with the CD", "the lot of them".

Each rule turns a way of leaving words away, or of saying a clause in others, into words that later steps read.
"""

from __future__ import annotations

import re

from pred_language.discourse.hinting import CONTRARY
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import base_of_participle, order_verbs
from pred_language.lexicon.inflection import known_noun, plural, with_article
from pred_language.lexicon.people import SOMEBODY
from pred_language.lexicon.shapes import DET, NP, NPS, PLACE, PREP

_PUT = r"(?:dropped|left|put|threw|forgot|placed|laid|tossed|hid|set)(?: down)?(?: lying| standing)?"
_THERE = rf"(?=(?:{PREP}) {DET}\b)"
_LAST = r"\s*[.!]*\s*$"
_TOO = r"(?:too|as well|likewise|ditto)"
_AND_THEN = r"(?:(?:and|then|next|after(?:wards| that)|finally),? )*"
_ORDER = re.compile(
    rf"^(?P<lead>\W*(?:please )?(?P<verb>[a-z]+)(?: (?:me|us|up|away|out|off|on))? )(?P<thing>{NP})(?P<rest>\b.*)$",
    re.IGNORECASE,
)
_BARE = re.compile(rf"^(?P<lead>\W*)(?P<thing>[a-z]+(?: [a-z]+)?)(?P<rest> (?:to|{PREP}) .*)$", re.IGNORECASE)


def _thing_of(order: str) -> re.Match[str] | None:
    """Return an order, or a clause without a verb, as what leads to its thing, the thing, and the rest."""
    match = _ORDER.match(order)
    if match is None or match["verb"].lower() not in order_verbs():
        match = _BARE.match(order)
    return match if match is not None and known_noun(match["thing"]) else None


def _one_more(match: re.Match[str]) -> str:
    """Return "put the egg and the apple in the fridge" of "put the egg in the fridge. Then the apple, too"."""
    found, more = _thing_of(match["before"]), match["more"]
    if found is None or not known_noun(more):
        return match.group()
    thing, det = found["thing"], "" if re.match(rf"{DET}\b", more, re.IGNORECASE) else "the "
    first = thing if re.match(rf"{DET}\b", thing, re.IGNORECASE) else f"the {thing.lower()}"
    return f"{found['lead']}{first} and {det}{more}{found['rest']}."


def _only_that(match: re.Match[str]) -> str:
    """Return "put the spoon in the sink" of "put the fork in the sink, and ... On second thoughts just the spoon"."""
    found = _thing_of(match["before"])
    return f"{found['lead']}{match['new']}{found['rest']}." if found is not None else match.group()


def _done_first(match: re.Match[str]) -> str:
    """Return "rinse the cup, then turn the tap off" of "turn the tap off, having first rinsed the cup"."""
    base = base_of_participle(match["done"].lower())
    return f"{base} {match['first']}, then {match['later']}." if base else match.group()


def _bare_place(match: re.Match[str]) -> str:
    """Return "put the racket on the bed" of "racket? On the bed"."""
    thing = match["thing"]
    return f"{match['start']}put {with_article(thing)} {match['at']}" if known_noun(thing) else match.group()


def _those_only(match: re.Match[str]) -> str:
    """Return "put all the green books on the sofa" of "not the black book, only the green ones, those go there"."""
    noun = known_noun(match["thing"])
    many = match["one"].lower() == "ones"
    every, plural = ("all ", "s") if many and not noun.endswith("s") else ("", "")
    return f"put {every}the {match['which']} {noun}{plural} {match['at']}" if noun else match.group()


def _the_lot(match: re.Match[str]) -> str:
    """Return "all the spoons" of "spoons in the drawer, the lot of them"."""
    return f"{match['lead']}all the {match['noun']}{match['rest']}" if known_noun(match["noun"]) else match.group()


def _thing_it(match: re.Match[str]) -> str:
    """Return "the towel, put it" of "the towel, put him"."""
    known = known_noun(match["thing"]) and match["verb"].lower() in order_verbs()
    return f"{match['thing']}, {match['verb']} it" if known else match.group()


def _thing_first(match: re.Match[str]) -> str:
    """Return "put the vase" of "be careful with the vase, put it"."""
    return f"{match['verb']} {match['thing']}" if match["verb"].lower() in order_verbs() else match.group()


def _instead(match: re.Match[str]) -> str:
    """Return "put the plates" of "clear the plates into the cabinet... no, sorry, just put them"."""
    verbs = order_verbs() | {"clear", "tidy", "empty"}
    if not {match["old"].lower(), match["verb"].lower()} <= verbs or not known_noun(match["thing"]):
        return match.group()
    return f"{match['lead']}{match['verb']} {match['thing']}"


def _none_so(match: re.Match[str]) -> str:
    """Return "close all the cabinets" of "make sure that no cabinet is left open"."""
    noun = known_noun(match["noun"])
    return f"{CONTRARY[match['state'].lower()][0]} all the {plural(noun)}" if noun else match.group()


def _had_done(match: re.Match[str]) -> str:
    """Return "switch on the lamp" of "have the lamp switched on"."""
    base = base_of_participle(match["done"])
    at = f" that is {match['at']}" if match["at"] else ""
    return f"{base}{match['way'] or ''} {match['thing']}{at}" if base and known_noun(match["thing"]) else match.group()


def _bare_stays(match: re.Match[str]) -> str:
    """Return an order without what it does not name: "potatoes in the fridge, lettuce stays"."""
    noun = known_noun(match["spared"])
    return f"{match['before']}." if noun and not re.search(rf"\b{noun}", match["before"], re.I) else match.group()


def _switched(match: re.Match[str]) -> str:
    """Return "turn on the light" of "make me the light on"."""
    return f"{match['lead']}turn {match['way']} {match['thing']}" if known_noun(match["thing"]) else match.group()


_OPEN = r"(?P<state>open|closed|shut|on|off|running)"
_FORMS: tuple[tuple[str, Change], ...] = (
    (r"\b(?P<gas>gas )?ring(?P<s>s?) (?=(?:on|of) the (?:cooker|stove|hob)\b)", r"burner\g<s> "),
    (r"\b(?:bin|chuck out|get rid of|dispose of|discard) (?P<it>it|them)\b", r"throw \g<it> away"),
    ((r"^\W*(?:(?:ugh|wow|oh|ah|eek|yuck|dear|god|gosh|goodness),? )*what an? (?:[a-z]+ )"
     r"{0,3}?[a-z]+\s*[,.!:]+\s*(?=[a-z])"), ""),
    ((r"\b(?P<joint>and|,|;) after(?:wards?)?,? (?=(?:close|shut|open|put|bring|wash|turn|switch|take|give|slice|"
     r"cut) )"),
     r"\g<joint> then "),
    ((r",? (?:and|but) (?:please )?(?:don'?t|do not) (?:put|move|take|bring|place) (?:it|them) (?:anywhere|away)"
     r"(?: else)?\b"), ""),
    (
        r"\b(?:in|into|to) the (?:dirty )?(?:laundry|washing)(?= *(?:[.,;!?]|$|and\b|please\b|both\b|all\b))",
        "in the laundry hamper",
    ),
    (r"\ba (?:fresh|new|spare) (?=(?:(?:toilet|loo) )?(?:rolls?|paper)\b)", "a "),
    (r"(?<=[a-z]) lying (?:about|around)\b", ""),
    ((r"^(?P<lead>\W*)(?:(?P<all>(?:all|both)(?: of)?(?: the| my)?)|the) (?P<noun>(?:[a-z]+ )?[a-z]+s)(?: (?:are "
     r"to|should|must|have to|"
     r"need to)(?: all)? be)? (?P<way>on|off)(?= (?:except|but|apart)\b)"),
     lambda m: f"{m['lead']}turn {m['way']} {m['all'] or 'all the'} {m['noun']}"),
    ((r"\b(?:make sure|make certain|ensure|see to it|check)(?: that)? (?:no|none of the) (?P<noun>(?:[a-z]+ )"
     r"?[a-z]+?)s? (?:is|are) "
     r"(?:left |still |standing )*(?P<state>open|on|off|closed|shut|running)\b"), _none_so),
    (r"\b(?:no more than|not more than|at (?:the )?most) (?=(?:one|two|three|four|five|six|[1-9])\b)", ""),
    ((rf"(?<!\bi )(?<!\bwe )(?<!\byou )(?<!\bme )(?<!\bus )\b(?:have|get) (?P<thing>{NP})(?: (?P<at>{PLACE}))? "
     rf"(?P<done>switched|turned|[a-z]+ed|cut|shut)"
     rf"(?P<way> on| off| up)?(?={_LAST}|\s*\?|,? (?:and|please|before|by)\b)"), _had_done),
    (rf"\bnot (?:touching|moving|taking) {NP}(?: and|,)+(?: just| only)? (?=[a-z]+ing\b)", ""),
    ((rf"(?P<first>\b(?:put|bring|take|move|give|place)(?: me)? {NP}),? (?:along|together) with (?={NP} (?:to|"
     rf"{PREP})\b)"), r"\g<first> and "),
    ((rf"^\W*i(?:'m| am)? wonder(?:ing)? (?:if|whether) (?P<who>there|{NP}|it|they) (?P<be>is|are) "
     rf"(?P<rest>[^.;!?]+)[.!]*\s*$"),
     r"\g<be> \g<who> \g<rest>?"),
    ((r"^(?P<before>[^.;!?]+?)(?<! the)(?<! my),? (?:(?:and|but) "
    r")?(?P<spared>(?!(?:it|that|they|can|may|should|must|to|will)\b)"
      r"[a-z]+) "
     r"stays?(?: put| there| "
     r"here| out)?[.!]*\s*$"), _bare_stays),
    ((rf"^\W*(?:please )?(?:be (?:very |really )?(?:careful|gentle)|careful|take care|go easy) (?:with|of|on) "
     rf"(?P<thing>{NP})"
     r"(?:\s*[,;:.]|\s+and|\s+when you)+ (?:please )?(?P<verb>[a-z]+) (?:it|them)\b"), _thing_first),
    ((rf"^(?P<lead>\W*)(?P<old>[a-z]+) (?P<thing>{NPS})(?: away| up| over)?\b[^;!?]*?(?:,|\.+|…|!| [-–—]+)"
     rf"\s*(?:(?:oh|no|wait|sorry|"
     r"actually|hang on|hold on|scratch that|on second thoughts?|forget (?:that|it)|never ?mind(?: that)?)\b[,. "
     r"]*)+(?:just |please )*(?P<verb>[a-z]+) (?:it|them)\b"),
     _instead),
    ((r"(?P<before>^\W*(?:the|that|my) (?:[a-z]+ )?(?:lamp|light|tv|telly|television|radio|kettle|heater)"
     r"s?\b[^.;!?]*?)"
     r"\bput (?P<it>it|them) (?P<way>on|off)(?=\s*(?:[.,;!?]|$|for\b|please\b|and\b))"), (r"\g<before>turn \g<it> "
         r"\g<way>")),
    ((rf"^\W*there(?:'s| is| are) {NP} {PLACE}\s*[;,.:]+\s*(?:please |just )*leave (?:it|them)(?: there| alone| "
     rf"be| where (?:it is|"
     r"they are))?(?:,? but|,? and|[.;,])+ (?=[a-z]+ (?:me |us )?(?:the|a|an|my|all|both)\b)"), ""),
    (
        rf"^(?P<thing>{NP})\s*[:,] open it(?=,? (?:and )?(?:then )?put\b)",
        r"open \g<thing>",
    ),
    (r"\b(?P<one>an? (?P<noun>[a-z]+)), any (?:old )?(?P=noun)\b(?: will do)?,?", r"\g<one>"),
    (
        (
            r"\b(?:that|which) (?:has |have )?(?:fell|fallen|dropped)(?: down)?"
            r"(?! (?:down|over|on|off|onto|into|in|from|under|behind|out)\b)"
        ),
        "that is on the floor",
    ),
    (
        (
            rf"^\W*there(?:'s| is| are) (?:an?|some) (?P<noun>[a-z]+(?: [a-z]+)??) (?P<at>{PLACE}) (?:that|which) "
            r"(?:can|could|should|must|may|needs? to|has to|ought to) be\b"
        ),
        r"the \g<noun> \g<at> should be",
    ),
    (rf"^\W*what ?ever(?:'s| is| are) (?=(?:lying |standing )?{PREP} )", "everything that is "),
    (
        (
            rf",? (?:except(?: for)?|apart from|aside from) (?P<spared>{NP}), (?=(?:goes?|belongs?|should|must|to|"
            rf"{PREP})\b)"
        ),
        r" except \g<spared> ",
    ),
    (
        (
            rf"^\W*(?:since|as|because) (?P<thing>{NP}) (?:has|have)(?:n't| not) been [a-z]+ed(?: yet| for ages)?, "
            r"(?:please )?(?P<verb>[a-z]+) (?:it|them)\b"
        ),
        _thing_first,
    ),
    (r"^\W*light (?=(?:the|a|an|all|both|every|my|that) )", "turn on "),
    (
        r"\b(?P<thing>(?:candle|lamp|light|fire|burner|stove)s?) (?P<is>is|are|was|were|to be) out\b",
        r"\g<thing> \g<is> off",
    ),
    (
        r"\b(?P<verb>wash|clean|rinse|take|bring|put|move|get|bin|tidy|clear|collect) all that(?= is| are|'s)",
        r"\g<verb> everything that",
    ),
    ((r"(?<!put )(?<!place )(?<!move )\beverything that(?: is|'s) "
      r"(?P<how>dirty|clean|red|green|blue|black|white|yellow) (?=(?:on|in|under) )"),
     r"everything \g<how> that is "),
    ((rf"^(?P<lead>\W*)it(?:'s| is) (?P<thing>{NP}) (?:that )?(?:i|we)(?:'m| am|'d| would)? (?:want|need|like|"
     rf"after|meant?|wanted)"
     rf"(?:,? (?:and )?not {NP})?(?={_LAST})"), r"\g<lead>bring me \g<thing>"),
    ((r"^\W*(?:i|we) (?:was|were|'d been) (?:going|about|meaning|planning) to (?P<order>[a-z]+ [^.;!?]*?),? but "
     r"[^.;!?]*[.;!?]+\s*"
     r"(?:will|would|could|can) you(?: do (?:it|that))?(?: for me)?(?: please)?\s*\?*\s*$"), r"please \g<order>."),
    ((r"^(?P<lead>\W*)(?:nothing|no one|nobody) (?:should|must|may|ought to|is to) [^.;!?]*[.;:!]+\s*(?=[a-z]+ "
     r"(?:the|all|every|both|my) )"),
     r"\g<lead>"),
    (r"^(?P<lead>\W*)in case (?=(?:there|the|my|it)\b[^,.;]*,)", r"\g<lead>if "),
    (
        (rf"(?P<thing>\b{NP})(?: that| which)? {SOMEBODY}(?:'s|'ve| has| have| had)?(?: just)? left at "
        rf"(?=(?:the|my) (?:desk|table)\b)"),
        r"\g<thing> that is on ",
    ),
    (
        rf"(?P<thing>\b{NP})(?: that| which)? {SOMEBODY}(?:'s|'ve| has| have| had)?(?: just)? {_PUT} {_THERE}",
        r"\g<thing> that is ",
    ),
    (
        (
            rf"(?P<thing>\b{NP})(?: that| which)? you(?:'ll| will| can| may| should| would)?(?: probably)? "
            rf"(?:find|see|spot)(?: lying| standing)? {_THERE}"
        ),
        r"\g<thing> that is ",
    ),
    (
        (
            r"(?: yet)? ?\b(?:has|have)(?:n'?t| not)(?: yet)? been (?:washed|cleaned|rinsed)"
            r"(?: yet| so far)?\b"
        ),
        " is dirty",
    ),
    (
        r"(?P<so>\bso (?:that )?(?:i|we|you) [^.,;!?]*), (?:provided|providing|on condition)(?: that)? ",
        r"\g<so>, if ",
    ),
    (
        (
            r",? \b(?:provided|providing|assuming|supposing|on condition|as long as|so long as)(?: that)? "
            r"(?=(?:it|they|the|there|my|nobody|no one|a|an)\b)"
        ),
        " if ",
    ),
    (
        (
            rf"\b(?P<if>if|unless) (?P<thing>(?:the|my) [a-z]+)s (?=(?:still )?{PREP} (?:the|my)\b)"
            r"(?![^,.;]* (?:are|is|have)\b)"
        ),
        r"\g<if> \g<thing> is ",
    ),
    (
        (
            r"^(?P<lead>\W*)if there(?:'s| is| are) (?:still )?(?:anything|something|things)"
            rf"(?: left| lying| standing| still)* (?P<at>{PLACE}),? (?:then |please )*"
            r"(?P<verb>put|bring|move|take|place|throw|carry) (?:it|them|that)\b"
        ),
        r"\g<lead>\g<verb> everything that is \g<at>",
    ),
    (r"(?<=, )do (?=[a-z]+ (?:it|them|the|that)\b)", ""),
    (
        r"\bwash(?P<ing>ing)? up (?=(?:everything|all|the|my|both|every|those|these|it|them|whatever)\b)",
        r"wash\g<ing> ",
    ),
    (
        (
            r"(?P<before>^[^.;!?]+?)\s*[.;,!]+\s*(?:and )?(?:do )?(?:the )?same (?:thing )?(?:goes )?"
            rf"(?:with|for|to) (?P<more>{NP}){_LAST}"
        ),
        _one_more,
    ),
    (
        (
            r"^(?!.*\bif\b)(?P<before>[^,.;!?]+?)\s*(?:[.;!]+|,(?! and\b)|,? and)\s*"
            rf"{_AND_THEN}(?P<more>{NP}|(?!so\b|that\b)[a-z]+),? {_TOO}{_LAST}"
        ),
        _one_more,
    ),
    (
        (
            r"^(?P<before>[^,.;!?]+)[^.;!?]*[.;!?]+\s*(?:on second thoughts?|actually|no)[, ]+"
            rf"(?:just|only) (?P<new>{NP}){_LAST}"
        ),
        _only_that,
    ),
    (
        rf"^(?P<later>[^.;!?]+?),? having (?:first |already )?(?P<done>[a-z]+) (?P<first>[^.;!?,]+){_LAST}",
        _done_first,
    ),
    (
        (
            rf"(?P<start>^|[.;!] ?)(?P<thing>(?:{DET} )?[a-z]+(?: [a-z]+)?)\?+ (?P<at>(?:to|{PREP}) {NP})"
            rf"(?={_LAST})"
        ),
        _bare_place,
    ),
    (
        (
            rf"^(?:don'?t|do not) (?:move|touch|take) (?P<thing>{NP})[,;.]+ (?:but )?(?:only|just) "
            r"the (?P<which>[a-z]+) (?P<one>ones?),? (?:those|these|they|that|it) (?:goes|go|belongs?) "
            rf"(?P<at>{PLACE})"
        ),
        _those_only,
    ),
    (
        (
            r"^(?P<lead>(?:[a-z]+ )??)(?:the )?(?P<noun>[a-z]+s)(?P<rest> [^,.;!?]*?),? "
            rf"(?:the (?:whole )?lot|all)(?: of them)?(?={_LAST})"
        ),
        _the_lot,
    ),
    (r"\b(?:though|although|albeit) not\b", "but not"),
    (
        (
            r"(?P<not>\b(?:not|except(?: for)?|apart from|other than|but) the (?:[a-z]+ )?[a-z]+?)"
            rf"(?: with (?P<with>{NP}) on (?:it|top)|(?: that| which)? (?P<on>{NP}) (?:is|are|lies|stands) on)"
            r"(?=\s*(?:[.,;!?]|$))"
        ),
        lambda m: f"{m['not']} under {m['with'] or m['on']}",
    ),
    (rf"(?P<thing>^{NP}), (?P<verb>[a-z]+) (?:him|her)\b", _thing_it),
    (
        rf"(?P<lead>^|[.;!,] )make (?:me |us )?(?P<thing>{NP}) (?P<way>on|off)\b(?! (?:{DET}|top)\b)",
        _switched,
    ),
    (
        r"\b(?P<who>i|we)(?:'m|'re| am| are) (?:wanting|needing) (?=(?:the|a|an|my|some|one|two)\b)",
        r"\g<who> want ",
    ),
    (r"(?<=[a-z]), you (?:give|bring|hand) (?:it |them )?(?:to )?me\s*\?+", ""),
    (r",? (?:sorry,? )?did i say [^.?!]+\?+ i (?:meant|mean) ", ", I mean "),
    (
        (
            rf"^(?P<verb>[a-z]+) {NP} {PLACE}\W*(?:or rather|make (?:that|it)|no|i mean)\b,?"
            rf"(?: (?:make that|i mean),?)? (?P<new>{NP} {PLACE})(?={_LAST})"
        ),
        r"\g<verb> \g<new>",
    ),
    (
        (
            rf"\b(?:i|we)(?:'d| would) (?:much |far )?(?:rather|prefer to|sooner) (?:have|see) (?P<thing>{NPS}) "
            rf"(?P<at>{PLACE}) (?:than|instead of|rather than) (?:over )?"
            r"(?:there|here|where (?:it|they) (?:is|are))\b"
        ),
        r"put \g<thing> \g<at>",
    ),
    (r"\b(?:i|we)(?P<would>'d| would) (?:much|far) (?=rather|prefer|sooner)", r"I\g<would> "),
    (
        (
            r"(?P<prep>\b(?:on|in|onto|into)) (?:a|an|one|any|some) (?P<noun>[a-z]+(?: [a-z]+)?),? "
            r"(?:but |just )?not (?:(?:on|in|onto|into) )?(?P<spared>the (?:[a-z]+ )?one\b[^,.;!?]*)"
        ),
        r"\g<prep> any \g<noun> except \g<spared>",
    ),
    (
        (
            rf",? ?(?:\b(?:but|and|though|while|only) )?(?P<thing>{NP}) (?:can|may|should|must|is to|has to) "
            rf"(?:just )?(?:stay|remain|be left) {_OPEN}(?={_LAST})"
        ),
        r" and leave \g<thing> \g<state>",
    ),
    (
        (
            r"\bif (?:one|any) of (?:the|my) (?P<noun>[a-z]+)s(?: (?:on|of) (?:the|my) [a-z]+)? (?:is|are) "
            r"(?:still )?(?:on|running|going|lit|burning)\b"
        ),
        r"if there is a running \g<noun>",
    ),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
