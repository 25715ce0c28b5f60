"""Examples of attributes taken from the player, packed for the gallery, and how well they are told apart."""
