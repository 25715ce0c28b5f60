"""Lets the launch tests share their client."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
