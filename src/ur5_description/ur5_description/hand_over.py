"""Where the arm holds things out to a person: the driver goes there, the emulated table's person takes them there."""

PLACE = (0.45, -0.32, 0.35)
"""The point between the finger tips in base, m: inside the careful limits' box, over what usually stands on a table."""
PULL = 8.0
"""A person who takes something pulls at it by more than this, N; a weight that hangs still pulls by none."""
