"""A second reading of a person's words, by other means than the first: what they ask for that the goal does not have.

The first reading builds a goal from tags, phrases and events. This one builds nothing. It goes over the plain words
with tables of its own and asks of each word that carries meaning (what is to be done, states, numbers, which one,
where, what not) whether the goal answers it. It shares no code and no table with the tagger and the grammar, so that it
does not share their faults. What it finds is left out of the goal, and so asked about, refused or told (docs/words.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pred_core.referring.description import Test, TestKind
from pred_core.vocabulary import equipment, object_types, per_domain, spoken
from pred_language.meaning.context import NEAR, Ranked, TaskContext, TaskType
from pred_language.meaning.parts import in_order, tool_of

_ACTIONS = {
    "clean": "wash washing rinse rinsing scrub scrubbing clean cleaning cleaned washed rinsed",
    "hot": "heat heating warm warming microwave microwaving reheat cook cooking heated warmed microwaved hot",
    "cold": "cool cooling chill chilling refrigerate freeze chilled cooled cold",
    "sliced": "slice slicing cut cutting chop chopping sliced chopped slices",
    "filled": "fill filling filled refill",
    "open": "open opening opened",
    "closed": "close closing shut shutting closed",
}
_MAKES = {word: state for state, words in _ACTIONS.items() for word in words.split()}
_SAME = {
    "hot": {"hot", "cooked", "toasted", "boiled", "coffee"},
    "clean": {"clean", "filled", "water"},
    "filled": {"filled", "coffee", "water", "watered", "clean"},
    "closed": {"closed"},
}
"""States that answer a word for another one: who fills a cup under the tap has washed it, in recorded words."""
_MEANS = {
    "clean": "sink basin faucet tap soap sponge",
    "filled": "sink basin faucet tap",
    "hot": "microwave stove oven toaster burner pan pot",
    "cold": "fridge refrigerator freezer",
    "sliced": "knife",
    "empty": "sink basin",
    "coffee": "coffee machine",
    "cooked": "stove burner pan pot toaster microwave knife plate",
}
"""Words for what a state is made with: who only passes there has named no place."""
_MOOD = re.compile(
    r"\b(?:if|when|whenever|unless|until|as soon as|anywhere|wherever)\b(?! (?:you|possible)\b)[^.;!?,]*"
    r"|(?:^|[.;!?]\s*)(?:i|you|he|she|they|we|someone) (?:(?:have|has|had|just|already) )*"
    r"(?:put|placed|moved|took|left|brought)\b[^.;!?]*"
    r"|\bor not\b"
)
"""What is no order: conditions, places left open, talk of what was done."""
_COLOURED = re.compile(r"\b(red|green|blue|yellow|orange|purple|pink|brown|black|white|gr[ae]y) (\w+)")
_VESSEL = re.compile(r"\b(?:the|my|that|this) (?:\w+ )?(cup|mug|glass|bowl|plate|pan|pot)\b(?! of\b)")
"""What a dish is to be made in or served on, where the words say which."""
_GOES_ON = re.compile(
    r"(?:,|\band\b) (?:then |also )?"
    r"((?:the|a|an|my|one|another)(?: (?!(?:in|into|inside|on|onto|to|from|of|off|out)\b)\w+){1,4})"
    r"(?: \w+){0,5}? (?:in|into|inside|on|onto|to) (?:the|a|an|my|another|one)\b"
)
"""What goes on with the verb before: "put the mug in the sink and the bowl on the shelf" moves two things."""
_BACK_AGAIN = re.compile(
    r"\b(?:put|place|move|set|lay|bring|take|carry) [^.;]*? (?:in|into|on|onto|to) [^.;]*?"
    r"(?:[,.;] ?| )(?:and |and then |then )?"
    r"((?:take|bring|put|move|carry) (?:it|them|that) back)(?: again)?(?: afterwards| later)?\s*(?:[.!?]|$)"
)
"""What goes somewhere and back again: one goal leaves a thing at one place."""
_GOING = re.compile(
    r"\b(?:go|goes|going|come|coming|walk|drive|move|moving|head|roll|run|get|find|look|search|locate|visit|approach|return|back|"
    r"navigate|travel|proceed|step|stand|wait|turn (?:to|towards?|around)|face|over|near|be|park|place yourself|stay)\b"
)
"""What says that the robot itself goes somewhere."""
_HANGS = re.compile(
    r"\bhang(?:ing)? (?:(?:it|them|the [a-z ]+?) up|up (?:the|my|a|both|all)\b[^.,;]*)(?=\s*(?:[.,;!?]|$|\band\b))"
)
"""What is to hang, wherever that may be."""
_SWITCHED_FOR = frozenset({"hot", "clean", "filled", "cooked", "coffee", "boiled", "toasted"})
"""States that take an appliance which is switched on."""
_OF_ALL = re.compile(r"\b(?:everything|anything|something) ([a-z]+)\b")
_AFTER_ALL = frozenset(
    re.findall(
        r"\w+",
        "that which who is are in on inside under at next near beside behind between off from out of to into onto "
        "by with goes belongs should must needs has and or but except apart other besides else you i we they lying "
        "standing there here up away back left right over for please can could put go be it not down around within "
        "above below",
    )
)
"""What may follow "everything" and says nothing of what it is like."""
_THAN = re.compile(r"(?<!other )(?<!more )(?<!less )(?<!fewer )\bthan\b")
_DRINK = re.compile(r"\b(cold|cool|hot|warm|iced|chilled|boiling) (?:water|coffee|milk|tea)\b")
_BEFORE_ACTION = frozenset({"to", "please", "a", "an", "the", "some", "is", "are", "it"})
_CARRYING = frozenset(
    {"take", "get", "grab", "remove", "pick", "put", "place", "bring", "move", "set", "fetch"}
)
_COOKING = frozenset(
    {
        *(
            TaskType.COFFEE,
            TaskType.BOIL,
            TaskType.TOAST,
            TaskType.SALAD,
            TaskType.SANDWICH,
            TaskType.BREAKFAST,
        ),
        *(TaskType.WATER_PLANT, TaskType.SLICES, TaskType.COOKED_SLICES),
    }
)
"""Dishes, whose recipe is no word of the person's."""
_NO_NOUNS = frozenset({"slic", "switch", "stand", "can", "top", "door", "cover"})
"""Last words of names that are often something else: "switch it off", "on top"."""
_NUMBERS = {"two": 2, "both": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
_SHARE = re.compile(
    r"\b(?:(?:half|most|a third|a quarter|some) of (?:the|my|all|these|those) (?:\w+ )?\w+s"
    r"|half (?:the|my) (?:\w+ )?\w+s"
    r"|(?:half|partly|partially|halfway)[- ]?(?:fill|full|open|close|shut|way)\w*"
    r"|(?:at least|at most|more than|less than|fewer than|up to) (?:\w+) (?:\w+ )?\w+s|as many \w+ as)\b"
)
"""Numbers that no goal can say."""
_EVERY = frozenset({"all", "every", "everything", "each"})
_WHICH = frozenset({"other", "others", "another", "first", "second", "third", "fourth", "last"})
_SAYING_WHICH = frozenset(
    re.findall(
        r"\w+",
        "red green blue yellow orange purple pink brown black white gray grey big bigger biggest large larger largest "
        "small smaller smallest tall tallest wooden leftmost rightmost top bottom upper lower middle",
    )
)
_NO_NUMBER = re.compile(
    r"\b(?:all (?:over|right|the way)|(?:at|of|after) all|each other|between (?:the )?(?:two|both))\b"
)
_NO_WHICH = re.compile(
    r"(?:^|[.;!?,]|\b(?:and|then|but)\b)\s*(?:first|last)\b|\b(?:at|first of) (?:first|last|all)\b|\beach other\b"
    r"|\b(?:the (?:very )?)?(?:top|bottom|middle) (?:side |part |edge )?of\b|\bon top\b"
    r"|\b(?:keep|leave) the (?:other|others|rest)\b"
)
"""Words of how many and which that say neither: "first wash it", "all the way", "on top of"."""
_WHERE = re.compile(
    r"\b(?:in front of|between|behind|beneath|underneath|next to|beside|(?:to the )?(?:left|right) of)\b"
)
_NOT_RELATIVE = re.compile(
    r"\b(?:that|which|who)(?:'s| is| are)?(?: not| no|n't)\b|\b(?:except|other than|but not)\b"
)
_WITHOUT = re.compile(r"\bwith no(?= \w)|\bwithout (?:a|an|any|the)\b")
_SIDE = re.compile(r"\bthe (left|right)(?:[- ]hand)? (?!of\b|over|way\b|thing\b|time\b|order\b)\w+")
"""A side that says which one: "the left bowl", "the right one"."""
_SWITCH = re.compile(
    r"\b(?:turn|switch|flip|power)(?:ing|ed|s)?\b(?! (?:on|off)\b)((?: \w+){0,5}?) (on|off)\b"
    r"(?! (?:the|a|an|my|top)\b(?! \w+$))"
    r"|\b(?:turn|switch|flip|power)(?:ing|ed|s)? (on|off)\b"
)
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")


@dataclass(frozen=True)
class _Goal:
    """What a reading has: the states it makes, how many, the tests of what is meant, and all words it comes from."""

    states: frozenset[str]
    counts: frozenset[int]
    things: int
    tests: tuple[Test, ...]
    words: frozenset[str]
    phrases: tuple[frozenset[str], ...]
    looks: bool
    cooks: bool

    def has(self, *kinds: TestKind) -> bool:
        """Tell whether anything that is meant is told by such a test."""
        return any(test.kind in kinds for test in self.tests)


def unheard(text: str, context: TaskContext) -> tuple[str, ...]:
    """Return what a text asks for and a reading does not have, as it was said, in the order of the kinds.

    :param text: the orders as they were said; questions, conditions and remarks taken out
    """
    said = " ".join(text.lower().replace("’", "'").split())
    goal = _goal(context)
    asked = (_moods, _actions, _things, _moves, _numbers, _which, _sides, _places, _excluded)
    found = [one for ask in asked for one in ask(said, goal)]
    known = " ".join((*context.left_out, *context.not_used, *(word for word, _ in context.guessed)))
    return tuple(dict.fromkeys(one for one in found if one not in known))


def _goal(context: TaskContext) -> _Goal:
    tasks = list(in_order(context))
    rankeds = [r for task in tasks for r in _rankeds(task)]
    tests = tuple(test for task in tasks for said in task.said.values() for test in _every_test(said))
    marks = [mark.words for test in tests for mark in test.landmarks]
    states = {s for task in tasks for s in (*task.states, *task.destination_states, task.task_type)}
    states |= {s for task in tasks for part in (*task.also, *task.parts) for s in part.states}
    words = (
        *(r.words for r in rankeds),
        *(spoken(r.best) for r in rankeds),
        *marks,
        *(test.words for test in tests),
        *(tool.words for task in tasks if (tool := tool_of(task)) is not None),
    )
    counts = {n for task in tasks for n in (task.count, task.places)}
    counts |= {n for task in tasks for part in (*task.also, *task.parts) for n in (part.count, part.places)}
    return _Goal(
        frozenset(states),
        frozenset(counts),
        sum(1 + len(task.also) + bool(task.movable) for task in tasks),
        tests,
        frozenset(stem(word) for phrase in words for word in _WORD.findall(phrase.lower())),
        tuple(
            frozenset(map(stem, _WORD.findall(said.lower())))
            for said in (*(r.words for r in rankeds), *marks)
        ),
        any(task.task_type is TaskType.LOOK_AT for task in tasks),
        any(task.task_type in _COOKING for task in tasks),
    )


def _rankeds(task: TaskContext) -> Iterator[Ranked]:
    yield from (task.target, task.movable, task.destination, task.toggle, task.source)
    for part in (*task.also, *task.parts):
        yield from (part.thing, part.source, part.destination)


def _every_test(tests: Iterable[Test]) -> Iterator[Test]:
    for test in tests:
        yield test
        for mark in test.landmarks:
            yield from _every_test(mark.tests)


def _actions(said: str, goal: _Goal) -> Iterator[str]:
    """Yield what is to be done or made so and is not in the goal; doors and switches may be means of the rest."""
    if goal.cooks:
        return
    hangs = _HANGS.search(said)
    if hangs and "hold" not in goal.words and "holder" not in goal.words:
        yield hangs.group()
    if goal.states & {NEAR} and not _GOING.search(said):
        yield said.strip(" .!?")
    passing = _in_passing(said)
    for words, negated in _clauses(said):
        if negated:
            continue
        for match in _SWITCH.finditer(" ".join(words)):
            if (match[2] or match[3]) not in goal.states and not (goal.looks or goal.states & _SWITCHED_FOR):
                yield match.group()
        for index, word in enumerate(words):
            state = _MAKES.get(word, "")
            if state not in _states() or goal.states & _SAME.get(state, {state}) or stem(word) in goal.words:
                continue
            after = {stem(one) for one in words[index + 1 : index + 5]}
            if state in ("open", "closed") and after & (goal.words | passing):
                continue
            if index == 0 or words[index - 1] in _BEFORE_ACTION:
                yield word


def _in_passing(said: str) -> frozenset[str]:
    """Return the words of doors that are opened to take or put something, or closed after that."""
    clauses = [words for words, _ in _clauses(said)]
    carries = [not _CARRYING.isdisjoint(words) for words in clauses]
    found: set[str] = set()
    for index, words in enumerate(clauses):
        states = {_MAKES.get(word, "") for word in words}
        if ("open" in states and any(carries[index + 1 :])) or ("closed" in states and any(carries[:index])):
            found |= {stem(word) for word in words}
    return frozenset(found)


def _excluded(_: str, goal: _Goal) -> Iterator[str]:
    """Yield what is excluded and no word of it is known: every thing is no "vase without a scratch"."""
    for test in goal.tests:
        if test.kind is TestKind.NOT and any(not mark.classes and not mark.tests for mark in test.landmarks):
            yield test.words


def _moods(said: str, _: _Goal) -> Iterator[str]:
    for match in _MOOD.finditer(said):
        yield match.group().strip(" .;!?")


def _clauses(said: str) -> Iterator[tuple[list[str], bool]]:
    """Yield the words of each clause, and whether it says what is not to be."""
    for clause in re.split(r"[.;!?,]|\b(?:and|then|but|before|after)\b", said):
        words = _WORD.findall(clause)
        forgets = "forget" in words  # "don't forget the plate" wants it
        spares = not {"leave", "keep"}.isdisjoint(words) and not {"whole", "alone", "uncut", "where"}.isdisjoint(words)
        refrains = any(w in ("not", "never", "dont", "without") or w.endswith("n't") for w in words)
        yield words, spares or (refrains and not forgets)


def _things(said: str, goal: _Goal) -> Iterator[str]:
    """Yield the things that are named by their class's very name and that the goal does not come from."""
    means = {stem(w) for state in goal.states for w in _MEANS.get(state, "").split()} | _appliances(goal.states)
    lamps = {"lamp", "light"} if goal.looks or "on" in goal.states or "off" in goal.states else set()
    wanted = frozenset() if goal.cooks else _nouns() - goal.words - means - lamps - _in_passing(said)
    for words, negated in _clauses(said):
        for index, word in enumerate(words):
            compound = index + 1 < len(words) and stem(words[index + 1]) in _nouns()  # "the coffee table"
            whole = words[max(index - 2, 0) : index] in (["of", "the"], ["of", "a"], ["of", "my"])
            if not negated and stem(word) in wanted and not compound and not whole:
                yield word
    for vessel in _VESSEL.findall(said) if goal.cooks else ():
        if stem(vessel) not in goal.words:
            yield vessel
    told: dict[str, set[str]] = {}
    for colour, noun in _COLOURED.findall(said):
        told.setdefault(stem(noun), set()).add(colour)
    for noun, those in told.items():  # "the red bowl here and the blue bowl there" are two
        named = sum(noun in phrase for phrase in goal.phrases)
        if noun in goal.words and len(those) > max(named, *goal.counts) and 0 not in goal.counts:
            yield noun


def _moves(said: str, goal: _Goal) -> Iterator[str]:
    """Yield what is to be brought somewhere as well and of which the goal has nothing: it is short of things."""
    back = _BACK_AGAIN.search(said)
    if back:
        yield back[1]
    going_on = [match[1] for match in _GOES_ON.finditer(re.sub(r"\bbetween .*", "", said))]
    if going_on and 0 not in goal.counts and max(goal.things, *goal.counts) < 1 + len(going_on):
        yield going_on[-1]


@per_domain
def _states() -> frozenset[str]:
    """Return the states that something can be brought into: of a table without a tap "fill" says no more than "put"."""
    qualities = equipment().qualities.values()
    return frozenset({"open", "closed", "sliced", *(q.name for q in qualities), *(q.attribute for q in qualities)})


def _appliances(states: Iterable[str]) -> set[str]:
    """Return the words of what gives states, in a lab's own domain, too: "autoclave the flask" names no place."""
    places = (a.place for state in states for a in equipment().giving(state))
    return {stem(word) for place in places for word in spoken(place).split()}


@per_domain
def _nouns() -> frozenset[str]:
    """Return the last words of the names of all types."""
    return frozenset(stem(spoken(name).split()[-1]) for name in object_types()) - _NO_NOUNS


def _numbers(said: str, goal: _Goal) -> Iterator[str]:
    for match in _SHARE.finditer(said):
        yield match.group()
    words = _WORD.findall(_NO_NUMBER.sub(" ", said))
    for word in words:
        if word in _EVERY and 0 not in goal.counts and max(goal.counts) < 2:
            yield word
        number = _NUMBERS.get(word, 0)
        if number and number not in goal.counts and 0 not in goal.counts and goal.things < number:
            yield word


def _which(said: str, goal: _Goal) -> Iterator[str]:
    """Yield words that tell one thing from others and that no test of the goal comes from."""
    if _NOT_RELATIVE.search(said) and not goal.has(TestKind.NOT, TestKind.OTHER, TestKind.EMPTY):
        yield "not"
    for match in _OF_ALL.finditer(said):
        if match[1] not in _AFTER_ALL and match[1] not in goal.words and stem(match[1]) not in goal.words:
            yield match[1]
    for match in _DRINK.finditer(said):
        if not goal.cooks and _MAKES.get(match[1], "cold") not in goal.states:
            yield match[1]
    if _THAN.search(said) and not goal.has(TestKind.NOT, TestKind.SIZE):
        yield "than"
    many = goal.things > 1 or any(count != 1 for count in goal.counts)
    for word in _WORD.findall(_NO_WHICH.sub(" ", said)):
        if word in _WHICH and not many and not goal.has(TestKind.OTHER, TestKind.ORDER, TestKind.NOT):
            yield word
        if word in _SAYING_WHICH and word not in goal.words and stem(word) not in goal.words:
            yield word


def _sides(said: str, goal: _Goal) -> Iterator[str]:
    """Yield what a thing or place is to be without, and the side that says which one, where the goal has neither."""
    without = _WITHOUT.search(said)
    if without and not goal.has(TestKind.NOT, TestKind.EMPTY):
        yield without.group()
    for match in _SIDE.finditer(said):
        if match[1] not in goal.words:
            yield match[1]


def _places(said: str, goal: _Goal) -> Iterator[str]:
    match = _WHERE.search(said)
    if match and not goal.has(TestKind.RELATION, TestKind.SPOT, TestKind.ORDER, TestKind.NOT) and not goal.looks:
        yield match.group()


def stem(word: str) -> str:
    """Return a word without its endings, alike for all its forms: knife and knives, box and boxes, wash and washing."""
    word = word.removesuffix("'s")
    word = re.sub(r"ves$", "f", word)
    word = re.sub(r"(?<=[a-z]{3})(?:ing|ed|es|s)$", "", word)
    return re.sub(r"(?<=[a-z]{2})(?:fe|e)$", lambda match: match.group()[:-1], word)
