"""Which of several are meant, in plainer words: "all the cups and bowls on the table", "the full one of the two"."""

from __future__ import annotations

import re

from pred_core.vocabulary import can_be_carried
from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import base_of_participle
from pred_language.lexicon import words
from pred_language.lexicon.inflection import known_noun, named_can, plural, singular
from pred_language.lexicon.nouns import nouns
from pred_language.lexicon.shapes import DET, LAST, NAME, NO_NOUN, NP, PREP

_TELLING = words.TELLING_WORD
_STATE = r"(?:clean|dirty|full|empty|filled|open|closed|shut|sliced|broken|running|lit)"
_HERE = r"(?:(?:that )?(?:i|we|you)(?:'ve| have)?(?: got| find| see| can find| can see)?|there (?:is|are))"
_GOES = r"(?:goes|go|belongs?|should|must|need|needs|have to|has to|ought to|can|may|are to)"


def _each_there(match: re.Match[str]) -> str:
    """Return "all the cups that are on the table and all the bowls that are on the table"."""
    if not known_noun(match["one"]) or not known_noun(match["two"]):
        return match.group()
    verb, rest = match["verb"] or "put", f"that are {match['at']} {match['to']}"
    return f"{verb} all the {match['one']} {rest} and {verb} all the {match['two']} {rest}"


def _every_done(match: re.Match[str]) -> str:
    """Return "slice all the tomatoes" of "every tomato I've got, sliced, please"."""
    base, noun = base_of_participle(match["done"]), known_noun(match["noun"])
    return f"{match['lead']}{base} all the {plural(singular(noun))}" if base and noun else match.group()


def _one_of_two(match: re.Match[str]) -> str:
    """Return "the full red mug" of "the full one of the two red mugs"."""
    noun = known_noun(match["ns"])
    return f"the {match['which']} {match['told'] or ''}{singular(noun)}" if noun else match.group()


def _every_dirty(match: re.Match[str]) -> str:
    return f"{match['every']} dirty {match['noun']}" if known_noun(match["noun"]) else match.group()


def _there_too(match: re.Match[str]) -> str:
    """Return "put all the pillows that are not on the sofa on the sofa" of "any pillow that isn't there should go"."""
    noun = known_noun(match["noun"])
    return f"put all the {plural(singular(noun))} that are not {match['at']} {match['at']}" if noun else match.group()


def _all_so(match: re.Match[str]) -> str:
    """Return "turn off all the running taps" of "if any tap is running, turn it off"."""
    noun = known_noun(match["noun"])
    way = match["way"] or match["after"] or ""
    so = "running" if match["so"].lower() == "on" else match["so"]
    return f"{match['lead']}{match['verb']}{way} all the {so} {plural(singular(noun))}" if noun else match.group()


def _named_by_set(match: re.Match[str]) -> str:
    """Return "all the books ... apart from the open book" of "... apart from the open one"."""
    noun = known_noun(match["noun"])
    many = match["s"] or ""
    return f"{match['before']} {plural(singular(noun)) if many else singular(noun)}" if noun else match.group()


def _not_there(match: re.Match[str]) -> str:
    """Return "the book that is not on the table" of "the book, not the one on the table"."""
    noun = known_noun(match["thing"])
    carried = noun == match["thing"].lower().split()[-1] and any(map(can_be_carried, nouns()[noun]))
    return f"{match['thing']} that is not {match['at']}" if carried else match.group()


def _by_its_door(match: re.Match[str]) -> str:
    """Return "the closed blue book" of "the blue book that is closed"."""
    noun = match["noun"].lower()
    if noun not in ("one", "ones") and not named_can(noun, "openable"):
        return match.group()
    shut = ("open" in match["so"].lower()) is bool(match["denied"])
    return f"the {'closed' if shut else 'open'} {match['how'] or ''}{match['noun']}"


_PLACE = rf"{PREP} {DET} {NO_NOUN}[a-z]+(?: {NO_NOUN}[a-z]+)??"
_NEITHER_FORMS: tuple[tuple[str, Change], ...] = tuple(
    (rf"\bthat(?: is| are|'s){form}(?P<two>{_PLACE})", r"that is not \g<one> that is not \g<two>")
    for form in (
        rf" neither (?P<one>{_PLACE}),? nor ",
        rf"(?:n't| not) (?P<one>{_PLACE}),? (?:or|nor)(?: (?:that )?(?:is|are))? ",
        rf"(?:n't| not) (?P<one>{_PLACE}),? and(?: also)?(?: (?:that )?(?:is|are))?(?:n't| not) ",
    )
)
"""What is at neither of two places: each place is told by a clause of its own."""
_FORMS: tuple[tuple[str, Change], ...] = (
    *_NEITHER_FORMS,
    (r"\b(?:every|each)(?: single)? (?P<how>(?:dirty |clean |empty |unwashed )?)dish\b", r"all the \g<how>dishes"),
    (
        (
            rf"\bthe (?P<how>(?:{_TELLING}) )?(?P<noun>[a-z]+) (?:that|which)(?:'s| is| are)? (?:still |currently |"
            r"lying |standing |left )*(?P<denied>not )?(?P<so>open|opened|closed|shut)\b(?! (?:to|for|by)\b)"
        ),
        _by_its_door,
    ),
    (
        (rf"(?P<not>\bnot the ones? (?:(?:that|which) (?:is|are) )?{PREP} {NAME})(?:,| but|"
         rf",? and)+ (?:rather )?the others?(?: ones?)?{LAST}"),
        r"\g<not>",
    ),
    (
        (r"(?P<set>\b(?:all|every|everything|both)\b[^.;!?]*?)(?:,? please)?,? (?:every (?:last|single) one|"
         rf"each and every one|the whole lot|all of (?:them|it))(?: of them)?{LAST}"),
        r"\g<set>",
    ),
    ((rf"(?P<set>\b(?:all|every|both)\b[^.;!?]*?),? (?:and )?the ones? (?:that (?:is|are) )?(?:{PREP}|from) {NAME},? "
     rf"(?:too|as well|also|included|likewise){LAST}"), r"\g<set>"),
    ((rf"(?P<set>\b(?:all|every|both)\b[^.;!?,]*?), (?:including|also|even) the ones? (?:that (?:is|are) "
    rf")?(?:{PREP}|from) {NAME}, "
     rf"(?=(?:to|{PREP}) {NP})"), r"\g<set> "),
    (
        (r"\b(?P<verb>throw|chuck|toss|put) (?P<what>(?:all )?(?:the|my) [a-z]+(?: [a-z]+)? that (?:is|"
         rf"are) (?:not )?{PREP} {NAME}) away{LAST}"),
        r"\g<verb> away \g<what>",
    ),
    (
        (rf"\b(?P<verb>put|move|place|carry|bring(?: me)?|take|gather|collect) what(?:ever)?(?:'s| is) "
        rf"(?=(?:lying |standing |sitting )?{PREP} {NAME})"),
        r"\g<verb> everything that is ",
    ),
    (
        (
            rf"\bthe (?P<how>(?:{_TELLING}) )?(?P<noun>[a-z]+(?: [a-z]+)??) that (?:is|are) not (?P<at>{PREP} {NAME}), "
            rf"(?:put|place|move|bring|take) (?:it|them) (?:in |on )?there(?: too| as well| also)?{LAST}"
        ),
        lambda m: f"put the {m['how'] or ''}{m['noun']} that is not {m['at']} {m['at']}",
    ),
    (
        (
            r"\b(?:clean|wash|rinse|turn off|switch off|close|shut|empty) (?P<any>anything)(?= "
            r"(?:dirty|unwashed|on|open|full|that)\b)"
        ),
        lambda m: m.group().replace(m["any"], "everything"),
    ),
    (
        r"\b(?P<that>that|which)(?:'s| is| has|'ve| have) got (?=(?:something|anything|nothing|water|stuff)\b)",
        r"\g<that> has ",
    ),
    ((r"\b(?:brimming|brimful|full to the brim|filled to the (?:brim|top)|topped up)(?: with| of)?(?= water| "
    r"juice|\s*(?:[.,;!?]|$))"),
     "full of"),
    (r"\bfull of(?=\s*(?:[.,;!?]|$))", "full"),
    (
        (
            r"\b(?:(?P<verb>put|place|move|bring|take|carry) )?(?:all|both|every|each)(?: of)? (?:the|my) "
            r"(?P<one>[a-z]+s) and (?:all )?(?:the |my )?(?P<two>[a-z]+s) (?:that are |lying |standing )?"
            rf"(?P<at>{PREP} {NAME})(?: {_GOES}(?: go| be)?)? (?P<to>(?:to|{PREP}) {NP})"
        ),
        _each_there,
    ),
    (
        (
            r"^(?P<lead>\W*)if (?:any|some|one) (?:of the )?(?P<noun>[a-z]+(?: [a-z]+)??)s? (?:is|are) "
            r"(?:still |left )*(?P<so>on|off|open|running|burning|lit|dirty), "
            r"(?P<verb>turn|switch|close|shut|wash|clean)(?P<way> off| on)? (?:it|them|that one|those)(?P<after> off| "
            rf"on)?(?:,? please)?{LAST}"
        ),
        _all_so,
    ),
    ((r"^(?P<lead>\W*)(?P<set>(?:every|each) [a-z]+(?: [a-z]+)?) "
      rf"(?:goes|belongs|should go|must go|needs to go|has to go) (?P<at>{PREP} )"), r"\g<lead>put \g<set> \g<at>"),
    ((r"(?P<set>\b(?:all|every|both)\b[^.;!?]*?),? (?:even|including|also) the ones? (?:that "
      rf"(?:is|are) )?{PREP} {NAME}{LAST}"),
     r"\g<set>"),
    (
        (rf"^(?P<lead>\W*)(?:whatever|whichever|any) (?P<noun>[a-z]+) (?:is|are) (?P<so>{_STATE}|unwashed) "
         r"(?=(?:should|must|goes|has to|needs to|can|may) )"),
        lambda m: f"{m['lead']}all the {m['so']} {m['noun']} " if known_noun(m["noun"]) else m.group(),
    ),
    (
        (
            r"\bthe (?P<noun>(?:[a-z]+ )?[a-z]+s), (?P<all>both|all|all two|all three) of them, "
            r"(?=(?:are to|should|must|have to|need|go|belong|can|may)\b)"
        ),
        lambda m: f"{m['all'].split()[0]} the {m['noun']} " if known_noun(m["noun"]) else m.group(),
    ),
    (
        (
            r"(?P<before>\b(?:all|every|both|each)(?: of)?(?: the| my)? (?P<noun>[a-z]+)\b[^.;!?]*? "
            rf"(?:except(?: for)?|apart from|but(?: not)?|other than) the (?:{_STATE}|{_TELLING})) one(?P<s>s?)\b"
        ),
        _named_by_set,
    ),
    (
        (
            rf"^(?P<lead>\W*)(?:every|each|all the|all|any) (?P<noun>[a-z]+(?: [a-z]+)??)s? {_HERE},? "
            rf"(?P<done>[a-z]+(?:ed|t)),? ?(?:please)?{LAST}"
        ),
        _every_done,
    ),
    (
        (
            rf"\bthe (?P<which>{_STATE}|{_TELLING}) (?:one )?of the (?:two|three|four|both )? ?(?P<told>(?:"
            rf"(?:{_TELLING}) )?)(?P<ns>[a-z]+s)\b"
        ),
        _one_of_two,
    ),
    (
        (
            r"\b(?P<every>every|each|all the|any|the|all) (?P<noun>[a-z]+(?: [a-z]+)?) (?:that|which) "
            r"(?:still )?(?:needs?|wants?|could do with) (?:a |to be )?(?:good )?"
            r"(?:wash|washing|washed|clean|cleaning|cleaned|rinse|rinsing|rinsed)\b"
        ),
        _every_dirty,
    ),
    (
        (
            r"^\W*(?:any|every|each|all the) (?P<noun>[a-z]+(?: [a-z]+)??)s? (?:that|which) "
            rf"(?:isn't|is not|aren't|are not) (?P<at>{PREP} {NAME})(?: yet| already| now)?,? {_GOES}(?: to)?(?: go| "
            rf"be| be put| be moved)? there(?: too| as well)?{LAST}"
        ),
        _there_too,
    ),
    (
        (
            r"^(?P<lead>\W*)(?:except(?: for)?|apart from|aside from|other than|besides|all but) (?P<spared>the "
            rf"(?:one|[a-z]+)(?: (?:that|which) (?:hangs|stands|lies|is|sits)(?: [a-z]+ing)?)? {PREP} "
            rf"(?:its|{NAME})(?: [a-z]+)?), (?P<rest>[^.;!?]+)"
        ),
        lambda m: f"{m['lead']}{m['rest']} except {re.sub(r' its ', ' the ', m['spared'])}",
    ),
    (
        (r"(?<!\bin )(?<!\bon )(?<!\binto )(?<!\bonto )(?<!\bto )(?<!\bunder )(?P<thing>\b(?:the|my|that) [a-z]+(?: "
         r"[a-z]+)?)(?:,| -)? (?:the one (?:that|which) is not|not the one(?: that is)?)(?: lying| standing| "
         rf"sitting)? (?P<at>{PREP} {NAME})(?=\s*(?:[.,;!?]|$))"),
        _not_there,
    ),
    (rf"\b(?:that|which) shares (?:an?|the|its) (?P<place>[a-z]+(?: [a-z]+)?) with (?P<thing>{NP})",
     r"that is on the same \g<place> as \g<thing>"),
    (
        (r"\b(?P<towel>(?:hand |bath )?towels?) (?:that|which) (?:is|are) (?:still |already )?(?:hanging|hung)(?: "
         r"up)?(?=\s*(?:[.,;!?]|$|(?:to|in|into|on|onto|and)\b))"),
        r"\g<towel> that is on the towel rail",
    ),
    ((r"\b(?P<but>except(?: for)? the ones?) (?:that|which) (?:is|are|hangs?|lies?|stands?|sits?)(?: "
      rf"[a-z]+ing)? (?={PREP} )"), r"\g<but> "),
    ((rf"(?P<thing>\bthe [a-z]+ (?:that is )?{PREP} {NAME}) and "
      rf"(?:that )?is not (?P<which>{_TELLING})(?=\s*(?:[.,;!?]|$))"), r"\g<thing> that is not the \g<which> one"),
    (
        r",? (?:leaving out|leaving aside|excluding|minus|bar|barring) (?=(?:the|my) [a-z]+)",
        " except ",
    ),
    (
        (r"\b(?:gather|collect|assemble|pile|line up)(?: up)? (?P<all>(?:all|both|every)\b(?: of)?(?: the| my)? "
         rf"[a-z]+(?: of [a-z]+)?(?: [a-z]+)??) (?P<at>(?:on|onto|in|into) {NAME})"),
        r"put \g<all> \g<at>",
    ),
    (
        (
            rf"^\W*(?P<place>(?:in|on)to {NP}) with (?P<set>(?:every|all the|all|each|both) [a-z]+(?: [a-z]+)?)"
            r"(?P<rest>(?=\s*[.;,!])[^?]*)$"
        ),
        r"put \g<set> \g<place>\g<rest>",
    ),
    (
        rf"\s*[;,.]+ (?:and |but )?the (?:{_STATE}|{_TELLING}) one stays?(?: put| there| {PREP} [a-z]+ [a-z]+)?{LAST}",
        "",
    ),
)
RULES: tuple[Rule, ...] = rules(_FORMS)
