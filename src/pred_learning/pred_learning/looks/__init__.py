"""Whether the player's things look like what they are, to a network that never saw them."""
