"""Telling again, in plain orders, what the grammar cannot read: by weights learned from sentences and their ends."""
