"""What a question asks: how many, where, whether there is one, whether it is so, what is there, which, what colour."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from pred_core.referring.description import Description, Test, TestKind
from pred_core.referring.qualities import COLOUR as SHOWN
from pred_core.vocabulary import domain, group
from pred_language.discourse.grammar import parse
from pred_language.lexicon import words
from pred_language.lexicon.english import is_english
from pred_language.lexicon.inflection import singular
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.phrases import Mention
from pred_language.lexicon.tagger import tag
from pred_language.lexicon.words import Prep
from pred_language.meaning.grounding import Grounder
from pred_language.meaning.qualifiers import described, tell_by_states, where
from pred_language.meaning.rooms import in_this_room, not_here
from pred_language.questions.besides import besides_in
from pred_language.questions.choices import OfferedPair, choice_in
from pred_language.questions.done import Past, asked_of_past
from pred_language.questions.held import asks_whether_empty, held_asked
from pred_language.questions.negated import in_full, set_without
from pred_language.questions.numbered import number_asked
from pred_language.questions.rewordings import COLOUR, DET, PREP, plainer
from pred_language.questions.said_so import in_plain_states
from pred_language.questions.unheard import unheard, unseen
from pred_language.questions.unknowable import reason_of


class What(StrEnum):
    """What is wanted to be known."""

    COUNT = "how many"
    WHERE = "where"
    IS_THERE = "is there"
    IS_SO = "is it so"
    CONTENTS = "what is there"
    WHICH = "which"
    HOLDS = "which holds"
    COLOUR = "what colour"
    CHOICE = "which of two"
    DONE = "what was done"
    ABILITIES = "what can you do"
    HELD = "what is held"
    UNKNOWABLE = "what cannot be seen"


@dataclass(frozen=True)
class Ask:
    """A question about what some words mean.

    ``of`` is the thing, or of CONTENTS the place; ``state`` the attribute that is asked about, and ``value`` what it is
    asked to be; ``inside`` what HOLDS is to hold; ``many`` whether the words speak of several; ``either`` whether the
    state is asked for by both its names ("on or off"); ``number`` how many at least ("more") or at most ("less") they
    are asked to be; ``past`` of what was done what is asked about; ``every`` whether it is asked of all of them;
    ``choice`` what CHOICE offers; ``spared`` what is left out of CONTENTS, COUNT, WHICH, WHERE and IS_THERE; ``reason``
    why UNKNOWABLE is not known.
    """

    what: What
    of: Description = field(default_factory=Description)
    state: str = ""
    value: bool = True
    inside: Description = field(default_factory=Description)
    many: bool = False
    either: bool = False
    number: tuple[str, int] = ("", 0)
    past: Past = field(default_factory=Past)
    every: bool = False
    choice: OfferedPair | None = None
    spared: Description = field(default_factory=Description)
    reason: str = ""


STATES: Mapping[str, tuple[str, bool]] = {
    "open": ("open", True), "opened": ("open", True), "closed": ("open", False), "shut": ("open", False),
    "on": ("on", True), "running": ("on", True), "off": ("on", False), "lit": ("on", True),
    "clean": ("clean", True), "dirty": ("clean", False), "full": ("filled", True), "filled": ("filled", True),
    "empty": ("filled", False), "sliced": ("sliced", True), "cut": ("sliced", True), "whole": ("sliced", False),
    "going": ("on", True), "playing": ("on", True), "burning": ("on", True),
    "cooked": ("cooked", True), "raw": ("cooked", False), "hot": ("hot", True), "cold": ("cold", True),
}
"""Words for states, with the attribute that perception publishes and the value that they say."""
_STATE = "|".join(STATES)
_AT = rf"{PREP} .+"
_BE = r"(?:is|are|was|were)"
_PREFACE = re.compile(
    r"^(?:(?:please|hey|hi|hello|robot|now|and|so|ok|well|also) )*"
    r"(?:(?:can|could|would|will|do|does|did) you (?:perhaps |maybe )?happen to (?=know|see|have|remember)|"
    r"(?:can|could|would|will) you (?:please )?|do you (?:happen to )?(?=know)|"
    r"i (?:would like|want|need) to (?=know)|is it (?:true|right|correct) that |am i right that |please )?"
    r"(?:(?:tell me|let me know|say|check|see|look|find out|know|count|show me|answer me)(?: please)? ?)?"
    r"(?:(?P<if>if|whether) )?"
)
_SUPERLATIVES = {
    **dict.fromkeys(("biggest", "largest"), "biggest"),
    **dict.fromkeys(("smallest", "tiniest", "littlest"), "smallest"),
    "tallest": "tallest", "longest": "longest",
}
_UNSEEN = re.compile(
    r"\b(?:heaviest|lightest|heavier|lighter|oldest|newest|warmest|hottest|coldest|softest|hardest|sharpest|cheapest|"
    r"best|"
    r"nicest|^is there (?:any |still )*water in|most \w+|least "
    r"\w+|weigh|weight|price|cost|smell|taste|temperature|time|weather)\b"
)
_ABILITIES = re.compile(
    r"^(?:what (?:else )?(?:can|do) you do|what are you (?:able to do|for|good (?:at|for))|how can you help(?: "
    r"me| us)?|"
    r"what can you help(?: me| us)? with|what are your (?:skills|abilities))(?: for me| here)?$"
)
_SHOULD_GO = re.compile(r"^where (?:should|shall|must|would|does|do|can) .+ (?:go|belong|live|be kept)$")
"""What asks where something is to be, not where it is."""
_DONE = re.compile(r"^(?:did|have you(?! (?:seen|got|found|spotted)\b)|has|had|was|were|why|who|whose|when)\b")
_NP = r"(?P<np>.+?)"
_THAT = rf"(?P<np>{DET} .+?|.+? \d+)"
_WHERE = rf"(?: (?P<at>{_AT}))?"
_IN_WHICH_STATE = rf"(?P<no>not )?(?P<state>{_STATE})"
_SINCE = r"(?:still |already |currently |now |really )*"
_SEEN = r"(?:see|seen|have|got|spot|spotted|find|found|count)"
_DO_YOU = rf"(?:do|can|did|have) (?:you|we|i) {_SEEN}"
_SOME = r"(?:any |an? |some |one of )?"
_HERE = r"(?: there| here| left| anywhere| around)*"
_LAST = r"(?: (?:did|have|do|can) (?:you|i|we)(?: last)? (?:see|seen|put|leave|left|find|spot))"
_FORMS: tuple[tuple[What, str], ...] = (
    (What.WHICH, rf"how many {_NP} {_BE} {_SINCE}{_IN_WHICH_STATE}"),
    (What.COUNT, (rf"(?:how many|the number of) {_NP}(?: (?:are|is|{_DO_YOU}|lie|lies|"
                 rf"stand))?{_HERE}{_WHERE}")),
    (What.COUNT, rf"count {_NP}{_WHERE}"),
    (What.CONTENTS, (rf"what(?:'s| {_BE}| else {_BE}| there {_BE}| {_DO_YOU}| lies)?(?: there)? "
                    rf"(?P<at>{_AT})")),
    (What.CONTENTS, r"what is (?P<np>here)"),
    (What.CONTENTS, rf"(?:what|which) (?:things?|objects?|items?) (?:{_BE}|lies?|{_DO_YOU}) (?P<at>{_AT})"),
    (What.CONTENTS, rf"(?:is|are) there (?P<any>anything|something) (?P<at>{_AT})"),
    (What.CONTENTS, rf"is (?P<any>anything|something) (?:left |still |lying )*(?P<at>{_AT})"),
    (What.WHERE, rf"where(?:'s|'re| {_BE}|{_LAST})? {_NP}(?: (?:{_BE}|lies))?(?: now| right now)?"),
    (What.IS_THERE, rf"(?:is|are|isn't|aren't) there (?:still |also )?{_SOME}{_NP}{_HERE}{_WHERE}"),
    (What.IS_THERE, rf"(?:there (?:is|are)|{_DO_YOU}) {_SOME}{_NP}{_HERE}{_WHERE}"),
    (What.COLOUR, rf"what colou?r (?:is|are|has|does|do) {_NP}(?: have)?"),
    (What.COLOUR, rf"what colou?r {_NP} (?:is|are|has)"),
    (What.COLOUR, rf"(?:what(?:'s| is| are) )?the colou?rs? of {_NP}"),
    (What.WHICH, rf"which one (?:is|are) {_NP}"),
    (What.IS_SO, rf"(?P<be>is|are|isn't|aren't) {_THAT} {_SINCE}(?P<colour>{COLOUR})"),
    (What.IS_SO, (rf"(?P<be>is|are|isn't|aren't) {_THAT} {_SINCE}{_IN_WHICH_STATE}(?: now| yet| already| "
                 rf"right now)?")),
    (What.IS_SO, rf"{_THAT} (?:is|are) {_SINCE}{_IN_WHICH_STATE}"),
    (What.IS_SO, rf"(?:is|are|isn't|aren't) {_THAT} {_SINCE}(?P<at>{_AT})"),
    (What.IS_SO, rf"{_THAT} (?:is|are) {_SINCE}(?P<at>{_AT})"),
    (What.WHICH, (rf"(?:which|what)(?:'s| {_BE})? the (?P<most>\w+est) {_NP}(?: {_BE})?(?: (?P<at>{_AT}?)(?: "
                 rf"{_BE})?)?")),
    (What.WHICH, rf"which (?:of )?{_NP} {_BE} (?:the )?(?P<most>\w+est)(?: one)?"),
    (What.HOLDS, (rf"(?:which|what) {_NP} (?:has|have|holds?|contains?) (?P<in>.+?)(?: (?:in|on) it| "
                 rf"inside)?")),
    (What.HOLDS, rf"(?:which|what) {_NP} {_BE} (?P<in>{DET} .+?) (?:in|on)"),
    (What.HOLDS, rf"(?:in|on) (?:which|what) {_NP} {_BE} (?P<in>{DET} .+?)"),
    (What.WHICH, rf"(?:which|what) {_NP} {_BE} (?:still )?{_IN_WHICH_STATE}"),
    (What.WHICH, rf"(?:which|what) {_NP} (?:{_BE}|lies?|stands?|{_DO_YOU}) (?P<at>{_AT})"),
    (What.WHICH, rf"(?:which|what) {_NP} (?:{_BE} there|{_DO_YOU}){_HERE}"),
)
"""The forms of questions, the first that fits counts."""
_PATTERNS = tuple((what, re.compile(f"^{form}$")) for what, form in _FORMS)
_USED_UP = re.compile(
    r"^(?:(?:have|are|did) (?:we|you|i|they) (?:all |completely )?(?:run |ran )?out of|(?:is|are) there no(?: more)?) "
    r"(?:the |any )?(?P<rest>[a-z ]+?)(?: left| any ?more| again| yet)?$"
)
_OF_SOME_QUALITY = re.compile(rf"^(?:is|are|isn't|aren't) {DET} [a-z]+(?: [a-z]+)? [a-z]+$")
_OF_SOME_DOING = re.compile(rf"^(?:is it so that {DET} [a-z ]+|is it true that {DET} [a-z ]+ (?:is|are) [a-z]+)$")
"""What a remark with a tag asks: "the knife cuts well, doesn't it?", "the knife is sharp, isn't it?"."""
_EITHER = re.compile(rf"\b({_STATE}) or (?:not|{_STATE})(?= *$)")
_IN_HERE = re.compile(r" (?:in|around) (?:here|this room|the room|the whole room)(?= *(?:$|,))")
_BUT = re.compile(
    r"(?<=how many )(?P<noun>[a-z]+s)\b(?P<between>[^,]*?),? "
    r"(?:not counting|not including|apart from|besides|except(?: for)?|other than) "
    r"(?P<spared>(?:the|my) [a-z]+(?: [a-z]+)?)"
)
_LANDMARK = {Prep.UNDER: "under", Prep.NEAR: "near", Prep.IN: "on", Prep.ON: "on", Prep.AT: "on", Prep.FROM: "on"}
_NAMES = {"water": "faucet", "thing": "", "object": "", "item": "", "things": "", "objects": "", "items": ""}
"""Nouns of questions that mean something else: the running water is at the tap; any thing at all."""


_THINGS = re.compile(
    rf"^(?:the )?(?:(?P<colour>{COLOUR}) )?(?:things?|objects?|items?)(?: (?:that are )?(?P<at>{PREP} .+))?$"
)
_LEFT = re.compile(rf"^(?:did|have|has) (?:i|we|you|someone|somebody|anyone) (?:leave|left|forget|forgotten|keep|"
                   rf"kept) (?P<np>{DET} .+?) (?P<state>{_STATE})$")
def asked(text: str, grounder: Grounder) -> Ask | None:
    """Return what a question asks, None where it is of no kind that is known.

    :param text: one question in lower case, without its sign
    """
    if _ABILITIES.match(text):
        return Ask(What.ABILITIES)
    preface = _PREFACE.match(text)
    rest = text[preface.end() :] if preface else text
    counts = re.match(r"^(?:.*\b)?count\b(?! \w+ (?:is|are))", text[: preface.end() if preface else 0])
    rest = _LEFT.sub(r"is \g<np> \g<state>", rest)
    rest = plainer(in_plain_states(in_full(rest)))
    elsewhere = bool(not_here(rest, grounder))
    rest = in_this_room(rest)
    rest, either = _EITHER.sub(r"\1", _IN_HERE.sub("", rest)), bool(_EITHER.search(rest))
    if (less := besides_in(rest) or set_without(rest)) is not None:
        return _but(asked(less.asks, grounder), less.spared, grounder)
    rest = _BUT.sub(r"\g<noun> except \g<spared>\g<between>", rest)
    rest = f"count {rest}" if counts and not rest.startswith(("how", "count")) else rest
    if numbered := number_asked(rest):
        counted = asked(numbered.asks, grounder)
        return counted and replace(counted, number=numbered.number)
    if used_up := _USED_UP.match(rest):
        counted = asked(f"how many {used_up['rest']}", grounder)
        return counted and replace(counted, number=("less", 0))
    if (of_robot := _of_robot(rest, grounder)) is not None:
        return of_robot
    if _UNSEEN.search(rest) or _DONE.match(rest) or _SHOULD_GO.match(rest):
        return Ask(What.UNKNOWABLE, reason=reason_of(rest))
    choice = choice_in(rest, lambda words: describe(words, grounder)[0])
    if choice is not None and (choice.by or choice.at or choice.state in STATES):
        state, value = STATES.get(choice.state, ("", True))
        return Ask(What.UNKNOWABLE if elsewhere else What.CHOICE, state=state, value=value, choice=choice)
    for what, pattern in _PATTERNS:
        match = pattern.match(rest)
        found = _BUILDERS[what](match, grounder) if match else None
        sought = what in (What.IS_THERE, What.WHERE)
        if match and found is None and sought and _is_unknown(_group(match, "np")):
            return Ask(What.UNKNOWABLE)
        if found is not None and elsewhere:
            return Ask(What.UNKNOWABLE)
        if found is not None:
            own = found.what in (What.IS_THERE, What.UNKNOWABLE)
            return replace(found, what=found.what if own else what, either=either)
    return Ask(What.UNKNOWABLE) if _OF_SOME_QUALITY.match(rest) or _OF_SOME_DOING.match(text) else None


def _of_robot(question: str, grounder: Grounder) -> Ask | None:
    """Return what a question asks about what the robot did or holds, None of any other."""
    past = asked_of_past(question, lambda words: describe(words, grounder)[0])
    if past is not None:
        return Ask(What.DONE, past=past)
    held = held_asked(question)
    if held is None:
        return None
    thing = describe(held, grounder)[0] if held else Description()
    return Ask(What.HELD, thing, value=not asks_whether_empty(question))


def _but(ask: Ask | None, spared: str, grounder: Grounder) -> Ask | None:
    """Return a question that leaves out what some words mean, None where they mean nothing known."""
    left_out = describe(spared, grounder)[0]
    return replace(ask, spared=left_out) if ask is not None and left_out.classes else None


def _is_unknown(noun: str) -> bool:
    """Tell whether a question is about a thing by an English word that nothing here is called by: "a dog"."""
    said = re.sub(rf"^{DET} ", "", noun).split()
    if not words.PRONOUNS.isdisjoint(said) or said[:1] in (["you"], ["i"], ["we"]):
        return False
    return 0 < len(said) <= 2 and all(map(is_english, said)) and singular(said[-1]) not in nouns()


def _group(match: re.Match[str], name: str) -> str:
    return match.groupdict().get(name) or ""


def _of_thing(match: re.Match[str], grounder: Grounder) -> Ask | None:
    noun, at_all = _group(match, "np"), _group(match, "at")
    things = _THINGS.match(noun)
    if things is not None:
        noun, at_all = "things", f"{things['at'] or ''} {at_all}".strip()
    noun = "lamps" if noun in ("lights", "the lights") else _NAMES.get(noun.removeprefix("the "), noun)
    most = _SUPERLATIVES.get(_group(match, "most"), "")
    if "most" in match.groupdict() and not most:
        return Ask(What.UNKNOWABLE)
    thing, many = describe(noun, grounder) if noun else (Description(), False)
    at = _placed(at_all, grounder)
    if (noun and not thing.classes) or at is None:
        return None
    tests = (*thing.tests, *at)
    if things is not None and things["colour"]:
        tests = (*tests, Test(TestKind.COLOUR, words.COLOURS[things["colour"]], words=things["colour"]))
    if re.search(r" or (?!not\b)", at_all):
        return Ask(What.UNKNOWABLE)
    if not thing.classes and _group(match, "state") == "burning":  # a lamp is on, but nothing of it burns
        pots = group("boiling_pots")
        burners = {place for place, held in domain().single_slots.items() if held & pots}
        burn = tuple(sorted(group("flames") | burners))
        thing = replace(thing, classes=burn, weights=(1.0,) * len(burn))
    whole = replace(thing, tests=tests)
    only_named = match.groupdict().keys() == {"np"}  # where the good knife is tells the only knife's place
    if not only_named and (unheard(f"{noun} {at_all}", whole) or unseen(whole)):
        return Ask(What.UNKNOWABLE)
    if most:
        size = {"biggest": "large", "smallest": "small", "tallest": "tall", "longest": "long"}[most]
        tests = (*tests, Test(TestKind.SIZE, size, words=most))
    state, value = STATES.get(_group(match, "state"), ("", True))
    if colour := _group(match, "colour"):
        state = f"{SHOWN}{words.COLOURS[colour]}"
    negated = bool(_group(match, "no")) or _group(match, "be").endswith("n't")
    many = many and re.match(r"(?:any|some|either|one of)\b", noun) is None
    every = re.match(r"(?:both|all|every|each)\b", noun) is not None
    return Ask(What.COUNT, replace(thing, tests=tests), state, value is not negated, many=many, every=every)


def _of_place(match: re.Match[str], grounder: Grounder) -> Ask | None:
    if _group(match, "np"):
        return Ask(What.CONTENTS, Description("thing"))
    at = _placed(_group(match, "at"), grounder)
    if not at:
        return None
    there = _group(match, "any") and at[0].value in ("on", "in")
    what = What.IS_THERE if there else What.CONTENTS
    return Ask(what, Description("thing", (), (), at))


def _of_holder(match: re.Match[str], grounder: Grounder) -> Ask | None:
    holder, _ = describe(_group(match, "np"), grounder)
    inside, _ = describe(_group(match, "in"), grounder)
    return Ask(What.HOLDS, holder, inside=inside) if holder.classes and inside.classes else None


_BUILDERS: Mapping[What, Callable[[re.Match[str], Grounder], Ask | None]] = {
    **dict.fromkeys((What.COUNT, What.WHERE, What.IS_THERE, What.COLOUR, What.IS_SO, What.WHICH), _of_thing),
    What.CONTENTS: _of_place,
    What.HOLDS: _of_holder,
}


def describe(noun: str, grounder: Grounder) -> tuple[Description, bool]:
    """Return what the words of a thing mean, with where it is said to be, and whether they speak of several."""
    determined = noun if re.match(rf"{DET}\b", noun) else f"the {noun}"
    events = parse(tag(f"find {determined}"))
    mention = next((m for event in events for m in event.objects if m.known), None)
    if mention is None:
        return Description(noun), False
    tell_by_states(mention)
    found = described(mention, grounder)
    around = [(p, m) for event in events for p, m in event.attached if m is not mention]
    tests = tuple(where(_LANDMARK[p], m, grounder) for p, m in around if p in _LANDMARK)
    return replace(found, tests=(*found.tests, *tests)), mention.plural or mention.every


def _placed(at: str, grounder: Grounder) -> tuple[Test, ...] | None:
    """Return the tests of "on the table", none for no words, None where they are not known."""
    if not at:
        return ()
    events = parse(tag(f"find the book {at}"))
    book = next((m for event in events for m in event.objects), Mention("", {}))
    around = [(p, m) for event in events for p, m in event.attached if m is not book and p in _LANDMARK]
    tests = tuple(where(_LANDMARK[p], m, grounder) for p, m in around)
    tests = (*described(book, grounder).tests, *tests)
    return tests if tests and all(mark.classes for test in tests for mark in test.landmarks) else None
