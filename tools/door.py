"""Entry of the `pred` script: runs the door under any Python from 3.8 on."""

import os
import signal
import sys

# At once: until the door listens itself nothing has begun that had to be ended.
signal.signal(signal.SIGINT, lambda *_: os._exit(130))
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])  # the script held it back

from pred_door.cli import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
