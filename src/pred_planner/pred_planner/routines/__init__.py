"""Named routines: an order in words, its plan, and plans changed by words."""
