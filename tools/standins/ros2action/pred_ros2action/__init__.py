"""Stand-in for ros2action, used only where the real package is not installed."""
