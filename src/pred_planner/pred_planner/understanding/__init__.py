"""From words to a task: tagging, grammar, meaning, grounding."""
