"""Patterns for people, as others speak of them beside the robot: who left, wants or says something."""

from __future__ import annotations

NAMES = r"(?:mum|mom|mummy|mommy|dad|daddy|grandma|grandpa|granny|nana?)"
"""What somebody is called who is known to all."""
RELATED = (
    r"(?:mother|father|brother|sister|wife|husband|son|daughter|kids?|children|boys?|girls?|grand(?:kids?|children|son|"
    r"daughter|mother|father)|cousin|niece|nephew|parents|friends?|neighbou?rs?|guests?|visitors?|boss|aunt(?:ie|y)?|"
    r"uncle|flatmates?|roommates?|cleaner|nurse|doctor|teacher)"
)
"""Who somebody is to another."""
KIN = rf"(?:{NAMES}|(?:my|our|his|her|the) (?:late |little |big |older |younger |old )?{RELATED})"
SOMEBODY = rf"(?:some(?:one|body)|you|we|i|they|he|she|{KIN}|who ?ever(?: [a-z]+){{1,5}}?)"
"""Anybody who may have done something, whoever it was."""
