"""What is wrapped around an order and says nothing of it: "I was wondering if you could possibly ...".

No list of phrases: a wrapper is whatever has only words of a closed class (people, politeness, wanting, asking,
hesitating) and stands before the verb of an order, between two commas, or after the last one. So it may be of any
depth. What has a word outside that class, or a negation that is not itself polite, stays.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from pred_core.vocabulary import per_domain
from pred_language.lexicon import qualities, words
from pred_language.lexicon.courtesy import ASIDE, ASKING, HESITATING, OPENING, closed
from pred_language.lexicon.inflection import participle
from pred_language.lexicon.shapes import NP, PLACE
from pred_language.lexicon.words import Verb

IDIOMS = re.compile(
    r"\b(?:if (?:you|u) (?:do not|don'?t|wouldn'?t|would not|won'?t) mind|if (?:that|it)(?: i|')s (?:ok|"
    r"okay|all right|"
    r"alright|fine|possible|not (?:too|asking too) (?:much|\w+))(?: (?:with|for|of) you| to ask| (?:of "
    r")?an? \w+| trouble| bother| work)*|(?:there(?: i|')s )?no "
    r"(?:rush|hurry|worries|need to (?:rush|hurry))|take your time|let me (?:think|see)|let'?s see|you "
    r"know(?: what)?|"
    r"do(?:n'?t| not) (?:laugh|judge(?: me)?|ask(?: me)? why|worry(?: about it)?)|"
    r"do(?:n'?t| not) just (?:stand|sit) (?:there|around)|hurry(?: up)?|come on|get (?:going|a move on)|be quick(?: "
    r"about it)?|"
    r"if (?:it|that)(?:'s| is) all the same to you|if memory serves(?: me)?(?: right| well)?|(?:if|unless) i(?:'m| "
    r"am) (?:not )?mistaken|"
    r"if i (?:remember|recall)(?: (?:right|rightly|correctly|well))?|(?:i )?(?:seem to|might|must|may) have (?:lost|"
    r"misplaced) (?:it|"
    r"them)|"
    r"how (?:do|shall|should) i (?:put|say) (?:it|this)|what'?s it called|"
    r"(?:when|whenever|if|once|as soon as) (?:you|u)(?:'ve| have|'re)?(?: have| get| got| find| are| can "
    r"spare| can|)?"
    r"(?: a| some| the| your|)(?: free| spare| quick)? ?"
    r"(?:moment|minute|min|second|sec|chance|time|hands? free|free|ready|done|finished|bored|like|want)|"
    r"at your (?:earliest )?convenience|while (?:you(?:'re| are) )?(?:at it|there|up|over there|on your "
    r"feet)|"
    r"for (?:heaven|goodness|god|pete)'?s? ?sakes?|by the way|come to think of it|if (?:possible|necessary|"
    r"need be)|"
    r"(?:as )?(?:quick|quickly|fast|soon) as (?:you can|possible|you like)|quick(?:ly)?|fast|asap|chop chop|"
    r"mind you|"
    r"if you(?:'d| would)? (?:be (?:so|as) \w+|please|like)|"
    r"(?:would|could|will|can|won'?t|wouldn'?t|can'?t|couldn'?t) you(?: please)?"
    r"(?: be so \w+| be an? \w+| be \w+ enough)?)",
    re.IGNORECASE,
)
_FILLERS = closed("like so well anyway basically") | {"you see", "sort of", "kind of", "as it were"}
"""What stands between commas or before the first one, and says nothing."""
_POLITE_NOT = re.compile(
    r"\b(?:why (?:do not|don'?t)|don'?t you think|i (?:don'?t|do not) suppose|you (?:could|would)(?:n'?t| not)(?= "
    r"(?:possibly|happen|be|perhaps|maybe|mind|please|just))|(?:could|would|will|can|wo|ca)(?:n'?t| not)(?= you| it| "
    r"somebody| someone)|"
    r"don'?t (?:mind|hesitate to)|not (?:be )?too much(?: trouble| to ask| bother)?)\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(r"n't\b|\b(?:not|no|never|nor|neither|without|stop|avoid|dont)\b", re.IGNORECASE)
_BEFORE_VERB = closed(
    "to and you u ya please pls plz kindly just now then could can would will should might quickly possibly "
    "perhaps maybe "
    "someone somebody anybody anyone robot also so first next go simply really ahead on"
)
_WORD = re.compile(r"[A-Za-z']+")
_SENTENCE = re.compile(r"[^.;!?\n]+[.;!?\n]*")
_NOT_ORDERS = frozenset({Verb.LOOK})
_STARTS_NO_ORDER = closed("if when whenever once after before as unless until while since because what how "
                          "why is are was")
_IF_POLITE = re.compile(r"(?:if (?:you|u) (?:could|would)|what (?:i|we)|how about|why|as (?:your|a)|is it "
                        r"possible|are you able)\b")
_THOUGHT = closed("think believe guess suppose feel")
_STARTS = re.compile(
    r"\W*(?:what|where|which|who|how|why|is|are|was|were|do|does|did|has|have|can|could|would|will|"
    r"any)\b", re.IGNORECASE
)
_MODAL = closed("can could would will should might may want need please")


def unwrapped(text: str) -> str:
    """Return a text of one or more sentences without what is only wrapped around its orders."""
    return "".join(map(_bare, _SENTENCE.findall(text))) or text


_BE_NICE = re.compile(
    r"^(?P<lead>\W*)(?:(?:please|now|well|hey|robot|would you|could you|will you|can you|why don'?t you)[\s,]+)*"
    r"be (?:an? (?:[a-z]+ ){0,2}?[a-z]+|so [a-z]+|[a-z]+ enough)(?: and| to| as to) (?=[a-z]+)",
    re.IGNORECASE,
)


def _bare(sentence: str) -> str:
    told = _passive(_opened(_without_asides(_BE_NICE.sub(r"\g<lead>please ", sentence))))
    first = _WORD.search(told)
    if told == sentence or first is None:
        return told
    pleads = re.search(r"\b(?:please|pls|plz)\b", sentence, re.IGNORECASE) and not _STARTS.match(told)
    if first.group().lower() not in order_verbs() and not pleads:
        return told
    return told.replace("?", ".")  # it asks for what is done, not for an answer


@per_domain
def order_verbs() -> frozenset[str]:
    """Return the verbs that an order may begin with, as they stand there."""
    looking = {word for word, verb in words.VERB_FORMS.items() if verb in _NOT_ORDERS}
    more = {"turn", "switch", "give", "hand", "throw", "pick", "pass"}
    others = {"use", "like", "need", "want", "go", "fix"}
    return (words.VERB_BASES | more | frozenset(qualities.own_verbs())) - looking - others


def first_order_verb(text: str) -> str:
    """Return the word that a text begins with, after "please", where an order may begin with it; else ''."""
    first = re.match(r"\W*(?:please )?([a-z]+)", text, re.IGNORECASE)
    return first[1].lower() if first is not None and first[1].lower() in order_verbs() else ""


def base_of_gerund(word: str) -> str:
    """Return the base of a verb that ends in -ing, '' where it is none."""
    if not word.endswith("ing"):
        return ""
    stem = word[:-3]
    candidates = (stem, f"{stem}e", stem[:-1] if stem[-1:] == stem[-2:-1] else "")
    return next((one for one in candidates if one in order_verbs()), "")


# -- before the verb --------------------------------------------------------------------------------------------------
def _opened(sentence: str) -> str:
    """Return a sentence that begins with its order's verb, where only asking stands before that."""
    found = list(_WORD.finditer(sentence))
    said = [re.sub(r"'(?:d|m|s|ll)$", "", match.group().lower()) for match in found]
    polite = [match.span() for match in _POLITE_NOT.finditer(sentence)]
    for index, match in enumerate(found):
        word, base = said[index], base_of_gerund(said[index])
        orders = index > 0 and (word in order_verbs() or base)
        if orders and _asks(sentence[: match.start()], said[:index], gerund=bool(base)):
            lead = sentence[: found[0].start()]
            return f"{lead}{base or match.group()}{sentence[match.end() :]}"
        if word not in OPENING and not any(a <= match.start() < b for a, b in polite):
            return sentence
    return sentence


def _asks(before: str, said: Sequence[str], *, gerund: bool) -> bool:
    """Tell whether the words before a verb only ask for it."""
    told = before.lower().strip()
    plain = _POLITE_NOT.sub(" ", told)
    if _NEGATION.search(plain) or ("have" in said):
        return False
    if said[0] in _STARTS_NO_ORDER and not _IF_POLITE.match(told):
        return False
    if not (ASKING.intersection(said) or _IF_POLITE.match(told) or _POLITE_NOT.search(told)):
        return False
    if _THOUGHT.intersection(said) and not _MODAL.intersection(said):
        return False
    return gerund or said[-1] in _BEFORE_VERB


# -- asides -----------------------------------------------------------------------------------------------------------
_CLAUSE = re.compile(r"(\s*(?:,|\(|\)|\s[-–—]+\s|\.\.\.+|…)\s*)")


def _without_asides(sentence: str) -> str:
    """Return a sentence without what stands between commas, or after the last, and says nothing."""
    sign = re.search(r"[.;!?\s]*$", sentence)
    end = sign.group() if sign else ""
    body = sentence[: len(sentence) - len(end)]
    pieces = _CLAUSE.split(body)
    clauses, signs = pieces[::2], pieces[1::2]
    kept = [i for i, clause in enumerate(clauses) if not _says_nothing(clause) or _corrects(clauses[i - 1 : i + 2])]
    if len(kept) == len(clauses) or not kept:
        return sentence
    told = clauses[kept[0]]
    for before, index in itertools.pairwise(kept):
        comma = signs[index - 1].strip() in (",", "(", ")")
        joint = " " if comma and index != before + 1 else signs[index - 1]
        told += f"{joint}{clauses[index]}"
    lead = re.match(r"\s*", sentence)
    return f"{lead.group() if lead and kept[0] else ''}{told}{end}"


def _corrects(around: Sequence[str]) -> bool:
    """Tell whether what stands between two clauses parts a slip from what is meant: "on the bed, er, on the sofa"."""
    if len(around) < 3:
        return False
    before, _, after = around
    return any(re.search(rf"\b{shape}\s*$", before, re.I) and re.match(shape, after, re.I) for shape in (PLACE, NP))


def _says_nothing(clause: str) -> bool:
    """Tell whether a clause has only words of politeness and hesitation."""
    if clause.strip().lower() in _FILLERS:
        return True
    rest, idioms = IDIOMS.subn(" ", clause)
    said = [word.lower() for word in _WORD.findall(rest)]
    if not said:
        return bool(idioms)
    if not all(word in ASIDE for word in said):
        return False
    return bool(idioms) or bool(HESITATING.intersection(said))


# -- the passive ------------------------------------------------------------------------------------------------------
_IRREGULAR = {
    "put": "put", "taken": "take", "brought": "bring", "given": "give", "thrown": "throw", "cut": "cut", "shut": "shut",
    "handed": "hand", "turned": "turn", "switched": "switch", "set": "set", "laid": "lay", "gotten": "get",
    "hung": "hang", "sent": "send", "hidden": "hide", "stuck": "stick", "returned": "return",
}  # fmt: skip


@per_domain
def _participles() -> dict[str, str]:
    return {participle(base): base for base in order_verbs()} | _doubled() | _IRREGULAR


def base_of_participle(word: str) -> str:
    """Return the verb of an order of its participle: "put" of "put", "wash" of "washed"; '' where it is none."""
    return _participles().get(word.lower(), "")


def _doubled() -> dict[str, str]:
    ends = re.compile(r"[^aeiou][aeiou][^aeiouwxy]$")
    return {f"{base}{base[-1]}ed": base for base in order_verbs() if ends.search(base)}


_SAID = (
    rf"(?P<thing>(?:(?:all|both|every|each)(?: of)? )?{NP}(?:(?:, {NP})*,? and {NP})?|everything)(?: "
    rf"(?:that is |which is )?(?P<at>{PLACE}|from {NP}))?"
)
_ADVERBS = r"(?: (?:all|both|please|also|then|now|just|really|possibly|first))*"
_OUGHT = re.compile(
    rf"^(?P<lead>\W*)(?:(?:please|now|then|and|so|well|ok|okay|it would be (?:nice|great|good|lovely) if|"
    rf"(?:i|we)(?:'d| would)(?: really)? (?:appreciate(?: it)?|like it|love it|be \w+) if|(?:i|we) (?:want|"
    rf"need|would like|'d like)|"
    rf"(?:i|we)'d (?:like|love)|could|can|would|might|may|will|should)[\s,]+)*{_SAID}{_ADVERBS} "
    rf"(?:(?:should|must|could|can|would|might|may|needs? to|ha(?:s|ve) to|ought to|(?:is|are) to|to|was|"
    rf"were|got|gets){_ADVERBS} )?"
    rf"(?:be |get )?{_ADVERBS.strip()}(?P<done>[a-z]+)\b(?P<rest>[^.;!?]*)",
    re.IGNORECASE,
)
_MUST = re.compile(
    r"^\W*(?:(?:so|and|then|please|now|well|ok|okay)\W+)*(?:could|can|would|might|may|will) (?!i\b|you\b|we\b)"
    r".*\bbe\b|"
    r"\b(?:should|must|could|can|would|might|may|needs? to|ha(?:s|ve) to|ought to|to|(?:is|are) to) (?:\w+ "
    r")?(?:be|get)\b|"
    r"\bif\b.*\b(?:were|was|got|gets)\b|\b(?:should|would|'d) like\b",
    re.IGNORECASE,
)


def _passive(sentence: str) -> str:
    """Return "wash the plate that is in the sink" of "the plate in the sink could be washed"."""
    match = _OUGHT.match(sentence)
    if match is None or not _MUST.search(sentence[: match.start("done")]):
        return sentence
    if _NEGATION.search(sentence[: match.end("done")]):
        return sentence
    base = _participles().get(match["done"].lower(), "")
    if not base:
        return sentence
    of = "" if (match["at"] or "").lower().startswith("from ") else "that is "
    at = f" {of}{match['at']}" if match["at"] else ""
    rest = re.sub(r"\b(and|then)(?: then)? (?:be )?([a-z]+)\b", _joined, match["rest"])
    return f"{match['lead']}{base} {match['thing']}{at}{rest}{sentence[match.end() :]}"


def _joined(match: re.Match[str]) -> str:
    """Return "and put it" of "... washed and put in the fridge"."""
    base = _participles().get(match[2].lower(), "")
    return f"{match[1]} {base} it" if base else match.group()
