"""The behaviour tree of a task, and running it."""
