"""Questions with something said around them: "am I imagining it or is the tap running?", "laptop: on or off?".

Each is told as the question alone, in the order of words that all questions are read in.
"""

from __future__ import annotations

import re

from pred_language.discourse import asking_either, asking_tagged
from pred_language.discourse.rewriting import Change, Rule, retold, rules
from pred_language.lexicon.inflection import known_noun, named_can, names_several, plural, with_article
from pred_language.lexicon.shapes import NAME, NO_NOUN, PREP

_STATE = (
    r"(?:on|off|open|opened|closed|shut|clean|dirty|full|filled|empty|sliced|cut|whole|lit|running|burning|hot|cold|"
    r"cooked|broken|switched on|switched off|turned on|turned off)"
)
_BARE = r"[a-z]+(?: [a-z]+){0,2}?"
_THING = rf"{NAME}(?: {PREP} {NAME})?"
_NAMED = rf"(?:the|my|our|that|this) {NO_NOUN}[a-z]+(?: {NO_NOUN}[a-z]+){{0,2}}"
_KINDLY = (
    r"(?:kindly|please|maybe|perhaps|possibly|quickly|just|be so kind as to|be so good as to|be kind enough to|be able "
    r"to|do me a favou?r and)"
)
_LIKE_TO_KNOW = (
    r"(?:i(?: (?:should|would)|'d) (?:(?:very much|really|quite|dearly|so|rather) )*(?:like|love|want|be (?:glad|happy|"
    r"interested|curious|relieved|grateful|pleased)) to (?:know|hear|learn|find out|be told)|it would (?:help|be (?:"
    r"good|nice|useful|helpful|great))(?: me)? to know|i(?:'m| am) (?:dying|curious|keen|eager|anxious) to "
    r"(?:know|hear|"
    r"learn)|i(?:'d| would) be (?:glad|grateful|obliged|thankful|pleased) (?:if you (?:could|would) (?:tell me|"
    rf"let me know|say)|to (?:know|hear))|(?:could|would|can|will|do) you (?:{_KINDLY},? )+(?:tell me|let me know|say|"
    r"check|confirm|see|look|have a look|find out|know)|(?:please )?be so (?:kind|good)(?: as)? (?:as )?to tell me|"
    r"kindly (?:tell me|let me know|confirm)|i want to be told|i(?:'d)? (?:just|only) (?:want(?:ed)?|need(?:ed)?) to "
    r"(?:know|be sure|find out)|i(?:'m| am) not (?:quite |really |so )?sure(?: any ?more)?|i (?:really |honestly )?"
    r"(?:can't|cannot|don't|do not) (?:quite |really )?(?:recall|remember|know|tell)(?: any "
    r"?more)?|(?:could|can|would) "
    r"(?:someone|somebody|anyone|anybody) (?:please )?(?:tell me|say|check)|remind me)"
)
_IMAGINING = (
    r"(?:am i (?:imagining (?:it|things|that)|dreaming|seeing (?:things|double)|hearing (?:things|it)|going "
    r"(?:mad|crazy|blind|deaf)|mad|crazy|blind|mistaken|wrong|being (?:silly|stupid|thick))|is (?:it|that|this) "
    r"(?:just |only )?(?:me|my (?:eyes|ears|glasses|imagination|age|head)|the light)(?: seeing [a-z]+| imagining "
    r"[a-z]+)?|"
    r"(?:do|are) my (?:eyes|ears) (?:deceive|deceiving|playing) (?:me|tricks)(?: on me)?)"
)
_DONE = {
    **dict.fromkeys(("opened", "closed", "shut"), ""), "unlocked": "open", "locked": "closed", "washed": "clean",
    "cleaned": "clean", "filled": "full", "emptied": "empty", "lit": "lit", "sliced": "sliced", "cut": "sliced",
}  # fmt: skip
"""How things are after somebody did something with them, '' for the same word."""
_WHO = r"(?:some(?:one|body)|any(?:one|body)|they|he|she|i|we|mum|dad|the kids|the children|my [a-z]+)"
_HAVE = r"(?:'s|'ve|'d| has| have| had| is)?"
_HAVENT = r"(?:haven'?t|hasn'?t|didn'?t|hadn'?t) (?:they|he|she|it|i|we)"
_HERE = r"(?: (?:here|in here|in this room|altogether|in total|in all|all told|overall|now|just now|right now|left))*"
_COUNTED = (
    rf"(?: (?:are there|are left|are here|have (?:we|you|i)(?: got)?|do (?:we|you|i) (?:have|see)|is that|are "
    rf"they)|{_HERE})"
)
_END = r"(?P<end>\s*\?+\s*$)"
_LOOSE = (
    r"(?: at all| by any chance| roughly| approximately| more or less| this time| in the end| for heaven's sake| for "
    r"goodness' sake| just out of curiosity| out of interest|,? (?:do|would|could) you (?:reckon|think|happen to know)|"
    r",? roughly|,? i wonder|,? if you (?:know|can tell|can see|remember))"
)


def _outright(match: re.Match[str]) -> str:
    """Return "is the lamp on?" of "I'd like to know whether the lamp is on"."""
    so = match["so"].strip()
    turned = re.match(
        r"^(?P<s>(?:(?!\b(?:is|are|has|have)\b).)+?)(?P<be> is| are| has| have|'s|'re) (?P<rest>.+)$", so, re.IGNORECASE
    )
    if turned is None:
        return f"is it true that {so}?"
    be = {"'s": "is", "'re": "are"}.get(turned["be"], turned["be"].strip())
    return f"{be} {turned['s']} {turned['rest']}?"


def _counted(match: re.Match[str]) -> str:
    said = match.groupdict()
    if not known_noun(said["ns"]) or not names_several(said["ns"]):
        return match.group()
    so, at = said.get("so"), said.get("at")
    told = f"how many {said['ns']} are {so}" if so else f"how many {said['ns']} are there"
    return f"{told} {at}?" if at else f"{told}?"


def _in_which_state(match: re.Match[str]) -> str:
    """Return "is the oven on or off?" of "the state of the oven?", for each state that it can be in."""
    named = match["np"]
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", named.replace("_", " ")).lower()
    thing, noun = with_article(spaced), re.sub(r" \d+$", "", spaced)
    pairs = [
        pair
        for flag, pair in (("openable", "open or closed"), ("toggleable", "on or off"), ("dirtyable", "clean or dirty"))
        if named_can(noun, flag)
    ]
    be = "are" if names_several(noun) else "is"
    return " ".join(f"{be} {thing} {pair}?" for pair in pairs) or match.group()


def _which_state(match: re.Match[str]) -> str:
    """Return "is the laptop on or off?" of "laptop: on or off?"."""
    if not known_noun(match["np"]):
        return match.group()
    be = "are" if names_several(match["np"]) else "is"
    return f"{be} {with_article(match['np'])} {match['so']} or {match['other']}?"


def _brought_about(match: re.Match[str]) -> str:
    """Return "are the blinds closed?" of "someone's closed the blinds again, haven't they?"."""
    said = match.groupdict()
    state = said.get("way") or _DONE.get(said["done"].lower()) or said["done"]
    be = "are" if names_several(said["np"]) else "is"
    return f"{be} {said['np']} {state}?"


def _which_of_two(match: re.Match[str]) -> str:
    """Return "which is clean, the black mug or the white mug?" of "black mug or white mug, which one's clean?"."""
    if not known_noun(match["one"]) and not known_noun(match["two"]):
        return match.group()
    return f"which is {match['so']}, {with_article(match['one'])} or {with_article(match['two'])}?"


def _named_later(match: re.Match[str]) -> str:
    """Return "is the mirror dirty?" of "is it dirty, the mirror?"."""
    if not known_noun(re.split(rf" {PREP} ", match["np"])[0]):
        return match.group()
    be = "are" if names_several(match["np"]) else "is"
    return f"{be} {match['np']} {match['so']}?"


def _which_are(match: re.Match[str]) -> str:
    """Return "which candles are lit?" of "it's lit, the candle by the cup, and the other one isn't?"."""
    noun = known_noun(match["np"])
    return f"which {plural(noun)} are {match['so']}?" if noun else match.group()


def _or_is_it(match: re.Match[str]) -> str:
    """Return "is the egg in the fridge?" of "someone put the egg next to the salt, or is it still in the fridge?"."""
    said = match["np"].split()
    heads = (" ".join(said[:end]) for end in range(len(said), 1, -1))
    thing = next((head for head in heads if known_noun(head)), "")
    return f"{match['be']} {thing} {match['so']}?" if thing else match.group()


def _known(told: str) -> Change:
    """Return what tells a question so where what it is about is known, and leaves it else."""
    def change(match: re.Match[str]) -> str:
        return match.expand(told) if known_noun(re.split(rf" {PREP} ", match["np"])[0]) else match.group()

    return change


_FORMS: tuple[tuple[str, Change], ...] = (
    # what is said before or behind the question
    (rf"^\W*{_IMAGINING},? (?:or|but) (?=(?:is|are|does|do|has|have)\b)", ""),
    (rf",? or {_IMAGINING}(?: again)?{_END}", r"?"),
    (rf"^\W*{_LIKE_TO_KNOW},? (?:whether|if)(?: or not)? (?P<so>[^,;?]+?)(?: or not)?\s*[.?!]*\s*$", _outright),
    (
        rf"^\W*{_LIKE_TO_KNOW},? (?P<asks>(?:where|how many|how much|which|what)\b[^,;?]+?)\s*[.?!]*\s*$",
        r"\g<asks>?",
    ),
    (
        r"^\W*(?:please )?(?P<count>count (?:the|my|all|our|up)\b[^,;?]+?),? (?:would|could|can|will) you[?.!]*\s*$",
        r"\g<count>.",
    ),
    (rf"{_LOOSE}+{_END}", r"?"),
    (rf"(?P<any>\b(?:anything|something|any [a-z]+(?: [a-z]+)?)) at all(?= {PREP} [^?]*\?)", r"\g<any>"),
    (
        (rf"(?P<asks>^\W*(?:are|is) (?:both|all)\b[^?,]+?),? or (?:just|only|is it (?:just|only))(?: the)?"
        rf"(?: (?:one|two|three|some|a few|the one))(?: of them)?{_END}"),
        r"\g<asks>?",
    ),
    # what it is about comes first or last
    (
        rf"^\W*(?P<ns>{_BARE})\s*[,:–-]+ ?how many{_COUNTED}*(?:,? (?:counting|including|with) [^?]*)?{_END}",
        _counted,
    ),
    (
        rf"^\W*(?P<ns>{_BARE})\s*[,:–-]+ ?how many(?: (?:are|is))?(?: there)? (?P<so>{_STATE}){_END}",
        _counted,
    ),
    (
        rf"^\W*(?P<ns>{_BARE}) (?P<at>{PREP} {NAME})\s*[,:–-]+ ?how many{_COUNTED}*{_END}",
        _counted,
    ),
    (
        (
            rf"^\W*(?P<at>{PREP} {NAME})(?: (?:just now|right now|now|at the moment))?,? how many (?P<ns>{_BARE}) "
            rf"(?:would|might|could|will) (?:that|there|it) be{_END}"
        ),
        _counted,
    ),
    (
        (rf"^\W*(?P<ns>{_BARE})(?: (?P<so>{_STATE}))?(?: (?:right now|now|here))*[,;:–-]+ ?(?:what(?:'s| is) )?"
        rf"(?:the )?(?:count|number|total){_END}"),
        _counted,
    ),
    (
        (
            rf"^\W*(?:what(?:'s| is) )?(?:the )?(?:current )?(?:state|status|condition) of (?:the )?"
            rf"(?P<np>[A-Za-z]+(?: [a-z]+)?(?:[ _]\d+)?){_END}"
        ),
        _in_which_state,
    ),
    (
        (rf"^\W*(?:the )?(?P<np>(?!(?:is|are|what|which|how|why|where)\b)[a-z]+(?: [a-z]+)??(?:[ _]\d+)?),? "
        rf"(?:state|status){_END}"),
        _in_which_state,
    ),
    (
        rf"^\W*(?:so )?(?:the )?(?P<np>{_BARE})\s*[,:–-]+ ?(?P<so>{_STATE}) or (?P<other>not|{_STATE}){_END}",
        _which_state,
    ),
    (
        (
            rf"^\W*(?P<np>{_THING}),? is it (?:[a-z]+,? (?:i mean|or rather|that is),? )?(?P<so>{_STATE}),? or "
            rf"(?:is it )?(?P<other>not|{_STATE}){_END}"
        ),
        _which_state,
    ),
    (
        (rf"^\W*(?P<one>{_BARE}),? or (?P<two>{_BARE})[,:–-]+ ?(?:which|what)(?: one)?(?:'s| is|'re| are) "
        rf"(?P<so>[a-z]+|{PREP} {NAME}){_END}"),
        _which_of_two,
    ),
    (
        (
            rf"^\W*(?:should|shall|do) i (?:take|use|get|grab) (?P<one>{_THING}),? or (?P<two>{_THING}),? if i (?:want|"
            rf"need|would like) (?:a|an|one that(?:'s| is)) (?P<so>{_STATE})(?: one)?{_END}"
        ),
        _which_of_two,
    ),
    (
        (
            rf"^\W*(?:tell me,? )?(?:is it|it is|it's|are they|they are|they're) (?:still |already "
            rf")?(?P<so>(?:{_STATE}|[a-z]+)|{PREP} "
            rf"{NAME}), (?P<np>{_THING})(?:,? or [^?]*|,? (?:i hope|i think|right|isn'?t it|aren'?t they|yes|no))*"
            rf"{_END}"
        ),
        _named_later,
    ),
    (
        (
            rf"^\W*(?:it is|it's|is it) (?P<so>{_STATE}), (?P<np>{NAME})(?: {PREP} {NAME})?,? (?:and|but) the "
            rf"other(?: one)? "
            rf"(?:isn'?t|is not)(?:,? (?:i hope|i think|right|yes|no))?{_END}"
        ),
        _which_are,
    ),
    (
        (rf"^\W*(?:(?:in|at|on) (?:which|what) (?:place|spot|location)|where) (?:it is|is it|it's|they are|are they),? "
        rf"(?P<np>{NAME}){_END}"),
        _known(r"where is \g<np>?"),
    ),
    (
        rf"^\W*where (?:is|are) please (?P<np>[a-z][^?]*){_END}",
        r"where is \g<np>?",
    ),
    # somebody did it, and is it so?
    (
        (
            rf"^\W*{_WHO}{_HAVE} (?:gone and |just |already )?(?P<done>{'|'.join(_DONE)}) (?P<np>{_THING})(?: again| "
            rf"already| yet)*, {_HAVENT}{_END}"
        ),
        _brought_about,
    ),
    (
        (
            rf"^\W*{_WHO}{_HAVE} (?:gone and |just |already )?(?P<done>turned|switched|left) (?P<np>{_THING}) "
            rf"(?P<way>{_STATE})(?: again| already| yet)*, {_HAVENT}{_END}"
        ),
        _brought_about,
    ),
    (
        (
            rf"^\W*(?!(?:is|are|do|can|could|would|will|where|which|what|bring|put|take)\b)[^?;.]*?\b(?P<np>{_NAMED})\b"
            rf"(?:(?! or )[^?;.])*?,? or (?P<be>is|are) (?:it|they) (?P<so>(?:still |already )?(?:{_STATE}|{PREP} "
            rf"{NAME})){_END}"
        ),
        _or_is_it,
    ),
    (
        (rf"^\W*(?P<np>{NAME})(?:'s| is)(?: all)? [a-z]+(?: up)?,? or at (?:least|any rate) (?P<so>{_STATE}), isn'?t it"
        rf"{_END}"),
        _known(r"is \g<np> \g<so>?"),
    ),
    (
        (
            rf"^\W*(?P<np>{_THING}) (?:looks|seems|feels|smells|sounds|appears)(?: a bit| rather| quite| very| "
            rf"pretty| to "
            rf"be)? (?P<so>[a-z]+)(?: to me)?, (?:doesn'?t it|don'?t you think|right|no|or not|does it not){_END}"
        ),
        _known(r"is \g<np> \g<so>?"),
    ),
    (
        (
            r"^\W*i (?:don't|do not) (?:understand|know|see) why (?P<np>"
            rf"{NAME})(?: it)?(?:'s| is) (?P<so>{_STATE}),? or (?:it is not|is it(?: not)?|it isn't|isn't it){_END}"
        ),
        _known(r"is \g<np> \g<so>?"),
    ),
    (
        (
            rf"^\W*(?:hm+,? )?i(?:'d| had)? (?:thought|imagined|believed|assumed)(?: that)? (?P<np>{_THING}) "
            rf"(?:was|were|"
            rf"is|had been) (?P<so>{_STATE}|{PREP} {NAME}),? (?:is|are) (?:it|they){_END}"
        ),
        _known(r"is \g<np> \g<so>?"),
    ),
    (
        (
            rf"^\W*i (?:think|fear|believe|guess|suspect|am afraid|'m afraid)(?: that)? (?:i|we|{_WHO})(?:'ve| have)? "
            rf"(?:left|forgot|forgotten) (?P<np>{_THING}) (?P<so>{_STATE}|{PREP} {NAME}),? (?:so "
            rf")?(?:(?:would|could|can|"
            r"will|do) you (?:mind )?(?:please )?(?:have|having|take|taking) a (?:quick )?look|(?:can|could|would) you "
            rf"(?:please )?(?:check|look|see)|have i|did i|am i right)(?: please)?{_END}"
        ),
        _known(r"is \g<np> \g<so>?"),
    ),
    # what holds what
    (
        (
            rf"^\W*(?:does|do|has|have) (?P<np>{_THING}) (?:still )?(?:have|got|hold|contain|carry) "
            rf"(?P<what>(?:anything|"
            rf"something|any|an?|some|one)(?: [a-z]+){{0,3}}?)(?: left)? (?P<at>in|on|inside|under|underneath|behind|"
            rf"next to) (?:it|them)(?P<rest> [^?]*)?{_END}"
        ),
        _known(r"is there \g<what> \g<at> \g<np>\g<rest>?"),
    ),
    (
        (rf"^\W*(?:can'?t|don'?t|do) you (?:not )?see(?: that)? (?P<np>{NAME})(?:'s| is) (?:full of|"
        rf"covered (?:in|with)|covered all over with|littered with) (?P<ns>[a-z]+(?: [a-z]+)?){_END}"),
        r"are there any \g<ns> on \g<np>?",
    ),
    (
        (
            rf"^\W*(?:does|do|is|are) (?P<one>{NAME})(?: (?:lie|lying|stand|standing|sit|sitting|kept))? "
            rf"(?P<at>on|in|at) "
            rf"the same (?P<place>[a-z]+(?: [a-z]+)?) as (?P<two>{NAME}){_END}"
        ),
        r"are \g<one> and \g<two> \g<at> the same \g<place>?",
    ),
    (rf"^\W*is there (?:still|also|perhaps) (?P<any>anything|something)(?= {PREP} [^?]*\?)", r"is there \g<any>"),
)  # fmt: skip
_RULES: tuple[Rule, ...] = rules(_FORMS)
_SENTENCE = re.compile(r"[^.;!?\n]+(?:\.\.\.|[.;!?\n])*\s*")
_OPENS = re.compile(
    r"^\W*(?:(?:so|and|but|well|oh|ah|hm+|hey|excuse me|sorry|now|right|ok|okay|robot|listen|wait)\b[\s,.]+)*",
    re.IGNORECASE,
)
_TOLD_TO_BE_SAID = re.compile(rf"^\W*(?:{_LIKE_TO_KNOW}|count)\b", re.IGNORECASE)


def asked_outright(text: str) -> str:
    """Return a text with each of its questions told alone, without what is said around it; any other as it is."""
    if "?" not in text and _TOLD_TO_BE_SAID.match(text) is None:
        return text
    return "".join(map(_told, _SENTENCE.findall(text))) or text


def _told(sentence: str) -> str:
    asks = sentence.rstrip().endswith("?") or _TOLD_TO_BE_SAID.match(sentence)
    if not asks:
        return sentence
    opener = _OPENS.match(sentence)
    start = opener.end() if opener else 0
    told = retold(sentence[start:], _RULES, asking_either.RULES, asking_tagged.RULES)
    space = sentence[len(sentence.rstrip()) :]
    return sentence if told == sentence[start:] else f"{told}{space}"
