"""The detector that comes with the project: a small network on colour and depth, trained on the player's rooms."""
