"""Bring-up: launch files, parameters, layouts, the task runner and the benchmark."""
