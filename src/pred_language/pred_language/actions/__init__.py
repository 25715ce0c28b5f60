"""From clauses to the actions that they ask for."""
