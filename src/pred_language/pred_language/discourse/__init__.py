"""Sentences of one text: who speaks, clauses, what a pronoun refers to."""
