"""Clauses beside an order that tell of the world and name nothing of it: "there's no rush", "the guests are coming".

Whatever such a clause says, it is no part of an order that is complete without it: it has a subject and a finite verb
of its own, no known thing, and none of the words by which it might say which thing, how many, where, in what state,
under which condition, or that it is not meant at all. No list of phrases: the words outside those closed classes may
be any.
"""

from __future__ import annotations

import re

from pred_language.discourse.wrapping import base_of_participle, order_verbs
from pred_language.lexicon import words
from pred_language.lexicon.courtesy import closed
from pred_language.lexicon.inflection import name_any, types_named
from pred_language.lexicon.late_pattern import LatePattern
from pred_language.lexicon.people import KIN
from pred_language.lexicon.shapes import NP, THE

_THINGS = r"(?:it|they|these|those|this|that)"
_PEOPLE = (
    r"(?:i|we|he|she|there|you(?=(?:'re| are| have|'ve) )|people|every(?:one|body)|some(?:one|body)|no(?:body| one)|"
    r"(?:the|my|our|your|his|her|its|a|an|some) (?:[a-z]+ )?[a-z-]+|(?-i:[A-Z][a-z]+)|guests|friends|visitors|"
    r"mum|mom|dad)"
)
_FINITE = (
    r"(?:'(?:s|re|m|ve|ll|d)\b| (?:is|are|am|was|were|has|have|had|will|would|can|can'?t|cannot|could(?:n'?t)?|"
    r"won'?t|"
    r"do(?:es)?(?:n'?t| not)|do|does|did(?:n'?t)?|might|may|isn'?t|aren'?t|wasn'?t|haven'?t|hasn'?t|feel|feels|keep|"
    r"keeps|get|gets|look|looks|smell|smells|hate|love|like|nearly|almost|just|really|never)\b)"
)
_CLAUSE = re.compile(
    rf"^\W*(?:(?:and|but|so|because|since|as|oh|well|sorry|look|you see|you know|see),? )*"
    rf"(?:(?P<things>{_THINGS})|{_PEOPLE}){_FINITE}",
    re.IGNORECASE,
)
_SAYS_MORE = closed(
    "one ones two three four five both all none each every half other others another same instead only except either "
    "neither left right first second third last next top bottom middle upper lower if when whenever unless "
    "until till "
    "once before after while or should must ought supposed want wants wanted need needs needed wish hope prefer "
    "rather "
    "belong belongs go goes stay stays remain please dirty clean washed filthy open opened closed shut ajar on "
    "off hot "
    "cold warm cool full empty wet dry thirsty running lit burning dark mean meant said asked told think remember "
    "forget forgot wonder where which what who how why joke joking kidding mind cancel stop wait careful wrong "
    "no-one "
    "broken instead able robot "
    "not"  # "it is not the right one": what is denied of things may tell which
)
_OF_PEOPLE = closed("not wrong broken next last first right once all cold hot warm wet dry on off need needs "
    "want back")
"""Of these words those that say nothing of things where somebody or something else is told of: "we are all cold"."""
_WHERE = closed("there here in on under at by near behind beside inside out up down to from with for of over")
_AT_A_TIME = re.compile(
    r"\bat (?:about |around )?(?:\d+(?::\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
    r"(?: ?[ap]m| o'?clock)?\b|\byou know (?:how|what)\b"
)
"""What tells of no thing though its words could: a time of the day, what the one who is spoken to knows."""
_SEES_NOTHING = re.compile(
    r"^\W*(?:i|we|you) (?:can )?(?:(?:hardly )?see nothing|(?:can'?t|can not|cannot|can hardly) see "
    r"(?:a thing|anything))\W*$",
    re.IGNORECASE,
)
_SOMEBODY_DID = re.compile(
    r"^\W*(?:i|we|he|she|they|some(?:one|body)) (?:have |has |'ve |had )?(?:just|nearly|almost|already|only)\b"
)
_LEAVING = re.compile(
    r"^\W*(?:just |now )?(?:heading|going|popping|dashing|nipping|off)(?: (?:out|off|home|away|now|soon|in a minute|"
    r"to (?:work|school|bed|sleep|town)))+\W*$|^\W*(?:i'm|i am|we're) (?:already )?(?:out|out of|off) the "
    r"door\b[a-z ]*\W*$",
    re.IGNORECASE,
)
"""What somebody says who leaves."""
_SPLIT = re.compile(r"(\s*(?:[.;!?]+|,|:|\s[-–—]+)\s+)")
_NO_NEED = re.compile(r"^\W*there(?:'s| is) no (?:rush|hurry|need to (?:rush|hurry))", re.IGNORECASE)


_RUN_ON = re.compile(r"\b(?P<last>[a-z]+) (?P<remark>(?:i'm|i am|we're|we are) [a-z ]{2,30}[.!]*\s*$)", re.IGNORECASE)
_TIED = closed(
    "and but or so that than because since while as if when where what which who how why whenever once until before "
    "after whatever wherever unless though although says said think thinks know knows sure now time"
)
"""Words after which a remark would be a part of the clause."""


def _parted(match: re.Match[str]) -> str:
    """Return "my watch, I'm late!" of "my watch I'm late!"."""
    return match.group() if match["last"].lower() in _TIED else f"{match['last']}, {match['remark']}"


_REQUEST = re.compile(r"\b(?:can|could|would|will) (?:you|u)\b|\bplease\b", re.IGNORECASE)
_QUESTION = re.compile(r"^\W*(?:so |and |but )?(?:where|how many|which|what|is|are|have)\b[^.!]*\?\s*$", re.IGNORECASE)
_OF_ONESELF = re.compile(
    rf"^\W*(?:(?:so|well|ok|okay|oh|ah|hi|hello|hey|robot|you see)\b[\s,.!]*)*(?:(?:i|we)(?:'m|'re|'ve| am| "
    rf"are| have)\b|"
    rf"(?:my|our) [a-z]+ (?:is|are|says?|has|have|keeps?|wants? to)\b|{KIN} (?:says?|said|thinks?|is|has)\b)"
    r"(?! (?:it|they|that|this) (?:is|are)\b)",
    re.IGNORECASE,
)
"""How somebody begins to tell of themselves, or of their people."""
_MAY_BE_MEANT = closed(
    "except instead unless until if when mean meant not dont don't should must needs need other others another same "
    "goes belongs put"
)
"""Of the words by which a sentence may say what is meant those that do so even there."""
_OFF_TO_BED = re.compile(
    r"^\W*(?:and |so |now |then )*(?:i|we)(?:'m|'re|'ll| am| are| will)?(?: just| only)? "
    r"(?:(?:want|need|have|going|go|off)"
    r" to |gonna |must |should |go )*(?:sleep|bed|rest|nap|a nap|work|school|get some sleep)(?: now| soon| "
    r"then| early)*\W*$",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"(?<=[.!?])\s+|(?<=,)\s+(?=(?:can|could|would|will) (?:you|u)\b)", re.IGNORECASE)
_OF_PERSONS_NOT = re.compile(r"\b(?:i|we|he|she)(?:'m|'re|'s| am| are| is| can| do| could| may| must| should)? ?not\b")
"""What is denied of people says nothing of things."""
_ABOUT_TO = re.compile(
    r"^\W*(?:(?:oh|ah|help|no|dear|god)\b[\s,!]*)*(?:the|my|that|this) [a-z]+(?: [a-z]+)?(?: is| are|'s) "
    r"(?:going to|gonna|"
    r"about to) (?:overflow|boil over|burn|explode|fall(?: over| down| off)?|break|melt|spoil|go bad|flood)\W*$",
    re.IGNORECASE,
)
"""What is about to happen, and why something is asked for."""
_ORDERED = LatePattern(rf"^(?:(?:so|now|please|then|well|robot),? )*(?P<verb>[a-z]+)(?: (?:on|off|up|me))? {NP}")
"""An order that is whole: it begins with its verb, and a thing is named."""
_LIMITS = closed(
    "not only except instead other others another same either neither if when unless until don't dont do stop cancel "
    "wait mean meant one ones both all none first second third last just please needs need should must goes "
    "belongs want wants"
)
"""Words by which a sentence beside a request may say what is meant by it, or take it back."""


def _beside_a_request(text: str) -> str:
    """Return a text without whole sentences that ask for nothing and name nothing, where another asks outright.

    Somebody who chats tells of their day in any words; "could you ...?" is what they want.
    """
    sentences = _SENTENCES.split(text)
    asking = [_REQUEST.search(one) is not None for one in sentences]
    if not any(asking) and _QUESTION.match(sentences[-1]) and all(map(_OF_ONESELF.match, sentences[:-1])):
        asking[-1] = True
    if not any(asking) and len(sentences) > 1 and _is_whole(sentences[-1]):
        asking[-1] = True
    wanted = " ".join(one for one, asks in zip(sentences, asking, strict=True) if asks)
    if all(asking) or not name_any(wanted):
        return text
    whole = not _POINTS.search(wanted)
    return " ".join(
        one
        for one, asks in zip(sentences, asking, strict=True)
        if asks or not (_only_chats(one) or (whole and _tells_of_oneself(one)))
    )


_POINTS = re.compile(
    r"\b(?:it|them|they|that|those|this|these|ones?|there|others?|too|also|as well|same)\b", re.IGNORECASE
)
"""What may point back from a request to something told before it."""
_JUST_NOW = re.compile(
    r"^\W*(?:(?:so|well|ok|okay|oh|hi|hello|hey|robot)\b[\s,.!]*)*(?:i|we)(?:'ve|'m|'re| have| am| are) "
    r"(?:just|going to|"
    r"about to|so|absolutely|really|off to|back|home)\b",
    re.IGNORECASE,
)


def _tells_of_oneself(sentence: str) -> bool:
    """Tell whether somebody says where they come from or what they will do: "I'm going to have a nice long bath"."""
    said = re.findall(r"[a-z']+", sentence.lower())
    return _JUST_NOW.match(sentence) is not None and "?" not in sentence and not _MAY_BE_MEANT & set(said)


def _is_whole(sentence: str) -> bool:
    match = _ORDERED.match(sentence)
    return match is not None and match["verb"].lower() in order_verbs()


_DOING = re.compile(
    r"^\W*(?:(?:as|since|because|and|so|while) )?(?:i|we)(?:'m|'re| am| are) "
    r"(?:just |about |still |all |busy |now |already )*(?!(?:look|search|miss|wait|want|need|hop|expect|dy|crav|think|"
    r"ask|go|feel|talk|mean|hold|leav|put|hav|tell)ing\b)[a-z]+ing\b[^.;!?]*$",
    re.IGNORECASE,
)
"""What somebody says of what they do meanwhile: "I'm starting on the windows"."""


_HAVE = LatePattern(rf"^\W*(?:may|can|could|might) (?:i|we) (?:please )?(?:have|get|borrow) {NP}")
"""How a thing is asked for."""


_NEEDED = re.compile(
    r"^\W*(?:(?:because|since|as|for|and) )?(?:i|we) (?:need|want)(?: to (?:use|make|sit (?:on|at)|lie "
    rf"(?:on|down on)))? (?P<thing>{THE} [a-z]+(?: [a-z]+)?)$",
    re.IGNORECASE,
)
"""What somebody says of the furniture that they want to use."""


def _tells_of_doing(clause: str) -> bool:
    """Tell whether a clause says what somebody is doing, or which furniture they need, and asks for nothing."""
    needed = _NEEDED.match(clause)
    if needed is not None and (types := types_named(needed["thing"])):
        return all(kind.can("receptacle") and not kind.can("pickupable") for kind in types)
    return _DOING.match(clause) is not None and not _MAY_BE_MEANT & set(clause.lower().split())


def _beside_what_is_done(text: str) -> str:
    """Return an order that is whole without a clause beside it that says what somebody is doing."""
    pieces = _SPLIT.split(text)
    clauses = pieces[::2]
    kept = [not _tells_of_doing(one.strip(" .!")) for one in clauses]
    if kept.count(False) != 1 or len(clauses) != 2:
        return text
    left = clauses[kept.index(True)].strip()
    whole = name_any(left) and (_is_whole(left) or _HAVE.match(left)) and not _POINTS.search(left)
    return left if whole else text


def _only_chats(sentence: str) -> bool:
    said = re.findall(r"[a-z']+", _OF_PERSONS_NOT.sub("", sentence.lower()))
    orders = any(word in order_verbs() for word in said[:1])
    if _ABOUT_TO.match(sentence):
        return True
    limits = _MAY_BE_MEANT if _OF_ONESELF.match(sentence) else _LIMITS
    return not (orders or "?" in sentence or name_any(sentence) or limits & set(said))


def without_remarks(text: str) -> str:
    """Return a text without clauses that tell of something else, where what is left names what it is about."""
    text = _beside_what_is_done(_beside_a_request(text))
    pieces = _SPLIT.split(_RUN_ON.sub(_parted, text))
    clauses, signs = pieces[::2], [*pieces[1::2], ""]
    kept = [not _is_remark(clause) for clause in clauses]
    if all(kept) or not any(kept):
        return text
    left = "".join(c + s for c, s, stays in zip(clauses, signs, kept, strict=True) if stays)
    left = re.sub(r"(?:\s*[,:;]|\s[-–—]+)\s*$", ".", left).strip()
    return left if name_any(left) and not _BACK.match(left) else text


_BACK = re.compile(
    r"^\W*(?:(?:so|and|but|then)\b,? )*(?:do|don'?t|stop|leave)(?: (?:that|it|so|not))?\W*$", re.IGNORECASE
)
"""What is about all that was said before it."""


def _is_remark(clause: str) -> bool:
    """Tell whether a clause only tells of something that no order is about."""
    if _NO_NEED.match(clause) or _LEAVING.match(clause) or _SEES_NOTHING.match(clause) or _OFF_TO_BED.match(clause):
        return True
    match = _CLAUSE.match(clause)
    if match is None or name_any(re.sub(r"\bsomething\b", "", clause)):
        return False
    plain = _AT_A_TIME.sub("", re.sub(r"n['’]t\b", " not", clause.lower()))
    said = set(re.findall(r"[a-z]+", plain))
    of_things = match["things"] is not None
    danger = _SAYS_MORE | _WHERE if of_things else _SAYS_MORE - _OF_PEOPLE
    telling = danger | words.COLOURS.keys() | words.SIZES.keys() | words.MATERIALS.keys()
    made = not _SOMEBODY_DID.match(plain) and any(map(base_of_participle, said))
    return said.isdisjoint(telling) and not made
