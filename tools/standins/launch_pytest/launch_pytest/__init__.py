"""Stand-in for launch_pytest, used only where the real package is not installed.

Covers `@launch_pytest.fixture`, `@pytest.mark.launch(fixture=..., shutdown=...)` on plain and coroutine tests, the
`launch_context` fixture and `launch_pytest.actions.ReadyToTest`.
"""

from . import actions
from .launched import fixture

__all__ = ["actions", "fixture"]
