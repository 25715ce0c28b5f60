"""Stand-in for ros2launch, used only where the real package is not installed."""
