"""Lets the tests of this folder share the symbolic house."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
