"""Orders that hang on what is seen: "if the fridge is open, close it", "bring an apple, or if there is none, a tomato".

The condition is a question, answered from what the robot remembers when the order is given; it waits for nothing. Where
the answer is not known, or is no, that says what a look from near would make surer; after that it does not decide what
is still not known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pred_core.objects import ObjectMemory
from pred_language.discourse.plainly import as_asked
from pred_language.discourse.utterances import UtteranceKind, kind_of
from pred_language.lexicon import qualities
from pred_language.lexicon.inflection import known_noun, singular, types_named
from pred_language.lexicon.shapes import PREP
from pred_language.meaning.grounding import Grounder
from pred_language.questions.answering import Answer, Earlier, answer
from pred_language.questions.asks import asked
from pred_language.questions.condition_frames import in_plain_frames
from pred_language.questions.condition_wordings import ACT, NP, OPENER, both_told, plainly_told
from pred_language.questions.halves import halves_counted
from pred_language.questions.replies import compared
from pred_language.questions.swaps import exchanged
from pred_language.reader import Texts

NOTHING_TO_DO = "So there is nothing to do."
"""What is said of an order whose condition does not hold."""
_ELSE = r"(?:\s*[,;.]\s*(?:and |but )?(?:otherwise|or else|else|if not),?\s+(?P<other>[^.;]+))?"
_DONE = r"\s*[.!?]*\s*$"


@dataclass(frozen=True)
class Decision:
    """What is to be done, and the sentence on what was seen that decided it.

    ``look_at`` are the classes and ids of what a look from near may decide otherwise; ``refused`` says why the rules do
    not do it, though another mind may.
    """

    texts: Texts
    because: str
    look_at: tuple[str, ...] = ()
    refused: str = ""


@dataclass(frozen=True)
class Undecided:
    """A condition of which nothing is known: why, and the classes and ids of what a look from near may show."""

    message: str
    look_at: tuple[str, ...]


@dataclass(frozen=True)
class _Conditional:
    """A condition in words, what is to be done where it holds, and what where it does not ('' for nothing)."""

    condition: str
    orders: str
    other: str = ""


def _if_first(match: re.Match[str]) -> _Conditional:
    other = match["other"] or ""
    place = _PLACE_ALONE.match(other)
    if place:  # "put it in the cabinet if it is clean, otherwise in the sink"
        other = _PLACE_AT_END.sub(place["place"], match["orders"])
    alone = re.match(rf"^(?P<thing>{NP})(?: (?:will|would) do| is fine| instead| then)?\s*$", other, re.IGNORECASE)
    if alone:  # "if there is an egg, bring it to me; if not, the lettuce will do"
        named = _BACK.search(match["orders"]) or re.search(rf"\b{NP}", match["orders"], re.IGNORECASE)
        orders = match["orders"]
        other = f"{orders[: named.start()]}{alone['thing']}{orders[named.end() :]}" if named else other
    return _Conditional(match["condition"], match["orders"], other)


def _unless_first(match: re.Match[str]) -> _Conditional:
    return _Conditional(match["condition"], "", match["orders"])


def _and_if(match: re.Match[str]) -> _Conditional:
    """Return the two ways of "bring the boots, and if the tv is on turn it off"."""
    more = _with_nouns(match["more"], match["condition"])
    return _Conditional(match["condition"], f"{match['orders']}. {more}", match["orders"])


def _if_one_more(match: re.Match[str]) -> _Conditional:
    """Return the two ways of "bring the pen and, if there is one, a pencil"."""
    orders, more = match["orders"], match["more"]
    return _Conditional(f"there is {more}", f"{orders} and {more}{match['rest']}", f"{orders}{match['rest']}")


def _if_none(match: re.Match[str]) -> _Conditional:
    """Return the two ways of "bring me an apple, or if there is none, a tomato"."""
    orders, thing, other = match["orders"], match["thing"], match["other"]
    bare = re.match(rf"^{NP}\s*$", other, re.IGNORECASE)
    return _Conditional(f"there is {thing}", orders, orders.replace(thing, other.strip(), 1) if bare else other)


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], _Conditional]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), build)
    for pattern, build in (
        (
            (
                rf"{OPENER}(?P<orders>[a-z]+(?: me)? {NP}),? and,? if (?:there (?:is|are) (?:one|any|some)|"
                rf"you (?:can )?(?:find|see) (?:one|any)),? (?P<more>{NP})(?: too| as well| also)?"
                rf"(?P<rest>[^.;,]*?){_DONE}"
            ),
            _if_one_more,
        ),
        (
            (
                rf"{OPENER}if (?P<condition>[^,.;]+?)(?:,| then|, then) "
                rf"(?!(?:and |but )?(?:otherwise|or else|else|if not)\b)(?P<orders>[^.;]+?){_ELSE}{_DONE}"
            ),
            _if_first,
        ),
        (rf"{OPENER}unless (?P<condition>[^,.;]+), (?P<orders>[^.;]+?){_DONE}", _unless_first),
        (
            (rf"{OPENER}(?P<orders>[^.;]*?\b(?P<thing>{NP})[^.;]*?),? (?:or|and|but),? if (?:there (?:is|are) none|"
            rf"there isn'?t (?:any|one)|you find none|there are no [a-z]+),? (?P<other>[^.;]+?){_DONE}"),
            _if_none,
        ),
        (
            (
                rf"{OPENER}(?!if\b|unless\b)(?P<orders>[^.;]+?)(?:,? and,?|[;.]|,? also,?) if "
                rf"(?P<condition>[^,.;]+?),? (?:then )?(?P<more>{ACT}\b[^,.;]+?){_DONE}"
            ),
            _and_if,
        ),
        (rf"{OPENER}(?P<orders>[^,.;]+?),? if (?P<condition>[^,.;]+?){_ELSE}{_DONE}", _if_first),
        (rf"{OPENER}(?P<orders>[^,.;]+?),? unless (?P<condition>[^,.;]+?){_DONE}", _unless_first),
    )
)
_EITHER = re.compile(
    rf"^(?P<before>[^.;?]*?)\b(?:either )?(?P<one>{NP}),? or (?P<two>{NP})(?P<rest>[^.;?]*)[.!]*$", re.IGNORECASE
)
_ASKING = frozenset({"turn", "switch", "hand", "give", "pass", "throw", "need", "want", "like", "love"})
"""Verbs of orders and wishes that have no meaning of their own in the lexicon."""
_NAMED = re.compile(rf"\b{NP}", re.IGNORECASE)
_PLACE_ALONE = re.compile(rf"^(?P<place>(?:to|{PREP}) {NP})(?: instead| then)?\s*$", re.IGNORECASE)
_PLACE_AT_END = re.compile(rf"\b(?:to|{PREP}) {NP}\s*$", re.IGNORECASE)
_INTO_IT = re.compile(rf"^(?P<order>[a-z]+ {NP} {PREP}) it\b", re.IGNORECASE)
_IF = re.compile(r"\b(?:if|unless)\b", re.IGNORECASE)
_SENTENCES = re.compile(r"(?<=[.;!])\s+")
_OPENS = re.compile(r"^(?:(?:and|but) )?(?:if|unless|should) (?!(?:not|so|none)\b)", re.IGNORECASE)
_OTHERWISE = re.compile(r"^(?:(?:and|but) )?(?:otherwise|or else|else|if not|if (?:it|there) isn'?t)\b", re.IGNORECASE)
_EITHER_WAY = re.compile(
    r"\s*(?:[,;.]|\band\b)+ (?:and |but )?(?:either way|in (?:any|either) case|whatever (?:it is|happens)|anyway|"
    r"regardless),? (?=[a-z]+ )",
    re.IGNORECASE,
)
_OF_IT = re.compile(r"^(?P<opens>(?:(?:and|but) )?(?:if|unless) )(?:it|they)\b", re.IGNORECASE)
_NOTHING = re.compile(
    r"^(?:(?:just )?leave (?:everything|it|them|all)\b.*|(?:do|change) nothing.*|(?:don'?t|do not) do anything.*)$",
    re.IGNORECASE,
)
_BACK = re.compile(
    r"\b(?:it|them|that one|(?:that|those)(?=\s*(?:[.,;!?]|$)| (?:on|off|up|away|out)\b))\b", re.IGNORECASE
)
_NONE_THERE = re.compile(r"^(?P<there>there) (?P<be>is|are)(?: no|(?:n'?t| not) (?:any|a|an))\b", re.IGNORECASE)
_NOT = re.compile(r"\b(?P<be>is|are)(?:n'?t| not| no longer)\b(?: any ?more)?", re.IGNORECASE)
_THERE = re.compile(r"\bthere\b", re.IGNORECASE)
_AT = rf"(?:in|on|under|inside|next to|behind) {NP}"
_SUBJECT = re.compile(
    rf"^(?:there (?:is|are) (?:still )?(?P<thing>{NP})\b(?: (?P<at>{_AT})$)?"
    rf"|(?P<named>{NP})\b(?: (?P<where>{_AT}) (?=(?:is|are|isn'?t|has|have|looks?)\b))?)",
    re.IGNORECASE,
)
_THERE_IS = re.compile(
    r"there (?:is|are) (?:still )?(?:at least |more than |exactly )?(?:any |some |an? |one |two |three |four )?"
    r"(?P<noun>[a-z]+)", re.IGNORECASE
)
_PLACE = re.compile(r"\b(?:in|on|under) (?:the|my|a) [a-z]+(?: [a-z]+)?$", re.IGNORECASE)


def decided(
    texts: Texts, memory: ObjectMemory, grounder: Grounder, earlier: Earlier | None = None
) -> Decision | Undecided | Answer | None:
    """Return what an order comes to that hangs on what was seen: on a condition, or on where two things are that swap.

    :return: the orders that are to be done; why it cannot be decided; the answer that there is nothing to do; None for
        what is no conditional order, or has a condition of no kind that can be looked up
    """
    if texts.steps or texts.dialogue:
        return None
    text = both_told(in_plain_frames(as_asked(texts.instruction)))
    each = _sentences(text)
    if len(each) > 1 and all(_OPENS.match(one) for one in each):
        return _each_decided(each, texts, memory, grounder, earlier)
    chosen = len(each) > 1 and any(map(_either_of_two, each))
    if chosen or (len(each) > 1 and any(_OPENS.match(one) for one in each[:-1])):
        return _in_turn(each, texts, memory, grounder, earlier)
    told_otherwise = _by_what_is_known(text, texts, memory, grounder)
    if told_otherwise is not None:
        return told_otherwise
    text = plainly_told(text)
    told = _conditional(text) or _either_of_two(text)
    if told is None:
        return None
    there = _NONE_THERE.sub(r"\g<there> \g<be> any", told.condition, count=1)
    if there != told.condition:
        told = _Conditional(there, told.other, told.orders)
    condition = _with_subject(told.condition, told.orders or told.other)
    ask = asked(" ".join(condition.lower().split()), grounder)
    positive = _NOT.sub(r"\g<be>", condition, count=1)
    if ask is None and positive != condition:
        ask = asked(" ".join(positive.lower().split()), grounder)
        told = _Conditional(_NOT.sub(r"\g<be>", told.condition, count=1), told.other, told.orders)
    if ask is None:
        return None
    found = compared(ask, answer(ask, memory, earlier))
    if not isinstance(found.value, bool):
        return Undecided(f"{found.sentence} So I cannot decide by that: tell me what to do.", found.look_at)
    orders = told.orders if found.value else _for_the_same(told.other, told.orders)
    if not orders or _NOTHING.match(orders.strip()):
        return replace(found, sentence=f"{found.sentence} {NOTHING_TO_DO}")
    to_do = replace(texts, instruction=_with_nouns(_one_named(orders, told), told.condition))
    decision = Decision(to_do, found.sentence, () if found.value else found.look_at)
    undecided = _IF.search(to_do.instruction) or _either_of_two(as_asked(to_do.instruction))
    more = decided(to_do, memory, grounder, earlier) if undecided else None
    if isinstance(more, Decision):
        return replace(
            more, because=f"{found.sentence} {more.because}", look_at=(*decision.look_at, *more.look_at)
        )
    return more if isinstance(more, Undecided) else decision


def _by_what_is_known(
    text: str, texts: Texts, memory: ObjectMemory, grounder: Grounder
) -> Decision | Undecided | None:
    """Return what things that change places, and half of what there is, come to; None for any other order."""
    orders = exchanged(text, memory, grounder)
    if orders:
        return Decision(replace(texts, instruction=orders), "")
    counted, how_many = halves_counted(text, memory, grounder)
    if how_many:
        return Undecided(how_many, ())
    return Decision(replace(texts, instruction=counted), "") if counted != text else None


def _each_decided(
    each: Sequence[str], texts: Texts, memory: ObjectMemory, grounder: Grounder, earlier: Earlier | None
) -> Decision | Undecided | Answer | None:
    """Return what several conditions come to: "if it is on, turn it off. If it is off, bring it"."""
    first = _SUBJECT.match(_OPENS.sub("", each[0]))
    named = first["named"] if first is not None else None
    told = [each[0], *(_OF_IT.sub(rf"\g<opens>{named}", one) if named else one for one in each[1:])]
    found = [decided(replace(texts, instruction=one), memory, grounder, earlier) for one in told]
    open_yet = next((one for one in found if one is None or isinstance(one, Undecided)), found[0])
    if open_yet is None or isinstance(open_yet, Undecided):
        return open_yet
    to_do = [one for one in found if isinstance(one, Decision)]
    if not to_do:
        return open_yet
    orders = ". ".join(one.texts.instruction.strip(" .") for one in to_do)
    looks = tuple(name for one in found if isinstance(one, Decision | Answer) for name in one.look_at)
    because = " ".join(one.because for one in to_do)
    return Decision(replace(texts, instruction=orders), because, looks if len(to_do) < len(found) else ())


def _sentences(text: str) -> list[str]:
    """Return the sentences of a text, what is otherwise to be done with the condition before it."""
    found: list[str] = []
    for one in _SENTENCES.split(_EITHER_WAY.sub(". ", text.strip())):
        if found and _OTHERWISE.match(one):
            found[-1] = f"{found[-1].rstrip(' .;!')}; {one}"
        else:
            found.append(one)
    return [one.rstrip(" ;") for one in found]


def _in_turn(
    each: Sequence[str], texts: Texts, memory: ObjectMemory, grounder: Grounder, earlier: Earlier | None
) -> Decision | Undecided | None:
    """Return what conditions come to with orders that hang on none: "if it is dirty, wash it. Then bring it to me"."""
    orders: list[str] = []
    because: list[str] = []
    looks: tuple[str, ...] = ()
    subject = ""
    for one in each:
        if not _OPENS.match(one) and not _either_of_two(one):
            if kind_of(one) is not UtteranceKind.ORDER or _IF.search(one):
                return None
            orders.append(_with_nouns(one, subject) if subject else one)
            continue
        subject = re.split(r",| then\b", _OPENS.sub("", one), maxsplit=1)[0]
        found = decided(replace(texts, instruction=one), memory, grounder, earlier)
        if found is None or isinstance(found, Undecided):
            return found
        looks = (*looks, *found.look_at)
        because.append(found.because if isinstance(found, Decision) else found.sentence.removesuffix(NOTHING_TO_DO))
        orders += [found.texts.instruction] if isinstance(found, Decision) else []
    told = ". ".join(one.strip(" .!") for one in orders)
    return Decision(replace(texts, instruction=told), " ".join(one.strip() for one in because), looks)


def _conditional(text: str) -> _Conditional | None:
    for pattern, build in _FORMS:
        match = pattern.match(text)
        if match:
            return build(match)
    return None


def _either_of_two(text: str) -> _Conditional | None:
    """Return the two ways of "bring me a pen or a pencil": the first where there is one, else the second."""
    match = _EITHER.match(text)
    if match is None or kind_of(text) is not UtteranceKind.ORDER:
        return None
    before = match["before"]
    said = re.findall(r"[a-z]+", before.lower())
    if not any(word in qualities.verb_forms() or word in _ASKING for word in said):
        return None
    ways = [f"{before}{match[one]}{match['rest']}" for one in ("one", "two")]
    return _Conditional(f"there is {match['one']}", ways[0], ways[1])


def _for_the_same(orders: str, before: str) -> str:
    """Return orders that leave out for whom: "bring it to me; otherwise bring the pen"."""
    alone = re.match(rf"^(?:bring|fetch|get) {NP}$", orders.strip(), re.IGNORECASE)
    return f"{orders.strip()} to me" if alone and re.search(r"\bme\b", before) else orders


def _one_named(orders: str, told: _Conditional) -> str:
    """Return "bring me the black mug" of "the black one", where the orders name nothing themselves."""
    one = re.search(r"\b(?:the|an?|my) [a-z]+ (?P<one>one)\b", orders, re.IGNORECASE)
    if one is None or known_noun(orders[: one.start()]) or _THERE_IS.match(told.condition):
        return orders
    named = (known_noun(np.group()) for text in (told.orders, told.condition) for np in _NAMED.finditer(text))
    noun = next((noun for noun in named if noun), "")
    return f"{orders[: one.start('one')]}{noun}{orders[one.end('one') :]}" if noun else orders


def _with_subject(condition: str, orders: str) -> str:
    """Return a condition in which "it" is what the orders speak of first: "wash the mug if it is dirty"."""
    named = re.search(rf"\b{NP}", orders, re.IGNORECASE)
    if named is None:
        return condition
    thing = re.sub(r"^(?:a|an|some|any)\b", "the", named.group(), flags=re.IGNORECASE)
    return re.sub(r"^(?:it|they)\b|(?<= in )it$|(?<= on )it$", thing, condition, flags=re.IGNORECASE)


def _holds_things(thing: str) -> bool:
    """Tell whether something is a place that things are put to, and is not carried itself."""
    return any(kind.can("receptacle") and not kind.can("pickupable") for kind in types_named(thing))


def _with_nouns(orders: str, condition: str) -> str:
    """Return orders in which "it" and "there" are what the condition speaks of."""
    kind = _THERE_IS.match(condition)
    if kind:
        of_those = rf"\g<some> of the {kind['noun']}"
        orders = re.sub(r"\b(?P<some>one|two|three|some|both|all) of them\b", of_those, orders)
        orders = re.sub(r"\b(?P<which>the [a-z]+ )ones?\b", rf"\g<which>{singular(kind['noun'])}", orders, count=1)
        orders = re.sub(rf"\bthe one(?= {PREP} )", f"the {singular(kind['noun'])} that is", orders, count=1)
        orders = re.sub(r"(?<!the )(?<!that )\b(?:one|some|any)(?=\s*(?:of them)?\s*(?:[.,;!?]|$|"
                        r"(?:to|in|on|into|onto|next|from)\b))", f"a {singular(kind['noun'])}", orders, count=1)
    subject, place = _SUBJECT.match(condition), _PLACE.search(condition)
    first = _BACK.search(orders)
    named = re.search(rf"\b{NP}", orders, re.IGNORECASE)
    if place:
        orders = _THERE.sub(place.group(), orders, count=1)
    said = "" if subject is None else subject["thing"] or subject["named"]
    if said and _INTO_IT.match(orders) and _holds_things(said):  # "if the safe is closed, put the card on it"
        return _INTO_IT.sub(rf"\g<order> {said}", orders)
    if subject and first and (named is None or first.start() < named.start()):
        where = subject["at"] or subject["where"]
        thing = re.sub(r"^(?:a|an|some|any)\b", "the", said, flags=re.IGNORECASE)
        thing += f" that is {where}" if where else ""
        orders = _BACK.sub(thing, orders, count=1)
    return orders
