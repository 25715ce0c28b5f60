"""How well qualifiers are understood: sentences of our own, judged on remembered rooms without a simulator."""
