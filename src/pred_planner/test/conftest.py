"""Lets the tests of this folder share the kitchen that they read sentences in, and what answers a reasoner."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
