"""``python -m pred_core.command MODULE [ARGUMENT ...]``: how ``./pred`` runs a module's ``main``.

The door keeps SIGINT from being delivered while Python itself starts, which would tell where it was; from here on it
ends the command with one exit code and no traceback, whether it has loaded or not.
"""

from __future__ import annotations

import sys

from pred_core.exit_codes import INTERRUPTED
from pred_core.starting import program


def main() -> int:
    """Run the module named first with the arguments after it. Returns its exit code, 130 when interrupted."""
    module = sys.argv[1]
    sys.argv[:] = sys.argv[1:]
    return program(module, interrupted=INTERRUPTED)()


if __name__ == "__main__":
    sys.exit(main())
