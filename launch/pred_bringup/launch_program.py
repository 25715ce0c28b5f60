"""The program behind ``./pred launch``: what the stack imports begins before the launch itself is loaded."""

from __future__ import annotations

import sys

from pred_bringup.forking import begin_early


def main() -> int:
    """Run a launch file until it ends. Returns one of :mod:`pred_core.exit_codes`."""
    begin_early(sys.argv[1:])
    from pred_bringup import launcher

    return launcher.main()
