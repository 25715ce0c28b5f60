"""Things named by what they are for: "something to write with" is a pen or a pencil, "what I pay with" the card.

The table says of each use which kinds serve it, the likeliest first. What is wanted is one of them where one is spoken
of, and all of both kinds where many are. A use that is not known stays as it was said, and so is asked about.
"""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change
from pred_language.discourse.wrapping import first_order_verb
from pred_language.lexicon.inflection import plural, singular
from pred_language.lexicon.late_pattern import LatePattern

_OWN = r"(?:my|our|your|his|her|their|the|a|an|some)"
_OBJECT = rf"(?: (?:{_OWN} )?(?!with\b|from\b|out\b|off\b|in\b)[a-z]+){{0,2}}?"
_HANDS = rf"(?: {_OWN})? (?:hands?|face|hair|body|arms|feet)"
_USES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ((rf"(?:writ(?:e|ing)|not(?:e|ing)|jot(?:ting)?|scribbl(?:e|ing)|draw(?:ing)?|sign(?:ing)?){_OBJECT}(?: down)?"
     r"(?: with)?"), ("pen", "pencil")),
    ((rf"(?:cut|slice|chop|carve|peel|cutting|slicing|chopping|carving){_OBJECT}(?: up)? with|"
     r"cutting|slicing|chopping|carving"), ("knife", "butter knife")),
    (r"(?:butter|spread|buttering|spreading)(?: [a-z ]+?)? with", ("butter knife", "knife")),
    (rf"eat(?:ing)?(?: {_OWN})? (?:soup|cereal|yogh?urt|porridge|ice cream|pudding|stew|broth)s? with",
     ("spoon", "ladle")),
    (rf"(?:stir|mix|scoop|stirring|mixing){_OBJECT} with", ("spoon", "spatula")),
    (rf"(?:flip|turn){_OBJECT}(?: over)? with", ("spatula",)),
    (rf"eat(?:ing)?{_OBJECT} with", ("fork", "spoon")),
    (rf"eat(?:ing)?{_OBJECT} (?:from|off|out of|on)", ("plate", "bowl")),
    (rf"(?:drink(?:ing)?|have|sip){_OBJECT} (?:from|out of|in)", ("mug", "cup")),
    (rf"(?:fry|cook){_OBJECT} (?:in|with)", ("pan", "pot")),
    (rf"boil{_OBJECT} (?:in|with)", ("kettle", "pot")),
    (r"(?:tell(?:s|ing)?(?: me| us)? the time(?: by| with| from)?|see (?:what time it is|the time)(?: on| by| with)?)",
     ("watch", "alarm clock")),
    (r"wak(?:e|es|ing) (?:me|us)(?: up)?(?: with)?(?: in the morning)?", ("alarm clock",)),
    (rf"(?:pay|paying|shop){_OBJECT}(?: with)", ("credit card",)),
    ((rf"(?:open|unlock|lock){_OBJECT} (?:door|doors|car|house|flat)(?: with)|get into {_OWN} (?:house|flat|car) with|"
     rf"start {_OWN} car with"), ("keys",)),
    ((rf"(?:make|making)(?: {_OWN})?(?: phone)? calls?(?: with| on| from)?|(?:phone|call|ring|text){_OBJECT} "
    rf"(?:with|on|from)"),
     ("phone",)),
    (rf"(?:dry|drying){_HANDS}(?: with| on)?|dry (?:myself|yourself)(?: off)? with|dry off with",
     ("hand towel", "towel")),
    (rf"(?:wash|washing){_HANDS}(?: with)?|wash (?:myself|yourself) with", ("soap bar", "soap bottle")),
    (rf"(?:blow(?:ing)?|wip(?:e|ing)) {_OWN} nose(?: with| on| into)?", ("tissue box", "roll of toilet paper")),
    (rf"(?:wip(?:e|ing)|dust(?:ing)?|polish(?:ing)?){_OBJECT}(?: down| up| off)? with", ("cloth", "sponge")),
    (rf"(?:wash|scrub|do|clean)(?: {_OWN})? (?:dish(?:es)?|plates|pans|pots|pots and pans)(?: up)? with", ("sponge",)),
    (rf"(?:unblock|unclog){_OBJECT} with", ("plunger",)),
    (rf"(?:lay|rest|put) {_OWN} head on", ("pillow", "cushion")),
    ((rf"(?:chang(?:e|ing)|switch(?:ing)?|flick(?:ing)? through)(?: {_OWN})? channels?(?: with)?|(?:control|switch "
      rf"on|turn on) {_OWN} "
     r"(?:tv|telly|television) with"), ("remote control",)),
    (rf"water {_OWN} (?:plants?|flowers?)(?: with)", ("watering can", "kettle")),
    (rf"(?:season|salt){_OBJECT} with", ("salt shaker", "pepper shaker")),
    (rf"put (?:{_OWN} )?flowers in(?:to)?", ("vase",)),
    (r"(?:cuddle|hug)(?: with)?", ("teddy bear", "pillow")),
    (r"(?:play(?:ing)?(?: ball| catch| basketball)?|dribble|bounce|shoot hoops) with|(?:bounce|dribble)", (("basketbal"
                                                                                                           "l"),)),
    (r"sit(?:ting)? on", ("chair", "stool")),
    (r"read(?:ing)?", ("book", "newspaper")),
)  # fmt: skip
"""How a use is said, with the kinds that serve it."""
_WHO = r"(?:i|you|we|one|people|they|he|she|someone)(?:'d| would)?"
_MAY = r"(?: (?:can|could|might|may|would|usually|always|normally|use|need|have|like|want|would like)(?: it)?(?: to)?)*"
_FOR = (
    rf"(?:(?:,? (?:that|which))? {_WHO}{_MAY} |(?:,? (?:that|which) (?:is|are))?(?: (?:used|good|meant|suitable|"
    rf"needed))? "
    r"(?:to|for)(?: me to| us to)? |(?:,? (?:that|which))(?: (?:can|will|could))? )"
)
_ONE = (
    r"(?:(?:something|anything)(?: else)?|what(?:ever)?|(?:a|an|the|some|that) (?:thing|object|item|tool|utensil|"
    r"implement|thingy|one))"
)
_MANY = r"(?:(?:all |every |any |the |some )*things|everything|all(?: (?:that|of what))?)"
_END = (
    r"(?=\s*(?:[.,;!?]|$|please\b|(?:to|in|on|onto|into|from|and|for|that|which|over|back|off|next|under|by|is|are|"
    r"goes|belongs?|but|except|other than)\b))"
)
_NOT_THAT = (
    r"(?P<not>(?:,? (?:(?:but|just|and|only) )*(?:not|no|(?:i )?(?:don't|do not) "
    r"(?:want|need|bring(?: me)?|take|use))|,? (?:that|which) (?:is|are)(?:n't| not| no)|,? except(?: for)?| other "
    r"than| but) (?:an? |the |any )?(?P<spared>[a-z]+))?"
)
"""What is said not to be meant behind a use: "something to write with, just not a pen"."""
_FORMS = tuple(
    (
        LatePattern(rf"(?<!all )\b{_ONE}(?: for (?:me|us)(?= to\b))?{_FOR}(?:{use}){_END}{_NOT_THAT}"),
        LatePattern(rf"(?:\b{_MANY}|^\W*(?:anything|whatever)(?=[^.;!?]*,)){_FOR}(?:{use}){_END}"),
        kinds,
    )
    for use, kinds in _USES
)
_SOFT = re.compile(
    rf"\b(?:something|anything) (?:really |nice and |nice, )?(?:soft|cuddly|fluffy)(?: to "
    rf"(?:hold|hug|cuddle|hold on to))?{_END}{_NOT_THAT}",
    re.IGNORECASE,
)
_SOFT_KINDS = ("teddy bear", "pillow")
_SPARED_SOFT_KINDS = ("teddy bear", "towel")
_MAY_NAME = re.compile(
    r"\b(?:something|anything|everything|what(?:ever)?|things?|thingy|one|object|item|tool|utensil|implement|"
    r"all (?:that|of what))\b",
    re.IGNORECASE,
)
"""Words without which nothing is named by its use."""
_COLLECTED = re.compile(
    r"\b(?P<verb>(?:gather|collect|round)(?: up)?|pick up|tidy away) (?:anything|whatever)\b", re.IGNORECASE
)
"""Who is to collect anything of a use means all of it."""
_ASKS = re.compile(r"^\W*(?:[a-z]+ )?(?:what|which|where|who|how)\b.*\?\s*$", re.IGNORECASE)
_ALONE = re.compile(
    r"^(?P<lead>\W*)(?:(?:i|we)(?:'d| would)? (?:like|want|need) )?"
    r"(?P<one>(?:a|the) [a-z ]+?(?: or (?:a|an) [a-z ]+?)?)(?P<end>(?:,? please)?[\s.!]*)$",
    re.IGNORECASE,
)


def named_by_kind(text: str) -> str:
    """Return a text in which what is named by its use is named by its kinds."""
    if not _MAY_NAME.search(text) or _ASKS.match(text):
        return text
    collected = told = _COLLECTED.sub(r"\g<verb> everything", text)
    told = _SOFT.sub(_soft, told)
    for one, many, kinds in _FORMS:
        told = many.sub(" and ".join(f"all {plural(kind)}" for kind in kinds), told)
        told = one.sub(_one_of(kinds), told)
    if told == collected:
        return text
    if told.endswith("?") and first_order_verb(told):  # "a knife or a scraper?" offers both
        told = f"{told.rstrip('?')}."
    return _ALONE.sub(r"\g<lead>bring me \g<one>\g<end>", told)


def _one_of(kinds: tuple[str, ...]) -> Change:
    """Return what tells one of some kinds, without the one that is said not to be meant."""

    def told(match: re.Match[str]) -> str:
        spared = singular((match["spared"] or "").lower())
        left = tuple(kind for kind in kinds if kind.split()[-1] != spared)
        return _any_of(left) if spared and 0 < len(left) < len(kinds) else f"{_any_of(kinds)}{match['not'] or ''}"

    return told


def _soft(match: re.Match[str]) -> str:
    """Return what tells something soft; "but no pillow" leaves a towel beside the bear."""
    spared = singular((match["spared"] or "").lower())
    kinds = _SPARED_SOFT_KINDS if spared in ("pillow", "cushion") else _SOFT_KINDS
    return _any_of(tuple(kind for kind in kinds if kind.split()[-1] != spared))


def _any_of(kinds: tuple[str, ...]) -> str:
    if len(kinds) == 1:
        return f"the {kinds[0]}"
    return " or ".join(f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}" for kind in kinds)
