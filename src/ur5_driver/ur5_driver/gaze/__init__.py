"""Where the wrist camera looks: the arm's way to go somewhere useful."""
