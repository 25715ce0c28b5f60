"""Launch actions for tests, under the name the real package gives them."""

from launch_testing.actions import ReadyToTest

__all__ = ["ReadyToTest"]
