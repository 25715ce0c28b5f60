"""How people at home put it: "do see to the lid", "into the safe: watch, keys", "put on the tall lamp"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import first_order_verb, order_verbs
from pred_language.lexicon.inflection import known_noun, named_can, types_named
from pred_language.lexicon.shapes import LAST, NAME, PREP, START

_VERBS = "wash|rinse|clean|heat|warm|chill|fill|slice|put|place|bring|give|take|turn|switch|close|shut|throw"


_LAMPS = {
    "floor": "the floor lamp", "standing": "the floor lamp", "tall": "the floor lamp", "desk": "the desk lamp",
    "table": "the desk lamp", "bedside": "the desk lamp", "wall": "the light switch", "ceiling": "the light switch",
    "main": "the light switch", "overhead": "the light switch",
}  # fmt: skip
"""Which of the lights is meant by where it hangs or stands."""


_BATHROOM = re.compile(r"\b(?:bath|bathtub|tub|basin|towels?|toilet|loo)\b", re.IGNORECASE)


def _would_you(match: re.Match[str]) -> str:
    """Return "..., so please slice it" of "..., would you slice it?"."""
    order = match["order"]
    return f"{match['story']}, so please {order}." if first_order_verb(order) else match.group()


def _seen_to(match: re.Match[str]) -> str:
    """Return "close the lid" of "see to the lid"."""
    if match["thing"].lower() == "lid" and _BATHROOM.search(match.string):
        return "close the toilet lid"
    return f"close the {match['thing']}" if named_can(match["thing"], "openable") else match.group()


def _thing_verb(match: re.Match[str]) -> str:
    """Return "please wash the red cup" of "please the red cup wash"."""
    said = match["thing"].split()
    known = known_noun(match["thing"]) and said[-1].lower() not in order_verbs()
    return f"{match['start']}{match['verb']} {match['thing']}" if known else match.group()


def _put_on(match: re.Match[str]) -> str:
    """Return "turn on the lamp" of "put on the lamp"."""
    lit = [kind for kind in types_named(match["thing"]) if kind.can("toggleable") and not kind.can("receptacle")]
    return f"{match['start']}turn on {match['thing']}" if lit else match.group()


def _each_light(match: re.Match[str]) -> str:
    """Return "turn off the floor lamp, turn on the desk lamp" of "lamps: floor off, desk on"."""
    said = re.findall(r"(?:the )?([a-z]+) (on|off)", match["items"].lower())
    items = re.split(r",? and |, ", match["items"].strip(" ."))
    if len(said) != len(items) or any(one not in _LAMPS for one, _ in said):
        return match.group()
    return match["start"] + ", then ".join(f"turn {way} {_LAMPS[one]}" for one, way in said)


def _listed(match: re.Match[str]) -> str:
    """Return "put the watch and the keys in the safe" of "anything valuable into the safe: watch, keys"."""
    items = re.split(r",? and |, ", re.sub(r"\b(?:the|my) ", "", match["items"].strip(" .!")))
    if len(items) < 2 or not all(map(known_noun, items)) or any(one.split()[0] in order_verbs() for one in items):
        return match.group()
    return f"{match['start']}put {' and '.join(f'the {item}' for item in items)} {match['to']}"


def _sliced_for(match: re.Match[str]) -> str:
    """Return "slice the apple and bring it to me" of "bring me the apple in little bits"."""
    thing = re.sub(r",$", "", match["thing"])
    known = known_noun(re.split(r" (?:that|which|from|on|in) ", thing)[0])
    return f"slice {thing} and bring it to me" if known else match.group()


def _along(match: re.Match[str]) -> str:
    """Return "bring me the tomato and the salt" of "bring me the tomato and the salt along with it"."""
    return f"{match['order']} and {match['more']}" if known_noun(match["more"]) else match.group()


def _where_it_is(match: re.Match[str]) -> str:
    """Return "put it where the white mug is" of "the red mug ... put it away with the white one"."""
    noun = known_noun(match["noun"])
    return f"{match['before']}put it where the {match['which']} {noun} is" if noun else match.group()


def _left_at(match: re.Match[str]) -> str:
    """Return "my book that is on the bed" of "my book, which I left on the bed,"."""
    return f"{match['thing']} that is {match['at']}" if known_noun(match["thing"]) else match.group()


def _better(match: re.Match[str]) -> str:
    """Return "bring me an apple" of "never mind, an apple is better for me, fetch me that instead"."""
    return f"{match['verb']} me {match['thing']}" if known_noun(match["thing"]) else match.group()


def _not_that(match: re.Match[str]) -> str:
    """Return "open the box that is not open" of "not the box that's open, the other one: open it up"."""
    known = known_noun(match["noun"]) and match["verb"].lower() in order_verbs()
    opposite = {"open": "closed", "closed": "open", "shut": "open", "dirty": "clean", "clean": "dirty"}
    which = opposite.get(match["so"].lower(), "other")
    return f"{match['verb']} the {which} {match['noun']}" if known else match.group()


def _if_so(match: re.Match[str]) -> str:
    """Return "if the cup on the counter is dirty, wash it" of "cup on the counter: if it's dirty, wash it"."""
    noun = re.sub(r"^(?:the|my) ", "", match["thing"], flags=re.IGNORECASE)
    return f"if the {noun} is {match['rest']}" if known_noun(re.split(rf" {PREP} ", noun)[0]) else match.group()


def _in_case(match: re.Match[str]) -> str:
    """Return "if the window is open, shut it" of "did I leave the window open? In case it is, shut it"."""
    return f"if {match['thing']} is {match['so']}, {match['order']}" if known_noun(match["thing"]) else match.group()


def _one_of_them(match: re.Match[str]) -> str:
    """Return "turn on the lamp that is off" of "if one of the two lamps is off, turn it on"."""
    noun = known_noun(match["noun"])
    way = f" {match['way']}" if match["way"] else ""
    return f"{match['does']}{way} the {noun} that is {match['so']}" if noun else match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    (r"^\W*the [a-z]+(?: [a-z]+)? (?:i|we)(?:'ve| have)? (?:already )?[a-z]+(?: already)?,? but (?=the )", ""),
    (r"\bgive (?P<thing>(?:the|my) [^.,;!?]+?) here(?=\s*(?:[.,;!?]|$))", r"bring me \g<thing>"),
    (r"\bplease,? you (?=[a-z]+ (?:it|them|the|me|my|a)\b)", "please "),
    ((r"^\W*not the (?P<noun>[a-z]+(?: [a-z]+)?) that(?:'s| is) (?P<so>open|closed|shut|on|off|dirty|clean)[,;:.]+ "
      r"the other(?: one)?[,:;.]+ (?:please )?(?P<verb>[a-z]+) it"
      rf"(?: up)?(?: for me)?{LAST}"), _not_that),
    (r"\b(?P<does>light|put on|turn on|switch on|open|close) me (?=(?:the|a|that|my) )", r"\g<does> "),
    (r", (?:would|will|could|won't) (?:you|ya|u)(?:,? (?:dear|love|please|pet|darling))?\s*\?\s*$", "."),
    ((r"^(?:my |the )?\W*(?P<noun>[a-z]+), (?P<where>where(?:'s| is| are) (?:my|the) (?P=noun))(?:,? (?:it|they) "
      r"(?:was|were) [^?]*|"
      r",? (?:it|they)(?:'d| had) been [^?]*)?\??\s*$"), r"\g<where>?"),
    ((r"(?P<told>\b(?:icky|yucky|dirty|filthy|sticky|grubby)\b[^?]*?)\bmake (?P<it>it|them) "
      r"(?:nice|good|pretty|lovely)(?: again)?\b"),
     r"\g<told>wash \g<it>"),
    (r"\bback to (?:sleep|bed) (?=in (?:the|my) (?:fridge|box|drawer|cupboard|cabinet|safe)\b)", "back "),
    (
        (
            r"^(?P<story>[^?]*?[a-z])\s*[,.;!]+ (?:so |and |but |anyway,? )?(?:would|will|might) (?:you|u) (?:please "
            r"|kindly |just |maybe )?"
            r"(?P<order>[a-z]+ [^?.!;]+)\?\W*$"
        ),
        _would_you,
    ),
    (r"^\W*(?:forgive|pardon|excuse) (?:an? |my |me|the )[^,.;!?]{0,40},? but (?=[a-z])", ""),
    (r"^\W*(?:before you do anything else|first of all|before anything else|first things first),? (?=[a-z])", ""),
    ((r"(?:^\W*|,? )(?:at your (?:leisure|convenience|earliest convenience)|in your own time|when it suits you),?"
      r"(?=\s*(?:[.!?]|$)| [a-z])"), ""),
    (r"^\W*it (?:appears|seems|looks like|would seem|would appear)(?: that)?(?: to me)?,? (?=[a-z])", ""),
    ((r",? (?:cause |because |as |coz |cos )?i (?:like|prefer|love|take) (?:it|em|them|'em|my [a-z]+) "
      r"(?:cold|hot|warm|clean|tidy|icy|fresh|cool)"
      r"(?=\s*[.!]*$)"), ""),
    ((r",? (?:because|cause|cos|coz|bc) [a-z]+ (?:is|are|'s) (?:my|our|the best|better|nicer|prettier|so|too|very|real"
      r"ly) ?[^,.;!?]*"
      r"(?=\s*[.!]*$)"), ""),
    (r"^\W*(?:yo|bro|dude|man|mate|oi|hey|nah|ew+|omg|ugh),? (?=[a-z])", ""),
    ((r"^\W*i (?:need|want|would like|'d like) something [^,.;!?]*[,.;] (?:so )?(?=(?:please "
     r")?(?:bring|get|give|fetch|hand) me (?:the|one|a|my|two)\b)"),
     ""),
    ((r"^\W*(?:(?:sorry|oh|no|oops|my mistake|i mean|wait)[\s,!.]+)+not (?:(?:in|on|into) )?the [a-z]+(?: [a-z]+)?, "
      r"(?=(?:please )?(?:put|place|bring|take|give|wash|turn|open|close) (?:the|it|a|my|me)\b)"), ""),
    (r"^\W*wait,? no,? (?=(?:don'?t|do not) )", ""),
    (rf"(?<!be )(?<!is )\bput on (?P<start>)(?P<thing>{NAME})(?= for (?:me|us)|\s*(?:[.,;!]|$))", _put_on),
    (r"\b(?:see|attend) to the (?P<thing>[a-z]+(?: [a-z]+)??)(?: door)?(?=\s*(?:[.,;!?]|$))", _seen_to),
    ((r"\bdraw (?=(?:the|my|those) (?:blinds|curtains)(?=\s*(?:[.,;!?]|$| so| because| as | for ))(?! "
     r"(?:back|open|up)))"), "close "),
    ((r"\bmake (?P<it>it|(?:the|my) [a-z]+(?: [a-z]+)?) (?:not dirty|not icky|nice and clean|all "
      r"clean|sparkle|shiny|spotless)"
      r"(?: again)?(?=\s*(?:[.,;!?]|$| and ))"), r"wash \g<it>"),
    (r"\bmake the (?P<of>tub|bathtub|bath|sink|basin) stop\b[^.;!?]*", r"turn off the tap of the \g<of>"),
    (r"\bmake the (?P<of>tap|faucet|tv|telly|toaster) stop\b", r"turn off the \g<of>"),
    ((r"\bgive (?:it |them )?(?:back )?(?:to|on) (?P<at>the (?:shelf|bed|table|desk|counter|stove|dresser|sofa|floor)"
     r")\b"), r"put it on \g<at>"),
    ((rf"^(?P<start>\W*(?:please,? )?)(?P<thing>(?:the|my) (?:[a-z]+ ){{0,2}}?[a-z]+) (?:please )?(?:to "
      rf")?(?P<verb>{_VERBS})"
      r"(?= (?:and|on|in|into|onto|to|for|with)\b|\s*(?:[.,!]|$))"), _thing_verb),
    (rf"^(?P<start>\W*)(?:all right, )?(?:lamps?|lights?): (?P<items>[a-z ,]+?){LAST}", _each_light),
    ((rf"^(?P<start>\W*)(?:anything|everything|all|things?|valuables)\b[^:.;!?]{{0,30}}? (?P<to>(?:(?:in|on)(?:to)?|to"
      rf") (?:the|my) [a-z]+(?: [a-z]+)?): "
      rf"(?P<items>[a-z ,]+?){LAST}"), _listed),
    ((r"^\W*(?:can i have|could i have|may i have|bring me|give me|i(?:'d| would) like|i want) "
      r"(?P<thing>(?:the|an?|my) [^.;!?]*?),? (?:please )?(?:cut )?in(?:to)? "
      r"(?:little |small |tiny |thin )*(?:bits|pieces|slices|boats|chunks)(?: please)?\??\s*[.!]*$"), _sliced_for),
    ((rf"(?P<order>\b(?:bring|give|hand|fetch|get) me {NAME}(?: from [a-z ]+?)?),? and (?P<more>{NAME}) (?:along with "
     rf"it|with it|to go with it){LAST}"),
     _along),
    ((rf"(?P<before>\bthe (?:[a-z]+ )?(?P<noun>[a-z]+)\b(?:(?! the )[^.;!?])*?\b)(?:put|place) it (?:away |back "
      rf")?with the (?P<which>white|black|red|blue|green|yellow|"
      rf"grey|gray|brown|orange|pink|purple|clean|dirty|big|small) one{LAST}"), _where_it_is),
    ((rf"(?P<thing>{NAME}),? which (?:i|we|he|she|they|somebody|someone)(?:'ve| have| had)? (?:left|put|placed|forgot) "
     rf"(?P<at>{PREP} {NAME}),?"), _left_at),
    ((r"^.*\bnever mind,? (?P<thing>an? [a-z]+) (?:is|would be|will be) (?:better|fine|enough|good "
      r"enough|healthier)[^,.;]*[,.;] (?P<verb>fetch|bring|get|give) "
      rf"me (?:that|it|one)(?: instead)?{LAST}"), _better),
    ((rf"{START}put (?P<thing>{NAME}) (?:in|on) (?:the|its) (?:own )?(?:right|proper|usual) place{LAST}"), (r"\g<start>"
                                                                                                           r"put \g<th"
                                                                                                           r"ing> bac"
                                                                                                           r"k")),
    (r"^(?P<all>\W*(?:the )?(?P<noun>[a-z]+) (?P<n>\d) open,.*\b(?:close|shut) )(?:the )?(?P=noun)(?! \d)",
     r"\g<all>\g<noun> \g<n>"),
    ((r"^\W*(?P<thing>(?:the |my )?(?:[a-z]+ )?[a-z]+(?: (?:on|in|by) the [a-z]+(?: [a-z]+)?)?): if (?:it|they)(?:'s| "
      r"is|'re| are) (?P<rest>[a-z]+, [^?]+)$"), _if_so),
    ((r"^\W*i(?:'m| am) not sure (?:whether|if) i(?:'ve| have)? left (?P<thing>(?:the|my) [a-z]+(?: [a-z]+)??) "
      r"(?P<so>open|on|off|running)\b[^?]*?,? (?:so |but )?(?:in case|if) (?:it is|i did|so),? "
      r"(?P<order>[^?]+)$"), _in_case),
    ((r"^\W*if (?:one|any|either) of the (?:two |three |both )?(?P<noun>[a-z]+(?: [a-z]+)?) is "
      r"(?P<so>on|off|open|closed|dirty),? (?:then )?(?:please,? )?(?:you )?(?P<does>turn|switch|close|open|wash) it"
      rf"(?: (?P<way>on|off))?(?:,? please)?{LAST}"), _one_of_them),
    (r"(?P<of>\bunless the candle[^,.;!?]*? is) (?:already )?out\b", r"\g<of> off"),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
