"""Imported last by the process that forks dask's workers: they hear SIGINT, which it has to ignore while it loads."""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
