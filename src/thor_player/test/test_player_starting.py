"""A player starts without what nothing in it uses."""

import subprocess
import sys

PROGRAM = """
import sys
from thor_player.starting import load_numba
load_numba()
assert "numba.np.arraymath" in sys.modules
print(sorted(name for name in sys.modules if name.split(".")[0] == "scipy"))
from thor_player.session import Session
Session("FloorPlan401", 20, 20).greeting()
print(sorted(name for name in sys.modules if name.split(".")[0] == "scipy"))
from scipy import ndimage
print(ndimage.label([[1]])[1])
"""


def test_numba_loads_without_scipy_which_others_get_afterwards() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], check=True, capture_output=True, text=True)
    assert done.stdout.split("\n")[:3] == ["[]", "[]", "1"]
