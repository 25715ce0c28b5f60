"""Lets the tests of this folder share the bags they read."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
