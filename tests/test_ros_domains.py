"""No two test files share a ROS domain: two workers run them side by side, and one would see the other's nodes."""

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_DOMAIN = re.compile(
    r"""^DOMAIN\b[^=\n]*=\s*"?(\d+)"""  # a module's constant
    r"""|ROS_DOMAIN_ID"(?:\]\s*=|,|:)\s*"(\d+)\""""  # put into an environment
    r"""|\blaunch\(\s*(\d+)"""  # the launch command of tests/launched.py
    r"""|^\s+\((\d+), \[""",  # one of its parametrised cases
    re.MULTILINE,
)
_NOT_LAUNCHED = "tools/test/test_ros.py"  # looks at an environment only


def domains() -> dict[str, set[str]]:
    """Return the test files that name each domain."""
    found: dict[str, set[str]] = defaultdict(set)
    for folder in ("tests", "src", "launch", "tools"):
        for file in sorted((ROOT / folder).rglob("test_*.py")):
            name = str(file.relative_to(ROOT))
            if name != _NOT_LAUNCHED:
                for match in _DOMAIN.finditer(file.read_text(encoding="utf-8")):
                    found[next(group for group in match.groups() if group)].add(name)
    return found


def test_each_domain_is_used_by_one_file_only() -> None:
    found = domains()
    assert len(found) > 20  # the expression still finds them
    assert {number: files for number, files in found.items() if len(files) > 1} == {}
