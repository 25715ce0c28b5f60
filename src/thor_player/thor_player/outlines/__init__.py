"""Where the walls of the rooms stand: inferred once from recorded evidence, kept as data beside the player."""
