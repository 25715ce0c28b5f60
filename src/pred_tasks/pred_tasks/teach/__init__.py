"""TEACh's games: files, task definitions, goals."""
