"""Entry of the `pred` script: runs the door under any Python from 3.8 on."""

import sys

from pred_door.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
