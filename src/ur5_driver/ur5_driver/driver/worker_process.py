"""The process of the control worker: `python -m ur5_driver.driver.worker_process --fd N`."""

from __future__ import annotations

import signal
import sys
from importlib import import_module

if __name__ == "__main__":
    # Before the worker loads, which takes a while: the node decides, and Ctrl-C reaches the whole group.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(import_module("ur5_driver.driver.worker").main())
