"""Clauses of people beside an order that name nothing: "while I'm on the phone, ...", "... Did you get that?".

A clause before the order goes where it is about people, names nothing that is known, points to nothing and asks for
nothing; what only asks whether the order was heard, or says what it is good for, goes behind it.
"""

from __future__ import annotations

import re

from pred_language.discourse.reasons_first import then_ordered
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import base_of_gerund, first_order_verb, order_verbs
from pred_language.lexicon.courtesy import closed
from pred_language.lexicon.inflection import name_any
from pred_language.lexicon.people import KIN

_ASKED = re.compile(
    r"^\W*(?:(?:so|then|now|please|just|maybe|perhaps|kindly|quickly|and)\b,? )*(?:(?:can|could|would|will) (?:you|"
    r"u)(?: please| just| kindly)* |you (?:can|could|may|might|should) )?",
    re.IGNORECASE,
)
_WHO = rf"(?:i|we|you|he|she|they|nobody|no one|some(?:one|body)|every(?:one|body)|people|{KIN}|(?:my|our|your) [a-z]+)"
_SUBORDINATE = re.compile(
    r"^\W*(?:(?:and|but|well|so|ok|okay|oh|right|hey|now|please)\b,? )*(?:(?:while|since|seeing (?:as|that)|given "
    rf"that|now that|as|because|although|though|even though) {_WHO}\b|(?:if|unless|when|whenever|once|before|in case|"
    rf"as soon as|as long as) (?:you|u)\b|(?:don't|do not) (?:worry|panic|be)\b|{_WHO}(?:'[a-z]+)? )",
    re.IGNORECASE,
)
"""How a clause begins that is about people; on what somebody else does an order may hang."""
_ABOUT_CALLS = re.compile(r"\bon the (?:phone|line|loo|toilet|couch|sofa|computer)\b", re.IGNORECASE)
"""Where people are who do something else."""
_THAT = re.compile(r"\b(?:now|given|seeing|except) that\b", re.IGNORECASE)
_SAYS_MORE = closed(
    "it them that those these this there one ones any anything something everything nothing other others another same "
    "instead not only except mean meant want wants wanted need needs needed like likes prefer should must shall rather "
    "goes belongs said told asked please wait stop cancel never forget wrong actually sorry moment put took moved left "
    "see find found notice tell say says"
)
"""Words by which a clause may say more than why or when."""
_OF_NOTHING = re.compile(
    r"\b(?:if|unless|when|now that|because|since|as|before) (?:you|i|we)(?:'[a-z]+| [a-z]+){1,4}? (?:nothing|"
    r"anything) (?:better|else) (?:to do|on|planned)\b|\b(?:mention|mentioned|say|said|asked|ask)(?: it| that| so)?$|"
    r"\b(?:can't|cannot|couldn't) (?:lift|carry|reach|move|hold|do) (?:anything|a thing|it)(?: myself)?$|\bunless "
    r"(?:you are|you're) (?:busy|otherwise engaged)|\b(?:not|n't) (?:busy|disturbing|bothering|interrupting|troubling|"
    r"imposing|keeping|doing anything|feeling|been|able)\b",
    re.IGNORECASE,
)
"""Of these words what says nothing of the order."""


def _without_front(match: re.Match[str]) -> str:
    """Return the order behind a clause that is about people and names nothing."""
    front, order = match["front"], match["order"]
    plain = _ASKED.sub("", order, count=1)
    if not first_order_verb(plain) or not name_any(plain) or not _SUBORDINATE.match(front):
        return match.group()
    bare = _THAT.sub("", _ABOUT_CALLS.sub("", front))
    said = set(re.findall(r"[a-z']+", _OF_NOTHING.sub("", bare.lower())))
    named = name_any(re.sub(r"\b(?:any|some|every|no)thing\b", "", bare, flags=re.IGNORECASE))
    ordering = any(word in order_verbs() or base_of_gerund(word) for word in said - _OF_BODIES)
    return match.group() if named or ordering or said & _SAYS_MORE or _YOU_DENIED.search(bare) else order


_OF_BODIES = closed(
    "come walk sit stand talk speak call sleep eat drink wait start help see look listen can could do "
    "get got go going have having take lift carry reach run running rest work working hold"
)
_YOU_DENIED = re.compile(r"\byou [a-z]*n't\b|\bn't you\b", re.IGNORECASE)
"""What the one who is spoken to is told not to be or to have done."""


def _without_good(match: re.Match[str]) -> str:
    """Return an order without what it would be good for."""
    return match.group() if name_any(match["told"]) else match["order"]


def _dared(match: re.Match[str]) -> str:
    """Return "close the box" of "I bet you can't close the box"."""
    known = match["verb"].lower() in order_verbs()
    return f"{match['lead']}{match['order'].rstrip('?')}" if known else match.group()


def _without_question(match: re.Match[str]) -> str:
    """Return the order behind a question to get somebody's attention: "are you listening? Close the box"."""
    asked = re.sub(r"\bsomething\b", "", match["told"].lower())
    plain = _ASKED.sub("", match["order"], count=1)
    ordering = first_order_verb(_ASKED.sub("", asked, count=1)) not in ("", "help")
    if name_any(asked) or _POINTS.search(asked) or ordering:
        return match.group()
    return match["order"] if first_order_verb(plain) and name_any(plain) else match.group()


_POINTS = re.compile(
    r"\b(?:it|them|that|those|these|this|there|ones?|any|anything|some|others?)\b", re.IGNORECASE
)
_HEARD = (
    r"(?:(?:did|do|have|can) you (?:get|got|hear|heard|understand|understood|catch|copy|follow|manage|do) (?:that|me|"
    r"it|all that|what i said|this)(?: for me)?|is that (?:clear|ok|okay|all right|alright|understood|possible|"
    r"doable)|(?:got|understood|clear|copy) (?:it|that)|understood|clear|deal|(?:you )?got that|make sense|does that "
    r"make sense)"
)
_BOT = r"(?:bot|robo|droid|machine|computer|jarvis|rosie|alexa|siri)"
_FORMS: tuple[tuple[str, Change], ...] = (
    (rf"^\W*(?:(?:yo|oi|hey|hi|hello|ok|okay|dear)\b,? )*{_BOT}\b\s*[,:!.]*\s*(?=[a-z])", ""),
    (rf"(?<=[.!,]) *{_HEARD}\?+\s*$", ""),
    (r"\s*[.!;] (?:no idea why|(?:don't|do not) ask(?: me)? why|god knows why|who knows why)\b[^.;!?]*[.!]*\s*$", "."),
    (
        (r"^\W*(?:so,? |ok,? |well,? )*(?:(?:the thing|the problem|the point|the trouble|the fact|here's the thing|"
         r"what happened) is(?:,| that)?|here's the thing[,:]|long story short,?) (?=(?:i|we|my|our|he|she)\b)"),
        "",
    ),
    (
        (r"^\W*what (?:i|we)(?:'d)?(?: would)? (?:want|need|like) you to do(?: now| next| for me)* is(?: to)?:? "
         r"(?=[a-z])"),
        "",
    ),
    ((r"^\W*(?:priority|step|task|item|point|number|order|job|request|command) (?:one|two|three|\d+|"
      r"#\d+)\s*[:.,)]\s*(?=[a-z])"), ""),
    (r"^\W*(?:command|execute|requirement|instruction|todo|to do|action|do this)\s*:\s*(?=[a-z])", ""),
    ((r"^\W*(?:is (?:it )?possible that|it(?:'s| is) (?:necessary|important|required|needed|essential) (?:to|that)) "
      r"(?:you (?:please )?)?(?=[a-z])"), "please "),
    (
        (r"(?:,? (?:and|then)+|[.;,!]) (?:then )?(?:stop|(?:wait|stand by|await|hold)(?: there)? (?:for )?(?:further|"
         r"more|my|the next|new) (?:orders?|instructions?|commands?|word))\s*[.!]*\s*$"),
        ".",
    ),
    ((r"\s*[.;,!]+ (?:please )?(?:confirm|acknowledge|report)(?: (?:back|to me))?(?: (?:when|once|after) (?:done|"
      r"finished|it is done|complete|ready))?\s*[.!]*\s*$"), "."),
    (r"\b(?:i|we) hereby (?=[a-z]+ you\b)", "i "),
    (r",? (?:and )?the (?:sooner|quicker|faster|earlier),? the better\b", ""),
    (r",? as a (?:[a-z]+ )?favou?r(?: to (?:me|us))?\b|,? at your (?:earliest )?convenience\b", ""),
    (r",? if you (?:know|see|get|catch) (?:what i mean|my (?:drift|meaning|point))\b", ""),
    ((r"\s*[.!;,]+ (?:and )?(?:i mean (?:it|that)|i(?:'m| am) (?:dead )?(?:serious|not (?:joking|kidding))|no,? "
      r"(?:really|seriously))\s*[.!]*\s*$"), "."),
    ((r"^\W*(?:chop(?:[ -]chop)?|without (?:further|more|any more) (?:ado|delay|fuss)|speaking of (?:which|that)|that "
      r"reminds me|come along|look lively|on your marks|off you go)\s*[,.!:]+\s*(?=[a-z])"), ""),
    ((r"^\W*your (?:mission|task|assignment|challenge|quest)(?:,? (?:should|if) you [^:.;]{3,40})?\s*[:,]\s*(?:is "
      r"(?:to )?)?(?=[a-z])"), ""),
    (
        (r"(?P<lead>^\W*(?:please )?)(?:(?:it|that)(?:'d| would| will) (?:really |just )?make (?:my|our|his|her) "
         r"(?:day|evening|morning|night|life)[a-z ]{0,12} if you (?:could |would |can )?|i(?:'ll| will| would|'d) "
         r"(?:give|pay|buy|love|owe) you [a-z ]{0,20}if you (?:could |would |can )?|(?:you (?:could|can|should|might) "
         r")?make yourself useful(?: for once)?(?: and|,) |how would you like to |what would (?:you say|it take) "
         r"(?:to|if you) )(?=(?!see\b|find\b)[a-z]+ )"),
        r"\g<lead>",
    ),
    (
        (r"(?P<lead>^\W*(?:please )?)(?:would it (?:kill|hurt|harm|bother) you to|(?:i|we) (?:insist|demand|request|"
         r"suggest|propose|recommend|advise|beg|order|ask)(?: that)? you(?: to)?|you(?:'re| are| were) (?:supposed|"
         r"meant|told|asked|expected) to|(?:would|could) you find it in your heart to) (?=[a-z])"),
        r"\g<lead>",
    ),
    (
        (r"(?P<lead>^\W*)(?:i(?:'ve| have| was|'m| am)? (?:been )?(?:told|heard|hear|informed|believe|know|bet|guess|"
         r"doubt|wonder if)(?: that)? you (?:can|could|can't|couldn't)|show me (?:that|how(?: well)?|if|whether)? "
         r"?you (?:can|could)|let me see you|let's see (?:if )?you(?: can)?|see (?:if|whether) you can(?! see| find| "
         r"spot)|prove (?:to me )?that you can) (?P<order>(?P<verb>[a-z]+) [^?]+\??)$"),
        _dared,
    ),
    ((r",? (?:but|and) (?:please )?be (?:very |really )?(?:careful|gentle|quick|quiet|nice|gentle|brave|good|"
      r"snappy)(?: (?:about|with) (?:it|that|them))?(?: please)?(?=\s*(?:[.!]|$))"), ""),
    ((r"\s*[.!;]+ (?:please )?be (?:very |really )?(?:careful|gentle|quick|quiet|nice)(?: (?:about|with) (?:it|that|"
      r"them))?(?: though| please)?\s*[.!]*\s*$"), "."),
    ((r"^(?P<order>[^?]*?[a-z]),? (?:and (?:then |after that |afterwards )?|(?:then|after that|afterwards) "
      r")(?P<told>you(?:'re| are| can| may|'ll be) [^.,;!?]{2,40})\s*[.!]*\s*$"),
     _without_good),
    (r",? and (?:then )?report(?: back)?(?: to me)?(?=\s*(?:[.!]|$))", ""),
    ((r"^\W*(?:(?:oh|hi|hello|hey|so),? )*sorry (?:to|for|about|that i) (?P<told>[^,.;!?]{3,40})\s*[,.;!]+ (?:but "
      r")?(?P<order>[^?]+\??)$"),
     _without_good),
    (r"\bfor the [a-z]+ time(?: today| now)?\s*[,:!]\s*", ""),
    ((rf"^\W*(?:{KIN}|he|she|they) (?:told|asked|wanted|wants|said|asks) (?:me )?to (?:tell|ask|remind) you to "
      r"(?=[a-z])"), ""),
    ((r"^\W*(?:and |so |ok,? )*(?:the|your) (?:next|first|last|other|only|second|final) (?:thing|job|task|item|"
      r"order)(?: on (?:the|my|your) list| to do| for (?:you|today)| (?:that )?i (?:need|want)(?: you to do)?)* (?:is|"
      r"would be|will be)(?: to)?:? (?=[a-z])"), ""),
    (r"^(?P<told>[^.;!?]*\b(?:you|i|we)\b[^.;!?]*)\?+\s+(?P<order>[^?]+\??)$", _without_question),
    (r"^\W*(?:if i may(?: ask| say so| be so bold)?|if i could ask|if you(?:'d| would)? allow me)\s*[,:]\s*", ""),
    (
        (r",? (?:just |exactly )?(?:like|as) (?:(?:i|we) (?:have |'ve )?(?:showed|shown|told|taught|asked|"
         r"explained)(?: it)?(?: to)? you(?: last [a-z]+| before| yesterday| the other day| already| earlier| this "
         r"morning)*|last time|you always do|always|usual)(?=\s*(?:[.,;!?]|$))"),
        "",
    ),
    (
        r"(?P<hi>^[^.;!?]{0,40}?[,!.] |^)how are (?:you|things)(?: doing| today| keeping| going| feeling)*\s*\?\s*",
        r"\g<hi>",
    ),
    ((r"^\W*why (?:haven't|have not|didn't) you (?:done|do|get|got) (?:this|that|it)(?: done)?(?: "
      r"yet)?\s*[:?]+\s*(?=[a-z])"), ""),
    (
        (r"^\W*(?:(?:er+m?|um+|uh+|oh|sorry|excuse me|pardon(?: me)?)[\s,.!]+)+(?=(?:i keep|i always|i never|i can't|"
         r"i'm|i am|my) )"),
        "",
    ),
    (r",? if (?:that|it)(?:'s| is) not (?:asking )?too much(?: to ask| trouble| bother)?(?: of you| for you)?", ""),
    (r",? when(?:ever)? you (?:get|come|have got) (?:round|around) to (?:it|that)\b", ""),
    (
        (rf"^\W*(?:(?:so|well|now|oh|and),? )*{KIN} (?:says?|said|told me|reckons)(?: that)?(?: you (?:should|must|"
         r"are to|have to))?\s*[:,]? (?P<order>(?P<verb>[a-z]+) [^?]+)$"),
        then_ordered,
    ),
    ((r",? or (?:else )?i(?:'ll| will| am going to|'m going to) (?!(?:do|bring|take|put|have|get)\b)[a-z]+(?: "
      r"[a-z]+){0,2}\s*[.!]*$"), ""),
    (
        (r"^(?P<order>[^?]*[a-z]),? (?:and )?(?P<told>(?:that|it|this)(?:'d| would|'ll| will) (?:really |just "
         r")?(?:help|save|make|mean|free|spare|be)\b[^.;!?,]*)\s*[.!]*\s*$"),
        _without_good,
    ),
    (r"^(?P<front>[^,.;!?:]{6,90}?)(?:,? but|,|[.!;:])\s+(?P<order>[^?]+\??)$", _without_front),
    (
        r"^(?P<front>[^,.;!?:]{6,90}?(?:,| and)[^,.;!?:]{4,90}?)(?:,? but|,|[.!;:])\s+(?P<order>[^?]+\??)$",
        _without_front,
    ),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
"""Rules that leave such clauses out."""
