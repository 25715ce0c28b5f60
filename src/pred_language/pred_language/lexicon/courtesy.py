"""Words of politeness, asking and hesitation: what wraps an order and says nothing of it."""

from __future__ import annotations


def closed(text: str) -> frozenset[str]:
    """Return a class of words."""
    return frozenset(text.split())


ASKING = closed(
    "can could would will shall should might may please pls plz kindly want wanted need needed like liked love "
    "loved mind ask "
    "asking asked wish hope hoping hoped wonder wondering appreciate appreciated grateful glad happy "
    "thankful obliged "
    "delighted kind nice sweet favour favor dear darling possible able chance trouble bother request "
    "require requested "
    "task job duty order mission about try care fancy imagine consider help command urge beg suggest expect"
)
"""Words that make of what stands before a verb a way to ask for it."""
PLAIN = closed(
    "i you we u ya somebody someone anybody anyone it me us your my to and so if whether that as for of a "
    "an the at be "
    "is are was am were been do does going possibly perhaps maybe just quickly really simply go ahead now "
    "then next "
    "first well hey hi hello ok okay oh ah great good big huge small little quick much too very quite "
    "rather awfully "
    "terribly ever eternally deeply most think believe guess suppose feel free manage time thing what how why all "
    "right alright fine "
    "another one "
    "more thanks thank cheers pray robot also kindest today tonight here there sure remember come on yes"
)
HESITATING = closed(
    "hmm hm um umm uh uhm er erm please pls plz kindly robot sir buddy mate pal friend dear darling love "
    "honey sweetie "
    "thanks thank cheers ta basically honestly obviously frankly kind nice grateful fellow chap lad lass "
    "man boss dude bro mister madam great lovely wonderful brilliant "
    "fantastic awesome perfect super appreciated ugh argh urgh yikes phew blimey crikey omg lol yuck eww oops whoops "
    "sweetheart sweetie babe google robby innit"
)
"""Words of which one at least is in an aside that says nothing."""
AROUND = closed(
    "i you we u ya me us it that this let's let see think know ok okay well so now then and oh ah hey hi "
    "hello would "
    "could can will be so very a an as to in advance much lot lots many really will if is are was what i'd "
    "i'm it's "
    "that's you'd my your the good nice old there here say for there's guess suppose right alright"
)
OPENING = ASKING | PLAIN
"""What may stand before the verb of an order and only asks for it."""
ASIDE = HESITATING | AROUND
"""What an aside that says nothing is made of."""
WRAPPING = OPENING | ASIDE
"""What says nothing by itself."""
PRAISED = (
    r"(?:(?:very|more|most|even|the) )*(?:nice|nicer|great|good|better|best|lovely|wonderful|perfect|ideal|super|handy|"
    r"helpful|fine|cool|brilliant|splendid|happy|happier|glad|grateful|pleased|delighted|thankful|obliged|relieved)"
)
"""What somebody says of what is wished for: "it would be very nice if"."""
