"""``./pred home``: look at and forget what is remembered of homes over launches."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from pred_core.feedback import preposition
from pred_core.home import OBJECTS, Home, HomeError, LastSeen, home_of, homes
from pred_core.objects import ObjectState
from pred_core.plain_text import one_line
from pred_core.vocabulary import spoken
from pred_language.questions.times import at_what_time
from pred_planner.commands.verbs import do


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns one of :mod:`pred_core.exit_codes`."""
    return do("home", _parser().parse_args(arguments), (HomeError,))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pred home", description=__doc__)
    verbs = parser.add_subparsers(required=True, metavar="show|forget")
    show = verbs.add_parser("show", help="the homes there are, or what was seen in one, the latest first")
    show.add_argument("name", nargs="?", default="", metavar="NAME")
    show.set_defaults(do=_show)
    forget = verbs.add_parser("forget", help="forget a home, or some of what was seen in it")
    forget.add_argument("name", metavar="NAME")
    forget.add_argument("what", nargs="*", metavar="WHAT", help="types or ids, such as Mug or Mug_1; none = all")
    forget.set_defaults(do=_forget)
    return parser


def _show(options: argparse.Namespace) -> None:
    if not options.name:
        names = sorted(file.parent.name for file in homes().glob(f"*/{OBJECTS}"))
        print("\n".join(names) or f"No home is remembered in {homes()}.")
        return
    seen = _home(options.name).seen()
    for one in sorted(seen.objects, key=lambda one: -one.last_seen):
        print(one_line(f"{one.id:24s} {_place(one, seen):32s} {at_what_time(one.last_seen, time.time())}"))


def _place(one: ObjectState, seen: LastSeen) -> str:
    if one.held:
        return "in the hand"
    around = seen.as_memory().get(one.parent_id)
    return f"{preposition(around.class_name)} the {spoken(around.class_name)}" if around is not None else ""


def _forget(options: argparse.Namespace) -> None:
    home = _home(options.name)
    seen = home.seen()
    wrong = [what for what in options.what if not any(what in (o.id, o.class_name) for o in seen.objects)]
    if wrong:
        raise HomeError(f"nothing that is {wrong[0]!r} was seen there; see ./pred home show {options.name}")
    gone = [o for o in seen.objects if not options.what or {o.id, o.class_name} & set(options.what)]
    if options.what:
        home.keep(LastSeen(tuple(one for one in seen.objects if one not in gone)))
    else:
        home.forget()
    print(f"Forgotten: {len(gone)} thing{'' if len(gone) == 1 else 's'}")


def _home(name: str) -> Home:
    home = home_of(name)
    if not (home.folder / OBJECTS).is_file():
        raise HomeError(f"there is no home {name!r}; ./pred home show lists those there are")
    return home


if __name__ == "__main__":
    sys.exit(main())
