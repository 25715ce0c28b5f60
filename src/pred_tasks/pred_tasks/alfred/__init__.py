"""ALFRED's tasks: files, goals, recorded sentences."""
