"""Does what a command's verb says, and tells what went wrong."""

from __future__ import annotations

import argparse
import sys

from pred_core.exit_codes import BAD_INPUT, DONE
from pred_core.lines import until_unread
from pred_core.plain_text import ended_well, one_line


def do(name: str, options: argparse.Namespace, wrong: tuple[type[Exception], ...]) -> int:
    """Do ``options.do(options)``. Returns one of :mod:`pred_core.exit_codes`.

    :param name: of the command, which begins what is told
    :param wrong: errors whose text is a sentence for people
    """
    try:
        with until_unread():
            options.do(options)
    except wrong as error:
        print(f"{name}: {ended_well(one_line(str(error)))}", file=sys.stderr)
    except OSError as error:
        print(f"{name}: {error}", file=sys.stderr)
    else:
        return DONE
    return BAD_INPUT
