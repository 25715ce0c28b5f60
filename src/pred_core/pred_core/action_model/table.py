"""A PDDL file's actions as a table in plain words: ``python -m pred_core.action_model.table [DOMAIN]``."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable

from pred_core.action_model.pddl import CONNECTIVES, Action, Effect, Formula, PddlDomain, Typed
from pred_core.domain_file import HOUSEHOLD, DomainError, read_domain


def table(domain: PddlDomain) -> str:
    """Return a Markdown table: what each action needs, and what it does."""
    rows = ["| action | needs | does |", "|---|---|---|"]
    rows += [_row(domain, action) for action in domain.actions.values()]
    return "\n".join(rows)


def _row(domain: PddlDomain, action: Action) -> str:
    parameters = ", ".join(name[1:] for name, _ in action.parameters)
    needs = "; ".join(_say(domain, part) for part in action.precondition) or "nothing"
    does = "; ".join(_effect(domain, effect) for effect in action.effects)
    return f"| **{action.name}**({parameters}): {_with_names(action.words)} | {needs} | {does} |"


def _effect(domain: PddlDomain, effect: Effect) -> str:
    made = _atom(domain, effect.fact, holds=effect.value)
    for_all = f"for every {_names(effect.variables)}" if effect.variables else ""
    if effect.condition is None:
        return f"{for_all}: {made}" if for_all else made
    return " ".join(filter(None, (for_all, f"if {_say(domain, effect.condition)}: {made}")))


def _say(domain: PddlDomain, formula: Formula, *, holds: bool = True) -> str:
    head, parts = str(formula[0]), [part for part in formula[1:] if isinstance(part, tuple)]
    if head == "not":
        return _say(domain, parts[0], holds=not holds)
    if head in ("and", "or"):
        both = (head == "and") is holds
        return (" and " if both else " or ").join(_inner(domain, part, holds=holds) for part in parts)
    if head in ("exists", "forall"):
        variables, body = parts
        there_is = (head == "exists") is holds
        said = _say(domain, body, holds=holds if head == "forall" or there_is else True)
        if head == "exists" and not holds:
            return f"there is no {_names(variables)} of which {said}"
        return f"{'there is' if there_is else 'for every'} {_names(variables)} of which {said}"
    return _atom(domain, tuple(str(word) for word in formula), holds=holds)


def _inner(domain: PddlDomain, formula: Formula, *, holds: bool) -> str:
    """Return a part of a longer sentence, in brackets where it is one of several parts itself."""
    plain = formula[1] if formula[0] == "not" and isinstance(formula[1], tuple) else formula
    said = _say(domain, formula, holds=holds)
    return f"({said})" if plain[0] in CONNECTIVES - {"="} else said


def _atom(domain: PddlDomain, fact: tuple[str, ...], *, holds: bool) -> str:
    name, values = fact[0], [word.removeprefix("?") for word in fact[1:]]
    if name == "=":
        return f"*{values[0]}* is {'' if holds else 'not '}*{values[1]}*"
    known = domain.predicates[name]
    words = known.holds if holds else known.fails
    names = {variable[1:]: value for (variable, _), value in zip(known.parameters, values, strict=True)}
    return re.sub(r"\{(\w+)\}", lambda match: f"*{names[match.group(1)]}*", words)


def _with_names(words: str) -> str:
    return re.sub(r"\{(\w+)\}", r"*\1*", words)


def _names(variables: Typed | Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"*{name[1:]}*" for name, _ in variables)


def main() -> int:
    """Print the table of a domain's actions."""
    parser = argparse.ArgumentParser(
        description="What each action of a domain needs and does, in plain words."
    )
    parser.add_argument("domain", nargs="?", default=HOUSEHOLD, help="household, table, or a JSON file")
    try:
        print(table(read_domain(parser.parse_args().domain).actions))
    except DomainError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
