"""What changes nothing where it stands, and what is typed or said too shortly: "or what", "rn", "need a fork"."""

from __future__ import annotations

import re

from pred_language.discourse.rewriting import Change, Rule, rules
from pred_language.discourse.wrapping import first_order_verb
from pred_language.lexicon.inflection import known_noun, plural, singular
from pred_language.lexicon.shapes import LAST, PLACE

STATE = r"(?:on|off|open|closed|shut|full|empty|clean|dirty|lit|running|burning|hot|cold|cool|warm|sliced)"
"""How things are said to be."""


def _apart(match: re.Match[str]) -> str:
    """Return a space where words that are left out stood between two others."""
    between = match.end() < len(match.string) and match.string[match.end()].isalnum()
    return match["lead"] or (" " if between else "")


def _is_so(match: re.Match[str]) -> str:
    """Return "the kettle is empty" of "kettles empty"."""
    noun = singular(match["nouns"])
    return f"{match['lead']}the {noun} is {match['so']}" if known_noun(noun) else match.group()


def _if_so(match: re.Match[str]) -> str:
    """Return "if the light is off, turn it on" of "if the lights off turn it on"."""
    noun = singular(match["nouns"])
    if not known_noun(noun) or not first_order_verb(match["order"]):
        return match.group()
    return f"if the {noun} is {match['so']}, {match['order']}"


def _with_comma(match: re.Match[str]) -> str:
    """Return "if the light is off, turn it on" of "if the light is off in here turn it on"."""
    return f"{match['if']}, {match['order']}" if first_order_verb(match["order"]) else match.group()


def _without_waste(match: re.Match[str]) -> str:
    """Return "kill the burner" of "pan's heating for nothing. Kill the burner"."""
    known = first_order_verb(match["order"]) or match["order"].lower().startswith("kill")
    return match["order"] if known else match.group()


_FORMS: tuple[tuple[str, Change], ...] = (
    (r"\s*[,;.] (?:and )?(?:therefore|hence|consequently|that's why|which is why),? (?=[a-z])", ", so "),
    (
        (r"^\W*(?:do )?you know what (?:else )?(?:i(?:'d| would)? |we(?:'d| would)? |would be )[a-z "
         r"]{3,30}\?\s*(?=\S)"),
        "",
    ),
    (
        (r"^\W*(?:(?:and|ok|oh),? )?(?:just )?(?:one|a|the) (?:(?:last|more|final|other|quick|little|small) "
         r")+(?:thing|favou?r|job|request|errand|chore)(?: (?:before|for|from|until) [^,.:;!?]{2,30})?\s*[:,.–-]+ "
         r"(?=[a-z])"),
        "",
    ),
    (r",? but not (?:earlier|sooner|any earlier)(?=\s*(?:[.!,;]|$))", ""),
    ((r",? (?:either|any|whichever|whatever) (?:colou?r|kind|sort)(?: is fine| will do| is ok(?:ay)?)?(?=\s*(?:[.!,;]|$"
     r"))"), ""),
    ((r"(?<=[a-z]), ?(?:(?:it |that |which )?(?:doesn'?t|does not|don'?t) matter(?: which(?: one)?| to me)?|"
      r"i (?:don'?t|do not) (?:mind|care)(?: which(?: one)?| what(?: colou?r)?| how)?)(?=\s*(?:[.!]|$))"), ""),
    ((r"(?:^(?P<lead>\W*)|,? )(?:whenever|when|once|if) you(?:'ve| have)? (?:get round to it|get around to it|"
      r"(?:find|got|get|have) (?:the|a|some|a bit of) (?:time|chance|second|sec|minute|moment)(?: to spare)?|feel "
      r"like it|are free|'re free)"
      r"(?:,? (?=\S)|(?=\s*(?:[.!,;]|$)))"), _apart),
    ((r",? (?:but )?(?:only )?if (?:nobody|no one|noone|nobody else)(?:'s| is)? (?:minds?|(?:reading|using|watching|ne"
      r"eding|"
      r"wearing|drinking)(?: it| them)?|needs? (?:it|them)|objects?)(?=\s*(?:[.!?,;]|$))"), ""),
    ((r",? if (?:it|that)(?:'s| is|'d be| would be) (?:no|not (?:too much )?(?:of )?(?:a )?|ok(?:ay)?(?: with "
      r"you)?|all right|alright)"
      r"(?: ?(?:trouble|bother|problem|asking too much|hassle))?(?=\s*(?:[.!?,;]|$))"), ""),
    (r",? if (?:it|that) isn'?t too much (?:trouble|bother|to ask|hassle)(?=\s*(?:[.!?,;]|$))", ""),
    ((r"\b(?:all|the only thing|the one thing) (?:that )?(?:you|u) (?:need|have|'ve got|have got) (?:left )?to do "
      r"(?:now )?is "
      r"(?:to )?(?=[a-z])"), ""),
    ((r"\bstop (?P<thing>(?:the|that|this) (?:tap|faucet|water|tv|telly|television|toaster|microwave|coffee "
      r"(?:machine|maker)|"
      r"shower|lamp|radio))\b(?! from\b)"), r"turn off \g<thing>"),
    ((r"(?P<tap>\bthe (?:tap|faucet|water|tv|telly|television|toaster|microwave)\b[^?;!]*?[,.] (?:so |and )?(?:please "
      r")?(?:(?:can|could|"
      r"would|will) you (?:please )?)?)stop it\b"), r"\g<tap>turn it off"),
    ((r"(?<=[a-z]), for (?:(?:a|the|my|our) )?(?:salad|sandwich(?:es)?|soup|stew|breakfast|dinner|lunch|supper|tea)(?"
     r"=\s*[.!]*$)"), ""),
    ((r"^\W*(?:well,? )?that(?:'ll| will|'d| would| is|'s)(?: be)? (?:all|it|everything)(?: (?:for|from) "
     r"[a-z]+)*[,.;!]+ (?:just |so |now )*(?=[a-z])"), ""),
    (r",? (?:and )?then nothing(?: (?:else|more))?(?: for (?:a while|now|today|tonight))?(?=\s*[.!]*$)", ""),
    (r", (?:including|even) (?:the [a-z]+ ones?|the one [a-z ]{2,20}|[a-z]+(?: [a-z]+)?)(?=\s*[.!]*$)", ""),
    (r",? [a-z]+ and all(?=\s*[.!]*$)", ""),
    (r"\bmust be not (?=(?:on|off|open|closed|running|lit)\b)", "must not be "),
    (r"^\W*it is so that (?=[a-z])", ""),
    ((r"\b(?P<does>wash|clean|rinse) (?:whichever|whatever|any) (?P<noun>[a-z]+?)s? (?:needs? "
      r"(?:it|washing|cleaning|a wash)|is "
      r"dirty|are dirty)\b"), r"\g<does> the dirty \g<noun>"),
    ((r"^\W*(?:the )?(?:rubbish|bin|trash|garbage)(?: can)? (?:can|may) have (?P<thing>(?:the|that|this|my) [a-z]+(?: "
     r"[a-z]+)?)\b"),
     r"throw \g<thing> away"),
    (r"\b(?P<way>off|under) the (?:flame|heat)\b", r"\g<way> the burner"),
    (r"\bw(?:/| )(?=(?:the|a|my|all|it|that) )", "with "),
    ((r"\b(?P<does>close|shut|switch off|turn off|wash|clean|open|switch on|turn on) (?:what|whatever|all that)(?:'s| "
      r"is) (?:still |left )?"
      r"(?P<so>open|on|dirty|closed|shut|off|running|lit)\b"), r"\g<does> everything that is \g<so>"),
    ((r"\b(?:i|we) (?:can't|can not|cannot|couldn't) (?:quite )?(?:reach|get at|get to|get hold of) (?=(?:the|my|that) "
     r"[^,.;!?]+[.!]*$)"), "bring me "),
    (r" for (?:a bit|a while|a little while|now|the time being)(?=\s*[.!]*$)", ""),
    ((r"\b(?P<does>leave [a-z ]{3,30}? alone) when you(?:'re| are) (?P<prep>in|at|on) (?P<place>the [a-z]+(?: "
      r"[a-z]+)?),? (?:and |but )?"
      r"(?P<rest>(?:just )?[a-z]+ (?:the|a|my) [a-z ]+?) (?:in |on )?(?:there|in)(?=\s*[.!]*$)"),
     r"\g<does>. \g<rest> \g<prep> \g<place>"),
    ((r",? (?:in the middle of the (?:day|night)|in broad daylight|at this time of (?:day|night)|all day(?: "
     r"long)?)(?=\s*(?:[.!?]|$))"), ""),
    (r"\b(?P<goes>goes|go|belongs?) (?:up|down|over|straight|right|back up) (?=(?:in|into|on|onto|to)\b)", (r"\g<goes>"
                                                                                                           r" ")),
    ((r",? in (?:whichever|whatever|any) order(?: (?:suits you|you (?:like|want|prefer|please)))?"
      r"(?=\s*(?:[.!,;]|$))"), ""),
    ((r",? (?:i|we)(?:'ve| have)?(?: already)? (?:done|did|washed|cleaned|seen to) the [a-z]+ ones?(?: already| "
      r"myself| ourselves)*"
      r"(?=\s*[.!]*$)"), ""),
    (r"^(?P<lead>\W*)(?:only|just) (?=(?:the|my) [a-z ]+ (?:needs?|wants?) [a-z]+ing\b)", r"\g<lead>"),
    (r"^\W*you(?:'d| would) (?:do|be doing) me a (?:[a-z]+ )?favou?r (?:by|if you(?:'d)?|were you to) ", "please "),
    (r"\bplease getting (?=(?:the|that|my|this) )", "please get "),
    (r", so (?:in|on|off|out|away|back) (?:it|they) goes?(?=\s*[.!]*$)", ""),
    ((r"(?<=[a-z]) where (?:i|we)(?:'ll| will| can|'d)? (?:always )?(?:see|find|reach|spot) (?:it|them),? "
     r"(?=(?:on|in|by|next to|under) )"), " "),
    ((r"^\W*(?:last|final|first|next|another) (?:job|task|thing|one)(?: for)?(?: today| tonight| now)?[,:] "
      r"(?=[a-z])"), ""),
    ((r"\b(?P<turn>turn|switch) (?P<way>on|off) the (?P<of>tub|bathtub|bath|sink|basin)(?=\s*(?:[.,;!?]|$| and | "
     r"please))"), r"\g<turn> \g<way> the tap of the \g<of>"),
    ((r"^\W*the (?P<of>tub|bathtub|bath|sink|basin) (?:is|'s) (?:going to |about to )?(?:overflow(?:ing)?|full|flood(?"
      r":ing)?|running over)[^?]*?"
      r"[,.;!]+ (?:please )?(?:turn|switch|shut) (?:(?:the|that) (?:water|tap) off|off (?:the|that) (?:water|tap)|it "
      r"off)(?! in\b)"),
     r"turn off the tap of the \g<of>"),
    ((r"\b(?:turn|switch) on the (?:[a-z]+ )?(?:tap|faucet|water)(?: of the [a-z]+)?,? and hold "
      r"(?P<thing>(?:the|that|my) [a-z]+(?: [a-z]+)??) "
      r"under (?:it|the (?:tap|water))\b"), r"wash \g<thing>"),
    ((r"\beverything (?P<at>(?:in|on|under) (?:the|my) [a-z]+(?: [a-z]+)?) that(?:'s| is) (?P<so>dirty|clean|hot|cold|b"
     r"roken)\b"),
     r"everything \g<so> \g<at>"),
    ((r"\beverything (?P<at>(?:in|on|under) (?:the|my) [a-z]+(?: [a-z]+)?) that(?:'s not| is not| isn't) (?:a|an) "
      r"(?P<noun>[a-z]+)\b"),
     lambda m: f"everything {m['at']} except the {plural(m['noun'])}"),
    (r"\breplace (?=[^.;!?]*\b(?:with|by) )", "exchange "),
    ((r"\b(?:toss|chuck|lob) (?P<thing>(?:the|that|this|my) [^,;.!?]+),? (?P<why>(?:it|they)(?:'s|'re| is| are)(?: "
     r"all| gone)? "
     r"(?:sprouting|rotten|rotting|mou?ldy|off|bad|stale|expired|old|empty|broken))\b"), r"throw \g<thing> away"),
    (r"\bthe (?:one|only) (?P<noun>[a-z]+(?: [a-z]+)?) (?=(?:that|which)(?:'s| is| isn't| has) )", r"the \g<noun> "),
    (r"\bshut (?P<it>it|them|that) off\b", r"turn \g<it> off"),
    (r"\bthe one who (?:is|'s) (?=(?:on|in|under|by|near|next) )", "the one that is "),
    (r"\bthe light (?:on|in|at) the ceiling\b", "the ceiling light"),
    ((r"\b(?:every|each) (?P<noun>[a-z]+) that(?:'s| is) (?P<so>dirty|clean|open|closed|empty|full|on|off)\b"),
     lambda m: f"all the {m['so']} {plural(m['noun'])}" if m["so"] not in ("on", "off")
     else f"all the {plural(m['noun'])} that are {m['so']}"),
    ((r"\b(?:that|the) (?P<noun>[a-z]+(?: [a-z]+)?) (?:that |which )?(?:somebody|someone|you|i|he|she|they|we)(?:'ve|'"
      r"s| has| have)? left "
      r"(?P<so>open|on|off|running)\b"), lambda m: f"the open {m['noun']}" if m["so"] == "open" else f"the {m['noun']}"
                                                                                                     f" that is"
                                                                                                     f" {m['so']}"),
    (r"\bspray (?:stuff|thing|thingy)\b", "spray bottle"),
    (r"\brly\b", "really"),
    (r"\brn\b", "right now"),
    (r"\bsmth\b|\bsth\b", "something"),
    (r"^(?P<lead>\W*)(?P<may>could|can) (?P<much>really |just )?(?P<use>use|do with) (?=(?:an?|the|my|some|that)\b)",
     r"\g<lead>i could \g<use> "),
    (r"^(?P<lead>\W*)(?P<need>need|want|fancy) (?=(?:something|some|an?|the|my|one|two)\b)", r"\g<lead>i \g<need> "),
    (r"\b(?P<i>i|we) (?:should|would) (?:very much |really |so |dearly )?(?P<like>like|love)\b",
     r"\g<i> would \g<like>"),
    ((r"(?P<asked>^\W*(?:so |and )?(?:is|are|was|were|has|have|did|do|does|can|could|where|which|how|what)\b[^?]*?),? "
      r"or (?:what|not|something|anything)\s*\??\s*$"), r"\g<asked>?"),
    (rf",? (?:whether )?{STATE} or (?:not|{STATE})(?=\s*(?:[.,;!]|$))", ""),
    (rf"\b(?P<that>(?:that|which)(?: is| are|'s)(?: not|n't)?) (?:still|yet|already) (?={STATE}\b)", r"\g<that> "),
    (rf"\b(?P<that>(?:that|which) (?:isn't|aren't|is not|are not) {STATE}) yet\b", r"\g<that>"),
    (r",? (?:and |but )?(?:nothing|none) else(?:,? please)?(?=\s*(?:[.!]|$))", ""),
    (r" (?:at this (?:hour|time|time of (?:day|night))|this late|by this time)(?=\s*(?:[.!]|$))", ""),
    (rf"\b(?P<be>were|was|it|them) nice and (?={STATE}\b)", r"\g<be> "),
    (r"\b(?P<the>the|my|a|that) bottle of wine\b", r"\g<the> wine bottle"),
    ((rf"^(?P<lead>\W*(?:ugh,? |oh,? )?)(?P<nouns>[a-z]+s) (?P<so>{STATE})(?: again| still| already)?(?=\s*[.,;!]+ "
      r"[^.;!?]*\bit\b)"), _is_so),
    (rf"\bif the (?P<nouns>[a-z]+s) (?P<so>{STATE})(?: in here| again)?,? (?:then )?(?P<order>[a-z]+ [^?]+)$", _if_so),
    ((rf"(?P<if>\bif (?:the|my) [a-z]+(?: [a-z]+)? (?:is|are) (?:still |not |already )*{STATE})(?: in here| in there| "
      r"here)? (?:then )?(?P<order>[a-z]+ [^?]+)$"), _with_comma),
    (r"^\W*(?:the |my )?[a-z]+(?:'s| is) [a-z]+ing (?:away )?for nothing\s*[.,;!]+ (?P<order>[^?]+)$", _without_waste),
    (r"\b(?P<goes>goes|go|belongs?|should go) back (?:to|with) the (?:others|rest) (?=(?:on|in|onto|into) )",
     r"\g<goes> back "),
    ((rf",? (?:and |but )?(?:don't|do not) touch the other(?:s| two| three| ones?)(?: please)?{LAST}"), ""),
    ((r"\b(?P<every>every|all(?: the)?|each) (?P<noun>[a-z]+(?: [a-z]+)?) but (?=the (?:[a-z]+ )?ones? |the [a-z]+ "
      r"ones?\b)"),
     r"\g<every> \g<noun> except "),
    ((r"\bhow many (?P<nouns>[a-z]+(?: [a-z]+)?) (?:did|have|has) (?:some(?:one|body)|any(?:one|body)|i|we|they|he|"
      r"she) (?:leave|left|put|drop|dropped|forget|forgotten) "
      rf"(?P<at>{PLACE})\s*\?"), r"how many \g<nouns> are \g<at>?"),
    (r"\bleft one of (?:the|my|our) (?P<noun>[a-z]+)s (?=on\b|open\b|running\b|burning\b|lit\b)",
     r"left the \g<noun> "),
    (r"\bbe so kind and\b", "be so kind as to"),
    (r"\bthere (?:shouldn't|should not|mustn't|oughtn't to) be (?:any|a) ", "there should be no "),
    (r"\bforgive me\b", "sorry"),
)  # fmt: skip
RULES: tuple[Rule, ...] = rules(_FORMS)
"""Rules that leave such words out, or say them in full."""
