"""``./pred people``: who is known by name in a home, and where they are."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from pred_core.home import HomeError, home_of
from pred_core.people import KnownPerson, PersonError, known_people
from pred_planner.commands.verbs import do


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns one of :mod:`pred_core.exit_codes`."""
    return do("people", _parser().parse_args(arguments), (HomeError, PersonError))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pred people", description=__doc__)
    verbs = parser.add_subparsers(required=True, metavar="show|add|forget")
    show = verbs.add_parser("show", help="who is known in a home")
    show.add_argument("home", metavar="HOME")
    show.set_defaults(do=_show)
    add = verbs.add_parser("add", help="introduce somebody, with where they are in map")
    add.add_argument("home", metavar="HOME")
    add.add_argument("person", metavar="NAME[=X,Y]", help="such as Anna=1.5,-0.2 (m)")
    add.set_defaults(do=_add)
    forget = verbs.add_parser("forget", help="forget somebody")
    forget.add_argument("home", metavar="HOME")
    forget.add_argument("name", metavar="NAME")
    forget.set_defaults(do=_forget)
    return parser


def _show(options: argparse.Namespace) -> None:
    people = home_of(options.home).people()
    print("\n".join(map(_line, people)) or f"Nobody is known in {options.home}.")


def _line(one: KnownPerson) -> str:
    if one.place is None:
        return f"{one.name:16s} where they are nobody said"
    x, y = one.place
    return f"{one.name:16s} at ({x:.2f}, {y:.2f}){f', {one.where}' if one.where else ''}"


def _add(options: argparse.Namespace) -> None:
    home = home_of(options.home)
    found = known_people(options.person)
    names = {one.name.lower() for one in found}
    if not found:
        raise PersonError("name somebody, as in Anna=1.5,-0.2")
    home.keep_people((*(one for one in home.people() if one.name.lower() not in names), *found))
    print("\n".join(map(_line, found)))


def _forget(options: argparse.Namespace) -> None:
    home = home_of(options.home)
    people = home.people()
    rest = [one for one in people if one.name.lower() != options.name.lower()]
    if len(rest) == len(people):
        raise HomeError(f"nobody is called {options.name!r} there; see ./pred people show {options.home}")
    home.keep_people(rest)
    print(f"Forgotten: {options.name}")


if __name__ == "__main__":
    sys.exit(main())
