"""What was made of the words of the instruction, and what a person was asked about them."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Words:
    """What was made of the words of the instruction."""

    let_go: set[str] = field(default_factory=set)
    """Variables of the plan whose descriptions are not insisted on: a person chose, or nothing fits and any will do."""
    questions: int = 0
    """How many questions a person was asked."""
    not_used: tuple[str, ...] = ()
    """Words that had no say in what was done."""
    stand_ins: tuple[str, ...] = ()
    """What was taken for what was named and is none of its meanings, in words."""
    not_verified: tuple[str, ...] = ()
    """Goal conditions that could not be seen to hold in the end, in words."""
