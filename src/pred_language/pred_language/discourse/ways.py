"""Other ways to say the same: which one by a colour, "the one", places, asking for a thing, states that are made.

Each rule turns a way of speaking that strangers use into the one that the grammar reads; none is about single things.
"""

from __future__ import annotations

import re

from pred_core.vocabulary import object_types
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.sparing import SET
from pred_language.lexicon import words
from pred_language.lexicon.inflection import singular
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.shapes import DET, END, NP, NPS, PLACE, PREP, START

_COLOUR = "|".join(sorted(words.COLOURS))
_NOUN = r"[a-z]+(?: (?:box|stand|phone|card|bar|bottle|roll|chain|lamp|table))?"
_IS = r"(?:(?:that|which|who)(?: is|'s| are)? )?"
_BESIDE = r"(?:right )?(?:next to|beside|between|behind|in front of|(?:to|on) the (?:left|right)(?: of| side of)?)"
_COVER = r"(?:colou?r|cover|binding|jacket|case|handle|lid|cap|label|rim|surface|paint)"
_KEPT_AT = (
    r"(?:wherever|whatever place|any place|where ?so ?ever) (?:it|they|he|she|you)(?:'s|'re| is| are| "
    r"(?:may|might|can|could|should|will) be| happens? to be|'ve| have| find| keep| see)[^,.;!?]*"
)
_LET_HAVE = r"let(?:ting)? (?P<who>me|us) have"
_ASKING_FOR = (
    r"(?:(?:can|could|may|might|shall) (?:i|we) (?:please |possibly |perhaps )*(?:trouble|bother|ask|beg) you "
    r"for|(?:can|could|may|might) (?:i|we) (?:please |possibly |perhaps )*(?:have|get|borrow)|(?:i|we)(?:'d| would| "
    r"should)? ?(?:really |quite )*(?:could do with|could use|fancy|be (?:glad|grateful|happy|thankful)(?: of| for| "
    r"about| with| to have)|am after|'m after|(?:wouldn't|would not|don't|do not) mind(?: having)?|would "
    r"appreciate|appreciate|am in need of|have need of|require))"
)
_MAKES = {
    **dict.fromkeys(("hot", "warm", "heated"), "heat"), **dict.fromkeys(("cold", "cool", "chilled"), "cool"),
    **dict.fromkeys(("clean", "cleaned", "washed", "rinsed", "spotless"), "wash"),
    **dict.fromkeys(("sliced", "cut", "chopped"), "slice"), **dict.fromkeys(("full", "filled"), "fill"),
    **dict.fromkeys(("open", "opened"), "open"), **dict.fromkeys(("closed", "shut"), "close"),
}  # fmt: skip
_STATE = "|".join(_MAKES)
_TOWARDS = r"(?:over |back |across |straight |right )*(?:to|towards?)"


def _coloured(match: re.Match[str]) -> str:
    return f"{match['det']} {match['colour']} {match['noun']}"


def _same_place(match: re.Match[str]) -> str:
    """Return "to the table with the lamp" of "from the table with the plant to the one with the lamp"."""
    said = match["np"].lower().split()
    for start in range(1, len(said)):
        noun = " ".join((*said[start:-1], singular(said[-1])))
        kinds = [object_types()[name] for name in nouns().get(noun, {})]
        if any(kind.can("receptacle") and not kind.can("pickupable") for kind in kinds):
            return f"{match['before']}{match['to']} the {match['which'] or ''}{noun}"
    return match.group()


def _said_anew(match: re.Match[str]) -> str:
    """Return the order that is said anew, with the thing that what it takes back was about."""
    named = re.match(rf"\W*(?P<thing>{NP}?) (?:is|are|was|looks|can|should|could)\b", match["dropped"], re.IGNORECASE)
    thing = named["thing"] if named is not None and match["thing"].lower() == "it" else match["thing"]
    return f"{match['verb']} {thing}"


def _another(match: re.Match[str]) -> str:
    """Return "to the other armchair" of "from the armchair ... to another armchair"."""
    return f"{match['before']}the other {match['noun']}"


def _made(match: re.Match[str]) -> str:
    at = match.groupdict().get("at")
    return f"{_MAKES[match['state'].lower()]} {match['thing']}{f' that is {at}' if at else ''}"


def _that_is(at: str | None) -> str:
    return f" that is {at}" if at else ""


def _with_object(match: re.Match[str]) -> str:
    """Return "and put it in the sink" of "and put in the sink", with "them" where several were named."""
    several = re.search(r"\b(?:two|three|four|both|all|every|several)\b", match.string[: match.start()], re.IGNORECASE)
    return f"{match['joint']} {match['verb']} {'them' if several else 'it'} "


_DOINGS = {"chill": "chill", "warm-up": "heat", "warmup": "heat", "warm up": "heat"}
_CONTRARIES = {
    "open": "close", "closed": "open", "shut": "open", "on": "turn off", "running": "turn off", "off": "turn on",
}  # fmt: skip


def _given(match: re.Match[str]) -> str:
    """Return "wash it" of "give it a good rinse"."""
    at = f" that is {match['at']}" if match["at"] else ""
    return f"{_DOINGS.get(match['doing'].lower(), 'wash')} {match['it']}{at}"


def _contrary(match: re.Match[str]) -> str:
    """Return "close the drawer" of "the drawer should not be open"."""
    at = f" that is {match['at']}" if match["at"] else ""
    return f"{_CONTRARIES[match['state'].lower()]} {match['thing']}{at}"


def _switched_there(match: re.Match[str]) -> str:
    on = re.match(r"(?:on|in|inside)\b", match["at"], re.IGNORECASE)
    return f"{match['verb']} {match['way']} {match['thing']} {'that is ' if on else ''}{match['at']}"


_TOLD_STATES = {"open": "opened", "on": "running", "lit": "running", "shut": "closed"}


def _whichever(match: re.Match[str]) -> str:
    """Return "the opened drawer" of "whichever drawer is open"."""
    return f"the {_TOLD_STATES.get(match['state'].lower(), match['state'])} {match['noun']}"


def _same_kind(match: re.Match[str]) -> str:
    """Return "next to the other dumbbell" of "the dumbbell that is on the floor next to the other one"."""
    noun = re.findall(r"[a-z-]+", match["thing"].lower())[-1]
    return f"{match['before']} the other {noun}"


def _left_there(match: re.Match[str]) -> str:
    """Return an order without "and leave the mug", which of one thing says no more; of several it spares one."""
    return match.group() if SET.search(match["before"]) else match["before"]


_SHORT: tuple[tuple[str, Change], ...] = (
    (rf" so (?:that )?(?:it|they)(?:'s|'re| is| are| stands?| lies?) (?={_BESIDE} {DET}\b)", " "),
    (rf"\bover to (?={DET}\b)", "to "),
    (rf"\b(?:pull|fish|dig|pluck|scoop) (?P<thing>it|them|{NP}) (?=out of\b)", r"take \g<thing> "),
    (rf"\b{_LET_HAVE} (?P<thing>(?:{NP})(?: {PLACE})?) (?P<state>{_STATE}){END}", _made),
    (r"\bletting (?P<who>me|us) have\b", r"giving \g<who>"),
    (r"\blet (?P<who>me|us) have\b", r"give \g<who>"),
    ((r"(?P<start>^|[.;!?] |[,:] )(?:all|everything) that(?: is|'s) "
      r"(?=(?:on|in|under|inside)\b)"), r"\g<start>everything that is "),
    ((r"\b(?P<noun>[a-z]+) who (?=(?:is|are|stands?|lies?|sits?|hangs?)\b)(?<!one who )"
      r"(?<!person who )"), r"\g<noun> that "),
    (
        (
            r"^(?P<lead>\W*)(?:please )?(?:look|search|check|have a look) for (?P<thing>(?:a|an|any|some) [a-z]+(?: "
            r"[a-z]+)??)[.;,]+ (?:and )?if (?:you (?:can )?(?:find|see|spot) (?:one|any|some)|there is one),? "
            r"(?P<order>(?![^.;!?]*\b(?:it|them|one|some)\b)[^?]+)$"
        ),
        r"\g<lead>if there is \g<thing>, \g<order>",
    ),
    ((r"\bif you (?:do |should |happen to )?(?:see|find|spot|notice|come across) "
      r"(?:it|them|one|any)(?: anywhere| somewhere| lying around)?,? "), ""),
    ((r"\b(?P<verb>chuck|toss|throw|sling|slip|lend|slide) (?P<who>me|us) "
      r"(?=(?:the|a|an|my|that|some|one)\b)"), r"give \g<who> "),
    ((r"\b(?P<what>that|which) (?:has |have |had )?(?:fell|fallen|dropped|landed|rolled|slipped)"
      r"(?: down| over)? (?=(?:on|onto|under|behind|in|into)\b)"), r"\g<what> is "),
    ((r"\b(?P<verb>leave|put|set) (?P<it>it|them) to (?:dry|cool|soak|drip|rest)(?: off)? "
      r"(?=(?:on|in|by|next)\b)"), r"\g<verb> \g<it> "),
    ((r"\b(?P<noun>[a-z]+) (?:(?:that|which) (?:still )?(?:has|have|holds?|contains?) "
      r"(?:some |any )?(?:coffee|water|tea|milk|something)(?: left)?(?: in (?:it|them))?|with "
      r"(?:some )?(?:coffee|water|tea|milk|something) (?:left )?in (?:it|them))\b"), r"full \g<noun>"),
    (r"\bby the time (?:that )?(?:i|we|they|he|she)\b[^,.;!?]*", ""),
    (r",? ?\b(?:and )?(?:then )?leave (?:me|us) (?:alone|be|in peace)\b", ""),
    (rf"\bthe ones? [a-z]+ing (?={PREP} )", "the one that is "),
    (
        (rf"{START}(?P<things>{NPS})(?: (?:that is )?(?P<at>{PLACE}))? (?:needs?|wants?|requires?|could do with) "
         r"(?:an?|another|some) (?:good |quick |thorough )?(?:wash|rinse|clean|cleaning|scrub|wipe|washing)(?: up| "
         r"down)?\b"),
        lambda m: f"{m['start']}wash {m['things']}{_that_is(m['at'])}",
    ),
    (
        (rf"{START}(?P<things>{NPS})(?: (?:that is )?(?P<at>{PLACE}))? (?:can|may|should|must|needs? to|has to|have "
         r"to) (?:all |both )?go (?:out with|in|into) the (?:rubbish|trash|waste|bin)\b"),
        lambda m: f"{m['start']}discard {m['things']}{_that_is(m['at'])}",
    ),
    (rf"\block (?P<thing>{NP})(?: away| up)? in(?:to|side)? (?P<at>{NP})", r"put \g<thing> in \g<at> and close \g<at>"),
    ((rf"\b(?:lift|raise|pick up|carry) (?P<thing>it|them|{NP}(?: (?:from|off|out of) {NP})?) "
      r"(?=(?:onto|into|on to|in to) )"), r"put \g<thing> "),
    (r"\b(?:fire up|power up|start up|boot up) (?=(?:the|a|my|that|it)\b)", "turn on "),
    (r"\b(?:shut down|power down|put out|blow out|snuff out) (?=(?:the|a|my|that|it|all|every|both)\b)", "turn off "),
    ((r"^(?P<lead>\W*)(?:my [a-z]+|mum|mom|dad|the boss|she|he) (?:says?|said|thinks?|reckons?)(?: "
      r"that)? (?=(?:the|my|a|an|all|both|you) )"), r"\g<lead>"),
    ((r"^(?P<lead>\W*)(?:please )?(?:(?:don'?t|do not|never) forget|remember|be sure|make sure|take "
      r"care)(?: that you| you| to) (?=[a-z]+ (?:the|a|an|my|it|them|all|both)\b)"), r"\g<lead>"),
    ((r"(?P<before>\b(?!go\b|walk\b)[a-z]+ [^.;!?]*?),? (?:and|but) leave (?P<thing>the "
      rf"(?:[a-z]+ )?ones?|{NP})(?<!open)(?<!closed)(?<!shut)(?<! on)(?<! off)(?<!ajar)(?<!running)"
      r"(?=\s*(?:[.!?]|$))"), _left_there),
    (r"\bwhatever you do,? (?=(?:don'?t|do not|never)\b)", ""),
    (r"(?<![,.;-]) \b(?:um+|uh+m?|er+m?|erm|hmm+)\b(?! ?[,.;-])", ""),
    (r"\b(?P<two>[a-z]+ [a-z]+) (?P=two)\b", r"\g<two>"),
    (r"\b(?P<who>where|what|that|there|how|who|here)s\b(?= )", r"\g<who> is"),
    ((r"\b(?P<thing>the [a-z]+)s (?=(?:on|off|open|closed|shut|dirty|clean|empty)(?: "
      r"(?:turn|close|open|wash|switch|shut)\b|,))"), r"\g<thing> is "),
    (r"(?<![,;.]) not (?=the ones? )", ", not "),
    (r",? ?\b(?:cheers|thanks|thank you|ta|yeah|mate|okay)(?: a lot| very much)?(?=[.!?]*$)", ""),
    ((r"(?<!\bi)(?<!\bwe)(?<!\byou)(?<!'d)(?<!would)(?<!my)(?<!with),? "
      r"(?:love|dear|darling|honey|sweetheart|pal|buddy)(?=[.!?]*$)"), ""),
    (r",? ?\bthat(?:'s| is) (?:it|all)(?: for now)?(?=[.!?]*$)", ""),
    (
        (r"^(?P<dropped>[^.;!?]{4,80}?)(?:,|\.|!|\s)\s*(?:no|wait|hang on|hold on|scratch that)(?:,? "
         r"(?:no|wait|hang on|hold on|sorry|actually))*,? (?P<verb>put|bring|take|get|wash|give|move|fetch|turn|switch|"
         r"open|close) (?P<thing>the|a|an|my|me|it)\b"),
        _said_anew,
    ),
    (r"\bthe (?:pair|two|three|lot|whole lot) of (?=(?:them|these|those)\b)", ""),
    (
        (r"^(?P<lead>\W*)(?:except(?: for)?|apart from|aside from|other than|besides) "
         rf"(?P<spared>{NP}(?: and {NP})?), (?P<rest>[^.;!?]+)"),
        r"\g<lead>\g<rest> except \g<spared>",
    ),
    (r",? ?\b(?:and|but) nothing else\b", ""),
    (r" out of (?:the|my|our) way(?= (?:in|into|on|onto|to)\b)", ""),
    ((r"\b(?P<place>(?:the|a|an) [a-z]+(?: (?!(?:if|unless|when|while|"
      r"because|since|as|and|or|but|until|once|before|after|that|whether)\b)"
      rf"[a-z]+)?) (?:that|which)? ?(?P<thing>{NP}) "
      r"(?:is|are|stands?|sits?|lies?|rests?) (?P<at>on|in)(?=\s*"
      r"(?:[.,;!?]|$))"), r"\g<place> with \g<thing> \g<at> it"),
    ((r"\b(?P<verb>put|place|drop|stick) "
      rf"(?P<thing>it|them|{NP}) (?P<at>{PLACE}),? and "
      rf"(?P<more>{NP}),? (?:as well|too|also)\b"), r"\g<verb> \g<thing> \g<at> and put \g<more> \g<at>"),
    (r"^how much (?=[a-z]+s\b)", "how many "),
    (r"^(?P<many>how many [a-z]+) (?=you see\b)", r"\g<many> do "),
    (r"\bif is (?=no\b)", "if there is "),
    (rf" in (?:the|my|our|your) way(?= {PREP} )", ""),
    (r"\b(?P<is>is|are) in (?:the|my|our|your) way\b", r"\g<is> annoying"),
    (r",? ?\b(?:and )?you(?:'ll| will| may| might)? (?:have|need) to open it(?: up)? first\b,?", ""),
    (r"(?<=[a-z]) again,? after(?:wards)?(?=\s*(?:[.,;!?]|$))", " again"),
    (r"\bn\b(?=\s+[a-z])|\s&\s", " and "),
    (r"\bw/ ?(?=[a-z])", "with "),
    (r"\b(?P<one>you|it|they|that|there)ll\b", r"\g<one> will"),
    (r"\bu\b", "you"),
    (
        r"\b(?!(?:shut|open|clean|close)\b,)(?P<word>[a-z]+)(?:\s*[,-]+)? (?P=word)\b(?<!\bthat that)(?<!\bhad had)",
        r"\g<word>",
    ),
    (r"\b(?:um+|uh+m?|er+m?|hm+|mm+|like|eh)\b,? (?=(?:both|all) of (?:them|it)\b)", ""),
    (
        (r"(?P<list>\b[a-z]+(?: [a-z]+)?) and (?P<last>(?:the |my )?[a-z]+(?: [a-z]+)?),? "
         r"(?:both|all(?: three| four)?|each) of (?:them|it),?"),
        r"\g<list> and \g<last>",
    ),
    ((r"\b(?P<verb>wash|rinse|clean|heat|warm|cool|chill|slice|cut|put|bring|take|move) each of "
      r"(?:them|these|those)\b"), r"\g<verb> them"),
)
_FORMS: tuple[tuple[str, Change], ...] = (
    ((rf"\b(?P<det>{DET}) (?P<noun>{_NOUN}) {_IS}(?:coloured |colored |painted )?(?:in |of |with )?(?:a "
      rf"|the )?(?P<colour>{_COLOUR})(?: in)? {_COVER}\b"), _coloured),
    ((rf"\b(?P<det>{DET}) (?P<noun>{_NOUN}) {_IS}(?:coloured|colored|painted|dyed) "
      rf"(?:in )?(?P<colour>{_COLOUR})\b"), _coloured),
    (rf"\b(?P<colour>{_COLOUR})[- ](?:coloured|colored|ish)\b", r"\g<colour>"),
    ((r"\b(?P<noun>(?:(?:desk|floor|stove|bedside|table|ceiling) )?"
      r"(?:lamp|light|tap|faucet|burner|stove|hob|tv|telly|television|candle))s? "
      r"(?:that|which)(?: is|'s) (?:still )?(?:running|burning|lit|on)(?=\s*(?:[.,;!?]|$))"), r"running \g<noun>"),
    (rf",? ?\bfrom {_KEPT_AT}", ""),
    ((r"\bfrom (?:one|the|a) (?P<noun>[a-z]+(?: [a-z]+)?) to "
      r"(?:the other|another)(?: one)?(?=\s*(?:[.,;!?]|$))"), r"from one \g<noun> to the other \g<noun>"),
    ((r"(?P<before>\bfrom (?:the|my|an?) (?P<noun>[a-z]+(?: [a-z]+)?)\b[^.;!?]*? "
      r"(?:to|onto|into|on|in) )another (?P=noun)\b"), _another),
    (
        (rf"\bgive (?P<it>it|them|that|{NP})(?: (?P<at>{PLACE}))? (?:an?|another|some) "
         r"(?:good |quick |thorough |proper |little |nice )*(?P<doing>rinse|wash|clean|cleaning|scrub|wipe|washing|"
         r"chill|warm[- ]?up)(?: first)?\b"),
        _given,
    ),
    ((rf"\b(?:get|grab|take|fetch) (?P<thing>{NP}) (?P<from>(?:from|off|out of) {NP}) "
      r"(?=(?:into|onto|in|on) )"), r"put \g<thing> \g<from> "),
    (rf"\bget (?P<thing>it|them|{NP}) (?=(?:into|onto|back in|back on) )", r"put \g<thing> "),
    ((rf"^(?:i |we )?(?:really |urgently |still )*(?:need|want|require) (?P<thing>{NP})(?: "
      r"(?:over|up|down|in))? here\b"), r"bring me \g<thing>"),
    (rf"{START}(?P<thing>{NPS}) to (?P<who>me|us){END}", r"\g<start>bring \g<thing> to \g<who>"),
    (
        (rf"\b(?:and )?(?P<thing>that|it|they|{NP})(?: (?P<at>{PLACE}))? (?:should ?n[o']?t|should "
         r"not|must ?n[o']?t|must not|(?:is|are)(?:n'?t| not) supposed to) be "
         r"(?:left |kept |still )?(?P<state>open|closed|shut|on|off|running)\b(?! (?:the|a|an|my|top|it|there)\b)"),
        _contrary,
    ),
    ((rf"\b(?:i|we) (?:don'?t|do not|never) (?:want|like|need) (?P<thing>{NP})(?: (?P<at>{PLACE}))? "
      rf"(?:to be |left )?(?P<state>open|closed|shut|on|off|running){END}"), _contrary),
    (r",? but (?:i|we) (?:don'?t|do not|didn'?t) (?:want|need|mean|like) (?=the\b)", ", but not "),
    (r"\b(?:and )?only then\b", "and then"),
    ((rf"(?P<way>\b(?:take|taking|bring|carry) {NP} (?:over )?(?:to|into) {NP}),? "
      r"(?:and )?(?:then )?back to (?=the\b|its\b|my\b)"), r"\g<way> and then bring it to "),
    (rf"\bgive (?P<it>it|them|{NP}) (?=(?:in|on|into|onto)\b)", r"put \g<it> "),
    ((r"(?P<joint>\b(?:and|then)|,) (?P<verb>bring|give|hand|put|place|set|take) "
      r"(?=(?:to|in|into|on|onto) (?:the|me|us|a|an|my|another)\b)"), _with_object),
    ((r"\bshut (?P<thing>it|them|that) "
      r"off\b|\bshut off (?=(?:the|it|that)\b)"), lambda m: f"turn {m['thing']} off" if m["thing"] else "turn off "),
    (
        (rf"\b(?P<det>{DET}(?: (?:{_COLOUR}))?) (?P<noun>{_NOUN}) (?:that|which)(?: is|'s) "
         r"(?:still )?(?:open|opened)(?=\s*(?:[.,;!?]|$|(?:and|then)\b))"),
        r"\g<det> opened \g<noun>",
    ),
    (
        (rf"\b(?P<det>{DET}(?: (?:{_COLOUR}))?) (?P<noun>{_NOUN}) (?:that|which)(?: is|'s) "
         r"(?:still )?(?:closed|shut)(?=\s*(?:[.,;!?]|$|(?:and|then)\b))"),
        r"\g<det> closed \g<noun>",
    ),
    (
        (rf"^(?:(?:so|and|well|ok|now|please),? )*(?P<thing>{NP}),? (?:the ones? )?(?:that|which)?(?: is| stands?| "
         rf"lies?| sits?)? ?(?P<at>{PLACE}),? (?:(?:can|could|would|will) you (?:please )?|please )(?P<verb>[a-z]+) "
         r"(?:it|that one|that|them)\b"),
        r"\g<verb> \g<thing> that is \g<at>",
    ),
    (
        (r"^(?:whatever|everything|anything|all|what)(?: that)?(?:'s| is| are| lies?)(?: lying| standing| left| "
         rf"still)* (?P<at>{PLACE})(?: now)?,? (?:please )?(?P<verb>[a-z]+) (?:it|them|that)(?: all)?\b"),
        r"\g<verb> everything that is \g<at>",
    ),
    (rf"\b(?:it|them)\b(?P<rest>[^.;!?]*?),? (?P<thing>{NP}),? i mean\b", r"\g<thing>\g<rest>"),
    (
        (rf"^(?P<thing>(?:{DET} )?[a-z]+(?: [a-z]+)?)(?:,|\.|!|;) (?:it|they)(?:'s|'re| is| are) "
         rf"(?:somewhere |probably |still |just |lying )*(?P<at>{PLACE})(?=\s*[.!]*$)"),
        lambda m: f"bring me {'' if re.match(DET, m['thing'], re.I) else 'the '}{m['thing']} that is "
                  f"{m['at']}",
    ),
    (rf"\b(?P<way>(?:turn|switch|flip|flick|power) (?:on|off) {NP}) (?:that|which) is (?={PLACE})", r"\g<way> "),
    (rf"\b{_ASKING_FOR} (?={DET}\b|(?:two|three|another)\b)", "bring me "),
    (rf"\bmake (?P<state>{_STATE}) (?P<thing>{NP})", _made),
    (
        (rf"{START}(?P<thing>(?:all |both )?(?:of )?{NPS}) (?:can|may|could|should|must) "
         r"(?:all |both |now )*(?:go|be turned|be switched|come) (?P<state>on|off)\b(?! (?:the|a|an|my|top)\b)"),
        lambda m: f"{m['start']}turn {m['state']} {m['thing']}",
    ),
    ((r"\b(?:i|we)(?:'d| would) (?:like|love|prefer|rather have) "
      rf"(?P<thing>{NP}(?: that is {PLACE})?) back (?=(?:in|on|into|onto|under)\b)"), r"put \g<thing> "),
    (
        (rf"\b(?:make|get|have|keep|want|need) (?P<thing>{NP})(?: (?:that is )?(?P<at>{PLACE}))? "
         rf"(?:to be )?(?:nice and |really |very |all |properly )?(?P<state>{_STATE}){END}"),
        _made,
    ),
    (rf"\b(?P<verb>turn|switch) (?P<thing>{NP}) (?P<way>on|off) (?P<at>{PLACE})", _switched_there),
    (rf"\b(?P<verb>turn|switch) (?P<thing>{NP}) (?P<at>{PLACE}) (?P<way>on|off){END}", _switched_there),
    (
        (rf"(?P<before>\b(?:put|place|move|set|lay|stand|bring|take) (?P<thing>{NP})(?: "
         rf"(?:that is |from |out of |off )?(?:{PLACE}|{NP}))? (?:to )?(?:next to|beside|by|near|together "
         r"with|with|alongside|where)) the other one\b"),
        _same_kind,
    ),
    (
        (rf"(?P<first>\b[a-z]+ (?P<thing>{NP}),?(?: and then| and| then)+ (?:take|put|bring|carry|move)) it and "
         rf"(?P<more>{NP})"),
        r"\g<first> \g<more> and \g<thing>",
    ),
    ((r"\b(?:whichever|whatever|any|every) (?P<noun>[a-z]+(?: [a-z]+)?) (?:that |which )?(?:is|are) "
      rf"(?:still )?(?P<state>open|closed|shut|on|running|lit|dirty|empty|clean|full){END}"), _whichever),
    (
        (rf"(?P<before>\b(?:from|off|out of|in|on) (?P<np>{NP})(?:[^,.;!?]*?) )(?P<to>(?<!next )(?<!close )"
         r"(?<!nearest )to|onto|into|in|on|under) the (?P<which>[a-z]+ )?one\b"),
        _same_place,
    ),
    ((rf"{START}(?:please )?(?:head|pop|walk|run|wander|nip|hop|roll|drive|go|come|get "
      rf"(?:yourself|over)) (?:yourself )?{_TOWARDS} (?={DET}\b)(?!{NP} and "
      r"(?:pick|get|take|grab|bring|find))"), r"\g<start>go to "),
    ((r"\b(?:go|come|walk)(?: over)?(?: and)? (?:stand|wait|stay|park|stop|position yourself)(?: "
      rf"yourself)?(?: right)? (?:next to|beside|by|near|at|in front of) (?={DET}\b)"), "go to "),
    ((r"^(?:stand|wait|stay|park(?: yourself)?|position yourself)(?: right)? "
      rf"(?:next to|beside|by|near|at|in front of) (?={DET}\b)"), "go to "),
    (
        (rf"\b(?P<going>go (?:over |back )?to {NP}),? and (?:then )?(?:wait|stay|stop|stand|remain)(?: there| here| "
         rf"for me)?{END}"),
        r"\g<going>",
    ),
    (rf"\b(?:go|walk|drive) with (?P<thing>it|them|{NP}) (?=to\b)", r"bring \g<thing> "),
    ((rf"(?P<thing>\b{NPS}) (?:goes|go|belongs?) (?:back|over|straight) to (?P<at>{NP})"), r"put \g<thing> on \g<at>"),
    ((rf"(?P<thing>(?:all |both )?{NPS}(?: {PLACE})?),? (?:can |could |should |may )?(?:all "
      rf"|both )*(?:could )?do with (?:going|being put|a trip|to go) (?=(?:back )?{PREP}\b)"), r"put \g<thing> "),
    (rf"\bbin (?={DET}\b)", "discard "),
    (rf"\bchuck (?P<thing>{NP} (?:that is|that's|which is) {PLACE})(?=\s*(?:[.!?]|$))", r"discard \g<thing>"),
    (r"\blight (?=the (?:[a-z]+ )?(?:lamp|lights?)\b)", "turn on "),
    (r"\bmake (?:some )?light (?:with|using) (?=the\b)", "turn on "),
    (r"\bkill (?=(?:it|them)\b)", "turn off "),
    ((r"\b(?P<verb>bring|give|hand|get|fetch|pass) to (?P<who>me|us) "
      r"(?=(?:the|a|an|my|some|[a-z]+)\b)"), r"\g<verb> \g<who> "),
    (r"\b(?:in the middle|midway|half ?way) between\b", "between"),
    (rf"{START}stand (?P<thing>{NP}|it|them) (?=(?:{_BESIDE}|{PREP}) {DET}\b)", r"\g<start>put \g<thing> "),
    (rf"(?P<thing>\b{NPS}) (?:goes|go|belongs?) (?={_BESIDE} {DET}\b)", r"put \g<thing> "),
)
SHORT: tuple[Rule, ...] = rules(_SHORT)
RULES: tuple[Rule, ...] = rules(_FORMS)
