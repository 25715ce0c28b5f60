"""``./pred memory``: look at, teach, export and forget what was remembered of language and programs."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from pred_core.domain_file import HOUSEHOLD, DomainError
from pred_core.exit_codes import BAD_INPUT
from pred_core.objects import ObjectMemory
from pred_core.plain_text import one_line
from pred_core.vocabulary import choose_domain
from pred_language.meaning.encoder import embed
from pred_language.reader import Texts
from pred_planner.memory.program import ProgramError, read, write
from pred_planner.memory.recall import Naming, named_plan, naming
from pred_planner.memory.store import Pair, PairKind, Store, StoreError, default_path


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns 0, or 2 when what is named is not there, not understood or cannot be used."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        choose_domain(options.domain)
    except DomainError as error:
        parser.error(str(error))
    store = Store(Path(options.memory).expanduser() if options.memory else default_path(), embed)
    try:
        return int(options.do(store, options))
    except (StoreError, OSError) as error:
        print(f"memory: {error}", file=sys.stderr)
        return BAD_INPUT


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pred memory", description=__doc__)
    parser.add_argument("--memory", default="", help=f"the file ({default_path()})")
    parser.add_argument("--person", default=None, help="only what is this person's; of teach: whose it is")
    parser.add_argument("--domain", default=HOUSEHOLD, help="object types: household, table, or a JSON file")
    verbs = parser.add_subparsers(required=True, metavar="list|show|teach|forget|export")
    verbs.add_parser("list", help="one line for each pair").set_defaults(do=_list)
    for name, do, told in (
        ("show", _show, "words and program of pairs"),
        ("forget", _forget, "delete pairs"),
    ):
        verb = verbs.add_parser(name, help=told)
        verb.add_argument("which", nargs="+", help="numbers, or names of routines")
        verb.set_defaults(do=do)
    teach = verbs.add_parser(
        "teach", help='keep a routine: "the Mary breakfast is a mug of coffee and toast"'
    )
    teach.add_argument("words", nargs="+")
    teach.set_defaults(do=_teach)
    export = verbs.add_parser("export", help="all pairs as JSON lines")
    export.add_argument("file", nargs="?", default="-", help="where to; - is standard output (-)")
    export.set_defaults(do=_export)
    return parser


def _mine(store: Store, options: argparse.Namespace) -> list[Pair]:
    return [pair for pair in store.pairs() if options.person in (None, pair.person)]


def _list(store: Store, options: argparse.Namespace) -> int:
    pairs = _mine(store, options)
    for pair in pairs:
        day = time.strftime("%Y-%m-%d %H:%M", time.localtime(pair.made))
        whose = pair.person or "everybody"
        print(
            one_line(
                f"{pair.number:5d}  {day}  {pair.kind:10s} {whose:10s} {pair.name or '-':24s} {pair.words}"
            )
        )
    if not pairs:
        print(f"Nothing is remembered in {store.path}.")
    return 0


def _show(store: Store, options: argparse.Namespace) -> int:
    found = _named(store, options)
    for pair in found:
        print(one_line(f"{pair.number}: {pair.name or pair.kind} ({pair.source}, {pair.domain})"))
        print(one_line(f"  words: {pair.words}"))
        try:
            for number, triplet in enumerate(read(pair.program), 1):
                print(one_line(f"  {number}. ({', '.join(triplet.as_triplet())})"))
        except ProgramError as error:
            print(one_line(f"  This is no program here, and is never done: {error}"))
    return 0 if found else BAD_INPUT


def _forget(store: Store, options: argparse.Namespace) -> int:
    found = _named(store, options)
    for pair in found:
        if store.forget(pair.number):
            print(one_line(f"Forgotten: {pair.number} {pair.name or pair.words}"))
    return 0 if found else BAD_INPUT


def _named(store: Store, options: argparse.Namespace) -> list[Pair]:
    """Return the pairs that are named; say which are not there."""
    pairs, found = _mine(store, options), []
    for which in options.which:
        those = [p for p in pairs if which in (str(p.number), p.name) and which]
        if not those:
            print(f"memory: there is no {one_line(which)!r}; see ./pred memory list", file=sys.stderr)
        found += those
    return found


def _teach(store: Store, options: argparse.Namespace) -> int:
    words = " ".join(options.words)
    texts = Texts(words)
    given = naming(texts)
    if given is None or (isinstance(given, Naming) and not given.order):
        print(
            'memory: say its name and what it is: "the Mary breakfast is a mug of coffee and toast"',
            file=sys.stderr,
        )
        return BAD_INPUT
    planned = given if not isinstance(given, Naming) else named_plan(texts, given, ObjectMemory())
    if planned.plan is None or not isinstance(given, Naming):
        print(f"memory: {one_line(planned.outcome.message)}", file=sys.stderr)
        return BAD_INPUT
    program = write(planned.plan.triplets)
    pair = Pair(words, program, PairKind.ROUTINE, given.name, options.person or "", options.domain, "taught")
    print(one_line(f"{store.add(pair)}: {planned.understood}"))
    return 0


def _export(store: Store, options: argparse.Namespace) -> int:
    lines = [json.dumps(dataclasses.asdict(pair), sort_keys=True) for pair in _mine(store, options)]
    text = "".join(f"{line}\n" for line in lines)
    if options.file == "-":
        print(text, end="")
    else:
        Path(options.file).write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
