"""Stand-in for ros2interface, used only where the real package is not installed."""
