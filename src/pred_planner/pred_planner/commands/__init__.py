"""Commands of the terminal: parse, revise, models, memory."""
