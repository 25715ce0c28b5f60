"""One task while it is being done: what is known, what was decided, what is asked of others."""
