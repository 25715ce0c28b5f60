"""Patterns of articles, noun phrases and places in plain text, for all that rewrites what people say before it is read.

Texts are lower case or matched without regard to case, with single spaces. Nothing here knows what a word means.
"""

from __future__ import annotations

DET = r"(?:the|a|an|my|your|our|his|her|their|this|that|these|those|some)"
"""What a noun phrase begins with."""
NO_NOUN = (
    r"(?!(?:and|or|but|in|on|into|onto|inside|to|from|off|of|at|under|with|then|is|are|was|were|should|must|needs?|"
    r"goes|go|belongs?|that|which|who|please|the|a|an|i|you|it|them|so|if|when|once|after|before|running|lit|dark|"
    r"oh|uh|um|no|wait|by|near|next|beside|behind|actually|sorry|instead|too|as|not|could|would|might|may|will|shall|be|been|have|has|had|"
    r"up|away|does|can(?= (?:be|go|stay|wait|come|all|both|also|now|have|not|you|i|we)\b))\b)"
)
"""Put before a word of a noun phrase: words that are in none."""
NP = rf"{DET} (?:{NO_NOUN}[a-z][a-z-]*)(?: {NO_NOUN}[a-z][a-z-]*){{0,2}}"
"""A noun phrase of up to three words after its article, without places."""
THE = r"(?:the|that|this|those|these|my|our|your|his|her|their)"
"""What a noun phrase about a certain thing begins with."""
NAME = rf"{THE} {NO_NOUN}[a-z][a-z-]*(?: {NO_NOUN}[a-z][a-z-]*){{0,2}}?"
"""Such a noun phrase with no more words than what follows leaves it."""
NPS = rf"{NP}(?:(?:, {NP})*,? and {NP})?"
"""One noun phrase, or a list of them."""
PREP = (
    r"(?:in front of|on top of|inside of|next to|close to|in|on|inside|into|onto|under|underneath|beneath|beside|by|"
    r"near|behind|above|below)"
)
"""What a place begins with."""
PLACE = rf"{PREP} (?:(?:one|any|some|each) of |all |both )?{NP}"
END = r"(?=\s*(?:[.,;!?]|$|\b(?:and|then|but|please|again)\b))"
"""Put behind a clause: a sign, a joining word or the end."""
LAST = r"(?=\s*[.!?]*\s*$)"
"""Put behind the last clause of a text."""
START = r"(?P<start>^\s*|[.;:!?,]\s*|\b(?:and|then|but|first)\s+)"
"""Put before a clause."""
ASKING = (
    r"(?:(?:so|and|then|please|now|just|kindly|robot)\b,? |"
    r"(?:can|could|would|will) you (?:please |just |kindly |possibly )?)*"
)
"""What may stand politely before the verb of an order."""
LEAD = r"^(?P<lead>\W*(?:(?:please|now|so|ok|okay|well|robot|hey|(?:can|could|would|will) you)\b[\s,]*)*)"
"""The same at the start of a text, kept as the group "lead"."""
THANKS = r"(?:,? (?:please|thanks|thank you))?"
"""What may stand politely behind the last clause."""
