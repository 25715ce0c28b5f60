"""Small talk beside an order: greetings, thanks, excuses, haste and farewells that stand as clauses of their own.

Each clause is a whole formula, made of a few closed parts; what has any other word in it stays and is read.
"""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Rule, retold, rules
from pred_language.discourse.wrapping import IDIOMS, first_order_verb, order_verbs
from pred_language.lexicon.inflection import name_any
from pred_language.lexicon.people import KIN

_DEAR = r"(?:my |you |old )?(?:dear|love|darling|honey|sweetie|sweetheart|friend|boy|girl|lad|robot|mate|pal|buddy)"
_SO_MUCH = r"(?: (?:so|very|ever so|awfully|a lot|a million|a bunch|much|kindly|indeed|again|in advance))*"
_FORMULA = (
    (r"excuse me|pardon(?: me)?|(?:(?:i'm|i am) )?(?:so |very |terribly |really )?sorry(?: (?:to (?:bother|trouble|"
    r"disturb|interrupt|"
    r"be a (?:pain|bother|nuisance)|keep bothering)(?: you)?(?: again| once more| with this)?|about (?:this|that|"
    r"all this)|again))+"),  # "sorry" alone takes back what was said
    r"i (?:really )?hate to (?:ask|bother you|be a (?:pain|bother|nuisance))(?: again)?",
    (r"i know (?:it is|it's|this is|that is|i'm|i am) (?:a bit |so |very |really |being )?(?:silly|stupid|annoying|a "
    r"(?:lot|bother|pain|"
    r"nuisance)|late|early|lazy|fussy|picky|a lot to ask|much to ask)"),
    r"(?:well |and )?(?:pretty|very) please(?: with (?:a cherry|sugar|cream)(?: on top)?)?",
    r"(?:and |ok |okay )?(?:bye|goodbye|good bye|cheerio|ciao|ta-?ta|toodle-?oo)(?: bye| now| then| for now)*",
    r"(?:and )?see (?:you|ya)(?: (?:later|soon|tonight|tomorrow|then|in a bit))*",
    r"(?:and )?(?:have a )?(?:good|nice|lovely) (?:morning|evening|afternoon|night|day)(?: to you)?",
    (rf"(?:and )?(?:many )?(?:thanks|thank you|thank u|thx|ta|cheers){_SO_MUCH}(?: (?:and )?(?:good (?:night|day)|bye|"
    rf"{_DEAR}))*"),
    (r"(?:that is|that's|this is|that was|it is|it's) (?:so |very |ever so |really |most "
    r")?(?:kind|nice|good|sweet|lovely|"
    r"thoughtful)(?: of you)?"),
    (r"(?:there's |there is )?(?:no|any) (?:rush|hurry|pressure|stress|worries|funny business|nonsense|messing about|"
    r"excuses|dawdling|"
    r"dilly-?dallying|arguments?|backchat|questions)(?: at all| though| please)?"),
    (r"(?:and )?(?:don't|do not|dont) (?:dawdle|dally|dilly-?dally|be long|take (?:too long|all day|forever|ages)|rush|"
    r"hurry|mess (?:it|this) up|worry|argue|muck about)"),
    (r"(?:quick )?(?:chop[ -]chop|quick quick|hurry hurry|go go(?: go)?|quick march|hop to it|look lively|snap to it|"
    r"get to it|get on with it|step on it|spit spot)"),
    (r"(?:it's |it is |this is |that's |very |really |super )?(?:urgent|an emergency|important|a matter of life "
    r"and death)"),
    (r"(?:hey |oi |yo )?you(?: there| two| lot)?|yo|oi|(?:al)?right (?:al)?right|ok(?:ay)? "
    r"ok(?:ay)?|(?:now|right|ok|okay) "
    r"(?:now|then)(?: then)?|there (?:we|you) go|here (?:we|you) go|let's see|let me see"),
    (r"(?:my |a |one |another |quick |simple |easy |stupid |silly |small |little "
    r")*(?:order|command|request|question|query|"
    r"task|job|chore)(?: for (?:you|the robot|today|now))?"),
    r"(?:and )?(?:one|just one|there's one|another|one last) (?:more |other |last |final |small |little |quick )*thing",
    (r"(?:and |just |do )*(?:ask|call|shout|tell me|let me know) (?:me )?if (?:(?:anything|something)(?:'s| is) "
    r"(?:unclear|not clear)|you (?:have|need) (?:any )?(?:questions?|help)|in doubt|"
    r"(?:you're|you are) (?:unsure|not sure|in doubt))"),
    r"(?:before|while|since|as) i (?:forget|think of it|remember|have you here|have you)",
    (r"(?:the |my |our |some |we have |we've got "
    r")?(?:guests?|visitors?|company|friends|parents|kids|family|people|[a-z]+ "
    r"and [a-z]+)(?: (?:is|are|will be|'re))?(?: (?:here|coming|arriving|due|back|home|over|round))?(?: (?:in|within) "
    r"(?:about |just |like )?(?:an? |five |ten |two |three |twenty |thirty |half an |\d+ ?|few "
    r")+(?:minutes?|mins?|hours?|"
    r"secs?|moments?)| any (?:minute|moment|second)(?: now)?| soon| shortly| tonight| at (?:any )?[a-z]+)"),
    (r"(?:right away|straight ?away|at once|immediately|pronto|asap|now|right now|quick(?:ly)?|as soon as (?:you can|"
    r"possible)|(?:if|when|whenever) you(?:'d be| would be| are|'re) (?:so good|so kind|ready))(?: please| thanks| thx|"
    r" robot)?"),
    r"attention|listen(?: up| here| carefully)?|(?:ok |okay )?pay attention|your attention please",
    r"(?:your )?(?:job|task|order|mission|chore|item|point|number|step|first job|next job|new (?:job|task)) (?:one|1)",
    (r"(?:a|one|your)? ?(?:little|quick|small|new|next|first|easy|simple|tiny) (?:job|task|chore|favou?r|thing)(?: for "
    r"you)?"),
    r"(?:try to )?(?:do|make yourself) (?:something )?useful(?: for once)?",
    r"(?:and )?(?:that|this) (?:would|will|'ll|should) be (?:all|it|everything)(?: for (?:now|today))?",
    r"(?:and )?(?:that is|that's) (?:all|it|everything)(?: for (?:now|today|me))?",
    (rf"(?:and )?(?:you(?:'re| are)|what) (?:such )?an? (?:absolute |real |right |little )?(?:star|treasure|angel|gem|"
    rf"legend|marvel|wonder|lifesaver|saint|sweetheart|hero|champ|good [a-z]+|"
    rf"clever [a-z]+)|you(?:'re| are) (?:the best|so kind|very kind|too kind|wonderful|brilliant|amazing)(?: "
    rf"{_DEAR})?"),
    (r"(?:good|clever|sweet) (?:robot|boy|girl|lad|lass|man|dog)|(?:there(?:'s| is) |that(?:'s| is) )?a "
    r"(?:good|clever|sweet|nice) (?:robot|boy|girl|lad|lass|fellow|chap|machine|"
    r"thing|dear)|there(?:'s| is) a (?:dear|love|darling|pet|sweetie)"),
    (r"i(?:'d| would) (?:do|get) it myself(?:,? (?:but|only) [a-z' ]+)?|i can't (?:do it myself|manage(?: "
    r"it)?(?: myself|"
    r" alone)?|bend down|"
    r"reach(?: it| that far| up there| that high)?|get up|see a thing)|my (?:back|knees?|legs?|feet|hands?|arms?|eyes|"
    r"head|hips?) (?:is|are|aren't|isn't|hurts?|aches?)(?: [a-z']+){0,5}"),
    (r"i(?:'ll| will| shall) (?:fill|use|need|see to|deal with|finish|take care of|do|get to|eat|drink|have) "
    r"(?:it|them|that|"
    r"those|the rest|everything)(?: [a-z']+){0,4}|(?:i )?(?:have to|got to|must) "
    r"(?:run|go|dash|fly|rush|leave|be off)(?: now)?|"
    r"as (?:ever|always|usual)|my (?:dear|love|darling|friend|lovely|treasure)"),
    r"(?:just )?(?:out of (?:interest|curiosity)|for (?:my )?information|curious|wondering)",
    r"what (?:would|will|should|did) (?:i|we) (?:ever )?do without you",
    r"(?:silly|stupid|daft|clumsy|lazy|forgetful|poor) (?:old )?me",
    (r"ha ha|phew|whew|gosh|golly|goodness(?: me)?|dear me|oh dear|dear dear|good grief|good heavens|"
    r"my goodness|for once"),
    (r"i (?:always|often|like to|must) say|as (?:i|they|we|people) (?:always |often |like to )?say|so to "
    r"speak|you know "
    r"(?:me|how i am|what i'm like|what i mean|the drill)|you know what(?: i mean)?|know what i mean|to be honest|"
    r"between you and me|if you ask me|mark my words|believe (?:it or not|me|you me)|trust me"),
)
_SMALL_TALK = re.compile(
    rf"^\W*(?:(?:oh|ah|well|ok|okay|so|hey|hi|hello|right|now|and|but|just|yes|no)\b[\s,]+)*(?:{'|'.join(_FORMULA)})"
    rf"(?:,? {_DEAR})?\W*$",
    re.IGNORECASE,
)
_SPLIT = re.compile(r"(\s*(?:[.;!?]+|,|:|\s[-–—]+|\.\.\.|…)(?:\s+|$))")
_WHENEVER = re.compile(r"^\W*(?:when|whenever|if|once|as soon as|at your|for|by the way|come to)\b", re.IGNORECASE)
_NUMBER = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2}(?::\d\d)?)"
_HOUR = r"(?:dinner|lunch|supper|breakfast|tea)(?:time| time)?|noon|midday|midnight|tonight|bedtime"
_DEADLINE = re.compile(
    rf"(?<!\bone)(?<!\btwo),? (?:by|before) (?:{_HOUR}|(?:about |around )?(?:half past |quarter (?:to|past) "
    rf")?{_NUMBER}(?: o'?clock| ?[ap]m)?|the "
    rf"(?:party|meeting|"
    rf"evening|game)|(?:i|we|he|she|they|everyone|everybody|{KIN}|guests|visitors|people|company) "
    rf"(?:am|are|is|gets?|comes?|"
    r"arrives?|returns?|leaves?|goes|go|wakes?|walks?|sits?)\b[a-z ]*)(?=\s*[.,;!]|\s*$)",
    re.IGNORECASE,
)
"""Until when something is to be done, which doing it now keeps to."""
_DEADLINE_FIRST = re.compile(
    rf"^\W*(?:by|before) (?:{_HOUR}|{_NUMBER}"
    r"(?: o'?clock| ?[ap]m)?),? (?=(?:i|we|please|the|my)\b)",
    re.IGNORECASE,
)
_OH_AND = re.compile(r"^\W*(?:oh|ah|hey|ooh),? (?:and|also|yes|by the way)\b[\s,]*", re.IGNORECASE)
_LEADS = re.compile(r"^\W*(?:so|but|and|then|now)\b,?\s+(?=[a-z])", re.IGNORECASE)
_HAILS = re.compile(
    r"^\W*(?:(?:al)?right|all "
    r"right|fine|great|good|perfect|lovely|splendid|well|any(?:way|how)|hey|hi|hiya|hello|oi|yo|"
    r"ok|okay|hm+|um+|uh|so|now|then|next|robot|listen|look)\W*$",
    re.IGNORECASE,
)
"""What somebody begins with."""
_AGREED = re.compile(
    r",? (?:ok|okay|alright|all right|got it|got that|understood|clear|yeah|deal|capisce|eh|huh|hm+)\s*\?+\s*$",
    re.IGNORECASE,
)
"""How somebody ends who asks for no answer."""
_ORDER = r"(?=(?:please |just |kindly |quickly )*(?P<verb>[a-z]+)\b)"


_ABOUT_IT = re.compile(r"\W*(?:(?:please|just|kindly) )*[a-z]+ (?:it|them)\b", re.IGNORECASE)
"""An order that does not name what it is about."""


def _if_order(match: re.Match[str]) -> str:
    """Return nothing of what leads to an order, all of what leads to something else or names what it is about."""
    about = name_any(match.group()) and _ABOUT_IT.match(match.string, match.end())
    return "" if match["verb"].lower() in order_verbs() and not about else match.group()


_FRAMES: tuple[Rule, ...] = rules(
    (
        (
            (r"^\W*(?:all|the only thing|everything|what) (?:that )?(?:you|u) (?:have|need|'ve got|have got) to do"
            rf"(?: now| here| today| for me)? is(?: to)?:? {_ORDER}"),
            _if_order,
        ),
        (
            (rf"^\W*{KIN} (?:wants?|needs?|would like|'d like|wishes|asks?|asked|told me to ask|says? to ask) "
            rf"(?:you|u) "
            rf"to {_ORDER}"),
            _if_order,
        ),
        (
            (r"^\W*(?:it|that) (?:would|'d|will) (?:really )?(?:help|please|delight|oblige|suit) (?:me|us)"
            rf"(?: (?:a lot|very much|so much|no end|greatly|out))? if (?:you|u) (?:could |would |can )?{_ORDER}"),
            _if_order,
        ),
        (
            (
                r"^\W*if (?:it|that|this)(?: is|'s| isn'?t| is not|'s not| wouldn'?t be| would not be)? (?:not "
                r")?(?:too "
                r"(?:much|big|great)|asking too much|a (?:bother|nuisance)|no)(?: an?)? ?(?:trouble|bother|ask|to ask|"
                r"of an? [a-z]+)?(?: for you| of you| to you)?,\s*"
            ),
            "",
        ),
        (
            (
                rf"^\W*(?:(?:so|well|you see|because)\W+)*{KIN} (?:says?|said|thinks?|told me|tells me|insists?)(?: "
                rf"that)? (?:i|we)(?:'m| am|'re| are)? (?:must|should|can|may|might|need|have|had|am|are|ought|shall|"
                rf"could|not)[a-z' ]*, so(?: please)? {_ORDER}"
            ),
            _if_order,
        ),
    )
)
"""Frames of more than small talk in which an order stands."""


def _says_nothing(clause: str) -> bool:
    idle = IDIOMS.fullmatch(clause.strip()) is not None and _WHENEVER.match(clause) is not None
    return idle or _SMALL_TALK.match(clause) is not None


def without_small_talk(text: str) -> str:
    """Return a text without clauses that only greet, thank, excuse, hurry or take leave, where something is left."""
    agreed = _AGREED.search(text)
    text = f"{text[: agreed.start()]}." if agreed is not None and first_order_verb(text) else text
    text = re.sub(r",? (?:all ?together|in total|in all|all told)(?=\s*\?)", "", _OH_AND.sub("", text))
    text = text if "?" in text else _DEADLINE_FIRST.sub("", _DEADLINE.sub("", text))
    pieces = _SPLIT.split(text)
    clauses, signs = pieces[::2], [*pieces[1::2], ""]
    kept = [bool(clause.strip()) and not _says_nothing(clause) for clause in clauses]
    kept[0] = kept[0] and _HAILS.match(clauses[0]) is None
    if all(kept) or not any(kept):
        return retold(text, _FRAMES)
    told = ""
    for index, (clause, sign) in enumerate(zip(clauses, signs, strict=True)):
        if not kept[index]:
            ends = re.search(r"[.!?;]", sign)
            told = re.sub(r"[\s,:–—-]+$", f"{ends.group()} ", told) if ends and told else told
            continue
        told += (clause if index == 0 or kept[index - 1] else _LEADS.sub("", clause) or clause) + sign
    told = re.sub(r"(?:\s*[,:;]|\s[-–—]+)\s*$", ".", told).strip()
    return retold(told, _FRAMES) if name_any(told) else text
