"""Making a plan of a task and checking it."""
